"""The referee: disputes about cards, answered from the rules of the game with their source."""

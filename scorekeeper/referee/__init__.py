"""The referee: answers to disputes about cards, from the rules of the game and with their
source."""

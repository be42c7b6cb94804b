"""The referee: answers to disputes about cards, with the rules' sources."""

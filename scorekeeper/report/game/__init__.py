"""A game's rules in words."""

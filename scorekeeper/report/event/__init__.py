"""Events as values and in words."""

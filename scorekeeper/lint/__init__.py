"""Knowing that rules are right: every possible result tried, and the arithmetic of a file
checked."""

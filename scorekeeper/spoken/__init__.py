"""Formulas told in words: what a person reads of them wherever rules and points are explained."""

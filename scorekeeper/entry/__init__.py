"""Entries: the words that a person types about a deal, read as facts (`words.py`)."""

"""Entries: the words that a person types about a deal, read as facts."""

from scorekeeper.entry.amend import amended
from scorekeeper.entry.words import Typed, read_words, split_line

__all__ = ["Typed", "amended", "read_words", "split_line"]

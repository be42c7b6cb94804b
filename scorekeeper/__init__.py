"""Scorekeeper and referee for card games played with real cards at a real table."""

__version__ = "0.2.0"
DISTRIBUTION = "tablescore"  # the name on the package index, where `scorekeeper` is somebody else's

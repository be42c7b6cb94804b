"""Typed words become checked entries in a log."""

"""Parsing of typed words to checked entries, and the log that stores them."""

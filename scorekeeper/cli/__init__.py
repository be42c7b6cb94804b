"""The command line: what a person types, and the only room that prints."""

from scorekeeper.cli.main import main

__all__ = ["main"]

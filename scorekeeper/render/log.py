"""The log: every entry in the order it was made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.book import Book
from scorekeeper.book.entry_words import entry_words
from scorekeeper.session import DEAL
from scorekeeper.speech import text_of
from scorekeeper.words.width import safe


def log_of(book: Book) -> list[dict[str, Any]]:
    """The JSON of `log`: a row an entry."""
    return [
        {
            "at": entry.at,
            "what": entry.what,
            "deal": entry.number,
            "facts": dict(entry.facts),
            "why": entry.why or None,
            "say": text_of(said),
        }
        for entry, said in zip(book.journal.entries, entry_words(book), strict=True)
    ]


def log_lines(book: Book) -> Iterable[str]:
    """`2026-11-21 19:05  deal 3: contract CONTRACT · tricks 6,6,4`, a line an entry."""
    return (safe(log_line(row)) for row in log_of(book))


def log_line(row: Mapping[str, Any]) -> str:
    """When, what, and why where that was said."""
    why = f"  ({row['why']})" if row["why"] else ""
    return f"{row['at'].replace('T', ' ')[:16]}  {row['say']}{why}"


def corrections_of(book: Book) -> list[dict[str, Any]]:
    """Every correction, undo and redo: when, what, why."""
    return [row for row in log_of(book) if row["what"] != DEAL]

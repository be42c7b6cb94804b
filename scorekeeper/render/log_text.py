"""The log as text."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.book import Book
from scorekeeper.sheet.log_row import LogRow, log_of
from scorekeeper.words.width import safe


def log_lines(book: Book) -> Iterable[str]:
    """`2026-11-21 19:05  deal 3: contract CONTRACT · tricks 6,6,4`, a line an entry."""
    return (safe(log_line(row)) for row in log_of(book))


def log_line(row: LogRow) -> str:
    """When, what, and why where that was said."""
    why = f"  ({row.why})" if row.why else ""
    return f"{row.at.replace('T', ' ')[:16]}  {row.say}{why}"

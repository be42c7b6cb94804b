"""The log: a row an entry, in the order they were made.

The names of the fields are the keys of the JSON of `log`, and promised.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.book import Book
from scorekeeper.book.entry_words import entry_words
from scorekeeper.log import DEAL, HAPPENINGS
from scorekeeper.speech import text_of


class LogRow(NamedTuple):
    """An entry: when it was made, what it is, of which deal, its facts, why where that was said;
    and all of it in words."""

    at: str
    what: str
    deal: int
    facts: Mapping[str, object]
    why: str | None
    say: str


def log_of(book: Book) -> tuple[LogRow, ...]:
    """Every entry of a session."""
    return tuple(
        LogRow(entry.at, entry.what, entry.number, entry.facts, entry.why or None, text_of(said))
        for entry, said in zip(book.journal.entries, entry_words(book), strict=True)
    )


def corrections_of(book: Book) -> tuple[LogRow, ...]:
    """Every correction, undo and redo."""
    return tuple(row for row in log_of(book) if row.what not in (DEAL, *HAPPENINGS))

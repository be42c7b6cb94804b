"""The log: a row an entry, in the order they were made.

The names of the fields are the keys of the JSON of `log`, and promised.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.book import Book
from scorekeeper.book.entry_words import entry_words
from scorekeeper.journal import seal_of
from scorekeeper.log import COUNT, DEAL, HAPPENINGS, Entry
from scorekeeper.second_count import shown_counts
from scorekeeper.speech import text_of


class LogRow(NamedTuple):
    """An entry: when it was made, what it is, of which deal, its facts (none of a count that is not
    to be seen yet), why where that was said;
    all of it in words; its id, who recorded it, and its seal, where it has them."""

    at: str
    what: str
    deal: int
    facts: Mapping[str, object]
    why: str | None
    say: str
    id: str | None = None
    by: str | None = None
    seal: str | None = None


def log_of(book: Book) -> tuple[LogRow, ...]:
    """Every entry of a session."""
    journal = book.journal
    shown = shown_counts(journal.entries)
    entries = (
        entry if entry.what != COUNT or entry.line in shown else entry._replace(facts={})
        for entry in journal.entries
    )
    rows = zip(entries, entry_words(book), journal.blocks[1:], strict=True)
    return tuple(_row(entry, text_of(said), block) for entry, said, block in rows)


def _row(entry: Entry, said: str, block: str) -> LogRow:
    return LogRow(
        at=entry.at,
        what=entry.what,
        deal=entry.number,
        facts=entry.facts,
        why=entry.why or None,
        say=said,
        id=entry.id or None,
        by=entry.by or None,
        seal=seal_of(block) if entry.before else None,
    )


def corrections_of(book: Book) -> tuple[LogRow, ...]:
    """Every correction, undo and redo."""
    return tuple(row for row in log_of(book) if row.what not in (DEAL, COUNT, *HAPPENINGS))

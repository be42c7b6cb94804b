"""The log as text."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.game.log import COUNT
from scorekeeper.record.book import Book
from scorekeeper.report.log_row import LogRow, log_of, log_with_copies
from scorekeeper.text.language import tr
from scorekeeper.text.speech import labelled
from scorekeeper.text.width import safe


def log_lines(book: Book) -> Iterable[str]:
    """`2026-11-21 19:05  ABFH-JKLM  deal 3: contract CONTRACT · tricks 6,6,4`, a line an entry."""
    return (safe(log_line(row)) for row in log_of(book))


def log_lines_with_copies(book: Book) -> Iterable[str]:
    """The same, and below each merge what was set aside in it."""
    for row, copy in log_with_copies(book):
        line = log_line(row)
        yield safe(line if copy is None else f"  {labelled(tr('set aside'), line)}")


def log_line(row: LogRow) -> str:
    """When, under which seal, what, who recorded it and why where that was said."""
    when = row.at.replace("T", " ")[:16]
    by = None if row.what == COUNT else row.by  # its sentence names who counted
    said = labelled(by, row.why) if by and row.why else by or row.why
    sentence = f"{row.say} ({said})" if said else row.say
    parts = (when, row.seal, sentence)
    return "  ".join(filter(None, parts))

"""The log of an event on a page."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.event import OpenEvent
from scorekeeper.event.event_entries import entry_said
from scorekeeper.journal import seal_of_entry
from scorekeeper.speech import text_of


class EventLogRow(NamedTuple):
    """An entry: when, its kind, its round, in words, why, by whom, and its seal. The names of the
    fields are keys of the JSON."""

    at: str
    what: str
    round: int
    say: str
    why: str | None
    by: str | None
    seal: str | None


def event_log(opened: OpenEvent) -> list[EventLogRow]:
    """Every entry in the order it was made."""
    return [
        EventLogRow(
            entry.at, entry.what, entry.number, text_of(entry_said(entry)), entry.why or None,
            entry.by or None, seal_of_entry(entry) or None,
        )
        for entry in opened.journal.entries
    ]  # fmt: skip

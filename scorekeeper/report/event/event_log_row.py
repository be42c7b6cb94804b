"""The log of an event on a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scorekeeper.event import OpenEvent
from scorekeeper.event.event_acts import TOOK
from scorekeeper.event.event_entries import Group, acts_of, entry_said, grouped
from scorekeeper.game.log import REDO, UNDO, Entry
from scorekeeper.record.journal import seal_of_entry
from scorekeeper.text.message import Words, in_turn, say, say_n
from scorekeeper.text.speech import text_of


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
            entry.at, entry.what, entry.number, text_of(said), entry.why or None,
            entry.by or None, seal_of_entry(entry, number) or None,
        )
        for number, (entry, said) in enumerate(_told(opened.journal.entries), 1)
    ]  # fmt: skip


def _told(entries: Iterable[Entry]) -> Iterator[tuple[Entry, Words]]:
    """Each entry with its sentence; that of an undo or a redo says what it took or restored."""
    before = list[Entry]()
    for group in grouped(entries):
        if group[0].what in (UNDO, REDO):
            acts = acts_of(before)
            taken = (acts.done if group[0].what == UNDO else acts.undone)[-1]
            yield group[0], say(TOOK[group[0].what], what=_in_short(taken))
        else:
            yield from ((entry, entry_said(entry)) for entry in group)
        before += group


def _in_short(group: Group) -> Words:
    """An act by its first entry, and how many more there are."""
    first, more = entry_said(group[0]), len(group) - 1
    return in_turn(first, say_n(more, "{n} entry more", "{n} entries more")) if more else first

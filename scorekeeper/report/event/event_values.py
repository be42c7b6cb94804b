"""Rounds, log rows and the chain of an event as values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from scorekeeper.event import OpenEvent
from scorekeeper.event.event_acts import TOOK
from scorekeeper.event.event_settings import LATE
from scorekeeper.event.event_state import Event, Group, acts_of, entry_said, grouped
from scorekeeper.event.round_score import Missing, TableResult
from scorekeeper.event.session_assignment import TableSession, stand_ins, table_told
from scorekeeper.game.log import REDO, UNDO, Entry
from scorekeeper.record.chain_breaks import accepted_joints, noted_seal, sealed
from scorekeeper.record.journal import seal_of, seal_of_entry
from scorekeeper.report.session_check import (
    ChainedLog,
    break_problems,
    held_said,
    named_entry,
    seal_problems,
)
from scorekeeper.text.message import CommandLine, Words, in_turn, say, say_n
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Problem
from scorekeeper.text.translation import tr

# --- event round -------------------------------------------------------------------------------
# A round of an event on a page: who sits where, in which session, and what of it is there.


class TableRow(NamedTuple):
    """A table: who sits there in the order of their places, of whom the first deals first; its
    session where it has begun, the points of each where it is whole, else why it is not; who plays
    there for whom. The names of the fields are keys of the JSON, here and below."""

    table: int
    people: tuple[str, ...]
    session: str | None = None
    points: tuple[int, ...] | None = None
    missing: str | None = None
    stand_ins: Mapping[str, str] = {}


class RoundPage(NamedTuple):
    """A round: its number and of how many, how it was drawn, whether it has begun, its tables, who
    sits out, and who is not there, those who are still to come apart."""

    event: str
    round: int
    rounds: int
    drawn: str | None
    begun: bool
    tables: tuple[TableRow, ...]
    out: tuple[str, ...]
    late: tuple[str, ...]
    away: tuple[str, ...]


def round_page(
    event: Event, number: int, told: Mapping[str, TableSession] | None = None
) -> RoundPage:
    """The page of a round, without tables where it is not drawn yet, and without what they have
    come to where nobody looked for their sessions."""
    drawn = event.drawn.get(number)
    gone = {p.name: p.away[number] for p in event.people if not p.is_in(number)}
    return RoundPage(
        event=event.terms.name,
        round=number,
        rounds=event.terms.rounds,
        drawn=drawn.how if drawn else None,
        begun=bool(drawn and drawn.is_begun),
        tables=_rows(event, number, told),
        out=drawn.seating.out if drawn else (),
        late=tuple(name for name, why in gone.items() if why == LATE),
        away=tuple(name for name, why in gone.items() if why != LATE),
    )


def _rows(
    event: Event, number: int, told: Mapping[str, TableSession] | None
) -> tuple[TableRow, ...]:
    drawn = event.drawn.get(number)
    if drawn is None:
        return ()
    if not drawn.is_begun:
        return tuple(TableRow(n, people) for n, people in enumerate(drawn.seating.tables, 1))
    rows = []
    for table in drawn.tables:
        if told is None:
            rows.append(TableRow(table.number, table.people, table.session))
            continue
        found = table_told(table, told)
        instead = stand_ins(table, told)
        if isinstance(found, TableResult):
            points = dict(zip(found.people, found.points, strict=True))
            row = TableRow(
                table.number, table.people, found.session,
                tuple(points[name] for name in table.people), None, instead,
            )  # fmt: skip
        else:
            why = text_of(found.why)
            row = TableRow(table.number, table.people, found.session, None, why, instead)
        rows.append(row)
    return tuple(rows)


class MissingRow(NamedTuple):
    """A table whose result is missing, why, and which other session may be its, where one may."""

    round: int
    table: int
    session: str
    people: tuple[str, ...]
    why: str
    perhaps: str | None = None


def missing_rows(event: Event, told: Mapping[str, TableSession]) -> list[MissingRow]:
    """The tables of rounds that have begun whose results are missing."""
    found = [table_told(table, told) for table in event.tables]
    return [
        MissingRow(one.round, one.table, one.session, tuple(one.people), text_of(one.why))
        for one in found
        if isinstance(one, Missing)
    ]


class EventListRow(NamedTuple):
    """An event of the list; `current` is the one used last."""

    name: str
    game: str
    people: int
    begun: int
    rounds: int
    state: str
    current: bool
    copy_of: str | None = None


BEGUN, GOING_ON, FINISHED = "begun", "going on", "finished"


def event_row(name: str, event: Event, current: bool) -> EventListRow:
    """An event of the list."""
    state = FINISHED if event.finished else GOING_ON if event.begun else BEGUN
    people = len(event.people)
    return EventListRow(
        name, event.terms.game, people, event.begun, event.terms.rounds, state, current
    )


# --- The log of an event on a page -------------------------------------------------------------


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


# --- event chain -------------------------------------------------------------------------------
# The chain of an event: what does not hold in its file, and what is known of a seal.


CHECK = "event check"


class EventHeld(NamedTuple):
    """What is known of a seal of an event: the entry that bears it, counted from 1, its round, all
    of it in words, and how many changes by hand were taken in. The names are keys of the JSON."""

    seal: str
    entry: int
    round: int
    say: str
    accepted: int


def event_problems(opened: OpenEvent) -> list[Problem]:
    """Entries that do not follow from what stands above them, and an entry cut off at the end; that
    the entries can follow each other was seen when the file was read."""
    found = break_problems(_log(opened))
    return [*found, *([_cut()] if opened.journal.cut else [])]


def event_seal_problems(opened: OpenEvent, seal: str) -> list[Problem]:
    """Return what is wrong where somebody noted this seal of an event down."""
    return seal_problems(_log(opened), seal)


def event_held(opened: OpenEvent, seal: str) -> EventHeld:
    """Return the entry of an event that bears a seal; it must be there."""
    found = sealed(opened.journal, noted_seal(seal))
    assert found is not None
    row = event_log(opened)[found.place]
    number = found.place + 1
    bearing = seal_of(opened.journal.blocks[number], number)
    return EventHeld(bearing, number, row.round, row.say, len(accepted_joints(opened.journal)))


def event_held_line(held: EventHeld) -> str:
    """`ABFH-JKLM-3 is entry 3, round 2 begins …; all up to it is as it was`."""
    return held_said(held.seal, named_entry(held.entry), held.say, held.accepted)


def _log(opened: OpenEvent) -> ChainedLog:
    return ChainedLog(opened.journal, opened.event.names, CHECK, "event log")


def _cut() -> Problem:
    command = CommandLine(CHECK, ("--repair",))
    return Problem(
        "event-cut",
        tr("the file ends in a half-written entry, as a power cut leaves it"),
        place=tr("end of file"),
        mends=(
            say("do what comes next, or say `{command}`: what was cut is then set aside in a file "
                "of its own", command=command),
        ),
    )  # fmt: skip

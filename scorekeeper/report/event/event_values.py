"""Rounds, log rows and the hash chain of an event as values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from scorekeeper.event import OpenEvent
from scorekeeper.event.event_acts import TOOK
from scorekeeper.event.event_settings import LATE
from scorekeeper.event.event_state import EVENT_LOG, Event, entry_said
from scorekeeper.event.round_score import Missing, TableResult
from scorekeeper.event.session_assignment import TableSession, stand_ins, table_told
from scorekeeper.game.log import Entry, EntryGroup, replay
from scorekeeper.record.chain import noted_seal, sealed
from scorekeeper.report.log_report import (
    CheckedLog,
    LogRow,
    SealStatus,
    log_problems,
    log_row,
    seal_problems,
    seal_status,
)
from scorekeeper.text.message import Words, in_turn, say, say_n
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Problem

# --- event round -------------------------------------------------------------------------------
# A round of an event on a page: the tables, their sessions, and their results so far.


class TableRow(NamedTuple):
    """A table of players in an event round: the players by seat, first dealer first; the session,
    once begun; each player's points, or the reason why the result is missing; and substitutes
    by the replaced player. Here and below, the field names are JSON keys."""

    table: int
    people: tuple[str, ...]
    session: str | None = None
    points: tuple[int, ...] | None = None
    missing: str | None = None
    stand_ins: Mapping[str, str] = {}


class RoundPage(NamedTuple):
    """An event round: its number, the number of rounds, the seating method (None before the draw),
    whether the round has begun, its tables, and the players who sit out, come late or are away."""

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
    """Return an event round. Tables are empty before the draw; results are missing unless `told`
    has the sessions."""
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
    """A table of players without a result, the reason, and a session that may belong to this table
    (`perhaps`)."""

    round: int
    table: int
    session: str
    people: tuple[str, ...]
    why: str
    perhaps: str | None = None


def missing_rows(event: Event, told: Mapping[str, TableSession]) -> list[MissingRow]:
    """Return the tables without results in begun rounds."""
    found = [table_told(table, told) for table in event.tables]
    return [
        MissingRow(one.round, one.table, one.session, tuple(one.people), text_of(one.why))
        for one in found
        if isinstance(one, Missing)
    ]


class EventListRow(NamedTuple):
    """An event in the list of events; `current` is True for the event used last."""

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
    """Return an event's row in the list of events."""
    state = FINISHED if event.finished else GOING_ON if event.begun else BEGUN
    people = len(event.people)
    return EventListRow(
        name, event.terms.game, people, event.begun, event.terms.rounds, state, current
    )


# --- the log of an event on a page -------------------------------------------------------------


def event_log(opened: OpenEvent) -> list[LogRow]:
    """Return a log row for each entry, in order; `deal` has the entry's event round."""
    told, blocks = _told(opened.log.entries), opened.log.blocks[1:]
    return [
        log_row(entry, text_of(said), block, number)
        for number, ((entry, said), block) in enumerate(zip(told, blocks, strict=True), 1)
    ]


def event_log_value(rows: Iterable[LogRow]) -> list[dict[str, object]]:
    """Return the rows of an event's log for JSON, with the key `round` instead of `deal`."""
    return [
        {"round" if key == "deal" else key: value for key, value in row._asdict().items()}
        for row in rows
    ]


def _told(entries: Iterable[Entry]) -> Iterator[tuple[Entry, Words]]:
    """Yield each entry with its sentence. The sentence of an undo or redo names the change
    concerned."""
    for moment in replay(EVENT_LOG, entries):
        if moment.act and not moment.is_new:
            [entry] = moment.entries
            yield entry, say(TOOK[entry.what], what=_in_short(moment.act))
        else:
            yield from ((entry, entry_said(entry)) for entry in moment.entries)


def _in_short(group: EntryGroup) -> Words:
    """Return a change as its first entry and the number of the others."""
    first, more = entry_said(group[0]), len(group) - 1
    return in_turn(first, say_n(more, "{n} entry more", "{n} entries more")) if more else first


# --- event check -------------------------------------------------------------------------------
# The problems of an event's file, and the status of a seal.


def event_problems(opened: OpenEvent) -> list[Problem]:
    """Return the problems of an event: a change that is invalid at its position, and file
    problems."""
    return [*opened.problems, *log_problems(_log(opened))]


def event_seal_problems(opened: OpenEvent, seal: str) -> list[Problem]:
    """Return the problems that a noted seal reveals in an event."""
    return seal_problems(_log(opened), seal)


def event_held(opened: OpenEvent, seal: str) -> SealStatus:
    """Return the status of a seal. An entry of the event must have the seal."""
    found = sealed(opened.log, noted_seal(seal))
    assert found is not None
    [words] = islice((said for _, said in _told(opened.log.entries)), found.place, found.place + 1)
    return seal_status(opened.log, found.place, words)


def _log(opened: OpenEvent) -> CheckedLog:
    names = opened.event.names
    return CheckedLog(opened.log, names, "event check", "event log", code="event-cut")

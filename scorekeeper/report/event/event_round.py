"""A round of an event on a page: who sits where, in which session, and what of it is there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.event.event_state import Event
from scorekeeper.event.plan import LATE
from scorekeeper.event.table_result import Missing, TableResult
from scorekeeper.event.table_sessions import Told, stand_ins, table_told
from scorekeeper.text.speech import text_of


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


def round_page(event: Event, number: int, told: Mapping[str, Told] | None = None) -> RoundPage:
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


def _rows(event: Event, number: int, told: Mapping[str, Told] | None) -> tuple[TableRow, ...]:
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


def missing_rows(event: Event, told: Mapping[str, Told]) -> list[MissingRow]:
    """The tables of rounds that have begun whose results are missing."""
    found = [table_told(table, told) for table in event.tables]
    return [
        MissingRow(one.round, one.table, one.session, tuple(one.people), text_of(one.why))
        for one in found
        if isinstance(one, Missing)
    ]


class EventRow(NamedTuple):
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


def event_row(name: str, event: Event, current: bool) -> EventRow:
    """An event of the list."""
    state = FINISHED if event.finished else GOING_ON if event.begun else BEGUN
    people = len(event.people)
    return EventRow(name, event.terms.game, people, event.begun, event.terms.rounds, state, current)

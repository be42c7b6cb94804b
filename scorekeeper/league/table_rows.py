"""The league as tables of rows, which SQLite, PostgreSQL and a file of columns hold alike: what
`docs/league-export.md` tells of each column.

A session is one row of `evenings`; each of its people is a row of `players`, and so is each seat
that somebody left; what declarers took against their quotas is by contract in `contracts`, and who
declared which contract in `declared`.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Annotated, Any, NamedTuple

from scorekeeper.base.exact import is_whole
from scorekeeper.base.records import Record
from scorekeeper.league.evening import Evening, merits, places_of

TEXT, DAY, WHOLE, NUMBER, FLAG = "text", "day", "whole", "number", "flag"
EXACT = 2**53  # beyond it a number is given as the nearest that every one of them holds


class Kind(Record):
    """What a column holds, and whether a cell of it may be empty."""

    name: str
    may_lack: bool = False


Text = Annotated[str, Kind(TEXT)]
Day = Annotated[str, Kind(DAY)]
Whole = Annotated[int, Kind(WHOLE)]
Number = Annotated[float, Kind(NUMBER)]
Flag = Annotated[bool, Kind(FLAG)]
WholeOrNot = Annotated[int | None, Kind(WHOLE, may_lack=True)]
NumberOrNot = Annotated[float | None, Kind(NUMBER, may_lack=True)]


class EveningRow(NamedTuple):
    """A session: `counts` is whether it is of a league at all, `finished` whether it is over and
    has a winner."""

    club: Text
    session: Text
    id: Text
    evening: Text
    game: Text
    day: Day
    begun: Text
    counts: Flag
    finished: Flag
    early: Flag
    of_match: Flag
    lowest: Flag
    deals: Whole


class PlayerRow(NamedTuple):
    """Somebody of a session who has a seat at its end, or, where not `seated`, who left one.
    `number` tells the people of a session apart. The best of what `ranked_by` says is the most;
    `place` is there where the session is finished."""

    club: Text
    session: Text
    number: Whole
    player: Text
    seated: Flag
    seat: Whole
    side: Whole
    game: Text
    day: Day
    begun: Text
    counts: Flag
    finished: Flag
    early: Flag
    of_match: Flag
    lowest: Flag
    place: WholeOrNot
    shared: Flag
    ranked_by: NumberOrNot
    result: NumberOrNot
    deals: Whole
    points: Number
    best_deal: NumberOrNot
    best_deal_number: WholeOrNot
    worst_deal: NumberOrNot
    worst_deal_number: WholeOrNot


class ContractRow(NamedTuple):
    """What the declarers of a session took in a contract that has a quota, summed."""

    club: Text
    session: Text
    game: Text
    contract: Text
    deals: Whole
    quota: Number
    taken: Number
    squares: Number
    met: Whole
    points: Number


class DeclaredRow(NamedTuple):
    """How often somebody of a session, by `number`, declared a contract, and the points made."""

    club: Text
    session: Text
    game: Text
    contract: Text
    number: Whole
    player: Text
    deals: Whole
    points: Number


class Rows(NamedTuple):
    """The rows of a session, or of many."""

    evenings: Sequence[EveningRow]
    players: Sequence[PlayerRow]
    contracts: Sequence[ContractRow]
    declared: Sequence[DeclaredRow]


NONE = Rows((), (), (), ())

TABLES: Mapping[str, type[NamedTuple]] = {
    "evenings": EveningRow,
    "players": PlayerRow,
    "contracts": ContractRow,
    "declared": DeclaredRow,
}  # by what they are called wherever they are kept
# What tells the rows of each from one another.
KEYS: Mapping[str, Sequence[str]] = {
    "evenings": ("club", "session"),
    "players": ("club", "session", "number"),
    "contracts": ("club", "session", "contract"),
    "declared": ("club", "session", "contract", "number"),
}


def columns_of(table: str) -> Mapping[str, Kind]:
    """The columns of a table, each with what it holds."""
    annotations: Mapping[str, Any] = TABLES[table].__annotations__
    return {name: found.__metadata__[0] for name, found in annotations.items()}


def rows_of(session: str, evening: Evening, club: str = "") -> Rows:
    """The rows of a session of this name, in a club's league those of the club."""
    told = EveningRow(
        club, session, evening.id, evening.evening, evening.game, evening.day, evening.begun,
        _counts(evening), evening.over, evening.early, evening.match, evening.lowest,
        evening.deals,
    )  # fmt: skip
    return Rows(
        evenings=[told],
        players=[*_seated(told, evening), *_left(told, evening)],
        contracts=[
            _contract(told, contract, taken) for contract, taken in evening.contracts.items()
        ],
        declared=list(_declared(told, evening)),
    )


def together(found: Iterable[Rows]) -> Rows:
    """The rows of many sessions."""
    tables = zip(NONE, *found, strict=True)
    return Rows(*(list(chain(*rows)) for rows in tables))


def in_json(rows: Rows, **of_evenings: str) -> str:
    """The rows by their tables, as one line of JSON, in which a row is an object; those of
    `evenings` with this beside."""
    tables = {table: [row._asdict() for row in found] for table, found in rows._asdict().items()}
    for evening in tables["evenings"]:
        evening.update(of_evenings)
    return json.dumps(tables)


def _counts(evening: Evening) -> bool:
    return evening.deals > 0 and not evening.disputed and not evening.fails


def _seated(told: EveningRow, evening: Evening) -> Iterator[PlayerRow]:
    """Those who have a seat at the end: partners have what their side has, without what others
    did in the seat before."""
    places, ranked = places_of(evening), merits(evening)
    for side, seats in enumerate(evening.sides):
        for seat in seats:
            before = [one for one in evening.left if one.seat == seat]
            deals = evening.deals_of(side) - sum(one.deals for one in before)
            points = evening.points[side] - sum(one.points for one in before)
            row = _player(told, evening, seat, seat, side, deals, points)
            yield row._replace(
                seated=True,
                place=places[side] or None,
                shared=places[side] > 0 and places.count(places[side]) > 1,
                ranked_by=_number(ranked[side]),
                result=_number(evening.results[side]),
            )


def _left(told: EveningRow, evening: Evening) -> Iterator[PlayerRow]:
    """Those who left a seat, with the deals that they played there."""
    side_of = {seat: side for side, seats in enumerate(evening.sides) for seat in seats}
    for number, one in enumerate(evening.left, len(evening.players)):
        side = side_of[one.seat]
        yield _player(told, evening, number, one.seat, side, one.deals, one.points)


def _player(
    told: EveningRow, evening: Evening, number: int, seat: int, side: int, deals: int, points: int
) -> PlayerRow:
    """Somebody's row, without place and result."""
    extremes = evening.high_low[number] if evening.high_low else ()
    return PlayerRow(
        told.club, told.session, number, evening.names[number], False, seat, side, told.game,
        told.day, told.begun, told.counts, told.finished, told.early, told.of_match, told.lowest,
        None, False, None, None, deals, _number(points),
        *(map(_number, extremes) if extremes else (None,) * 4),
    )  # fmt: skip


def _contract(told: EveningRow, contract: str, taken: Sequence[int]) -> ContractRow:
    deals, quota, all_taken, squares, met, points = taken
    return ContractRow(
        told.club, told.session, told.game, contract, deals, _number(quota), _number(all_taken),
        _number(squares), met, _number(points),
    )  # fmt: skip


def _declared(told: EveningRow, evening: Evening) -> Iterator[DeclaredRow]:
    for contract, found in evening.declared.items():
        for number, deals, points in zip(found[::3], found[1::3], found[2::3], strict=True):
            yield DeclaredRow(
                told.club, told.session, told.game, contract, number, evening.names[number], deals,
                _number(points),
            )  # fmt: skip


def _number(value: int) -> float:
    """An exact number as tables hold it: whole, or with its halves and quarters."""
    return value if is_whole(value) and abs(value) <= EXACT else float(value)

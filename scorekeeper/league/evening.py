"""An evening told in one short row, which may be kept: all that a league needs of a session."""

import json
from collections.abc import Mapping, Sequence
from itertools import chain
from operator import add
from typing import NamedTuple

from scorekeeper import __version__
from scorekeeper.base.exact import Part, in_json, of_decimal

MOST = 10**30  # of any number in a row: a session's points, squared and summed, are far below

FORMAT = 15
KIND = f"{__version__}/{FORMAT}"  # what the rows mean; those of another kind are told anew

_WRITE = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), check_circular=False, default=in_json
).encode
_READ = json.JSONDecoder(parse_float=of_decimal).decode


class Taken(NamedTuple):
    """What declarers took in one contract, summed: deals, quotas, takes, their squares, deals in
    which the quota was met, points."""

    deals: int = 0
    quota: int = 0
    taken: int = 0
    squares: int = 0
    met: int = 0
    points: int = 0

    def plus(self, other: Sequence[int]) -> "Taken":
        return Taken(*map(add, self, other))


class Left(NamedTuple):
    """Somebody who left a seat that somebody else has now, with the deals played there, and the
    points of these and of the penalties there."""

    name: str
    seat: int
    deals: int
    points: int


class Evening(NamedTuple):
    """A session in one row. `day` is the time of its first deal in UTC, which readers turn into
    their local day. `sides` and `leaders` are indexes, of players and of sides; `points` are those
    of all deals, penalties and bonuses, of which fewer are better where `lowest`. `results` rank
    the sides: in a `match` the results of its finished games, of which more is better; before the
    first is finished, and in other games, the score. From deal `fails` on the session does not hold
    under its rules, and nothing of that is in the row; 0 where all is well. `played` are the deals
    of each side, none where that is all. `early` says that the players ended it before its end.
    `of` is how many deals the game has, 0 where a score ends it, or it is played again. `id` tells
    one session from another, whatever its file is called; `entries` is how many its log has, `last`
    the time of the latest. `left` are those who left their seat: their deals and points are not
    those of who has it now. `evening` is the `id` of the session with which the evening began,
    where that was another one. `disputed` is the first deal of which a count is in dispute, or,
    with `waits`, that waits for what is said later; 0 where none is. `places` rank the sides, the
    least first, where the results do not, since points by the deals played do, or the rules name
    who won. `high_low` are for each of `names` the points of their best deal, its number, those of
    their worst deal, its number, none where they played no deal, fewer points being better where
    `lowest`. `declared` are by contract those who declared it, as they stand in `names`, each with
    the deals and the points: who, deals, points, who, deals, points, …. `begun` is the time that
    `day` was before it became a day."""

    game: str
    day: str
    players: Sequence[str]
    sides: Sequence[Sequence[int]]
    leaders: Sequence[int]
    lowest: bool
    over: bool
    deals: int
    results: Sequence[int]
    points: Sequence[int]
    contracts: Mapping[str, Sequence[int]]
    fails: int = 0
    match: bool = False
    played: Sequence[int] = ()
    early: bool = False
    of: int = 0
    id: str = ""
    entries: int = 0
    last: str = ""
    left: Sequence[Left] = ()
    evening: str = ""
    disputed: int = 0
    places: Sequence[int] = ()
    waits: bool = False
    high_low: Sequence[Sequence[int]] = ()
    declared: Mapping[str, Sequence[int]] = {}
    begun: str = ""

    def deals_of(self, side: int) -> int:
        """In how many deals a side played."""
        return self.played[side] if self.played else self.deals

    @property
    def names(self) -> Sequence[str]:
        """All who played, at its end or before."""
        return [*self.players, *(one.name for one in self.left)] if self.left else self.players

    @property
    def least_is_best(self) -> bool:
        """Whether the best of the results is the least one."""
        return self.lowest and not self.match


def places_of_sides(evening: Evening) -> Sequence[int]:
    """The place of each side, from 0: those who lead have the first, the others follow by what
    ranks them, and those who are level share the best of their places."""
    told = evening.places or evening.results
    ladder = sorted(told, reverse=not (evening.places or evening.least_is_best))
    lead = len(evening.leaders)
    return [
        0 if side in evening.leaders else max(lead, ladder.index(mine))
        for side, mine in enumerate(told)
    ]


def places_of(evening: Evening) -> Sequence[int]:
    """The place of each side, from 1; 0 where there is none."""
    if not evening.over:
        return [0] * len(evening.sides)
    return [1 + place for place in places_of_sides(evening)]


def merits(evening: Evening) -> Sequence[int]:
    """What ranks each side, of which more is always better."""
    if evening.places:
        return [-place for place in evening.places]
    return [-result for result in evening.results] if evening.least_is_best else evening.results


def row_of_evening(evening: Evening) -> str:
    """The evening as one line of JSON."""
    return _WRITE(evening)


def evening_of_row(row: str, is_kept: bool = True) -> Evening | None:
    """The evening that such a line holds; None where it holds none. One that was not kept, but just
    made, holds one."""
    try:
        told = Evening(*_READ(row))
        evening = told._replace(left=[Left(*one) for one in told.left]) if told.left else told
        return evening if not is_kept or _is_evening(evening) else None
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None


def _are_numbers(numbers: Sequence[int]) -> bool:
    """Whether all are whole numbers, and none is beyond measure."""
    return {int}.issuperset(map(type, numbers)) and max(map(abs, numbers)) <= MOST


def _are_scores(numbers: Sequence[int]) -> bool:
    """The same of what is scored, which need not be whole."""
    return {int, Part}.issuperset(map(type, numbers)) and max(map(abs, numbers), default=0) <= MOST


def _flags_of(evening: Evening) -> tuple[object, ...]:
    return evening.lowest, evening.over, evening.match, evening.early, evening.waits


def _is_evening(evening: Evening) -> bool:
    """Whether everything is of its kind, and every index leads to somebody."""
    game, day, players, sides, leaders, _, _, deals, results, points, contracts, fails, *_ = evening
    seats = list(chain(*sides))
    sizes = (deals, fails, evening.of, evening.entries, evening.disputed)
    of_left = [number for one in evening.left for number in one[1:]]
    of_sides = (*evening.played, *evening.places)
    declared = list(chain.from_iterable(evening.declared.values()))
    who, times = declared[::3], declared[1::3]
    numbers = (*sizes, *of_sides, *seats, *leaders, *who, *times)
    extremes = list(chain(*evening.high_low))
    scores = (*results, *points, *chain(*contracts.values()), *declared, *of_left, *extremes)
    texts = (game, day, evening.id, evening.last, evening.evening, evening.begun)
    names = (*evening.names, *contracts, *evening.declared)
    return (
        {str}.issuperset(map(type, (*texts, *names)))
        and _are_numbers(numbers)
        and _are_scores(scores)
        and {bool}.issuperset(map(type, _flags_of(evening)))
        and all(taken[0] > 0 for taken in contracts.values())
        and min(*sizes, *evening.played) >= 0
        and len(sides) == len(results) == len(points)
        and {len(evening.played), len(evening.places)} <= {0, len(sides)}
        and set(seats) == set(range(len(players)))
        and {one.seat for one in evening.left} <= set(seats)
        and set(leaders) <= set(range(len(sides)))
        and set(map(len, contracts.values())) <= {len(Taken._fields)}
        and set(map(len, evening.high_low)) <= {0, 4}
        and len(evening.high_low) in (0, len(evening.names))
        and not any(len(found) % 3 for found in evening.declared.values())
        and min(times, default=1) > 0
        and set(who) <= set(range(len(evening.names)))
    )

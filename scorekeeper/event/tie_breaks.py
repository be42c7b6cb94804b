"""What parts those at an event whose totals are level.

Each tie-break gives those who are level a key apiece, the best the greatest; it is asked of those
alone whom nothing before it parted, in the order of the plan, and none is asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from scorekeeper.base.exact import exact, ratio
from scorekeeper.base.records import Record
from scorekeeper.event.plan import (
    ALONE,
    BEST_ROUND,
    LAST_ROUND,
    MARGIN,
    MET,
    OTHERS,
    PLAYED,
    POINTS,
    RANK,
    WINS,
    Plan,
)
from scorekeeper.event.round_score import RoundScore

Key = tuple[int, ...]
Numbers = tuple[int | None, ...]


class Field(Record):
    """Everybody's rounds and totals, under a plan; whether fewer points of the game are better."""

    plan: Plan
    lowest: bool
    rounds: Mapping[str, Sequence[RoundScore]]
    totals: Mapping[str, int]

    @property
    def sign(self) -> int:
        """-1 where the least total is the best."""
        return -1 if self.plan.fewer(self.lowest) else 1

    def played(self, person: str) -> list[RoundScore]:
        """The rounds that somebody played, of which the result is there."""
        return [one for one in self.rounds[person] if one.how == PLAYED]


class Parted(Record):
    """A tie-break of some who are level: everybody's key, and the numbers that show it, None of a
    round without a score."""

    keys: Mapping[str, Key]
    numbers: Mapping[str, Numbers]


Number = Callable[[str, Field], int]  # of somebody


def parted_by(what: str, level: Sequence[str], field: Field) -> Parted | None:
    """A tie-break among those who are level; None where it does not apply."""
    if what == MET:
        return _met(level, field)
    if what in (BEST_ROUND, LAST_ROUND):
        return _by_rounds(what, level, field)
    number, sign = _NUMBERS[what], _sign(what, field)
    numbers = {person: (number(person, field),) for person in level}
    return Parted({person: (sign * found[0],) for person, found in numbers.items()}, numbers)


def _sign(what: str, field: Field) -> int:
    """-1 where fewer are better."""
    fewer = {POINTS: field.lowest, RANK: field.plan.fewer_rank, OTHERS: field.sign < 0}
    return -1 if fewer.get(what) else 1


def _sum(of: Callable[[RoundScore, Field], int]) -> Number:
    """What a number of each round that was played comes to, all rounds together."""
    return lambda person, field: sum(of(one, field) for one in field.played(person))


def _mean_total(one: RoundScore, field: Field) -> int:
    """The total that those have on average with whom somebody sat."""
    totals = [field.totals[name] for name in one.others if name in field.totals]
    return ratio(sum(totals), len(totals)) if totals else 0


_NUMBERS: Mapping[str, Number] = {
    POINTS: _sum(lambda one, _: one.points),
    RANK: _sum(lambda one, _: one.rank),
    WINS: _sum(lambda one, _: one.won),
    ALONE: _sum(lambda one, _: one.won == 1),
    MARGIN: _sum(lambda one, _: one.margin),
    OTHERS: _sum(_mean_total),
}


def _met(level: Sequence[str], field: Field) -> Parted | None:
    """How often each finished above one of the others where they met, a half where they were level
    there; None unless each has met each other equally often, and at all."""
    meetings = {pair: _meetings(*pair, field) for pair in combinations(level, 2)}
    if len({len(found) for found in meetings.values()}) != 1 or not all(meetings.values()):
        return None
    numbers = {person: [0] for person in level}
    for (one, other), found in meetings.items():
        for mine, theirs in found:
            numbers[one].append(_half(mine, theirs))
            numbers[other].append(_half(theirs, mine))
    sums = {person: (sum(found),) for person, found in numbers.items()}
    return Parted(sums, sums)


def _half(mine: int, theirs: int) -> int:
    return 1 if mine < theirs else 0 if mine > theirs else exact(1, 2)


def _meetings(one: str, other: str, field: Field) -> list[tuple[int, int]]:
    """The places of two at each table where they met."""
    theirs = {score.round: score.place for score in field.played(other)}
    return [
        (score.place, theirs[score.round])
        for score in field.played(one)
        if other in score.others and score.round in theirs
    ]


def _by_rounds(what: str, level: Sequence[str], field: Field) -> Parted:
    """The scores one after another: the best first, of those that count; or the last round first,
    of all."""
    numbers = {person: _in_order(what, person, field) for person in level}
    keys = {person: _key(scores, field.sign) for person, scores in numbers.items()}
    return Parted(keys, numbers)


def _key(scores: Numbers, sign: int) -> Key:
    """What compares scores one after another; a score is more than none."""
    pairs = ((0, 0) if score is None else (1, sign * score) for score in scores)
    return tuple(part for pair in pairs for part in pair)


def _in_order(what: str, person: str, field: Field) -> Numbers:
    if what == LAST_ROUND:
        return tuple(one.score for one in reversed(field.rounds[person]))
    scores = [one.score for one in field.rounds[person] if one.counts and one.score is not None]
    return tuple(sorted(scores, reverse=field.sign > 0))

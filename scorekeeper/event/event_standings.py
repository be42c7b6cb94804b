"""The standings of an event, and the tie-breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, combinations, pairwise, zip_longest
from typing import NamedTuple

from scorekeeper.base.exact_numbers import exact, ratio
from scorekeeper.base.frozen_values import FrozenRecord
from scorekeeper.event.event_settings import (
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
from scorekeeper.event.round_score import EventPenalty, EventResults, Missing, RoundScore, rounds_of

# --- What parts those at an event whose totals are level ---------------------------------------
# Each tie-break gives those who are level a key apiece, the best the greatest; it is asked of
# those alone whom nothing before it parted, in the order of the plan, and none is asked again.


Key = tuple[int, ...]
Numbers = tuple[int | None, ...]


class Field(FrozenRecord):
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


class Parted(FrozenRecord):
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


# --- event standings ---------------------------------------------------------------------------
# The standings of an event: places, what they are made of, and why each is ahead of the next.


TOTAL = "total"


class Ahead(FrozenRecord):
    """Why somebody is ahead of who follows: by the total or a tie-break, and the two numbers, None
    of a round that has no score."""

    by: str
    mine: int | None
    theirs: int | None


class TieBreak(FrozenRecord):
    """A tie-break that somebody was asked for, and among whom, themselves included; `numbers` are
    compared one after another, None where it does not apply among these."""

    by: str
    among: tuple[str, ...]
    numbers: Numbers | None


class EventStanding(FrozenRecord):
    """Somebody's standing: the place from 1, whether it is shared, the total with penalties, every
    round, the tie-breaks that were asked for, and why they are ahead of who follows, None where
    nobody does or the place is shared with them; `left` where they play no more."""

    name: str
    place: int
    shared: bool
    total: int
    rounds: tuple[RoundScore, ...]
    penalties: tuple[EventPenalty, ...] = ()
    ties: tuple[TieBreak, ...] = ()
    ahead: Ahead | None = None
    left: bool = False


class EventStandings(FrozenRecord):
    """The standings after so many rounds, under a plan; `fewer` says that the least total is the
    best, `missing` which tables have no result yet."""

    plan: Plan
    rounds: int
    fewer: bool
    rows: tuple[EventStanding, ...]
    missing: tuple[Missing, ...] = ()


def event_standings(plan: Plan, played: EventResults) -> EventStandings:
    """The standings of what was played, as far as it goes."""
    rounds = rounds_of(plan, played)
    penalties = {name: _penalties(played, name) for name in played.people}
    totals = {name: _total(rounds[name], penalties[name]) for name in played.people}
    order = _Order(Field(plan, played.lowest, rounds, totals))
    rows = [
        EventStanding(
            name,
            place + 1,
            len(level.names) > 1,
            totals[name],
            rounds[name],
            penalties[name],
            tuple(order.ties[name]),
            level.ahead if name == level.names[-1] else None,
            name in played.left,
        )
        for place, level in _with_places(order.of(played.people))
        for name in level.names
    ]
    fewer = plan.fewer(played.lowest)
    return EventStandings(plan, played.rounds, fewer, tuple(rows), played.missing)


def _penalties(played: EventResults, name: str) -> tuple[EventPenalty, ...]:
    return tuple(one for one in played.penalties if one.person == name)


def _total(rounds: Sequence[RoundScore], penalties: Sequence[EventPenalty]) -> int:
    """The rounds that count, and the penalties, of which none is struck."""
    counted = sum(one.score for one in rounds if one.counts and one.score is not None)
    return counted + sum(one.points for one in penalties)


def _with_places(levels: Sequence[_Level]) -> Iterable[tuple[int, _Level]]:
    """Those who are level, with the number of those before them."""
    before = accumulate((len(level.names) for level in levels), initial=0)
    return zip(before, levels, strict=False)


class _Level(NamedTuple):
    """Those whom nothing parted so far, and why they are ahead of who follows."""

    names: Sequence[str]
    ahead: Ahead | None = None


class _Order:
    """The order of everybody, and the tie-breaks that were asked for on the way."""

    def __init__(self, field: Field) -> None:
        self._field = field
        self.ties: dict[str, list[TieBreak]] = {name: [] for name in field.totals}

    def of(self, people: Sequence[str]) -> list[_Level]:
        """Those who share a place together, the first first."""
        numbers: Mapping[str, Numbers] = {name: (self._field.totals[name],) for name in people}
        keys = {name: (self._field.sign * self._field.totals[name],) for name in people}
        levels = _split(TOTAL, _Level(sorted(people)), Parted(keys, numbers))
        for what in self._field.plan.parting:
            levels = [part for level in levels for part in self._part(what, level)]
        return levels

    def _part(self, what: str, level: _Level) -> Sequence[_Level]:
        """Those who are level, parted by a tie-break."""
        if len(level.names) == 1:
            return [level]
        found = parted_by(what, level.names, self._field)
        for name in level.names:
            numbers = found.numbers[name] if found else None
            self.ties[name].append(TieBreak(what, tuple(level.names), numbers))
        return _split(what, level, found) if found else [level]


def _split(what: str, level: _Level, found: Parted) -> list[_Level]:
    """The same people by their keys, the greatest first. The last of them are ahead of who follows
    for the reason that all of them were."""
    groups = [
        [name for name in level.names if found.keys[name] == key]
        for key in sorted({found.keys[name] for name in level.names}, reverse=True)
    ]
    reasons = [
        _reason(what, found.numbers[group[0]], found.numbers[following[0]])
        for group, following in pairwise(groups)
    ]
    return [*map(_Level, groups, [*reasons, level.ahead])]


def _reason(what: str, mine: Numbers, theirs: Numbers) -> Ahead:
    """The first numbers in which two differ."""
    pairs = zip_longest(mine, theirs)
    return next(Ahead(what, one, other) for one, other in pairs if one != other)

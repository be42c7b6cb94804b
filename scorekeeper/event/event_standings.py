"""The standings of an event, and the tie-breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, combinations, pairwise, zip_longest
from typing import NamedTuple

from scorekeeper.base.exact_numbers import exact, ratio
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

# --- The tie-breaks of an event ----------------------------------------------------------------
# A tie-break gives each tied person a sort key; the greatest is best. Tie-breaks are applied in the
# plan's order, each once, and only among people whom earlier ones left tied.


Key = tuple[int, ...]
Numbers = tuple[int | None, ...]


class Field(NamedTuple):
    """Everybody's rounds and totals under a plan. `lowest` is True if fewer points win the game."""

    plan: Plan
    lowest: bool
    rounds: Mapping[str, Sequence[RoundScore]]
    totals: Mapping[str, int]

    @property
    def sign(self) -> int:
        """Return -1 if the lowest total is best, else 1."""
        return -1 if self.plan.fewer(self.lowest) else 1

    def played(self, person: str) -> list[RoundScore]:
        """Return a person's rounds at tables that have a result."""
        return [one for one in self.rounds[person] if one.how == PLAYED]


class Parted(NamedTuple):
    """The result of a tie-break: each person's sort key (greatest first), and the numbers to show,
    None for a round without a score."""

    keys: Mapping[str, Key]
    numbers: Mapping[str, Numbers]


Number = Callable[[str, Field], int]  # returns a person's number


def parted_by(what: str, level: Sequence[str], field: Field) -> Parted | None:
    """Return the result of a tie-break among the tied people `level`, or None if it does not
    apply."""
    if what == MET:
        return _met(level, field)
    if what in (BEST_ROUND, LAST_ROUND):
        return _by_rounds(what, level, field)
    number, sign = _NUMBERS[what], _sign(what, field)
    numbers = {person: (number(person, field),) for person in level}
    return Parted({person: (sign * found[0],) for person, found in numbers.items()}, numbers)


def _sign(what: str, field: Field) -> int:
    """Return -1 if the lowest number is best in a tie-break, else 1."""
    fewer = {POINTS: field.lowest, RANK: field.plan.fewer_rank, OTHERS: field.sign < 0}
    return -1 if fewer.get(what) else 1


def _sum(of: Callable[[RoundScore, Field], int]) -> Number:
    """Return a function that sums a number over a person's played rounds."""
    return lambda person, field: sum(of(one, field) for one in field.played(person))


def _mean_total(one: RoundScore, field: Field) -> int:
    """Return the mean event total of a person's rivals at a table; 0 without rivals."""
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
    """Return how often each person finished above another tied person at a common table; a tie
    counts 1/2.

    None unless all pairs have met, equally often."""
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
    """Return (place, other's place) at each table where two people met as rivals."""
    theirs = {score.round: score.place for score in field.played(other)}
    return [
        (score.place, theirs[score.round])
        for score in field.played(one)
        if other in score.others and score.round in theirs
    ]


def _by_rounds(what: str, level: Sequence[str], field: Field) -> Parted:
    """Return the tie-break by scores of rounds: BEST_ROUND compares the best counting rounds
    first, LAST_ROUND the latest first."""
    numbers = {person: _in_order(what, person, field) for person in level}
    keys = {person: _key(scores, field.sign) for person, scores in numbers.items()}
    return Parted(keys, numbers)


def _key(scores: Numbers, sign: int) -> Key:
    """Return a sort key that compares scores in order; None is the lowest."""
    pairs = ((0, 0) if score is None else (1, sign * score) for score in scores)
    return tuple(part for pair in pairs for part in pair)


def _in_order(what: str, person: str, field: Field) -> Numbers:
    if what == LAST_ROUND:
        return tuple(one.score for one in reversed(field.rounds[person]))
    scores = [one.score for one in field.rounds[person] if one.counts and one.score is not None]
    return tuple(sorted(scores, reverse=field.sign > 0))


# --- event standings ---------------------------------------------------------------------------
# The standings of an event: places, totals, and why each person is ahead of the next.


TOTAL = "total"


class Ahead(NamedTuple):
    """The reason why a person is ahead of the next: TOTAL or a tie-break, and both people's
    numbers.

    A number is None for a round without a score."""

    by: str
    mine: int | None
    theirs: int | None


class TieBreak(NamedTuple):
    """A tie-break applied to a person, and all people tied then, including that person.

    `numbers` are compared in order; None if the tie-break does not apply."""

    by: str
    among: tuple[str, ...]
    numbers: Numbers | None


class EventStanding(NamedTuple):
    """A person's standing: the place from 1, `shared` if others have it, the total with penalties,
    every round, and the tie-breaks applied.

    `ahead` is the reason for being ahead of the next person; None at the end and within a
    shared place. `left` is True if the person plays no more."""

    name: str
    place: int
    shared: bool
    total: int
    rounds: tuple[RoundScore, ...]
    penalties: tuple[EventPenalty, ...] = ()
    ties: tuple[TieBreak, ...] = ()
    ahead: Ahead | None = None
    left: bool = False


class EventStandings(NamedTuple):
    """The standings after `rounds` rounds, under a plan. `fewer` is True if the lowest total is
    best; `missing` are tables without a result."""

    plan: Plan
    rounds: int
    fewer: bool
    rows: tuple[EventStanding, ...]
    missing: tuple[Missing, ...] = ()


def event_standings(plan: Plan, played: EventResults) -> EventStandings:
    """Return the standings of an event so far."""
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
    """Return the sum of the rounds that count and of all penalties."""
    counted = sum(one.score for one in rounds if one.counts and one.score is not None)
    return counted + sum(one.points for one in penalties)


def _with_places(levels: Sequence[_Level]) -> Iterable[tuple[int, _Level]]:
    """Return each group of tied people with the number of people ahead of it."""
    before = accumulate((len(level.names) for level in levels), initial=0)
    return zip(before, levels, strict=False)


class _Level(NamedTuple):
    """A group of people tied so far, and the reason why they are ahead of the next group."""

    names: Sequence[str]
    ahead: Ahead | None = None


class _Order:
    """The order of all people, and the tie-breaks that were applied."""

    def __init__(self, field: Field) -> None:
        self._field = field
        self.ties: dict[str, list[TieBreak]] = {name: [] for name in field.totals}

    def of(self, people: Sequence[str]) -> list[_Level]:
        """Return the people in groups, each with an equal place, best first."""
        numbers: Mapping[str, Numbers] = {name: (self._field.totals[name],) for name in people}
        keys = {name: (self._field.sign * self._field.totals[name],) for name in people}
        levels = _split(TOTAL, _Level(sorted(people)), Parted(keys, numbers))
        for what in self._field.plan.parting:
            levels = [part for level in levels for part in self._part(what, level)]
        return levels

    def _part(self, what: str, level: _Level) -> Sequence[_Level]:
        """Return a group of tied people split by a tie-break."""
        if len(level.names) == 1:
            return [level]
        found = parted_by(what, level.names, self._field)
        for name in level.names:
            numbers = found.numbers[name] if found else None
            self.ties[name].append(TieBreak(what, tuple(level.names), numbers))
        return _split(what, level, found) if found else [level]


def _split(what: str, level: _Level, found: Parted) -> list[_Level]:
    """Return tied people grouped by key, greatest first.

    The last group gets the whole group's reason for being ahead of the next level."""
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
    """Return the first two numbers that differ, as the reason of a place."""
    pairs = zip_longest(mine, theirs)
    return next(Ahead(what, one, other) for one, other in pairs if one != other)

"""The standings of an event: places, what they are made of, and why each is ahead of the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise, zip_longest
from typing import NamedTuple

from scorekeeper.base.records import Record
from scorekeeper.event.plan import Plan
from scorekeeper.event.round_score import Penalty, Played, RoundScore, rounds_of
from scorekeeper.event.table_result import Missing
from scorekeeper.event.tie_breaks import Field, Numbers, Parted, parted_by

TOTAL = "total"


class Ahead(Record):
    """Why somebody is ahead of who follows: by the total or a tie-break, and the two numbers, None
    of a round that has no score."""

    by: str
    mine: int | None
    theirs: int | None


class TieBreak(Record):
    """A tie-break that somebody was asked for, and among whom, themselves included; `numbers` are
    compared one after another, None where it does not apply among these."""

    by: str
    among: tuple[str, ...]
    numbers: Numbers | None


class EventRow(Record):
    """Somebody's standing: the place from 1, whether it is shared, the total with penalties, every
    round, the tie-breaks that were asked for, and why they are ahead of who follows, None where
    nobody does or the place is shared with them; `left` where they play no more."""

    name: str
    place: int
    shared: bool
    total: int
    rounds: tuple[RoundScore, ...]
    penalties: tuple[Penalty, ...] = ()
    ties: tuple[TieBreak, ...] = ()
    ahead: Ahead | None = None
    left: bool = False


class EventStandings(Record):
    """The standings after so many rounds, under a plan; `fewer` says that the least total is the
    best, `missing` which tables have no result yet."""

    plan: Plan
    rounds: int
    fewer: bool
    rows: tuple[EventRow, ...]
    missing: tuple[Missing, ...] = ()


def event_standings(plan: Plan, played: Played) -> EventStandings:
    """The standings of what was played, as far as it goes."""
    rounds = rounds_of(plan, played)
    penalties = {name: _penalties(played, name) for name in played.people}
    totals = {name: _total(rounds[name], penalties[name]) for name in played.people}
    order = _Order(Field(plan, played.lowest, rounds, totals))
    rows = [
        EventRow(
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


def _penalties(played: Played, name: str) -> tuple[Penalty, ...]:
    return tuple(one for one in played.penalties if one.person == name)


def _total(rounds: Sequence[RoundScore], penalties: Sequence[Penalty]) -> int:
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

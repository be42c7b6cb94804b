"""How the standings of an event are made: what counts, how much of it, and what parts those who are
level."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.base.exact import exact
from scorekeeper.base.records import Record

# What the rounds are added up by.
BY = POINTS, MEAN, RANK, WINS = "points", "mean", "rank", "wins"
# What parts those whose totals are level.
ALONE, MET, MARGIN, OTHERS = "alone", "met", "margin", "others"
BEST_ROUND, LAST_ROUND = "best-round", "last-round"
TIES = (POINTS, RANK, WINS, ALONE, MET, MARGIN, BEST_ROUND, LAST_ROUND, OTHERS)
# By what is added up, what parts those who are level where a plan says nothing else.
USUAL = {
    POINTS: (WINS, MET, BEST_ROUND), MEAN: (WINS, MET, BEST_ROUND), RANK: (POINTS, WINS, MET),
    WINS: (POINTS, MET, OTHERS),
}  # fmt: skip

# How somebody spent a round.
PLAYED, OPEN, OUT, LATE, ABSENT, LEFT = "played", "open", "out", "late", "absent", "left"

TWELVE = 12  # points of a table's first place; those of two to five people then are whole


class Plan(Record):
    """The plan of an event's standings. The rounds are added up `by` points, points a deal, rank
    points or games won, of which only the `best` count where that is not 0. `rank_points` are by
    place, a list for each size of table. `ties` part those who are level, in this order. `out`,
    `late` and `absent` are what a round counts for who sat out, had not come yet, or was not there:
    None is no score, as of a round that was not played."""

    by: str = POINTS
    best: int = 0
    rank_points: tuple[tuple[int, ...], ...] = ()
    ties: tuple[str, ...] | None = None
    out: int | None = None
    late: int | None = None
    absent: int | None = None

    @property
    def parting(self) -> tuple[str, ...]:
        """What parts those who are level, in its order."""
        return USUAL[self.by] if self.ties is None else self.ties

    @property
    def fewer_rank(self) -> bool:
        """Whether fewer rank points are better: where the first place has the fewest."""
        return any(points[0] < points[-1] for points in self.rank_points)

    def fewer(self, lowest: bool) -> bool:
        """Whether the least total is the best, in a game in which fewer points are or are not."""
        return {POINTS: lowest, MEAN: lowest, RANK: self.fewer_rank, WINS: False}[self.by]

    def fixed(self, how: str) -> int | None:
        """What a round counts for somebody who did not play."""
        return {OUT: self.out, LATE: self.late, ABSENT: self.absent}.get(how)


def points_by_place(plan: Plan, size: int) -> Sequence[int]:
    """The rank points at a table of this size, the first place first. A plan that says none gives
    the first 12, the last none, the others by equal steps between. Where its lists have none of
    this size the longest does: places beyond its end have what its last has."""
    for points in plan.rank_points:
        if len(points) == size:
            return points
    if plan.rank_points:
        longest = max(plan.rank_points, key=len)
        return [longest[min(place, len(longest) - 1)] for place in range(size)]
    if size == 1:
        return [TWELVE]
    return [exact(TWELVE * (size - 1 - place), size - 1) for place in range(size)]


def rank_points(plan: Plan, size: int, place: int, sharing: int) -> int:
    """The rank points of a place from 0 that so many share: the mean of those of the places that
    they fill."""
    filled = points_by_place(plan, size)[place : place + sharing]
    total = sum(filled)
    return exact(total.numerator, total.denominator * len(filled))

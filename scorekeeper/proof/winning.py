"""Whether a side can still finish level with or ahead of every rival: points for each deal with
which it does, or None.

A side's margins are by how much it leads each rival. Each deal adds to them, and at the end none
may be negative.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from operator import ge
from typing import NamedTuple

from scorekeeper.proof.possible import Points
from scorekeeper.proof.unknown import Unknown
from scorekeeper.text.message import say

MOST_STEPS, MANY = 400_000, 100
Margins = tuple[int, ...]


class Front(NamedTuple):
    """The margins that a deal may add, without those that another equals or exceeds against every
    rival, with points that give them; the least for each rival, and the most for each group of
    rivals."""

    margins: tuple[Margins, ...]
    points: Mapping[Margins, Points]
    least: Margins
    most: tuple[int, ...]


def margins_of(
    points: Points, side: int, sign: int, rivals: Sequence[int] | None = None
) -> Margins:
    """By how much a side leads each rival, all other sides where none are named; `sign` is -1 where
    the lowest total wins."""
    own = points[side]
    if rivals is None:
        return tuple([sign * (own - number) for number in (*points[:side], *points[side + 1 :])])
    return tuple([sign * (own - points[rival]) for rival in rivals])


def front_of(
    every: Iterable[Points], side: int, sign: int, rivals: Sequence[int] | None = None
) -> Front:
    """The best that a deal with these points can do for a side."""
    found = {margins_of(points, side, sign, rivals): points for points in every}
    best = tuple(undominated(found))
    groups = groups_of(len(best[0]))
    most = tuple(max(sum([m[r] for r in group]) for m in best) for group in groups)
    return Front(best, {m: found[m] for m in best}, tuple(map(min, zip(*best, strict=True))), most)


def groups_of(rivals: int) -> list[tuple[int, ...]]:
    """Groups of rivals: every single one and all together; every group where there are at most
    four."""
    sizes = range(1, rivals + 1) if rivals <= 4 else (1, rivals)
    return [group for size in sizes for group in combinations(range(rivals), size)]


def undominated(every: Collection[Margins]) -> list[Margins]:
    """The margins that no other equals or exceeds against every rival, the greatest first."""
    if len(next(iter(every), ())) <= 2:
        return _staircase(every)
    kept: list[Margins] = []
    for margins in sorted(every, key=lambda m: (sum(m), m), reverse=True):
        if len(kept) > MANY or not any(all(map(ge, other, margins)) for other in kept):
            kept.append(margins)  # among very many, looking for the better costs more than it saves
    return kept


def _staircase(every: Collection[Margins]) -> list[Margins]:
    """The margins that no other equals or exceeds, against one or two rivals, in one pass."""
    kept: list[Margins] = []
    for margins in sorted(every, reverse=True):
        if not kept or (margins and margins[-1] > kept[-1][-1]):
            kept.append(margins)
    return kept


def winning_run(start: Margins, fronts: Sequence[Front]) -> list[Points] | None:
    """Points for each deal, in order, after which no margin is negative; None where there are none.
    Raises Unknown where there are too many ways to search."""
    if not start:
        return [front.points[front.margins[0]] for front in fronts]
    order = sorted(range(len(fronts)), key=lambda place: len(fronts[place].margins))
    sorted_fronts = [fronts[place] for place in order]
    if _is_hopeless(start, sorted_fronts):
        return None
    steps = _greedy(start, sorted_fronts) or _searched(start, sorted_fronts)
    if steps is None:
        return None
    run = dict(zip(order, steps, strict=True))
    return [fronts[place].points[run[place]] for place in range(len(fronts))]


def _is_hopeless(start: Margins, fronts: Sequence[Front]) -> bool:
    """Whether some rival, or several together, stay ahead even if every deal were the best
    against them."""
    return any(
        sum(start[r] for r in group) + sum(front.most[place] for front in fronts) < 0
        for place, group in enumerate(groups_of(len(start)))
    )


def _greedy(start: Margins, fronts: Sequence[Front]) -> list[Margins] | None:
    """In each deal the margins that help most against the rival who is then closest to winning."""
    steps, now = [], start
    for front in fronts:
        _, _, step, now = max(
            (min(then := _plus(now, m)), sum(then), m, then) for m in front.margins
        )
        steps.append(step)
    return steps if min(now) >= 0 else None


def _plus(left: Margins, right: Margins) -> Margins:
    return tuple([a + b for a, b in zip(left, right, strict=True)])


def _searched(start: Margins, fronts: Sequence[Front]) -> list[Margins] | None:
    """A search of all margins that can be reached, deal by deal: those that can no longer end
    without a negative margin are dropped, and those beyond what can still be lost are cut to
    that."""
    groups = groups_of(len(start))
    levels: list[dict[Margins, tuple[Margins, Margins]]] = []
    now, work = [start], 0
    for place, front in enumerate(fronts):
        rest = fronts[place + 1 :]
        enough = tuple(-sum(f.least[r] for f in rest) for r in range(len(start)))
        most = [sum(f.most[g] for f in rest) for g in range(len(groups))]
        work += len(now) * len(front.margins)
        if work > MOST_STEPS:
            raise Unknown(say("the deals to come can go in too many ways to try them all"))
        reached: dict[Margins, tuple[Margins, Margins]] = {}
        for before in now:
            for step in front.margins:
                then = tuple([min(a + b, c) for a, b, c in zip(before, step, enough, strict=True)])
                if then not in reached and all(
                    sum([then[r] for r in group]) + top >= 0
                    for group, top in zip(groups, most, strict=True)
                ):
                    reached[then] = (before, step)
        if not reached:
            return None
        levels.append(reached)
        now = undominated(reached)
    return _way_back(levels, now[0]) if levels else [] if min(start) >= 0 else None


def _way_back(
    levels: Sequence[Mapping[Margins, tuple[Margins, Margins]]], end: Margins
) -> list[Margins]:
    steps = []
    for level in reversed(levels):
        end, step = level[end]
        steps.append(step)
    return steps[::-1]

"""Groups of which only sums are left: what such sums can be is known at once, however many numbers
are still open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import NamedTuple

from scorekeeper.proof.groups_begun import KnownNumber, Path, ResultGroup, Start
from scorekeeper.proof.open_deal import LeftDeal
from scorekeeper.proof.open_numbers import Failed, Left, Open, ends, total
from scorekeeper.proof.results import joined


class End(NamedTuple):
    """The least or the most that a side scores in a group, and what is entered there."""

    side: int
    points: int
    path: Path


def free_from(numbers: Sequence[KnownNumber]) -> int:
    """The place from which on no number hangs on another, as those of a total do."""
    bound = [place for place, number in enumerate(numbers) if number.columns.total is not None]
    return bound[-1] + 1 if bound else 0


def are_only_added(left: LeftDeal) -> bool:
    """Whether numbers that do not hang on each other can be anything by now: all that is left are
    points that add them up, each number once, and of which the sum is known."""
    known = (left.refused, left.row, left.excess)
    if left.others or any(isinstance(one, (Open, Failed)) for one in known):
        return False
    points = _open_points(left).values()
    return all(map(_is_added, points)) and isinstance(_sum(points), int)


def all_told(left: LeftDeal) -> LeftDeal:
    """What is left once the points are told."""
    return left._replace(points=(None,) * len(left.points))


def whole_group(
    start: Start, rest: Sequence[KnownNumber], left: LeftDeal, group: ResultGroup
) -> ResultGroup:
    """Such a group with everything told, and the smallest numbers entered for the rest."""
    points = _open_points(left)
    smallest = {number.name: min(number.values, key=abs) for number in rest}
    reach = joined(group.reach, *({start.roles[s] or "": ends(p)} for s, p in points.items()))
    more = _sum(points.values())
    return ResultGroup(
        number=group.number * prod(len(number.values) for number in rest),
        weight=group.weight + sum(map(abs, smallest.values())),
        path=_with(group.path, smallest),
        sums=frozenset(one + more for one in group.sums),
        reach=reach,
    )


def ends_of(rest: Sequence[KnownNumber], left: LeftDeal, group: ResultGroup) -> list[End]:
    """Where the first side whose points are open scores least and most."""
    found = list[End]()
    for side, points in [*_open_points(left).items()][:1]:
        times = {term.parts[0]: number for term, number in _terms(points)}
        for points_there, sign in zip(ends(points), (-1, 1), strict=True):
            entered = {
                number.name: number.values[-1 if sign * times.get(number.name, 0) > 0 else 0]
                for number in rest
            }
            found.append(End(side, points_there, _with(group.path, entered)))
    return found


def _open_points(left: LeftDeal) -> dict[int, Left]:
    """The points that are not told yet, by side."""
    return {side: one for side, one in enumerate(left.points) if one is not None}


def _is_added(points: Left) -> bool:
    """Whether points are some numbers added up, so that their least and most do come up."""
    return isinstance(points, Open) and all(term.kind == "number" for term, _ in _terms(points))


def _terms(points: Open) -> Sequence[tuple[Open, int]]:
    """What is added up, each so many times."""
    return points.parts[1] if points.kind == "sum" else ((points, 1),)


def _sum(points: Iterable[Left]) -> Left:
    return total((one, 1) for one in points)


def _with(path: Path, entered: Mapping[str, int]) -> Path:
    """The path after these numbers were entered as well."""
    for number in entered.values():
        path = (path, number)
    return path

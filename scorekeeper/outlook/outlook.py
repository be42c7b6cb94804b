"""The outlook of a session: for each side what is still possible, and a proof where it can win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.outlook.course import Course, courses, step_points, unknown
from scorekeeper.outlook.possible import Points, Possible, Unknown
from scorekeeper.outlook.winning import front_of, margins_of, winning_run
from scorekeeper.standing import Standing, match_totals, winners


class Chance(NamedTuple):
    """What is still possible for a side: its best and worst final total, whether it can win or
    share, and points for each deal to come with which it does. None where it cannot be told."""

    best: int | None
    worst: int | None
    can_win: bool | None
    proof: tuple[Points, ...] | None


class Outlook(NamedTuple):
    """The chances of the sides in order, whether it is decided, how many deals are to come, and why
    nothing can be told where that is so."""

    sides: tuple[Chance, ...]
    decided: bool
    left: int | None
    because: str | None = None


def outlook_of(standing: Standing) -> Outlook:
    """What can still come of a session."""
    if standing.state.over:
        return _over(standing)
    possible = Possible(standing.agreed.rules)
    because = unknown(standing, possible)
    if because is None:
        try:
            return _outlook(standing, possible)
        except Unknown as reason:
            because = str(reason)
    return Outlook((Chance(None, None, None, None),) * len(standing.agreed.sides), False, None, because)


def sign_of(standing: Standing) -> int:
    """1 where the highest total wins, -1 where the lowest does."""
    return -1 if standing.agreed.rules.game.lowest_wins else 1


def _over(standing: Standing) -> Outlook:
    totals = match_totals(standing) or standing.state.totals
    won = winners(standing)
    return Outlook(
        tuple(Chance(t, t, side in won, () if side in won else None) for side, t in enumerate(totals)), True, 0
    )


def _outlook(standing: Standing, possible: Possible) -> Outlook:
    sign, every = sign_of(standing), courses(standing, possible)
    points = [[step_points(standing, possible, step) for step in course] for course in every]
    sides = tuple(_chance(standing, side, sign, points) for side in range(len(standing.agreed.sides)))
    return Outlook(sides, sum(bool(side.can_win) for side in sides) == 1, len(every[0]))


def _chance(standing: Standing, side: int, sign: int, points: Sequence[Sequence[frozenset[Points]]]) -> Chance:
    totals = standing.state.totals
    ends = [
        totals[side] + sum(end(p[side] for p in step) for step in course) for course in points for end in (min, max)
    ]
    best, worst = (max(ends), min(ends)) if sign > 0 else (min(ends), max(ends))
    proof = _proof(standing, side, sign, points)
    return Chance(best, worst, proof is not None, proof)


def _proof(
    standing: Standing, side: int, sign: int, points: Sequence[Sequence[frozenset[Points]]]
) -> tuple[Points, ...] | None:
    start = margins_of(standing.state.totals, side, sign)
    fronts = {step: front_of(step, side, sign) for step in {step for course in points for step in course}}
    for course in points:
        run = winning_run(start, [fronts[step] for step in course])
        if run is not None:
            return tuple(run)
    return None


__all__ = ["Chance", "Course", "Outlook", "outlook_of", "sign_of"]

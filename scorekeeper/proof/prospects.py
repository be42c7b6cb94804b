"""The outlook of a session: for each side what is still possible, and a proof where it can win."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from scorekeeper.game.standing import Standing, final_totals, winners
from scorekeeper.proof.coming_deals import Course, courses, sign_of, step_parts, unknown
from scorekeeper.proof.fronts import Parts, ends, front
from scorekeeper.proof.possible import Points, Possible
from scorekeeper.proof.unknown import Unknown
from scorekeeper.proof.winning import margins_of, winning_run
from scorekeeper.text.message import Words

Steps = Sequence[Parts]


class Chance(NamedTuple):
    """What is still possible for a side: its best and worst final total, whether it can win or
    share, and as proof the points of each deal to come with which it does, on `course`. None where
    it cannot be worked out."""

    best: int | None
    worst: int | None
    can_win: bool | None
    proof: tuple[Points, ...] | None = None
    course: Course = ()


NOTHING_KNOWN = Chance(best=None, worst=None, can_win=None)


class Outlook(NamedTuple):
    """The chances of the sides in order, whether the winner is decided, how many deals are to come;
    `because` says why nothing can be worked out."""

    sides: tuple[Chance, ...]
    decided: bool
    left: int | None
    because: Words | None = None


class Blockers(NamedTuple):
    """Rivals whom a side cannot catch all, however the deals go. `ahead` is by how many points a
    single one stays ahead at least; None where they are several."""

    rivals: tuple[int, ...]
    ahead: int | None


def outlook_of(standing: Standing, possible: Possible) -> Outlook:
    """What can still come of a session."""
    if standing.state.over:
        return _over(standing)
    because = unknown(standing, possible)
    if because is None:
        try:
            return _outlook(standing, possible)
        except Unknown as reason:
            because = reason.why
    sides = (NOTHING_KNOWN,) * len(standing.agreed.sides)
    return Outlook(sides, decided=False, left=None, because=because)


def _over(standing: Standing) -> Outlook:
    totals = final_totals(standing)
    won = winners(standing)
    sides = tuple(
        Chance(best=total, worst=total, can_win=side in won, proof=() if side in won else None)
        for side, total in enumerate(totals)
    )
    return Outlook(sides, decided=True, left=0)


def _outlook(standing: Standing, possible: Possible) -> Outlook:
    every = courses(standing, possible)
    steps = [[step_parts(standing, possible, step) for step in course] for course in every]
    sides = tuple(
        _chance(standing, possible, side, every, steps)
        for side in range(len(standing.agreed.sides))
    )
    decided = sum(bool(side.can_win) for side in sides) == 1
    return Outlook(sides, decided, left=len(every[0]))


def _chance(
    standing: Standing,
    possible: Possible,
    side: int,
    every: Sequence[Course],
    steps: Sequence[Steps],
) -> Chance:
    total, sign = standing.state.totals[side], sign_of(standing)
    found = [
        total + sum(ends(possible, step, side)[end] for step in course)
        for course in steps
        for end in (0, 1)
    ]
    best, worst = (max(found), min(found)) if sign > 0 else (min(found), max(found))
    place, run = _run(standing, possible, side, steps)
    return Chance(
        best=best,
        worst=worst,
        can_win=run is not None,
        proof=run,
        course=() if run is None else every[place],
    )


def _run(
    standing: Standing,
    possible: Possible,
    side: int,
    steps: Sequence[Steps],
    rivals: tuple[int, ...] | None = None,
) -> tuple[int, tuple[Points, ...] | None]:
    """The number of the first course on which the side can finish level with or ahead of all
    rivals, or of these, with the points of each deal; 0 and None where there is none."""
    sign = sign_of(standing)
    start = margins_of(standing.state.totals, side, sign, rivals)
    for place, course in enumerate(steps):
        run = winning_run(start, [front(possible, step, side, sign, rivals) for step in course])
        if run is not None:
            return place, tuple(run)
    return 0, None


# --- who is in the way ---------------------------------------------------------------------------


def blockers_of(standing: Standing, side: int, possible: Possible) -> Blockers:
    """The smallest group of rivals because of whom a side cannot win any more; of several single
    ones, the one who stays ahead by the most."""
    rivals = [rival for rival in range(len(standing.agreed.sides)) if rival != side]
    steps = [
        [step_parts(standing, possible, step) for step in course]
        for course in courses(standing, possible)
    ]
    ahead = {rival: _ahead(standing, possible, side, rival, steps) for rival in rivals}
    most = max(rivals, key=lambda rival: ahead[rival])
    if ahead[most] > 0:
        return Blockers((most,), ahead[most])
    groups = (group for size in range(2, len(rivals)) for group in combinations(rivals, size))
    together = next(
        (group for group in groups if _run(standing, possible, side, steps, group)[1] is None),
        tuple(rivals),
    )
    return Blockers(together, None)


def _ahead(
    standing: Standing, possible: Possible, side: int, rival: int, steps: Sequence[Steps]
) -> int:
    """By how many points a rival stays ahead when every deal goes as well as possible for the side
    against that rival."""
    sign = sign_of(standing)
    now = sign * (standing.state.totals[rival] - standing.state.totals[side])
    best = [
        sum(front(possible, step, side, sign, (rival,)).most[0] for step in course)
        for course in steps
    ]
    return now - max(best)

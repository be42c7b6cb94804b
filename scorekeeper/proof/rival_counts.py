"""Last deal: for each own count, the rivals' counts with which this side still wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.session import Agreed
from scorekeeper.game.standing import Standing
from scorekeeper.proof.coming_deals import sign_of
from scorekeeper.proof.possible import Result
from scorekeeper.proof.shown_number import shown_number

Bounds = tuple[int | None, int | None]


class Found(NamedTuple):
    """A result of the coming deal, the side's margin to each rival after it, and whether the side
    can still win."""

    result: Result
    after: tuple[int, ...]
    wins: bool


class RivalCounts(NamedTuple):
    """In the last deal: with any of `own`, the side wins or shares when each of these rivals has a
    count within its bounds. Where bounds on counts do not decide it, `rivals` is None and `ahead`
    has, by rival, how many points more than that rival the side must score."""

    own: tuple[int, ...]
    rivals: Mapping[int, Bounds] | None
    ahead: Mapping[int, int]


def rival_counts_of(standing: Standing, side: int, own: int, found: Sequence[Found]) -> RivalCounts:
    """The condition on the rivals under which one own count wins, given every result with that
    count; on one rival alone where that decides it."""
    agreed = standing.agreed
    rivals = [other for other in range(len(agreed.sides)) if other != side]
    for asked in (*([rival] for rival in rivals), rivals):
        bounds = {rival: _bound(agreed, rival, found) for rival in asked}
        if all(f.wins == _within(agreed, bounds, f.result) for f in found):
            return RivalCounts(
                (own,),
                {rival: bound for rival, bound in bounds.items() if bound != (None, None)},
                {},
            )
    return RivalCounts((own,), None, _ahead(standing, side, rivals, found))


def _bound(agreed: Agreed, rival: int, found: Sequence[Found]) -> Bounds:
    every = [(shown_number(agreed, f.result, rival)[1], f.wins) for f in found]
    winning = [own for own, wins in every if wins]
    least, most = min(winning), max(winning)
    return (
        least if least > min(own for own, _ in every) else None,
        most if most < max(own for own, _ in every) else None,
    )


def _within(agreed: Agreed, bounds: Mapping[int, Bounds], result: Result) -> bool:
    for rival, (least, most) in bounds.items():
        own = shown_number(agreed, result, rival)[1]
        if (least is not None and own < least) or (most is not None and own > most):
            return False
    return True


def _ahead(
    standing: Standing, side: int, rivals: Sequence[int], found: Sequence[Found]
) -> Mapping[int, int]:
    """By how many points a side must outscore each rival who may stay ahead."""
    totals, sign = standing.state.totals, sign_of(standing)
    behind = {rival: sign * (totals[rival] - totals[side]) for rival in rivals}
    return {
        rival: behind[rival]
        for place, rival in enumerate(rivals)
        if any(f.after[place] < 0 for f in found)
    }

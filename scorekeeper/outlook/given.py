"""With what the others may have a number of one's own is enough in the last deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.outlook.coming_deals import sign_of
from scorekeeper.outlook.possible import Result
from scorekeeper.outlook.told import own_count
from scorekeeper.session import Agreed
from scorekeeper.standing import Standing

Bounds = tuple[int | None, int | None]


class Found(NamedTuple):
    """A result of the coming deal, how far the side is ahead of each rival after it, and whether it
    can still win."""

    result: Result
    after: tuple[int, ...]
    wins: bool


class Given(NamedTuple):
    """In the last deal: with any of `own`, the side wins or shares when each of these rivals has
    at least and at most so many. Where counts do not say it, `rivals` is None and `ahead` names
    the rivals whom the deal must bring the side up to, and by how many points more than them."""

    own: tuple[int, ...]
    rivals: Mapping[int, Bounds] | None
    ahead: Mapping[int, int]


def given_of(standing: Standing, side: int, own: int, found: Sequence[Found]) -> Given:
    """What one number of the side's own needs of the others; of one rival alone where that says
    it all."""
    agreed = standing.agreed
    rivals = [other for other in range(len(agreed.sides)) if other != side]
    for asked in (*([rival] for rival in rivals), rivals):
        bounds = {rival: _bound(agreed, rival, found) for rival in asked}
        if all(f.wins == _within(agreed, bounds, f.result) for f in found):
            return Given(
                (own,),
                {rival: bound for rival, bound in bounds.items() if bound != (None, None)},
                {},
            )
    return Given((own,), None, _ahead(standing, side, rivals, found))


def _bound(agreed: Agreed, rival: int, found: Sequence[Found]) -> Bounds:
    every = [(own_count(agreed, f.result, rival)[1], f.wins) for f in found]
    winning = [own for own, wins in every if wins]
    least, most = min(winning), max(winning)
    return (
        least if least > min(own for own, _ in every) else None,
        most if most < max(own for own, _ in every) else None,
    )


def _within(agreed: Agreed, bounds: Mapping[int, Bounds], result: Result) -> bool:
    for rival, (least, most) in bounds.items():
        own = own_count(agreed, result, rival)[1]
        if (least is not None and own < least) or (most is not None and own > most):
            return False
    return True


def _ahead(
    standing: Standing, side: int, rivals: Sequence[int], found: Sequence[Found]
) -> Mapping[int, int]:
    """By how many points more than a rival's a side catches up, of those rivals who may stay
    ahead."""
    totals, sign = standing.state.totals, sign_of(standing)
    behind = {rival: sign * (totals[rival] - totals[side]) for rival in rivals}
    return {
        rival: behind[rival]
        for place, rival in enumerate(rivals)
        if any(f.after[place] < 0 for f in found)
    }

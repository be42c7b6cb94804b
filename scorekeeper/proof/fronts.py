"""The best that a deal to come can do for a side, remembered for each kind of deal."""

from __future__ import annotations

from scorekeeper.proof.possible import Points, Possible
from scorekeeper.proof.winning import Front, front_of

# the points that a deal may bring, apart for each kind of deal it may be
Parts = frozenset[frozenset[Points]]


def front(
    possible: Possible, parts: Parts, side: int, sign: int, rivals: tuple[int, ...] | None = None
) -> Front:
    """The best that a deal can do for a side against all rivals, or against these alone."""
    key = (parts, side, rivals)
    if key not in possible.fronts:
        if len(parts) > 1:
            fronts = [front(possible, frozenset([part]), side, sign, rivals) for part in parts]
            every = [points for one in fronts for points in one.points.values()]
        else:
            every = [points for part in parts for points in part]
        possible.fronts[key] = front_of(every, side, sign, rivals)
    found: Front = possible.fronts[key]
    return found


def ends(possible: Possible, parts: Parts, side: int) -> tuple[int, int]:
    """The fewest and the most points that a deal can bring a side."""
    if (parts, side) not in possible.ends:
        if len(parts) > 1:
            each = [ends(possible, frozenset([part]), side) for part in parts]
            possible.ends[parts, side] = (
                min(low for low, _ in each),
                max(high for _, high in each),
            )
        else:
            own = [points[side] for part in parts for points in part]
            possible.ends[parts, side] = (min(own), max(own))
    return possible.ends[parts, side]

"""By what a need is told: the one count of a deal that its points hang on, else the points
themselves."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.outlook.possible import Result
from scorekeeper.session import Agreed


def own_count(agreed: Agreed, result: Result, side: int) -> tuple[str | None, int]:
    """The count that a result is told by, and how many the side has of it; where there is none or
    more than one, None and the side's points."""
    given = [name for name in agreed.rules.counts if name in result.facts]
    return (
        (given[0], _of_side(agreed, result, given[0], side))
        if len(given) == 1
        else (None, result.points[side])
    )


def _of_side(agreed: Agreed, result: Result, name: str, side: int) -> int:
    column: Sequence[int] = result.facts[name]
    return (
        sum(column[seat] for seat in agreed.sides[side])
        if agreed.rules.counts[name].by_player
        else column[side]
    )

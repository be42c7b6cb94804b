"""Chooses the number shown in a “needs” sentence: the deal's only count, otherwise its points."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.game.session import Agreed
from scorekeeper.proof.possible import Result


def shown_number(agreed: Agreed, result: Result, side: int) -> tuple[str | None, int]:
    """The id of the result's only count and the side's number in it, partners added up; None and
    the side's points where the result has no count or several."""
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

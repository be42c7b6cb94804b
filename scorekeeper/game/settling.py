"""How the ledgers of a game are settled when it is over."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.game.facts import per_side
from scorekeeper.game.game_end import at_the_end
from scorekeeper.game.schedule import State
from scorekeeper.game.session import Agreed
from scorekeeper.rules.formula import number_of
from scorekeeper.rules.model import EVERY_SIDE, Settlement


def settled_points(
    agreed: Agreed, state: State, rules: Settlement, won: Sequence[int]
) -> tuple[int, ...]:
    """What each side has in the end, of whom these `won` by their totals. Raises FormulaError where
    a formula has no answer."""
    facts, columns = at_the_end(agreed, state, won)
    points = [0] * len(state.totals)
    step = agreed.rules.game.step
    if rules.points is not None:
        own = per_side({EVERY_SIDE: rules.points}, facts, columns)
        points = [divided(number, rules.per, rules.rounding, step) for number in own]
    if rules.pair is not None:
        for (me, other), seen in facts.of_pairs(columns).items():
            paid = divided(number_of(rules.pair, seen), rules.per, rules.rounding, step)
            points[me] += paid
            points[other] -= paid
    return tuple(points)


def divided(number: int, by: int, rounding: str, step: int = 1) -> int:
    """A number divided and rounded to a step: `down`, `up`, or to the `nearest`, what lies halfway
    away from nothing."""
    by *= step
    if rounding == "down":
        return number // by * step
    if rounding == "up":
        return -(-number // by) * step
    nearest = (2 * abs(number) + by) // (2 * by) * step
    return nearest if number >= 0 else -nearest

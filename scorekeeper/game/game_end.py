"""What the rules say of the end of a game beside its totals: who has won it, and a bonus."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.game.facts import DealFacts, columns_of, scored_points
from scorekeeper.game.judge import Scored
from scorekeeper.game.resting import of_seats
from scorekeeper.game.schedule import State, turn
from scorekeeper.game.session import Agreed
from scorekeeper.rules.formula import Formula, Names, value_of
from scorekeeper.rules.model import EVERY_SIDE
from scorekeeper.rules.model_scoring import Bonus


def named_winners(scored: Scored, test: Formula) -> tuple[int, ...]:
    """The sides for which a test holds after the last deal, of those who played it: they know the
    deal, and the totals and counters after it. Raises FormulaError where it has no answer."""
    seen = of_seats(scored)
    state = seen.state._replace(totals=seen.totals, carry=seen.carry)
    facts = DealFacts(seen.agreed, state, seen.turn, seen.facts)
    columns = columns_of(facts, seen.quotas)
    seats = [s for s in range(len(seen.points)) if _holds(test, facts.of_side(columns, s))]
    people = scored.seating.people if scored.seating else None
    return tuple(seats if people is None else sorted(people[seat] for seat in seats))


def first_to_end(scored: Scored, counting: Sequence[str], over: Formula) -> tuple[int, ...]:
    """The side that was the first to end the game within its last deal, as its points are counted:
    one name after the other, each from the dealer's left on; nobody where none of them ends it.
    Raises FormulaError where a formula has no answer."""
    seen = of_seats(scored)
    facts = DealFacts(seen.agreed, seen.state, seen.turn, seen.facts)
    players, side_of = len(seen.agreed.players), seen.agreed.side_of
    around = [side_of[(seen.turn.dealer + step) % players] for step in range(1, players + 1)]
    state = seen.state._replace(carry=seen.carry)
    for name in counting:
        column = facts.side_column(name) or (0,) * len(state.totals)
        for side in dict.fromkeys(around):
            totals = [*state.totals]
            totals[side] += _all_of(column[side])
            state = state._replace(totals=tuple(totals))
            if _holds(over, DealFacts(seen.agreed, state, seen.turn, seen.facts)):
                people = scored.seating.people if scored.seating else None
                return (side if people is None else people[side],)
    return ()


def _all_of(number: int | tuple[int, ...]) -> int:
    """What a side has, whose partners may be counted apart."""
    return sum(number) if isinstance(number, tuple) else number


def _holds(test: Formula, facts: Names) -> bool:
    return bool(value_of(test, facts))


def bonus_points(agreed: Agreed, state: State, bonus: Bonus, won: Sequence[int]) -> tuple[int, ...]:
    """Each side's bonus in the game that is over, which these have won. Raises FormulaError where
    the formula has no answer."""
    return scored_points({EVERY_SIDE: bonus.points}, *at_the_end(agreed, state, won))


def at_the_end(
    agreed: Agreed, state: State, won: Sequence[int]
) -> tuple[DealFacts, dict[str, Sequence[object]]]:
    """What formulas know once a game is over: nothing of a deal, and of each side its total, its
    counters and whether it has won."""
    facts, sides = DealFacts(agreed, state, turn(agreed, state), {}), range(len(state.totals))
    return facts, {
        "total": state.totals, "won": [side in won for side in sides], "role": facts.roles,
    }  # fmt: skip

"""How many cards a hand has: in the deal that is asked about, or in any deal there may be."""

from __future__ import annotations

from scorekeeper.formula import FormulaError
from scorekeeper.possibilities.situations import cards_each
from scorekeeper.referee.case import Case
from scorekeeper.schedule import turn
from scorekeeper.scoring.facts import DealFacts
from scorekeeper.session import Agreed, seated


def hand_sizes(case: Case) -> tuple[int, ...]:
    """Each number of cards that a hand may have: one where the deal is known or all deals are
    alike, none where the rules do not say it or it cannot be worked out."""
    hand, state = case.rules.hand, case.state
    if hand is None:
        return ()
    if hand.constant is not None:
        return (hand.constant,)
    try:
        if state is not None:
            return (
                DealFacts(case.agreed, state, turn(case.agreed, state, case.facts), case.facts)[
                    "hand"
                ],
            )

        return tuple(dict.fromkeys(size for agreed in _tables(case) for size in cards_each(agreed)))
    except FormulaError:
        return ()


def _tables(case: Case) -> list[Agreed]:
    """The table that is known, or one for every number of players."""
    if case.named or "players" in case.facts:
        return [case.agreed]
    seats = [tuple(f"{seat}" for seat in range(number)) for number in case.rules.players]
    return [seated(case.rules, names, 0, case.agreed.options) for names in seats]

"""What the session looked like before each deal: every report that asks why starts here."""

from __future__ import annotations

from scorekeeper.schedule import State
from scorekeeper.scoring import Scored
from scorekeeper.scoring.facts import DealFacts
from scorekeeper.session import Agreed
from scorekeeper.standing import state_before, states_before


def facts_of(agreed: Agreed, state: State, scored: Scored) -> DealFacts:
    """The facts of a scored deal as the formulas of its rules saw them."""
    return DealFacts(agreed, state, scored.turn, scored.facts)


__all__ = ["facts_of", "state_before", "states_before"]

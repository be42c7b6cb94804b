"""One deal of a paper sheet beside the same deal under the rules."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.entry.paper_rows import Numbers
from scorekeeper.formula import FormulaError
from scorekeeper.ruleset.model import Outcome
from scorekeeper.schedule import State, Turn
from scorekeeper.scoring import Scored
from scorekeeper.scoring.facts import DealFacts, columns_of, per_side, point_formulas, quotas
from scorekeeper.session import Agreed

Column = tuple[int, ...]


class Kept(NamedTuple):
    """A deal as it was kept on paper: the state under the rules before it, how it scores, the
    totals that stood on paper before it and before those, and what was then written."""

    agreed: Agreed
    state: State
    scored: Scored
    before: Column
    earlier: Column | None
    points: Numbers
    totals: Numbers

    def expected(self, side: int) -> int:
        """The total of a side as it goes on from what stood on paper."""
        return self.before[side] + self.scored.points[side]

    def holds(self, side: int, points: int, total: int) -> bool:
        """Whether these numbers of a side are what is written, as far as it is."""
        return self.points[side] in (None, points) and self.totals[side] in (None, total)

    def is_right(self, side: int) -> bool:
        """Whether a side's numbers follow from the deal and from what stood on paper before it."""
        return self.holds(side, self.scored.points[side], self.expected(side))

    def is_mended(self, side: int) -> bool:
        """Whether a side's total, which was wrong before, is that of the rules again."""
        is_so = self.totals[side] == self.scored.totals[side] != self.expected(side)
        return is_so and self.points[side] in (None, self.scored.points[side])


def rescored(
    kept: Kept,
    entered: Mapping[str, Any] | None = None,
    turn: Turn | None = None,
    quota: Column | None = None,
    outcome: Outcome | None = None,
) -> Column | None:
    """The points of a deal as they would be with something of it different, or None where the rules
    have no answer to that."""
    scored = kept.scored
    facts = DealFacts(kept.agreed, kept.state, turn or scored.turn, entered or scored.facts)
    formulas = point_formulas(facts, outcome or scored.outcome)
    try:
        return per_side(
            formulas, facts, columns_of(facts, quotas(facts) if quota is None else quota)
        )
    except (FormulaError, KeyError, TypeError, IndexError):
        return None

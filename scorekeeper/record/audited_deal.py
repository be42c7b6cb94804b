"""One deal of a paper sheet beside the same deal under the rules."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.game.facts import DealFacts, columns_of, per_side, point_formulas, quotas
from scorekeeper.game.judge import Scored
from scorekeeper.game.resting import of_seats
from scorekeeper.game.schedule import State, Turn
from scorekeeper.game.session import Agreed
from scorekeeper.record.paper_rows import Numbers
from scorekeeper.rules.formula import FormulaError
from scorekeeper.rules.model import Outcome

Column = tuple[int, ...]


class Kept(NamedTuple):
    """A deal as it was kept on paper: the state under the rules before it, how it scores, the
    totals that stood on paper before it and before those, and what was then written. Columns have a
    number for everybody, those who rest included."""

    agreed: Agreed
    state: State
    scored: Scored
    before: Column
    earlier: Column | None
    points: Numbers
    totals: Numbers

    @property
    def played(self) -> Scored:
        """The deal as those see it who played it."""
        return of_seats(self.scored)

    @property
    def people(self) -> Sequence[int]:
        """The sides that played, in the order of their seats."""
        people = self.scored.seating.people if self.scored.seating else None
        return range(len(self.agreed.sides)) if people is None else people

    def seat(self, side: int) -> int | None:
        """The place of a side in what is of those who played; None where it rested."""
        return self.people.index(side) if side in self.people else None

    def of_all(self, points: Column) -> Column:
        """Points of those who played as a column of all; those who rest have theirs."""
        seating = self.scored.seating
        return points if seating is None else seating.of_people(points, self.scored.points)

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
    scored = kept.played
    facts = DealFacts(scored.agreed, scored.state, turn or scored.turn, entered or scored.facts)
    formulas = point_formulas(facts, outcome or scored.outcome)
    try:
        columns = columns_of(facts, quotas(facts) if quota is None else quota)
        return kept.of_all(per_side(formulas, facts, columns))
    except (FormulaError, KeyError, TypeError, IndexError):
        return None

"""The facts of a deal as formulas of two sides see them."""

from __future__ import annotations

from scorekeeper.ruleset.model import ME, OTHER
from scorekeeper.scoring.facts import Columns, DealFacts, OwnFacts


class PairFacts:
    """The facts of a deal with the own numbers of one side before them, and under `other` those of
    another."""

    def __init__(self, deal: DealFacts, columns: Columns, me: int, other: int) -> None:
        self._own, self._others = OwnFacts(deal, columns, me), OwnFacts(deal, columns, other)

    def __getitem__(self, name: str) -> object:
        whose, _, what = name.rpartition(".")
        if OTHER not in (name, whose):
            return self._own[name]
        return self._others[what if whose else ME]

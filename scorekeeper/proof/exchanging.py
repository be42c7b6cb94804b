"""Whether the exchange of a ruleset can be done with the cards that there are."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.formula import FormulaError
from scorekeeper.language import tr
from scorekeeper.problems import Problem
from scorekeeper.proof.situations import cards_each, tables
from scorekeeper.ruleset.exchanging import DISCARD, EVERYBODY
from scorekeeper.ruleset.model import Ruleset


def exchange_adds_up(rules: Ruleset) -> Iterator[Problem]:
    """What everybody plays from and what is discarded are no more than the pack."""
    if any(step.when for step in rules.exchange):
        return  # not all of them in one deal
    for agreed in tables(rules) if rules.exchange else ():
        players, pack = len(agreed.players), len(rules.pack.cards)
        try:
            kept = rules.play.tricks or max(cards_each(agreed), default=0)
        except FormulaError:
            continue  # told of `hand`
        gone = sum(
            step.gives * (players if step.who == EVERYBODY else 1) for step in rules.exchange if step.to == DISCARD
        )
        if players * kept + gone > pack:
            message = tr(
                "{players} hands of {hand} cards and {gone} discarded are {sum} cards; the pack has {pack}",
                players=players, hand=kept, gone=gone, sum=players * kept + gone, pack=pack,
            )  # fmt: skip
            yield Problem("exchange-cards", message, "exchange", tr("check `hand`, `talon` and what is discarded"))

"""Whether a deal of the game can be entered at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scorekeeper.base.limits import Steps
from scorekeeper.game.judge import judged
from scorekeeper.proof.drawn_deals import DRAWS, drawn_deals
from scorekeeper.proof.drawn_games import RULES
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.message import Words, say, titled
from scorekeeper.text.problems import Problem

IMPOSSIBLE: Final = "deal-impossible"
MANY: Final = 20 * DRAWS


def deal_possible(rules: Ruleset, steps: Steps) -> Iterator[Problem]:
    """A fault where every deal that was drawn is refused, with why the first one is; or where none
    can be drawn, because nothing is as the rules want it. Many are drawn: of a game with strict
    checks few can be entered."""
    first: Problem | None = None
    for situation, entered in drawn_deals(rules, MANY):
        if not steps.take():
            return
        verdict = judged(situation.agreed, situation.state, dict(entered))
        codes = [problem.code for problem in verdict.problems]
        if verdict.scored is not None or any(code in RULES for code in codes):
            return
        first = first or next(iter(verdict.problems), None)
    no_deal = say("no deal can be entered")
    message: Words = no_deal if first is None else titled(no_deal, first.message)
    yield Problem(IMPOSSIBLE, message, place_of(rules, first.fact if first else None))


def place_of(rules: Ruleset, name: str | None) -> str | None:
    """Where the page says the fact or the count that a problem is about; else the checks, which are
    about none, or what is counted."""
    if name in rules.facts:
        return f"fact.{name}"
    if name in rules.counts:
        return f"count.{name}"
    return "check" if rules.scoring.checks else "count" if rules.counts else None

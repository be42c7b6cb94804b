"""The dealing of a game in steps, as the rule sheet tells them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.proof.situations import tables
from scorekeeper.referee.case import Case
from scorekeeper.referee.dealing import Dealt, step_words, steps_dealt
from scorekeeper.report.game.worth import cited
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.model_play import RefereeRules
from scorekeeper.text.speech import text_of


def dealing_lines(rules: Ruleset, referee: RefereeRules) -> list[str]:
    """The steps of dealing, the seats named by their place, with the options as they usually
    are."""
    if not referee.dealing.steps and rules.hand is None:
        return []
    agreed = next(tables(rules))
    case = Case(agreed, referee, False, agreed.dealer)
    steps = [(step_words(case, step), step.source) for step in _cited_once(steps_dealt(case))]
    return [cited(text_of(said), text_of(source or "")) for said, source in steps]


def _cited_once(steps: Sequence[Dealt]) -> Iterator[Dealt]:
    """The steps; where several are written in one place, that place behind the last of them."""
    for number, step in enumerate(steps):
        later = {other.source for other in steps[number + 1 :]}
        yield step._replace(source=None) if step.source in later else step

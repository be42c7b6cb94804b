"""Who rests where more people sit at the table than there are hands, in a sentence."""

from __future__ import annotations

from scorekeeper.report.game.roles import somebody
from scorekeeper.rules.formulas import amount
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.model_resting import Resting
from scorekeeper.text.language import tr
from scorekeeper.text.speech import text_of


def resting_words(rules: Ruleset, resting: Resting) -> str:
    """Who rests, what that scores where it is anything, and how many deals there are then where
    the rules say so."""
    who = somebody(rules, resting.who)
    if resting.score is None:
        said = tr("with more people than hands {player} rests", player=who)
    else:
        points = text_of(amount(rules, resting.score))
        said = tr(
            "with more people than hands {player} rests, and scores {points}",
            player=who, points=points,
        )  # fmt: skip
    if resting.deals is None:
        return said
    number = text_of(amount(rules, resting.deals))
    return tr("{resting}; there are {number} deals then", resting=said, number=number)

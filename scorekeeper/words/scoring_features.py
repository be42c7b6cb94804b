"""How a game scores and when it ends, as what tells it from others."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scorekeeper.formula import Formula
from scorekeeper.language import Phrase, tr
from scorekeeper.ruleset.model import Ladder, Outcome, Ruleset
from scorekeeper.speech import labelled, parted, quoted, text_of
from scorekeeper.spoken.formula_names import term
from scorekeeper.spoken.formulas import amount
from scorekeeper.words.feature import NONE, Feature, common_feature
from scorekeeper.words.phrases import signed
from scorekeeper.words.roles import scored
from scorekeeper.words.worth import end_of_game


def scoring_features(rules: Ruleset) -> Iterator[Feature]:
    """The start, what wins, when a game ends, and what each row and table gives."""
    start = signed(rules.game.start)
    yield common_feature("start", (start,), tr("everybody starts from {score}", score=start))
    if rules.game.lowest_wins:
        yield common_feature("best", (tr("lowest"),), tr("the lowest score wins"), tr("the lowest"))
    else:
        yield common_feature(
            "best", (tr("highest"),), tr("the highest score wins"), tr("the highest")
        )
    yield _end_feature(rules)
    every = (scored(rules, c.points, c.scoring) for c in rules.contracts.values() if c.points)
    points = parted(dict.fromkeys(every))
    if points and not rules.scoring.outcomes:
        yield common_feature("points", (points,), tr("a deal scores {points}", points=points))
    yield from [_outcome_feature(rules, outcome) for outcome in rules.scoring.outcomes]
    yield from [_ladder_feature(rules, ladder) for ladder in rules.scoring.ladders.values()]
    if rules.match:
        yield _match_feature(rules, rules.match.games)
    else:
        yield common_feature("match", (tr(NONE),), tr("one game is played"))


def _match_feature(rules: Ruleset, games: Formula) -> Feature:
    """How many games there are; an option is chosen by the table."""
    said = text_of(amount(rules, games))
    if games.text in rules.options:
        return common_feature("match", (said,), tr("the table chooses how many games are played"))
    return common_feature("match", (said,), tr("the number of games is {number}", number=said))


def _end_feature(rules: Ruleset) -> Feature:
    if rules.game.over is None:
        return common_feature(
            "end", (tr("after the last deal"),), tr("a game is over after the last deal")
        )
    test = end_of_game(rules)
    return common_feature(
        "end", (tr("when {test}", test=test),), tr("a game is over when {test}", test=test)
    )


def _outcome_feature(rules: Ruleset, outcome: Outcome) -> Feature:
    """What a row of the settlement gives."""
    named, gives = outcome.name.shown(), scored(rules, outcome.points, outcome.scoring)
    name = quoted(named) if named else tr("the deal")
    if outcome.scoring.by_language:  # a sentence of its own
        said = labelled(name, gives)
    else:
        said = tr("{outcome} scores {points}", outcome=name, points=gives)
    return Feature(
        f"row-{_slug(outcome.name)}",
        name,
        tr("What does {outcome} score?", outcome=name),
        (gives,),
        said,
    )


def _slug(name: Phrase) -> str:
    """A name as part of a key, the same in whatever language is spoken."""
    return re.sub(r"[^\w]+", "-", name.in_english().casefold()).strip("-")


def _ladder_feature(rules: Ruleset, ladder: Ladder) -> Feature:
    """What a table of values gives."""
    name = text_of(term(rules, ladder.id))
    steps = ", ".join(f"{step} {value}" for step, value in (*ladder.steps, *ladder.words.items()))
    return Feature(
        f"table-{ladder.id}",
        tr("The table of {name}", name=name),
        tr("How does the table of {name} go?", name=name),
        (steps,),
        tr("the table of {name} goes {steps}", name=name, steps=steps),
    )

"""How a game scores and when it ends, as what tells it from others."""

from __future__ import annotations

import re
from ast import dump
from collections.abc import Hashable, Iterator, Mapping
from functools import partial

from scorekeeper.base.exact import number_word, signed
from scorekeeper.report.game.feature import NONE, Feature, common_feature
from scorekeeper.report.game.roles import scored
from scorekeeper.report.game.worth import counted_in_turn, end_of_game, who_wins, worth_of_bonus
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.formula_names import term
from scorekeeper.rules.formulas import amount
from scorekeeper.rules.model import Ladder, Outcome, Ruleset
from scorekeeper.rules.telling import tree_of
from scorekeeper.text.language import Phrase, tr
from scorekeeper.text.speech import labelled, parted, quoted, text_of


def scoring_features(rules: Ruleset) -> Iterator[Feature]:
    """The start, what wins, when a game ends, and what each row and table gives."""
    chosen = rules.game.chosen
    start = signed(rules.game.start)
    if "start" in chosen:
        start = text_of(amount(rules, chosen["start"]))
    yield common_feature("start", (start,), tr("everybody starts from {score}", score=start))
    if "best" in chosen:
        best = text_of(amount(rules, chosen["best"]))
        wins = tr("which total wins: {choice}", choice=best)
        yield common_feature("best", (best,), wins, meant=meaning(rules, {"": chosen["best"]}))
    elif rules.game.lowest_wins:
        yield common_feature("best", (tr("lowest"),), tr("the lowest score wins"), tr("the lowest"))
    else:
        yield common_feature(
            "best", (tr("highest"),), tr("the highest score wins"), tr("the highest")
        )
    yield _end_feature(rules)
    yield from _ending_features(rules)
    every = (scored(rules, c.points, c.scoring) for c in rules.contracts.values() if c.points)
    points = parted(dict.fromkeys(every))
    if points and not rules.scoring.outcomes:
        gives = tr("a deal scores {points}", points=points)
        contracts = [contract for contract in rules.contracts.values() if contract.points]
        meant = tuple(meaning(rules, contract.points) for contract in contracts)
        yield common_feature("points", (points,), gives, meant=meant)
    yield from [_outcome_feature(rules, outcome) for outcome in rules.scoring.outcomes]
    yield from [_ladder_feature(rules, ladder) for ladder in rules.scoring.ladders.values()]
    if rules.match:
        yield _match_feature(rules, rules.match.games)
    else:
        yield common_feature("match", (tr(NONE),), tr("one game is played"))


def meaning(rules: Ruleset, formulas: Mapping[str, Formula]) -> Hashable:
    """What formulas say, by role, however they are written or told: their syntax trees, and what
    the counts in them are called."""
    return tuple(
        (role, dump(tree_of(formula)), *map(partial(_count_name, rules), sorted(formula.things)))
        for role, formula in sorted(formulas.items())
    )


def _count_name(rules: Ruleset, name: str) -> str:
    """What a count is called; nothing of any other name in a formula."""
    return rules.counts[name].name.shown() if name in rules.counts else ""


def _match_feature(rules: Ruleset, games: Formula) -> Feature:
    """How many games there are; an option is chosen by the table."""
    said, meant = text_of(amount(rules, games)), meaning(rules, {"": games})
    told = (
        tr("the table chooses how many games are played")
        if games.text in rules.options
        else tr("the number of games is {number}", number=said)
    )
    return common_feature("match", (said,), told, meant=meant)


def _end_feature(rules: Ruleset) -> Feature:
    if rules.game.over is None:
        return common_feature(
            "end", (tr("after the last deal"),), tr("a game is over after the last deal")
        )
    test, meant = end_of_game(rules), meaning(rules, {"": rules.game.over})
    over = tr("a game is over when {test}", test=test)
    return common_feature("end", (tr("when {test}", test=test),), over, meant=meant)


def _ending_features(rules: Ruleset) -> Iterator[Feature]:
    """Whom the rules name winner, and what the end of a game brings, as far as they say it."""
    winner, bonus = rules.game.winner, rules.game.bonus
    if winner:
        test, meant = who_wins(rules, winner), meaning(rules, {"": winner})
        said = tr("it is won by whoever fulfils: {test}", test=test)
        yield common_feature("winner", (test,), said, meant=meant)
    if rules.game.counting:
        yield common_feature(
            "winner", rules.game.counting, counted_in_turn(rules), meant=rules.game.counting
        )
    if bonus:
        points, meant = worth_of_bonus(rules, bonus), meaning(rules, {"": bonus.points})
        said = tr("the bonus when it is over is {points}", points=points)
        yield common_feature("bonus", (points,), said, meant=meant)


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
        meant=meaning(rules, outcome.points),
    )


def _slug(name: Phrase) -> str:
    """A name as part of a key, the same in whatever language is spoken."""
    return re.sub(r"[^\w]+", "-", name.in_english().casefold()).strip("-")


def _ladder_feature(rules: Ruleset, ladder: Ladder) -> Feature:
    """What a table of values gives."""
    name = text_of(term(rules, ladder.id))
    steps = ", ".join(
        f"{step} {number_word(n)}" for step, n in (*ladder.steps, *ladder.words.items())
    )
    return Feature(
        f"table-{ladder.id}",
        tr("The table of {name}", name=name),
        tr("How does the table of {name} go?", name=name),
        (steps,),
        tr("the table of {name} goes {steps}", name=name, steps=steps),
    )

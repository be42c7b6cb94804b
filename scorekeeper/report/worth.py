"""How a deal is scored and a game is won, as the rule sheet says it."""

from __future__ import annotations

from scorekeeper.formula import Formula
from scorekeeper.language import Phrase, tr
from scorekeeper.problems import labelled
from scorekeeper.report.roles import scored
from scorekeeper.ruleset.model import Ladder, Match, Outcome, Ruleset
from scorekeeper.spoken.formulas import amount, condition
from scorekeeper.spoken.names import number_word, term


def with_source(text: str, source: Phrase) -> str:
    """What is said, and where it is written."""
    return f"{text} [{source.shown()}]" if source.shown() else text


def worked_out(rules: Ruleset) -> list[str]:
    """What formulas call by names of their own."""
    lines = [tr("{name} is {formula}", **_named(rules, name, formula)) for name, formula in rules.lets.items()]
    lines += [
        tr("for each player, {name} is {formula}", **_named(rules, name, formula))
        for name, formula in rules.each.items()
    ]
    lines += [
        tr("for each side, {name} is {formula}", **_named(rules, name, formula)) for name, formula in rules.side.items()
    ]
    for name, c in rules.carry.items():
        after = amount(rules, c.next)
        # Translators: a counter that each side carries along, and the formula that it is after the next deal.
        said = tr(
            "{name} begins at {start} and is then {next}, from deal to deal",
            name=term(rules, name), start=c.start, next=after,
        )  # fmt: skip
        lines.append(with_source(said, c.source))
    return lines


def _named(rules: Ruleset, name: str, formula: Formula) -> dict[str, str]:
    return {"name": term(rules, name), "formula": amount(rules, formula)}


def scoring(rules: Ruleset) -> list[str]:
    """How a deal is settled, what ends a game and who wins it."""
    lines = []
    if rules.game.start:
        lines.append(tr("each side starts at {score}", score=number_word(rules.game.start)))
    lines += [_row(rules, outcome) for outcome in rules.outcomes]
    lines += [_ladder(rules, ladder) for ladder in rules.ladders.values()]
    if rules.promise:
        lines.append(tr("the points of every deal add up to {sum}", sum=amount(rules, rules.promise)))
    if rules.game.over:
        lines.append(tr("a game is over when {test}", test=end_of_game(rules)))
    if rules.match:
        games, worth = amount(rules, rules.match.games), worth_of_game(rules, rules.match)
        lines.append(tr("games played: {games}; each is worth {worth}", games=games, worth=worth))
    return [*lines, _winning(rules)]


def end_of_game(rules: Ruleset) -> str:
    """What ends a game early, as the clause after "when"; nothing where only the last deal does."""
    over = rules.game.over
    return rules.game.end.shown() or condition(rules, over) if over else ""


def worth_of_game(rules: Ruleset, match: Match) -> str:
    """What a game is worth to a side."""
    return match.scoring.shown() or amount(rules, match.result)


def when_of_row(rules: Ruleset, outcome: Outcome) -> str:
    """When a row of the settlement holds, as the clause after "if"; nothing for one that always does."""
    return outcome.test.shown() or (condition(rules, outcome.when) if outcome.when else "")


def _row(rules: Ruleset, outcome: Outcome) -> str:
    """A row of the settlement."""
    name, points = outcome.name.shown(), scored(rules, outcome.points, outcome.scoring)
    if not name:
        said = _nameless(rules, outcome, points)
    elif outcome.when:
        said = tr("{outcome}, if {test}: {points}", outcome=name, test=when_of_row(rules, outcome), points=points)
    else:
        said = tr("{outcome}, otherwise: {points}", outcome=name, points=points)
    return with_source(said, outcome.source)


def _nameless(rules: Ruleset, outcome: Outcome, points: str) -> str:
    """A row that no word stands for, after those before it where there are several."""
    if outcome.when:
        return tr("if {test}: {points}", test=when_of_row(rules, outcome), points=points)
    if len(rules.outcomes) > 1:
        return tr("otherwise: {points}", points=points)
    return tr("a deal scores {points}", points=points)


def _ladder(rules: Ruleset, ladder: Ladder) -> str:
    """A table of values."""
    steps = [tr("from {step} {value}", step=step, value=value) for step, value in ladder.steps]
    steps += [f"{word} {value}" for word, value in ladder.words.items()]
    return labelled(term(rules, ladder.id), ", ".join(steps))


def _winning(rules: Ruleset) -> str:
    if rules.match and rules.game.lowest_wins:
        return tr("the lowest total wins a game; level sides share")
    if rules.match:
        return tr("the highest total wins a game; level sides share")
    if rules.game.lowest_wins:
        return tr("the lowest total wins; level sides share")
    return tr("the highest total wins; level sides share")

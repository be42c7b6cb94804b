"""How a deal is scored and a game is won, as the rule sheet says it."""

from __future__ import annotations

from scorekeeper.language import Phrase, tr
from scorekeeper.report.roles import by_role
from scorekeeper.ruleset.model import Ladder, Outcome, Ruleset


def with_source(text: str, source: Phrase) -> str:
    """What is said, and where it is written."""
    return f"{text} [{source.shown()}]" if source.shown() else text


def worked_out(rules: Ruleset) -> list[str]:
    """What formulas call by names of their own."""
    lines = [tr("{name} is {formula}", name=name, formula=formula.text) for name, formula in rules.lets.items()]
    lines += [
        tr("for each player, {name} is {formula}", name=name, formula=formula.text)
        for name, formula in rules.each.items()
    ]
    lines += [
        tr("for each side, {name} is {formula}", name=name, formula=formula.text)
        for name, formula in rules.side.items()
    ]
    for name, c in rules.carry.items():
        # Translators: a counter that each side carries along, and the formula that it is after the next deal.
        said = tr(
            "{name} begins at {start} and is then {next}, from deal to deal", name=name, start=c.start, next=c.next.text
        )
        lines.append(with_source(said, c.source))
    return lines


def scoring(rules: Ruleset) -> list[str]:
    """How a deal is settled, what ends a game and who wins it."""
    lines = []
    if rules.game.start:
        lines.append(tr("each side starts at {score}", score=rules.game.start))
    lines += [_row(rules, outcome) for outcome in rules.outcomes]
    lines += map(_ladder, rules.ladders.values())
    if rules.promise:
        lines.append(tr("the points of every deal add up to {sum}", sum=rules.promise.text))
    if rules.game.over:
        lines.append(tr("a game is over when {test}", test=rules.game.over.text))
    if rules.match:
        games, worth = rules.match.games.text, rules.match.result.text
        lines.append(tr("games played: {games}; each is worth {worth}", games=games, worth=worth))
    return [*lines, _winning(rules)]


def _row(rules: Ruleset, outcome: Outcome) -> str:
    """A row of the settlement."""
    name, points = outcome.name.shown(), by_role(rules, outcome.points)
    if not name:
        said = _nameless(rules, outcome, points)
    elif outcome.when:
        said = tr("{outcome}, if {test}: {points}", outcome=name, test=outcome.when.text, points=points)
    else:
        said = tr("{outcome}, otherwise: {points}", outcome=name, points=points)
    return with_source(said, outcome.source)


def _nameless(rules: Ruleset, outcome: Outcome, points: str) -> str:
    """A row that no word stands for, after those before it where there are several."""
    if outcome.when:
        return tr("if {test}: {points}", test=outcome.when.text, points=points)
    if len(rules.outcomes) > 1:
        return tr("otherwise: {points}", points=points)
    return tr("a deal scores {points}", points=points)


def _ladder(ladder: Ladder) -> str:
    """A table of values."""
    steps = [tr("from {step} {value}", step=step, value=value) for step, value in ladder.steps]
    steps += [f"{word} {value}" for word, value in ladder.words.items()]
    return f"{ladder.id}: {', '.join(steps)}"


def _winning(rules: Ruleset) -> str:
    if rules.match and rules.game.lowest_wins:
        return tr("the lowest total wins a game; level sides share")
    if rules.match:
        return tr("the highest total wins a game; level sides share")
    if rules.game.lowest_wins:
        return tr("the lowest total wins; level sides share")
    return tr("the highest total wins; level sides share")

"""How a deal is scored and a game is won, as the rule sheet says it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from scorekeeper.base.exact import number_word
from scorekeeper.report.game.roles import against_quota, scored, settled
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.formula_names import term
from scorekeeper.rules.formulas import amount, condition, definition, phrase
from scorekeeper.rules.model import Ladder, Match, Outcome, Ruleset, Settlement
from scorekeeper.rules.model_scoring import Bonus
from scorekeeper.text.language import Phrase, marked, tr
from scorekeeper.text.speech import labelled, listed, names_listed, parted, text_of

ROUNDED = {
    "down": marked("divided by {per}, rounded down"),
    "up": marked("divided by {per}, rounded up"),
    "nearest": marked("divided by {per}, rounded to the nearest number"),
}


def with_source(text: str, source: Phrase) -> str:
    """What is said, and where it is written."""
    return cited(text, source.shown())


def cited(text: str, source: str) -> str:
    """What is said, and the place where it is written."""
    return f"{text} [{source}]" if source else text


def worked_out(rules: Ruleset) -> list[str]:
    """What formulas call by names of their own."""
    every = (
        (tr("of the whole table"), rules.scoring.lets),
        (tr("of each player"), rules.scoring.each),
        (tr("of each side"), rules.scoring.side),
        (tr("of each side with each other"), rules.scoring.pair),
    )
    lines = [
        labelled(f"{text_of(term(rules, name))} ({whose})", text_of(definition(rules, formula)))
        for whose, formulas in every
        for name, formula in formulas.items()
    ]
    for name, c in rules.scoring.carry.items():
        name_said, after = text_of(term(rules, name)), text_of(phrase(rules, c.next))
        # Translators: a counter that each side carries along, and the formula that it is after
        # the next deal.
        said = tr(
            "{name} begins at {start} and is then {next}, from deal to deal",
            name=name_said, start=c.start, next=after,
        )  # fmt: skip
        lines.append(with_source(said, c.source))
    return lines


def scoring(rules: Ruleset) -> list[str]:
    """What a deal scores."""
    lines = []
    if "start" in rules.game.chosen:
        chosen = text_of(phrase(rules, rules.game.chosen["start"]))
        lines.append(tr("each side starts at {score}", score=chosen))
    elif rules.game.start:
        lines.append(tr("each side starts at {score}", score=number_word(rules.game.start)))
    lines += [
        *_of_contracts(rules),
        *(_outcome_line(rules, outcome) for outcome in rules.scoring.outcomes),
    ]
    if rules.scoring.promise:
        promised = text_of(phrase(rules, rules.scoring.promise))
        lines.append(tr("the points of every deal add up to {sum}", sum=promised))
    if rules.game.step != 1:
        lines.append(tr("points go by steps of {step}", step=rules.game.step))
    return lines


def _of_contracts(rules: Ruleset) -> Iterator[str]:
    """What contracts score, equal ones together; nothing where a settlement table says it."""
    groups: dict[str, list[str]] = {}
    for contract in rules.contracts.values():
        if contract.points and not rules.scoring.outcomes:
            said = scored(rules, contract.points, contract.scoring)
            groups.setdefault(said, []).append(contract.name.shown())
    for said, names in groups.items():
        yield said if len(groups) == 1 else labelled(names_listed(names), said)
    held = {against_quota(f) for c in rules.contracts.values() for f in c.points.values()} - {None}
    if held:
        yield tr("who has exactly the quota scores 0")


def ending(rules: Ruleset) -> list[str]:
    """When it is over, what a game is worth, and who wins."""
    lines = []
    if rules.game.over:
        lines.append(tr("a game is over when {test}", test=end_of_game(rules)))
    elif rules.deals.number:
        lines.append(tr("it is over after the last deal"))
    if rules.match:
        usual = {name: option.default for name, option in rules.options.items()}
        games = text_of(amount(rules, settled(rules.match.games, usual)))
        if not rules.options.keys().isdisjoint(rules.match.games.names):
            # Translators: how many games a table plays that chooses nothing else
            games = tr("usually {games}", games=games)
        worth = worth_of_game(rules, rules.match)
        lines.append(tr("games played: {games}; each is worth {worth}", games=games, worth=worth))
    if rules.game.bonus:
        lines.append(_bonus(rules, rules.game.bonus))
    if rules.settlement:
        lines.append(with_source(_settling(rules, rules.settlement), rules.settlement.source))
    if rules.game.winner:
        lines.append(_named(rules, rules.game.winner))
    if rules.game.counting:
        lines.append(counted_in_turn(rules))
    return [*lines, _winning(rules)]


def _named(rules: Ruleset, winner: Formula) -> str:
    """Whom the rules name winner of a game that is over."""
    return tr("it is won by whoever fulfils: {test}", test=who_wins(rules, winner))


def counted_in_turn(rules: Ruleset) -> str:
    """In which order the points of a deal are counted, and that the first to end the game wins."""
    names = listed([text_of(term(rules, name)) for name in rules.game.counting], "and")
    return tr(
        "within a deal {names} are counted in this order, each from the dealer's left on: the "
        "first to end the game wins it",
        names=names,
    )


def who_wins(rules: Ruleset, winner: Formula) -> str:
    """The test of who wins, as the rules say it or in words."""
    return rules.game.winning.shown() or text_of(condition(rules, winner))


def _bonus(rules: Ruleset, bonus: Bonus) -> str:
    """What each side gets once a game is over."""
    name = bonus.name.shown() or tr("bonus")
    said = tr(
        "when it is over each side gets, as {bonus}: {points}",
        bonus=name,
        points=worth_of_bonus(rules, bonus),
    )
    return with_source(said, bonus.source)


def worth_of_bonus(rules: Ruleset, bonus: Bonus) -> str:
    """What the bonus of a game is, as the rules say it or in words."""
    return bonus.scoring.shown() or text_of(amount(rules, bonus.points))


def _settling(rules: Ruleset, settlement: Settlement) -> str:
    """How ledgers are settled: what a side has, what it gets from each other, how that is
    rounded."""
    parts = [settlement.scoring.shown()]
    if not parts[0] and settlement.points and not settlement.is_of_pairs:
        parts.append(text_of(amount(rules, settlement.points)))
    if not parts[0] and settlement.pair:
        words = text_of(amount(rules, settlement.pair))
        parts.append(tr("of each other side {points}", points=words))
    if settlement.per > 1:
        parts.append(tr(ROUNDED[settlement.rounding], per=settlement.per))
    return tr("when it is over it is settled: {parts}", parts=parted(filter(None, parts)))


def end_of_game(rules: Ruleset) -> str:
    """What ends a game early, as the clause after "when"; nothing where only the last deal does."""
    over = rules.game.over
    return rules.game.end.shown() or text_of(condition(rules, over)) if over else ""


def worth_of_game(rules: Ruleset, match: Match) -> str:
    """What a game is worth to a side."""
    return match.scoring.shown() or text_of(amount(rules, match.result))


def when_of_row(rules: Ruleset, outcome: Outcome) -> str:
    """When a row of the settlement holds, as the clause after "if"; nothing for one that always
    does."""
    if outcome.when is None:
        return outcome.test.shown()
    return outcome.test.shown() or text_of(condition(rules, outcome.when))


def _outcome_line(rules: Ruleset, outcome: Outcome) -> str:
    """A row of the settlement."""
    name, points = outcome.name.shown(), scored(rules, outcome.points, outcome.scoring)
    if not name:
        said = _nameless(rules, outcome, points)
    elif len(rules.scoring.outcomes) == 1 and not outcome.when:
        said = labelled(name, points)
    elif outcome.when:
        said = tr(
            "{outcome}, if {test}: {points}",
            outcome=name,
            test=when_of_row(rules, outcome),
            points=points,
        )
    else:
        said = tr("{outcome}, otherwise: {points}", outcome=name, points=points)
    return with_source(said, outcome.source)


def _nameless(rules: Ruleset, outcome: Outcome, points: str) -> str:
    """A settlement row without a name: by its test, or as what is left over."""
    if outcome.when:
        return tr("if {test}: {points}", test=when_of_row(rules, outcome), points=points)
    if len(rules.scoring.outcomes) > 1:
        return tr("otherwise: {points}", points=points)
    return tr("a deal scores {points}", points=points)


def span_of_step(rules: Ruleset, ladder: Ladder, place: int) -> str:
    """The keys for which a row of a table holds: `100–140`."""
    steps = [step for step, _ in ladder.steps]
    unit, most = _bids(rules, steps)
    above = steps[place + 1] - unit if place + 1 < len(steps) else most
    if above is None and not all(b - a == unit for a, b in pairwise(steps)):
        return tr("from {step} on", step=number_word(steps[place]))
    if above in (None, steps[place]):
        return number_word(steps[place])
    if steps[place] < 0:
        return tr("{least} to {most}", least=number_word(steps[place]), most=number_word(above))
    return f"{steps[place]}–{above}"


def _bids(rules: Ruleset, steps: Sequence[int]) -> tuple[int, int | None]:
    """The step from one key of a table to the next and the last key, where the keys are bids; else
    1 and None."""
    auction = rules.auction
    if auction is None or not steps or not auction.least <= steps[0] <= auction.most:
        return 1, None
    return auction.step, auction.most


def _winning(rules: Ruleset) -> str:
    """Who wins, where the rules name nobody."""
    said = _best(rules)
    # Translators: behind the rule that names who wins a game
    return tr("where that is nobody, {rule}", rule=said) if rules.game.names_winner else said


def _best(rules: Ruleset) -> str:
    if rules.settlement:
        return tr("who has most when it is settled wins; level sides share")
    if "best" in rules.game.chosen:
        chosen = text_of(amount(rules, rules.game.chosen["best"]))
        return tr("which total wins: {choice}; level sides share", choice=chosen)
    if rules.match and rules.game.lowest_wins:
        return tr("the lowest total wins a game; level sides share")
    if rules.match:
        return tr("the highest total wins a game; level sides share")
    if rules.game.lowest_wins:
        return tr("the lowest total wins; level sides share")
    return tr("the highest total wins; level sides share")

"""The step-by-step explanation of a deal's points, with the rules behind each step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.base.exact_numbers import number_word, signed
from scorekeeper.game.deal_facts import Crosstable, DealFacts, columns_of, crosstable
from scorekeeper.game.deal_results import deal_of_seats, end_facts
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.entry_kinds import PENALTY
from scorekeeper.game.rule_checks import with_facts
from scorekeeper.game.schedule import Ended
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import Standing, game_winners
from scorekeeper.report.deal_row import DealRow, by_side, deal_row, deal_value
from scorekeeper.report.deal_text import by_reading
from scorekeeper.report.game.scoring_rules_text import use_words, when_of_row, who_wins
from scorekeeper.report.shared_labels import TABLE, counters_shown
from scorekeeper.report.sheet import happening_of
from scorekeeper.rules.cards import Card, words_of_card
from scorekeeper.rules.casebook import HINTS, Ruling, casebook
from scorekeeper.rules.formula import (
    Formula,
    FormulaError,
    FormulaScope,
    number_of,
    value_of,
    with_numbers,
)
from scorekeeper.rules.rule_text import Worked, because, term, used, worked
from scorekeeper.rules.rules_by_option import uses
from scorekeeper.rules.ruleset import EVERY_SIDE, UP, Fact, Ruleset
from scorekeeper.text.message_text import labelled, listed, text_of
from scorekeeper.text.translation import Phrase, tr

# --- deal sources ------------------------------------------------------------------------------
# The sources of the rules that scored a deal, and the rulings about it.


class RulingRow(NamedTuple):
    """A ruling: its text and the passage of the rules that it interprets."""

    text: str
    source: str


def sources_of(rules: Ruleset, scored: Scored) -> list[Phrase]:
    """Return the sources of the rules that scored a deal, each once."""
    contract = rules.contracts.get(scored.contract or "")
    counts = [rules.counts[name].source for name in rules.counts if name in scored.facts]
    rows = [
        *([scored.outcome.source] if scored.outcome else []),
        *([contract.source] if contract else []),
        *counts,
    ]
    return [*{row.in_english(): row for row in rows if row.by_language}.values()]


def rulings_of(rules: Ruleset, scored: Scored) -> tuple[RulingRow, ...]:
    """Return the rulings about a deal, without mere hints."""
    entered = [fact.source for name, fact in rules.facts.items() if name in scored.facts]
    used = [*sources_of(rules, scored), *entered]
    return tuple(
        RulingRow(ruling.text.shown(), ruling.source.shown())
        for ruling in casebook(rules).rulings
        if ruling.under != HINTS and _is_about(ruling, scored, used)
    )


def _is_about(ruling: Ruling, scored: Scored, used: Iterable[Phrase]) -> bool:
    """Return True if a ruling is about this deal: by the outcomes or contracts that the ruling
    names, else by the passages `used` to score the deal."""
    if not (ruling.outcomes or ruling.contracts):
        return _same_passage(ruling.source, used)
    names = scored.outcome.name.spellings() if scored.outcome else ()
    return scored.contract in ruling.contracts or not {*ruling.outcomes}.isdisjoint(names)


def _same_passage(source: Phrase, used: Iterable[Phrase]) -> bool:
    """Return True if a place in a ruling's source equals, or is the beginning of, a place in a
    `used` passage."""
    places = {place.strip() for row in used for place in row.in_english().split(";")}
    own = [place.strip() for place in source.in_english().split(";") if place.strip()]
    return any(place == other or other.startswith(f"{place},") for place in own for other in places)


# --- derived names -----------------------------------------------------------------------------
# The names of the ruleset file, with their values in a deal, that the points and the tested rows
# of the settlement depend on.


class NameStep(NamedTuple):
    """The calculation of a name defined by the ruleset file: formula, value and sentence. `side`
    is None for a value that all sides share."""

    name: str
    side: str | None
    formula: str
    value: int | bool
    say: str


def name_steps(
    facts: DealFacts,
    sides: Mapping[str, FormulaScope],
    asked: Iterable[tuple[Formula, FormulaScope]],
) -> Iterator[NameStep]:
    """Yield the calculation of each name that the `asked` formulas use, directly or through other
    names, in the order of the ruleset file. Of a conditional formula, only the branch taken
    counts. `sides` has each side's scope of facts."""
    rules, own = facts.agreed.rules, _of_sides(facts.agreed.rules)
    wanted = _wanted(facts, sides, asked)
    for name, formula in rules.scoring.lets.items():
        if name in wanted:
            yield from _step(rules, name, formula, None, facts)
    for name, formula in own.items():
        for side, view in sides.items() if name in wanted else ():
            yield from _step(rules, name, formula, side, view)


def _of_sides(rules: Ruleset) -> Mapping[str, Formula]:
    """Return the formulas of names with one value a side. With partners, omit names with a value
    for each player."""
    return {**({} if rules.teams else rules.scoring.each), **rules.scoring.side}


def _wanted(
    facts: DealFacts,
    sides: Mapping[str, FormulaScope],
    asked: Iterable[tuple[Formula, FormulaScope]],
) -> set[str]:
    """Return the names of the ruleset file that formulas depend on."""
    rules, found, todo = facts.agreed.rules, set[str](), [*asked]
    own = _of_sides(rules)
    while todo:
        formula, view = todo.pop()
        for name in {one.rpartition(".")[2] for one in used(rules, formula, view)} - found:
            if name in rules.scoring.lets:
                todo.append((rules.scoring.lets[name], facts))
            elif name in own:
                todo += [(own[name], side) for side in sides.values()]
            else:
                continue
            found.add(name)
    return found


def _step(
    rules: Ruleset, name: str, formula: Formula, side: str | None, facts: FormulaScope
) -> Iterator[NameStep]:
    """Yield the calculation of a name whose value is a number or a test; yield nothing for other
    values or errors."""
    try:
        value = facts[name]
        if isinstance(value, bool):
            said = f"{tr('yes') if value else tr('no')}, {text_of(because(rules, formula, facts))}"
        elif isinstance(value, int):
            said = _worked_words(rules, formula, facts)
        else:
            return
    except (LookupError, FormulaError):
        return
    word = text_of(term(rules, name))
    yield NameStep(
        name, side, formula.text, value, labelled(f"{word}, {side}" if side else word, said)
    )


def _worked_words(rules: Ruleset, formula: Formula, facts: FormulaScope) -> str:
    """Return a calculation as text, `25 + 8 = 33`, or the number alone if nothing is calculated."""
    how = worked(rules, formula, facts)
    number, numbers = number_word(how.value), text_of(how.numbers)
    return number if numbers.strip("()") == number else f"{numbers} = {number}"


# --- explain -----------------------------------------------------------------------------------
# The steps from a deal's facts to its points: trump, quotas, the row of the settlement that applied
# and why earlier rows did not, and each side's formula with its numbers.
#
# The field names are the keys of the JSON of `explain`, and promised. A name that is a Python
# keyword, such as `if`, ends in `_` here.


class TrumpStep(NamedTuple):
    """The trump suit, or None for no trumps, and the reason."""

    suit: str | None
    because: str


class QuotaStep(NamedTuple):
    """A side's quota, by the formula of its role."""

    side: str
    role: str | None
    formula: str
    quota: int


class OutcomeStep(NamedTuple):
    """A tested row of the settlement: its test as a formula, with numbers, and in words (`if_`),
    and the reason why the row applies or not. A row without a test applies if no earlier row
    does."""

    name: str
    test: str | None
    numbers: str | None
    if_: str | None
    because: str | None
    holds: bool
    source: str


class PointsStep(NamedTuple):
    """A side's points: the formula, the formula with its numbers, the result; the total before and
    after the deal; and the explanation in words."""

    side: str
    role: str | None
    formula: str
    numbers: str
    points: int
    before: int
    total: int
    say: str


class CarryStep(NamedTuple):
    """A counter that the game shows, for one side, before and after the deal: the formula, and the
    formula with its numbers."""

    counter: str
    side: str
    formula: str
    numbers: str
    before: int
    after: int


class PairStep(NamedTuple):
    """A crosstable of all sides, for one entered or derived name that has a number for
    each pair."""

    name: str
    table: Crosstable


class WinStep(NamedTuple):
    """The winners of the game that a deal ended, where the rules name them, and the test behind
    it."""

    sides: tuple[str, ...]
    test: str
    say: str


class BonusStep(NamedTuple):
    """A side's bonus for a game that ended with this deal: the formula, the formula with its
    numbers, the totals before and after, and the same in words."""

    side: str
    formula: str
    numbers: str
    points: int
    before: int
    total: int
    say: str


class BudgetStep(NamedTuple):
    """The use of a budget, a limit on contracts counted together: declarations including this
    deal, and the maximum. `per` is the scope: the declarer in a game, a round, or a game. `say`
    has all this in words."""

    contracts: tuple[str, ...]
    per: str
    used: int
    most: int
    say: str


class PromiseStep(NamedTuple):
    """All sides' points together, and the sum that the rules promise."""

    sum: int
    promised: int


class Explained(NamedTuple):
    """The explanation of a deal's points. `outcomes` ends with the row of the settlement that
    applied. `penalties` are those since the previous deal; the totals before this deal include
    them."""

    deal: DealRow
    roles: Mapping[str, str | None]
    trump: TrumpStep
    quotas: tuple[QuotaStep, ...]
    outcomes: tuple[OutcomeStep, ...]
    points: tuple[PointsStep, ...]
    promise: PromiseStep | None
    sources: tuple[str, ...]
    rulings: tuple[RulingRow, ...]
    carried: tuple[CarryStep, ...] = ()
    pairs: tuple[PairStep, ...] = ()
    bonus: tuple[BonusStep, ...] = ()
    won_by: WinStep | None = None
    budgets: tuple[BudgetStep, ...] = ()
    penalties: tuple[str, ...] = ()
    names: tuple[NameStep, ...] = ()


def explain_value(explained: Explained) -> dict[str, object]:
    """Return the JSON of `explain`."""
    value = {**explained._asdict(), "deal": deal_value(explained.deal)}
    for key in ("carried", "pairs", "bonus", "won_by", "budgets", "penalties", "names"):
        if not value[key]:
            del value[key]
    return value


def explained_readings(standing: Standing, number: int) -> tuple[Explained, ...]:
    """Return the explanation of each version of a deal, in order; one for an undisputed deal."""
    ways = by_reading(standing, number) or [standing]
    return tuple(
        with_ending(way, explain_of(way.table_of(number), way.deals[number - 1])) for way in ways
    )


def with_ending(standing: Standing, explained: Explained) -> Explained:
    """Return the explanation with the penalties before the deal and, for the last deal of a game,
    the winner and bonuses."""
    found = penalties_before(standing, explained.deal.number)
    explained = explained._replace(penalties=tuple(found))
    for one in standing.state.ended:
        if one.deal == explained.deal.number:
            return explained._replace(
                won_by=_win_step(standing, one), bonus=tuple(_bonus_steps(standing, one))
            )
    return explained


def penalties_before(standing: Standing, number: int) -> Iterable[str]:
    """Yield a text for each penalty between the previous deal and this deal."""
    for event in standing.events:
        if event.what == PENALTY and event.number == number:
            yield happening_of(standing.agreed, event).say


def _win_step(standing: Standing, ended: Ended) -> WinStep | None:
    """Return the winners that the rules name; None if the best total wins."""
    rules, names = standing.agreed.rules, standing.agreed.side_names
    if ended.won and rules.game.counting:
        first = tuple(names[side] for side in ended.won)
        said = labelled(listed(first, "and"), tr("the first to end the game, as it is counted"))
        return WinStep(first, ", ".join(rules.game.counting), said)
    if not ended.won or rules.game.winner is None:
        return None
    won, test = tuple(names[side] for side in ended.won), who_wins(rules, rules.game.winner)
    return WinStep(won, rules.game.winner.text, labelled(listed(won, "and"), test))


def _bonus_steps(standing: Standing, ended: Ended) -> Iterable[BonusStep]:
    """Yield the explanation of each side's bonus for a game that ended."""
    last, bonus = standing.deals[ended.deal - 1], standing.agreed.rules.game.bonus
    table = standing.table_of(ended.deal)
    if bonus is None:
        return
    then = last.state._replace(totals=last.totals, carry=last.carry, deal=ended.deal + 1)
    won = game_winners(table, last.totals, ended.won)
    facts, columns = end_facts(table, then, won)
    for number, points in enumerate(ended.bonus):
        own, total = facts.of_side(columns, number), last.totals[number]
        yield BonusStep(
            side=table.side_names[number],
            formula=bonus.points.text,
            numbers=_put_in(table.rules, bonus.points, own),
            points=points,
            before=total,
            total=total + points,
            say=_working_words(
                worked(table.rules, bonus.points, own), bool(bonus.scoring.by_language)
            ),
        )


def readings_value(found: Sequence[Explained]) -> dict[str, object]:
    """Return the JSON of `explain`: the first version, and for a disputed deal all versions under
    `readings`."""
    each = [explain_value(one) for one in found]
    return {**each[0], "readings": each} if len(each) > 1 else each[0]


def explain_of(table: Agreed, of_all: Scored) -> Explained:
    """Return the explanation of a scored deal (`of_all`) at this table of players."""
    scored = deal_of_seats(of_all)
    agreed = scored.agreed
    facts = DealFacts(agreed, scored.state, scored.turn, scored.facts)
    return Explained(
        deal=deal_row(table, of_all),
        roles=dict(zip(agreed.side_names, facts.roles, strict=True)),
        trump=TrumpStep(scored.trump, _trump_words(facts, scored)),
        quotas=tuple(_quota_steps(facts, scored)),
        outcomes=tuple(_outcome_steps(facts, scored)),
        points=(*_points_steps(facts, scored), *_rest_steps(table, facts, of_all)),
        promise=_promise_step(facts, scored),
        sources=tuple(source.shown() for source in sources_of(agreed.rules, scored)),
        rulings=rulings_of(agreed.rules, scored),
        carried=tuple(_carry_steps(facts, scored)),
        pairs=tuple(_pair_steps(facts)),
        budgets=tuple(_budget_steps(agreed, scored)),
        names=tuple(_name_steps(facts, scored)),
    )


def _name_steps(facts: DealFacts, scored: Scored) -> Iterable[NameStep]:
    """Return the values of the names that the points and the settlement rows use; empty for a split
    deal."""
    rules, columns = facts.agreed.rules, columns_of(facts, scored.quotas)
    row = scored.outcome or rules.contracts.get(scored.contract or "")
    if scored.split_of or row is None:
        return ()
    sides = {
        side: facts.of_side(columns, number) for number, side in enumerate(facts.agreed.side_names)
    }
    points = [
        (_formula(row.points, role), view)
        for role, view in zip(facts.roles, sides.values(), strict=True)
    ]
    tests = [(when, facts) for when in _tests_tried(rules, scored)]
    return name_steps(facts, sides, [*points, *tests])


def _tests_tried(rules: Ruleset, scored: Scored) -> Iterable[Formula]:
    """Yield the tests of the settlement rows, up to the row that applied."""
    for outcome in rules.scoring.outcomes if scored.outcome else ():
        if outcome.when is not None:
            yield outcome.when
        if outcome is scored.outcome:
            return


def _trump_words(facts: DealFacts, scored: Scored) -> str:
    """Return the reason why the deal has its trumps."""
    rules = facts.agreed.rules
    contract = rules.contracts.get(scored.contract or "")
    if contract is None or contract.trump == "open":
        if scored.trump and scored.trump == facts.settled_trump:
            return tr("settled by the deal before")
        said = _default_words(facts, rules.facts.get("trump"))
        return said or (tr("named in the deal") if scored.trump else tr("not entered"))
    if contract.trump == "none":
        return tr("{contract} has no trumps", contract=contract.name.shown())
    return tr("{contract} has its own trumps", contract=contract.name.shown())


def _default_words(facts: DealFacts, fact: Fact | None) -> str:
    """Return the reason, in the rules' words, why other facts imply a fact; "" if they do not."""
    if (
        fact is None
        or fact.default is None
        or facts[fact.id] is None
        or not fact.because.by_language
    ):
        return ""
    rest = {name: value for name, value in facts.entered.items() if name != fact.id}
    others = DealFacts(facts.agreed, facts.state, facts.turn, rest)
    try:
        follows = value_of(fact.default, others) == facts[fact.id]
    except FormulaError:
        return ""
    return text_of(with_facts(fact.because, facts)) if follows else ""


def _quota_steps(facts: DealFacts, scored: Scored) -> Iterable[QuotaStep]:
    """Yield each side's quota with its formula; nothing for a contract without quotas."""
    contract = facts.agreed.rules.contracts.get(scored.contract or "")
    if contract is None or scored.quotas is None:
        return
    for side, role, quota in zip(facts.agreed.side_names, facts.roles, scored.quotas, strict=True):
        yield QuotaStep(side, role, _formula(contract.quota, role).text, quota)


def _formula(formulas: Mapping[str, Formula], role: str | None) -> Formula:
    return formulas.get(EVERY_SIDE) or formulas[role or ""]


def _outcome_steps(facts: DealFacts, scored: Scored) -> Iterable[OutcomeStep]:
    """Yield the rows of the settlement table, up to the row that applied."""
    rules = facts.agreed.rules
    for outcome in rules.scoring.outcomes if scored.outcome else ():
        when = outcome.when
        yield OutcomeStep(
            name=outcome.name.shown(),
            test=when.text if when else None,
            numbers=_put_in(rules, when, facts) if when else None,
            if_=when_of_row(rules, outcome) or None,
            because=text_of(because(rules, when, facts)) if when else None,
            holds=outcome is scored.outcome,
            source=outcome.source.shown(),
        )
        if outcome is scored.outcome:
            return


def _points_steps(facts: DealFacts, scored: Scored) -> Iterable[PointsStep]:
    """Yield the explanation of each side's points."""
    if scored.split_of:
        yield from _split_steps(facts, scored)
        return
    rules, roles = facts.agreed.rules, facts.roles
    row = scored.outcome or rules.contracts.get(scored.contract or "")
    formulas = row.points if row else {}
    is_told = bool(row and row.scoring.by_language)
    columns, befores = columns_of(facts, scored.quotas), by_side(facts.agreed, facts.state.totals)
    for number, side in enumerate(facts.agreed.side_names):
        own, formula = facts.of_side(columns, number), _formula(formulas, roles[number])
        yield PointsStep(
            side=side,
            role=roles[number],
            formula=formula.text,
            numbers=_put_in(rules, formula, own),
            points=scored.points[number],
            before=befores[side],
            total=scored.totals[number],
            say=_working_words(worked(rules, formula, own), is_told),
        )


def _split_steps(facts: DealFacts, scored: Scored) -> Iterable[PointsStep]:
    """Yield the explanation of each side's points in a split deal: the mean of its disputed
    versions."""
    befores, dispute = by_side(facts.agreed, facts.state.totals), facts.agreed.rules.dispute
    rounded = "" if dispute is None else dispute.split
    columns = [*zip(*(deal_of_seats(one).points for one in scored.split_of), strict=True)]
    for number, side in enumerate(facts.agreed.side_names):
        points, column = scored.points[number], columns[number]
        yield PointsStep(
            side=side,
            role=facts.roles[number],
            formula="",
            numbers=f"({' + '.join(map(number_word, column))}) / {len(column)}",
            points=points,
            before=befores[side],
            total=scored.totals[number],
            say=f"{_mean_words(column, rounded)} = {signed(points)}",
        )


def _mean_words(column: Sequence[int], rounded: str) -> str:
    """Return the text `the mean of +2 and +5, rounded down`."""
    points = listed(map(signed, column), "and")
    if sum(column) % len(column) == 0:
        return tr("the mean of {points}", points=points)
    if rounded == UP:
        return tr("the mean of {points}, rounded up", points=points)
    return tr("the mean of {points}, rounded down", points=points)


def _carry_steps(facts: DealFacts, scored: Scored) -> Iterable[CarryStep]:
    """Yield the explanation of each counter that is shown."""
    rules, columns = facts.agreed.rules, columns_of(facts, scored.quotas)
    for name, place in counters_shown(rules).items():
        is_of_table = name in rules.tables_counters
        for number, side in enumerate((TABLE,) if is_of_table else facts.agreed.side_names):
            formula = rules.scoring.carry[name].next
            yield CarryStep(
                counter=name,
                side=side,
                formula=formula.text,
                numbers=_put_in(rules, formula, facts.of_side(columns, number)),
                before=facts.state.carry[place][number],
                after=scored.carry[place][number],
            )


def _pair_steps(facts: DealFacts) -> Iterable[PairStep]:
    """Yield a crosstable for each entered or derived name of pairs with a nonzero number."""
    for name in facts.agreed.rules.pair_names:
        rows = facts.side_column(name)
        if rows is not None and any(map(any, rows)):
            yield PairStep(name, crosstable(facts.agreed, rows))


def _budget_steps(agreed: Agreed, scored: Scored) -> Iterable[BudgetStep]:
    """Yield the use of every budget that limits the deal's contract."""
    if not agreed.rules.budgets or scored.contract is None:
        return
    turn, contract = scored.turn, scored.contract
    declared = (*scored.state.declared, (turn.round, turn.declarer, contract))
    sides = len(scored.state.totals)
    for use in uses(agreed.rules, declared, turn.round, turn.declarer, contract, sides):
        said = use_words(agreed, use, turn.declarer)
        yield BudgetStep(use.contracts, use.scope, use.used, use.most, said)


def _rest_steps(table: Agreed, facts: DealFacts, of_all: Scored) -> Iterable[PointsStep]:
    """Yield the points of each player who sits out, if the rules score sitting out."""
    rules = table.rules
    formula = rules.resting.score if rules.resting else None
    if formula is None:
        return
    for name in facts.agreed.resting:
        person = table.seat_of[name]
        points, total = of_all.points[person], of_all.totals[person]
        yield PointsStep(
            side=name,
            role=None,
            formula=formula.text,
            numbers=_put_in(rules, formula, facts),
            points=points,
            before=total - points,
            total=total,
            say=tr("{points} for resting", points=signed(points)),
        )


def _working_words(how: Worked, is_told: bool) -> str:
    """Return a calculation as text: `quota − tricks = 6 − 9 = −3`, or `−8: −1 for each card left`
    without arithmetic. Omit the formula's names if the rules describe it (`is_told`)."""
    points, words, numbers = signed(how.value), text_of(how.words), text_of(how.numbers)
    if words in (points, points.removeprefix("+")):
        return points
    if numbers.strip("()") in (points, points.removeprefix("+")):
        return labelled(points, words)
    return " = ".join([*([] if is_told else [words]), numbers, points])


def _promise_step(facts: DealFacts, scored: Scored) -> PromiseStep | None:
    promise = facts.agreed.rules.scoring.promise
    if promise is None:
        return None
    return PromiseStep(sum(scored.points), number_of(promise, facts))


def _put_in(rules: Ruleset, formula: Formula, facts: FormulaScope) -> str:
    """Return the formula with the values of its names, as a person would write it."""
    shown = {}
    for name in formula.names - rules.scoring.ladders.keys():
        try:
            shown[name] = _written(rules, facts[name])
        except (LookupError, FormulaError):
            continue
    return re.sub(r"\(\[([^\[\]]*)\]\)", r"(\1)", with_numbers(formula, shown))


def _written(rules: Ruleset, value: object) -> str:
    if isinstance(value, Card):
        return text_of(words_of_card(rules.pack, value))
    if isinstance(value, tuple):
        return f"[{', '.join(_written(rules, item) for item in value)}]"
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)

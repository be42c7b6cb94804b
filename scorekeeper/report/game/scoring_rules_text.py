"""The scoring of a game in words: contracts, quotas, values, bonuses, budgets, checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.base.exact_numbers import number_word, signed
from scorekeeper.game.deal_facts import DealFacts, quotas
from scorekeeper.game.deal_results import deal_of_seats
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.entry_checks import declarers
from scorekeeper.game.schedule import State, Turn, first_state, turn
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import Standing
from scorekeeper.referee.stops import BOTH, DOWN, UP, layout_of
from scorekeeper.report.game.roles import AgainstQuota, against_quota, by_role, scored, settled
from scorekeeper.report.shared_labels import role_word
from scorekeeper.rules.cards import rank_shown
from scorekeeper.rules.formula import Formula, FormulaError
from scorekeeper.rules.rule_text import amount, condition, definition, phrase, term
from scorekeeper.rules.rules_by_option import PLAYER, ROUND, SIDE, Use, covered, uses
from scorekeeper.rules.ruleset import (
    EVERY_SIDE,
    CheckRule,
    Contract,
    MatchRules,
    OutcomeRow,
    Ruleset,
    Settlement,
    StepTable,
)
from scorekeeper.rules.ruleset_entries import Stops
from scorekeeper.rules.ruleset_schedule import Budget
from scorekeeper.rules.ruleset_scoring import Bonus
from scorekeeper.text.message_text import labelled, listed, names_listed, parted, text_of
from scorekeeper.text.translation import Phrase, marked, tr, trn

# --- scoring and winning, for the rule sheet ---------------------------------------------------


ROUNDED = {
    "down": marked("divided by {per}, rounded down"),
    "up": marked("divided by {per}, rounded up"),
    "nearest": marked("divided by {per}, rounded to the nearest number"),
}


def with_source(text: str, source: Phrase) -> str:
    """Return a text followed by its source in the language of the reader."""
    return cited(text, source.shown())


def cited(text: str, source: str) -> str:
    """Return a text followed by its source in brackets, if it has one."""
    return f"{text} [{source}]" if source else text


def worked_out(rules: Ruleset) -> list[str]:
    """Return lines that define the names in formulas: for all players, each player, side or pair,
    and counters."""
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
    """Return lines on the start score and on the points of a deal."""
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
    """Yield lines on the points of contracts, grouped by equal points, unless a settlement table
    sets the points; and a note on scoring by quota."""
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
    """Return lines on when the game is over, the value of a game, and the winner."""
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
    """Return the sentence on the winner that the rules name once a game is over."""
    return tr("it is won by whoever fulfils: {test}", test=who_wins(rules, winner))


def counted_in_turn(rules: Ruleset) -> str:
    """Return the sentence on the counting order within a deal, in which the first side to end the
    game wins."""
    names = listed([text_of(term(rules, name)) for name in rules.game.counting], "and")
    return tr(
        "within a deal {names} are counted in this order, each from the dealer's left on: the "
        "first to end the game wins it",
        names=names,
    )


def who_wins(rules: Ruleset, winner: Formula) -> str:
    """Return the test for the winner, in the rules' words or as the formula in words."""
    return rules.game.winning.shown() or text_of(condition(rules, winner))


def _bonus(rules: Ruleset, bonus: Bonus) -> str:
    """Return the text on each side's bonus at the end of a game."""
    name = bonus.name.shown() or tr("bonus")
    said = tr(
        "when it is over each side gets, as {bonus}: {points}",
        bonus=name,
        points=worth_of_bonus(rules, bonus),
    )
    return with_source(said, bonus.source)


def worth_of_bonus(rules: Ruleset, bonus: Bonus) -> str:
    """Return the value of a game's bonus, in the rules' words or as the formula in words."""
    return bonus.scoring.shown() or text_of(amount(rules, bonus.points))


def _settling(rules: Ruleset, settlement: Settlement) -> str:
    """Return the text on settling ledgers: a side's points, the points from each other side, and
    rounding."""
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
    """Return the condition that ends a game early, as a clause after "when"; "" if none does."""
    over = rules.game.over
    return rules.game.end.shown() or text_of(condition(rules, over)) if over else ""


def worth_of_game(rules: Ruleset, match: MatchRules) -> str:
    """Return the value of a game to a side, in the rules' words or as the formula in words."""
    return match.scoring.shown() or text_of(amount(rules, match.result))


def when_of_row(rules: Ruleset, outcome: OutcomeRow) -> str:
    """Return a settlement row's condition, as a clause after "if"; "" for an unconditional row."""
    if outcome.when is None:
        return outcome.test.shown()
    return outcome.test.shown() or text_of(condition(rules, outcome.when))


def _outcome_line(rules: Ruleset, outcome: OutcomeRow) -> str:
    """Return the line of a settlement row."""
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


def _nameless(rules: Ruleset, outcome: OutcomeRow, points: str) -> str:
    """Return the line of an unnamed settlement row: with its test, "otherwise", or alone."""
    if outcome.when:
        return tr("if {test}: {points}", test=when_of_row(rules, outcome), points=points)
    if len(rules.scoring.outcomes) > 1:
        return tr("otherwise: {points}", points=points)
    return tr("a deal scores {points}", points=points)


def span_of_step(rules: Ruleset, ladder: StepTable, place: int) -> str:
    """Return the range of keys that a row of a step table covers: `100–140`. `place` is the row's
    index."""
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
    """Return the distance between keys of a step table and the highest key, if the keys are bids;
    else 1 and None."""
    auction = rules.auction
    if auction is None or not steps or not auction.least <= steps[0] <= auction.most:
        return 1, None
    return auction.step, auction.most


def _winning(rules: Ruleset) -> str:
    """Return the rule for the winner by totals; if the rules may name a winner, it applies when
    they name nobody."""
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


# --- bonuses at the end of a game, in words ----------------------------------------------------


def bonus_word(rules: Ruleset) -> str:
    """Return the label of a game's bonus."""
    bonus = rules.game.bonus
    # Translators: the head of a row, the points that are given because a game is over
    return (bonus.name.shown() if bonus else "") or tr("bonus")


def bonus_lines(before: Standing, now: Standing) -> Iterable[str]:
    """Yield `bonus: Anna +100, Björn 0` for each game that ended, or changed its result, since
    `before`. Yield nothing during a dispute."""
    old = {one.deal: one for one in before.state.ended}
    for one in () if now.ways else now.state.ended:
        if one.bonus and old.get(one.deal) != one:
            yield labelled(bonus_word(now.agreed.rules), points_said(now.agreed, one.bonus))


def points_said(agreed: Agreed, points: Iterable[int]) -> str:
    """Return points by side as text: `Anna +100, Björn 0`."""
    return ", ".join(
        f"{side} {signed(number)}" for side, number in zip(agreed.side_names, points, strict=True)
    )


# --- quotas ------------------------------------------------------------------------------------
# The quotas of a contract in words, and the sides' results against them if points are tricks above
# or below the quota.


class QuotaRecord(NamedTuple):
    """A contract whose declarers always reached the quota, or never did. `at_most` is True if the
    quota is an upper limit."""

    contract: str
    at_most: bool
    reached: bool
    deals: tuple[int, ...]


def declared(standing: Standing) -> Iterable[QuotaRecord]:
    """Yield each contract played at least twice whose declarers always, or never, reached the
    quota."""
    for contract in standing.agreed.rules.contracts.values():
        deals = [scored for scored in standing.deals if scored.contract == contract.id]
        margins = [_of_declarer(scored, _margins(standing, contract, scored)) for scored in deals]
        told = [margin for margin in margins if margin is not None]
        reached = {margin >= 0 for margin in told}
        held = _held(contract)
        if held and len(told) == len(deals) >= 2 and len(reached) == 1:
            numbers = tuple(scored.turn.number for scored in deals)
            yield QuotaRecord(contract.id, held.at_most, reached.pop(), numbers)


def exact_deals(standing: Standing) -> tuple[int, ...]:
    """Return the numbers of the deals in which every side met its quota exactly."""
    contracts = standing.agreed.rules.contracts
    margins = {
        scored.turn.number: _margins(standing, contracts[scored.contract], scored)
        for scored in standing.deals
        if scored.contract is not None
    }
    return tuple(number for number, own in margins.items() if own and not any(own))


def _held(contract: Contract) -> AgainstQuota | None:
    """Return the count that a contract's points compare with the quota, if all its formulas do so;
    else None."""
    held = {against_quota(formula) for formula in contract.points.values()}
    return held.pop() if len(held) == 1 else None


def _margins(standing: Standing, contract: Contract, scored: Scored) -> Sequence[int]:
    """Return each side's margin over its quota, positive if better; empty without a quota."""
    held = _held(contract)
    known = standing.agreed.rules.counts.get(held.counted) if held else None
    if (
        held is None
        or known is None
        or known.by_player
        or scored.quotas is None
        or held.counted not in scored.facts
    ):
        return ()
    sign = -1 if held.at_most else 1
    return [
        sign * (own - quota)
        for own, quota in zip(scored.facts[held.counted], scored.quotas, strict=True)
    ]


def _of_declarer(scored: Scored, margins: Sequence[int]) -> int | None:
    played = deal_of_seats(scored)
    seat = played.turn.declarer
    return None if seat is None or not margins else margins[played.agreed.side_of[seat]]


def quota_words(agreed: Agreed, contract: str) -> str:
    """Return a contract's quotas by role, `declarer 8, others 4`, or as formulas if only the deal
    decides them."""
    state = first_state(agreed)
    facts = DealFacts(agreed, state, turn(agreed, state), {"contract": contract})
    formulas = agreed.rules.contracts[contract].quota
    try:
        numbers = quotas(facts) if set(formulas) <= {*facts.roles, EVERY_SIDE} else None
    except FormulaError:
        numbers = None
    if numbers is None or not all(facts.roles):
        return by_role(
            agreed.rules,
            {role: settled(formula, agreed.known) for role, formula in formulas.items()},
        )
    found = dict(zip(facts.roles, numbers, strict=True))
    if len(found) == 1:
        return str(numbers[0])
    return ", ".join(
        f"{role_word(agreed.rules, role)} {found[role]}"
        for role in agreed.rules.roles
        if role in found
    )


# --- checks of an entry, for the rule sheet ----------------------------------------------------


# The text of each action of a check.
DONE: Mapping[str, str] = {
    "refuse": marked("not recorded if {test}"),
    "ask": marked("asked about first if {test}"),
    "flag": marked("recorded with a remark if {test}"),
}
# The addition for a check that is made for each side, player or pair.
OF_EACH: Mapping[str, str] = {
    "side": marked("{said} (of each side)"),
    "player": marked("{said} (of each player)"),
    "pair": marked("{said} (of each with each other)"),
}


def check_lines(rules: Ruleset) -> list[str]:
    """Return a line for each check of the ruleset file: the action, its condition, and its
    player."""
    return [with_source(_line(rules, check), check.source) for check in rules.scoring.checks]


def _line(rules: Ruleset, check: CheckRule) -> str:
    said = tr(DONE[check.tier], test=text_of(condition(rules, check.when)))
    return said if check.of == "deal" else tr(OF_EACH[check.of], said=said)


# --- contract words ----------------------------------------------------------------------------
# The contracts of a game for the rule sheet: the aim of each, and how suits are laid out.


# An example of a layout begins with the third lowest rank, so that it shows what follows after the
# end of the order.
EXAMPLE = -3


def contract_lines(rules: Ruleset) -> list[str]:
    """Return a line on each contract's aim, with the card order of layout contracts."""
    return [
        with_source(_contract_line(rules, contract), contract.source)
        for contract in rules.contracts.values()
    ]


def _contract_line(rules: Ruleset, contract: Contract) -> str:
    """Return a contract's name and, if it has one, its text."""
    said = parted(_parts(rules, contract))
    return labelled(contract.name.shown(), said) if said else contract.name.shown()


def _parts(rules: Ruleset, contract: Contract) -> Iterator[str]:
    if contract.text.by_language:
        yield contract.text.shown()
    elif contract.stops is None and rules.has_cards:
        yield _trumps(rules, contract)
    if contract.stops is not None:
        yield from _layout(rules, contract.stops)


def _trumps(rules: Ruleset, contract: Contract) -> str:
    if contract.trump == "none":
        return tr("no trumps")
    if contract.trump == "open":
        return tr("with trumps")
    return tr("trumps are {suit}", suit=rules.pack.suits[contract.trump].words.shown())


def _layout(rules: Ruleset, stops: Stops) -> Iterator[str]:
    """Yield the order of each pile in a layout contract, or one example a direction if the deal
    decides the order."""
    decided = not (stops.start.startswith("fact ") or stops.direction.startswith("fact "))
    start = rules.pack.ranks[EXAMPLE:][0] if stops.start.startswith("fact ") else stops.start
    ways = (DOWN, UP) if stops.direction.startswith("fact ") else (stops.direction,)
    said = [_one_way(rules, stops, start, way) for way in ways]
    yield (
        tr("each suit grows {orders}", orders=said[0])
        if decided
        else tr("for example {orders}", orders=parted(said))
    )


def _one_way(rules: Ruleset, stops: Stops, start: str, way: str) -> str:
    pack = rules.pack
    orders = [
        "-".join(rank_shown(pack, rank) for rank in o)
        for o in layout_of(pack, start, way, stops.ring).orders
    ]
    start = rank_shown(pack, start)
    if way == BOTH:
        return tr(
            "from {rank} both ways, {up} and {down}", rank=start, up=orders[0], down=orders[1]
        )
    if way == UP:
        return tr("from {rank} upwards, {order}", rank=start, order=orders[0])
    return tr("from {rank} downwards, {order}", rank=start, order=orders[0])


# --- budgets of contracts, in words ------------------------------------------------------------


def budget_lines(rules: Ruleset) -> list[str]:
    """Return a line for each budget: its contracts, and how often they may be declared."""
    return [_budget_line(rules, name, budget) for name, budget in rules.budgets.items()]


def _budget_line(rules: Ruleset, name: str, budget: Budget) -> str:
    contracts = covered(rules, name, budget)
    called = names_listed(rules.contracts[one].name.shown() for one in contracts)
    if budget.each and len(contracts) > 1:
        called = tr("each of {contracts}", contracts=called)
    elif name := budget.name.shown():
        called = tr("{name} ({contracts})", name=name, contracts=called)
    return with_source(labelled(called, parted(_bounds(budget))), budget.source)


def _bounds(budget: Budget) -> Iterator[str]:
    if budget.player is not None:
        yield trn(
            budget.player,
            "a player may declare it at most once in a game",
            "a player may declare it at most {n} times in a game",
        )
    if budget.side is not None:
        yield trn(
            budget.side,
            "partners together may declare it at most once in a game",
            "partners together may declare it at most {n} times in a game",
        )
    if budget.round is not None:
        yield trn(budget.round, "at most once in a round", "at most {n} times in a round")
    if budget.game is not None:
        yield trn(budget.game, "at most once in a game", "at most {n} times in a game")


def use_words(agreed: Agreed, use: Use, declarer: int | None) -> str:
    """Return the use of a budget as text, `the low ones: Anna 1 of 2 in the game`: declarations
    and maximum."""
    rules = agreed.rules
    called = use.budget.name.shown() if len(use.contracts) > 1 else ""
    called = called or names_listed(rules.contracts[one].name.shown() for one in use.contracts)
    numbers = {"used": use.used, "most": use.most}
    if use.scope in (PLAYER, SIDE) and declarer is not None:
        who = text_of(declarers(agreed, use, declarer))
        said = tr("{player} {used} of {most} in the game", player=who, **numbers)
    elif use.scope == ROUND:
        said = tr("{used} of {most} in the round", **numbers)
    else:
        said = tr("{used} of {most} in the game", **numbers)
    return labelled(called, said)


def coming_uses(agreed: Agreed, state: State, coming: Turn) -> Iterable[str]:
    """Yield the use of each budget that limits the next deal and has been used. For a player's or
    side's budget, only the next declarer's use is included."""
    sides = len(state.totals)
    found = (
        use_words(agreed, use, coming.declarer)
        for contract in agreed.rules.contracts
        for use in uses(
            agreed.rules, state.declared, coming.round, coming.declarer, contract, sides
        )
        if use.used
    )
    return dict.fromkeys(found)

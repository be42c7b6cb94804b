"""Random deals and games, the same on every run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from scorekeeper.base.input_limits import Steps
from scorekeeper.base.random_draws import RandomSource, below, one_of, some_of
from scorekeeper.game.deal_scoring import Scored, judged
from scorekeeper.game.schedule import State, deals_per_game, seating_of, turn
from scorekeeper.game.session_settings import MOST_RESTING, Agreed, SitOutPlan, agree
from scorekeeper.proof.deal_enumeration import Facts, Order, facts_of, order_of, random_entry
from scorekeeper.proof.dependencies import dependencies_of
from scorekeeper.proof.domains import columns_of_count
from scorekeeper.proof.situations import NAMES, Situation, situations, values_tried
from scorekeeper.rules.formula import FormulaError
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message import Words
from scorekeeper.text.problems import Problem, Refused

# --- random deals --------------------------------------------------------------------------------
# Few enough for every check of a ruleset.


DRAWS: Final = 500
MOST_SITUATIONS: Final = 100


def random_deals(rules: Ruleset, draws: int = DRAWS) -> Iterator[tuple[Situation, Facts]]:
    """Yield different random deals for all contracts, numbers of players and options. The rules
    may refuse a deal. `draws` limits the number of draws."""
    order = order_without_alone(rules)
    found = _spread_evenly(situations(rules, dependencies_of(rules)))
    for situation in found:
        for name in rules.alone:
            yield situation, {**situation.known, name: True}
    seen = set[tuple[int, str]]()  # a small game has fewer different deals than draws
    for number in range(draws if found else 0):
        place = number % len(found)
        for entered in _random_variants(found[place], order, number):
            key = place, repr(entered)
            if key not in seen:
                seen.add(key)
                yield found[place], entered


def order_without_alone(rules: Ruleset) -> Order:
    """Return the order of entry without facts that are a whole deal by themselves."""
    return order_of(rules, {*rules.facts, *rules.counts}.difference(rules.alone))


def _random_variants(situation: Situation, order: Order, number: int) -> Iterator[Facts]:
    """Yield a random deal, the same deal without optional facts, and one with all counts for one
    side."""
    try:
        entered, _ = random_entry(situation, order, RandomSource(number))
        yield entered
        yield without_optional(situation.agreed.rules, entered)
        yield _all_to_one(situation, order, entered, number)
    except FormulaError:
        return  # a formula for legal values fails


def _spread_evenly(found: Sequence[Situation]) -> Sequence[Situation]:
    """Return at most MOST_SITUATIONS, evenly spread."""
    step = -(-len(found) // MOST_SITUATIONS)
    return found[:: step or 1]


def without_optional(rules: Ruleset, entered: Facts) -> Facts:
    """Return the deal with only its required facts."""
    optional = {fact.id for fact in rules.facts.values() if fact.optional}
    optional |= {count.id for count in rules.counts.values() if count.optional}
    return {name: value for name, value in entered.items() if name not in optional}


def _all_to_one(situation: Situation, order: Order, entered: Facts, number: int) -> Facts:
    """Return the deal in which one side has all of each count, and the others nothing."""
    facts, changed = facts_of(situation, entered), dict(entered)
    for count in order.counts:
        columns = columns_of_count(count, facts)
        total = columns.most if columns.total is None else columns.total
        if count.id in entered and columns.least <= 0 and total <= columns.most:
            column = [0] * columns.parts
            column[number % columns.parts] = total
            changed[count.id] = column
    return changed


# --- random games --------------------------------------------------------------------------------


MOST_DEALS: Final = 1_000_000  # more than any game has
MOST_DRAWS: Final = 1_000  # of a deal before it is reported as impossible to enter
RULES: Final = ("formula", "promise")  # the codes of faults in the rules, not in the deal


class RandomDeal(NamedTuple):
    """A random deal: its situation, its facts, and its score; None if it cannot be scored."""

    situation: Situation
    entered: Facts
    scored: Scored | None


def tables_by_choice(
    rules: Ruleset, options: Iterable[str], more: Mapping[str, Sequence[int]] | None = None
) -> Iterator[Agreed]:
    """Yield settings with default options, then with each other value of one of `options`, for
    every number of players. Of a number, its bounds and the values in `more` are used."""
    for players in rules.every_number:
        yield from _table(rules, players, {})
    for name in options:
        option = rules.options[name]
        for value in (*(more or {}).get(name, ()), *values_tried(option)):
            for players in rules.every_number if value != option.default else ():
                yield from _table(rules, players, {name: value})


def tables_with_resters(rules: Ruleset) -> Iterator[Agreed]:
    """Yield settings for players of whom up to MOST_RESTING sit out, if the score for sitting out
    depends on the deal."""
    score = rules.resting.score if rules.resting else None
    for more in range(1, MOST_RESTING + 1) if score is not None and score.names else ():
        yield from _table(rules, max(rules.every_number) + more, {})


def _table(rules: Ruleset, people: int, choices: dict[str, object]) -> Iterator[Agreed]:
    """Yield settings with these options; nothing if the number of players is excluded or a formula
    fails."""
    turns = None if people in rules.every_number else SitOutPlan()
    try:
        agreed = agree(rules, NAMES[:people], None, choices, turns)
        deals_per_game(agreed)
    except (Refused, FormulaError):
        return
    yield agreed


def random_next_deal(
    agreed: Agreed, state: State, order: Order, steps: Steps, way: int = 0
) -> RandomDeal | Problem | None:
    """Return a random legal deal after this state. Each `way` gives another deal.

    Returns the problem if every draw is refused for the same reason; None if nothing can be
    drawn, if reasons differ, or if the steps run out."""
    seating, chance = seating_of(agreed, state), RandomSource(state.deal + MOST_DEALS * way)
    refused = dict[Words, Problem]()
    contracts = turn(seating.agreed, seating.state).contracts
    if agreed.rules.contracts and not contracts:
        return None
    for _ in range(MOST_DRAWS):
        contract, chance = one_of(chance, contracts or (None,))
        situation = Situation(seating.agreed, seating.state, contract)
        if not steps.take():
            return None
        try:
            entered, chance = random_entry(situation, order, chance)
        except FormulaError:
            return None  # a formula for legal values fails
        some, chance = _with_some_minimum(situation, order, entered, chance)
        for facts in (entered, without_optional(agreed.rules, entered), some):
            verdict = judged(situation.agreed, situation.state, dict(facts))
            if verdict.scored is not None or any(one.code in RULES for one in verdict.problems):
                return RandomDeal(situation, facts, verdict.scored)
            refused |= {problem.message: problem for problem in verdict.problems[:1]}
    return next(iter(refused.values())) if len(refused) == 1 else None


def deals_of_one_fact(agreed: Agreed, state: State) -> Iterator[RandomDeal]:
    """Yield each next deal that consists of one fact, such as that all passed."""
    seating = seating_of(agreed, state)
    for name in agreed.rules.alone:
        for contract in turn(seating.agreed, seating.state).contracts or (None,):
            situation = Situation(seating.agreed, seating.state, contract)
            entered: Facts = {**situation.known, name: True}
            verdict = judged(situation.agreed, situation.state, dict(entered))
            yield RandomDeal(situation, entered, verdict.scored)


def _with_some_minimum(
    situation: Situation, order: Order, entered: Facts, chance: RandomSource
) -> tuple[Facts, RandomSource]:
    """Return the deal in which some sides have the minimum of each count, like players who are
    out, and another side takes over their numbers; and the next random state."""
    facts, changed = facts_of(situation, entered), dict(entered)
    seats = range(len(situation.agreed.sides))
    number, chance = below(chance, len(seats))
    chosen, chance = some_of(chance, seats, number + 1)
    taker, out = chosen[0], chosen[1:]
    for count in order.counts:
        columns = columns_of_count(count, facts)
        if count.id in entered and columns.parts == len(seats):
            column = [*changed[count.id]]
            for seat in out:
                column[taker] += column[seat] - columns.least if columns.total is not None else 0
                column[seat] = columns.least
            changed[count.id] = column
    return changed, chance

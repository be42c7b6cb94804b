"""Random deals and games, the same ones each time."""

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
# Few enough to be judged whenever a ruleset is checked.


DRAWS: Final = 500
MOST_SITUATIONS: Final = 100


def random_deals(rules: Ruleset, draws: int = DRAWS) -> Iterator[tuple[Situation, Facts]]:
    """Yield random deals of every contract, number of players and option, each once, from so many
    draws; the rules may still refuse one."""
    order = order_without_alone(rules)
    found = _spread_evenly(situations(rules, dependencies_of(rules)))
    for situation in found:
        for name in rules.alone:
            yield situation, {**situation.known, name: True}
    seen = set[tuple[int, str]]()  # of a small game there are fewer deals than are drawn
    for number in range(draws if found else 0):
        place = number % len(found)
        for entered in _random_variants(found[place], order, number):
            key = place, repr(entered)
            if key not in seen:
                seen.add(key)
                yield found[place], entered


def order_without_alone(rules: Ruleset) -> Order:
    """Return the order of filling in everything except facts that are a deal by themselves."""
    return order_of(rules, {*rules.facts, *rules.counts}.difference(rules.alone))


def _random_variants(situation: Situation, order: Order, number: int) -> Iterator[Facts]:
    """Yield a random deal, the same deal without its optional facts, and with everything for one
    side."""
    try:
        entered, _ = random_entry(situation, order, RandomSource(number))
        yield entered
        yield without_optional(situation.agreed.rules, entered)
        yield _all_to_one(situation, order, entered, number)
    except FormulaError:
        return  # what may be entered has no answer itself


def _spread_evenly(found: Sequence[Situation]) -> Sequence[Situation]:
    """Return at most MOST_SITUATIONS of the situations, evenly spread."""
    step = -(-len(found) // MOST_SITUATIONS)
    return found[:: step or 1]


def without_optional(rules: Ruleset, entered: Facts) -> Facts:
    """Return the deal with its required facts only."""
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


MOST_DEALS: Final = 1_000_000  # of a game; no game has as many
MOST_DRAWS: Final = 1_000  # of a deal, after which it is said that it cannot be entered
RULES: Final = ("formula", "promise")  # the codes of rules that fail where a deal is well


class RandomDeal(NamedTuple):
    """A random deal: its situation, its facts, and its score; None where the rules fail."""

    situation: Situation
    entered: Facts
    scored: Scored | None


def tables_by_choice(
    rules: Ruleset, options: Iterable[str], more: Mapping[str, Sequence[int]] | None = None
) -> Iterator[Agreed]:
    """Yield every number of players with the default options; then with each other value of these
    options alone: the bounds of a number, and the values in `more`."""
    for players in rules.every_number:
        yield from _table(rules, players, {})
    for name in options:
        option = rules.options[name]
        for value in (*(more or {}).get(name, ()), *values_tried(option)):
            for players in rules.every_number if value != option.default else ():
                yield from _table(rules, players, {name: value})


def tables_with_resters(rules: Ruleset) -> Iterator[Agreed]:
    """Yield every number of people of whom somebody sits out, where the score of sitting out
    depends on the deal."""
    score = rules.resting.score if rules.resting else None
    for more in range(1, MOST_RESTING + 1) if score is not None and score.names else ():
        yield from _table(rules, max(rules.every_number) + more, {})


def _table(rules: Ruleset, people: int, choices: dict[str, object]) -> Iterator[Agreed]:
    """Yield a table with these options; none where they exclude this number of players, or where a
    formula of the settings has no answer."""
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
    """Return the next deal, drawn until it is legal.

    Returns the problem where every draw is refused for the same reason; None where nothing can
    be drawn, where the reasons differ, or where the steps are used up. Each `way` is another
    deal."""
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
            return None  # what may be entered has no answer itself
        some, chance = _with_some_minimum(situation, order, entered, chance)
        for facts in (entered, without_optional(agreed.rules, entered), some):
            verdict = judged(situation.agreed, situation.state, dict(facts))
            if verdict.scored is not None or any(one.code in RULES for one in verdict.problems):
                return RandomDeal(situation, facts, verdict.scored)
            refused |= {problem.message: problem for problem in verdict.problems[:1]}
    return next(iter(refused.values())) if len(refused) == 1 else None


def deals_of_one_fact(agreed: Agreed, state: State) -> Iterator[RandomDeal]:
    """Yield the next deal as each fact that is a whole deal by itself."""
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
    out, and one of the others has the rest of the total."""
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

"""Every way to enter a deal, facts first, then counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from scorekeeper.base.random_draws import RandomSource, one_of
from scorekeeper.game.deal_facts import DealFacts, holds
from scorekeeper.game.derived_facts import with_defaults
from scorekeeper.game.schedule import turn
from scorekeeper.proof.dependencies import base_names
from scorekeeper.proof.domains import (
    LEFT_OUT,
    EveryColumn,
    columns_of_count,
    fact_values,
    random_cards,
    random_column,
    random_pairs,
)
from scorekeeper.proof.situations import Situation
from scorekeeper.rules.formula import number_of
from scorekeeper.rules.ruleset import PAIRS, Count, Fact, Ruleset

Facts = Mapping[str, Any]
Thing = Fact | Count


class Order(NamedTuple):
    """The facts and counts in order of entry, each after the names that its condition uses. `late`
    are the ids for which no such order exists."""

    facts: tuple[Fact, ...]
    counts: tuple[Count, ...]
    late: frozenset[str]


def order_of(rules: Ruleset, names: Iterable[str]) -> Order:
    """Return the order in which these facts and counts are entered."""
    wanted = set(names)
    facts, late_facts = _sorted(
        rules, [fact for name, fact in rules.facts.items() if name in wanted], set(), wanted
    )
    counts, late_counts = _sorted(
        rules,
        [c for name, c in rules.counts.items() if name in wanted],
        {f.id for f in facts},
        wanted,
    )
    return Order(tuple(facts), tuple(counts), frozenset(late_facts + late_counts))


def _sorted(
    rules: Ruleset, things: Sequence[Any], known: set[str], wanted: set[str]
) -> tuple[list[Any], list[str]]:
    """Return the facts or counts in order, each after the names that its condition uses, and the
    ids for which that is impossible."""
    done: list[Any] = []
    late: list[str] = []
    left = list(things)
    while left:
        ready = [t for t in left if names_used_by(rules, t) & wanted <= known | {t.id}]
        late += [] if ready else [left[0].id]
        thing = (ready or left)[0]
        left.remove(thing)
        done.append(thing)
        known = known | {thing.id}
    return done, late


def names_used_by(rules: Ruleset, thing: Thing) -> set[str]:
    """Return the names in the condition, total, bounds or default of a fact or count."""
    own = (
        [thing.when, thing.default]
        if isinstance(thing, Fact)
        else [thing.when, thing.total, thing.least, thing.most]
    )
    return {name for formula in filter(None, own) for name in base_names(rules, formula.names)}


def names_used_by_all(rules: Ruleset, things: Iterable[Thing]) -> set[str]:
    """Return the names in the conditions, totals, bounds or defaults of these facts and counts."""
    return {name for thing in things for name in names_used_by(rules, thing)}


def facts_of(situation: Situation, entered: Facts) -> DealFacts:
    """Return the deal as formulas see it, with these entered facts."""
    agreed, state = situation.agreed, situation.state
    return DealFacts(agreed, state, turn(agreed, state, entered), entered)


def contract_count(situation: Situation) -> tuple[Count, int] | None:
    """Return the first count of the deal with a total, and that total; None if there is none."""
    facts = facts_of(situation, situation.known)
    for count in situation.agreed.rules.counts.values():
        if (total := count.total) is not None and holds(count.when, facts):
            return count, number_of(total, facts)
    return None


# --- enumeration ---------------------------------------------------------------------------------


def each_fact_entry(situation: Situation, order: Order) -> Iterator[Facts]:
    """Yield every way to enter the facts, without the counts."""
    yield from _ways(situation, order, 0, situation.known)


def _ways(situation: Situation, order: Order, place: int, entered: Facts) -> Iterator[Facts]:
    if place == len(order.facts):
        yield _with_defaults(situation, order, entered)
        return
    fact = order.facts[place]
    for value in _values(fact, situation, order, entered):
        yield from _ways(
            situation,
            order,
            place + 1,
            entered if value is LEFT_OUT else {**entered, fact.id: value},
        )


def _with_defaults(situation: Situation, order: Order, entered: Facts) -> Facts:
    """Return the entered facts, and the default of each fact left out, unless the default depends
    on counts."""
    rules = situation.agreed.rules
    defaulted = [fact for fact in order.facts if fact.default and fact.id not in entered]
    if not defaulted:
        return entered
    whole = with_defaults(facts_of(situation, entered)).entered
    waiting = {fact.id for fact in defaulted if names_used_by(rules, fact) & set(rules.counts)}
    return {name: value for name, value in whole.items() if name not in waiting}


def _values(fact: Fact, situation: Situation, order: Order, entered: Facts) -> Iterable[Any]:
    values, may_be_left_out = _values_and_optional(fact, situation, order, entered)
    return chain([LEFT_OUT], values) if may_be_left_out else values


def number_of_values(fact: Fact, situation: Situation, order: Order, entered: Facts) -> int:
    """Return the number of ways to enter a fact, given the entered facts."""
    values, may_be_left_out = _values_and_optional(fact, situation, order, entered)
    return len(values) + may_be_left_out


def _values_and_optional(
    fact: Fact, situation: Situation, order: Order, entered: Facts
) -> tuple[Sequence[Any], bool]:
    """Return the possible values of a fact in this deal, and whether it may be left out."""
    facts = with_defaults(facts_of(situation, entered))
    is_late = fact.id in order.late
    if not is_late and not holds(fact.when, facts):
        return (), True
    values = fact_values(fact, facts)
    return values, is_late or fact.optional or not values


def count_domains(
    base: DealFacts, order: Order, are_kept: bool = True
) -> tuple[list[str], list[Iterable[object]]]:
    """Return the ids of the counts of a deal with these facts, and the possible columns of each
    count."""
    names: list[str] = []
    columns: list[Iterable[object]] = []
    for count in order.counts:
        late = count.id in order.late
        if late or holds(count.when, base):
            names.append(count.id)
            more = [LEFT_OUT] if late or count.optional else []
            columns.append(EveryColumn(columns_of_count(count, base), more, are_kept))
    return names, columns


def each_count_entry(base: DealFacts, order: Order) -> Iterator[Facts]:
    """Yield every way to enter the counts with these facts."""
    names, columns = count_domains(base, order)
    return (entered for entered in _filled_in(base, order, names, columns) if entered is not None)


def first_result(situation: Situation, order: Order, most: int) -> Facts | None:
    """Return the first complete entry of a deal; None if there is none among the first `most`
    tried."""
    looked = 0
    for entered in islice(each_fact_entry(situation, order), most):
        base = facts_of(situation, entered)
        names, columns = count_domains(base, order, are_kept=False)
        for result in _filled_in(base, order, names, columns):
            if result is not None:
                return result
            looked += 1
            if looked >= most:
                return None
    return None


def _filled_in(
    base: DealFacts, order: Order, names: Sequence[str], columns: Sequence[Iterable[object]]
) -> Iterator[Facts | None]:
    """Yield every way to enter the counts; None instead of a way that a late condition forbids."""
    things: list[Thing] = [*order.facts, *order.counts]
    late = [thing for thing in things if is_late(thing, order, base.agreed.rules)]
    waits = any(fact.default and fact.id not in base.entered for fact in order.facts)
    for row in _rows(columns):
        entered: Facts = {**base.entered, **dict(zip(names, row, strict=True))}
        if LEFT_OUT in row:
            entered = {name: value for name, value in entered.items() if value is not LEFT_OUT}
        if waits:  # for a default that depends on counts
            entered = with_defaults(base.with_entered(entered)).entered
        yield entered if not late or _all_fit(late, base, entered) else None


def _rows(columns: Sequence[Iterable[object]]) -> Iterator[tuple[object, ...]]:
    """Yield every combination of one value from each column, without storing them."""
    if not columns:
        yield ()
        return
    first, *others = columns
    for one in first:
        for row in _rows(others):
            yield one, *row


def is_late(thing: Thing, order: Order, rules: Ruleset) -> bool:
    """Return True if the condition can be checked only after everything is entered, or for cards
    and auctions, which are not enumerated."""
    if thing.id in order.late or (isinstance(thing, Fact) and thing.kind in ("cards", "auction")):
        return True
    return isinstance(thing, Fact) and bool(names_used_by(rules, thing) & set(rules.counts))


def _all_fit(things: Iterable[Thing], base: DealFacts, entered: Facts) -> bool:
    """Return True if each fact and count is entered exactly when the deal requires it."""
    facts = base.with_entered(entered)
    for thing in things:
        given = thing.id in entered
        if not (given or thing.optional) and holds(thing.when, facts):
            return False
        if given and not holds(thing.when, facts):
            return False
    return True


# --- random entries ------------------------------------------------------------------------------


def random_entry(
    situation: Situation, order: Order, chance: RandomSource
) -> tuple[Facts, RandomSource]:
    """Return a random entry of a deal, which the rules may refuse, and the next random state."""
    entered = situation.known
    for fact in order.facts:
        value, chance = _random_value(fact, situation, order, entered, chance)
        entered = entered if value is LEFT_OUT else {**entered, fact.id: value}
    base = with_defaults(facts_of(situation, entered))
    for count in order.counts:
        coin, chance = one_of(chance, (True, False))
        if holds(count.when, base) and (coin or not count.optional):
            column, chance = random_column(columns_of_count(count, base), chance)
            base = base.with_entered({**base.entered, count.id: column})
    return base.entered, chance


def _random_value(
    fact: Fact, situation: Situation, order: Order, entered: Facts, chance: RandomSource
) -> tuple[object, RandomSource]:
    facts = with_defaults(facts_of(situation, entered))
    coin, chance = one_of(chance, (True, False))
    if not holds(fact.when, facts) or (fact.id in order.late and coin):
        return LEFT_OUT, chance
    if fact.kind == "cards":
        return random_cards(fact, facts, chance)
    if fact.kind == PAIRS:
        said, chance = random_pairs(fact, situation.agreed, chance)
        return said or LEFT_OUT, chance
    values = fact_values(fact, facts)
    if not (fact.optional or not values):
        return one_of(chance, values)
    place, chance = one_of(chance, range(len(values) + 1))
    return values[place - 1] if place else LEFT_OUT, chance

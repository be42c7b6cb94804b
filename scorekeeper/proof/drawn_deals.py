"""Deals of a game as they may come up at the table, drawn by chance, the same ones each time: few
enough to be judged whenever a page is checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from scorekeeper.base.chance import Chance
from scorekeeper.proof.domains import columns_of_count
from scorekeeper.proof.reach import reach_of
from scorekeeper.proof.situations import Situation, situations
from scorekeeper.proof.ways import Facts, Order, drawn_way, facts_of, order_of
from scorekeeper.rules.formula import FormulaError
from scorekeeper.rules.model import Ruleset

DRAWS: Final = 500
MOST_SITUATIONS: Final = 100


def drawn_deals(rules: Ruleset, draws: int = DRAWS) -> Iterator[tuple[Situation, Facts]]:
    """Deals with all that is entered of them, of every contract, number of players and choice of
    the table, each once, from so many draws; the rules may still refuse one."""
    order = order_beside_alone(rules)
    found = _spread(situations(rules, reach_of(rules)))
    for situation in found:
        for name in rules.alone:
            yield situation, {**situation.known, name: True}
    seen = set[tuple[int, str]]()  # of a small game there are fewer deals than are drawn
    for number in range(draws if found else 0):
        place = number % len(found)
        for entered in _drawn(found[place], order, number):
            key = place, repr(entered)
            if key not in seen:
                seen.add(key)
                yield found[place], entered


def order_beside_alone(rules: Ruleset) -> Order:
    """The order in which all is entered, but for the facts of which each is a deal by itself."""
    return order_of(rules, {*rules.facts, *rules.counts}.difference(rules.alone))


def _drawn(situation: Situation, order: Order, number: int) -> Iterator[Facts]:
    """A deal, the same without what may be left out, and with all to one side."""
    try:
        entered, _ = drawn_way(situation, order, Chance(number))
        yield entered
        yield without_optional(situation.agreed.rules, entered)
        yield _all_to_one(situation, order, entered, number)
    except FormulaError:
        return  # what may be entered has no answer itself


def _spread(found: Sequence[Situation]) -> Sequence[Situation]:
    """So many of the situations at most, from all over the game."""
    step = -(-len(found) // MOST_SITUATIONS)
    return found[:: step or 1]


def without_optional(rules: Ruleset, entered: Facts) -> Facts:
    """The deal of which only what must be said is said."""
    optional = {fact.id for fact in rules.facts.values() if fact.optional}
    optional |= {count.id for count in rules.counts.values() if count.optional}
    return {name: value for name, value in entered.items() if name not in optional}


def _all_to_one(situation: Situation, order: Order, entered: Facts, number: int) -> Facts:
    """The deal in which one side has all that there is of each count, and the others nothing."""
    facts, changed = facts_of(situation, entered), dict(entered)
    for count in order.counts:
        columns = columns_of_count(count, facts)
        total = columns.most if columns.total is None else columns.total
        if count.id in entered and columns.least <= 0 and total <= columns.most:
            column = [0] * columns.parts
            column[number % columns.parts] = total
            changed[count.id] = column
    return changed

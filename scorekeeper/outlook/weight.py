"""How many results a deal may have, told without making them: of rules that were written to be
too much, a table hears that it cannot be decided, and soon."""

from __future__ import annotations

from itertools import islice
from math import prod

from scorekeeper.language import tr
from scorekeeper.outlook.unknown import Unknown
from scorekeeper.possibilities.domains import bounds_of, columns_of_count, is_open_ended
from scorekeeper.possibilities.situations import Situation
from scorekeeper.possibilities.ways import Order, fact_ways, looked_at
from scorekeeper.ruleset.model import Count, Fact
from scorekeeper.scoring.facts import holds

MOST = 25_000


def weight(situation: Situation, order: Order) -> int:
    """How many results are to be tried in a deal, some number above `MOST` where they are more.
    Raises Unknown where a number that is entered has no end."""
    for fact in order.facts:
        _look_at_number(fact)
    number = 0
    for tried, entered in enumerate(islice(fact_ways(situation, order), MOST + 1)):
        base = looked_at(situation, entered)
        counts = [c for c in order.counts if c.id in order.late or holds(c.when, base)]
        for count in counts:
            _look_at_count(count)
        number += prod(
            columns_of_count(c, base).size + (c.optional or c.id in order.late) for c in counts
        )
        if max(number, tried) > MOST:
            return MOST + 1
    return number


def too_many() -> Unknown:
    """The reason where there are more results than can be tried."""
    return Unknown(tr("the deals to come have too many possible results to try them all"))


def _look_at_number(fact: Fact) -> None:
    if fact.kind != "number":
        return
    if is_open_ended(fact):
        raise endless(fact)
    least, most = bounds_of(fact)
    if most - least > MOST * fact.step:
        raise too_many()


def _look_at_count(count: Count) -> None:
    if count.total is None and count.most is None:
        raise endless(count)


def endless(thing: Fact | Count) -> Unknown:
    """The reason where a number that is entered may be any."""
    return Unknown(tr("the rules set no limit to “{what}”", what=thing.name.shown()))

"""How many results a deal may have, worked out without making them, so that rules with far too many
are given up at once."""

from __future__ import annotations

from itertools import islice
from math import prod

from scorekeeper.game.facts import holds
from scorekeeper.proof.domains import bounds_of, columns_of_count, is_open_ended
from scorekeeper.proof.situations import Situation
from scorekeeper.proof.unknown import Unknown
from scorekeeper.proof.ways import Order, fact_ways, facts_of
from scorekeeper.rules.model import Count, Fact
from scorekeeper.text.message import say

MOST = 25_000


def result_count(situation: Situation, order: Order) -> int:
    """The number of results of a deal; some number above MOST where there are more. Raises Unknown
    where a fact or a count has no limit."""
    for fact in order.facts:
        _look_at_number(fact)
    number = 0
    for tried, entered in enumerate(islice(fact_ways(situation, order), MOST + 1)):
        base = facts_of(situation, entered)
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
    return Unknown(say("the deals to come have too many possible results to try them all"))


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
    """The reason where the rules set no limit to a number that is entered."""
    return Unknown(say("the rules set no limit to “{what}”", what=thing.name))

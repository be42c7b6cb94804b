"""Facts that are numbers and need not be tried one by one: nothing that is entered hangs on them,
or only whether there are others of these."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.base.exact_numbers import steps
from scorekeeper.game.deal_facts import DealFacts, holds
from scorekeeper.proof.deal_enumeration import Order, asked_about
from scorekeeper.proof.domains import bounds_of
from scorekeeper.proof.left_formulas import left_of
from scorekeeper.proof.open_deal import OpenDeal
from scorekeeper.proof.open_numbers import CannotBeLeft, Open, number_named
from scorekeeper.proof.open_tests import truth
from scorekeeper.proof.situations import Situation
from scorekeeper.rules.model import PAIRS, Fact

Step = Callable[[], None]


class Loose(NamedTuple):
    """The loose facts of a game: those on which nothing hangs that is entered, and those that only
    decide whether there are any of these."""

    facts: tuple[Fact, ...]
    deciding: tuple[Fact, ...]


class Box(NamedTuple):
    """What some numbers may be, by name, and the loose facts that there are whatever they are."""

    values: Mapping[str, Sequence[int]]
    facts: tuple[Fact, ...]


def loose_facts(situation: Situation, order: Order) -> Loose:
    """The facts of a deal that are plain numbers, or pairs, on which nothing hangs that is
    entered; and the plain numbers of which only those ask."""
    rules = situation.agreed.rules
    asked = asked_about(rules, [*order.facts, *order.counts])
    free = [fact for fact in order.facts if fact.kind == PAIRS or _is_plain(fact)]
    loose = tuple(fact for fact in free if fact.id not in asked)
    others = [fact for fact in order.facts if fact not in loose]
    asked_by_others = asked_about(rules, [*others, *order.counts])
    deciding = [fact for fact in others if _is_plain(fact) and fact.id not in asked_by_others]
    return Loose(loose, tuple(deciding))


def _is_plain(fact: Fact) -> bool:
    is_bare = not (fact.values or fact.optional or fact.each or fact.default)
    return fact.kind == "number" and is_bare and fact.least is not None and fact.most is not None


def values_of(fact: Fact) -> Sequence[int]:
    """Every value of a plain number."""
    least, most = bounds_of(fact)
    return steps(least, most, fact.step)


def boxes_of(base: DealFacts, loose: Loose, step: Step) -> Iterator[Box]:
    """All that the deciding numbers may be together, in parts in which it is settled what loose
    facts there are. `step` hears of every part that has to be halved."""
    deciding = [fact for fact in loose.deciding if holds(fact.when, base)]
    left = [{fact.id: values_of(fact) for fact in deciding}]
    while left:
        values = left.pop()
        tests = [_is_there(fact, base, values) for fact in loose.facts]
        if None not in tests:
            there = (fact for fact, test in zip(loose.facts, tests, strict=True) if test)
            yield Box(values, (*deciding, *there))
            continue
        step()
        widest = max(values, key=lambda name: len(values[name]))
        half = len(values[widest]) // 2
        left += [
            {**values, widest: values[widest][place]} for place in (slice(half, None), slice(half))
        ]


def _is_there(fact: Fact, base: DealFacts, values: Mapping[str, Sequence[int]]) -> bool | None:
    """Whether a deal has a fact, whichever of these values the deciding numbers have; None where
    that hangs on which."""
    if all(len(room) <= 1 for room in values.values()):
        only = {name: one for name, room in values.items() for one in room}
        return holds(fact.when, base.with_entered({**base.entered, **only}) if only else base)
    numbers = {name: number_named(name, room[0], room[-1]) for name, room in values.items() if room}
    try:
        test = fact.when is None or truth(left_of(fact.when, OpenDeal(base, {}, numbers, {})))
    except CannotBeLeft:
        return None
    return None if isinstance(test, Open) else test is not False  # it is there without an answer

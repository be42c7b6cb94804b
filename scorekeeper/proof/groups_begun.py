"""Groups of results: what they have in common, and where they begin, before any number is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any, NamedTuple

from scorekeeper.game.deal_facts import DealFacts, holds
from scorekeeper.proof.deal_enumeration import Order, fact_ways, facts_of
from scorekeeper.proof.domains import CountDomain, columns_of_count
from scorekeeper.proof.loose_facts import Box, Loose, Step, boxes_of, loose_facts, values_of
from scorekeeper.proof.open_deal import LeftDeal, OpenDeal, left_deal
from scorekeeper.proof.open_numbers import CannotBeLeft, Left, number_named
from scorekeeper.proof.results import PointsReach as Reach
from scorekeeper.proof.results import joined
from scorekeeper.proof.situations import Situation
from scorekeeper.rules.model import PAIRS, Count, Fact

Path = tuple[Any, ...]  # what was entered: the path before it and one number more, or facts


class TooMany(Exception):
    """More groups, or more pieces of work, than there may be."""


class KnownNumber(NamedTuple):
    """A number that becomes known: its name, the fact or the count that it is of, what it may be,
    its place in the column (of pairs, in what each says of the others, one row after the other),
    the column, and how many of it become known later."""

    name: str
    thing: str
    values: Sequence[int]
    place: int
    columns: CountDomain
    later: int


class ResultGroup(NamedTuple):
    """Results of which the same is left: how many, the one with the smallest numbers with the sum
    of these, the sums of the points told so far, and from which least to which most each
    role scored."""

    number: int
    weight: int
    path: Path
    sums: frozenset[int]
    reach: Reach


class Start(NamedTuple):
    """What groups of one kind begin with: the roles of the sides, and the numbers to come."""

    roles: tuple[str | None, ...]
    numbers: tuple[KnownNumber, ...]


Key = tuple[tuple[int, ...], LeftDeal]  # what is used of each column, and what is left
Groups = dict[Key, ResultGroup]
Starts = dict[Start, Groups]


def starts_of(situation: Situation, order: Order, part: slice, step: Step) -> Starts:
    """The groups before any number is known, one for all ways to enter the facts, or for all of
    this part of them, that leave the same. `step` hears of every piece of work, and may end it.
    Raises CannotBeLeft where a formula does not allow it."""
    loose = loose_facts(situation, order)
    try:
        return _starts(situation, order, loose, part, step)
    except CannotBeLeft:
        if not loose.deciding:
            raise
        return _starts(situation, order, loose._replace(deciding=()), part, step)


def _starts(situation: Situation, order: Order, loose: Loose, part: slice, step: Step) -> Starts:
    numbers_only = (*loose.facts, *loose.deciding)
    named = order._replace(facts=tuple(fact for fact in order.facts if fact not in numbers_only))
    starts: Starts = {}
    for entered in islice(fact_ways(situation, named), part.start, None, part.step):
        base = facts_of(situation, entered)
        for box, counts in product(boxes_of(base, loose, step), _counts_there(base, order)):
            step()
            numbers = _numbers(base, box, counts)
            if not all(number.columns.size for number in numbers):
                continue
            left = left_deal(_open_deal(base, box.facts, numbers))
            start = Start(base.roles, numbers)
            weight = sum(abs(n) for n in entered.values() if isinstance(n, int))
            group = ResultGroup(1, weight, (dict(entered),), frozenset([0]), {})
            key, group = told(start, ((0,) * _columns(numbers), left), group)
            add_group(starts.setdefault(start, {}), key, group)
    return starts


def _counts_there(base: DealFacts, order: Order) -> Iterator[list[Count]]:
    """The counts of a deal: all that it has, with and without each that is optional."""
    counts = [count for count in order.counts if holds(count.when, base)]
    for there in product(*([True, False] if count.optional else [True] for count in counts)):
        yield [count for count, is_there in zip(counts, there, strict=True) if is_there]


def _numbers(base: DealFacts, box: Box, counts: Sequence[Count]) -> tuple[KnownNumber, ...]:
    """The numbers of a deal in the order in which they become known: facts, then the counts of one
    side, or of one of its players, after the other, and then what is said of pairs."""
    found = []
    for fact in box.facts:
        if fact.kind != PAIRS:
            values = box.values.get(fact.id, values_of(fact))
            any_of = CountDomain(1, 1, len(values), 1, None)
            found.append(KnownNumber(fact.id, fact.id, values, 0, any_of, 0))
    columns = {count.id: columns_of_count(count, base) for count in counts}
    for side, players in enumerate(base.agreed.sides):
        for first, player in enumerate(players):
            for count in counts:
                if count.by_player or first == 0:
                    place = player if count.by_player else side
                    own = columns[count.id]
                    name = f"{count.id} {place}"
                    found.append(KnownNumber(name, count.id, own.numbers, place, own, 0))
    found += [
        number for fact in box.facts if fact.kind == PAIRS for number in _of_pairs(base, fact)
    ]
    later = [sum(n.thing == other.thing for other in found[at + 1 :]) for at, n in enumerate(found)]
    return tuple(n._replace(later=number) for n, number in zip(found, later, strict=True))


def _of_pairs(base: DealFacts, fact: Fact) -> Iterator[KnownNumber]:
    """The numbers of a fact that each says of each other; left out is the same as all 0."""
    sides = len(base.agreed.sides)
    columns = CountDomain(sides * (sides - 1), 0, fact.most or 1, 1, None)
    for place in range(columns.parts):
        yield KnownNumber(f"{fact.id} {place}", fact.id, columns.numbers, place, columns, 0)


def _open_deal(base: DealFacts, facts: Sequence[Fact], numbers: Sequence[KnownNumber]) -> OpenDeal:
    columns: dict[str, list[Left]] = {}
    for number in numbers:
        own = number.values
        most = own[-1] if number.columns.total is None else min(own[-1], number.columns.total)
        column = columns.setdefault(number.thing, [None] * number.columns.parts)
        column[number.place] = number_named(number.name, own[0], max(own[0], most))
    sides = len(base.agreed.sides)
    pairs = {f.id: rows_of_pairs(columns.pop(f.id), sides) for f in facts if f.kind == PAIRS}
    named = {fact.id: columns.pop(fact.id)[0] for fact in facts if fact.kind != PAIRS}
    return OpenDeal(base, columns, named, pairs)


def rows_of_pairs(column: Sequence[Any], sides: int) -> tuple[tuple[Any, ...], ...]:
    """What each side says of each of the others, of all that is said in one column."""
    others = sides - 1
    return tuple(tuple(column[me * others : (me + 1) * others]) for me in range(sides))


def _columns(numbers: Sequence[KnownNumber]) -> int:
    return len({number.thing for number in numbers})


def told(start: Start, key: Key, group: ResultGroup) -> tuple[Key, ResultGroup]:
    """The group with the points told that are known by now: what goes on does not hang on them."""
    used, left = key
    if left.refused is True:  # nothing else is asked of it
        left = LeftDeal(True, None, (), 0, ())
        return (used, left), group._replace(sums=frozenset(), reach={})
    known = [side for side, one in enumerate(left.points) if one.__class__ is int]
    if not known:
        return key, group
    points = [left.points[side] for side in known]
    reach = joined(
        group.reach,
        *({start.roles[side] or "": (n, n)} for side, n in zip(known, points, strict=True)),
    )
    told = tuple(None if side in known else one for side, one in enumerate(left.points))
    sums = frozenset(number + sum(points) for number in group.sums)
    return (used, left._replace(points=told)), group._replace(sums=sums, reach=reach)


def add_group(groups: Groups, key: Key, group: ResultGroup) -> None:
    """Puts a group with those of which the same is left."""
    other = groups.get(key)
    if other is None:
        groups[key] = group
        return
    first = min(other, group, key=lambda one: one.weight)
    sums = other.sums | group.sums
    reach = joined(other.reach, group.reach)
    groups[key] = ResultGroup(other.number + group.number, first.weight, first.path, sums, reach)

"""Every result of a deal, worked out in groups: the numbers become known one after the other, side
by side, and results of which the same is left go on as one.

Nothing is left out and nothing is drawn: how many results there are, the least and the most of each
role and every sum of the points are exact. Facts other than plain numbers and pairs are tried one
by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.proof.deal_enumeration import Order, is_late
from scorekeeper.proof.domains import room_of
from scorekeeper.proof.groups_added import all_told, are_only_added, ends_of, free_from, whole_group
from scorekeeper.proof.groups_begun import (
    Groups,
    KnownNumber,
    ResultGroup,
    Start,
    Starts,
    TooMany,
    add_group,
    told,
)
from scorekeeper.proof.groups_ended import Finished, GroupTotals
from scorekeeper.proof.known_numbers import with_number
from scorekeeper.proof.loose_facts import Step
from scorekeeper.proof.open_deal import LeftDeal
from scorekeeper.proof.open_numbers import Left, Open, ends, may_fail, number_named
from scorekeeper.proof.results import PointsReach as Reach
from scorekeeper.proof.results import joined
from scorekeeper.proof.situations import Situation
from scorekeeper.rules.model import Count, Fact

MOST_GROUPS = 30_000  # at once: some 50 MiB
FEW_VALUES = 8  # of a number that are tried one by one


def can_be_grouped(situation: Situation, order: Order) -> bool:
    """Whether a deal is one of facts and then counts, all whole, none of which hangs on a later
    one."""
    rules = situation.agreed.rules
    if rules.goes_by_parts:
        return False
    things: list[Fact | Count] = [*order.facts, *order.counts]
    return not order.late and not any(is_late(thing, order, rules) for thing in things)


def groups_of(situation: Situation, starts: Starts, step: Step) -> GroupTotals:
    """Every result that begins so. `step` hears of every piece of work, and may end it. Raises
    CannotBeLeft where a formula does not allow it, TooMany where there are too many groups."""
    found = Finished(situation)
    for start, groups in starts.items():
        known, free = groups, free_from(start.numbers)
        for place, number in enumerate(start.numbers):
            if place >= free:
                known = _not_whole(start, place, known, found)
            known = _next_groups(start, number, known, step)
        for (_, left), group in known.items():
            found.add(left, group, start.numbers)
    return GroupTotals(found.tried, found.possible, found.rows, found.broken)


def _not_whole(start: Start, place: int, groups: Groups, found: Finished) -> Groups:
    """The groups of which there is more to ask than what the numbers from a place on add up to;
    the others are told."""
    rest, others = start.numbers[place:], Groups()
    for (used, left), group in groups.items():
        if are_only_added(left):
            whole = whole_group(start, rest, left, group)
            found.add(all_told(left), whole, start.numbers, ends_of(rest, left, group))
        else:
            others[used, left] = group
    return others


def bounds_of(starts: Starts) -> Reach:
    """What each role cannot score less or more than, by the formulas of its points alone: the
    results may stay within. Raises CannotBeLeft."""
    found: Reach = {}
    for start, groups in starts.items():
        for (_, left), group in groups.items():
            own = zip(start.roles, left.points, strict=False)
            open_ends = [
                {role or "": ends(one)} for role, one in own if isinstance(one, (Open, int))
            ]
            found = joined(found, group.reach, *open_ends)
    return found


def _next_groups(start: Start, number: KnownNumber, groups: Groups, step: Step) -> Groups:
    """The groups once one number more is known."""
    place = list(dict.fromkeys(one.thing for one in start.numbers)).index(number.thing)
    total, then = number.columns.total, Groups()
    for (used, left), group in groups.items():
        room = _room(number, used[place])
        for values, left_then in _runs(left, number.name, room, total is None, step):
            now = used
            if total is not None:
                now = (*used[:place], used[place] + values[0], *used[place + 1 :])
            if len(then) > MOST_GROUPS:
                raise TooMany
            add_group(then, *told(start, (now, left_then), _with(group, values)))
    return then


def _runs(
    left: LeftDeal, name: str, room: Sequence[int], are_free: bool, step: Step
) -> Iterator[tuple[Sequence[int], LeftDeal]]:
    """The values of a number in turn, those together of which the formulas say that the same is
    left whichever it is, where nothing else hangs on it; and what is left then."""
    if not are_free or len(room) < FEW_VALUES:
        for at, value in enumerate(room):
            step()
            yield room[at : at + 1], _left_after(left, name, value)
        return
    step()
    found = _left_after(left, name, number_named(name, room[0], room[-1]))
    if not _hangs_on(found, name):
        yield room, found
        return
    half = len(room) // 2
    yield from _runs(left, name, room[:half], are_free, step)
    yield from _runs(left, name, room[half:], are_free, step)


def _hangs_on(left: LeftDeal, name: str) -> bool:
    """Whether a number decides something of what is left."""
    parts = (left.refused, left.row, left.excess, *left.points, *left.others)
    return any(isinstance(part, Open) and name in part.names for part in parts)


def _room(number: KnownNumber, used: int) -> Sequence[int]:
    """What a number may be where so much of its column is used."""
    columns = number.columns
    if columns.total is None:
        return number.values
    return room_of(columns, columns.total - used, number.later)


def _with(group: ResultGroup, values: Sequence[int]) -> ResultGroup:
    """The group after one number more was entered, whichever of these."""
    value = min(values, key=abs)
    weight, path = group.weight + abs(value), (group.path, value)
    return group._replace(number=group.number * len(values), weight=weight, path=path)


def _left_after(left: LeftDeal, name: str, value: Left) -> LeftDeal:
    others = tuple(with_number(one, name, value) for one in left.others)
    return LeftDeal(
        with_number(left.refused, name, value),
        with_number(left.row, name, value),
        tuple(with_number(one, name, value) for one in left.points),
        with_number(left.excess, name, value),
        tuple(one for one in others if may_fail(one)),
    )

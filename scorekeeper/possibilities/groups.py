"""Every result of a deal, worked out in groups: the numbers become known one after the other, side
by side, and results of which the same is left go on as one.

Nothing is left out and nothing is drawn: how many results there are, the least and the most of each
role and every sum of the points are exact. Facts other than plain numbers are tried one by one.
"""

from __future__ import annotations

from scorekeeper.possibilities.domains import room_of
from scorekeeper.possibilities.groups_begun import (
    Group,
    Groups,
    Number,
    Start,
    Step,
    TooMany,
    add_group,
    starts_of,
    told,
)
from scorekeeper.possibilities.groups_ended import Finished, Found
from scorekeeper.possibilities.known_numbers import with_number
from scorekeeper.possibilities.open_deal import LeftDeal
from scorekeeper.possibilities.open_numbers import Open, ends, may_fail
from scorekeeper.possibilities.situations import Situation
from scorekeeper.possibilities.tally import Reach, joined
from scorekeeper.possibilities.ways import Order, is_late
from scorekeeper.ruleset.model import Count, Fact

MOST_GROUPS = 30_000  # at once: some 50 MiB


def can_be_grouped(situation: Situation, order: Order) -> bool:
    """Whether a deal is one of facts and then counts, none of which hangs on a later one."""
    rules = situation.agreed.rules
    things: list[Fact | Count] = [*order.facts, *order.counts]
    return not order.late and not any(is_late(thing, order, rules) for thing in things)


def groups_of(situation: Situation, order: Order, part: slice, step: Step) -> Found:
    """Every result of a deal, or of this part of the ways to enter its facts. `step` hears of every
    piece of work, and may end it. Raises CannotBeLeft where a formula does not allow it, TooMany
    where there are too many groups."""
    found = Finished(situation)
    for start, groups in starts_of(situation, order, part, step).items():
        known = groups
        for number in start.numbers:
            known = _next_groups(start, number, known, step)
        for (_, left), group in known.items():
            found.add(left, group, start.numbers)
    return Found(found.tried, found.possible, found.rows, found.broken)


def bounds_of(situation: Situation, order: Order, step: Step) -> Reach:
    """What each role cannot score less or more than, by the formulas of its points alone: the
    results may stay within. Raises CannotBeLeft, and what `step` raises."""
    found: Reach = {}
    for start, groups in starts_of(situation, order, slice(0, None, 1), step).items():
        for (_, left), group in groups.items():
            own = zip(start.roles, left.points, strict=False)
            open_ends = [
                {role or "": ends(one)} for role, one in own if isinstance(one, (Open, int))
            ]
            found = joined(found, group.reach, *open_ends)
    return found


def _next_groups(start: Start, number: Number, groups: Groups, step: Step) -> Groups:
    """The groups once one number more is known."""
    place = list(dict.fromkeys(one.thing for one in start.numbers)).index(number.thing)
    total, then = number.columns.total, Groups()
    for (used, left), group in groups.items():
        for value in _room(number, used[place]):
            step()
            now = used
            if total is not None:
                now = (*used[:place], used[place] + value, *used[place + 1 :])
            key = now, _left_after(left, number.name, value)
            if len(then) > MOST_GROUPS:
                raise TooMany
            add_group(then, *told(start, key, _with(group, value)))
    return then


def _room(number: Number, used: int) -> range:
    """What a number may be where so much of its column is used."""
    columns = number.columns
    if columns.total is None:
        return columns.numbers
    return room_of(columns, columns.total - used, number.later)


def _with(group: Group, value: int) -> Group:
    """The group after one number more was entered."""
    return group._replace(weight=group.weight + abs(value), path=(group.path, value))


def _left_after(left: LeftDeal, name: str, value: int) -> LeftDeal:
    others = tuple(with_number(one, name, value) for one in left.others)
    return LeftDeal(
        with_number(left.refused, name, value),
        with_number(left.row, name, value),
        tuple(with_number(one, name, value) for one in left.points),
        with_number(left.excess, name, value),
        tuple(one for one in others if may_fail(one)),
    )

"""What no seating can be better than, whatever finds it.

Two people who sit together in several rounds meet again once for every two of those rounds: with m
meetings, m(m-1)/2 times. The sum over all pairs, `repeats`, is what seating keeps low: it is 0
where nobody meets twice, and of seatings with as many meetings the most even one has the lowest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from scorekeeper.event.seated import Round, meetings


def pairs_of(number: int) -> int:
    """How many pairs there are of so many."""
    return number * (number - 1) // 2


def repeats(met: Mapping[tuple[str, str], int]) -> int:
    """How often two people meet again, each two rounds counted in which they meet."""
    return sum(map(pairs_of, met.values()))


class Shape(NamedTuple):
    """What is known of a round before it is drawn: who is there, and the sizes of its tables."""

    people: frozenset[str]
    sizes: tuple[int, ...]

    @property
    def alone(self) -> int:
        """How many sit out."""
        return len(self.people) - sum(self.sizes)


def shape_of(one: Round) -> Shape:
    """The shape of a round that is drawn."""
    return Shape(frozenset(one.people), tuple(map(len, one.tables)))


def least_repeats(before: Sequence[Round], shapes: Sequence[Shape]) -> int:
    """What the repeats of all rounds are at least, when those that were played are followed by
    rounds of these shapes, whoever sits where."""
    return max(_by_counting(before, shapes), _by_crossing(before, shapes))


def least_meetings(before: Sequence[Round], shapes: Sequence[Shape]) -> int:
    """How often the two who meet most often meet at least: once more than all pairs can meet, or
    again, where somebody must."""
    again = least_repeats(before, shapes) > 0
    return max(*_filled(_met_of_all(before, shapes), _new(shapes)), 2 if again else 0)


def _met_of_all(before: Sequence[Round], shapes: Sequence[Shape]) -> list[int]:
    """How often each pair of those who are still to play met, with those who did not."""
    met, people = meetings(before), {person for shape in shapes for person in shape.people}
    return [met[pair] for pair in combinations(sorted(people), 2)] or [0]


def _new(shapes: Sequence[Shape]) -> int:
    """How many meetings there are in rounds of these shapes."""
    return sum(pairs_of(size) for shape in shapes for size in shape.sizes)


def _by_counting(before: Sequence[Round], shapes: Sequence[Shape]) -> int:
    """The new meetings are as many as the tables have pairs. m(m-1)/2 grows by m with the next
    meeting of a pair, so the sum is least where each goes to a pair that has met the least."""
    now = _met_of_all(before, shapes)
    filled = _filled(now, _new(shapes))
    return repeats(meetings(before)) - sum(map(pairs_of, now)) + sum(map(pairs_of, filled))


def _filled(met: Sequence[int], more: int) -> list[int]:
    """So many meetings more, each given to a pair that has met the least."""
    levels, pairs = sorted(met), len(met)
    filled, level = 0, levels[0]
    while filled < pairs:
        while filled < pairs and levels[filled] == level:
            filled += 1
        up = min(levels[filled] - level if filled < pairs else more, more // filled)
        more, level = more - up * filled, level + up
        if filled == pairs or level < levels[filled]:
            break
    rest = [level + 1] * more + [level] * (filled - more)
    return rest + levels[filled:]


def _by_crossing(before: Sequence[Round], shapes: Sequence[Shape]) -> int:
    """Each two rounds: the people of a table come from the tables of the other round, and where
    these are fewer than they, two come from the same. The repeats are the sum over each two rounds,
    because each counts the pairs that meet in both."""
    old = sum(_met_again(one, shape) for one in before for shape in shapes)
    new = sum(_meet_again(one, other) for one, other in combinations(shapes, 2))
    return repeats(meetings(before)) + old + new


def _met_again(one: Round, shape: Shape) -> int:
    """How many pairs of a round that was played meet again, at least, in one of this shape."""
    groups = [len(shape.people.intersection(table)) for table in one.tables]
    groups += [1] * (len(shape.people) - sum(groups))
    parts = len(shape.sizes) + shape.alone
    return max(
        sum(_evenly(size, sum(map(bool, groups))) for size in shape.sizes),
        sum(_evenly(group, parts) for group in groups),
    )


def _meet_again(one: Shape, other: Shape) -> int:
    """How many pairs meet in two rounds of these shapes at least, counted from either."""
    return max(_come_from(one, other), _come_from(other, one))


def _come_from(one: Shape, other: Shape) -> int:
    """The people of a table come from the tables of another round, or alone."""
    parts = len(other.sizes) + other.alone + len(one.people - other.people)
    return sum(_evenly(size, parts) for size in one.sizes)


def _evenly(number: int, parts: int) -> int:
    """The pairs in the same part, where so many people are parted as evenly as can be."""
    each, more = divmod(number, parts)
    return pairs_of(each + 1) * more + pairs_of(each) * (parts - more)

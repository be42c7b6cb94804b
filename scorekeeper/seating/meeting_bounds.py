"""What no seating can be better than, whatever finds it.

Two people who sit together in several rounds meet again once for every two of those rounds: with m
meetings, m(m-1)/2 times. The sum over all pairs, `repeats`, is what seating keeps low: it is 0
where nobody meets twice, and of seatings with as many meetings the most even one has the lowest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from itertools import combinations

from scorekeeper.seating.seated import Round, meetings


def pairs_of(number: int) -> int:
    """How many pairs there are of so many."""
    return number * (number - 1) // 2


def repeats(met: Mapping[tuple[str, str], int]) -> int:
    """How often two people meet again, each two rounds counted in which they meet."""
    return sum(map(pairs_of, met.values()))


def most_rounds(people: int, size: int) -> int:
    """The rounds at tables of a size after which somebody must meet somebody again: of the others,
    each round takes all but one of a table from those whom a person has not met. Where there are
    fewer tables than a table has places, two of the same table meet again in the second round."""
    tables = people // size
    return (people - 1) // (size - 1) if tables >= size else min(tables, 1)


def least_repeats(
    people: Sequence[str], before: Sequence[Round], sizes: Sequence[int], rounds: int
) -> int:
    """What the repeats of all rounds are at least, with so many rounds more at tables of these
    sizes for these people, whoever sits where."""
    return max(
        _by_counting(people, before, sizes, rounds), _by_crossing(people, before, sizes, rounds)
    )


def least_meetings(
    people: Sequence[str], before: Sequence[Round], sizes: Sequence[int], rounds: int
) -> int:
    """How often the two who meet most often meet at least: once more than all pairs can meet, or
    again, where somebody must."""
    met = _met_of_all(people, meetings(before))
    again = least_repeats(people, before, sizes, rounds) > 0
    return max(*_filled(met, rounds * sum(map(pairs_of, sizes))), 2 if again else 0)


def _met_of_all(people: Sequence[str], met: Mapping[tuple[str, str], int]) -> list[int]:
    """How often each pair of these people met, with those who did not."""
    pairs = combinations(sorted(people), 2)
    return [met.get(pair, 0) for pair in pairs] or [0]


def _by_counting(
    people: Sequence[str], before: Sequence[Round], sizes: Sequence[int], rounds: int
) -> int:
    """The new meetings are as many as the tables have pairs. m(m-1)/2 grows by m with the next
    meeting of a pair, so the sum is least where each goes to a pair that has met the least."""
    met = meetings(before)
    now = _met_of_all(people, met)
    filled = _filled(now, rounds * sum(map(pairs_of, sizes)))
    return repeats(met) - sum(map(pairs_of, now)) + sum(map(pairs_of, filled))


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


def _by_crossing(
    people: Sequence[str], before: Sequence[Round], sizes: Sequence[int], rounds: int
) -> int:
    """Each two rounds: the people of a table come from the tables of the other round, and where
    these are fewer than they, two come from the same. The repeats are the sum over each two rounds,
    because each counts the pairs that meet in both."""
    here = frozenset(people)
    out = len(people) - sum(sizes)
    old = sum(_crossing(_met_of(one, here), sizes, out) for one in before) * rounds
    new = _crossing([*sizes, *([1] * out)], sizes, out) * pairs_of(rounds)
    return repeats(meetings(before)) + old + new


def _met_of(one: Round, here: Set[str]) -> list[int]:
    """Of how many of these people each group of a round is: a table, or one who was at none."""
    groups = [*(len(here & {*table}) for table in one.tables)]
    alone = len(here) - sum(groups)
    return [group for group in [*groups, *([1] * alone)] if group]


def _crossing(groups: Sequence[int], sizes: Sequence[int], out: int) -> int:
    """How many pairs of the same group meet again at least, at tables of these sizes and with so
    many out: counted by the tables, and by the groups."""
    by_tables = sum(_evenly(size, len(groups)) for size in sizes)
    by_groups = sum(_evenly(group, len(sizes) + out) for group in groups)
    return max(by_tables, by_groups)


def _evenly(number: int, parts: int) -> int:
    """The pairs in the same part, where so many people are parted as evenly as can be."""
    each, more = divmod(number, parts)
    return pairs_of(each + 1) * more + pairs_of(each) * (parts - more)

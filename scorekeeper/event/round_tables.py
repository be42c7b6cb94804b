"""The tables of a round, and the evenness of seatings: meetings and their lower bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from scorekeeper.text.message import say
from scorekeeper.text.problems import refuse

# --- rounds and table sizes --------------------------------------------------------------------


class Sizes(NamedTuple):
    """The allowed sizes of tables, the best size, and the number of tables, 0 for as many as
    needed."""

    least: int
    most: int
    best: int
    tables: int = 0


class Round(NamedTuple):
    """The people of each table in seat order (the first deals first), and the people who
    sit out."""

    tables: tuple[tuple[str, ...], ...]
    out: tuple[str, ...] = ()

    @property
    def people(self) -> tuple[str, ...]:
        """Return all people of the round, including those who sit out."""
        return (*(person for table in self.tables for person in table), *self.out)

    @property
    def larger(self) -> tuple[str, ...]:
        """Return the people at tables larger than the smallest table."""
        smallest = min(map(len, self.tables), default=0)
        return tuple(one for table in self.tables if len(table) > smallest for one in table)


def sizes_of(people: int, wanted: Sizes) -> tuple[int, ...]:
    """Return the sizes of a round's tables, larger ones first; empty if the people fill no
    table.

    Sizes differ by at most one. Preferred are, in this order: few people who sit out, sizes
    near the best, many tables."""
    most = people // wanted.least
    numbers = range(1, (min(most, wanted.tables) if wanted.tables else most) + 1)
    return min((_spread(people, number, wanted) for number in numbers), default=(),
               key=lambda sizes: (-sum(sizes), _off(sizes, wanted.best), -len(sizes)))  # fmt: skip


def _spread(people: int, tables: int, wanted: Sizes) -> tuple[int, ...]:
    size, larger = divmod(min(people, tables * wanted.most), tables)
    return (size + 1,) * larger + (size,) * (tables - larger)


def _off(sizes: Iterable[int], best: int) -> int:
    return sum(abs(size - best) for size in sizes)


def filled_sizes(people: Sequence[str], wanted: Sizes) -> tuple[int, ...]:
    """Return the sizes of the tables for these people. Raises Refused if they fill no table."""
    sizes = sizes_of(len(people), wanted)
    if not sizes:
        message = say(
            "a table takes at least {least} people, and there are {people}",
            least=wanted.least,
            people=len(people),
        )
        raise refuse("event-too-few", message, "people")
    return sizes


def meetings(rounds: Iterable[Round]) -> Counter[tuple[str, str]]:
    """Return the number of rounds in which each pair sat at one table; names in a pair are sorted,
    and pairs that never met are missing."""
    return Counter(
        pair for one in rounds for table in one.tables for pair in combinations(sorted(table), 2)
    )


def byes(rounds: Iterable[Round]) -> Counter[str]:
    """Return how many times each person sat out."""
    return Counter(person for one in rounds for person in one.out)


def larger_tables(rounds: Iterable[Round]) -> Counter[str]:
    """Return how many times each person sat at a table larger than the round's smallest."""
    return Counter(person for one in rounds for person in one.larger)


def first_deals(rounds: Iterable[Round]) -> Counter[str]:
    """Return how many times each person had the first deal of a table."""
    return Counter(table[0] for one in rounds for table in one.tables)


def swapped(one: Round, first: str, second: str) -> Round:
    """Return the round with two people swapped; one of them may sit out."""
    other = {first: second, second: first}
    tables = tuple(tuple(other.get(person, person) for person in table) for table in one.tables)
    return Round(tables, tuple(other.get(person, person) for person in one.out))


# --- people as numbers -------------------------------------------------------------------------
# Searches use numbers for people: a table is a list of numbers, and the meetings of each two people
# are a square matrix.


Tables: TypeAlias = list[list[int]]  # the people of each table of a round
Met: TypeAlias = list[list[int]]  # a symmetric matrix: the meetings of each two people


def met_of(people: Sequence[str], rounds: Iterable[Round]) -> Met:
    """Return the meetings of each two people as a square matrix, by their indices in `people`."""
    met = [[0] * len(people) for _ in people]
    numbers = {person: number for number, person in enumerate(people)}
    for one in rounds:
        meet(
            met,
            [[numbers[person] for person in table if person in numbers] for table in one.tables],
        )
    return met


def meet(met: Met, tables: Iterable[Sequence[int]], times: int = 1) -> None:
    """Add `times` meetings of the people of each table to the matrix `met`."""
    for table in tables:
        for one, other in combinations(table, 2):
            met[one][other] += times
            met[other][one] += times


def repeats_of(met: Met) -> int:
    """Return the number of repeated meetings in a matrix: for each pair, the pairs of rounds in
    which it meets."""
    return sum(m * (m - 1) for row in met for m in row) // 4


def numbered(people: Sequence[str], one: Round) -> Tables:
    """Return the tables of a round with indices in `people` in place of names."""
    numbers = {person: number for number, person in enumerate(people)}
    return [[numbers[person] for person in table] for table in one.tables]


def named(people: Sequence[str], tables: Tables) -> Round:
    """Return the round with names in place of indices; people at no table sit out."""
    here = {number for table in tables for number in table}
    out = sorted(person for number, person in enumerate(people) if number not in here)
    return Round(tuple(tuple(people[number] for number in table) for table in tables), tuple(out))


# --- Bounds that no seating can beat -----------------------------------------------------------
# A pair with m meetings has m(m-1)/2 repeats, one for every two rounds in which it meets. Seatings
# minimize the sum over all pairs, `repeats`: it is 0 if nobody meets twice, and among seatings with
# equally many meetings it is lowest for the most even one.


def pairs_of(number: int) -> int:
    """Return the number of pairs of `number` things."""
    return number * (number - 1) // 2


def repeats(met: Mapping[tuple[str, str], int]) -> int:
    """Return the number of repeated meetings: for each pair, the pairs of rounds in which it
    meets."""
    return sum(map(pairs_of, met.values()))


class Shape(NamedTuple):
    """The people and the table sizes of a round that is not drawn yet."""

    people: frozenset[str]
    sizes: tuple[int, ...]

    @property
    def alone(self) -> int:
        """Return the number of people who sit out."""
        return len(self.people) - sum(self.sizes)


def shape_of(one: Round) -> Shape:
    """Return the shape of a drawn round."""
    return Shape(frozenset(one.people), tuple(map(len, one.tables)))


def least_repeats(before: Sequence[Round], shapes: Sequence[Shape]) -> int:
    """Return a lower bound of repeated meetings in all rounds, for any seating of `shapes` after
    the rounds `before`."""
    return max(_by_counting(before, shapes), _by_crossing(before, shapes))


def least_meetings(before: Sequence[Round], shapes: Sequence[Shape]) -> int:
    """Return a lower bound of the meetings of the pair that meets most often. It follows from the
    number of all meetings, and is at least 2 if some pair must meet again."""
    again = least_repeats(before, shapes) > 0
    return max(*_filled(_met_of_all(before, shapes), _new(shapes)), 2 if again else 0)


def _met_of_all(before: Sequence[Round], shapes: Sequence[Shape]) -> list[int]:
    """Return the earlier meetings of each pair of people in these shapes."""
    met, people = meetings(before), {person for shape in shapes for person in shape.people}
    return [met[pair] for pair in combinations(sorted(people), 2)] or [0]


def _new(shapes: Sequence[Shape]) -> int:
    """Return the number of meetings in rounds of these shapes."""
    return sum(pairs_of(size) for shape in shapes for size in shape.sizes)


def _by_counting(before: Sequence[Round], shapes: Sequence[Shape]) -> int:
    """Return a lower bound of repeats by counting meetings.

    Table sizes fix the number of new meetings. The next meeting of a pair that met m times adds
    m repeats, so the sum is minimal if new meetings go to pairs with the fewest."""
    now = _met_of_all(before, shapes)
    filled = _filled(now, _new(shapes))
    return repeats(meetings(before)) - sum(map(pairs_of, now)) + sum(map(pairs_of, filled))


def _filled(met: Sequence[int], more: int) -> list[int]:
    """Return the meetings of each pair after `more` more, each added to a pair with the fewest."""
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
    """Return a lower bound of repeats by comparing each two rounds.

    If a table has more people than the other round has tables, two of them met there. Repeats
    are the sum, over each two rounds, of the pairs that meet in both."""
    old = sum(_met_again(one, shape) for one in before for shape in shapes)
    new = sum(_meet_again(one, other) for one, other in combinations(shapes, 2))
    return repeats(meetings(before)) + old + new


def _met_again(one: Round, shape: Shape) -> int:
    """Return the minimum number of pairs of a played round that meet again in a round of this
    shape."""
    groups = [len(shape.people.intersection(table)) for table in one.tables]
    groups += [1] * (len(shape.people) - sum(groups))
    parts = len(shape.sizes) + shape.alone
    return max(
        sum(_evenly(size, sum(map(bool, groups))) for size in shape.sizes),
        sum(_evenly(group, parts) for group in groups),
    )


def _meet_again(one: Shape, other: Shape) -> int:
    """Return the minimum number of pairs that meet in both of two rounds of these shapes."""
    return max(_come_from(one, other), _come_from(other, one))


def _come_from(one: Shape, other: Shape) -> int:
    """Return the minimum number of pairs in a round that also meet in another, whose tables and
    single people are spread evenly."""
    parts = len(other.sizes) + other.alone + len(one.people - other.people)
    return sum(_evenly(size, parts) for size in one.sizes)


def _evenly(number: int, parts: int) -> int:
    """Return the number of pairs in the same part if `number` people are divided as evenly as
    possible."""
    each, more = divmod(number, parts)
    return pairs_of(each + 1) * more + pairs_of(each) * (parts - more)


# --- A draw, and the evenness of an event's rounds with it -------------------------------------


class Evenness(NamedTuple):
    """The evenness of all rounds up to a draw's last.

    `repeats` is the number of repeated meetings (for each pair, the pairs of rounds in which it
    meets), `most` the meetings of the pair that meets most often; `least_repeats` and
    `least_most` are their lower bounds. `again` are the pairs that meet more than once. `byes`,
    `larger` tables and `first_deals` are counted by person."""

    repeats: int
    least_repeats: int
    most: int
    least_most: int
    again: Mapping[tuple[str, str], int]
    byes: Mapping[str, int]
    larger: Mapping[str, int]
    first_deals: Mapping[str, int]

    @property
    def is_best(self) -> bool:
        """Return True if it is proven that no draw has fewer repeated meetings."""
        return self.repeats <= self.least_repeats


class Draw(NamedTuple):
    """The rounds of a draw, without earlier rounds.

    `how` is `design`, `search`, `solver`, `standing` or `random`; `source` is a design's
    publication. `evenness` includes earlier rounds."""

    rounds: tuple[Round, ...]
    how: str
    evenness: Evenness
    source: str = ""


def evenness(people: Sequence[str], before: Sequence[Round], rounds: Sequence[Round]) -> Evenness:
    """Return the evenness of the rounds `before` and `rounds` together.

    Lower bounds are for any rounds with the people and sizes of `rounds`. Sitting out, larger
    tables and first deals are counted for `people`."""
    whole, shapes = [*before, *rounds], [*map(shape_of, rounds)]
    met = meetings(whole)
    return Evenness(
        repeats(met),
        least_repeats(before, shapes),
        max(met.values(), default=0),
        least_meetings(before, shapes),
        {pair: times for pair, times in sorted(met.items()) if times > 1},
        _of_each(people, byes(whole)),
        _of_each(people, larger_tables(whole)),
        _of_each(people, first_deals(whole)),
    )


def _of_each(people: Iterable[str], counted: Mapping[str, int]) -> dict[str, int]:
    return {person: counted[person] for person in people}


def spread(counted: Mapping[str, int], people: Iterable[str]) -> int:
    """Return the difference between the largest and the smallest number of these people."""
    each = [counted.get(person, 0) for person in people]
    return max(each, default=0) - min(each, default=0)

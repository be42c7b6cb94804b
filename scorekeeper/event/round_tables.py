"""The tables of a round, and the evenness of a seating: meetings and their bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from scorekeeper.text.message import say
from scorekeeper.text.problems import refuse

# --- seated ------------------------------------------------------------------------------------
# A round of an event: its tables, who sits out, and how many tables of which size there are.


class Sizes(NamedTuple):
    """The allowed sizes of tables, the best size, and the number of tables: 0 for as many as
    needed. At a table larger than the game's number of hands somebody sits out."""

    least: int
    most: int
    best: int
    tables: int = 0


class Round(NamedTuple):
    """The people of each table in seat order, the first deals first; and the people who sit out."""

    tables: tuple[tuple[str, ...], ...]
    out: tuple[str, ...] = ()

    @property
    def people(self) -> tuple[str, ...]:
        """Return everybody in the round, at a table or sitting out."""
        return (*(person for table in self.tables for person in table), *self.out)

    @property
    def larger(self) -> tuple[str, ...]:
        """Return the people at tables that are larger than the smallest of the round."""
        smallest = min(map(len, self.tables), default=0)
        return tuple(one for table in self.tables if len(table) > smallest for one in table)


def sizes_of(people: int, wanted: Sizes) -> tuple[int, ...]:
    """Return the sizes of a round's tables, larger ones first; empty if the people do not fill one.
    First as few people as possible sit out, then sizes are as near as possible to the best size,
    then more tables are preferred. Sizes differ by at most one."""
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
    """Return the sizes of the tables for these people. Raises Refused if they do not fill one."""
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
    """Return how many times two people sat at one table, by pair in alphabetical order. Pairs that
    never met are not in it."""
    return Counter(
        pair for one in rounds for table in one.tables for pair in combinations(sorted(table), 2)
    )


def byes(rounds: Iterable[Round]) -> Counter[str]:
    """Return how many times each person sat out."""
    return Counter(person for one in rounds for person in one.out)


def larger_tables(rounds: Iterable[Round]) -> Counter[str]:
    """Return how many times each person sat at a larger table than others in the same round."""
    return Counter(person for one in rounds for person in one.larger)


def first_deals(rounds: Iterable[Round]) -> Counter[str]:
    """Return how many times each person had the first deal of a table."""
    return Counter(table[0] for one in rounds for table in one.tables)


def swapped(one: Round, first: str, second: str) -> Round:
    """Return the round with two people swapped; one of them may sit out."""
    other = {first: second, second: first}
    tables = tuple(tuple(other.get(person, person) for person in table) for table in one.tables)
    return Round(tables, tuple(other.get(person, person) for person in one.out))


# --- numbered ----------------------------------------------------------------------------------
# People by number, as the searches know them: a table is a list of numbers, and how often each
# two have met stands in a square.


Tables: TypeAlias = list[list[int]]  # the people of each table of a round
Met: TypeAlias = list[list[int]]  # how often each two of them have met, in both orders


def met_of(people: Sequence[str], rounds: Iterable[Round]) -> Met:
    """Return how many times each two of these people met, as a square matrix."""
    met = [[0] * len(people) for _ in people]
    numbers = {person: number for number, person in enumerate(people)}
    for one in rounds:
        meet(
            met,
            [[numbers[person] for person in table if person in numbers] for table in one.tables],
        )
    return met


def meet(met: Met, tables: Iterable[Sequence[int]], times: int = 1) -> None:
    """Add meetings of the people of each table to `met`, `times` times."""
    for table in tables:
        for one, other in combinations(table, 2):
            met[one][other] += times
            met[other][one] += times


def repeats_of(met: Met) -> int:
    """Return the number of repeated meetings in a matrix; every two rounds in which a pair meets
    count one."""
    return sum(m * (m - 1) for row in met for m in row) // 4


def numbered(people: Sequence[str], one: Round) -> Tables:
    """Return the tables of a round with people's numbers; everybody at them must be among the
    people."""
    numbers = {person: number for number, person in enumerate(people)}
    return [[numbers[person] for person in table] for table in one.tables]


def named(people: Sequence[str], tables: Tables) -> Round:
    """Return the round with these tables; everybody else sits out."""
    here = {number for table in tables for number in table}
    out = sorted(person for number, person in enumerate(people) if number not in here)
    return Round(tuple(tuple(people[number] for number in table) for table in tables), tuple(out))


# --- Bounds that no seating can beat -----------------------------------------------------------
# Two people who sit together in several rounds meet again once for every two of those rounds:
# with m meetings, m(m-1)/2 times. The sum over all pairs, `repeats`, is what seating keeps low:
# it is 0 where nobody meets twice, and of seatings with as many meetings the most even one has
# the lowest.


def pairs_of(number: int) -> int:
    """Return the number of ways to choose two of so many people."""
    return number * (number - 1) // 2


def repeats(met: Mapping[tuple[str, str], int]) -> int:
    """Return the number of repeated meetings; every two rounds in which a pair meets count one."""
    return sum(map(pairs_of, met.values()))


class Shape(NamedTuple):
    """A round before it is drawn: its people and the sizes of its tables."""

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
    """Return a lower bound of the repeated meetings in all rounds, when those played are followed
    by rounds of these shapes, for any seating."""
    return max(_by_counting(before, shapes), _by_crossing(before, shapes))


def least_meetings(before: Sequence[Round], shapes: Sequence[Shape]) -> int:
    """Return a lower bound of the meetings of the pair that meets most often. It follows from the
    number of all meetings, and is at least 2 if some pair must meet again."""
    again = least_repeats(before, shapes) > 0
    return max(*_filled(_met_of_all(before, shapes), _new(shapes)), 2 if again else 0)


def _met_of_all(before: Sequence[Round], shapes: Sequence[Shape]) -> list[int]:
    """Return the meetings so far of each pair among the people who are in any of these shapes."""
    met, people = meetings(before), {person for shape in shapes for person in shape.people}
    return [met[pair] for pair in combinations(sorted(people), 2)] or [0]


def _new(shapes: Sequence[Shape]) -> int:
    """Return the number of meetings in rounds of these shapes."""
    return sum(pairs_of(size) for shape in shapes for size in shape.sizes)


def _by_counting(before: Sequence[Round], shapes: Sequence[Shape]) -> int:
    """Return a lower bound of repeats by counting meetings. The tables fix the number of new
    meetings. m(m-1)/2 grows by m with the next meeting of a pair, so the sum is minimal if each new
    meeting goes to a pair that has met the least."""
    now = _met_of_all(before, shapes)
    filled = _filled(now, _new(shapes))
    return repeats(meetings(before)) - sum(map(pairs_of, now)) + sum(map(pairs_of, filled))


def _filled(met: Sequence[int], more: int) -> list[int]:
    """Return the meetings after so many more, each given to a pair that has met the least."""
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
    """Return a lower bound of repeats by comparing each two rounds. The people of a table come from
    the tables of the other round; if these are fewer than the people, two come from the same table.
    Repeats are the sum over each two rounds of the pairs that meet in both."""
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
    """Return the minimum number of pairs that meet in both of two rounds of these shapes, counted
    from either."""
    return max(_come_from(one, other), _come_from(other, one))


def _come_from(one: Shape, other: Shape) -> int:
    """Return the minimum of pairs that met before, if each table's people come from the tables of
    another round, or alone."""
    parts = len(other.sizes) + other.alone + len(one.people - other.people)
    return sum(_evenly(size, parts) for size in one.sizes)


def _evenly(number: int, parts: int) -> int:
    """Return the number of pairs within the same part if so many people are divided as evenly as
    possible."""
    each, more = divmod(number, parts)
    return pairs_of(each + 1) * more + pairs_of(each) * (parts - more)


# --- A draw, and the evenness of an event's rounds with it -------------------------------------


class Evenness(NamedTuple):
    """The evenness of rounds, with those before a draw. `repeats` counts repeated meetings, every
    two rounds in which a pair meets as one; `least_repeats` is its lower bound. `most` is the
    number of meetings of the pair that meets most often; `least_most` is its lower bound. `again`
    has the pairs that meet more than once. `byes`, `larger` tables and `first_deals` are counted by
    person."""

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
    """The rounds of a draw, without those before. `how` is `design`, `search`, `solver`, `standing`
    or `random`; `source` is a design's. `evenness` is that of all rounds with them."""

    rounds: tuple[Round, ...]
    how: str
    evenness: Evenness
    source: str = ""


def evenness(people: Sequence[str], before: Sequence[Round], rounds: Sequence[Round]) -> Evenness:
    """Return the evenness of all these rounds. The bounds are for any rounds of the same people and
    sizes that follow those before. Sitting out, larger tables and first deals are counted for
    `people`."""
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

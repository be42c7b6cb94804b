"""A round of an event: its tables, who sits out, and how many tables of which size there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from scorekeeper.base.records import Record
from scorekeeper.text.message import say
from scorekeeper.text.problems import refuse


class Sizes(Record):
    """How large tables may be, which size is best, and how many tables there are: 0 where there
    are enough. A table larger than the game has hands has somebody who rests."""

    least: int
    most: int
    best: int
    tables: int = 0


class Round(Record):
    """The people of each table in the order of their places, of whom the first deals first; and
    who sits out."""

    tables: tuple[tuple[str, ...], ...]
    out: tuple[str, ...] = ()

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who is in the round, at a table or not."""
        return (*(person for table in self.tables for person in table), *self.out)

    @property
    def larger(self) -> tuple[str, ...]:
        """Who sits at a table that is larger than the smallest of the round."""
        smallest = min(map(len, self.tables), default=0)
        return tuple(one for table in self.tables if len(table) > smallest for one in table)


def sizes_of(people: int, wanted: Sizes) -> tuple[int, ...]:
    """The sizes of the tables of a round, larger ones first, none where the people do not fill
    one table: as few people left out as can be, then as near the best size as can be, then more
    tables. No two sizes differ by more than one."""
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
    """The sizes of the tables for these people; raises Refused where they do not fill one."""
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
    """How often two people sat at one table, by the two in the order of the alphabet; those who
    never met are not in it."""
    return Counter(
        pair for one in rounds for table in one.tables for pair in combinations(sorted(table), 2)
    )


def byes(rounds: Iterable[Round]) -> Counter[str]:
    """How often each person sat out."""
    return Counter(person for one in rounds for person in one.out)


def larger_tables(rounds: Iterable[Round]) -> Counter[str]:
    """How often each person sat at a larger table than others in the same round."""
    return Counter(person for one in rounds for person in one.larger)


def first_deals(rounds: Iterable[Round]) -> Counter[str]:
    """How often each person had the first deal of a table."""
    return Counter(table[0] for one in rounds for table in one.tables)


def swapped(one: Round, first: str, second: str) -> Round:
    """The round in which two people have changed places, also with somebody who sits out."""
    other = {first: second, second: first}
    tables = tuple(tuple(other.get(person, person) for person in table) for table in one.tables)
    return Round(tables, tuple(other.get(person, person) for person in one.out))

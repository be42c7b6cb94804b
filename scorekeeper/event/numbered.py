"""People by number, as the searches know them: a table is a list of numbers, and how often each
two have met stands in a square."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

from scorekeeper.event.seated import Round

Tables: TypeAlias = list[list[int]]  # the people of each table of a round
Met: TypeAlias = list[list[int]]  # how often each two of them have met, in both orders


def met_of(people: Sequence[str], rounds: Iterable[Round]) -> Met:
    """How often each two of these people met."""
    met = [[0] * len(people) for _ in people]
    numbers = {person: number for number, person in enumerate(people)}
    for one in rounds:
        meet(
            met,
            [[numbers[person] for person in table if person in numbers] for table in one.tables],
        )
    return met


def meet(met: Met, tables: Iterable[Sequence[int]], times: int = 1) -> None:
    """Counts that the people of each table met so many times more."""
    for table in tables:
        for one, other in combinations(table, 2):
            met[one][other] += times
            met[other][one] += times


def repeats_of(met: Met) -> int:
    """How often two people meet again, each two rounds counted in which they meet."""
    return sum(m * (m - 1) for row in met for m in row) // 4


def numbered(people: Sequence[str], one: Round) -> Tables:
    """The tables of a round by number; everybody at them is one of the people."""
    numbers = {person: number for number, person in enumerate(people)}
    return [[numbers[person] for person in table] for table in one.tables]


def named(people: Sequence[str], tables: Tables) -> Round:
    """The round with these tables; whoever is at none sits out."""
    here = {number for table in tables for number in table}
    out = sorted(person for number, person in enumerate(people) if number not in here)
    return Round(tuple(tuple(people[number] for number in table) for table in tables), tuple(out))

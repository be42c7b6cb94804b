"""Known designs: rounds in which nobody meets twice, of which mathematics says more than a search
finds. They are data, each with its source.

A design also serves fewer people than it is of: those who are missing leave their tables smaller,
and whose table becomes too small sits out. It is used where every round has just the tables that
were wanted, and where turns are as even as a search leaves them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from scorekeeper.base.records import Record
from scorekeeper.event.seated import Round, Sizes, sizes_of

MOST_MISSING = 4


class Design(Record):
    """Rounds of tables of one size for so many people, who are numbered from 1: where it is
    published, and how it was made."""

    people: int
    size: int
    source: str
    made: str
    rounds: tuple[tuple[tuple[int, ...], ...], ...]


def read_design(table: Mapping[str, Any]) -> Design:
    """The design in the table of its file."""
    return Design(
        table["people"],
        table["size"],
        table["source"],
        table["made"],
        tuple(map(_round, table["rounds"])),
    )


def _round(line: str) -> tuple[tuple[int, ...], ...]:
    """A round as it stands in a line: `1 2 3 | 4 5 6`."""
    return tuple(tuple(map(int, table.split())) for table in line.split("|"))


def may_serve(people: int, size: int, number: int, wanted: Sizes) -> bool:
    """Whether a design of so many people at tables of a size may seat this number of people."""
    sizes = sizes_of(number, wanted)
    return sizes[:1] == (size,) and 0 <= people - number <= MOST_MISSING


def rounds_of(design: Design, people: Sequence[str], wanted: Sizes) -> list[Round]:
    """The rounds of a design for people who have its numbers in this order, without those that
    have not the tables wanted: of the ways to leave numbers out, one that keeps the most rounds."""
    ways = (_without(design, missing, people, wanted) for missing in _missing(design, len(people)))
    return max(ways, key=len)


def _missing(design: Design, here: int) -> Iterator[tuple[int, ...]]:
    """Which numbers may be left out: some of one table, and some of those who are first at theirs;
    how many of them meet is all that matters in most designs."""
    number = design.people - here
    first, *_ = design.rounds
    yield from combinations(first[0], number)
    yield tuple(table[0] for table in first[:number])


def _without(
    design: Design, missing: Sequence[int], people: Sequence[str], wanted: Sizes
) -> list[Round]:
    here = iter(people)
    names = {n: next(here) for n in range(1, design.people + 1) if n not in missing}
    rounds = []
    for tables in design.rounds:
        named = [[names[n] for n in table if n in names] for table in tables]
        seated = sorted((tuple(t) for t in named if len(t) >= wanted.least), key=len, reverse=True)
        out = sorted(one for table in named if len(table) < wanted.least for one in table)
        if (*map(len, seated),) == sizes_of(len(people), wanted):
            rounds.append(Round(tuple(seated), tuple(out)))
    return rounds

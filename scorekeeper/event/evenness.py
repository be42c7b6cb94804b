"""A draw, and how even it leaves the rounds of an event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.base.records import Record
from scorekeeper.event.meeting_bounds import least_meetings, least_repeats, repeats, shape_of
from scorekeeper.event.seated import Round, byes, first_deals, larger_tables, meetings


class Evenness(Record):
    """How even rounds are, those before a draw among them.

    `repeats` is how often two people meet again, each two rounds counted in which they do, and
    `least_repeats` what no draw could be below; `most` is how often the two meet who meet most
    often, `least_most` the bound of that; `again` are those who meet more than once, by pair.
    `byes`, `larger` tables and `first_deals` are counted by person.
    """

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
        """Whether people meet as evenly as can be, and that is proved."""
        return self.repeats <= self.least_repeats


class Draw(Record):
    """Rounds that were drawn, without those before; `how` they were: `design`, `search`, `solver`,
    `standing` or `random`, with the source of a design; and how even all rounds are with them."""

    rounds: tuple[Round, ...]
    how: str
    evenness: Evenness
    source: str = ""


def evenness(people: Sequence[str], before: Sequence[Round], rounds: Sequence[Round]) -> Evenness:
    """How even all these rounds are; the bounds are of whatever rounds of the same people and sizes
    could follow those before. Turns are counted of these people."""
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
    """By how much one of these people has more of something than another."""
    each = [counted.get(person, 0) for person in people]
    return max(each, default=0) - min(each, default=0)

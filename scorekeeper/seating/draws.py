"""The draw of rounds: who meets whom as evenly as can be, or by chance.

In every draw the byes and the larger tables go round: they fall to those who have had the fewest,
so that after every round nobody has had two more than another who played all rounds. A round that
somebody missed counts as one sat out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from scorekeeper.chance import Chance, below, some_of, words_of
from scorekeeper.records import Record
from scorekeeper.seating.local_search import TRIES, Met, Tables, improve, meet
from scorekeeper.seating.meeting_bounds import least_meetings, least_repeats, repeats
from scorekeeper.seating.seated import (
    Round,
    Sizes,
    byes,
    filled_sizes,
    first_deals,
    larger_tables,
    meetings,
)
from scorekeeper.seating.table_places import in_their_places


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
    """How even all these rounds are; the bounds are of any seating of these people at such tables
    after those before."""
    whole = [*before, *rounds]
    met = meetings(whole)
    sizes = [*map(len, rounds[0].tables)] if rounds else []
    return Evenness(
        repeats(met),
        least_repeats(people, before, sizes, len(rounds)),
        max(met.values(), default=0),
        least_meetings(people, before, sizes, len(rounds)),
        {pair: times for pair, times in sorted(met.items()) if times > 1},
        _of_each(people, byes(whole)),
        _of_each(people, larger_tables(whole)),
        _of_each(people, first_deals(whole)),
    )


def _of_each(people: Iterable[str], counted: Mapping[str, int]) -> dict[str, int]:
    return {person: counted[person] for person in people}


def drawn(
    people: Sequence[str], before: Sequence[Round], rounds: int, wanted: Sizes, seed: int
) -> Draw:
    """So many rounds more, in which these people meet as evenly as can be; raises Refused where
    they do not fill a table."""
    people = sorted(people)
    sizes, chance = filled_sizes(people, wanted), Chance(seed)
    goal = least_repeats(people, before, sizes, rounds)
    found = list[tuple[int, list[Tables]]]()
    while len(found) < TRIES and (not found or min(found)[0] > goal):
        started, chance = _begun(people, before, rounds, sizes, chance)
        met = _met(people, [*before])
        meet(met, started)
        more = goal - _elsewhere(people, before)
        found.append((improve(started, met, more, words_of(chance)), started))
        _, chance = below(chance, 1)
    best = min(found)[1]
    named = in_their_places(before, [_named(people, tables) for tables in best])
    return Draw(named, "search", evenness(people, before, named))


def _elsewhere(people: Sequence[str], before: Sequence[Round]) -> int:
    """The repeats of those before who are not here any more."""
    here = {*people}
    return repeats({two: m for two, m in meetings(before).items() if not here.issuperset(two)})


def _begun(
    people: Sequence[str],
    before: Sequence[Round],
    rounds: int,
    sizes: Sequence[int],
    chance: Chance,
) -> tuple[list[Tables], Chance]:
    """Rounds by chance in which byes and larger tables go round, by the number of each person."""
    numbers = {person: number for number, person in enumerate(people)}
    whole, begun = [*before], list[Tables]()
    for _ in range(rounds):
        one, chance = round_by_chance(people, whole, sizes, chance)
        whole.append(one)
        begun.append([[numbers[person] for person in table] for table in one.tables])
    return begun, chance


def _met(people: Sequence[str], before: Iterable[Round]) -> Met:
    """How often each two of these people met."""
    met = [[0] * len(people) for _ in people]
    numbers = {person: number for number, person in enumerate(people)}
    for one in before:
        meet(met, [[[numbers[p] for p in table if p in numbers] for table in one.tables]])
    return met


def _named(people: Sequence[str], tables: Tables) -> Round:
    seated = tuple(tuple(people[number] for number in table) for table in tables)
    here = {*chain(*seated)}
    return Round(seated, tuple(person for person in people if person not in here))


# --- byes and larger tables ----------------------------------------------------------------------


def missed(people: Iterable[str], before: Sequence[Round]) -> dict[str, int]:
    """How many of these rounds each person did not play: out, not yet here, or away."""
    played = Counter(person for one in before for table in one.tables for person in table)
    return {person: len(before) - played[person] for person in people}


def fewest_first(people: Iterable[str], had: Mapping[str, int], number: int) -> list[str]:
    """So many of these people, of those who had the fewest, in the order in which they stand."""
    return sorted(people, key=lambda person: had[person])[:number]


def round_by_chance(
    people: Sequence[str], before: Sequence[Round], sizes: Sequence[int], chance: Chance
) -> tuple[Round, Chance]:
    """A round by chance alone, but that byes and larger tables go round; and the chance after."""
    order, chance = some_of(chance, people, len(people))
    out = fewest_first(order, missed(people, before), len(people) - sum(sizes))
    here = [person for person in order if person not in out]
    large = sum(size for size in sizes if size > min(sizes))
    larger = fewest_first(here, larger_tables(before), large)
    line = iter([*larger, *(person for person in here if person not in larger)])
    tables = tuple(tuple(next(line) for _ in range(size)) for size in sorted(sizes, reverse=True))
    return Round(tables, tuple(sorted(out))), chance


def by_chance(people: Sequence[str], before: Sequence[Round], wanted: Sizes, seed: int) -> Draw:
    """One round more by chance, whoever has met whom; raises Refused where the people do not fill a
    table."""
    people = sorted(people)
    one, _ = round_by_chance(people, before, filled_sizes(people, wanted), Chance(seed))
    named = in_their_places(before, [one])
    return Draw(named, "random", evenness(people, before, named))

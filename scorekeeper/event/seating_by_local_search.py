"""The search for even seatings by random draws and local changes."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.base.random_draws import RandomSource, below, some_of, words_of
from scorekeeper.event.round_tables import (
    Draw,
    Met,
    Round,
    Shape,
    Sizes,
    Tables,
    evenness,
    filled_sizes,
    larger_tables,
    least_repeats,
    meetings,
    met_of,
    named,
    numbered,
    repeats,
    repeats_of,
)

# --- local search ------------------------------------------------------------------------------
# The search for rounds in which people meet as evenly as possible: two people of a round swap
# tables, and the change of repeats is computed from these two tables alone.
#
# A swap that does not increase repeats is made. One that increases them by d is made with the
# probability 1 / odds**d. People who meet another too often are swapped four times as often as
# others. Sitting out, or a seat at a larger table, is a turn: it moves only to a person with fewer
# turns, or together with a turn in another round that moves back, so that turns stay as even. Only
# whole numbers are used, so that a seed gives the same result everywhere.


WORSE = (50, 100, 25, 200, 50)  # the odds of each try; the best ones differ from case to case
STEPS = 100_000  # the maximum of a try, about 0.3 s; 200 people in ten rounds need a sixth
STEPS_A_SEAT = 2_000  # the maximum of a try per person and round


class Drawing(NamedTuple):
    """A round during the search; people are numbers.

    People who sit out are an additional last table. `mates` are the people who meet at each
    table, empty for that last one. `is_turn` is True for tables where a seat is a turn; `at`
    has each person's table. `had` is each person's number of turns in all rounds, a list shared
    by all rounds with this kind of turn; None if turns do not change."""

    tables: Tables
    mates: Tables
    is_turn: list[bool]
    at: list[int]
    had: list[int] | None

    @property
    def seated(self) -> Tables:
        """Return the tables without the people who sit out."""
        return [table for table, mates in zip(self.tables, self.mates, strict=True) if mates]


def drawing(tables: Tables, people: int, had: list[int] | None = None) -> Drawing:
    """Return a round of `people` people prepared for the search. Its turns are added to `had`."""
    at = [len(tables)] * people
    for number, table in enumerate(tables):
        for person in table:
            at[person] = number
    out = [person for person in range(people) if at[person] == len(tables)]
    smallest = min(map(len, tables))
    is_turn = [*(len(table) > smallest for table in tables), *([True] if out else [])]
    if had is not None:
        for person in range(people):
            had[person] += is_turn[at[person]]
    return Drawing(
        [*tables, *([out] if out else [])], [*tables, *([[]] if out else [])], is_turn, at, had
    )


class SeatSwap(NamedTuple):
    """Two people of one round who may swap tables."""

    round: Drawing
    one: int
    other: int


def improved(
    rounds: Sequence[Drawing], met: Met, goal: int, words: Iterator[int], odds: int, steps: int
) -> list[Tables]:
    """Return the best tables found by swapping people, until repeats are at most `goal` or the
    steps are used up.

    `met` has all meetings, including those of `rounds`."""
    cost = best = repeats_of(met)
    found, enough = _copied(rounds), _often_enough(met)
    for _ in range(steps):
        if best <= goal:
            break
        changes = _proposed(rounds, met, enough, next(words))
        if not changes:
            continue
        worse = _worse(met, changes[0])
        if len(changes) == 2:
            _make(met, changes[0])
            worse += _worse(met, changes[1])
        if worse > 0 and next(words) % odds**worse:
            if len(changes) == 2:
                _make(met, changes[0])  # undo the first swap
            continue
        _make(met, changes[-1])
        cost += worse
        if cost < best:
            best, found = cost, _copied(rounds)
    return found


def _copied(rounds: Sequence[Drawing]) -> list[Tables]:
    return [[[*table] for table in one.seated] for one in rounds]


def _often_enough(met: Met) -> int:
    """Return the mean number of meetings of a pair, rounded up."""
    return -(-sum(map(sum, met)) // max(len(met) * (len(met) - 1), 1))


def _proposed(rounds: Sequence[Drawing], met: Met, enough: int, word: int) -> tuple[SeatSwap, ...]:
    """Return a random swap of two people, and a swap back in another round if turns require it;
    empty for none."""
    drawn = rounds[(word & 0xFFFF) % len(rounds)]
    one = (word >> 16 & 0xFFFF) % len(drawn.at)
    number = drawn.at[one]
    if word >> 32 & 3 and not _meets_too_often(met[one], drawn.mates[number], enough):
        return ()
    to = (number + 1 + (word >> 34 & 0x3FF) % max(len(drawn.tables) - 1, 1)) % len(drawn.tables)
    other = drawn.tables[to][(word >> 44 & 0xFF) % len(drawn.tables[to])]
    if drawn.is_turn[number] == drawn.is_turn[to]:
        return (SeatSwap(drawn, one, other),) if to != number else ()
    giver, taker = (one, other) if drawn.is_turn[number] else (other, one)
    if drawn.had is None:
        return ()
    if drawn.had[giver] > drawn.had[taker]:
        return (SeatSwap(drawn, one, other),)
    begin = (word >> 52) % len(rounds)
    for back in (*rounds[begin:], *rounds[:begin]):
        if back.had is drawn.had and back.is_turn[back.at[taker]] > back.is_turn[back.at[giver]]:
            return SeatSwap(drawn, one, other), SeatSwap(back, one, other)
    return ()


def _meets_too_often(of_one: Sequence[int], mates: Sequence[int], enough: int) -> bool:
    for mate in mates:  # noqa: SIM110 - a loop takes half as long as any(), a million times
        if of_one[mate] > enough:
            return True
    return False


def _worse(met: Met, change: SeatSwap) -> int:
    """Return the increase of repeats by a swap. The m-th meeting of a pair counts m - 1."""
    drawn, one, other = change
    of_one, of_other, worse = met[one], met[other], 0
    for mate in drawn.mates[drawn.at[one]]:
        if mate != one:
            worse += of_other[mate] - of_one[mate] + 1
    for mate in drawn.mates[drawn.at[other]]:
        if mate != other:
            worse += of_one[mate] - of_other[mate] + 1
    return worse


def _make(met: Met, change: SeatSwap) -> None:
    """Swap two people, and update the meetings and their turns."""
    drawn, one, other = change
    number, to = drawn.at[one], drawn.at[other]
    for left, come, at in ((one, other, number), (other, one, to)):
        for mate in drawn.mates[at]:
            if mate != left:
                met[left][mate] -= 1
                met[mate][left] -= 1
                met[come][mate] += 1
                met[mate][come] += 1
    table, other_table = drawn.tables[number], drawn.tables[to]
    table[table.index(one)], other_table[other_table.index(other)] = other, one
    drawn.at[one], drawn.at[other] = to, number
    if drawn.had is not None:
        turns = drawn.is_turn[to] - drawn.is_turn[number]
        drawn.had[one] += turns
        drawn.had[other] -= turns


# --- The rotation of sitting out and larger tables ---------------------------------------------
# Turns go to people with the fewest, so that among people present from the start the numbers differ
# by at most 1 after every round. A missed round counts as sat out, so that latecomers do not also
# sit out first.


class ByeTurns(NamedTuple):
    """The people of a round: those who sit out, those at larger tables, and the others."""

    out: list[str]
    larger: list[str]
    others: list[str]


def turns_of(order: Sequence[str], before: Sequence[Round], sizes: Sequence[int]) -> ByeTurns:
    """Return the turns of a round with tables of these sizes.

    Turns go to people with the fewest so far, and among equals to the first in `order`."""
    out = _fewest(order, missed(order, before), len(order) - sum(sizes))
    here = [person for person in order if person not in out]
    places = sum(size for size in sizes if size > min(sizes))
    larger = _fewest(here, larger_tables(before), places)
    return ByeTurns(out, larger, [person for person in here if person not in larger])


def missed(people: Iterable[str], before: Sequence[Round]) -> dict[str, int]:
    """Return the number of earlier rounds that each person did not play for any reason."""
    played = Counter(person for one in before for table in one.tables for person in table)
    return {person: len(before) - played[person] for person in people}


def _fewest(order: Sequence[str], had: Mapping[str, int], number: int) -> list[str]:
    return sorted(order, key=lambda person: had[person])[:number]


# --- seats at tables ---------------------------------------------------------------------------
# The order of dealing at each table, as even as possible over all rounds.
#
# Tables pass their first deal to another of their people as long as a chain of such changes moves a
# first deal to a person with at least two fewer. Without such a chain the sum of squares is minimal
# (N. J. A. Harvey, R. E. Ladner, L. Lovász and T. Tamir, "Semi-matchings for bipartite graphs and
# load balancing", 2003), so numbers differ by at most 1 wherever that is possible.


def in_their_places(before: Sequence[Round], rounds: Sequence[Round]) -> tuple[Round, ...]:
    """Return the rounds with each table's people in seat order; the first deals first.

    For each seat in turn, people are chosen as evenly as possible over these and earlier
    rounds."""
    left = [[*table] for one in rounds for table in one.tables]
    ordered = [list[str]() for _ in left]
    for place in range(max(map(len, left), default=0)):
        had = Counter(table[place] for one in before for table in one.tables if place < len(table))
        for table, rest, chosen in zip(ordered, left, _chosen(left, had), strict=True):
            if chosen is not None:
                table.append(chosen)
                rest.remove(chosen)
    tables = iter(ordered)
    return tuple(Round(tuple(tuple(next(tables)) for _ in one.tables), one.out) for one in rounds)


def _chosen(tables: Sequence[Sequence[str]], had: Mapping[str, int]) -> list[str | None]:
    """Return one person of each table (None if empty), chosen as evenly as possible, including the
    earlier numbers `had`."""
    load = Counter(had)
    chosen = list[str | None]()
    for table in tables:
        one = min(table, key=lambda person: load[person], default=None)
        chosen.append(one)
        if one is not None:
            load[one] += 1
    at = _tables_of(tables)
    while any([_lightened(tables, at, chosen, load, person) for person in _heaviest(load, at)]):
        pass
    return chosen


def _tables_of(tables: Sequence[Sequence[str]]) -> dict[str, list[int]]:
    at: dict[str, list[int]] = {}
    for number, table in enumerate(tables):
        for person in table:
            at.setdefault(person, []).append(number)
    return at


def _heaviest(load: Mapping[str, int], at: Iterable[str]) -> list[str]:
    return sorted(at, key=lambda person: -load[person])


def _lightened(
    tables: Sequence[Sequence[str]],
    at: Mapping[str, Sequence[int]],
    chosen: list[str | None],
    load: Counter[str],
    person: str,
) -> bool:
    """Move one choice from a person, through a chain of tables, to a person with at least two
    fewer.

    Return True if that was possible."""
    via: dict[str, tuple[str, int]] = {}
    waiting = deque([person])
    while waiting:
        giver = waiting.popleft()
        if load[giver] <= load[person] - 2:
            load[person] -= 1
            load[giver] += 1
            while giver != person:
                taker, (giver, number) = giver, via[giver]
                chosen[number] = taker
            return True
        for number in at[giver]:
            if chosen[number] == giver:
                for taker in tables[number]:
                    if taker != person and taker not in via:
                        via[taker] = (giver, number)
                        waiting.append(taker)
    return False


# --- The random draw ---------------------------------------------------------------------------


def by_chance(people: Sequence[str], before: Sequence[Round], wanted: Sizes, seed: int) -> Draw:
    """Return a random draw of one more round, regardless of meetings. Raises Refused if the people
    fill no table."""
    people = sorted(people)
    one, _ = by_lot(people, before, filled_sizes(people, wanted), RandomSource(seed))
    placed = in_their_places(before, [one])
    return Draw(placed, "random", evenness(people, before, placed))


def by_lot(
    people: Sequence[str], before: Sequence[Round], sizes: Sequence[int], chance: RandomSource
) -> tuple[Round, RandomSource]:
    """Return a random round in which byes and larger tables rotate, and the next random source."""
    order, chance = some_of(chance, people, len(people))
    turns = turns_of(order, before, sizes)
    line = iter([*turns.larger, *turns.others])
    tables = tuple(tuple(next(line) for _ in range(size)) for size in sizes)
    return Round(tables, tuple(sorted(turns.out))), chance


# --- The search for rounds, one try for each of the odds ---------------------------------------


def searched(
    people: Sequence[str],
    before: Sequence[Round],
    rounds: int,
    sizes: Sequence[int],
    seed: int,
    steps: int = STEPS,
) -> list[Round]:
    """Return `rounds` more rounds at tables of these sizes, the best found by several tries of at
    most `steps` steps."""
    chance, tries = RandomSource(seed), list[list[Round]]()
    shapes = [Shape(frozenset(people), tuple(sizes))] * rounds
    goal = least_repeats(before, shapes) - _elsewhere(people, before)
    most = min(steps, STEPS_A_SEAT * rounds * len(people))
    for odds in WORSE:
        begun, chance = _begun(people, before, rounds, sizes, chance)
        tries.append(_improved(people, before, begun, goal, words_of(chance), odds, most))
        if _repeats(people, before, tries[-1]) <= goal:
            break
        _, chance = below(chance, 1)
    return min(tries, key=lambda tried: _repeats(people, before, tried))


def _repeats(people: Sequence[str], before: Sequence[Round], rounds: Sequence[Round]) -> int:
    return repeats_of(met_of(people, [*before, *rounds]))


def _improved(
    people: Sequence[str],
    before: Sequence[Round],
    begun: Sequence[Round],
    goal: int,
    words: Iterator[int],
    odds: int,
    steps: int,
) -> list[Round]:
    """Return the rounds `begun` after one try of the search."""
    absent, large = missed(people, before), larger_tables(before)
    had = [absent[person] for person in people], [large[person] for person in people]
    rounds = [
        drawing(numbered(people, one), len(people), had[0 if one.out else 1]) for one in begun
    ]
    met = met_of(people, [*before, *begun])
    found = improved(rounds, met, goal, words, odds, steps)
    return [named(people, tables) for tables in found]


def _elsewhere(people: Sequence[str], before: Sequence[Round]) -> int:
    """Return the repeats of earlier pairs of whom at least one is not in `people`."""
    here = {*people}
    return repeats({two: m for two, m in meetings(before).items() if not here.issuperset(two)})


def _begun(
    people: Sequence[str],
    before: Sequence[Round],
    rounds: int,
    sizes: Sequence[int],
    chance: RandomSource,
) -> tuple[list[Round], RandomSource]:
    """Return random rounds to start a search from, and the next random source."""
    whole = [*before]
    for _ in range(rounds):
        one, chance = by_lot(people, whole, sizes, chance)
        whole.append(one)
    return whole[len(before) :], chance

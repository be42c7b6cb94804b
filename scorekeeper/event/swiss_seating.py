"""The Swiss draw: people who are neighbours in the standings sit together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from scorekeeper.base.random_draws import RandomSource, some_of, words_of
from scorekeeper.event.round_tables import (
    Draw,
    Met,
    Round,
    Shape,
    Sizes,
    Tables,
    evenness,
    filled_sizes,
    least_repeats,
    meet,
    meetings,
    met_of,
    named,
    repeats,
    repeats_of,
)
from scorekeeper.event.seating_by_local_search import (
    WORSE,
    ByeTurns,
    drawing,
    improved,
    in_their_places,
    turns_of,
)

STEPS_A_PERSON = 50  # steps per person in a try to find fewer rematches


def by_standing(
    standing: Sequence[Sequence[str]], before: Sequence[Round], wanted: Sizes, seed: int
) -> Draw:
    """Return the draw of one more round that seats neighbours in the standings together.

    `standing` has groups of equal place. Raises Refused if the people fill no table."""
    line, chance = _line(standing, RandomSource(seed))
    sizes = filled_sizes(line, wanted)
    tables = _in_line(line, turns_of(line[::-1], before, sizes), sizes)
    met = met_of(line, before)
    prices = _prices(met, standing)
    least = least_repeats(before, [Shape(frozenset(line), sizes)]) - repeats(meetings(before))
    tries = _tries(tables, met, prices, least, words_of(chance))
    tables = min(tries, key=lambda found: summed(found, prices))
    tables.sort(key=lambda table: sum(table) / len(table))
    placed = in_their_places(before, [named(line, tables)])
    return Draw(placed, "standing", evenness(line, before, placed))


def _line(
    standing: Sequence[Sequence[str]], chance: RandomSource
) -> tuple[list[str], RandomSource]:
    """Return the people from first to last place, in random order within a place, and the next
    random source."""
    line = list[str]()
    for shared in standing:
        order, chance = some_of(chance, sorted(shared), len(shared))
        line += order
    return line, chance


def _in_line(line: Sequence[str], turns: ByeTurns, sizes: Sequence[int]) -> Tables:
    """Return tables filled from the first person to the last; larger tables take only people whose
    turn it is."""
    larger, others = (
        iter([number for number, person in enumerate(line) if person in here])
        for here in (turns.larger, turns.others)
    )
    least = min(sizes)
    return [[next(larger if size > least else others) for _ in range(size)] for size in sizes]


def _prices(met: Met, standing: Sequence[Sequence[str]]) -> list[list[int]]:
    """Return the cost of seating each two people together, as a matrix: first their meetings, then
    the distance of their places."""
    places = list[int]()
    for shared in standing:
        places += [len(places)] * len(shared)
    more = len(places) ** 3
    return [
        [times * more + abs(one - other) for times, other in zip(row, places, strict=True)]
        for row, one in zip(met, places, strict=True)
    ]


def _tries(
    tables: Tables, met: Met, prices: Sequence[Sequence[int]], least: int, words: Iterator[int]
) -> Iterator[Tables]:
    """Yield tables that no swap makes cheaper: first those nearest to the standings, then others
    while rematches exceed `least`."""
    for odds in (*WORSE, None):
        _settle(tables, prices)
        yield [[*table] for table in tables]
        if summed(tables, met) <= least or odds is None:
            return
        with_these = [[*row] for row in met]
        meet(with_these, tables)
        goal, steps = repeats_of(met) + least, STEPS_A_PERSON * len(met)
        round_ = [drawing(tables, len(met))]
        (tables,) = improved(round_, with_these, goal, words, odds, steps)


def summed(tables: Tables, of_two: Sequence[Sequence[int]]) -> int:
    """Return the sum of a matrix over all pairs at the tables, such as their meetings."""
    return sum(of_two[one][other] for table in tables for one, other in combinations(table, 2))


def _settle(tables: Tables, prices: Sequence[Sequence[int]]) -> None:
    """Swap people between tables of equal size while that lowers the cost."""
    peers = [(table, other) for table, other in combinations(tables, 2) if len(table) == len(other)]
    while any([_is_cheaper(table, other, prices) for table, other in peers]):
        pass


def _is_cheaper(table: list[int], other: list[int], prices: Sequence[Sequence[int]]) -> bool:
    """Swap people between two tables while that lowers the cost. Return True if any were
    swapped."""
    changed = False
    for place, to in product(range(len(table)), range(len(other))):
        one, two = prices[table[place]], prices[other[to]]
        less = sum(one[mate] - two[mate] for at, mate in enumerate(table) if at != place)
        less += sum(two[mate] - one[mate] for at, mate in enumerate(other) if at != to)
        if less > 0:
            table[place], other[to] = other[to], table[place]
            changed = True
    return changed

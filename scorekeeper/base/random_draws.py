"""Random draws as values: the same seed gives the same draws, without any outside state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

T = TypeVar("T")
# SplitMix (Steele and others): a counter whose bits are mixed well.
STEP, FIRST, SECOND, WORD = (
    0x9E3779B97F4A7C15,
    0xBF58476D1CE4E5B9,
    0x94D049BB133111EB,
    (1 << 64) - 1,
)
MANY = 10_000  # values that are not laid out to be drawn from


class RandomSource(NamedTuple):
    """A seed, which decides all later draws."""

    seed: int


def below(chance: RandomSource, limit: int) -> tuple[int, RandomSource]:
    """Return a random number from 0 to `limit` - 1, and the next random state."""
    seed = (chance.seed + STEP) & WORD
    bits = ((seed ^ (seed >> 30)) * FIRST) & WORD
    bits = ((bits ^ (bits >> 27)) * SECOND) & WORD
    return ((bits ^ (bits >> 31)) * limit) >> 64, RandomSource(seed)


def words_of(chance: RandomSource) -> Iterator[int]:
    """Yield random 64-bit numbers without end, for a search that needs millions."""
    seed = chance.seed
    while True:
        seed = (seed + STEP) & WORD
        bits = ((seed ^ (seed >> 30)) * FIRST) & WORD
        bits = ((bits ^ (bits >> 27)) * SECOND) & WORD
        yield bits ^ (bits >> 31)


def one_of(chance: RandomSource, values: Sequence[T]) -> tuple[T, RandomSource]:
    """Return one of the values, and the next random state."""
    place, chance = below(chance, len(values))
    return values[place], chance


def some_of(chance: RandomSource, values: Sequence[T], number: int) -> tuple[list[T], RandomSource]:
    """Return at most `number` different values in random order, and the next random state."""
    if len(values) > MANY:
        return _few_of(chance, values, number)
    left, drawn = list(values), []
    for _ in range(min(number, len(left))):
        place, chance = below(chance, len(left))
        drawn.append(left.pop(place))
    return drawn, chance


def _few_of(chance: RandomSource, values: Sequence[T], number: int) -> tuple[list[T], RandomSource]:
    """Return the same as `some_of`, from a sequence too long to copy. A repeated index is
    ignored."""
    places: dict[int, None] = {}
    while len(places) < number:
        place, chance = below(chance, len(values))
        places[place] = None
    return [values[place] for place in places], chance


def split_of(chance: RandomSource, total: int, parts: int) -> tuple[list[int], RandomSource]:
    """Return a total split into parts, every split with the same probability, and the next random
    state."""
    bars, chance = some_of(chance, range(total + parts - 1), parts - 1)
    edges = [-1, *sorted(bars), total + parts - 1]
    return [after - before - 1 for before, after in pairwise(edges)], chance

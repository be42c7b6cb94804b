"""Random draws as values: the same seed draws the same, and nothing outside is asked or
changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

T = TypeVar("T")
# Steele and others' split-mix: a counter whose bits are mixed well.
STEP, FIRST, SECOND, WORD = (
    0x9E3779B97F4A7C15,
    0xBF58476D1CE4E5B9,
    0x94D049BB133111EB,
    (1 << 64) - 1,
)
MANY = 10_000  # values that are not laid out to be drawn from


class RandomSource(NamedTuple):
    """A seed, and all that will ever be drawn from it."""

    seed: int


def below(chance: RandomSource, limit: int) -> tuple[int, RandomSource]:
    """A number from 0 up to but not `limit`, and the chance after it."""
    seed = (chance.seed + STEP) & WORD
    bits = ((seed ^ (seed >> 30)) * FIRST) & WORD
    bits = ((bits ^ (bits >> 27)) * SECOND) & WORD
    return ((bits ^ (bits >> 31)) * limit) >> 64, RandomSource(seed)


def words_of(chance: RandomSource) -> Iterator[int]:
    """Numbers of 64 bits without an end, for a search that draws by the million."""
    seed = chance.seed
    while True:
        seed = (seed + STEP) & WORD
        bits = ((seed ^ (seed >> 30)) * FIRST) & WORD
        bits = ((bits ^ (bits >> 27)) * SECOND) & WORD
        yield bits ^ (bits >> 31)


def one_of(chance: RandomSource, values: Sequence[T]) -> tuple[T, RandomSource]:
    """One of the values."""
    place, chance = below(chance, len(values))
    return values[place], chance


def some_of(chance: RandomSource, values: Sequence[T], number: int) -> tuple[list[T], RandomSource]:
    """Some different ones of the values, in the order in which they were drawn."""
    if len(values) > MANY:
        return _few_of(chance, values, number)
    left, drawn = list(values), []
    for _ in range(min(number, len(left))):
        place, chance = below(chance, len(left))
        drawn.append(left.pop(place))
    return drawn, chance


def _few_of(chance: RandomSource, values: Sequence[T], number: int) -> tuple[list[T], RandomSource]:
    """The same of so many values that they are not laid out; a place drawn before is drawn
    again."""
    places: dict[int, None] = {}
    while len(places) < number:
        place, chance = below(chance, len(values))
        places[place] = None
    return [values[place] for place in places], chance


def split_of(chance: RandomSource, total: int, parts: int) -> tuple[list[int], RandomSource]:
    """A total split among so many, every split as likely as any other."""
    bars, chance = some_of(chance, range(total + parts - 1), parts - 1)
    edges = [-1, *sorted(bars), total + parts - 1]
    return [after - before - 1 for before, after in pairwise(edges)], chance

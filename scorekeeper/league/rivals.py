"""Who finished above whom."""

from itertools import combinations
from typing import NamedTuple

from scorekeeper.league.evening import Evening, merits
from scorekeeper.rules.cards import folded


class Pair(NamedTuple):
    """Two players who met on different sides of a finished evening: how often, and how often each
    finished above the other."""

    evenings: int = 0
    first: int = 0
    second: int = 0


NEVER = Pair()


def add_pairs(pairs: dict[tuple[str, str], Pair], evening: Evening) -> None:
    """Adds who finished above whom, of all who sat on different sides."""
    ranked = merits(evening)
    seated = sorted(
        (folded(evening.players[seat]), evening.players[seat], ranked[side], side)
        for side, seats in enumerate(evening.sides)
        for seat in seats
    )
    for (_, first, mine, side), (_, second, other, across) in combinations(seated, 2):
        if side != across:
            met, above, below = pairs.get((first, second), NEVER)
            pairs[first, second] = Pair(met + 1, above + (mine > other), below + (other > mine))

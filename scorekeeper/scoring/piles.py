"""Which card values a pile can hold, worked out from the pack itself.

A side with 3 tricks of 3 cards holds exactly 9 cards: the values it may reach are the sums of
9 cards of the pack, and all the piles together must use each card once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from scorekeeper.ruleset.model import Count, Ruleset


def card_values(rules: Ruleset, count: Count) -> tuple[int, ...]:
    """The value of every card of the pack, the first suit taken as trumps where trumps differ."""
    trump = next(iter(rules.pack.suits)) if count.trump_values != count.values else None
    cards = rules.pack.cards.values()
    return tuple(sorted((count.trump_values if trump in c.suits else count.values).get(c.rank, 0) for c in cards))


@lru_cache(maxsize=8)
def reachable(values: tuple[int, ...]) -> tuple[int, ...]:
    """For each number of cards, the sums it can reach, as bits of one number."""
    sums = [1] + [0] * len(values)
    for done, value in enumerate(values):
        for cards in range(done, -1, -1):
            sums[cards + 1] |= sums[cards] << value
    return tuple(sums)


def can_hold(values: tuple[int, ...], cards: int, points: int) -> bool:
    """Whether some `cards` cards of the pack are worth exactly `points`."""
    return 0 <= cards <= len(values) and points >= 0 and bool(reachable(values)[cards] >> points & 1)


def bounds(values: tuple[int, ...], cards: int) -> tuple[int, int]:
    """The least and the most that this many cards can be worth."""
    ranked = sorted(values)
    return sum(ranked[:cards]), sum(ranked[len(ranked) - cards :])


def can_split(values: tuple[int, ...], piles: Sequence[tuple[int, int]]) -> bool:
    """Whether the whole pack can be dealt into piles of exactly these (cards, points).

    Walks the pack value by value and keeps the piles so far that can still come out; the last
    pile is what is left over.
    """
    states: set[tuple[int, ...]] = {(0,) * (2 * len(piles) - 2)}
    limits = tuple(number for pile in piles[:-1] for number in pile)
    for value in sorted(set(values), reverse=True):
        states = set(_dealt(states, value, values.count(value), limits))
    return limits in states


def _dealt(states: Iterable[tuple[int, ...]], value: int, copies: int, limits: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    todo = [(state, copies, 0) for state in states]
    while todo:
        state, left, pile = todo.pop()
        if pile == len(limits):
            yield state
            continue
        cards, points = state[pile], state[pile + 1]
        for taken in range(left + 1):
            if cards + taken > limits[pile] or points + taken * value > limits[pile + 1]:
                break
            after = (*state[:pile], cards + taken, points + taken * value, *state[pile + 2 :])
            todo.append((after, left - taken, pile + 2))

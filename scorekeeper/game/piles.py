"""Which card values a pile can hold, worked out from the pack itself.

A side with 3 tricks of 3 cards holds exactly 9 cards: the values it may reach are the sums of
9 cards of the pack, and all the piles together must use each card once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice

from scorekeeper.rules.cards import worth
from scorekeeper.rules.model import Count, Ruleset

MOST_WAYS = 200_000  # of a game that is played there are hundreds


def card_values(rules: Ruleset, count: Count) -> tuple[int, ...]:
    """The value of every card of the pack, the first suit taken as trumps where trumps differ."""
    trump = next(iter(rules.pack.suits), None) if count.trump_values != count.values else None
    cards = rules.pack.every_card
    return tuple(sorted(worth((card,), count.values, trump, count.trump_values) for card in cards))


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
    return (
        0 <= cards <= len(values) and points >= 0 and bool(reachable(values)[cards] >> points & 1)
    )


def bounds(values: tuple[int, ...], cards: int) -> tuple[int, int]:
    """The least and the most that this many cards can be worth."""
    ranked = sorted(values)
    return sum(ranked[:cards]), sum(ranked[len(ranked) - cards :])


def can_split(values: tuple[int, ...], piles: Sequence[tuple[int, int]]) -> bool:
    """Whether the pack can be dealt into piles of exactly these (cards, points); what is in no
    pile stays out.

    Goes through the pack from the highest value down and keeps what each pile may still need.
    Where the piles hold the whole pack, the greatest is simply what is left over. Where there are
    too many ways to follow, nobody can say that it cannot be.
    """
    needs = sorted(piles)
    if sum(cards for cards, _ in needs) == len(values):
        if sum(points for _, points in needs) != sum(values):
            return False
        needs.pop()
    states = {tuple(needs)}
    ranked = sorted(set(values), reverse=True)
    for value, lower in zip(ranked, [*ranked[1:], 0], strict=True):
        dealt = (
            after for state in states for after in _dealt(state, value, values.count(value), lower)
        )
        ways = [*islice(dealt, MOST_WAYS + 1)]
        if len(ways) > MOST_WAYS:
            return True
        states = set(ways)
    return any(not any(cards for cards, _ in state) for state in states)


Needs = tuple[tuple[int, int], ...]


def _dealt(needs: Needs, value: int, copies: int, lower: int) -> Iterable[Needs]:
    """What the piles may still need once every card of this value lies in one or stays out;
    `lower` is the next value, the most that each card to come is worth."""
    if not needs:
        yield ()
        return
    (cards, points), *others = needs
    for taken in range(min(copies, cards) + 1):
        need = (cards - taken, points - taken * value)
        if 0 <= need[1] <= need[0] * lower:
            for rest in _dealt(tuple(others), value, copies - taken, lower):
                yield (need, *rest)

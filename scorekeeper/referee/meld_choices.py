"""What a hand could meld, before it is asked which of it goes together."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.rules.cards import Card, Pack
from scorekeeper.rules.model_melds import MeldKind, Melds


class Meld(NamedTuple):
    """One meld: its kind, its cards, its points."""

    kind: str
    cards: tuple[Card, ...]
    points: int


def choices(melds: Melds, pack: Pack, hand: Sequence[Card], trump: str) -> list[list[Meld]]:
    """What may be melded, in groups of which one may be taken each: the parts of one unbroken
    run are a group, so that no run is cut in two; every other meld is one by itself."""
    held = {card.code: card for card in hand}
    groups: list[list[Meld]] = []
    for kind in melds.kinds:
        if kind.cards:
            groups += [[meld] for meld in _sets(kind, pack, held, trump)]
        elif kind.four:
            groups += [[meld] for meld in _fours(kind, pack, held)]
        else:
            groups += [
                _parts(kind, run) for suit in pack.suits for run in _unbroken(pack, held, suit)
            ]
    return [sorted(group, key=lambda meld: -meld.points) for group in groups if group]


def _sets(kind: MeldKind, pack: Pack, held: Mapping[str, Card], trump: str) -> Iterable[Meld]:
    """A meld of certain ranks in one suit, for each suit in which the hand holds all of them."""
    for suit in [trump] if kind.trumps else pack.suits:
        cards = tuple(
            [card for card in held.values() if suit in card.suits and card.rank in kind.cards]
        )
        if len(cards) == len(kind.cards) and kind.points > 0:
            yield Meld(kind.id, _in_rank(pack, cards), kind.points)


def _fours(kind: MeldKind, pack: Pack, held: Mapping[str, Card]) -> Iterable[Meld]:
    """All the cards of a rank, for each rank of which the hand holds them all."""
    for rank, points in kind.four.items():
        cards = tuple([card for card in pack.cards.values() if card.rank == rank])
        if points > 0 and all(card.code in held for card in cards):
            yield Meld(kind.id, cards, points)


def _in_rank(pack: Pack, cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in the order of the pack, the highest first."""
    return tuple(sorted(cards, key=lambda card: pack.ranks.index(card.rank)))


def _unbroken(pack: Pack, held: Mapping[str, Card], suit: str) -> list[list[Card]]:
    """The unbroken runs of a suit that the hand holds, by the pack's own order; some may be
    empty."""
    of_rank = {card.rank: card for card in held.values() if suit in card.suits}
    runs: list[list[Card]] = [[]]
    for rank in pack.ranks:
        if rank in of_rank:
            runs[-1].append(of_rank[rank])
        else:
            runs.append([])
    return runs


def _parts(kind: MeldKind, run: Sequence[Card]) -> list[Meld]:
    """The run and every shorter one within it: a shorter one leaves a card for something else."""
    parts = []
    for length in range(len(run), kind.run[0][0] - 1, -1):
        points = max(points for step, points in kind.run if step <= length)
        parts += [
            Meld(kind.id, tuple(run[start : start + length]), points)
            for start in range(len(run) - length + 1)
        ]
    return [meld for meld in parts if meld.points > 0]

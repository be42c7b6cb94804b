"""Cards, ranks, suits and numbers one after another, as words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scorekeeper.rules.cards import Card, Pack, words_of_card, words_of_rank, words_of_suit
from scorekeeper.text.message import Joined, Words


def all_suits(pack: Pack) -> list[Words]:
    """Every suit of the pack."""
    return [suit.words for suit in pack.suits.values()]


def shown_cards(pack: Pack, cards: Iterable[Card]) -> Words:
    """Cards as they are shown, one after another."""
    return Joined(tuple(words_of_card(pack, card) for card in cards), " ")


def shown_values(pack: Pack, values: Mapping[str, int]) -> Words:
    """Ranks with what each is worth, one after another."""
    return shown_pairs((words_of_rank(pack, rank), value) for rank, value in values.items())


def shown_suits(pack: Pack, points: Mapping[str, int]) -> Words:
    """Suits with their points, one after another; a suit without points is left out."""
    return shown_pairs(
        (words_of_suit(pack, suit), number) for suit, number in points.items() if number
    )


def shown_pairs(pairs: Iterable[tuple[Words, int]]) -> Words:
    """Names with their numbers, one after another."""
    return Joined(tuple(Joined((name, number), " ") for name, number in pairs), ", ")

"""The cards and suits that laws of play name: those that may not be led yet, those that must be
thrown."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.rules.cards import Pack, find_card, words_of_card, words_of_rank, words_of_suit
from scorekeeper.rules.model_exchange import TRUMPS
from scorekeeper.text.message import Words, listing, say


def suits_closed(pack: Pack, said: str, trump: str | None) -> frozenset[str]:
    """The suits that a law names; trumps by that word, where there are some."""
    named = ((trump or "") if word == TRUMPS else word for word in said.split())
    return frozenset(word for word in named if word in pack.suits)


def cards_thrown(pack: Pack, said: str, trump: str | None) -> frozenset[str]:
    """The codes of the cards that a law names: cards, ranks, suits, trumps."""
    return frozenset(code for word in said.split() for code in _codes_of(pack, word, trump))


def _codes_of(pack: Pack, word: str, trump: str | None) -> Iterable[str]:
    suit = trump if word == TRUMPS else word
    if word == TRUMPS or word in pack.suits:
        return [card.code for card in pack.cards.values() if suit in card.suits]
    if word in pack.ranks and word not in pack.cards:
        return [card.code for card in pack.cards.values() if card.rank == word]
    card = find_card(pack, word)
    return [card.code] if card is not None else []


def named_said(pack: Pack, said: str) -> Words:
    """What a law names, in words."""
    return listing((_word_said(pack, word) for word in said.split()), "and")


def _word_said(pack: Pack, word: str) -> Words:
    if word == TRUMPS:
        return say("trumps")
    if word in pack.suits:
        return words_of_suit(pack, word)
    card = find_card(pack, word)
    return words_of_card(pack, card) if card is not None else words_of_rank(pack, word)

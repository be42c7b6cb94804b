"""The cards of a game in words: the pack, the order of rank, how cards are written."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.rules.cards import (
    Pack,
    Suit,
    rank_shown,
    suit_letter,
    typed_card,
    words_of_card,
    words_of_ranks,
)
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.model_play import Play
from scorekeeper.text.language import Phrase, language, on_screen, tr, trn
from scorekeeper.text.speech import listed, names_listed, text_of


def card_lines(rules: Ruleset, play: Play) -> Iterator[str]:
    """The pack, what is taken out of a greater one, how its cards rank and how they are written;
    nothing of a game without cards."""
    if not rules.has_cards:
        return
    pack = rules.pack
    name, number = pack.name.shown(), str(len(pack.every_card))
    yield name if number in name else tr("{cards} cards: {pack}", cards=number, pack=name)
    if pack.prepare.by_language:
        yield pack.prepare.shown()
    yield from _copies(pack)
    yield from _suits_of_ranks(pack)
    yield from order_lines(rules, play)
    if letters := _called(pack):
        yield letters
    yield _written(pack)


def _copies(pack: Pack) -> Iterator[str]:
    """How many there are of each card, where there are several, and the cards without a suit."""
    of_each = {*pack.numbers.values()}
    if of_each == {max(of_each)} and of_each != {1}:
        yield trn(max(of_each), "there is {n} of each card", "there are {n} of each card")
    elif of_each != {1}:
        several = (
            f"{number} {text_of(words_of_card(pack, pack.cards[code]))}"
            for code, number in pack.numbers.items()
            if number > min(of_each)
        )
        yield tr(
            "there are {cards}, {number} of each other card",
            cards=", ".join(several),
            number=min(of_each),
        )
    alone = [card for card in pack.cards.values() if not card.suits]
    if alone:
        cards = (f"{text_of(words_of_card(pack, card))} {card.name}".rstrip() for card in alone)
        yield tr(
            "cards without a suit: {cards}; they are of no suit that is led", cards=", ".join(cards)
        )


def order_lines(rules: Ruleset, play: Play) -> Iterator[str]:
    """How cards rank, high to low: in general, among trumps, in contracts that have an order of
    their own."""
    pack, usual, trumps = rules.pack, play.ranks or rules.pack.ranks, play.trump_ranks
    alone = {card.rank for card in pack.cards.values() if not card.suits}
    usual = tuple(rank for rank in usual if rank not in alone)
    ranks = text_of(words_of_ranks(pack, usual))
    if trumps and trumps != usual:
        yield tr("cards rank, high to low: {ranks}", ranks=ranks)
        yield tr("trumps rank, high to low: {ranks}", ranks=text_of(words_of_ranks(pack, trumps)))
    else:
        yield tr("cards rank in every suit, high to low: {ranks}", ranks=ranks)
    for contract in rules.contracts.values():
        if contract.ranks:
            yield tr(
                "in {contract} cards rank, high to low: {ranks}",
                contract=contract.name.shown(),
                ranks=text_of(words_of_ranks(pack, contract.ranks)),
            )
    yield from _ring_lines(rules)


def _ring_lines(rules: Ruleset) -> Iterator[str]:
    """In which contracts the lowest rank follows the highest again."""
    contracts = rules.contracts.values()
    rings = [one.name.shown() for one in contracts if one.stops and one.stops.ring]
    if rings:
        high, low = (rank_shown(rules.pack, rules.pack.ranks[place]) for place in (0, -1))
        yield tr(
            "in {contracts} {low} lies next to {high}",
            contracts=names_listed(rings),
            low=low,
            high=high,
        )


def _suits_of_ranks(pack: Pack) -> list[str]:
    """Which ranks bear several suits, and each such card, where there are some."""
    shared = [card for card in pack.cards.values() if len(card.suits) > 1]
    if not shared:
        return []
    several = {card.rank for card in shared}
    one, more = (
        [rank for rank in pack.ranks if (rank in several) is wanted] for wanted in (False, True)
    )
    cards = [f"{text_of(words_of_card(pack, card))} {card.name}".rstrip() for card in shared]
    return [
        tr(
            "one suit each: {one}; two suits each: {two}",
            one=text_of(words_of_ranks(pack, one)),
            two=text_of(words_of_ranks(pack, more)),
        ),
        tr("the cards of two suits: {cards}", cards=", ".join(cards)),
    ]


def _called(pack: Pack) -> str:
    """What the letters of ranks stand for: `A ace, K king`; nothing where all ranks are numbers."""
    named = [
        (rank_shown(pack, rank), pack.rank_words.get(rank, Phrase({})).shown())
        for rank in pack.ranks
    ]
    return ", ".join(
        f"{letter} {word}" for letter, word in named if word and not letter.isdecimal()
    )


def _written(pack: Pack) -> str:
    """How a card is typed: the letter and the sign of every suit, and one card as an example."""
    suits = ", ".join(_suit_written(suit) for suit in pack.suits.values())
    card = max(
        pack.cards.values(),
        key=lambda one: (len(one.suits), one.rank.isdecimal(), len(one.rank)),
        default=None,
    )
    if card is None:
        return tr("suits: {suits}", suits=suits)
    ways = (typed_card(pack, card), words_of_card(pack, card), card.name)
    spellings = dict.fromkeys(filter(None, map(text_of, ways)))
    return tr(
        "a card is written rank first, then suit: {suits}; for example {cards}",
        suits=suits,
        cards=listed(spellings),
    )


def _suit_written(suit: Suit) -> str:
    """The word, the letter and the sign of a suit; on a screen that has not the sign, without
    it."""
    sign = suit.symbol if on_screen(suit.symbol) == suit.symbol else ""
    return f"{suit.words.shown()} {suit_letter(suit, language())} {sign}".rstrip()

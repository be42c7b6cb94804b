"""Checks on a heap of cards: the suits they must bear, the cards they cannot be, the tricks
that they must have come from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.game.session import Agreed, Facts
from scorekeeper.rules.cards import Card, Pack, find_card, words_of_card
from scorekeeper.rules.model import Fact
from scorekeeper.rules.said import key_said
from scorekeeper.text.message import Words, listing, say, say_n
from scorekeeper.text.problems import Problem


def codes_in(value: object) -> list[str]:
    """The cards of a fact that was entered: one, several, or none where it is no card at all."""
    values = value if isinstance(value, (list, tuple)) else [value]
    return [code for code in values if isinstance(code, str)]


def card_problems(
    agreed: Agreed, fact: Fact, codes: Sequence[str], entered: Facts
) -> Iterable[Problem]:
    """What is wrong with cards that are all cards of the pack and of the right number."""
    pack = agreed.rules.pack
    cards = _cards(pack, codes)
    wrong = [
        words_of_card(pack, card)
        for card in cards
        if fact.suits is not None and len(card.suits) != fact.suits
    ]
    if wrong:
        message = say_n(
            len(wrong),
            "{fact}: each card must bear {suits} suits, and {cards} does not",
            "{fact}: each card must bear {suits} suits, and {cards} do not",
            fact=fact.name,
            suits=fact.suits or 0,
            cards=listing(wrong, "and"),
        )
        yield Problem(f"{fact.id}-suits", message)
    elsewhere = [code for name in fact.apart for code in codes_in(entered.get(name))]
    both = [
        words_of_card(pack, card)
        for card in cards
        if card.code in elsewhere
        and cards.count(card) + elsewhere.count(card.code) > pack.numbers[card.code]
    ]
    if both:
        message = say(
            "{cards} cannot be in the {fact}: already in {others}",
            cards=listing(both, "and"),
            fact=fact.name,
            others=listing((key_said(agreed.rules, name) for name in fact.apart), "and"),
        )
        yield Problem("card-twice", message)
    if fact.beaten and not (wrong or both):
        yield from _unbeaten(
            fact, pack, cards, _cards(pack, sorted({*elsewhere})), len(agreed.players)
        )


def _cards(pack: Pack, codes: Iterable[str]) -> list[Card]:
    return [card for code in codes if (card := find_card(pack, code)) is not None]


def _unbeaten(
    fact: Fact, pack: Pack, cards: Sequence[Card], out: Sequence[Card], players: int
) -> Iterable[Problem]:
    """Every beaten card needs a winner of its trick, of its rank or higher, among the cards that
    are left. The highest of those are the winners: with them ranked beside the beaten cards, the
    highest against the highest, none may fall short; what remains fills the tricks."""
    gone = {card.code for card in (*cards, *out)}
    height = {rank: -place for place, rank in enumerate(pack.ranks)}
    rest = sorted((height[c.rank] for c in pack.cards.values() if c.code not in gone), reverse=True)
    beaten = sorted(cards, key=lambda card: -height[card.rank])
    if len(rest) < len(beaten) * (players - 1):
        needed = len(beaten) * players
        message = say(
            "{tricks} tricks need {cards} cards; the pack has not so many",
            tricks=len(beaten),
            cards=needed,
        )
        yield Problem(f"{fact.id}-number", message)
        return
    for place, (card, winner) in enumerate(zip(beaten, rest, strict=False), 1):
        if winner < height[card.rank]:
            yield Problem(
                f"{fact.id}-tricks",
                _no_tricks(fact, [words_of_card(pack, c) for c in beaten[:place]]),
            )
            return


def _no_tricks(fact: Fact, high: Sequence[Words]) -> Words:
    return say(
        "no tricks could make this {fact}: each card of it lost to one of its rank or higher, "
        "and {cards} are more than the cards left can beat",
        fact=fact.name,
        cards=listing(high, "and"),
    )

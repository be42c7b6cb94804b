"""Cards that a person names, read; every one that is none, or is there twice, is refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.cards import (
    Card,
    Pack,
    Suit,
    card_pieces,
    cards_over,
    find_card,
    folded,
    typed_card,
    words_of_card,
    words_of_ranks,
)
from scorekeeper.language import Phrase
from scorekeeper.message import Joined, Words, say
from scorekeeper.problems import Problem, Refused, known_mends
from scorekeeper.referee.case import Case


def read_heap(case: Case, words: Iterable[str], what: str = "cards") -> tuple[Card, ...]:
    """Cards as separate words or in one, by code or by their own name; every bad one is named,
    and every one that is there twice."""
    cards, problems = [], []
    for piece in card_pieces(case.pack, " ".join(words)):
        card = find_card(case.pack, piece)
        if card is None:
            problems.append(card_unknown(case.pack, piece, what, _spelled(case.pack)))
        else:
            cards.append(card)
    problems += twice_problems(case.pack, cards, what)
    if problems:
        raise Refused(problems)
    return tuple(cards)


def card_unknown(pack: Pack, word: str, what: str, hint: Words | None = None) -> Problem:
    """The problem of a word that should have been a card of the pack."""
    message = say("`{word}` is not a card of this pack: {pack}", word=word, pack=pack.name)
    return Problem("card-unknown", message, what, known_mends(hint))


def _spelled(pack: Pack) -> Words:
    """How a card is written: ranks, suits with their letters, and one as an example."""
    suits = tuple(map(_lettered, pack.suits.values()))
    example = next((typed_card(pack, card) for card in pack.cards.values()), "-")
    return say(
        "ranks {ranks}, suits {suits}: for example {card}",
        ranks=words_of_ranks(pack, pack.ranks),
        suits=Joined(suits, " "),
        card=example,
    )


def _lettered(suit: Suit) -> Phrase:
    """The letter of a suit; behind it the suit's word in each language in which that begins with
    another letter."""
    letter, words = suit.letter, suit.words.by_language
    begins = {code: folded(word).startswith(folded(letter)) for code, (word, *_) in words.items()}
    return Phrase(
        {code: (letter if begins[code] else f"{letter} ({words[code][0]})",) for code in words}
    )


def twice_problems(pack: Pack, cards: Sequence[Card], what: str) -> list[Problem]:
    """Cards that are there more often than in the pack."""
    return [_twice(pack, card, cards.count(card), what) for card in cards_over(pack, cards)]


def _twice(pack: Pack, card: Card, number: int, what: str) -> Problem:
    """A card that is there so many times."""
    shown, most = words_of_card(pack, card), pack.numbers[card.code]
    if most == 1:
        message, hint = say("{card} is there twice", card=shown), say("name each card once")
    else:
        message = say(
            "{card} is there {number} times, and the pack has {most} of it",
            card=shown, number=number, most=most,
        )  # fmt: skip
        hint = say("name each card as often as it is there")
    return Problem("card-twice", message, what, (hint,))

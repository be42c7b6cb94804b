"""Cards that a person names, read; every one that is none, or is there twice, is refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import nullcontext

from scorekeeper.record.values import card_ambiguous
from scorekeeper.referee.case import Case
from scorekeeper.rules.cards import (
    Card,
    Pack,
    Suit,
    card_pieces,
    cards_over,
    cards_typed,
    folded,
    suit_letter,
    typed_card,
    words_of_card,
    words_of_ranks,
)
from scorekeeper.text.language import ENGLISH, Phrase, speaking
from scorekeeper.text.message import Joined, Words, say
from scorekeeper.text.problems import Problem, Refused, known_mends


def read_heap(
    case: Case, words: Iterable[str], what: str = "cards", in_file: bool = False
) -> tuple[Card, ...]:
    """Cards as separate words or in one, by code or by their own name; every bad one is named,
    and every one that is there twice. In a file letters are those of codes, whatever language
    is spoken."""
    cards, problems = list[Card](), list[Problem]()
    for piece in card_pieces(case.pack, " ".join(words)):
        try:
            with speaking(ENGLISH) if in_file else nullcontext():
                cards.append(read_card(case, piece, what, _spelled(case.pack)))
        except Refused as refusal:
            problems += refusal.problems
    problems += twice_problems(case.pack, cards, what)
    if problems:
        raise Refused(problems)
    return tuple(cards)


def read_card(case: Case, word: str, what: str, hint: Words | None = None) -> Card:
    """Return the card that a person wrote; refuse what is none, or may be one of several."""
    found = cards_typed(case.pack, word)
    if len(found) == 1:
        return found[0]
    if found:
        raise Refused([card_ambiguous(case.pack, what, word, found)])
    raise Refused([card_unknown(case.pack, word, what, hint)])


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
    words = suit.words.by_language
    letters = {code: suit_letter(suit, code) for code in words}
    begins = {
        code: folded(word).startswith(folded(letters[code])) for code, (word, *_) in words.items()
    }
    return Phrase(
        {
            code: (letters[code] if begins[code] else f"{letters[code]} ({words[code][0]})",)
            for code in words
        }
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

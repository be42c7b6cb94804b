"""Cards and packs: reading them, printing them, their order.

A pack is data: its ranks from high to low and either its suits (every rank in every suit) or,
for packs whose cards bear two suits, its cards one by one.
"""

import unicodedata
from collections.abc import Iterable, Mapping

from scorekeeper.language import Phrase, tr
from scorekeeper.named import NamedTuple
from scorekeeper.problems import refuse


class Suit(NamedTuple):
    """A suit: its id, the letter and symbol it is written with, its words by language."""

    id: str
    letter: str
    symbol: str
    words: Phrase


class Card(NamedTuple):
    """A card: its rank, its suits (one, or two in some packs) and its own name if it has one."""

    rank: str
    suits: tuple[str, ...]
    code: str
    name: str = ""


class Pack(NamedTuple):
    """A pack: `ranks` high to low, `cards` by code, and every spelling of each card."""

    name: Phrase
    ranks: tuple[str, ...]
    suits: Mapping[str, Suit]
    cards: Mapping[str, Card]
    spellings: Mapping[str, str]


def folded(text: str) -> str:
    """Text as it is compared: no case, no accents, no outer spaces."""
    if text.isascii():
        return text.casefold().strip()
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold().strip()


def full_pack(
    name: Phrase, ranks: tuple[str, ...], suits: Mapping[str, Suit],
    rows: Iterable[tuple[str, str]] | None, aliases: Mapping[str, str],
) -> Pack:  # fmt: skip
    """Builds a pack; `rows` are (code, name) of its cards, None where it has every rank in every suit."""
    by_letter = {suit.letter: suit.id for suit in suits.values()}
    codes = list(rows) if rows is not None else [(r + s.letter, "") for s in suits.values() for r in ranks]
    cards: dict[str, Card] = {}
    for code, own_name in codes:
        rank = next((r for r in sorted(ranks, key=len, reverse=True) if code.startswith(r)), "")
        letters = code[len(rank) :]
        if not rank or not letters or any(letter not in by_letter for letter in letters):
            raise refuse("pack-card", tr("`{card}` is not a rank and suit letters of this pack", card=code))
        cards[code] = Card(rank, tuple(by_letter[letter] for letter in letters), code, own_name)
    return Pack(name, ranks, suits, cards, _spellings(cards, suits, aliases))


def _spellings(cards: Mapping[str, Card], suits: Mapping[str, Suit], aliases: Mapping[str, str]) -> dict[str, str]:
    spellings: dict[str, str] = {}
    for card in cards.values():
        marks = [(suits[s].letter, suits[s].symbol) for s in card.suits]
        ranks = [card.rank, *(alias for alias, rank in aliases.items() if rank == card.rank)]
        for rank in ranks:
            for order in (marks, marks[::-1]):
                for column in (0, 1):
                    spellings.setdefault(folded(rank + "".join(mark[column] for mark in order)), card.code)
        if card.name:
            spellings.setdefault(folded(card.name), card.code)
            spellings.setdefault(folded(card.name).removeprefix("the "), card.code)
    return spellings


def find_card(pack: Pack, text: str) -> Card | None:
    """The card that a person wrote, in any case, or None."""
    code = pack.spellings.get(_without_style(folded(text)))
    return pack.cards[code] if code else None


def card_pieces(pack: Pack, text: str) -> list[str]:
    """The words of a text that are a card each: between commas a card's own name stays whole."""
    if find_card(pack, text) is not None:
        return [text]
    parts = text.split(",")
    return [piece for part in parts for piece in ([part] if find_card(pack, part) is not None else part.split())]


def _without_style(text: str) -> str:
    """The text without the marks that ask for a symbol as text or as a picture, which keyboards add."""
    return text.replace("\ufe0f", "").replace("\ufe0e", "")


def suits_named(pack: Pack, text: str) -> list[str]:
    """The suits whose letter, symbol, id or word is `text`, or failing those begins with it."""
    word = _without_style(folded(text))
    if not word:
        return []
    exact, begins = [], []
    for suit in pack.suits.values():
        names = [folded(name) for name in (suit.id, suit.letter, suit.symbol, *suit.words.spellings())]
        if word in names:
            exact.append(suit.id)
        elif any(name.startswith(word) for name in names):
            begins.append(suit.id)
    return exact or begins


def suit_word(pack: Pack, suit: str) -> str:
    """The suit as it is said in the language spoken; a word that is no suit stays what it is."""
    return pack.suits[suit].words.shown() if suit in pack.suits else suit


def suit_words(pack: Pack) -> list[str]:
    """Every suit as it is said in the language spoken."""
    return [suit.words.shown() for suit in pack.suits.values()]


def printed(pack: Pack, card: Card) -> str:
    """The card as it is shown, `10♣`."""
    return card.rank + "".join(pack.suits[suit].symbol for suit in card.suits)


def worth(cards: Iterable[Card], values: Mapping[str, int], trump: str | None, trump_values: Mapping[str, int]) -> int:
    """What a pile is worth: the sum of its cards' values, trumps by their own table."""
    return sum((trump_values if trump in card.suits else values).get(card.rank, 0) for card in cards)

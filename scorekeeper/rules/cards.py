"""Cards and packs: reading them, printing them, what a pile is worth.

A pack is data: its ranks from high to low and either its suits (every rank in every suit) or,
for packs whose cards bear two suits, its cards one by one; beside them cards without a suit. Of
each there may be several: cards that are alike are equal, and are counted.
"""

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

from scorekeeper.base.frozen_values import FrozenRecord
from scorekeeper.text.message import JoinedWords, Signs, Words, in_english
from scorekeeper.text.translation import ENGLISH, LANGUAGES, Phrase, language

LONGEST = 5  # words of a card's name


class Suit(FrozenRecord):
    """A suit: its id, the letter of its codes, its symbol, its words by language; `letters` are
    those that people write, by language, where a language has one of its own."""

    id: str
    letter: str
    symbol: str
    words: Phrase
    letters: Phrase = Phrase({})


class Rank(FrozenRecord):
    """How a rank is written on a card and what it is called, by language."""

    letter: Phrase
    words: Phrase


class Card(NamedTuple):
    """A card: its rank, its suits (one, or two or none in some packs) and its own name if it has
    one."""

    rank: str
    suits: tuple[str, ...]
    code: str
    name: str = ""


class PackTable(FrozenRecord):
    """What the table of a pack says: `ranks` high to low; `rows` (code, name) of its cards, None
    where it has every rank in every suit; other ways to write a rank; `told`, how ranks are written
    and called by language; `fillers`, the words of a card's name that say nothing, as `of`;
    `prepare`, what is taken out of a greater pack to have this one; `suitless` (code, name), its
    cards without a suit, whose codes are ranks of their own; `copies`, how many packs it is."""

    name: Phrase
    ranks: tuple[str, ...]
    suits: Mapping[str, Suit]
    rows: tuple[tuple[str, str], ...] | None = None
    rank_aliases: Mapping[str, str] = {}
    told: Mapping[str, Rank] = {}
    fillers: frozenset[str] = frozenset()
    prepare: Phrase = Phrase({})
    suitless: tuple[tuple[str, str], ...] = ()
    copies: int = 1


class Pack(PackTable):
    """A pack: what its table says, and what follows from it when that is first asked for: few deals
    name a card. Of a table with faults (`pack_reader.py`) what cannot be is left out."""

    @cached_property
    def suit_of_letter(self) -> Mapping[str, str]:
        """The id of the suit that each letter stands for."""
        return {suit.letter: suit.id for suit in self.suits.values()}

    @cached_property
    def one_of_each(self) -> tuple[Card, ...]:
        """The cards of one of the packs it is made of, as they are listed."""
        rows, alone = self.rows, {code for code, _ in self.suitless}
        if rows is None:
            ranks = [rank for rank in self.ranks if rank not in alone]
            rows = tuple((r + s.letter, "") for s in self.suits.values() for r in ranks)
        found = (card_of_row(self, *row) for row in rows)
        without = (Card(code, (), code, name) for code, name in self.suitless)
        return (*(card for card in found if card is not None), *without)

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """The cards by code, those that are alike once."""
        return {card.code: card for card in self.one_of_each}

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """How many there are of each card, by code."""
        found = Counter(card.code for card in self.one_of_each)
        return {code: number * self.copies for code, number in found.items()}

    @cached_property
    def every_card(self) -> tuple[Card, ...]:
        """Every card there is, each as often as there is of it."""
        return tuple(card for card in self.cards.values() for _ in range(self.numbers[card.code]))

    @property
    def has_alike(self) -> bool:
        """Whether there are several of some card."""
        return any(number > 1 for number in self.numbers.values())

    @cached_property
    def spellings(self) -> Mapping[str, str]:
        """Everything that is read as a card by its signs or its own name, and the card's code."""
        marks = {
            suit.id: (folded(suit.letter), folded(suit.symbol)) for suit in self.suits.values()
        }
        ranks = {card.rank: [folded(card.rank)] for card in self.cards.values()}
        for alias, rank in self.rank_aliases.items():
            ranks.setdefault(rank, []).append(folded(alias))
        spellings: dict[str, str] = {}
        for card in self.cards.values():
            written = list(zip(*(marks[suit] for suit in card.suits), strict=True))
            for rank in ranks[card.rank]:
                for signs in written:
                    spellings.setdefault(rank + "".join(signs), card.code)
                    spellings.setdefault(rank + "".join(signs[::-1]), card.code)
            if not card.suits:
                spellings.setdefault(folded(card.code), card.code)
            if card.name:
                spellings.setdefault(folded(card.name), card.code)
                spellings.setdefault(folded(card.name).removeprefix("the "), card.code)
        return spellings

    @cached_property
    def letters(self) -> Mapping[str, Phrase]:
        """What is shown, by language, for each rank that has more than its id."""
        return {rank: one.letter.or_else(rank) for rank, one in self.told.items()}

    @cached_property
    def rank_words(self) -> Mapping[str, Phrase]:
        """What ranks are called, by language."""
        return {rank: one.words for rank, one in self.told.items()}

    @cached_property
    def rank_names(self) -> Mapping[str, str]:
        """Whatever is read as a rank, and the rank."""
        return dict(reversed(names_of_ranks(self)))

    @cached_property
    def suit_names(self) -> Mapping[str, str]:
        """The symbols and words of the suits; not their letters, which stand for no suit by
        themselves."""
        return {
            folded(name): suit.id
            for suit in self.suits.values()
            for name in (suit.symbol, *suit.words.spellings())
            if name
        }


def card_of_row(pack: Pack, code: str, name: str) -> Card | None:
    """The card of a code; None where that is not a rank and suit letters of the pack."""
    by_letter = pack.suit_of_letter
    rank = max((r for r in pack.ranks if code.startswith(r)), key=len, default="")
    letters = code[len(rank) :]
    if not rank or not letters or any(letter not in by_letter for letter in letters):
        return None
    return Card(rank, tuple(by_letter[letter] for letter in letters), code, name)


def names_of_ranks(pack: PackTable) -> list[tuple[str, str]]:
    """Everything that is read as a rank, and the rank: ids, aliases, letters and words."""
    named = [(rank, rank) for rank in pack.ranks]
    named += [(alias, rank) for alias, rank in pack.rank_aliases.items() if rank in pack.ranks]
    for rank, one in pack.told.items():
        named += [(word, rank) for word in (*one.letter.spellings(), *one.words.spellings())]
    return list(dict.fromkeys((folded(word), rank) for word, rank in named))


def suit_letter(suit: Suit, code: str) -> str:
    """Return the letter of a suit in a language."""
    return suit.letters.of(code) or suit.letter


def suits_lettered(pack: Pack, letter: str, codes: Collection[str]) -> list[str]:
    """Return the suits that a letter stands for in these languages and in the codes of cards."""
    return [
        suit.id
        for suit in pack.suits.values()
        if letter in map(folded, (suit.letter, *(suit_letter(suit, code) for code in codes)))
    ]


def languages_typed(pack: Pack, rank: str, name: str) -> set[str]:
    """Return the languages of somebody who writes a rank so: the one spoken, and where the rank has
    that name neither there nor in English, as D has, those in which it has."""
    one, spoken = pack.told.get(rank), {language(), ENGLISH}
    spelt = [*one.letter.by_language.items(), *one.words.by_language.items()] if one else []
    written = {code for code, names in spelt if name in map(folded, names)}
    return {language()} if written & spoken else {language(), *written}


def folded(text: str) -> str:
    """Text as it is compared: no case, no accents, no outer spaces."""
    if text.isascii():
        return text.casefold().strip()
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold().strip()


def suit_led(trick: Sequence[Card]) -> str | None:
    """The suit that is led: that of the first card that has one; None where none has."""
    return next((card.suits[0] for card in trick if card.suits), None)


def cards_over(pack: Pack, cards: Iterable[Card]) -> list[Card]:
    """The cards of which there are more here than in the pack, each once."""
    found = Counter(cards)
    return [card for card, number in found.items() if number > pack.numbers[card.code]]


def cards_left(cards: Iterable[Card], gone: Iterable[Card]) -> list[Card]:
    """The cards without those that are gone, of cards that are alike as many as are."""
    taken, left = Counter(gone), list[Card]()
    for card in cards:
        if taken[card] > 0:
            taken[card] -= 1
        else:
            left.append(card)
    return left


def find_card(pack: Pack, text: str) -> Card | None:
    """Return the card of a code, or the card that its own name, its signs or its words say in any
    language (`R♣`, `the king of ♣`); None where there is none. Letters are those of codes."""
    word = _without_style(folded(text))
    code = pack.spellings.get(word) or _code_in_words(pack, word)
    return pack.cards[code] if code else None


def cards_typed(pack: Pack, text: str) -> list[Card]:
    """Return each card that a person may have written. A letter may be the suit of the language
    spoken and that of codes: to French players `10C` is 10♥; so is `DC` everywhere. One that is in
    neither is that of other languages."""
    word = _without_style(folded(text))
    codes = {*_lettered(pack, word), pack.spellings.get(word)} - {None}
    codes = codes or {*_lettered(pack, word, LANGUAGES)}
    found = [card for card in pack.cards.values() if card.code in codes]
    alone = None if found else find_card(pack, text)
    return found if alone is None else [alone]


def _lettered(pack: Pack, word: str, codes: Collection[str] = ()) -> Iterator[str | None]:
    """The codes of the cards that a rank and the letter of a suit may be, in these languages or in
    those of somebody who writes the rank so."""
    for name, rank in pack.rank_names.items():
        if word.startswith(name):
            written = codes or languages_typed(pack, rank, name)
            for suit in suits_lettered(pack, word.removeprefix(name), written):
                yield _code(pack, rank, suit)


def is_card(pack: Pack, text: str) -> bool:
    """Return True if the text is a card, or may be one of several."""
    return bool(cards_typed(pack, text))


def _code_in_words(pack: Pack, word: str) -> str | None:
    """The code of the one card that is told so; None where none is, or more than one."""
    parts = [part for part in word.translate(_PARTING).split() if part not in pack.fillers]
    if len(parts) not in (1, 2):
        return None
    found = {*(_joined(pack, parts[0]) if len(parts) == 1 else _apart(pack, parts))} - {None}
    return found.pop() if len(found) == 1 else None


# What parts the words of a card's name beside the space, as in `l'as`.
_PARTING = str.maketrans("'’-", "   ")


def _joined(pack: Pack, word: str) -> Iterable[str | None]:
    """A rank and a suit in one word, `RC` or `♣R`; where the suit is a letter, that stands last."""
    suits = pack.suit_names
    for name, rank in pack.rank_names.items():
        if word.startswith(name):
            rest = word.removeprefix(name)
            yield pack.spellings.get(folded(rank) + rest)
            yield _code(pack, rank, suits.get(rest))
        if word.endswith(name):
            yield _code(pack, rank, suits.get(word.removesuffix(name)))


def _apart(pack: Pack, parts: Iterable[str]) -> Iterable[str | None]:
    """A rank and a suit in two words, whichever comes first."""
    for one, other in permutations(parts):
        if one in pack.rank_names:
            yield _code(pack, pack.rank_names[one], pack.suit_names.get(other))


def _code(pack: Pack, rank: str, suit: str | None) -> str | None:
    """The code of the card with this rank and only this suit."""
    code = rank + pack.suits[suit].letter if suit else ""
    return code if code in pack.cards else None


def rank_named(pack: Pack, text: str) -> str | None:
    """The rank that a word is the name of, in any language, or None."""
    return pack.rank_names.get(folded(text))


def card_pieces(pack: Pack, text: str) -> list[str]:
    """The words of a text that are a card each; several words that are one card are one piece."""
    if is_card(pack, text):
        return [text]
    return [piece for part in text.split(",") for piece in _pieces(pack, part.split())]


def _pieces(pack: Pack, words: Sequence[str]) -> Iterable[str]:
    """The words, those that together are one card joined, as many as can be."""
    place = 0
    while place < len(words):
        sizes = range(min(LONGEST, len(words) - place), 1, -1)
        size = next((n for n in sizes if is_card(pack, " ".join(words[place : place + n]))), 1)
        yield " ".join(words[place : place + size])
        place += size


def _without_style(text: str) -> str:
    """The text without the marks that ask for a symbol as text or as a picture, which keyboards
    add."""
    return text.replace("\ufe0f", "").replace("\ufe0e", "")


def suits_named(pack: Pack, text: str) -> list[str]:
    """Return the suits whose letter, symbol, id or word is `text`, or failing those begins with it.
    A letter is that of the language spoken or of codes, failing those of any language."""
    word = _without_style(folded(text))
    if not word:
        return []
    exact, begins = suits_lettered(pack, word, (language(),)), list[str]()
    for suit in pack.suits.values():
        names = [folded(name) for name in (suit.id, suit.symbol, *suit.words.spellings())]
        if word in names:
            exact.append(suit.id)
        elif any(name.startswith(word) for name in names):
            begins.append(suit.id)
    return list(dict.fromkeys(exact)) or suits_lettered(pack, word, LANGUAGES) or begins


def suit_word(pack: Pack, suit: str) -> str:
    """The suit as it is said in the language spoken; a word that is no suit stays what it is."""
    return pack.suits[suit].words.shown() if suit in pack.suits else suit


def suit_words(pack: Pack) -> list[str]:
    """Every suit as it is said in the language spoken."""
    return [suit.words.shown() for suit in pack.suits.values()]


def words_of_suit(pack: Pack, suit: str) -> Phrase | str:
    """The suit's words; a word that is no suit stays what it is."""
    return pack.suits[suit].words if suit in pack.suits else suit


def words_of_rank(pack: Pack, rank: str) -> Phrase | str:
    """The letters of a rank, as they are written on a card."""
    return pack.letters.get(rank, rank)


def words_of_ranks(pack: Pack, ranks: Iterable[str]) -> Words:
    """Ranks in their order, `A K Q J`, as they are written on cards."""
    return JoinedWords(tuple(words_of_rank(pack, rank) for rank in ranks), " ")


def words_of_card(pack: Pack, card: Card) -> Words:
    """The card as it is shown, `10♣`; on a screen that has not all of its symbols as it is typed,
    `10C`."""
    symbols = "".join(pack.suits[suit].symbol for suit in card.suits)
    return JoinedWords((words_of_rank(pack, card.rank), Signs(symbols, suits_typed(pack, card))))


def words_of_code(pack: Pack, code: str) -> Words:
    """The card of a code as it is shown; a word that is no card stays what it is."""
    card = pack.cards.get(code)
    return code if card is None else words_of_card(pack, card)


def typed_card(pack: Pack, card: Card) -> Words:
    """The card as it is typed where there are no symbols, `10C`."""
    return JoinedWords((words_of_rank(pack, card.rank), suits_typed(pack, card)))


def suits_typed(pack: Pack, card: Card) -> Phrase | str:
    """Return the letters of a card's suits, by language where a language has its own, as they are
    typed; the word where its letter is another suit in codes: `10cœur`."""
    suit = pack.suits[card.suits[0]] if len(card.suits) == 1 else None
    if suit is None or not suit.letters.by_language:
        return card.code.removeprefix(card.rank)
    return Phrase({code: (_typed(pack, suit, code),) for code in suit.letters.by_language})


def _typed(pack: Pack, suit: Suit, code: str) -> str:
    letter = suit_letter(suit, code)
    is_plain = suits_lettered(pack, folded(letter), (code,)) == [suit.id]
    return letter if is_plain else suit.words.of(code)


def card_in_words(pack: Pack, card: Card) -> Words:
    """The card with its suit in words and one word in all, which is read alike everywhere:
    `10clubs`."""
    words = len(card.suits) == 1 and pack.suits[card.suits[0]].words
    return JoinedWords((words_of_rank(pack, card.rank), words or card.code.removeprefix(card.rank)))


def code_in_words(pack: Pack, code: str) -> str:
    """Return the card of a code as it is read alike whatever is spoken; other words as they are."""
    card = pack.cards.get(code)
    if card is None or not any(pack.suits[suit].letters.by_language for suit in card.suits):
        return code
    return in_english(card_in_words(pack, card))


def rank_shown(pack: Pack, rank: str) -> str:
    """The rank as it is written on a card in the language spoken."""
    return pack.letters[rank].shown() if rank in pack.letters else rank


def worth(
    cards: Iterable[Card],
    values: Mapping[str, int],
    trump: str | None,
    trump_values: Mapping[str, int],
) -> int:
    """What a pile is worth: the sum of its cards' values, trumps by their own table."""
    return sum(
        (trump_values if trump in card.suits else values).get(card.rank, 0) for card in cards
    )

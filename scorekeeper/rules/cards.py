"""Cards and packs: reading cards, showing them, the value of a pile. A pack is data: its ranks from
high to low and either its suits (every rank in every suit) or, if its cards have two suits, its
cards one by one; and cards without a suit. A pack may have several copies of a card; these are
equal and are counted."""

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

from scorekeeper.rules.word_declarations import SOURCE, Word, declared, ruleset_table, word
from scorekeeper.text.message import JoinedWords, Message, Signs, Words, in_english, say
from scorekeeper.text.translation import ENGLISH, LANGUAGES, Phrase, language

LONGEST = 5  # words of a card's name


@ruleset_table
class Suit:
    """A suit: its id, the letter in card codes, its symbol, its names by language. `letters` are
    other letters that people write, by language."""

    id: str
    letter: str = word(
        "phrase", "as H in KH; in English that of the codes", required=True, saying=None
    )
    symbol: str = word("text", "as in K♥")
    words: Phrase = word("phrase", "what it is called", saying="name", named="in English")
    letters: Phrase = declared()


@ruleset_table
class Rank:
    """A rank's letter on a card and its names, by language."""

    letter: Phrase = word("phrase", "as K in KH", saying=None)
    words: Phrase = word("phrase", "as king", saying=None)


class Card(NamedTuple):
    """A card: its rank, its suits (usually one; in some packs two or none) and its own name, if
    any."""

    rank: str
    suits: tuple[str, ...]
    code: str
    name: str = ""


MOST_COPIES = 16


@ruleset_table
class Pack:
    """A pack of cards. Most values are computed at the first use, because few deals name a card.
    Impossible parts of its table (`pack_faults`) are left out.

    `ranks` go from high to low. `rows` are the (code, name) of the cards; None means every rank
    in every suit. `rank_aliases` are other ways to write a rank; `told` has a rank's letter and
    names by language. `fillers` are ignored in a card's name, such as `of`. `prepare` says what
    to remove from a larger pack. `suitless` are the (code, name) of cards without a suit; their
    codes are also ranks. `copies` is the number of packs."""

    ranks: tuple[str, ...] = word(
        "ranks", "every rank from high to low, with spaces", required=True
    )
    suits: Mapping[str, Suit] = word("tables", "its suits", name="suit", of=Suit, required=True)
    rows: tuple[tuple[str, str], ...] | None = word(
        "strings",
        "each card, where not every suit has every rank: its code, then its name",
        name="cards",
    )
    rank_aliases: Mapping[str, str] = word("names", "other ways to write a rank", of=Word("text"))
    told: Mapping[str, Rank] = word(
        "tables",
        "how a rank is written and called, where that differs by language",
        name="rank",
        of=Rank,
    )
    fillers: frozenset[str] = word(
        "phrase", "words of a card's name that say nothing: of, the", saying=None
    )
    name: Phrase = word("phrase", "what it is called", saying="name")
    extends: str = word("text", "another pack, of which this says only what differs")
    prepare: Phrase = word("phrase", "what is taken out of a greater pack")
    suitless: tuple[tuple[str, str], ...] = word(
        "strings", "cards without a suit, as jokers: the code of each, then its name"
    )
    copies: int = word(
        "whole",
        "how many packs are shuffled together: there are so many of each card",
        default=1,
        least=1,
        most=MOST_COPIES,
    )
    source: Phrase = declared(SOURCE)

    @cached_property
    def suit_of_letter(self) -> Mapping[str, str]:
        """Return each suit's id by its letter in card codes."""
        return {suit.letter: suit.id for suit in self.suits.values()}

    @cached_property
    def one_of_each(self) -> tuple[Card, ...]:
        """Return the cards of a single pack, in the listed order."""
        rows, alone = self.rows, {code for code, _ in self.suitless}
        if rows is None:
            ranks = [rank for rank in self.ranks if rank not in alone]
            rows = tuple((r + s.letter, "") for s in self.suits.values() for r in ranks)
        found = (_card_of_row(self, *row) for row in rows)
        without = (Card(code, (), code, name) for code, name in self.suitless)
        return (*(card for card in found if card is not None), *without)

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """Return the cards by code, equal cards once."""
        return {card.code: card for card in self.one_of_each}

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Return the number of copies of each card, by code."""
        found = Counter(card.code for card in self.one_of_each)
        return {code: number * self.copies for code, number in found.items()}

    @cached_property
    def every_card(self) -> tuple[Card, ...]:
        """Return all cards, each as often as the pack has it."""
        return tuple(card for card in self.cards.values() for _ in range(self.numbers[card.code]))

    @property
    def has_alike(self) -> bool:
        """Return True if the pack has several copies of some card."""
        return any(number > 1 for number in self.numbers.values())

    @cached_property
    def spellings(self) -> Mapping[str, str]:
        """Return card codes by each spelling in letters or symbols, and by each card's own name."""
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
        """Return the shown letters of each rank in `told`, by language."""
        return {rank: one.letter.or_else(rank) for rank, one in self.told.items()}

    @cached_property
    def rank_words(self) -> Mapping[str, Phrase]:
        """Return the names of ranks, by language."""
        return {rank: one.words for rank, one in self.told.items()}

    @cached_property
    def rank_names(self) -> Mapping[str, str]:
        """Return the rank of each spelling."""
        return dict(reversed(_names_of_ranks(self)))

    @cached_property
    def suit_names(self) -> Mapping[str, str]:
        """Return the suit of each symbol and word. Letters are left out, because a letter alone is
        no suit."""
        return {
            folded(name): suit.id
            for suit in self.suits.values()
            for name in (suit.symbol, *suit.words.spellings())
            if name
        }


NO_CARDS = Pack(
    ranks=(), suits={}, rows=None, rank_aliases={}, told={}, fillers=frozenset(), name=Phrase({}),
    extends="",
    prepare=Phrase({}), suitless=(), copies=1, source=Phrase({}),
)  # fmt: skip


def _card_of_row(pack: Pack, code: str, name: str) -> Card | None:
    """Return the card of a code; None if the code is not a rank and suit letters of the pack."""
    by_letter = pack.suit_of_letter
    rank = max((r for r in pack.ranks if code.startswith(r)), key=len, default="")
    letters = code[len(rank) :]
    if not rank or not letters or any(letter not in by_letter for letter in letters):
        return None
    return Card(rank, tuple(by_letter[letter] for letter in letters), code, name)


def _names_of_ranks(pack: Pack) -> list[tuple[str, str]]:
    """Return pairs of a spelling and its rank: ids, aliases, letters and words."""
    named = [(rank, rank) for rank in pack.ranks]
    named += [(alias, rank) for alias, rank in pack.rank_aliases.items() if rank in pack.ranks]
    for rank, one in pack.told.items():
        named += [(word, rank) for word in (*one.letter.spellings(), *one.words.spellings())]
    return list(dict.fromkeys((folded(word), rank) for word, rank in named))


def suit_letter(suit: Suit, code: str) -> str:
    """Return the letter of a suit in a language."""
    return suit.letters.of(code) or suit.letter


def suits_lettered(pack: Pack, letter: str, codes: Collection[str]) -> list[str]:
    """Return the suits with this letter, in card codes or in one of the languages `codes`."""
    return [
        suit.id
        for suit in pack.suits.values()
        if letter in map(folded, (suit.letter, *(suit_letter(suit, code) for code in codes)))
    ]


def languages_typed(pack: Pack, rank: str, name: str) -> set[str]:
    """Return the languages in which a rank may have been typed: the current one and, if the
    spelling `name` is foreign to it and to English, those that have it."""
    one, spoken = pack.told.get(rank), {language(), ENGLISH}
    spelt = [*one.letter.by_language.items(), *one.words.by_language.items()] if one else []
    written = {code for code, names in spelt if name in map(folded, names)}
    return {language()} if written & spoken else {language(), *written}


def folded(text: str) -> str:
    """Return text without case, accents and outer spaces, for comparison."""
    if text.isascii():
        return text.casefold().strip()
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold().strip()


def suit_led(trick: Sequence[Card]) -> str | None:
    """Return the suit led: the suit of the first card that has one, or None."""
    return next((card.suits[0] for card in trick if card.suits), None)


def cards_over(pack: Pack, cards: Iterable[Card]) -> list[Card]:
    """Return the cards that occur more often in `cards` than in the pack, each once."""
    found = Counter(cards)
    return [card for card, number in found.items() if number > pack.numbers[card.code]]


def cards_left(cards: Iterable[Card], gone: Iterable[Card]) -> list[Card]:
    """Return the cards without those in `gone`. Each card in `gone` removes one of several equal
    cards."""
    taken, left = Counter(gone), list[Card]()
    for card in cards:
        if taken[card] > 0:
            taken[card] -= 1
        else:
            left.append(card)
    return left


def find_card(pack: Pack, text: str) -> Card | None:
    """Return the card with a code, or with a name, signs or words in any language (`R♣`, `the king
    of ♣`), or None. Suit letters are read as in card codes."""
    word = _without_style(folded(text))
    code = pack.spellings.get(word) or _code_in_words(pack, word)
    return pack.cards[code] if code else None


def cards_typed(pack: Pack, text: str) -> list[Card]:
    """Return the cards that a typed text may mean. Suit letters are those of card codes and of the
    current language: in French `10C` is 10♥ or 10♣. A foreign rank adds its language's letters:
    `DC` is Q♥ or Q♣ everywhere. If nothing matches, all languages are tried."""
    word = _without_style(folded(text))
    codes = {*_lettered(pack, word), pack.spellings.get(word)} - {None}
    codes = codes or {*_lettered(pack, word, LANGUAGES)}
    found = [card for card in pack.cards.values() if card.code in codes]
    alone = None if found else find_card(pack, text)
    return found if alone is None else [alone]


def _lettered(pack: Pack, word: str, codes: Collection[str] = ()) -> Iterator[str | None]:
    """Yield the codes of cards (or None) for a rank followed by a suit letter, in the languages
    `codes`, by default those of the rank's spelling."""
    for name, rank in pack.rank_names.items():
        if word.startswith(name):
            written = codes or languages_typed(pack, rank, name)
            for suit in suits_lettered(pack, word.removeprefix(name), written):
                yield _code(pack, rank, suit)


def is_card(pack: Pack, text: str) -> bool:
    """Return True if the text is a card, or may be one of several."""
    return bool(cards_typed(pack, text))


def _code_in_words(pack: Pack, word: str) -> str | None:
    """Return the code of the only card that the words can mean, else None."""
    parts = [part for part in word.translate(_PARTING).split() if part not in pack.fillers]
    if len(parts) not in (1, 2):
        return None
    found = {*(_joined(pack, parts[0]) if len(parts) == 1 else _apart(pack, parts))} - {None}
    return found.pop() if len(found) == 1 else None


# Signs that separate the words of a card's name, as a space does: `l'as`.
_PARTING = str.maketrans("'’-", "   ")


def _joined(pack: Pack, word: str) -> Iterable[str | None]:
    """Yield the codes (or None) of a rank and a suit in one word, `RC` or `♣R`. A suit letter
    comes last."""
    suits = pack.suit_names
    for name, rank in pack.rank_names.items():
        if word.startswith(name):
            rest = word.removeprefix(name)
            yield pack.spellings.get(folded(rank) + rest)
            yield _code(pack, rank, suits.get(rest))
        if word.endswith(name):
            yield _code(pack, rank, suits.get(word.removesuffix(name)))


def _apart(pack: Pack, parts: Iterable[str]) -> Iterable[str | None]:
    """Yield the codes (or None) of a rank and a suit in two words, in either order."""
    for one, other in permutations(parts):
        if one in pack.rank_names:
            yield _code(pack, pack.rank_names[one], pack.suit_names.get(other))


def _code(pack: Pack, rank: str, suit: str | None) -> str | None:
    """Return the code of the card with this rank and only this suit, or None."""
    code = rank + pack.suits[suit].letter if suit else ""
    return code if code in pack.cards else None


def rank_named(pack: Pack, text: str) -> str | None:
    """Return the rank that a word names in any language, or None."""
    return pack.rank_names.get(folded(text))


def card_pieces(pack: Pack, text: str) -> list[str]:
    """Split a text into pieces, one for each card. Several words that name one card are
    one piece."""
    if is_card(pack, text):
        return [text]
    return [piece for part in text.split(",") for piece in _pieces(pack, part.split())]


def _pieces(pack: Pack, words: Sequence[str]) -> Iterable[str]:
    """Yield the words; as many as possible that name one card are joined."""
    place = 0
    while place < len(words):
        sizes = range(min(LONGEST, len(words) - place), 1, -1)
        size = next((n for n in sizes if is_card(pack, " ".join(words[place : place + n]))), 1)
        yield " ".join(words[place : place + size])
        place += size


def _without_style(text: str) -> str:
    """Return the text without variation selectors (symbol as text or as picture), which keyboards
    add."""
    return text.replace("\ufe0f", "").replace("\ufe0e", "")


def suits_named(pack: Pack, text: str) -> list[str]:
    """Return the suits that `text` names: by a letter (in card codes or the current language),
    symbol, id or word; else by a letter of any language; else by the beginning of a name."""
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
    """Return a suit's name in the current language; any other word unchanged."""
    return pack.suits[suit].words.shown() if suit in pack.suits else suit


def suit_words(pack: Pack) -> list[str]:
    """Return the names of all suits in the current language."""
    return [suit.words.shown() for suit in pack.suits.values()]


def words_of_suit(pack: Pack, suit: str) -> Phrase | str:
    """Return a suit's names by language; any other word unchanged."""
    return pack.suits[suit].words if suit in pack.suits else suit


def words_of_rank(pack: Pack, rank: str) -> Phrase | str:
    """Return a rank's letters on a card, by language."""
    return pack.letters.get(rank, rank)


def words_of_ranks(pack: Pack, ranks: Iterable[str]) -> Words:
    """Return ranks in order as written on cards, `A K Q J`."""
    return JoinedWords(tuple(words_of_rank(pack, rank) for rank in ranks), " ")


def words_of_card(pack: Pack, card: Card) -> Words:
    """Return a card as shown, `10♣`, or as typed, `10C`, on a screen without the symbol."""
    symbols = "".join(pack.suits[suit].symbol for suit in card.suits)
    return JoinedWords((words_of_rank(pack, card.rank), Signs(symbols, suits_typed(pack, card))))


def words_of_code(pack: Pack, code: str) -> Words:
    """Return the card of a code as shown; any other word unchanged."""
    card = pack.cards.get(code)
    return code if card is None else words_of_card(pack, card)


def typed_card(pack: Pack, card: Card) -> Words:
    """Return a card as typed without symbols, `10C`."""
    return JoinedWords((words_of_rank(pack, card.rank), suits_typed(pack, card)))


def suits_typed(pack: Pack, card: Card) -> Phrase | str:
    """Return a card's suit letters as typed, by language if there are several. A letter that means
    another suit in card codes is replaced by the word: `10cœur`."""
    suit = pack.suits[card.suits[0]] if len(card.suits) == 1 else None
    if suit is None or not suit.letters.by_language:
        return card.code.removeprefix(card.rank)
    return Phrase({code: (_typed(pack, suit, code),) for code in suit.letters.by_language})


def _typed(pack: Pack, suit: Suit, code: str) -> str:
    letter = suit_letter(suit, code)
    is_plain = suits_lettered(pack, folded(letter), (code,)) == [suit.id]
    return letter if is_plain else suit.words.of(code)


def card_in_words(pack: Pack, card: Card) -> Words:
    """Return a card as its rank and the suit's word, `10clubs`, which no language misreads."""
    words = len(card.suits) == 1 and pack.suits[card.suits[0]].words
    return JoinedWords((words_of_rank(pack, card.rank), words or card.code.removeprefix(card.rank)))


def code_in_words(pack: Pack, code: str) -> str:
    """Return the card with a code in a form that no language misreads; any other word unchanged."""
    card = pack.cards.get(code)
    if card is None or not any(pack.suits[suit].letters.by_language for suit in card.suits):
        return code
    return in_english(card_in_words(pack, card))


def rank_shown(pack: Pack, rank: str) -> str:
    """Return a rank as written on a card in the current language."""
    return pack.letters[rank].shown() if rank in pack.letters else rank


def worth(
    cards: Iterable[Card],
    values: Mapping[str, int],
    trump: str | None,
    trump_values: Mapping[str, int],
) -> int:
    """Return the sum of the cards' values; trumps are valued by `trump_values`."""
    return sum(
        (trump_values if trump in card.suits else values).get(card.rank, 0) for card in cards
    )


# --- The problems of a pack -----------------------------------------------------------------------


def pack_faults(pack: Pack) -> Iterable[tuple[str, Message]]:
    """Yield the problems of a pack as (word of the table, message): impossible cards, and texts
    with two meanings."""
    for code, name in pack.rows or ():
        if _card_of_row(pack, code, name) is None:
            message = say("`{card}` is not a rank and suit letters of this pack", card=code)
            yield "cards", message
    alone = {code for code, _ in pack.suitless}
    for code in sorted(alone):
        if any(
            code == rank + suit.letter
            for rank in {*pack.ranks} - alone
            for suit in pack.suits.values()
        ):
            message = say("`{card}` is a card with a suit already", card=code)
            yield "suitless", message
    yield from (("suit", message) for message in _of_two_suits(pack))
    if pack.told:
        yield from (("rank", message) for message in _of_two_ranks(pack))
        yield from (("rank", message) for message in _run_together(pack))


def _of_two_suits(pack: Pack) -> Iterable[Message]:
    """Yield a problem for each letter that means two suits in one language."""
    for code in sorted({code for suit in pack.suits.values() for code in suit.letters.by_language}):
        first: dict[str, str] = {}
        for suit in pack.suits.values():
            letter = suit_letter(suit, code)
            if first.setdefault(folded(letter), suit.id) != suit.id:
                yield say(
                    "`{word}` cannot be both {rank} and {other}",
                    word=letter, rank=first[folded(letter)], other=suit.id,
                )  # fmt: skip


def _of_two_ranks(pack: Pack) -> Iterable[Message]:
    """Yield the problems of words that stand for two ranks."""
    first: dict[str, str] = {}
    for name, rank in _names_of_ranks(pack):
        if first.setdefault(name, rank) != rank:
            yield say(
                "`{word}` cannot be both {rank} and {other}",
                word=name,
                rank=first[name],
                other=rank,
            )


def _run_together(pack: Pack) -> Iterable[Message]:
    """Yield a problem for each text that can be read as two cards, because one rank's spelling
    begins with another's."""
    tails = {
        *pack.suit_names,
        *(folded(card.code.removeprefix(card.rank)) for card in pack.cards.values() if card.suits),
    }
    for short, long in _beginnings(sorted(pack.rank_names)):
        rank, other = pack.rank_names[short], pack.rank_names[long]
        rest = long.removeprefix(short)
        tail = (
            next((tail for tail in tails if rest + tail in tails), None) if rank != other else None
        )
        if tail is not None:
            yield say(
                "`{word}` cannot be both {rank} and {other}",
                word=long + tail,
                rank=rank,
                other=other,
            )


def _beginnings(names: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Yield the pairs (short, long) of sorted names where `long` begins with `short`."""
    for place, short in enumerate(names, 1):
        for long in names[place:]:
            if not long.startswith(short):
                break
            yield short, long

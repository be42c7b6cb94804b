"""The reader of a pack of cards, and the problems of its table."""

from collections.abc import Iterable, Sequence
from typing import Any

from scorekeeper.rules.cards import (
    Pack,
    Rank,
    Suit,
    card_of_row,
    folded,
    names_of_ranks,
    suit_letter,
)
from scorekeeper.rules.format import SOURCE, FormatTable, Word, declare
from scorekeeper.rules.toml_table import TomlTable, read_record
from scorekeeper.text.message import Message, say
from scorekeeper.text.translation import Phrase

# --- packs -------------------------------------------------------------------------------------
# What is wrong with the table of a pack: cards that cannot be, and words that are read as two.


def pack_faults(pack: Pack) -> Iterable[tuple[str, Message]]:
    """Yield the words of the table with their problems: a card that is not a rank and suits, or
    words that would be two cards."""
    for code, name in pack.rows or ():
        if card_of_row(pack, code, name) is None:
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
    """Yield the problems of letters that stand for two suits in one language."""
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
    for word, rank in names_of_ranks(pack):
        if first.setdefault(word, rank) != rank:
            yield say(
                "`{word}` cannot be both {rank} and {other}",
                word=word,
                rank=first[word],
                other=rank,
            )


def _run_together(pack: Pack) -> Iterable[Message]:
    """Yield the problems of two ranks that are ambiguous with a suit: one rank and a suit are
    written like the other rank and a suit."""
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
    """Yield each of the sorted words with every longer one that begins with it."""
    for place, short in enumerate(names, 1):
        for long in names[place:]:
            if not long.startswith(short):
                break
            yield short, long


# --- read packs --------------------------------------------------------------------------------
# Reads a pack of cards: its ranks, suits and, where they are listed, its cards.


SUIT = declare(
    Suit,
    letter=Word("phrase", "as H in KH; in English that of the codes", required=True, saying=None),
    symbol=Word("text", "as in K♥"),
    words=Word("phrase", "what it is called", saying="name", named="in English"),
)
RANK = declare(
    Rank,
    letter=Word("phrase", "as K in KH", saying=None),
    words=Word("phrase", "as king", saying=None),
)


MOST_COPIES = 16

PACK: FormatTable[dict[str, Any]] = declare(
    dict,
    ranks=Word("ranks", "every rank from high to low, with spaces", required=True),
    suit=Word("tables", "its suits", of=SUIT, required=True),
    cards=Word(
        "strings", "each card, where not every suit has every rank: its code, then its name"
    ),
    rank_aliases=Word("names", "other ways to write a rank", of=Word("text")),
    rank=Word(
        "tables", "how a rank is written and called, where that differs by language", of=RANK
    ),
    fillers=Word("phrase", "words of a card's name that say nothing: of, the", saying=None),
    name=(
        Word("phrase", "what it is called", saying="name"),
        Word("text", "another pack, of which this says only what differs", name="extends"),
    ),
    prepare=Word("phrase", "what is taken out of a greater pack"),
    suitless=Word(
        "strings",
        "[cards without a suit](rulesets-tables.md#packs), as jokers: the code of each, then its "
        "name",
    ),
    copies=Word(
        "whole",
        "how many packs are shuffled together: there are so many of each card",
        default=1,
        least=1,
        most=MOST_COPIES,
    ),
    source=SOURCE,
)


def read_pack(top: TomlTable) -> Pack:
    """Read the pack of a merged ruleset, in which the pack's table replaces its name. Return an
    empty pack for a game without cards."""
    if not top.has("pack"):
        return Pack(name=Phrase({}), ranks=(), suits={})
    table = top.table("pack")
    ranks = tuple(table.text("ranks", required=True).split())
    suits = {name: _suit(name, inner) for name, inner in table.tables("suit").items()}
    if not suits:
        table.missing("suit")
    told = {name: _rank(name, inner) for name, inner in table.tables("rank").items()}
    name = table.phrase("name")
    said = read_record(table, PACK, ranks=ranks, suit=suits, rank=told, name=name)
    suitless = tuple(_card_row(row) for row in said["suitless"])
    every = tuple(dict.fromkeys((*ranks, *(code for code, _ in suitless))))
    return Pack(
        name=name,
        ranks=every,
        suits=suits,
        rows=tuple(_card_row(row) for row in said["cards"]) or None,
        rank_aliases=said["rank_aliases"],
        told={rank: told[rank] for rank in every if rank in told},
        fillers=frozenset(map(folded, said["fillers"].spellings())),
        prepare=said["prepare"],
        suitless=suitless,
        copies=said["copies"],
    )


def _card_row(row: str) -> tuple[str, str]:
    code, _, name = row.partition(" ")
    return code, name.strip()


def _rank(name: str, table: TomlTable) -> Rank:
    return read_record(table, RANK, letter=table.phrase("letter", name))


def _suit(name: str, table: TomlTable) -> Suit:
    letters = table.phrase("letter", required=True)
    words = table.phrase("words", name).or_else(name)
    own = letters if len(letters.by_language) > 1 else Phrase({})
    return read_record(table, SUIT, id=name, words=words, letter=letters.in_english(), letters=own)

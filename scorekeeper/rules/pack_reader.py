"""The reader of a pack of cards, and the problems of its table."""

from collections.abc import Iterable, Sequence

from scorekeeper.rules.cards import (
    NO_CARDS,
    Pack,
    Rank,
    Suit,
    card_of_row,
    folded,
    names_of_ranks,
    suit_letter,
)
from scorekeeper.rules.toml_table import TomlTable, read_table
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


def read_pack(top: TomlTable) -> Pack:
    """Read the pack of a merged ruleset, in which the pack's table replaces its name. Return an
    empty pack for a game without cards."""
    if not top.has("pack"):
        return NO_CARDS
    table = top.table("pack")
    ranks = tuple(table.text("ranks", required=True).split())
    suits = {name: _suit(inner) for name, inner in table.tables("suit").items()}
    if not suits:
        table.missing("suit")
    told = {name: _rank(inner) for name, inner in table.tables("rank").items()}
    suitless, cards = (tuple(map(_card_row, table.strings(key))) for key in ("suitless", "cards"))
    every = tuple(dict.fromkeys((*ranks, *(code for code, _ in suitless))))
    return read_table(
        table,
        Pack,
        ranks=every,
        suits=suits,
        rows=cards or None,
        told={rank: told[rank] for rank in every if rank in told},
        fillers=frozenset(map(folded, table.phrase("fillers").spellings())),
        suitless=suitless,
    )


def _card_row(row: str) -> tuple[str, str]:
    code, _, name = row.partition(" ")
    return code, name.strip()


def _rank(table: TomlTable) -> Rank:
    return read_table(table, Rank, letter=table.phrase("letter", table.name))


def _suit(table: TomlTable) -> Suit:
    letters = table.phrase("letter", required=True)
    own = letters if len(letters.by_language) > 1 else Phrase({})
    return read_table(table, Suit, letter=letters.in_english(), letters=own)

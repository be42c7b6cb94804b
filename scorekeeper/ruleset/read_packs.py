"""Reads a pack of cards: its ranks, suits and, where they are listed, its cards."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.cards import Pack, Rank, Suit
from scorekeeper.language import Phrase
from scorekeeper.packs import full_pack
from scorekeeper.problems import Refused
from scorekeeper.ruleset.format import SOURCE, Word, declare
from scorekeeper.ruleset.read_words import read_record
from scorekeeper.ruleset.table import Table

SUIT = declare(
    Suit,
    letter=Word("text", "as in KH", required=True),
    symbol=Word("text", "as in K♥"),
    words=Word("phrase", "what it is called", saying="name", named="in English"),
)
RANK = declare(
    Rank,
    letter=Word("phrase", "as K in KH", saying=None),
    words=Word("phrase", "as king", saying=None),
)


class PackTable(NamedTuple):
    """A pack of cards, as its file says it."""

    ranks: tuple[str, ...]
    suit: Mapping[str, Suit]
    cards: tuple[str, ...]
    rank_aliases: Mapping[str, str]
    rank: Mapping[str, Rank]
    fillers: Phrase
    name: Phrase
    prepare: Phrase
    source: Phrase


PACK = declare(
    PackTable,
    ranks=Word("ranks", "every rank from high to low, with spaces"),
    suit=Word("tables", "its suits", of=SUIT),
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
    source=SOURCE,
)


def read_pack(top: Table) -> Pack:
    """The pack of a ruleset, whose table stands in the place of the pack's name once merged."""
    if not top.has("pack"):
        top.missing("pack")
        return Pack(name=Phrase({}), ranks=(), suits={}, cards={}, spellings={})
    table = top.table("pack")
    ranks = tuple(table.text("ranks", required=True).split())
    suits = {name: _suit(name, inner) for name, inner in table.tables("suit").items()}
    if not suits:
        table.missing("suit")
    told = {name: _rank(name, inner) for name, inner in table.tables("rank").items()}
    name = table.phrase("name")
    said = read_record(table, PACK, ranks=ranks, suit=suits, rank=told, name=name)
    return _made(table, said)


def _made(table: Table, said: PackTable) -> Pack:
    """The pack that a table says, or a fault and a pack without cards."""
    rows = [_card_row(row) for row in said.cards] if said.cards else None
    fillers = said.fillers.spellings()
    try:
        pack = full_pack(
            said.name, said.ranks, said.suit, rows, said.rank_aliases, said.rank, fillers
        )
    except Refused as refusal:
        for problem in refusal.problems:
            table.fault(problem.fact or "cards", problem.message)
        return Pack(name=said.name, ranks=said.ranks, suits=said.suit, cards={}, spellings={})
    words = {rank: said.rank[rank].words for rank in said.ranks if rank in said.rank}
    return pack._replace(rank_words=words, prepare=said.prepare)


def _card_row(row: str) -> tuple[str, str]:
    code, _, name = row.partition(" ")
    return code, name.strip()


def _rank(name: str, table: Table) -> Rank:
    return read_record(table, RANK, letter=table.phrase("letter", name))


def _suit(name: str, table: Table) -> Suit:
    return read_record(table, SUIT, id=name, words=table.phrase("words", name).or_else(name))

"""Reads a pack of cards: its ranks, suits and, where they are listed, its cards."""

from typing import Any

from scorekeeper.rules.cards import Pack, Rank, Suit, folded
from scorekeeper.rules.format import SOURCE, Declared, Word, declare
from scorekeeper.rules.read_words import read_record
from scorekeeper.rules.table import Table
from scorekeeper.text.language import Phrase

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

PACK: Declared[dict[str, Any]] = declare(
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


def read_pack(top: Table) -> Pack:
    """The pack of a ruleset, whose table stands in the place of the pack's name once merged; an
    empty one where the game is played without cards."""
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


def _rank(name: str, table: Table) -> Rank:
    return read_record(table, RANK, letter=table.phrase("letter", name))


def _suit(name: str, table: Table) -> Suit:
    letters = table.phrase("letter", required=True)
    words = table.phrase("words", name).or_else(name)
    own = letters if len(letters.by_language) > 1 else Phrase({})
    return read_record(table, SUIT, id=name, words=words, letter=letters.in_english(), letters=own)

"""Reads a pack of cards: its ranks, suits and, where they are listed, its cards."""

from __future__ import annotations

from scorekeeper.cards import Pack, Rank, Suit
from scorekeeper.packs import full_pack
from scorekeeper.problems import Refused
from scorekeeper.ruleset.table import Table


def read_pack(top: Table) -> Pack:
    """The pack of a ruleset, whose table stands in the place of the pack's name once merged."""
    table = top.table("pack")
    ranks = tuple(table.text("ranks", required=True).split())
    suits = {name: _suit(name, inner) for name, inner in table.tables("suit").items()}
    cards, aliases = table.strings("cards"), table.table("rank_aliases")
    also = {alias: aliases.text(alias) for alias in aliases.raw}
    rows = [_card_row(row) for row in cards] if cards else None
    if not suits:
        table.missing("suit")
    told = {name: _rank(name, inner) for name, inner in table.tables("rank").items()}
    fillers = table.phrase("fillers").spellings()
    name = table.phrase("name")
    prepare = table.phrase("prepare")
    table.source()
    table.done()
    try:
        pack = full_pack(name, ranks, suits, rows, also, told, fillers)
        return pack._replace(
            rank_words={rank: told[rank].words for rank in ranks if rank in told}, prepare=prepare
        )
    except Refused as refusal:
        for problem in refusal.problems:
            table.fault(problem.fact or "cards", problem.message)
        return Pack(name, ranks, suits, {}, {})


def _card_row(row: str) -> tuple[str, str]:
    code, _, name = row.partition(" ")
    return code, name.strip()


def _rank(name: str, table: Table) -> Rank:
    rank = Rank(table.phrase("letter", name), table.phrase("words"))
    table.done()
    return rank


def _suit(name: str, table: Table) -> Suit:
    words = table.phrase("words", name).or_else(name)
    suit = Suit(name, table.text("letter", required=True), table.text("symbol"), words)
    table.done()
    return suit

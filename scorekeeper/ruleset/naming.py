"""Faults of a word that names what the ruleset has not: a fact, a rank of the pack."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.message import Message, say, titled
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.ruleset.table import Table


def note_fact_named(top: Table, rules: Ruleset, path: str, word: str) -> None:
    """`fact NAME` must name a fact of the game."""
    if word.startswith("fact ") and word[5:] not in rules.facts:
        top.fault(path, titled(f"`{word}`", not_there(f"fact.{word[5:]}")))


def not_there(table: str) -> Message:
    return say("there is no `[{table}]`", table=table)


def note_ranks(top: Table, rules: Ruleset, path: str, ranks: Iterable[str]) -> None:
    """A rank that is named must be one of the pack."""
    for rank in ranks:
        if rank not in rules.pack.ranks:
            hint = say("ranks are {ranks}", ranks=" ".join(rules.pack.ranks))
            top.fault(path, say("`{rank}` is not a rank of this pack", rank=rank), hint)


def note_order(top: Table, rules: Ruleset, path: str, key: str, ranks: tuple[str, ...]) -> None:
    """An order of rank of its own, where there is one, must be that of the whole pack."""
    for rank in sorted({*ranks, *rules.pack.ranks}) if ranks else ():
        if ranks.count(rank) != rules.pack.ranks.count(rank):
            message = say(
                "`{key}` must name every rank of the pack once; `{rank}` is amiss",
                key=key,
                rank=rank,
            )
            top.fault(path, message)

"""Faults of a word that names what the ruleset has not: a fact, a rank or a suit of the pack."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.rules.formula import whole_of
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.model_laws import Stops
from scorekeeper.rules.table import Table
from scorekeeper.text.message import Message, listing, say, titled


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


def note_card_contradictions(top: Table, rules: Ruleset) -> None:
    """The trumps, ranks and layout of a contract are such as there are, and so are the ranks that
    count; no fewer cards than none lie beside."""
    beside = whole_of(rules.talon, {}) if rules.talon and not rules.talon.names else 0
    if beside < 0:
        message = say(
            "`{key}` must be at least {least}, not {value}", key="talon", least=0, value=beside
        )
        top.fault("talon", message)
    for name, contract in rules.contracts.items():
        if contract.trump not in ("none", "open", *rules.pack.suits):
            message = say("`{suit}` is not a suit of this pack", suit=contract.trump)
            hint = say("say none, open or {suits}", suits=listing(rules.pack.suits))
            top.fault(f"contract.{name}.trump", message, hint)
        note_order(top, rules, f"contract.{name}.ranks", "ranks", contract.ranks)
        if contract.stops is not None:
            _note_stops(top, rules, f"contract.{name}.stops", contract.stops)
    for name, count in rules.counts.items():
        note_ranks(top, rules, f"count.{name}.cards", {**count.values, **count.trump_values})


def _note_stops(top: Table, rules: Ruleset, path: str, stops: Stops) -> None:
    """Note a rank that the pack has not, and a fact or a count that there is not."""
    note_fact_named(top, rules, f"{path}.start", stops.start)
    note_fact_named(top, rules, f"{path}.direction", stops.direction)
    if not stops.start.startswith("fact "):
        note_ranks(top, rules, f"{path}.start", (stops.start,))
    if stops.count and stops.count not in rules.counts:
        top.fault(f"{path}.count", not_there(f"count.{stops.count}"))

"""Reads the casebook of a ruleset: rulings by topic, and worked examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.language import Phrase
from scorekeeper.message import say
from scorekeeper.problems import did_you_mean
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.ruleset.model_casebook import EXAMPLE, EXAMPLE_DEAL, RULING, Casebook, Ruling
from scorekeeper.ruleset.read import page_table, without_faults
from scorekeeper.ruleset.read_words import read_record
from scorekeeper.ruleset.table import Table


def casebook(rules: Ruleset) -> Casebook:
    """The casebook of a ruleset; raises Refused with every fault of it and its path."""
    top = page_table(rules.raw)
    found = read_casebook(top)
    note_casebook_contradictions(top, rules, found)
    return without_faults(found, top.faults.found, rules.id)


def read_casebook(top: Table) -> Casebook:
    """The same of a page that is being read, whose faults are noted."""
    rulings = tuple(read_record(row, RULING) for row in top.rows("ruling"))
    return Casebook(
        rulings=rulings,
        topics=_by_topic(rulings),
        topic_words=_topic_words(top),
        examples=tuple(_example(row) for row in top.rows("example")),
    )


def _by_topic(rulings: Sequence[Ruling]) -> Mapping[str, tuple[Ruling, ...]]:
    """The rulings by topic, in file order; one may have several topics or none."""
    topics: dict[str, tuple[Ruling, ...]] = {}
    for ruling in rulings:
        for name in ruling.topics:
            topics[name] = (*topics.get(name, ()), ruling)
    return topics


def _topic_words(top: Table) -> dict[str, Phrase]:
    """`[topic]`: what the rulings' own topics are called, by language."""
    table = top.table("topic")
    return {name: table.phrase(name).or_else(name.replace("-", " ")) for name in table.raw}


def _example(row: Table) -> Mapping[str, Any]:
    """Examples are deals in the words a person types; running them is what reads them."""
    deals = [_example_deal(deal) for deal in row.rows("deal")]
    said = {key: row.take(key) for key in ("computed", "says", "match")}
    read_record(row, EXAMPLE, options=row.table("options").raw, deal=deals, **said)
    return row.raw


def _example_deal(row: Table) -> dict[str, Any]:
    said = {key: row.take(key) for key in ("points", "totals", "quotas", "outcome")}
    return read_record(row, EXAMPLE_DEAL, **said)


def note_casebook_contradictions(top: Table, rules: Ruleset, found: Casebook) -> None:
    """A ruling on some outcomes or contracts names such as there are."""
    names = {name for outcome in rules.scoring.outcomes for name in outcome.name.spellings()}
    for place, ruling in enumerate(found.rulings):
        for name in (outcome for outcome in ruling.outcomes if outcome not in names):
            message = say("`{name}` is not a row of the settlement of this game", name=name)
            top.fault(f"ruling[{place}].outcome", message, did_you_mean(name, names))
        for name in (contract for contract in ruling.contracts if contract not in rules.contracts):
            message = say("`{name}` is not a contract of this game", name=name)
            top.fault(f"ruling[{place}].contract", message, did_you_mean(name, rules.contracts))

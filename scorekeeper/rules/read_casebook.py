"""Reads the casebook of a ruleset: rulings by topic, and worked examples."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.base.exact import is_number
from scorekeeper.base.toml import toml_value
from scorekeeper.rules.format import Declared, Word
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.model_casebook import EXAMPLE, EXAMPLE_DEAL, RULING, Casebook, Ruling
from scorekeeper.rules.read import page_table, without_faults
from scorekeeper.rules.read_words import read_record, read_word
from scorekeeper.rules.table import Table
from scorekeeper.text.language import Phrase, marked
from scorekeeper.text.message import say
from scorekeeper.text.problems import did_you_mean

SIMPLE = marked("`{key}` must be true, false, a whole number or words in quotes, not {value}")
NUMBERS = marked("`{key}` must be a list of numbers, not {value}")


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
    said = {key: row.take(key) for key in ("computed", "says", "match", "settled")}
    read_record(row, EXAMPLE, options=row.table("options").raw, deal=deals, **said)
    return row.raw


def _example_deal(row: Table) -> dict[str, Any]:
    said = {key: row.take(key) for key in ("points", "totals", "quotas", "outcome")}
    return read_record(row, EXAMPLE_DEAL, counters=row.table("counters").raw, **said)


def note_examples(top: Table) -> None:
    """What an example says must come of it is of a kind that something can be compared with. An
    evening that keeps its rules does not ask."""
    for row in _rows_of(top, "example"):
        _note_kinds(row, EXAMPLE, ("computed", "says", "match", "settled"))
        if isinstance(row.raw.get("players"), str):  # one name is no list; all else was told of
            row.fault("players", say("`{key}` must be a list of words in quotes", key="players"))
        options = row.raw.get("options")
        for name, value in options.items() if isinstance(options, dict) else ():
            if not isinstance(value, (bool, int, str)):
                row.fault(f"options.{name}", say(SIMPLE, key=name, value=toml_value(value)))
        for deal in _rows_of(row, "deal"):
            _note_kinds(deal, EXAMPLE_DEAL, ("points", "totals", "quotas", "outcome"))
            counters = deal.table("counters")
            for name in counters.raw:
                _note_kind(counters, Word("results", name=name))


def _rows_of(table: Table, key: str) -> Iterator[Table]:
    """The rows that are tables; the others are told of when they are read."""
    rows = table.raw.get(key)
    for place, row in enumerate(rows if isinstance(rows, list) else ()):
        if isinstance(row, dict):
            yield Table(row, f"{table.at(key)}[{place}]", table.faults)


def _note_kinds(row: Table, declared: Declared[Any], names: Collection[str]) -> None:
    for word in declared.words:
        if word.name in names and row.has(word.name):
            _note_kind(row, word)


def _note_kind(row: Table, word: Word) -> None:
    if word.kind != "results":
        read_word(row, word)
        return
    numbers = row.take(word.name)
    if not isinstance(numbers, list) or not all(map(_is_number, numbers)):
        row.not_so(word.name, NUMBERS, numbers)


def _is_number(value: object) -> bool:
    return is_number(value) and not isinstance(value, bool)


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

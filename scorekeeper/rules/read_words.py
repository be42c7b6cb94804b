"""Reads a table of the file as it is declared: each word by its kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.base.exact import STEPS, exact
from scorekeeper.rules.format import Declared, Kind, Made, Word
from scorekeeper.rules.formula import GREATEST, read_formula
from scorekeeper.rules.table import NOTHING, Table
from scorekeeper.rules.table_values import Whose
from scorekeeper.text.message import listing, say


def read_record(table: Table, declared: Declared[Made], **given: Any) -> Made:
    """The record of a table. `given` are the fields that are not simply what one word says: ids,
    and what is put together from several words."""
    made = read_fields(table, declared, **given)
    table.done()
    return made


def read_fields(table: Table, declared: Declared[Made], **given: Any) -> Made:
    """The record of a table of which more words are to be read: those that nobody asked for are
    noted as faults only when it is done (`Table.done`)."""
    table.words = declared.names
    said = {
        field: read_word(table, words[0])
        for field, words in declared.fields.items()
        if field not in given
    }
    return declared.record(**given, **said)


def read_word(table: Table, word: Word) -> Any:
    """What a table says with a word, or its default."""
    return READERS[word.kind](table, word)


# Of whom a formula of each kind is.
FORMULAS: Mapping[Kind, Whose] = {
    "formula": "deal", "side formula": "side", "pair formula": "pair", "settled": "deal",
}  # fmt: skip
QUOTES = ("'", '"')  # of the words that a formula gives; a plain choice has none


def _formula(table: Table, word: Word) -> Any:
    formula = table.formula(word.name, FORMULAS[word.kind], word.required)
    return formula or NOTHING if word.required else formula


def _whole(table: Table, word: Word) -> Any:
    most = GREATEST if word.most is None else word.most
    return table.whole(word.name, word.default, word.least, most)


def _step(table: Table, word: Word) -> int:
    """By what numbers rise: a whole number, or a part of one in quotes."""
    said = table.raw.get(word.name)
    if not isinstance(said, str):
        return table.whole(word.name, 1, 1)
    part = table.choice(word.name, STEPS, "")
    return exact(*map(int, part.split("/"))) if part in STEPS else 1


def _choice(table: Table, word: Word) -> str:
    default: str = word.first_choice if word.default is None else word.default
    return table.choice(word.name, word.choices, default)


def _settled_choice(table: Table, word: Word) -> Any:
    """One of some words, or a formula that gives one of them."""
    said = table.raw.get(word.name)
    is_formula = isinstance(said, str) and any(quote in said for quote in QUOTES)
    return table.formula(word.name) if is_formula else _choice(table, word)


def _seat(table: Table, word: Word) -> Any:
    """A seat, or `fact NAME`: the player whom the entry names."""
    who = table.text(word.name, required=word.required) or word.default
    if who and who not in word.choices and not who.startswith("fact "):
        hint = say('say {words} or "fact NAME"', words=listing(word.choices))
        table.fault(word.name, say("`{word}` is not somebody", word=who), hint)
    return who


def _stint(table: Table, word: Word) -> int:
    """How many deals in a row each player deals."""
    said = table.text(word.name, "passes left")
    if said == "passes left":
        return 1
    if re.fullmatch("stints of [1-9][0-9]{0,3}", said):
        return int(said.removeprefix("stints of "))
    hint = (
        say('say `direction = "right"` where everything goes to the right')
        if said == "passes right"
        else say("say {words}", words=listing(['"passes left"', '"stints of 4"']))
    )
    message = say("`{key}` cannot be `{value}`", key=word.name, value=said)
    table.fault(word.name, message, hint)
    return 1


def _table(table: Table, word: Word) -> Any:
    return read_record(table.table(word.name), word.of)


def _tables(table: Table, word: Word) -> dict[str, Any]:
    return {name: read_record(inner, word.of) for name, inner in table.tables(word.name).items()}


def _rows(table: Table, word: Word) -> tuple[Any, ...]:
    return tuple(read_record(row, word.of) for row in table.rows(word.name))


def _names(table: Table, word: Word) -> dict[str, Any]:
    """What the names of the game's own are, in file order."""
    if not table.has(word.name):
        return {}
    inner = table.table(word.name)
    return {name: read_word(inner, word.of.called(name)) for name in inner.raw}


# How a word of each kind is read; kinds that hang on other parts of the file are read where
# those are known.
READERS: Mapping[Kind, Callable[[Table, Word], Any]] = {
    "text": lambda table, word: table.text(word.name, word.default or "", word.required),
    "name": lambda table, word: table.text(word.name) or None,
    "ranks": lambda table, word: tuple(table.text(word.name, required=word.required).split()),
    "choice": _choice,
    "either": lambda table, word: _choice(table, word) != word.first_choice,
    "seat": _seat,
    "flag": lambda table, word: table.flag(word.name),
    "whole": _whole,
    "step": _step,
    "wholes": lambda table, word: table.wholes(word.name),
    "value": lambda table, word: table.take(word.name),
    "strings": lambda table, word: table.strings(word.name) or word.default or (),
    "numbers": lambda table, word: table.numbers(word.name, word.most or GREATEST),
    "results": lambda table, word: table.take(word.name),
    "texts": lambda table, word: table.strings(word.name),
    "phrase": lambda table, word: table.phrase(word.name, word.default or "", word.required),
    "phrases": lambda table, word: table.phrases(word.name),
    "source": lambda table, word: table.source(),
    "formula": _formula,
    "side formula": _formula,
    "pair formula": _formula,
    "settled": lambda table, word: _formula(table, word) or read_formula(str(word.default), None),
    "settled choice": _settled_choice,
    "condition": lambda table, word: table.condition(word.name),
    "by role": lambda table, word: table.by_role(word.name),
    "stint": _stint,
    "table": _table,
    "tables": _tables,
    "rows": _rows,
    "names": _names,
}

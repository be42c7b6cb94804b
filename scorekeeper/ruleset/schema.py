"""The ruleset format as a JSON Schema, which editors of TOML read: it offers every word and
marks what is not one. It is what is declared (`format.py`), kind by kind.

It says which words may stand where and of what kind their values are. What a formula may say,
and what must agree with what, only reading tells: `scorekeeper rules check`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.ruleset.format import SEATS, Declared, Kind, Word
from scorekeeper.ruleset.model_laws import LAW_WORDS
from scorekeeper.ruleset.read import FORMAT
from scorekeeper.ruleset.read_packs import PACK
from scorekeeper.ruleset.schemas import (
    Schema,
    choice,
    flag,
    named,
    of_type,
    one_or_more,
    rows,
    see,
    table_of,
    text,
    whole,
)
from scorekeeper.ruleset.whole_page import PAGE

FACT_NAMED = of_type("string", pattern="^fact .+")
LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")


def table_schema(declared: Declared[Any], about: str = "") -> Schema:
    """A table with the words that are declared of it."""
    return _table(declared.words, about)


def _table(words: tuple[Word, ...], about: str = "") -> Schema:
    required = tuple(word.name for word in words if word.required)
    return table_of({word.name: word_schema(word) for word in words}, about, required)


def word_schema(word: Word) -> Schema:
    """What a word's value may be, and what it says."""
    return SCHEMAS[word.kind](word, LINK.sub(r"\1", word.meaning))


def _whole(word: Word, about: str) -> Schema:
    return whole(about, **({} if word.least is None else {"minimum": word.least}))


def _choice(word: Word, about: str) -> Schema:
    return choice(word.choices, about)


def _seat(word: Word, about: str) -> Schema:
    if word.choices == SEATS:
        return see("seat", about)
    return _either(choice(word.choices), FACT_NAMED, about)


def _either(one: Schema, other: Schema, about: str) -> Schema:
    return {"anyOf": [one, other], **({"description": about} if about else {})}


def _stint(word: Word, about: str) -> Schema:
    stints = of_type("string", pattern="^stints of [1-9][0-9]*$")
    return _either(choice(["passes left"]), stints, about)


# What stands for each kind in the schema; of the words that stand in many places, a reference.
SCHEMAS: Mapping[Kind, Callable[[Word, str], Schema]] = {
    "text": lambda word, about: text(about),
    "name": lambda word, about: text(about),
    "ranks": lambda word, about: text(about),
    "choice": _choice,
    "either": _choice,
    "seat": _seat,
    "flag": lambda word, about: flag(about),
    "whole": _whole,
    "wholes": lambda word, about: one_or_more("integer", about),
    "value": lambda word, about: {
        "type": ["boolean", "integer", "string"],
        **({"description": about} if about else {}),
    },
    "strings": lambda word, about: see("strings", about),
    "numbers": lambda word, about: see("numbers", about),
    "results": lambda word, about: rows(whole(), about),
    "texts": lambda word, about: rows(text(), about),
    "phrase": lambda word, about: see("words", about),
    "phrases": lambda word, about: see("words", about),
    "source": lambda word, about: see("source"),
    "formula": lambda word, about: see("formula", about),
    "side formula": lambda word, about: see("formula", about),
    "pair formula": lambda word, about: see("formula", about),
    "condition": lambda word, about: see("formula", about),
    "by role": lambda word, about: see("by_role", about),
    "stint": _stint,
    "turns": lambda word, about: rows({"anyOf": [text(), rows(text())]}, about),
    "steps": lambda word, about: _either(see("words"), rows(table_schema(word.of)), about),
    "laws": lambda word, about: see("laws", about),
    "pack": lambda word, about: _either(text("the name of a pack"), see("pack"), about),
    "version": lambda word, about: {"const": FORMAT, "description": about},
    "table": lambda word, about: table_schema(word.of, about),
    "tables": lambda word, about: named(table_schema(word.of), about),
    "rows": lambda word, about: rows(table_schema(word.of), about),
    "names": lambda word, about: named(word_schema(word.of), about),
}


def _shared() -> dict[str, Schema]:
    """What is said in many places."""
    return {
        "formula": {
            "type": ["string", "integer"],
            "description": "a whole number, or a formula in quotes",
        },
        "words": {
            "anyOf": [
                one_or_more("string"),
                named(one_or_more("string"), "by language: en, fr, sv …"),
            ],
            "description": "the word shown, and others that are read; or a table of them by "
            "language",
        },
        "source": {
            "anyOf": [text(), named(text())],
            "description": "where it is written; by language where it is more than a title",
        },
        "by_role": {
            "anyOf": [see("formula"), named(see("formula"))],
            "description": "one formula for every side, or one for each role",
        },
        "strings": one_or_more("string"),
        "seat": _either(choice(SEATS), FACT_NAMED, "a seat, or `fact NAME`"),
        "laws": _table(LAW_WORDS, "laws of play that differ"),
        "numbers": named(whole(), "whole numbers by rank or name"),
        "pack": table_schema(PACK, "a pack of cards"),
    }


def ruleset_schema() -> Schema:
    """The schema of a ruleset's file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scorekeeper ruleset",
        "$defs": _shared(),
        **table_schema(PAGE),
        "anyOf": [{"required": ["extends"]}, {"required": ["players", "pack"]}],
    }


def pack_schema() -> Schema:
    """The schema of a pack's file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A pack of cards for scorekeeper rulesets",
        "$defs": _shared(),
        "$ref": "#/$defs/pack",
    }

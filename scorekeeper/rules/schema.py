"""The ruleset format as a JSON Schema, for editors of TOML."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.base.exact_numbers import STEPS
from scorekeeper.rules.cards import Pack
from scorekeeper.rules.formula import GREATEST, LONGEST
from scorekeeper.rules.ruleset_entries import LAW_WORDS
from scorekeeper.rules.ruleset_file import RulesetPage
from scorekeeper.rules.word_declarations import FORMAT, Kind, Word, words_of

# --- The pieces of a JSON Schema ---------------------------------------------------------------


Schema = dict[str, Any]


def of_type(kind: str, about: str = "", **more: Any) -> Schema:
    return {"type": kind, **more, **({"description": about} if about else {})}


def text(about: str = "") -> Schema:
    return of_type("string", about)


def flag(about: str = "") -> Schema:
    return of_type("boolean", about)


def whole(about: str = "", **more: Any) -> Schema:
    return of_type("integer", about, **more)


def choice(words: Mapping[str, str], about: str = "") -> Schema:
    """Return the schema of one of some words, each with its meaning. taplo and editors that use it
    show the meanings on hover and in completions."""
    means = {"x-taplo": {"docs": {"enumValues": list(words.values())}}}
    return {"enum": list(words), **means, **({"description": about} if about else {})}


def any_of(choices: list[Schema], about: str = "") -> Schema:
    return {"anyOf": choices, **({"description": about} if about else {})}


def see(name: str) -> Schema:
    """Return a reference to a shared definition. Editors show no description next to a reference,
    so the description is in the definition."""
    return {"$ref": f"#/$defs/{name}"}


def table_of(words: dict[str, Schema], about: str = "", required: tuple[str, ...] = ()) -> Schema:
    """Return the schema of a table with these words and no others."""
    more: Schema = {"required": list(required)} if required else {}
    return of_type("object", about, properties=words, additionalProperties=False, **more)


def named(value: Schema, about: str = "", **more: Any) -> Schema:
    """Return the schema of a table whose keys are the game's own names."""
    return of_type("object", about, additionalProperties=value, **more)


def rows(row: Schema, about: str = "") -> Schema:
    return of_type("array", about, items=row)


def one_or_more(one: Schema, about: str = "", **more: Any) -> Schema:
    """Return the schema of one value or a list of them."""
    return any_of([one, {"type": "array", "items": one, **more}], about)


def in_part(schema: Schema) -> Schema:
    """Return the schema without required words, because the extended file may have them. The rows
    of a list stay complete."""
    kept = {key: value for key, value in schema.items() if key != "required"}
    if "properties" in kept:
        kept["properties"] = {name: in_part(inner) for name, inner in kept["properties"].items()}
    if isinstance(kept.get("additionalProperties"), dict):
        kept["additionalProperties"] = in_part(kept["additionalProperties"])
    return kept


def demanded(schema: Schema) -> Schema:
    """Return a schema of only the required words in a table and its inner tables."""
    found: Schema = {"required": schema["required"]} if "required" in schema else {}
    inner = {name: demanded(value) for name, value in schema.get("properties", {}).items()}
    if any(inner.values()):
        found["properties"] = {name: value for name, value in inner.items() if value}
    if isinstance(more := schema.get("additionalProperties"), dict) and demanded(more):
        found["additionalProperties"] = demanded(more)
    return found


def unless_extended(demands: Schema) -> Schema:
    """Return a schema that applies `demands` only to a file without `extends`."""
    return {"if": {"required": ["extends"]}, "else": demands}


# --- The schema of the ruleset format ----------------------------------------------------------
# Editors of TOML use the schema to offer every word and to mark unknown words. It follows from the
# declarations (`word_declarations.py`), kind by kind.
#
# The schema has the words of each table and the kinds of their values. Formulas and contradictions
# are only checked by reading the file: `scorekeeper rules check`.


DRAFT = "https://json-schema.org/draft/2020-12/schema"
FACT_NAMED = of_type("string", pattern="^fact .+")
LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")
PARTS = ("in halves", "in quarters")  # what each of the steps that are no whole numbers means
WITHIN = {"minimum": -GREATEST, "maximum": GREATEST}


def table_schema(table: type, about: str = "") -> Schema:
    """Return the schema of a table with its declared words."""
    return _table(words_of(table), about)


def _table(words: tuple[Word, ...], about: str = "") -> Schema:
    required = tuple(word.name for word in words if word.required)
    return table_of({word.name: word_schema(word) for word in words}, about, required)


def word_schema(word: Word) -> Schema:
    """Return the schema of a word's value, with its description."""
    return SCHEMAS[word.kind](word, without_links(word.told))


def _bounds(word: Word) -> Schema:
    """Return the minimum and maximum of a word's number."""
    said = {"minimum": word.least, "maximum": word.most}
    return WITHIN | {key: bound for key, bound in said.items() if bound is not None}


def _wholes(word: Word, about: str) -> Schema:
    return one_or_more(whole(**_bounds(word)), about, minItems=1)


def without_links(words: str) -> str:
    """Return Markdown text without its links, for editors."""
    return LINK.sub(r"\1", words)


def _choices(word: Word) -> dict[str, str]:
    """Return the values of a word, each with its meaning."""
    return {one: without_links(means) for one, means in word.choices.items()}


def _choice(word: Word, about: str) -> Schema:
    return choice(_choices(word), about)


def _seat(word: Word, about: str) -> Schema:
    return any_of([choice(_choices(word)), FACT_NAMED], about)


def _stint(word: Word, about: str) -> Schema:
    stints = of_type("string", pattern="^stints of [1-9][0-9]{0,3}$")
    return any_of([choice(_choices(word)), stints], about)


def _numbers(word: Word, about: str) -> Schema:
    most = word.most or GREATEST
    return named(whole(minimum=-most, maximum=most), about)


def _formula(word: Word, about: str) -> Schema:
    """Return the schema of a formula or a whole number within bounds."""
    a_formula = {"type": ["string", "integer"], "pattern": r"\S", "maxLength": LONGEST}
    return {**a_formula, **_bounds(word), **({"description": about} if about else {})}


def _settled_choice(word: Word, about: str) -> Schema:
    """Return the schema of one of a word's choices, or a formula with quoted words."""
    formula = of_type("string", pattern="['\"]", maxLength=LONGEST)
    return any_of([choice(_choices(word)), formula], about)


def _by_role(word: Word, about: str) -> Schema:
    formula, least = _formula(word, ""), 1 if word.required else 0
    return any_of([formula, named(formula, minProperties=least)], about)


def _phrase(word: Word, about: str) -> Schema:
    """Return the schema of a text, a list of its spellings, or a table of either by language."""
    spellings = one_or_more(text(), minItems=1)
    least = 1 if word.required else 0
    return any_of([*spellings["anyOf"], named(spellings, minProperties=least)], about)


def _source(word: Word, about: str) -> Schema:
    return any_of([text(), named(text(), minProperties=1)], about)


# The schema of each kind of word.
SCHEMAS: Mapping[Kind, Callable[[Word, str], Schema]] = {
    "text": lambda word, about: text(about),
    "name": lambda word, about: text(about),
    "ranks": lambda word, about: text(about),
    "choice": _choice,
    "either": _choice,
    "seat": _seat,
    "way": _seat,
    "flag": lambda word, about: flag(about),
    "whole": lambda word, about: whole(about, **_bounds(word)),
    "step": lambda word, about: any_of(
        [whole(minimum=1, maximum=GREATEST), choice(dict(zip(STEPS, PARTS, strict=True)))], about
    ),
    "wholes": _wholes,
    "value": lambda word, about: {"type": ["boolean", "integer", "string"], "description": about},
    "strings": lambda word, about: one_or_more(text(), about),
    "numbers": _numbers,
    "results": lambda word, about: rows({"type": "number"}, about),
    "texts": lambda word, about: rows(text(), about),
    "phrase": _phrase,
    "phrases": _phrase,
    "source": _source,
    "formula": _formula,
    "side formula": _formula,
    "pair formula": _formula,
    "settled": _formula,
    "settled choice": _settled_choice,
    "condition": _formula,
    "by role": _by_role,
    "stint": _stint,
    "turns": lambda word, about: rows(any_of([text(), rows(text())]), about),
    "steps": lambda word, about: any_of(
        [*_phrase(word, "")["anyOf"], {**rows(table_schema(word.of)), "minItems": 1}], about
    ),
    "laws": lambda word, about: see("laws"),
    "pack": lambda word, about: any_of([text(about), see("pack")]),
    "version": lambda word, about: {"const": FORMAT, "description": about},
    "table": lambda word, about: table_schema(word.of, about),
    "tables": lambda word, about: named(
        table_schema(word.of, about), about, minProperties=1 if word.required else 0
    ),
    "rows": lambda word, about: rows(table_schema(word.of, about), about),
    "names": lambda word, about: named(_of_name(word, about), about),
}


def _of_name(word: Word, about: str) -> Schema:
    """Return the schema of a value under one of the game's own names."""
    inner: Word = word.of
    return SCHEMAS[inner.kind](inner, inner.meaning or about)


def ruleset_schema() -> Schema:
    """Return the schema of a ruleset file."""
    page, pack = table_schema(RulesetPage), table_schema(Pack, "the pack of cards")
    own = demanded(page)
    own["required"] = ["players"]
    own["properties"]["pack"] = any_of([text(), {"required": ["extends"]}, demanded(pack)])
    laws = _table(LAW_WORDS, "laws of play that differ")
    return {
        "$schema": DRAFT,
        "title": "A scorekeeper ruleset",
        "$defs": {"laws": laws, "pack": in_part(pack)},
        **in_part(page),
        **unless_extended(own),
    }


def pack_schema() -> Schema:
    """Return the schema of a pack file."""
    pack = table_schema(Pack, "a pack of cards")
    return {
        "$schema": DRAFT,
        "title": "A pack of cards for scorekeeper rulesets",
        **in_part(pack),
        **unless_extended(demanded(pack)),
    }

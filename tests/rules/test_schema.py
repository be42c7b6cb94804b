"""The JSON Schema of rulesets says what the reader says: the same words in the same places."""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import RULESETS, merged_ruleset
from terminal import Person
from test_docs import keys_in_the_reader

from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.rules.schema import pack_schema, ruleset_schema
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.problems import Problem, Refused

ROOT = RULESETS.parent
FILES = sorted(path for path in RULESETS.rglob("*.toml") if "packs" not in path.parts)
PACKS = sorted(RULESETS.glob("packs/*.toml"))
NOT_A_WORD = "qqq-zzz-qqq"
# What merging reads before the reader sees the file.
MERGED = {"": {"without"}, "pack": {"extends"}}
TYPES = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "object": dict,
    "array": list,
}


# --- a reader of schemas, for as much of the language as this one uses ----------------------------


def faults(
    schema: dict[str, Any], value: Any, root: dict[str, Any], path: str = ""
) -> Iterator[str]:
    """Where a value is not what a schema says. A key that this reader does not know stops the
    test."""
    known = {
        "$schema", "$defs", "title", "description", "$ref", "anyOf", "enum", "const", "type", "properties",
        "additionalProperties", "required", "items", "minItems", "minProperties", "minimum", "maximum", "pattern",
        "maxLength", "if", "else", "x-taplo",
    }  # fmt: skip
    assert schema.keys() <= known, schema.keys() - known
    if "if" in schema and [*faults(schema["if"], value, root, path)]:
        yield from faults(schema["else"], value, root, path)
    if "$ref" in schema:
        yield from faults(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], value, root, path)
    if "anyOf" in schema and all(
        [*faults(choice, value, root, path)] for choice in schema["anyOf"]
    ):
        yield f"{path}: {value!r} is none of the choices"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r} is not in {schema['enum']}"
    if "const" in schema and value != schema["const"]:
        yield f"{path}: {value!r} is not {schema['const']!r}"
    if "type" in schema and not _is_of(schema["type"], value):
        yield f"{path}: {value!r} is no {schema['type']}"
    elif isinstance(value, dict):
        yield from _table_faults(schema, value, root, path)
    elif isinstance(value, list) and "items" in schema:
        for number, item in enumerate(value):
            yield from faults(schema["items"], item, root, f"{path}[{number}]")
    elif isinstance(value, int) and value < schema.get("minimum", value):
        yield f"{path}: {value} is below {schema['minimum']}"
    elif isinstance(value, str) and "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{path}: {value!r} is not like {schema['pattern']}"


def _is_of(kinds: str | list[str], value: Any) -> bool:
    names = [kinds] if isinstance(kinds, str) else kinds
    return any(
        isinstance(value, TYPES[name]) and not (name == "integer" and isinstance(value, bool))
        for name in names
    )


def _table_faults(
    schema: dict[str, Any], value: dict[str, Any], root: dict[str, Any], path: str
) -> Iterator[str]:
    properties, more = schema.get("properties", {}), schema.get("additionalProperties", True)
    yield from (
        f"{path}: `{key}` is missing" for key in schema.get("required", ()) if key not in value
    )
    for key, inner in value.items():
        if key in properties:
            yield from faults(properties[key], inner, root, f"{path}.{key}")
        elif more is False:
            yield f"{path}: `{key}` is not a word"
        elif more is not True:
            yield from faults(more, inner, root, f"{path}.{key}")


def test_the_reader_of_schemas_finds_faults() -> None:
    """The small reader above is not blind: one wrong value of each kind is one fault."""
    schema = {
        "type": "object", "additionalProperties": False, "required": ["a"],
        "properties": {
            "a": {"type": "integer", "minimum": 1}, "b": {"enum": ["x"]}, "c": {"anyOf": [{"type": "string"}]},
            "d": {"type": "array", "items": {"type": "boolean"}}, "e": {"type": "string", "pattern": "^fact "},
        },
    }  # fmt: skip
    assert [*faults(schema, {"a": 1, "b": "x", "c": "", "d": [True], "e": "fact x"}, schema)] == []
    for wrong in (
        {},
        {"a": 0},
        {"a": True},
        {"a": 1, "b": "y"},
        {"a": 1, "c": 1},
        {"a": 1, "d": [1]},
        {"a": 1, "e": "x"},
        {"a": 1, "f": 1},
    ):
        assert len([*faults(schema, wrong, schema)]) == 1, wrong


# --- every shipped file ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_shipped_ruleset_is_what_the_schema_says(path: Path) -> None:
    """A file that the reader accepts, variants too, is accepted by the schema."""
    schema = ruleset_schema()
    assert [*faults(schema, tomllib.loads(path.read_text(encoding="utf-8")), schema)] == []


@pytest.mark.parametrize("path", PACKS, ids=lambda path: path.stem)
def test_every_pack_is_what_its_schema_says(path: Path) -> None:
    """The packs are accepted by the schema of packs."""
    schema = pack_schema()
    assert [*faults(schema, tomllib.loads(path.read_text(encoding="utf-8")), schema)] == []


def test_the_starting_file_is_what_the_schema_says() -> None:
    """What `rules new` begins with is accepted too."""
    schema = ruleset_schema()
    text = (ROOT / "scorekeeper" / "cli" / "my-game.toml").read_text(encoding="utf-8")
    assert [*faults(schema, tomllib.loads(text), schema)] == []


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("bismarck-swedish", "colour", "red"),
        ("bismarck-swedish", "contract.sang.quotas", 8),
        ("bismarck-swedish", "deals.dealer", "goes right"),
        ("bismarck-swedish", "roles.declarer", "the host"),
        ("bismarck-swedish", "talon", -1),
        ("bismarck-swedish", "talon", 1.5),
        ("bizon", "fact.round.kind", "numeral"),
        ("bizon", "check.0.tier", "shout"),
        ("bien", "meld.marriage.suit", "hearts"),
        ("bismarck-estonian", "contract.stops-up.stops.start", 6),
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(name: str, path: str, value: Any) -> None:
    """A misspelt word, a wrong kind of value: the reader has a fault, and so has the schema."""
    raw = copy.deepcopy(merged_ruleset(name))
    *outer, last = path.split(".")
    table: Any = raw
    for key in outer:
        table = table[int(key) if key.isdecimal() else key]
    table[last] = value
    with pytest.raises(Refused):
        read_ruleset(raw, name)
    schema = ruleset_schema()
    assert [*faults(schema, raw, schema)] != []


# --- the same words in the same places ------------------------------------------------------------


def words_of(
    schema: dict[str, Any], root: dict[str, Any], path: str = ""
) -> Iterator[tuple[str, set[str]]]:
    """Every table of the schema that has words of its own, by its path; `*` stands for a name,
    `[0]` for a row."""
    if "$ref" in schema:
        yield from words_of(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, path)
    for choice in schema.get("anyOf", ()):
        yield from words_of(choice, root, path)
    if "properties" in schema:
        yield path, set(schema["properties"])
        for key, inner in schema["properties"].items():
            yield from words_of(inner, root, f"{path}.{key}" if path else key)
    more = schema.get("additionalProperties")
    if isinstance(more, dict):
        yield from words_of(more, root, f"{path}.*")
    if "items" in schema:
        yield from words_of(schema["items"], root, f"{path}[0]")


def reading(path: str, word: str) -> list[Problem]:
    """What the reader says of a file that has one word at a path, and nothing else."""
    raw: dict[str, Any] = {}
    here: Any = raw
    for step in re.findall(r"[^.\[\]]+|\[0\]", path):
        if step == "[0]":
            continue
        name, is_rows = "some" if step == "*" else step, f"{step}[0]" in path
        here[name] = [{}] if is_rows else {}
        here = here[name][0] if is_rows else here[name]
    here[word] = 1
    with pytest.raises(Refused) as refusal:
        read_ruleset(raw, "made-up")
    place = f"{path.replace('*', 'some')}.{word}" if path else word
    return [problem for problem in refusal.value.problems if problem.fact == place]


WORDS = dict(words_of(ruleset_schema(), ruleset_schema()))


@pytest.mark.parametrize("path", WORDS, ids=lambda path: path or "top")
def test_the_schema_has_the_words_that_the_reader_has(path: str) -> None:
    """The words that the reader lists when it meets one it does not know are the schema's at
    that place."""
    (fault,) = reading(path, NOT_A_WORD)
    known = set((hint_of(fault) or "").removeprefix("known here: ").split(", ")) - {""}
    assert known | MERGED.get(path, set()) == WORDS[path]


@pytest.mark.parametrize("path", WORDS, ids=lambda path: path or "top")
def test_the_reader_has_the_words_that_the_schema_has(path: str) -> None:
    """No word that the schema offers is one that the reader does not know at that place."""
    for word in WORDS[path] - MERGED.get(path, set()):
        assert not any(
            "is not a word" in text_of(fault.message) for fault in reading(path, word)
        ), word


def test_no_word_that_the_reader_asks_for_is_missing() -> None:
    """Words that the reader asks for only now and then, too, have a place somewhere in the
    schema."""
    assert "quota" in keys_in_the_reader()
    assert keys_in_the_reader() - set().union(*WORDS.values()) == set()


def test_every_table_of_the_shipped_files_has_a_place_in_the_schema() -> None:
    """The places compared above are all there are: top, parts, rows and tables within them."""
    assert {
        "",
        "pack",
        "deals",
        "contract.*",
        "contract.*.stops",
        "outcome[0]",
        "example[0].deal[0]",
        "meld.*",
        "play",
    } <= WORDS.keys()


def test_the_command_prints_it(tmp_path: Path) -> None:
    """`rules schema` prints the schema of rulesets, with --pack that of packs; both name their
    draft."""
    somebody = Person(tmp_path)
    assert json.loads(somebody.does("rules schema").out) == ruleset_schema()
    assert somebody.reads("rules schema --pack") == pack_schema()
    assert (
        ruleset_schema()["$schema"]
        == pack_schema()["$schema"]
        == "https://json-schema.org/draft/2020-12/schema"
    )


def test_every_reference_leads_somewhere() -> None:
    """No part of the schema refers to one that is not there, and no shared part is unused."""
    text = json.dumps(ruleset_schema())
    referred = set(re.findall(r'"#/\$defs/(\w+)"', text))
    assert referred == set(ruleset_schema()["$defs"])

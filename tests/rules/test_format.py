"""A word of the ruleset format is declared once: the reader, the schema and the reference pages
follow from that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from conftest import merged_ruleset
from format_reference import KINDS, PAGE_FILE, heading, page, parts, rows

from scorekeeper.rules.cards import Pack
from scorekeeper.rules.casebook import Casebook
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.ruleset import READ_BY_OTHERS, About, Ruleset, Scoring
from scorekeeper.rules.ruleset_file import RulesetPage, read_page, read_ruleset
from scorekeeper.rules.ruleset_play import RefereeRules
from scorekeeper.rules.schema import SCHEMAS, table_schema
from scorekeeper.rules.shown_words import wordings
from scorekeeper.rules.toml_table import PageContext, TomlTable, read_table
from scorekeeper.rules.word_declarations import Kind, fields_of, ruleset_table, word, words_of
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.problems import Refused


@ruleset_table
class Kite:
    """A made-up part of a game: each of its words is a field."""

    colour: str = word("choice", "its colour", choices={"red": "as fire", "blue": "as the sky"})
    length: int = word("whole", "how long it is", default=3, least=1)
    string: int | None = word(
        "whole", "how much string it has, see [Strings](strings.md)", name="cord"
    )
    worth: Formula = word("formula", "what it is worth", required=True)
    flies: bool = word("flag", "whether it is up")


def read(**said: object) -> tuple[Kite, list[tuple[str, str | None]]]:
    """The kite that a table says, and the faults of the table with their places."""
    context = PageContext(frozenset({"wind"}))
    kite = read_table(TomlTable(said, "kite", context), Kite)
    return kite, [(text_of(problem.message), problem.fact) for problem in context.faults]


def test_a_declared_word_is_read() -> None:
    """What a file says is in the fields; where it is silent they have their defaults."""
    kite, faults = read(colour="blue", cord=7, worth="wind + 1", flies=True)
    assert faults == []
    assert (kite.colour, kite.length, kite.string, kite.flies) == ("blue", 3, 7, True)
    assert kite.worth.text == "wind + 1"


def test_what_is_wrong_with_a_declared_word_is_told() -> None:
    """A word of the wrong kind, below its bound, missing or unknown is a fault with its place."""
    kite, faults = read(colour="green", length=0, cord="7", tail=1)
    assert (kite.colour, kite.length, kite.string) == ("red", 3, None)
    assert faults == [
        ("`colour` cannot be `green`", "kite.colour"),
        ("`length` must be at least 1, not 0", "kite.length"),
        ("`cord` must be a whole number, not '7'", "kite.cord"),
        ("`worth` is missing", "kite.worth"),
        ("`tail` is not a word of the ruleset format here", "kite.tail"),
    ]


def test_a_declared_word_stands_in_the_schema() -> None:
    """The schema has each word by its kind, with what it says, without the links."""
    assert table_schema(Kite) == {
        "type": "object",
        "properties": {
            "colour": {
                "enum": ["red", "blue"],
                "x-taplo": {"docs": {"enumValues": ["as fire", "as the sky"]}},
                "description": "its colour; `red`: as fire; `blue`: as the sky",
            },
            "length": {
                "type": "integer",
                "minimum": 1,
                "maximum": 10**9,
                "description": "how long it is",
            },
            "cord": {
                "type": "integer",
                "minimum": -(10**9),
                "maximum": 10**9,
                "description": "how much string it has, see Strings",
            },
            "worth": {
                "type": ["string", "integer"],
                "pattern": r"\S",
                "maxLength": 500,
                "minimum": -(10**9),
                "maximum": 10**9,
                "description": "what it is worth",
            },
            "flies": {"type": "boolean", "description": "whether it is up"},
        },
        "additionalProperties": False,
        "required": ["worth"],
    }


WHOLE = (Ruleset, Casebook, RefereeRules, Pack)
TABLES = [table for whole in WHOLE for _, table in parts(whole)]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_no_word_is_declared_twice(table: type) -> None:
    """Every word of a table has a name of its own there."""
    names = [one.name for one in words_of(table)]
    assert names
    assert len(names) == len(set(names))


def test_nine_in_ten_words_need_no_function() -> None:
    """A word is read by its kind; few fields have a function of their own."""
    tables = {*TABLES, About, Scoring}
    fields = [one for table in tables for one in fields_of(table)]
    own = sum(len(one.words) for one in fields if one.read)
    assert 0 < own * 10 <= sum(len(one.words) for one in fields)


def test_a_session_knows_the_words_that_others_read() -> None:
    """What scores is read from a session's own rules without the casebook and the referee's part:
    their words are no faults there, and there are no others."""
    assert {one.name for part in (Casebook, RefereeRules) for one in words_of(part)} == {
        *READ_BY_OTHERS
    }
    assert {one.name for one in words_of(Ruleset)}.isdisjoint(READ_BY_OTHERS)


def test_every_kind_of_word_is_in_the_schema() -> None:
    """No kind that a word may be of is unknown to the schema."""
    assert set(SCHEMAS) == set(get_args(Kind))


def test_a_declared_word_stands_in_the_reference() -> None:
    """The reference has a row for each word: what it may be, what is usual, what it says."""
    assert rows(Kite) == (
        "| word | is | meaning |\n"
        "|---|---|---|\n"
        '| `colour` | `"red"` (usual) or `"blue"` | its colour; `red`: as fire; `blue`: as the sky |\n'
        "| `length` | a number, 1 or more, usually 3 | how long it is |\n"
        "| `cord` | a number | how much string it has, see Strings |\n"
        "| `worth` | a formula, required | what it is worth |\n"
        "| `flies` | `true` or `false` (usual) | whether it is up |\n"
    )


def test_the_page_lists_the_declared_words() -> None:
    """`docs/ruleset-words.md` is written from the declaration: `python -m tests.format_reference
    --update`."""
    assert PAGE_FILE.read_text(encoding="utf-8") == page()


def test_every_part_of_a_ruleset_has_its_heading() -> None:
    """Each part whose words are declared has one heading of its own on the page."""
    wanted = [heading(part) for part in [*parts(RulesetPage), *parts(Pack, "pack")]]
    heads = re.findall("^## (.*)$", PAGE_FILE.read_text(encoding="utf-8"), re.MULTILINE)
    assert heads == wanted
    assert len({*heads}) == len(heads)


def test_every_kind_of_word_is_in_the_reference() -> None:
    """No kind that a word may be of is unknown to the reference."""
    assert set(KINDS) == set(get_args(Kind))


def test_a_word_that_is_not_always_asked_for_is_named_where_it_was_meant() -> None:
    """Laws of play are asked for only where a file says them; a misspelt one is told all the
    same which was meant."""
    raw = {**merged_ruleset("bismarck-swedish"), "play": {"folow": "must"}}
    with pytest.raises(Refused) as refusal:
        read_ruleset(raw, "made-up")
    (problem,) = refusal.value.problems
    assert problem.fact == "play.folow"
    assert hint_of(problem) == "did you mean `follow`?"


SHOWN_ELSEWHERE = {
    "name": "a proper name stays as it is",
    "role.some.name": "looked for as `roles.NAME`",
    "topic.some": "a topic is typed by its name where it has no word",
}


def shown_words(table: type, place: str = "") -> Iterator[str]:
    """The places of what a table, and those within it, may say by language: `some` stands for a
    name, `[0]` for a row."""
    for one in words_of(table):
        path = f"{place}.{one.name}" if place else one.name
        if one.kind in ("phrase", "phrases"):
            yield path
        elif one.kind == "names" and one.of.kind == "phrase":
            yield f"{path}.some"
        elif isinstance(one.of, type):
            inner = {"tables": ".some", "rows": "[0]", "steps": "[0]"}.get(one.kind, "")
            yield from shown_words(one.of, path + inner)


@pytest.mark.parametrize("place", [*shown_words(Ruleset)])
def test_words_of_the_game_are_looked_for_in_every_language(place: str) -> None:
    """Whatever a page says by language is among the words that `rules check` looks for in all of
    its languages."""
    *outer, last = place.split(".")
    raw: dict[str, Any] = {}
    here = raw
    for key in outer:
        inner: dict[str, Any] = {}
        here[key.removesuffix("[0]")] = [inner] if key.endswith("[0]") else inner
        here = inner
    here[last] = {"en": ["one"], "sv": ["en"]}
    page, _ = read_page(raw, "made-up")
    found = {place for _, place, languages in wordings(page.rules) if "sv" in languages}
    assert (place in found) != (place in SHOWN_ELSEWHERE)

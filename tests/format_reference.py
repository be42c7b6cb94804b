"""The tables of words in the pages on rulesets: what is declared of each word of the format.

python -m tests.format_reference            says whether the pages are what is declared
python -m tests.format_reference --update   writes their tables anew

A table stands below a line `<!-- words: count.NAME -->`, which says of which part of a file.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from scorekeeper.base.exact_numbers import STEPS
from scorekeeper.rules.cards import Pack
from scorekeeper.rules.format import Kind, Word, words_of
from scorekeeper.rules.whole_page import RulesetPage
from scorekeeper.text.message_text import listed

DOCS = Path(__file__).parent.parent / "docs"
PAGES = [
    DOCS / name
    for name in (
        "rulesets.md",
        "rulesets-words.md",
        "rulesets-sides.md",
        "rulesets-course.md",
        "rulesets-tables.md",
        "rulesets-play.md",
    )
]
TABLE = re.compile(r"^<!-- words: (.*) -->\n(?:\|.*\n)*", re.MULTILINE)
HEAD = "| word | is | says |\n|---|---|---|\n"


def parts(table: type, place: str = "") -> Iterator[tuple[str, type]]:
    """A table and those within it, each with its place: `contract.NAME.stops`."""
    yield place, table
    for word in words_of(table):
        if isinstance(word.of, type):
            name = f"{word.name}.NAME" if word.kind == "tables" else word.name
            yield from parts(word.of, f"{place}.{name}" if place else name)


def rows(table: type) -> str:
    """The table of its words in Markdown."""
    return HEAD + "".join(row(word) for word in words_of(table))


def row(word: Word) -> str:
    """A word, what its value may be, and what it says."""
    must = ", must be said" if word.required else ""
    return f"| `{word.name}` | {KINDS[word.kind](word)}{must} | {word.told} |\n"


def _choices(word: Word) -> str:
    """The words that it may be, with that which holds where nothing is said."""
    usual = word.first_choice if word.default is None else word.default
    quoted = [f'`"{one}"`{" (usual)" if one == usual else ""}' for one in word.choices]
    return listed(quoted)


def _seat(word: Word) -> str:
    quoted = [f'`"{one}"`{" (usual)" if one == word.default else ""}' for one in word.choices]
    return listed([*quoted, '`"fact NAME"`'])


def _step(word: Word) -> str:
    parts = listed([f'`"{one}"`' for one in STEPS])
    return f"a number, 1 or more, or {parts}, usually 1"


def _number(word: Word) -> str:
    bound = f", {word.least} or more" if word.least else ""
    usual = "" if word.default is None else f", usually {word.default}"
    return f"a number{bound}{usual}"


def _same(text: str) -> Callable[[Word], str]:
    return lambda word: text


# What a word of each kind is, for a reader who has never programmed.
KINDS: Mapping[Kind, Callable[[Word], str]] = {
    "text": lambda word: f'text, usually `"{word.default}"`' if word.default else "text",
    "name": _same("a name"),
    "ranks": _same("ranks with spaces between them"),
    "choice": _choices,
    "either": _choices,
    "seat": _seat,
    "way": _seat,
    "flag": _same("`true` or `false` (usual)"),
    "whole": _number,
    "step": _step,
    "wholes": _same("a number, or a list of them"),
    "value": _same("`true`, `false`, a number or text"),
    "strings": _same("text, or a list of texts"),
    "numbers": _same("a table of numbers"),
    "results": _same("a list of numbers"),
    "texts": _same("a list of texts"),
    "phrase": _same("words"),
    "phrases": _same("words, or a list of them"),
    "source": _same("words"),
    "formula": _same("a formula"),
    "side formula": _same("a formula for each side"),
    "pair formula": _same("a formula for every two sides"),
    "settled": lambda word: f"a number or a formula, usually {word.default}",
    "settled choice": lambda word: f"{_choices(word)}, or a formula that gives one of these",
    "condition": _same("a formula"),
    "by role": _same("a formula, or one for each role"),
    "stint": _same('`"passes left"` (usual), or as `"stints of 4"`'),
    "turns": _same("a list of names"),
    "steps": _same("words, a list of them, or rows"),
    "laws": _same("a table of laws"),
    "pack": _same("a name, or a table"),
    "version": _same("a number"),
    "table": lambda word: f"a table, `[{word.name}]`",
    "tables": lambda word: f"tables, `[{word.name}.NAME]`",
    "rows": lambda word: f"rows, `[[{word.name}]]`",
    "names": lambda word: f"names, `[{word.name}]`",
}


def with_tables(page: str) -> str:
    """A page with the tables that belong below its marks; KeyError for a part there is not."""
    of_part = dict([*parts(RulesetPage), *parts(Pack, "pack")])
    return TABLE.sub(
        lambda mark: f"<!-- words: {mark[1]} -->\n{rows(of_part[_place(mark[1])])}", page
    )


def _place(name: str) -> str:
    return "" if name == "a ruleset" else name


def main() -> None:
    """Says whether the pages are what is declared, and ends with 1 where they are not; with
    `--update` writes them anew."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        if "--update" in sys.argv[1:]:
            page.write_text(with_tables(text), encoding="utf-8")
        elif with_tables(text) != text:
            sys.exit(f"{page.name} is not what is declared; --update writes it anew")


if __name__ == "__main__":
    main()

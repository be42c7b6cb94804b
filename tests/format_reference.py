"""The words of a ruleset, `docs/ruleset-words.md`: each part of a page, and the words declared for it.

python -m tests.format_reference            fails if the page differs from the declaration
python -m tests.format_reference --update   writes it
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from scorekeeper.base.exact_numbers import STEPS
from scorekeeper.rules.cards import Pack
from scorekeeper.rules.ruleset_file import RulesetPage
from scorekeeper.rules.schema import without_links
from scorekeeper.rules.word_declarations import Kind, Word, words_of
from scorekeeper.text.message_text import listed

PAGE_FILE = Path(__file__).parent.parent / "docs" / "ruleset-words.md"
WHOLE = "The page itself"
INTRO = """\
# Ruleset words

Every word that a ruleset page may hold, part by part. `python -m tests.format_reference --update` writes this page from
the declaration that the program reads; the [ruleset guide](ruleset-guide.md) shows how to use the words.

Only `players`, a pack (if you play with cards) and one thing that scores are required. Any other word you leave out has its
usual value. "Words" means text in one language or [several](ruleset-guide.md#write-in-several-languages).
"""
HEAD = "| word | is | meaning |\n|---|---|---|\n"


def parts(table: type, place: str = "") -> Iterator[tuple[str, type]]:
    """A table and those within it, each with its place: `contract.NAME.stops`."""
    yield place, table
    for word in words_of(table):
        if isinstance(word.of, type):
            name = f"{word.name}.NAME" if word.kind == "tables" else word.name
            yield from parts(word.of, f"{place}.{name}" if place else name)


def rows(table: type, place: str = "") -> str:
    """Return the table of a part's words in Markdown."""
    return HEAD + "".join(row(word, place) for word in words_of(table))


def row(word: Word, place: str = "") -> str:
    """Return a word, the values that it may have, and its meaning."""
    required, kind = ", required" if word.required else "", KINDS[word.kind](word)
    if isinstance(word.of, type):
        inner = f"{word.name}.NAME" if word.kind == "tables" else word.name
        target = anchor(f"{place}.{inner}".lstrip("."))
        kind = re.sub(r"(`\[.*\]`)", rf"[\1](#{target})", kind)
    return f"| `{word.name}` | {kind}{required} | {without_links(word.told)} |\n"


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


def page() -> str:
    """Return the whole page: a heading and a table for each part."""
    every = [*parts(RulesetPage), *parts(Pack, "pack")]
    sections = [f"## {heading(part)}\n\n{rows(part[1], part[0])}" for part in every]
    return "\n".join([INTRO, *sections])


def heading(part: tuple[str, type]) -> str:
    """Return the heading of a part: its place as a page of rules writes it."""
    place, _ = part
    if not place:
        return WHOLE
    return f"`[[{place}]]`" if place in ROWS else f"`[{place}]`"


def anchor(head: str) -> str:
    """Return the anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-")


# Parts of which a page may have several, one below the other.
ROWS = {
    f"{place}.{word.name}".lstrip(".")
    for whole in (RulesetPage, Pack)
    for place, table in parts(whole)
    for word in words_of(table)
    if word.kind in ("rows", "steps")
}


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    from written import main

    main(PAGE_FILE, page())

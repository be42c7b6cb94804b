"""The pages on rulesets describe the whole format: no word that the reader knows is missing from
them, or from the examples that run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from format_reference import PAGE_FILE, heading, parts
from reading import parsing

from scorekeeper.rules import ruleset_entries as model_laws
from scorekeeper.rules import ruleset_reader as read
from scorekeeper.rules.cards import Pack
from scorekeeper.rules.formula import FUNCTIONS
from scorekeeper.rules.ruleset import PICKING, TIERS
from scorekeeper.rules.ruleset_entries import FACT_KINDS
from scorekeeper.rules.ruleset_file import RulesetPage
from scorekeeper.rules.toml_table import TomlTable
from scorekeeper.rules.word_declarations import SEATS, words_of
from scorekeeper.store import ruleset_library as library
from scorekeeper.store.ruleset_library import ruleset_files

ROOT = Path(__file__).parent.parent
TAUGHT = [*map((ROOT / "docs").joinpath, ("write-a-game.md", "ruleset-guide.md")), PAGE_FILE]
RUN = [*TAUGHT, *sorted((ROOT / "tests/galleries").glob("rulesets-*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROSE = FENCE.sub("", "\n".join(page.read_text(encoding="utf-8") for page in TAUGHT))
TOML = "\n".join(
    match[2]
    for page in RUN
    for match in FENCE.finditer(page.read_text(encoding="utf-8"))
    if match[1] == "toml"
)

READERS = {
    "text", "choice", "whole", "flag", "strings", "wholes", "numbers", "phrase", "phrases", "formula", "by_role", "table",
    "tables", "rows", "take", "has",
}  # fmt: skip
# Parts whose keys are names that the writer of a ruleset makes up.
FREE = re.compile(
    r"roles|topic|let|words|each|side|pair|ladder\..*|fact\..*\.words|option\..*\.says|option\..*\.words|pack\.rank_aliases"
)
# Parts that share the table of another.
SHARED = {"contract.*.play": "play", "option.*.play": "play"}


def keys_in_the_reader() -> set[str]:
    """Every word that is declared, and every key that the reader's own text asks a table for."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "scorekeeper/rules").glob("*.py")]
    asked = {key for text in texts for key in _asked_in(text)}
    return asked | {
        word.name
        for whole in (RulesetPage, Pack)
        for _, table in parts(whole)
        for word in words_of(table)
    }


def _asked_in(text: str) -> Iterator[str]:
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call) and node.args]
    for call in calls:
        key = call.args[0]
        if (
            isinstance(call.func, ast.Attribute)
            and call.func.attr in READERS
            and isinstance(key, ast.Constant)
        ):
            yield str(key.value)


def keys_asked_for(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str]]:
    """Every part and key that is asked for while the shipped rulesets are read."""
    tables: list[TomlTable] = []
    begin = TomlTable.__init__

    def kept(self: TomlTable, *arguments: object) -> None:
        begin(self, *arguments)  # type: ignore[arg-type]
        tables.append(self)

    with parsing(), monkeypatch.context() as patch:
        patch.setattr(TomlTable, "__init__", kept)
        for name in ruleset_files():
            library.load_ruleset(name)
    return {
        (_part(table.path), key)
        for table in tables
        if not FREE.fullmatch(table.path)
        for key in table.asked
    }


def _part(path: str) -> str:
    """`contract.pass` as `contract.*`, `outcome[2]` as `outcome`: the part without its own name."""
    path = re.sub(r"\[\d+\]", "", path)
    return re.sub(
        r"^(contract|budget|role|count|fact|carry|option|meld|pack\.suit|pack\.rank)\.[^.]+",
        r"\1.*",
        path,
    )


def section_on(part: str) -> str:
    """Return the section of the reference that lists a part's words."""
    name = SHARED.get(part, part).replace("*", "NAME")
    pieces = re.split(r"^## (.*)$", PAGE_FILE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    sections = dict(zip(pieces[1::2], pieces[2::2], strict=True))
    heads = {part[0]: heading(part) for part in [*parts(RulesetPage), *parts(Pack, "pack")]}
    return sections.get(heads.get(name, ""), "")


def is_told(word: str, text: str) -> bool:
    """Whether a word stands in `backquotes`, alone or among others."""
    wanted = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
    return any(wanted.search(quoted) for quoted in re.findall(r"`([^`\n]+)`", text))


def is_shown(key: str) -> bool:
    """Whether an example on the pages uses a key: before `=`, in a part's name, or between dots."""
    return (
        re.search(rf"(?m)(?<![\w-]){re.escape(key)}(?=[ \]]|\.)(\s*=|\]|\.[\w-]+)", TOML)
        is not None
    )


@pytest.mark.parametrize("key", sorted(keys_in_the_reader()))
def test_every_word_of_the_format_is_told_and_shown(key: str) -> None:
    """Each key that the reader asks for stands in the prose of the pages and in an example that
    is read."""
    assert is_told(key, PROSE), f"docs/ruleset-words.md or -guide.md should explain `{key}`"
    assert is_shown(key), f"an example in tests/galleries/rulesets-*.md should use `{key}`"


def test_every_word_is_told_where_its_part_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that is asked for in a part is told under that part's heading; `source` and the parts
    themselves may be told anywhere."""
    asked = keys_asked_for(monkeypatch)
    assert len(asked) > 100
    sections = {part: section_on(part) for part, _ in asked}
    missing = [
        f"`{key}` of [{part}]"
        for part, key in sorted(asked)
        if part and key != "source" and not is_told(key, sections[part])
    ]
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("word", sorted({*FUNCTIONS, *read.COMMON_NAMES, *read.SIDE_NAMES}))
def test_every_name_of_the_formulas_is_told(word: str) -> None:
    """Each function of the formula language, and each name that every formula knows, stands in
    the prose."""
    assert is_told(word, PROSE)


LAWS = [word for words in model_laws.LAWS.values() for word in words if word]
CHOICES = {*SEATS, *FACT_KINDS, *TIERS, *PICKING, *LAWS}


@pytest.mark.parametrize("word", sorted(CHOICES))
def test_every_choice_is_told(word: str) -> None:
    """Each of the words that a key may be stands in quotes in the prose."""
    assert f'"{word}"' in PROSE


def test_every_pack_is_told() -> None:
    """Each pack that is shipped is named in the prose."""
    for path in (ROOT / "rulesets/packs").glob("*.toml"):
        assert f"`{path.stem}`" in PROSE

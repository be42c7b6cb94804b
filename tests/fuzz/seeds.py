"""Real inputs to begin with: the shipped rulesets, sessions of their examples, what the pages
type."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from scorekeeper.game.session_settings import agree
from scorekeeper.record.corrections import amendment, redoing, undoing
from scorekeeper.record.deal_changes import new_deal
from scorekeeper.record.entered_words import split_line
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.open_session import Book, opened
from scorekeeper.record.session_head import head_text, new_head
from scorekeeper.rules.casebook import casebook
from scorekeeper.rules.inheritance import whole_ruleset
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.problems import Refused, refuse

ROOT = Path(__file__).parent.parent.parent
RULESETS = ROOT / "rulesets"
AT = "2026-11-21T19:05:00Z"
NAMES = ("Anna", "Björn", "Cleo", "Dee", "Eve", "Fay", "Gus", "Hal")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
Raw = dict[str, Any]


# --- rulesets ----------------------------------------------------------------------------------------


@cache
def games() -> tuple[str, ...]:
    """The shipped games, by id."""
    return tuple(
        sorted(path.stem for path in RULESETS.rglob("*.toml") if path.parent.name != "packs")
    )


@cache
def ruleset_text(name: str) -> str:
    """The file of a shipped ruleset."""
    return next(path for path in RULESETS.rglob(f"{name}.toml")).read_text(encoding="utf-8")


@cache
def raw_ruleset(name: str) -> Raw:
    """The same as TOML has it; refused where there is none of this name."""
    if name not in games():
        raise refuse("game-unknown", f"there is no game {name}")
    return tomllib.loads(ruleset_text(name))


@cache
def raw_pack(name: str) -> Raw:
    """A pack of cards; refused where there is none of this name."""
    path = RULESETS / "packs" / f"{name}.toml"
    if not re.fullmatch(r"[a-z0-9-]{1,40}", name) or not path.exists():
        raise refuse("ruleset", f"there is no pack {name}")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def whole(raw: Mapping[str, Any]) -> Raw:
    """A ruleset with what it extends and its pack in place."""
    return whole_ruleset(raw, raw_ruleset, raw_pack)


@cache
def rules(name: str) -> Ruleset:
    """A shipped ruleset, read."""
    return read_ruleset(whole(raw_ruleset(name)), name)


# --- sessions ----------------------------------------------------------------------------------------


@cache
def examples(game: str) -> tuple[Mapping[str, Any], ...]:
    """The worked examples of a game, one without a deal where it has none."""
    return tuple(casebook(rules(game)).examples) or ({},)


def session_text(game: str, example: Mapping[str, Any], corrected: bool = False) -> str:
    """A session in which an example was played, and perhaps one deal corrected, taken back and
    restored."""
    read = rules(game)
    players = example.get("players") or NAMES[: read.players[0]]
    agreed = agree(read, players, example.get("dealer"), example.get("options"))
    text = head_text(new_head(agreed, "eve", AT))
    for row in example.get("deal", []):
        text = _with(text, lambda book, row=row: new_deal(book, split_line(row["enter"]), AT))
    for act in _CORRECTIONS if corrected else ():
        text = _with(text, act)
    return text


_CORRECTIONS = (
    lambda book: amendment(book, 1, split_line("5 5"), AT, "the dealer's glass stood on it"),
    lambda book: undoing(book, AT),
    lambda book: redoing(book, AT),
    lambda book: undoing(book, AT),
    lambda book: undoing(book, AT),
)


def _with(text: str, act: Any) -> str:
    """The session with one more act, where the rules allow it."""
    book: Book = opened(text.encode(), "eve")
    try:
        return text + "".join(map(entry_text, act(book).entries))
    except Refused:
        return text


@cache
def sessions() -> tuple[str, ...]:
    """A session of every game's first example, some with corrections, and every game just begun."""
    played = [
        session_text(game, examples(game)[0], place % 2 == 0) for place, game in enumerate(games())
    ]
    return (*played, *(session_text(game, {}) for game in games()[:4]))


# --- pages -------------------------------------------------------------------------------------------


@cache
def blocks(kind: str) -> tuple[str, ...]:
    """Every block of a kind on the pages of the project."""
    found = [
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "tests/errors").glob("*.md"),
        *(ROOT / "tests/specs").glob("*.md"),
        *(ROOT / "tests/galleries").glob("*.md"),
        ROOT / "README.md",
    ]
    texts = [path.read_text(encoding="utf-8") for path in sorted(found)]
    return tuple(body for text in texts for name, body in BLOCK.findall(text) if name == kind)


@cache
def command_lines() -> tuple[tuple[str, ...], ...]:
    """Every command of the program that a page types."""
    lines = [
        line[2:]
        for body in blocks("console")
        for line in body.splitlines()
        if line.startswith("$ ")
    ]
    return tuple(dict.fromkeys(words for line in lines for words in _commands(line)))


def _commands(line: str) -> Iterator[tuple[str, ...]]:
    try:
        words = shlex.split(re.split(r" [|<>] ", line, maxsplit=1)[0])
    except ValueError:
        return
    if "scorekeeper" in words:
        yield tuple(words[words.index("scorekeeper") + 1 :])


@cache
def table_lines() -> tuple[str, ...]:
    """What people type at the table: the words of every example's deals, and those of `deal` on
    the pages."""
    entered = [
        row["enter"]
        for game in games()
        for example in examples(game)
        for row in example.get("deal", [])
    ]
    typed = [
        shlex.join(words[1:]) for words in command_lines() if words[:1] in (("deal",), ("amend",))
    ]
    return tuple(dict.fromkeys([*entered, *typed]))

"""Pages of rules that the tests write: of text, and of the files in `tests/rulesets`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from conftest import raw_ruleset

from scorekeeper.base.toml_reader import toml_table
from scorekeeper.rules.inheritance import whole_ruleset
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused

PAGES = Path(__file__).parent / "rulesets"
FOUR = ("Anna", "Björn", "Cleo", "Dora")


def read(text: str) -> Ruleset:
    """A page of one's own, read."""
    page = whole_ruleset(toml_table(text), raw_ruleset, lambda p: raw_ruleset(f"packs/{p}"))
    return read_ruleset(page, "mine")


@cache
def of_file(name: str) -> Ruleset:
    """A game that the tests made up."""
    return read((PAGES / f"{name}.toml").read_text("utf-8"))


def faults_of(text: str) -> list[str]:
    """What is wrong with a page, in English."""
    try:
        read(text)
    except Refused as refusal:
        return [text_of(problem.message) for problem in refusal.problems]
    return []

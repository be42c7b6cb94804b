"""Every rendering by the name that is asked for; a new one is a file and a line in a table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from scorekeeper.report import tables
from scorekeeper.report.finale import summary_text
from scorekeeper.report.text import sheet_text
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.session import is_control

Value = Mapping[str, Any]


class Look(NamedTuple):
    """How a report should look: the width of the terminal, linear or not, the deals that were
    corrected, what a point is worth."""

    width: int = 80
    plain: bool = False
    amended: Collection[int] = ()
    stake: str | None = None


Rendering = Callable[[Value, Ruleset, Look], str]

SHEETS: dict[str, Rendering] = {
    "text": lambda sheet, rules, look: sheet_text(sheet, rules, look.width, look.plain, look.amended),
    "json": lambda sheet, rules, look: json_text(sheet),
    "csv": lambda sheet, rules, look: tables.sheet_csv(sheet, rules),
    "markdown": lambda sheet, rules, look: tables.sheet_markdown(sheet, rules, look.amended),
}
SUMMARIES: dict[str, Rendering] = {
    "text": lambda summary, rules, look: summary_text(summary, summary["sheet"], rules, look.width, look.plain, look.amended, look.stake),
    "json": lambda summary, rules, look: json_text(summary),
    "csv": lambda summary, rules, look: tables.summary_csv(summary, rules),
    "markdown": lambda summary, rules, look: tables.summary_markdown(summary, rules, look.amended, look.stake),
}


def json_text(value: Any) -> str:
    """The value as JSON: letters of any script as they are, what steers a terminal escaped, so
    that a program reads back exactly what was entered."""
    import json

    text = json.dumps(value, ensure_ascii=False, indent=2)
    if text.replace("\n", "").isprintable():
        return text
    return "".join(json.dumps(c)[1:-1] if c != "\n" and is_control(c) else c for c in text)

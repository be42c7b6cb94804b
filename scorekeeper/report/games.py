"""The list of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.formula import FormulaError, number_of
from scorekeeper.language import marked, tr, trc
from scorekeeper.problems import listed
from scorekeeper.report.plain import linear
from scorekeeper.report.text import text_table
from scorekeeper.report.width import cut, safe, wrapped
from scorekeeper.ruleset import Ruleset

Row = dict[str, Any]
LABELS = {
    "id": marked("id"), "name": marked("name"), "family": marked("family"), "players": marked("players"),
    "deals": marked("deals"), "languages": marked("languages"), "sources": marked("sources"),
    "caution": marked("caution"),
}  # fmt: skip


def ruleset_row(rules: Ruleset) -> Row:
    """One game of the list, as `rules list --format json` has it."""
    return {
        "id": rules.id, "name": rules.name.shown(), "family": rules.family, "players": list(rules.players),
        "deals": deals_number(rules), "languages": list(rules.languages), "sources": list(rules.sources),
        "caution": rules.caution.shown() or None,
    }  # fmt: skip


def deals_number(rules: Ruleset) -> int | None:
    """How many deals the game has with its first number of players, None where a score ends it."""
    number = rules.deals.number
    defaults = {name: option.default for name, option in rules.options.items()}
    try:
        return None if number is None else number_of(number, {"players": rules.players[0], **defaults})
    except FormulaError:
        return None


def rulesets_text(rows: Sequence[Row], width: int, plain: bool) -> str:
    """The list of games as a table, or as lines for a screen reader."""
    if plain:
        return "\n\n".join(linear((tr(LABELS[key]), _said(value)) for key, value in row.items()) for row in rows)
    room = max(16, width - max((len(row["id"]) for row in rows), default=0) - 28)
    body = [
        [
            row["id"],
            _marked(row, room),
            listed(map(str, row["players"])),
            str(row["deals"] or "–"),
            " ".join(row["languages"]),
        ]
        for row in rows
    ]
    heads = [tr("game"), tr("name"), tr("players"), tr("deals"), trc("the languages that a game has words in", "words")]
    table = text_table(heads, body, ["left", "left", "right", "right", "left"])
    warned = [
        line
        for row in rows
        if row["caution"]
        for line in wrapped(f"{MARK} {row['id']}: {safe(row['caution'])}", width, "  ")
    ]
    return "\n".join([table, "", *warned] if warned else [table])


MARK = "!"


def _marked(row: Row, room: int) -> str:
    """The name, with a mark where there is a word of caution below the list."""
    name = safe(row["name"])
    return f"{cut(name, room - 2)} {MARK}" if row["caution"] else cut(name, room)


def _said(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return tr("none") if value is None else str(value)

"""The list of sessions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.language import marked, tr, trc
from scorekeeper.league.evening import Evening
from scorekeeper.report.text import text_table
from scorekeeper.report.width import cut, safe

Row = dict[str, Any]
NARROW = 76
LABELS = {
    "name": marked("name"), "game": marked("game"), "players": marked("players"), "deals": marked("deals"),
    "finished": marked("finished"), "current": marked("current"),
}  # fmt: skip


def session_row(name: str, evening: Evening, current: bool) -> Row:
    """One session of the list."""
    sides = [" & ".join(evening.players[seat] for seat in side) for side in evening.sides]
    leaders = [sides[side] for side in evening.leaders] if evening.deals else []
    return {
        "name": name, "game": evening.game, "players": list(evening.players),
        "deals": evening.deals, "finished": evening.over, "leader": leaders, "current": current,
    }  # fmt: skip


def sessions_text(rows: Sequence[Row], width: int = 80, plain: bool = False) -> str:
    """The list as a table, or as lines for a screen reader."""
    if plain:
        return "\n\n".join(
            "\n".join(f"{_label(key)}: {safe(_said(value))}" for key, value in row.items()) for row in rows
        )
    head = ["", tr("session"), *map(_label, ("game", "players", "deals", "leader"))]
    each = max(12, (width - 24) // 3)
    body = [
        [
            "*" if row["current"] else "",
            row["name"],
            row["game"],
            cut(safe(", ".join(row["players"])), each),
            _deals(row),
            cut(safe(", ".join(row["leader"])), 16),
        ]
        for row in rows
    ]
    align = ["left"] * 4 + ["right", "left"]
    if width < NARROW:  # the game usually stands in the session's name
        head, body, align = _without(2, head), [_without(2, row) for row in body], _without(2, align)
    return text_table(head, body, align)


def _without(place: int, row: Sequence[str]) -> list[str]:
    return [*row[:place], *row[place + 1 :]]


def _label(key: str) -> str:
    return trc("who is ahead", "leader") if key == "leader" else tr(LABELS[key])


def _deals(row: Row) -> str:
    # Translators: the number of deals of a session that is finished
    return tr("{number} done", number=row["deals"]) if row["finished"] else str(row["deals"])


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    return ", ".join(value) if isinstance(value, list) else str(value)

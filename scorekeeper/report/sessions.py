"""The list of sessions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.book import Book
from scorekeeper.report.text import text_table
from scorekeeper.report.width import cut, safe
from scorekeeper.standing import ranking

Row = dict[str, Any]
NARROW = 76


def session_row(book: Book, current: bool) -> Row:
    """One session of the list."""
    now, names = book.standing, book.agreed.side_names
    leaders = [names[side] for side in ranking(now)[0]] if now.deals else []
    return {
        "name": book.name, "game": book.agreed.rules.id, "players": list(book.agreed.players),
        "deals": len(now.deals), "finished": now.state.over, "leader": leaders, "current": current,
    }  # fmt: skip


def sessions_text(rows: Sequence[Row], width: int = 80, plain: bool = False) -> str:
    """The list as a table, or as lines for a screen reader."""
    if plain:
        return "\n\n".join("\n".join(f"{key}: {safe(_said(value))}" for key, value in row.items()) for row in rows)
    head = ["", "session", "game", "players", "deals", "leader"]
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


def _deals(row: Row) -> str:
    return f"{row['deals']} done" if row["finished"] else str(row["deals"])


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, list) else str(value)

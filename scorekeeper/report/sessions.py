"""The list of sessions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.language import marked, tr, trc
from scorekeeper.league.evening import Evening
from scorekeeper.problems import labelled
from scorekeeper.report.fitting import is_within
from scorekeeper.report.text import text_table
from scorekeeper.report.width import cut, safe, width_of

Row = dict[str, Any]
GAME, DAY = 2, 3  # columns that a narrow list goes without
NARROW, LEAST = 76, 6  # columns of a narrow screen, and the least a column is cut to
LABELS = {
    "name": marked("name"), "game": marked("game"), "day": marked("date"),
    "players": marked("players"), "deals": marked("deals"),
    "finished": marked("finished"), "current": marked("current"),
}  # fmt: skip


def session_row(name: str, evening: Evening, current: bool) -> Row:
    """One session of the list."""
    sides = [" & ".join(evening.players[seat] for seat in side) for side in evening.sides]
    leaders = [sides[side] for side in evening.leaders] if evening.deals else []
    return {
        "name": name, "game": evening.game, "day": evening.day, "players": list(evening.players),
        "deals": evening.deals, "finished": evening.over, "leader": leaders, "current": current,
    }  # fmt: skip


def sessions_text(rows: Sequence[Row], width: int, plain: bool) -> str:
    """The list as a table, or as lines for a screen reader."""
    if plain:
        return "\n\n".join(
            "\n".join(labelled(_label(key), safe(_said(value))) for key, value in row.items()) for row in rows
        )
    head = ["", tr("session"), *map(_label, ("game", "day", "players", "deals", "leader"))]
    each = max(12, (width - 24) // 3)
    body = [
        ["*" if row["current"] else "", safe(row["name"]), row["game"], safe(row["day"]),
         _joined(row["players"], each), _deals(row), _joined(row["leader"], 16)]
        for row in rows
    ]  # fmt: skip
    align = ["left"] * 5 + ["right", "left"]
    for least in (DAY, GAME):  # they usually stand in the session's name
        if width < NARROW or not is_within(head, body, width, 2):
            head, align = _without(least, head), _without(least, align)
            body = [_without(least, row) for row in body]
    return text_table(head, _narrowed(head, body, width), align)


def _joined(names: Sequence[str], room: int) -> str:
    return cut(safe(", ".join(names)), room)


def _narrowed(head: Sequence[str], body: Sequence[Sequence[str]], width: int) -> list[Sequence[str]]:
    """The rows with their widest column cut, and then the next, until the table is within the width."""
    rows = list(body)
    while not is_within(head, rows, width, 2):
        widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
        room, place = max((room, place) for place, room in enumerate(widths))
        if room <= LEAST:
            break
        rows = [[*row[:place], cut(row[place], room - 1), *row[place + 1 :]] for row in rows]
    return rows


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

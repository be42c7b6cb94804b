"""The list of people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.render.plain import linear
from scorekeeper.render.text import text_table
from scorekeeper.text.alphabet import alphabet_key
from scorekeeper.text.ink import NO_INK, Ink
from scorekeeper.text.language import marked, tr
from scorekeeper.text.width import cut, width_of

LABELS = {
    "name": marked("name"), "also": marked("also"), "sessions": marked("sessions"),
    "last": marked("last played"),
}  # fmt: skip
SHOWN = ("name", "sessions", "last", "also")
LEAST = 12  # columns that are left to other names, however narrow the screen


class PersonRow(NamedTuple):
    """Somebody: other names, the sessions in which one of the names plays, the day of the latest,
    empty where there is none. The names of the fields are the keys of the JSON of `people`."""

    name: str
    also: tuple[str, ...]
    sessions: int
    last: str


def people_text(rows: Sequence[PersonRow], width: int, plain: bool, ink: Ink = NO_INK) -> str:
    """The list in the order of the alphabet of the language spoken, as a table, or as lines for a
    screen reader."""
    rows = sorted(rows, key=lambda row: alphabet_key(row.name))
    if plain:
        return "\n\n".join(
            linear(
                [
                    (tr(LABELS["name"]), row.name),
                    (tr(LABELS["also"]), ", ".join(row.also)),
                    (tr(LABELS["sessions"]), str(row.sessions)),
                    (tr(LABELS["last"]), row.last),
                ]
            )
            for row in rows
        )
    heads = [tr(LABELS[key]) for key in SHOWN]
    cells = [[row.name, str(row.sessions), row.last, ", ".join(row.also)] for row in rows]
    taken = sum(
        max(map(width_of, column)) + 2
        for column in zip(heads[:3], *(row[:3] for row in cells), strict=True)
    )
    room = max(width - taken, LEAST)
    told = [[*row[:3], cut(row[3], room)] for row in cells]
    return text_table(heads, told, ["left", "right", "left", "left"], ink=ink)

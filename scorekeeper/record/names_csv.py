"""Names of people in a file: one a line, or a column of a CSV under a head that says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.record.cells import plain
from scorekeeper.record.paper_csv import numbered_rows, row_words
from scorekeeper.rules.cards import folded
from scorekeeper.text.message import Words, say
from scorekeeper.text.problems import refuse

# What may stand above the column of names, in the languages that we speak.
HEADS = frozenset(
    ("name", "names", "player", "players", "person", "people", "nom", "noms", "joueur", "joueurs",
     "joueuse", "personne", "namn", "spelare", "person", "personer")
)  # fmt: skip


class NamedRow(NamedTuple):
    """A name, and the row of the file that has it."""

    name: str
    row: Words


def names_of(text: str) -> list[NamedRow]:
    """The names in a text: the column under a head like `name`; else one a line, or all of a single
    line. Raises Refused for a text without names, and for one of several columns of which none is
    said to be theirs."""
    rows = [
        (number, [plain(cell.strip()) for cell in row])
        for number, row in numbered_rows(text.removeprefix("\ufeff"))
    ]
    rows = [(number, row) for number, row in rows if any(row)]
    if not rows:
        hint = say("write a name a line, or a CSV with a column `{head}`", head="name")
        raise refuse("names-empty", say("there are no names in the file"), "from", hint)
    (_, head), *below = rows
    columns = [place for place, cell in enumerate(head) if folded(cell) in HEADS]
    if columns:
        return _column(below, columns[0])
    if len(rows) == 1:
        return [NamedRow(cell, row_words(number)) for number, row in rows for cell in row if cell]
    if any(sum(map(bool, row)) > 1 for _, row in rows):
        message = say("the file has several columns, and none is said to be that of the names")
        hint = say("write `{head}` above it", head="name")
        raise refuse("names-column", message, "from", hint)
    return [NamedRow(next(filter(None, row)), row_words(number)) for number, row in rows]


def _column(rows: Sequence[tuple[int, list[str]]], column: int) -> list[NamedRow]:
    return [
        NamedRow(row[column], row_words(number))
        for number, row in rows
        if len(row) > column and row[column]
    ]

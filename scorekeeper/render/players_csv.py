"""The league's rows of players as CSV, for other programs."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.league.table_rows import PlayerRow
from scorekeeper.render.csv_tables import csv_text


def players_csv(players: Sequence[PlayerRow]) -> str:
    """A row each, below the names of the columns."""
    return csv_text([PlayerRow._fields, *([*map(_cell, row)] for row in players)])


def _cell(value: object) -> object:
    """A value as every program reads it: `true` and `false` of what is one or the other."""
    return str(value).lower() if isinstance(value, bool) else value

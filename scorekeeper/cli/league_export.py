"""The rows of the league written into a file: `league --export`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

import click

from scorekeeper.cli.common import show
from scorekeeper.cli.league_made import Asked, evenings_asked_for
from scorekeeper.league.table_rows import Rows, rows_of, together
from scorekeeper.render.players_csv import players_csv
from scorekeeper.store.league_files import parquet_bytes, sqlite_bytes, write_export
from scorekeeper.text.language import tr, trn
from scorekeeper.text.speech import listed

# What makes the file, by the ending of its name.
KINDS: Mapping[str, Callable[[Rows], bytes]] = {
    ".parquet": parquet_bytes,
    ".sqlite": sqlite_bytes,
    ".csv": lambda rows: f"{players_csv(rows.players)}\n".encode(),
}


def export_league(names: Sequence[str], asked: Asked, path: str) -> None:
    """Writes the rows of those of these sessions that are asked for into a new file."""
    kind = os.path.splitext(path)[1].lower()
    if kind not in KINDS:
        raise click.UsageError(
            tr("the file of --export ends in {endings}: that says its kind", endings=listed(KINDS))
        )
    rows = together(rows_of(name, evening) for name, evening in evenings_asked_for(names, asked))
    write_export(path, KINDS[kind](rows))
    said = trn(
        len(rows.evenings),
        "{n} evening written into {path}",
        "{n} evenings written into {path}",
        path=path,
    )
    show(said)

"""The league's rows as files for other programs: an SQLite database, and a Parquet file, for which
an extra must be installed."""

from __future__ import annotations

import os
from contextlib import closing
from datetime import date

from scorekeeper.league.league_rows import (
    DAY,
    FLAG,
    NUMBER,
    SQLITE_TYPES,
    TEXT,
    WHOLE,
    LeagueRows,
    columns_of,
    insertion,
    schema,
)
from scorekeeper.store.disk import file_errors_as_failures
from scorekeeper.store.folder import write_new
from scorekeeper.store.locked_file import folder_of
from scorekeeper.store.optional_extras import without_extra
from scorekeeper.text.message import say
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.translation import marked

PUBLIC_FILE = 0o644


def write_export(path: str, data: bytes) -> None:
    """Write these bytes to a new file. Raises Refused if the path exists."""
    with (
        file_errors_as_failures(marked("writing {path} failed: {why}"), path),
        folder_of(path) as folder,
    ):
        try:
            write_new(folder, os.path.basename(path), data, PUBLIC_FILE)
        except FileExistsError:
            message = say("there is already a file {path}", path=path)
            hint = say("choose another name, or take that file away first")
            raise refuse("export-exists", message, "export", hint) from None


def sqlite_bytes(rows: LeagueRows) -> bytes:
    """Return the rows as an SQLite database with one table for each kind of row."""
    import sqlite3  # noqa: PLC0415 - 4 ms, only for this kind of file

    with closing(sqlite3.connect(":memory:")) as engine:
        engine.executescript(schema(SQLITE_TYPES))
        for table, found in rows._asdict().items():
            engine.executemany(insertion(table, "?" * len(columns_of(table))), found)
        engine.commit()
        return engine.serialize()


def parquet_bytes(rows: LeagueRows) -> bytes:
    """Return a Parquet file of the players' rows, each with the player's declared contracts.
    Raises Refused if the library is missing."""
    try:
        import pyarrow  # noqa: PLC0415 - an extra, which need not be there
        from pyarrow import parquet  # noqa: PLC0415 - the same
    except ImportError:
        raise without_library() from None
    types = {
        TEXT: pyarrow.string(), DAY: pyarrow.date32(), WHOLE: pyarrow.int64(),
        NUMBER: pyarrow.float64(), FLAG: pyarrow.bool_(),
    }  # fmt: skip
    one = pyarrow.struct(
        [("contract", types[TEXT]), ("deals", types[WHOLE]), ("points", types[NUMBER])]
    )
    columns = columns_of("players")
    cells = {
        name: pyarrow.array([_cell(kind.name, value) for value in values], types[kind.name])
        for (name, kind), values in zip(
            columns.items(), zip(*rows.players, strict=True), strict=True
        )
    }
    cells["declared"] = pyarrow.array(_by_player(rows), pyarrow.list_(one))
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.table(cells), sink)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _cell(kind: str, value: object) -> object:
    """Return a value as a column of this type stores it. An invalid date becomes None."""
    if kind != DAY:
        return value
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        return None


def _by_player(rows: LeagueRows) -> list[list[tuple[str, int, float]]]:
    """Return the declared contracts (contract, deals, points) of each players' row, in the order
    of the rows."""
    found: dict[tuple[str, str, int], list[tuple[str, int, float]]] = {}
    for one in rows.declared:
        made = found.setdefault((one.club, one.session, one.number), [])
        made.append((one.contract, one.deals, one.points))
    return [found.get((one.club, one.session, one.number), []) for one in rows.players]


def without_library() -> Refused:
    """Return the refusal for a missing extra."""
    return without_extra(
        "export-library",
        say("a Parquet file is written by the library pyarrow, which is not installed"),
        "parquet",
        say("or let the file's name end in .sqlite or .csv, which needs nothing"),
    )

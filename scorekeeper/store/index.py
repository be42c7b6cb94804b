"""An index of the sessions in the home: a row each, kept as long as the file is the same.

It is derived and never the truth. It may be deleted at any time, and is made anew where it is of
another kind, broken, or the sessions changed; where it cannot be written, everything is read again.
"""

from __future__ import annotations

import os
from binascii import crc32
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from scorekeeper.problems import MachineFailure, Refused
from scorekeeper.store.disk import PRIVATE_FILE, home, read_bytes
from scorekeeper.store.sessions import session_path

if TYPE_CHECKING:
    from sqlite3 import Connection

INDEX = "index.sqlite"
MARK = 8  # letters before a row
PATIENCE = 1.0  # seconds to wait for another command that writes it
TABLES = "CREATE TABLE kind (text); CREATE TABLE session (name PRIMARY KEY, stamp, row) WITHOUT ROWID"
TELL_EVERY = 50

Tell = Callable[[bytes, str], str]
Tick = Callable[[int], None]


def indexed_sessions(
    kind: str, stamps: Mapping[str, str], tell: Tell, unread: Callable[[str, Exception], None], tick: Tick
) -> Iterator[tuple[str, str]]:
    """The name and row of each of these sessions, which come with their stamps. `tell` makes the row of a
    file's bytes and its name where none is kept; `kind` names what rows mean, and others are forgotten. A
    session that cannot be read goes to `unread` with the reason; `tick` hears how many were looked at."""
    kept = _kept(kind, stamps)
    fresh: dict[str, tuple[str, str]] = {}
    for number, (name, stamp) in enumerate(stamps.items(), 1):
        if number % TELL_EVERY == 0:
            tick(TELL_EVERY)
        row = kept.get(name) if kept else None
        if row is None:
            try:
                row = tell(read_bytes(session_path(name), "session file"), name)
            except (Refused, MachineFailure) as error:
                unread(name, error)
                continue
            fresh[name] = stamp, row
        yield name, row
    if kept is not None:
        _keep(kind, fresh, stamps)


def _path() -> str:
    return os.path.join(home(), INDEX)


def _kept(kind: str, stamps: Mapping[str, str]) -> dict[str, str] | None:
    """The rows of files that are as they were; None where another program holds the index."""
    import sqlite3

    if os.path.islink(_path()) or not os.path.exists(_path()):
        return {}  # what a link leads to is somebody's
    try:
        with _opened() as index:
            if index.execute("SELECT text FROM kind").fetchone() != (kind,):
                raise sqlite3.DatabaseError
            rows = index.execute("SELECT * FROM session")
            kept = {name: row for name, stamp, row in rows if stamps.get(name) == stamp and isinstance(row, str)}
            return {name: row[MARK:] for name, row in kept.items() if row[:MARK] == _mark(row[MARK:])}
    except sqlite3.OperationalError as error:  # locked, or not to be read: it may be well all the same
        is_held = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY  # Python's own errors have no code
        return None if is_held else {}
    except (sqlite3.DatabaseError, ValueError):
        with suppress(OSError):
            os.remove(_path())
        return {}


def _mark(row: str) -> str:
    """What tells a row that was spoilt from a whole one."""
    return f"{crc32(row.encode('utf-8', 'replace')):0{MARK}x}"


def _keep(kind: str, fresh: Mapping[str, tuple[str, str]], stamps: Mapping[str, str]) -> None:
    """Adds the rows told anew and drops those of sessions that are gone; in one piece or not at all."""
    import sqlite3

    with suppress(sqlite3.Error, OSError, ValueError):
        if os.path.islink(_path()):
            return
        if not os.path.exists(_path()):
            if not fresh:
                return
            os.close(os.open(_path(), os.O_CREAT | os.O_WRONLY, PRIVATE_FILE))
        with _opened() as index:
            if not index.execute("SELECT name FROM sqlite_master").fetchone():
                index.executescript(TABLES)
                index.execute("INSERT INTO kind VALUES (?)", (kind,))
            gone = [(name,) for (name,) in index.execute("SELECT name FROM session") if name not in stamps]
            if fresh or gone:
                index.executemany("DELETE FROM session WHERE name = ?", gone)
                rows = ((name, stamp, _mark(row) + row) for name, (stamp, row) in fresh.items())
                index.executemany("INSERT OR REPLACE INTO session VALUES (?, ?, ?)", rows)


@contextmanager
def _opened() -> Iterator[Connection]:
    """The index; what is done is kept at the end, or not at all where something fails."""
    import sqlite3

    index = sqlite3.connect(_path(), timeout=PATIENCE)
    try:
        with index:
            yield index
    finally:
        index.close()

"""Every session of a home as a row, cached or computed."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from functools import cache, partial
from hashlib import sha256
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from scorekeeper.league.league_rows import in_json, rows_of
from scorekeeper.league.session_record import KIND, Evening, evening_after, row_of_evening
from scorekeeper.record.open_session import Act, Book
from scorekeeper.store.home_choice import current_home
from scorekeeper.store.home_interface import ARCHIVE, SESSIONS, Home, SessionRows, StoredRows
from scorekeeper.store.home_interface import StoredDigest as OfHome
from scorekeeper.store.processes import mapped
from scorekeeper.store.session_row_cache import (
    TOGETHER,
    PendingRows,
    digest_of,
    read_cached_rows,
    write_cached_rows,
)
from scorekeeper.store.sessions import bare_name, listed_sessions
from scorekeeper.text.message import CommandLine, Words, in_turn, say
from scorekeeper.text.problems import MachineFailure, Problem, Refused

if TYPE_CHECKING:
    from scorekeeper.league.session_record import Evening


# --- evenings ----------------------------------------------------------------------------------
# Every session of the home as a row, from the cache or by reading it.


T = TypeVar("T")
Tell = Callable[[bytes], str]
# The sessions worth one process; a session with a cached row takes a fiftieth of the time.
FEW, FEW_KEPT = 100, 2_000


class SessionSummary(NamedTuple):
    """The row of a session and the digest of its text, or the reason why the session is
    unreadable."""

    digest: str = ""
    row: str = ""
    why: Words = ""


def summarised_sessions(
    kind: str,
    names: Sequence[str],
    make: Callable[[], Tell],
    read: Callable[[str, bool], T | None],
    telling: Callable[[str, T], SessionRows],
    is_anew: bool = False,
) -> Iterator[tuple[str, str, T | None, Words]]:
    """Yield for each session: its name, the digest of its text, the value that `read` makes of its
    row (None if it cannot be read), and the reason. Every file is read to its end.

    `kind` names the meaning of the rows; cached rows of another kind are dropped. `make` is
    called in each worker process, and returns the function from a session's bytes to its row.
    `read` also receives True if the row was cached, and may be another program's. `telling`
    makes, from a session's name and value, the rows for a home that stores rows itself. If
    `is_anew`, no cached row is used."""
    if (known := current_home().told(kind, names)) is not None:
        yield from _told_by_home(kind, names, known, make, read, telling, is_anew)
        return
    kept = {} if is_anew else read_cached_rows(kind)
    each = mapped(partial(_teller, make, kept), names, FEW_KEPT if kept else FEW)
    anew = _teller(make, ())
    rows, stale = PendingRows(), {*kept}
    for name, fresh in zip(names, each, strict=True):
        told = fresh if fresh.row or fresh.why else fresh._replace(row=kept[fresh.digest])
        value = None if told.why else read(told.row, fresh.row == "")
        if value is None and not told.why:  # the cached row is damaged
            told = anew(name)
            value = read(told.row, False)
        if told.row and kept.get(told.digest) == told.row:
            stale.discard(told.digest)
        elif told.row:
            rows.add(told.digest, told.row)
        yield name, told.digest, value, told.why
    if stale or rows.are_any:
        still = ((digest, row) for digest, row in kept.items() if digest not in stale)
        write_cached_rows(kind, chain(still, rows))


def _told_by_home(
    kind: str,
    names: Sequence[str],
    known: Mapping[str, OfHome],
    make: Callable[[], Tell],
    read: Callable[[str, bool], T | None],
    telling: Callable[[str, T], SessionRows],
    is_anew: bool,
) -> Iterator[tuple[str, str, T | None, Words]]:
    """Yield the sessions of a home that stores rows itself, as `summarised_sessions` does. Only
    sessions without a current row are read; their rows are then saved in the home."""
    before = {name: known.get(name, OfHome("", "")) for name in names}
    values = (
        {} if is_anew else {name: read(one.row, True) for name, one in before.items() if one.row}
    )
    changed = [name for name in names if values.get(name) is None]
    # such a home reads sessions in a row together, by the order of names
    in_order = sorted(changed)
    read_anew = dict(zip(in_order, mapped(partial(_teller, make, ()), in_order, FEW), strict=True))
    found: list[SessionRows] = []
    for name, one in before.items():
        value, why = values.get(name), cast(Words, "")
        if value is None:
            told = read_anew.pop(name)
            value, why = (None if told.why else read(told.row, False)), told.why
            if value is not None:
                found.append(telling(name, value))
        yield name, one.digest, value, why
    if found:
        current_home().keep_told(found, is_asked=is_anew)


def save_rows_in_home(
    home: Home,
    kind: str,
    names: Sequence[str],
    tell: Tell,
    read: Callable[[str, bool], T | None],
    telling: Callable[[str, T], SessionRows],
) -> Iterator[str]:
    """Save the missing rows of these sessions in a home that stores rows itself. Yield the name of
    each session examined. `tell` makes a row from a session's bytes; the other parameters are
    those of `summarised_sessions`."""
    found: list[SessionRows] = []
    for name, known in (home.told(kind, names) or {}).items():
        if name in names and not known.row:
            folder = ARCHIVE if name.startswith(f"{ARCHIVE}/") else SESSIONS
            row = tell(home.session_bytes(home.path(folder, bare_name(name))))
            value = read(row, False)
            if value is not None:
                found.append(telling(name, value))
        yield name
    home.keep_told(found)


def cached_total_row(kind: str) -> tuple[str, str] | None:
    """Return the cached row made from all sessions, as (digest of all sessions, row), or None."""
    return next(iter(read_cached_rows(kind, TOGETHER).items()), None)


def cache_total_row(kind: str, digest: str, row: str) -> None:
    """Cache a row made from all sessions. `digest` is the digest of all sessions together."""
    write_cached_rows(kind, [(digest, row)], TOGETHER)


def digest_of_all(names: Sequence[str]) -> Callable[[], str]:
    """Begin to read all these sessions, and return a function that waits for the common digest. An
    unreadable session counts as one with an empty digest. In a home that stores rows itself, no
    session is read."""
    if (known := current_home().told("", names)) is not None:
        of_each = [(name, known[name].digest if name in known else "") for name in names]
        return lambda: _together(of_each)
    each = mapped(_hasher, names, FEW_KEPT)
    first = [*islice(each, 1)]  # from here on other processes are at work
    return lambda: _together(zip(names, chain(first, each), strict=True))


def _together(sessions: Iterable[tuple[str, str]]) -> str:
    """Return the common digest of these sessions, given as (name, digest of the text)."""
    digest = DigestOfAll()
    for name, of_text in sessions:
        digest.add(name, of_text)
    return digest.of_all()


class DigestOfAll:
    """The common digest of several sessions, which must be added in the order of their names."""

    def __init__(self) -> None:
        self._hash = sha256()

    def add(self, name: str, digest: str) -> None:
        """Add a session by its name and the digest of its text."""
        self._hash.update(f"{digest} {name}\n".encode())

    def of_all(self) -> str:
        return self._hash.hexdigest()


def _hasher() -> Callable[[str], str]:
    bytes_of = listed_sessions()

    def hashed(name: str) -> str:
        try:
            return digest_of(bytes_of(name))
        except (Refused, MachineFailure):
            return ""

    return hashed


def _teller(make: Callable[[], Tell], kept: Container[str]) -> Callable[[str], SessionSummary]:
    """Return a function from a session's name to its summary. The summary's row is empty if its
    digest is in `kept`, whose rows are cached."""
    bytes_of = listed_sessions()
    tell = cache(make)  # imported only if a row is made

    def told(name: str) -> SessionSummary:
        try:
            data = bytes_of(name)
            digest = digest_of(data)
            return SessionSummary(digest, "" if digest in kept else tell()(data), "")
        except (Refused, MachineFailure) as error:
            return SessionSummary(why=error.messages)

    return told


# --- calendar day ------------------------------------------------------------------------------
# The local day of a time. Sessions save times in UTC.


def day_of(at: str) -> str:
    """Return the local date of an entry's time, such as `2026-03-01`. Return the first 10
    characters of an invalid time."""
    try:
        return datetime.fromisoformat(at).astimezone().date().isoformat()
    except (ValueError, OverflowError, OSError):
        return at[:10]


def with_day(evening: Evening) -> Evening:
    """Return an evening whose `day` is the local date and whose `begun` is the time."""
    return evening._replace(day=day_of(evening.day), begun=evening.day)


# --- session tables ----------------------------------------------------------------------------
# The rows of a session for a home that saves league rows itself, and the problems of the saved
# ones.


# columns that cannot be computed from the log
OF_THE_SERVER = ("club", "session", "told", "digest", "at", "by", "again", "played_on", "begun_at")
OF_A_VERSION = (*OF_THE_SERVER, "kind", "line")
MOST_DIFFERENCES = 3


def rows_after(changed: tuple[Book, Act]) -> SessionRows:
    """Return the rows of a session after the entries of a change."""
    book, act = changed
    return rows_of_session(book.name, evening_after(book, act))


def rows_of_session(name: str, evening: Evening) -> SessionRows:
    """Return the rows of a session that is listed under this name."""
    rows = rows_of(name, with_day(evening))
    return SessionRows(name, in_json(rows, kind=KIND, line=row_of_evening(evening)))


def stored_row_problems(evening: Evening, kept: StoredRows) -> list[Problem]:
    """Return the problems of a session's saved league rows, `kept`, compared with those of its
    log, `evening`."""
    wanted, found = json.loads(rows_of_session("", evening).tables), json.loads(kept.tables)
    differences = list(_differences(wanted, found))
    if not differences:
        return []
    message = say(
        "the club's league has other rows of it than the log gives; {login} kept them, {at}: "
        "{rows}",
        login=kept.login, at=kept.at, rows=in_turn(*differences[:MOST_DIFFERENCES]),
    )  # fmt: skip
    mend = say("build them again: {command}", command=CommandLine("league", ("--anew",)))
    return [Problem("club-league", message, "league", (mend,))]


def _differences(wanted: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[Words]:
    """Yield a message for each difference between the computed and the saved rows, table
    by table."""
    for table, rows in wanted.items():
        own, others = (sorted(map(_key, one)) for one in (rows, found[table]))
        if own != others:
            yield say("{table}: there are other rows", table=table)
            continue
        for row, other in zip(sorted(rows, key=_key), sorted(found[table], key=_key), strict=True):
            who = str(row.get("player") or row.get("contract") or table)
            # another version of the program writes other lines
            passed = OF_THE_SERVER if other.get("kind") == row.get("kind") else OF_A_VERSION
            for column, value in row.items():
                if column not in passed and not _is_same(column, value, other.get(column)):
                    yield say(
                        "{who}: {column} is {other}, not {value}",
                        who=who, column=column, other=str(other.get(column)), value=str(value),
                    )  # fmt: skip


def _key(row: Mapping[str, Any]) -> tuple[str, int]:
    """Return the key of a row among the session's rows of one table."""
    return row.get("contract", ""), row.get("number", 0)


def _is_same(column: str, value: Any, other: Any) -> bool:
    """Return True if two values of a column are equal. Dates may differ by one day, since they
    depend on the time zone of the machine that saved them."""
    if column == "day" and value != other:
        with suppress(ValueError, TypeError):
            days = [date.fromisoformat(one) for one in (value, other)]
            return abs(days[0] - days[1]).days <= 1
    return bool(value == other)

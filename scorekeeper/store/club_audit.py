"""Checks that only a club's session can get: the logins that wrote the entries, unreadable
entries, and the session's rows in the club's league."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from scorekeeper.game.log import Entry
from scorekeeper.league.session_record import evening_of
from scorekeeper.record.open_session import Book
from scorekeeper.store.home_choice import home_of
from scorekeeper.store.home_interface import WrittenEntry
from scorekeeper.store.session_records import stored_row_problems
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import Problem

LATE = timedelta(minutes=10)  # maximum between an entry's time and the server's


class OtherWriter(NamedTuple):
    """An entry whose recorder (`by`) is another login of the club than the login that wrote the
    entry. Entries are numbered from 1."""

    entry: int
    by: str
    login: str


def club_problems(path: str, book: Book) -> list[Problem]:
    """Return the problems of a club's session: unreadable entries, and league rows that differ
    from its log."""
    home = home_of(path)
    found = list(map(_unread_problem, home.unread(path)))
    kept = home.kept_rows(path)
    return found if kept is None else [*found, *stored_row_problems(evening_of(book), kept)]


def _unread_problem(written: WrittenEntry) -> Problem:
    message = say(
        "entry {number}, which the login {login} wrote at {at}, cannot be read and is left out: "
        "{why}",
        number=written.position, login=written.login, at=written.at, why=written.why,
    )  # fmt: skip
    mend = say(
        "whoever owns the club's database leaves it out for everybody: {command}",
        command=CommandLine("check", ("--repair",)),
    )
    return Problem("club-unread", message, "entry", (mend,))


def other_writers(path: str, entries: Sequence[Entry]) -> list[OtherWriter]:
    """Return the entries whose recorder is a login of the club, but not the login that
    wrote them."""
    home = home_of(path)
    logins = home.logins()
    return [
        OtherWriter(number, entry.by, written.login)
        for number, (entry, written) in enumerate(zip(entries, home.written(path), strict=False), 1)
        if _is_others(entry, written, logins)
    ]


def written_otherwise(path: str, entries: Sequence[Entry]) -> list[WrittenEntry | None]:
    """Return one item per entry: who wrote the entry and when, as the server knows both, if the
    entry names another login of the club or a time that differs by more than `LATE`; else None."""
    home = home_of(path)
    logins = home.logins()
    return [
        written if _is_others(entry, written, logins) or _is_late(entry, written) else None
        for entry, written in zip(entries, home.written(path), strict=False)
    ]


def _is_others(entry: Entry, written: WrittenEntry, logins: Collection[str]) -> bool:
    return entry.by in logins and entry.by != written.login


def _is_late(entry: Entry, written: WrittenEntry) -> bool:
    try:
        at, received = map(datetime.fromisoformat, (entry.at, written.at))
        return abs(received - at) > LATE
    except (ValueError, TypeError):
        return True

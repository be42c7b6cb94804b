"""The checks of a session that only a club can make: the writers of its entries as the server knows
them, the unreadable entries, and the rows of it in the club's league."""

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

LATE = timedelta(minutes=10)  # between the time an entry says and the server's, at most


class OtherWriter(NamedTuple):
    """An entry, by its number from 1, whose recorder (`by`) is another login than the one that
    wrote it."""

    entry: int
    by: str
    login: str


def club_problems(path: str, book: Book) -> list[Problem]:
    """Return the problems of a session of a club: unreadable entries, and league rows that do not
    follow from its log."""
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
    """Return the entries that name a login of the club that did not write them."""
    home = home_of(path)
    logins = home.logins()
    return [
        OtherWriter(number, entry.by, written.login)
        for number, (entry, written) in enumerate(zip(entries, home.written(path), strict=False), 1)
        if _is_others(entry, written, logins)
    ]


def written_otherwise(path: str, entries: Sequence[Entry]) -> list[WrittenEntry | None]:
    """Return, for each entry, the login that wrote it and when, if the entry names another login of
    the club or another time, else None."""
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

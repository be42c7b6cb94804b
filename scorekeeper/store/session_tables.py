"""The rows of a session, as a home that keeps those of its league is given them, and what is wrong
with those that it has."""

import datetime
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from scorekeeper.league.evening import KIND, Evening, row_of_evening
from scorekeeper.league.session_row import evening_after
from scorekeeper.league.table_rows import in_json, rows_of
from scorekeeper.record.book import Act, Book
from scorekeeper.store.calendar_day import with_day
from scorekeeper.store.home import KeptRows, Telling
from scorekeeper.text.message import CommandLine, Words, in_turn, say
from scorekeeper.text.problems import Problem

# columns that nobody works out
OF_THE_SERVER = ("club", "session", "told", "digest", "at", "by", "again", "played_on", "begun_at")
OF_A_VERSION = (*OF_THE_SERVER, "kind", "line")
MOST_DIFFERENCES = 3


def told_after(changed: tuple[Book, Act]) -> Telling:
    """The rows of a session once the entries of an act stand in it."""
    book, act = changed
    return telling_of(book.name, evening_after(book, act))


def telling_of(name: str, evening: Evening) -> Telling:
    """The rows of a session that is listed under this name."""
    rows = rows_of(name, with_day(evening))
    return Telling(name, in_json(rows, kind=KIND, line=row_of_evening(evening)))


def kept_row_problems(evening: Evening, kept: KeptRows) -> list[Problem]:
    """Return what is wrong with the rows that a home keeps of a session."""
    wanted, found = json.loads(telling_of("", evening).tables), json.loads(kept.tables)
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
    """Yield what is different in the rows of each table."""
    for table, rows in wanted.items():
        own, others = (sorted(map(_key, one)) for one in (rows, found[table]))
        if own != others:
            yield say("{table}: there are other rows", table=table)
            continue
        for row, other in zip(sorted(rows, key=_key), sorted(found[table], key=_key), strict=True):
            who = str(row.get("player") or row.get("contract") or table)
            # a line of another version of the program means something else
            passed = OF_THE_SERVER if other.get("kind") == row.get("kind") else OF_A_VERSION
            for column, value in row.items():
                if column not in passed and not _is_same(column, value, other.get(column)):
                    yield say(
                        "{who}: {column} is {other}, not {value}",
                        who=who, column=column, other=str(other.get(column)), value=str(value),
                    )  # fmt: skip


def _key(row: Mapping[str, Any]) -> tuple[str, int]:
    """Return what tells a row of a session from the others of its table."""
    return row.get("contract", ""), row.get("number", 0)


def _is_same(column: str, value: Any, other: Any) -> bool:
    """Return True for the same value. A day is that of whoever kept it, whose clock may be another
    one's."""
    if column == "day" and value != other:
        with suppress(ValueError, TypeError):
            days = [datetime.date.fromisoformat(one) for one in (value, other)]
            return abs(days[0] - days[1]).days <= 1
    return bool(value == other)

"""The rows of a session, as a home that keeps those of its league is given them."""

from scorekeeper.book import Act, Book
from scorekeeper.league.evening import KIND, Evening, row_of_evening
from scorekeeper.league.session_row import evening_after
from scorekeeper.league.table_rows import in_json, rows_of
from scorekeeper.store.calendar_day import with_day
from scorekeeper.store.home import Telling


def told_after(changed: tuple[Book, Act]) -> Telling:
    """The rows of a session once the entries of an act stand in it."""
    book, act = changed
    return telling_of(book.name, evening_after(book, act))


def telling_of(name: str, evening: Evening) -> Telling:
    """The rows of a session that is listed under this name."""
    rows = rows_of(name, with_day(evening))
    return Telling(name, in_json(rows, kind=KIND, line=row_of_evening(evening)))

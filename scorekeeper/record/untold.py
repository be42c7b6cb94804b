"""What happened between the deals of a session, of which a sheet says nothing."""

from __future__ import annotations

from scorekeeper.game.log import FINISH, NOTE
from scorekeeper.game.standing import Standing, standing
from scorekeeper.record.book import Book
from scorekeeper.text.message import CommandLine, listing, say_n
from scorekeeper.text.problems import Problem, see


def untold_by_sheet(book: Book) -> list[Problem]:
    """Why the sheet of a session cannot be audited: a penalty, a choice, a turn or a seat that
    changed between its deals counts in them, and no row of a sheet says it."""
    happened = [event for event in book.standing.events if event.what not in (NOTE, FINISH)]
    if not happened or _are_alike(book.standing, _of_deals_alone(book)):
        return []
    numbers = dict.fromkeys(str(event.number) for event in happened)
    message = say_n(
        len(numbers),
        "what happened before deal {numbers} stands in no row of a deal, so that this sheet "
        "cannot be audited",
        "what happened before deals {numbers} stands in no row of a deal, so that this sheet "
        "cannot be audited",
        numbers=listing(numbers, "and"),
    )
    return [Problem("audit-events", message, None, (see(CommandLine("log")),))]


def _of_deals_alone(book: Book) -> Standing:
    """The deals of a session as the table is now, without what happened between them."""
    between = {event.what for event in book.standing.events}
    return standing(book.agreed, [one for one in book.folded.course if one.what not in between])


def _are_alike(now: Standing, other: Standing) -> bool:
    """Whether the same people sat, dealt, declared and scored in each deal."""
    tables = {table.players for table in (*now.tables, now.agreed)}
    both = [[(deal.turn, deal.points, deal.totals) for deal in one.deals] for one in (now, other)]
    return len(tables) == 1 and both[0] == both[1]

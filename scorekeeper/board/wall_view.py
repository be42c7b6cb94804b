"""A board on a wall: the totals large, who deals next, the quotas, the curve."""

from __future__ import annotations

from scorekeeper.board.live_parts import coming_part, places_part, top
from scorekeeper.book import Book
from scorekeeper.language import tr
from scorekeeper.render.html.element import Html, element, section
from scorekeeper.render.html.svg_chart import chart
from scorekeeper.sheet.summary import summary_of


def wall_parts(book: Book) -> list[Html]:
    """What stands on the page of a tablet or a television that is read across the room."""
    summary, rules = summary_of(book.standing, book.name), book.agreed.rules
    curve = section(tr("Running totals"), chart(summary.sheet, rules), class_="curve")
    return [
        top(summary.sheet, rules),
        places_part(summary, rules),
        element("div", coming_part(book), curve, class_="below"),
    ]

"""A board on a wall: the totals large, who deals next, the quotas, the curve."""

from __future__ import annotations

from scorekeeper.board.live_parts import coming_part, places_part, top
from scorekeeper.game.standing import Standing
from scorekeeper.record.book import Book
from scorekeeper.render.html.element import NOTHING, Html, element, section, text
from scorekeeper.render.html.svg_chart import chart
from scorekeeper.report.dispute_lines import still_words
from scorekeeper.report.summary import summary_of
from scorekeeper.text.language import tr


def _open(now: Standing) -> Html:
    """Which deals are disputed, or wait; then totals are what they may come to."""
    return element("p", text(still_words(now)), class_="notice") if now.readings else NOTHING


def wall_parts(book: Book) -> list[Html]:
    """What stands on the page of a tablet or a television that is read across the room."""
    summary, rules = summary_of(book.standing, book.name), book.agreed.rules
    curve = section(tr("Running totals"), chart(summary.sheet, rules), class_="curve")
    return [
        top(summary.sheet, rules),
        _open(book.standing),
        places_part(summary, rules),
        element("div", coming_part(book), curve, class_="below"),
    ]

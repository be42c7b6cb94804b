"""What somebody needs to win, once they have said who they are."""

from __future__ import annotations

from scorekeeper.board.live_parts import top
from scorekeeper.board.phone_words import typed_on_phone
from scorekeeper.record.book import Book
from scorekeeper.render.html.element import (
    NOTHING,
    Html,
    element,
    joined,
    name,
    section,
    text,
    told,
)
from scorekeeper.render.outlook_text import outlook_text
from scorekeeper.report.outlook_sheet import outlook_sheet
from scorekeeper.report.sheet import sheet_of
from scorekeeper.text.language import tr
from scorekeeper.text.problems import Refused
from scorekeeper.text.speech import text_of

WIDE = 10_000  # columns: a phone breaks lines itself


def need_part(book: Book) -> Html:
    """Who may be meant, each by a link; the script puts what it leads to below, and remembers who
    was chosen."""
    if book.standing.next_turn is None:
        return NOTHING
    links = [
        element("a", name(player), href=f"/need?for={number}", data_need=number)
        for number, player in enumerate(book.agreed.players)
    ]
    people = element("p", joined(links, " "), class_="people")
    return section(
        tr("What I need"), people, element("div", id="needed", role="status"), class_="need"
    )


def need_parts(book: Book, number: int) -> list[Html]:
    """The page of one player: what their side needs."""
    sheet, rules = sheet_of(book.standing, book.name), book.agreed.rules
    line = told(_needed(book, number), book.agreed.players)
    back = element("p", element("a", text(tr("for a phone")), href="/"))
    who = book.agreed.players[number]
    return [
        top(sheet, rules),
        element("h2", told(tr("What {player} needs", player=who), [who])),
        element("p", line, id="said"),
        back,
    ]


def _needed(book: Book, number: int) -> str:
    try:
        outlook = outlook_sheet(book.standing, book.agreed.side_of[number])
    except Refused as refusal:
        return text_of(refusal.messages, typed_on_phone)
    return outlook_text(outlook, book.agreed.rules, WIDE, plain=True)

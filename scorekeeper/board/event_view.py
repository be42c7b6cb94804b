"""An event on a board: who sits where in the round that goes on, what is missing, how everybody
stands; for a wall in large letters."""

from __future__ import annotations

from scorekeeper.board.event_followed import EventNow
from scorekeeper.event import Event
from scorekeeper.event.event_standings import TOTAL, event_standings
from scorekeeper.event.table_sessions import played_of
from scorekeeper.language import tr
from scorekeeper.render.html.element import (
    NOTHING,
    Html,
    element,
    joined,
    lines_list,
    name,
    section,
    text,
    told,
)
from scorekeeper.render.html.section_page import chart_table
from scorekeeper.render.standings_sections import standings_chart
from scorekeeper.render.wall_sections import apart_lines, by_name
from scorekeeper.sheet.event_round import RoundPage, TableRow, round_page
from scorekeeper.sheet.standings_page import StandingsPage, standings_page
from scorekeeper.words.phrases import signed

CROWD = 12  # people in the standings of a wall in its largest letters


def event_phone_parts(now: EventNow, event: Event) -> list[Html]:
    """What stands on the page of a phone: one's own table, the standings, every table."""
    round_, page = _round(now, event), _standings(now, event)
    return [_top(event, round_), _names(round_), _standings_part(page), _tables(round_)]


def event_wall_parts(now: EventNow, event: Event) -> list[Html]:
    """What stands on the page of a wall: the tables, and the standings beside them."""
    round_, page = _round(now, event), _standings(now, event)
    both = element("div", _tables(round_), _standings_part(page), class_="beside")
    return [_top(event, round_), both]


def _round(now: EventNow, event: Event) -> RoundPage:
    """The round that goes on; before the first begins the first, as far as it is drawn."""
    return round_page(event, max(event.begun, 1), now.told)


def _standings(now: EventNow, event: Event) -> StandingsPage:
    terms = event.terms
    found = event_standings(terms.plan, played_of(event, now.told))
    return standings_page(found, terms.name, terms.rounds, event.finished)


def _top(event: Event, round_: RoundPage) -> Html:
    """Which event, which round, who has no table."""
    number = tr("round {number} of {rounds}", number=round_.round, rounds=round_.rounds)
    apart = [told(line, event.names) for line in apart_lines(round_)]
    return element(
        "header",
        element("h1", name(event.terms.name)),
        element("p", text(tr("the event is over") if event.finished else number)),
        lines_list(apart),
    )


def _tables(round_: RoundPage) -> Html:
    """A card for each table: who sits there, and what it came to."""
    cards = [_card(row) for row in round_.tables]
    return section(
        tr("Tables"), element("ol", *cards, class_="tables", role="list") if cards else NOTHING
    )


def _card(row: TableRow) -> Html:
    points = row.points or ()
    people = [
        joined([name(who), *([text(f" {signed(points[at])}")] if points else [])])
        for at, who in enumerate(row.people)
    ]
    why = element("p", text(row.missing), class_="open") if row.missing else NOTHING
    title = element("h3", text(tr("table {number}", number=row.table)))
    return element("li", title, lines_list(people), why)


def _names(round_: RoundPage) -> Html:
    """Everybody with their table, to be opened by who looks for their own."""
    rows = [
        element("li", name(who), text(" "), element("b", text(where)))
        for who, where in by_name(round_)
    ]
    if not rows:
        return NOTHING
    title = element("summary", text(tr("Where do I sit?")))
    return element("details", title, element("ul", *rows, class_="names"), id="names")


def _standings_part(page: StandingsPage) -> Html:
    """The table of the standings, and what parted those who are level."""
    after = tr("after {number} of {rounds} rounds", number=page.rounds, rounds=page.of)
    reasons = [row.ahead.say for row in page.rows if row.ahead and row.ahead.by != TOTAL]
    people = [row.name for row in page.rows]
    lines = lines_list(told(line, people) for line in reasons)
    look = "crowd" if len(people) > CROWD else None
    return section(tr("Standings"), chart_table(after, standings_chart(page)), lines, class_=look)

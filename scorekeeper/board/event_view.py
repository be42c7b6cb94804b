"""The views of an event (tournament): the tables of the present round, missing results, and
standings, for phones and in large letters for a wall display."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.base.exact_numbers import signed
from scorekeeper.board.session_watch import EventNow
from scorekeeper.event import Event
from scorekeeper.event.event_standings import TOTAL, event_standings
from scorekeeper.event.session_assignment import played_of
from scorekeeper.render.event_text import apart_lines, by_name
from scorekeeper.render.html.element import (
    NOTHING,
    Html,
    element,
    filled,
    joined,
    lines_list,
    name,
    section,
    text,
    told,
)
from scorekeeper.render.html.writer import table_markup
from scorekeeper.report.event.event_values import RoundPage, TableRow, round_page
from scorekeeper.report.event.standings_document import (
    after_line,
    left_lines,
    missing_lines,
    place_shown,
    rows_shown,
    standings_table,
)
from scorekeeper.report.event.standings_page import (
    StandingRow,
    StandingsPage,
    number_shown,
    standings_page,
)
from scorekeeper.text.translation import tr

CROWD = 12  # players up to which a wall shows their rounds, in its largest letters
THRONG = 30  # players up to which a wall uses medium letters


def event_phone_parts(now: EventNow, event: Event) -> list[Html]:
    """Return the parts of an event's page for phones: each player's table, standings, all tables,
    and missing results."""
    round_, page = _round(now, event), _standings(now, event)
    names = NOTHING if event.finished else _names(round_)
    standings = _standings_part(page)
    return [_top(event, round_), names, standings, _tables(round_), _missing(page)]


def event_wall_parts(now: EventNow, event: Event) -> list[Html]:
    """Return the parts of an event's page for a wall display: the tables, the standings next to
    them, and missing results."""
    round_, page = _round(now, event), _standings(now, event)
    number = len(page.rows)
    standings = _standings_part(page) if number <= CROWD else _places_part(page)
    look = "beside throng" if number > THRONG else "beside"
    both = element("div", _tables(round_), standings, class_=look)
    return [_top(event, round_), both, _missing(page)]


def _round(now: EventNow, event: Event) -> RoundPage:
    """Return the present round with its tables; before the start of the event, the first round."""
    return round_page(event, max(event.begun, 1), now.told)


def _standings(now: EventNow, event: Event) -> StandingsPage:
    terms = event.terms
    found = event_standings(terms.plan, played_of(event, now.told))
    return standings_page(found, terms.name, terms.rounds, event.finished)


def _top(event: Event, round_: RoundPage) -> Html:
    """Return the header: the event, the number of the round, and the players without a table."""
    number = tr("round {number} of {rounds}", number=round_.round, rounds=round_.rounds)
    apart = [told(line, event.names) for line in apart_lines(round_)]
    return element(
        "header",
        element("h1", name(event.terms.name)),
        element("p", text(tr("the event is over") if event.finished else number)),
        lines_list(apart),
    )


def _tables(round_: RoundPage) -> Html:
    """Return one box for each table of players, with their names and the result."""
    cards = [_card(row) for row in round_.tables]
    return section(
        tr("Tables"), element("ol", *cards, class_="tables", role="list") if cards else NOTHING
    )


def _card(row: TableRow) -> Html:
    points = [text(f" {signed(one)}") for one in row.points or ()] or [NOTHING] * len(row.people)
    people = [
        joined([_seated(who, row), shown]) for who, shown in zip(row.people, points, strict=True)
    ]
    why = element("p", text(row.missing), class_="open") if row.missing else NOTHING
    title = element("h3", text(tr("table {number}", number=row.table)))
    return element("li", title, lines_list(people), why)


def _seated(who: str, row: TableRow) -> Html:
    """Return the name of a player at a table. A substitute is shown as `Eva for Cleo`."""
    if who not in row.stand_ins:
        return name(who)
    sentence = tr("{player} for {other}")
    return filled(sentence, player=name(row.stand_ins[who]), other=name(who))


def _missing(page: StandingsPage) -> Html:
    """Return the list of missing results of earlier rounds."""
    before = page._replace(missing=tuple(one for one in page.missing if one.round < page.rounds))
    return section(tr("No result yet"), lines_list(map(text, missing_lines(before))))


def _names(round_: RoundPage) -> Html:
    """Return the list of all players with their tables, which opens at a tap."""
    rows = [
        element("li", name(who), text(" "), element("b", text(where)))
        for who, where in by_name(round_)
    ]
    if not rows:
        return NOTHING
    title = element("summary", text(tr("Where do I sit?")))
    return element("details", title, element("ul", *rows, class_="names"), id="names")


def _standings_part(page: StandingsPage) -> Html:
    """Return the standings as an HTML table, followed by the reasons that broke ties."""
    reasons = [row.ahead.say for row in page.rows if row.ahead and row.ahead.by != TOTAL]
    people = [row.name for row in page.rows]
    lines = lines_list(told(line, people) for line in [*reasons, *left_lines(page)])
    table = Html(table_markup(replace(standings_table(page), caption=after_line(page))))
    return section(tr("Standings"), table, lines)


def _places_part(page: StandingsPage) -> Html:
    """Return short standings in columns: place, name and total. They are used where a wall display
    has no room for each player's rounds."""
    places = element("ol", *map(_place, rows_shown(page)), class_="places", role="list")
    lines = lines_list(map(text, left_lines(page)))
    return section(tr("Standings"), element("p", text(after_line(page))), places, lines)


def _place(row: StandingRow) -> Html:
    total = element("b", text(number_shown(row.total)))
    return element("li", element("span", text(place_shown(row))), name(row.name), total)

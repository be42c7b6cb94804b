"""The league as a page that is printed and kept."""

from __future__ import annotations

from scorekeeper.language import tr
from scorekeeper.render.html.element import (
    Html,
    cell,
    element,
    head,
    name,
    page,
    row,
    section,
    table,
    text,
)
from scorekeeper.render.html.style import STYLE
from scorekeeper.render.league_tables import (
    Games,
    Names,
    Table,
    league_notes,
    league_tables,
    league_title,
)
from scorekeeper.sheet.league_value import LeagueStandings
from scorekeeper.speech import labelled


def league_page(league: LeagueStandings, known: Games) -> str:
    """The standings, a table under each heading."""
    title, said = tr("League"), league_title(league)
    notes = [element("p", text(note)) for note in league_notes(league)]
    top = element("header", element("h1", text(title)), element("p", text(said)), *notes)
    tables = [_section(found) for found in league_tables(league, known, Names())]
    return page(labelled(title, said), STYLE, top, *tables)


def _section(found: Table) -> Html:
    """A table whose first column names its rows."""
    first, *others = found.heads
    heads = row(head(text(first)), *(head(text(word), "n") for word in others))
    rows = [
        row(head(name(who), scope="row"), *(cell(text(number), "n") for number in numbers))
        for who, *numbers in found.rows
    ]
    return section(found.title, table(found.caption, [heads], rows), class_="deals")

"""The league as a page to print and save."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from scorekeeper.render.html.element import (
    Html,
    HtmlCell,
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
    NameWidths,
    ReportTable,
    calendar_grids,
    crosstable,
    form_table,
    league_notes,
    league_title,
    person_tables,
    record_tables,
    runs_table,
    standings_tables,
)
from scorekeeper.report.league.league_value import Games, LeagueStandings
from scorekeeper.text.message_text import labelled
from scorekeeper.text.translation import tr

Anchors = Mapping[str, str]  # where on the page somebody has a section, by name


def league_page(league: LeagueStandings, known: Games) -> str:
    """Return the page of the league: the standings, a table under each heading, statistics of the
    evenings, and a section for each person, to which the name links."""
    title, said = tr("League"), league_title(league)
    notes = [element("p", text(note)) for note in league_notes(league)]
    top = element("header", element("h1", text(title)), element("p", text(said)), *notes)
    people = [row.player for row in league.players]
    if league.person is not None:
        people = [league.person]
    at = {person: f"person-{number}" for number, person in enumerate(people, 1)}
    persons = [_person(league, person, known, at) for person in people]
    rest = [_section(found, at) for found in _tables(league, known)]
    parts = [*persons, *_calendar(league), *rest]
    if league.person is None:
        parts = [*rest, *_calendar(league), *persons]
    return page(labelled(title, said), STYLE, top, *parts)


def _tables(league: LeagueStandings, known: Games) -> Iterator[ReportTable]:
    names = NameWidths()
    yield from standings_tables(league, known, names, has_declared=True)
    yield from form_table(league.form, names)
    yield from runs_table(league.streaks, names)
    yield from crosstable(league, names)
    yield from record_tables(league, known, names)


def _person(league: LeagueStandings, person: str, known: Games, at: Anchors) -> Html:
    """Return the section of a person, under the name."""
    first, *others = person_tables(league, person, known, NameWidths())
    tables = [_table(first, first.caption, at)]
    tables += [_table(found, labelled(found.title, found.caption), at) for found in others]
    title = element("h2", name(person))
    return element("section", title, *tables, class_="deals", id=at[person])


def _calendar(league: LeagueStandings) -> Iterable[Html]:
    """Yield the calendar section, with a table for each year."""
    years = [_table(found, found.caption, {}) for found in calendar_grids(league.calendar)]
    yield section(tr("Calendar"), *years, class_="deals")


def _section(found: ReportTable, at: Anchors) -> Html:
    return section(found.title, _table(found, found.caption, at), class_="deals")


def _table(found: ReportTable, caption: str, at: Anchors) -> Html:
    """Return a table whose first column names its rows."""
    first, *others = found.heads
    kinds = [None if place in found.words else "n" for place in range(1, len(found.heads))]
    heads = row(head(text(first)), *map(head, map(text, others), kinds))
    rows = []
    for place, (who, *cells) in enumerate(found.rows):
        shades = found.shades[place] if found.shades else [0] * len(cells)
        shown = map(_cell, cells, kinds, shades)
        rows.append(row(head(_name(who, found, at), scope="row"), *shown))
    return table(caption, [heads], rows)


def _name(who: str, found: ReportTable, at: Anchors) -> Html:
    """Return a name, as a link if it is a person's who has a section."""
    shown = name(who)
    return element("a", shown, href=f"#{at[who]}") if found.of_people and who in at else shown


def _cell(words: str, kind: str | None, shade: int) -> HtmlCell:
    return cell(text(words), f"{kind} heat{shade}" if shade else kind)

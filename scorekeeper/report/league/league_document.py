"""The league as a document. A screen shows the standings or all tables, pages show all tables, and
HTML adds a section for each player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from scorekeeper.report.document import (
    PAGES,
    Block,
    Document,
    Output,
    Paragraph,
    Section,
    Table,
    shown_blocks,
)
from scorekeeper.report.league.league_tables import (
    PLAYER,
    crosstable_section,
    form_section,
    months_section,
    pairs_section,
    person_sections,
    record_sections,
    runs_section,
    standings_sections,
    years_section,
)
from scorekeeper.report.league.league_value import Games, LeagueStandings
from scorekeeper.text.local_formats import days_words
from scorekeeper.text.message import CommandLine, Name
from scorekeeper.text.message_text import labelled, text_of
from scorekeeper.text.translation import tr, trn

CROWD = 12  # people whose crosstable a screen has room for
MOST_PAIRS, MOST_MONTHS = 12, 24  # rows of tables on a screen


def league_document(
    league: LeagueStandings, known: Games, output: Output, is_full: bool = False
) -> Document:
    """Return the league for an output; `is_full` adds the tables that a screen omits. Games
    missing from `known` appear by id."""
    title = _title(league)
    blocks = _blocks(league, known, output, is_full or output in PAGES)
    return Document(title, (*map(Paragraph, _notes(league)), *blocks), tr("League"), title)


def _title(league: LeagueStandings) -> str:
    """Return the number of evenings and of deals, and the dates."""
    said = [
        trn(league.evenings, "{n} evening", "{n} evenings"),
        trn(league.deals, "{n} deal", "{n} deals"),
    ]
    if league.early:
        said.append(trn(league.early, "{n} ended early", "{n} ended early"))
    if league.first and league.last:
        said.append(days_words(league.first, league.last))
    return " · ".join(said)


def _notes(league: LeagueStandings) -> Iterator[str]:
    """Yield notes on how evenings that ended early count, and on several sessions of one
    evening."""
    if league.apart:
        yield trn(
            league.apart,
            "{n} that ended early stands apart, its win is not counted; `{command}` counts it",
            "{n} that ended early stand apart, their wins are not counted; `{command}` counts them",
            command=text_of(CommandLine("league", ("--early", "won"))),
        )
    if league.further:
        yield trn(
            league.further,
            "each session counts as an evening, also {n} that went on with an evening that "
            "another began",
            "each session counts as an evening, also {n} that went on with an evening that "
            "another began",
        )


def _blocks(
    league: LeagueStandings, known: Games, output: Output, is_full: bool
) -> Iterator[Block]:
    """Yield the league's sections, those of `league.person` first."""
    is_page, person = output is Output.HTML, league.person
    people = [row.player for row in league.players] if person is None else [person]
    anchors = {name: f"person-{at}" for at, name in enumerate(people, 1)} if is_page else {}
    if person is not None:
        yield from _person(league, person, known, anchors)
        yield _calendar(league, output)
    for section in _general(league, known, output, is_full):
        yield _linked(section, anchors)
    if person is None:
        if is_full:
            yield _calendar(league, output)
        for name in anchors:
            yield from _person(league, name, known, anchors)
    if not is_full:
        command = text_of(CommandLine("league", ("--full",)))
        yield Paragraph(
            tr(
                "`{command}` adds the runs, the records, what everybody declared and the calendar",
                command=command,
            )
        )


def _general(
    league: LeagueStandings, known: Games, output: Output, is_full: bool
) -> Iterator[Section]:
    """Yield the sections on everybody."""
    yield from standings_sections(league, known, has_declared=is_full)
    if is_full or league.person is None:
        yield form_section(league)
    if is_full:
        yield runs_section(league)
    yield _head_to_head(league, output)
    if is_full:
        yield from record_sections(league, known)


def _head_to_head(league: LeagueStandings, output: Output) -> Section:
    """Return the crosstable in HTML. Elsewhere, return the crosstable with the list of pairs as
    its replacement on a narrow screen, or only the list for many players."""
    crossed = crosstable_section(league)
    if output is Output.HTML:
        return crossed
    pairs = pairs_section(league.pairs if output in PAGES else league.pairs[:MOST_PAIRS])
    left = len(league.pairs) - MOST_PAIRS
    if left > 0 and output not in PAGES:
        line = trn(
            left,
            "{n} more pair; `--player NAME` shows one player's",
            "{n} more pairs; `--player NAME` shows one player's",
        )
        pairs = replace(pairs, blocks=(*pairs.blocks, Paragraph(line)))
    if len(league.players) > CROWD:
        return pairs
    (table,) = crossed.blocks
    assert isinstance(table, Table)
    return replace(crossed, blocks=(replace(table, instead=pairs.blocks),))


def _calendar(league: LeagueStandings, output: Output) -> Section:
    """Return the calendar: a table a year in HTML, else a table of months. A screen shows the last
    months and the number of earlier months."""
    if output is Output.HTML:
        return years_section(league.calendar)
    left = len(league.calendar) - MOST_MONTHS
    if output in PAGES or left <= 0:
        return months_section(league.calendar)
    months = months_section(league.calendar[-MOST_MONTHS:])
    line = trn(
        left,
        "{n} more month before these; `--until YYYY-MM-DD` shows earlier ones",
        "{n} more months before these; `--until YYYY-MM-DD` shows earlier ones",
    )
    return replace(months, blocks=(*months.blocks, Paragraph(line)))


# --- the sections of people in HTML ------------------------------------------------------------


_Anchors = Mapping[str, str]  # the targets of links to people's sections, by name


def _person(
    league: LeagueStandings, person: str, known: Games, anchors: _Anchors
) -> Iterable[Section]:
    """Return a player's sections. With `anchors`, return one section whose tables have the titles
    as captions."""
    sections = person_sections(league, person, known)
    if not anchors:
        return sections
    first, *others = (_linked(section, anchors) for section in sections)
    tables = (
        replace(table, caption=labelled(text_of(section.title), text_of(table.caption)))
        for section in others
        for table in shown_blocks(section.blocks, Output.HTML)
        if isinstance(table, Table)
    )
    return [Section(Name(person), (*first.blocks, *tables), anchor=anchors[person])]


def _linked(section: Section, anchors: _Anchors) -> Section:
    """Return the section with each player's name linked to that player's section."""
    (table,) = section.blocks if len(section.blocks) == 1 else (None,)
    if not anchors or not isinstance(table, Table) or table.columns[0].key != PLAYER:
        return section
    rows = (
        replace(row, cells=(replace(who, link=anchors.get(str(who.text), "")), *cells))
        for row in table.rows
        for who, *cells in [row.cells]
    )
    return replace(section, blocks=(replace(table, rows=tuple(rows)),))

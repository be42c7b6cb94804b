"""An event as text: rounds, log, the seating list for the wall."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.base.exact_numbers import signed
from scorekeeper.render.csv_tables import csv_text
from scorekeeper.render.page_sections import Chart, PageSection
from scorekeeper.render.terminal_tables import is_within, text_table
from scorekeeper.report.event.event_values import (
    EventListRow,
    EventLogRow,
    MissingRow,
    RoundPage,
    TableRow,
)
from scorekeeper.report.event.standings_page import table_word
from scorekeeper.text.local_formats import alphabet_key
from scorekeeper.text.message_text import labelled, names_listed, parted
from scorekeeper.text.terminal_text import (
    NO_INK,
    Ink,
    all_wrapped,
    cut,
    padded,
    safe,
    width_of,
    wrapped,
)
from scorekeeper.text.translation import marked, tr, trn

# --- event text --------------------------------------------------------------------------------
# An event as text: its rounds, what is missing, its log, and the list of events.


GAP = 2
HEADS = (marked("people"), marked("session"), marked("result"))
SIDES = ("right", "left", "left", "left")
STATES = {
    "begun": marked("begun"), "going on": marked("going on"), "finished": marked("finished"),
}  # fmt: skip
DRAWN = {
    "even": marked("drawn as even as can be"), "standing": marked("drawn by the standings"),
    "random": marked("drawn by chance"), "hand": marked("seated by hand"),
}  # fmt: skip


def round_text(page: RoundPage, width: int, ink: Ink = NO_INK) -> str:
    """A round, no wider than the width: a table a row where there is room for that, else each in
    lines of its own; who sits out, and who is not there."""
    rows = [_cells(row) for row in page.tables]
    columns = range(len(SIDES) if page.begun else 2)
    heads = [table_word(), *map(tr, HEADS)][: len(columns)]
    shown = [[row[n] for n in columns] for row in rows]
    lines = [ink.bold(line) for line in wrapped(_title(page), width, "  ")]
    if shown and is_within(heads, shown, width, GAP):
        lines.append(text_table(heads, shown, [SIDES[n] for n in columns], GAP, ink))
    else:
        lines += all_wrapped(map(_line, rows), width)
    return "\n".join([*lines, *all_wrapped(_others(page), width)])


def _title(page: RoundPage) -> str:
    title = tr(
        "{event}, round {number} of {rounds}",
        event=page.event, number=page.round, rounds=page.rounds,
    )  # fmt: skip
    if page.begun:
        return title
    return labelled(title, tr(DRAWN[page.drawn]) if page.drawn in DRAWN else tr("not drawn yet"))


def _cells(row: TableRow) -> tuple[str, ...]:
    people = [
        tr("{player} for {other}", player=row.stand_ins[name], other=name)
        if name in row.stand_ins
        else name
        for name in row.people
    ]
    result = row.missing or ""
    if row.points is not None:
        result = ", ".join(map(signed, row.points))
    return str(row.table), ", ".join(people), row.session or "", result


def _line(cells: Sequence[str]) -> str:
    number, *told = filter(None, cells)
    return labelled(tr("table {number}", number=number), parted(told))


def _others(page: RoundPage) -> Iterable[str]:
    """Who has no table, and why."""
    if page.out:
        yield labelled(tr("out"), names_listed(page.out))
    if page.late:
        yield labelled(tr("come later"), names_listed(page.late))
    if page.away:
        yield labelled(tr("not there"), names_listed(page.away))


def missing_lines(rows: Sequence[MissingRow]) -> Iterable[str]:
    """`round 2, table 3 (SESSION): Ann, Bob, Cal: the game is not over`, a line a table."""
    for row in rows:
        place = tr(
            "round {number}, table {table}, {session}",
            number=row.round, table=row.table, session=row.session,
        )  # fmt: skip
        yield safe(labelled(place, f"{', '.join(row.people)} – {row.why}"))


def log_lines(rows: Iterable[EventLogRow]) -> Iterable[str]:
    """`2026-11-21 19:05  ABFH-JKLM  round 1 begins at 8 tables (Ann)`, a line an entry."""
    for row in rows:
        when = row.at.replace("T", " ")[:16]
        by = labelled(row.by, row.why) if row.by and row.why else row.by or row.why
        sentence = f"{row.say} ({by})" if by else row.say
        yield safe("  ".join(filter(None, (when, row.seal, sentence))))


def events_lines(rows: Iterable[EventListRow]) -> Iterable[str]:
    """`* spring-cup: GAME, 27 people, round 2 of 5, going on`, a line an event."""
    for row in rows:
        people = trn(row.people, "{n} person", "{n} people")
        rounds = tr("round {number} of {rounds}", number=row.begun, rounds=row.rounds)
        told = ", ".join((row.game, people, rounds, tr(STATES[row.state])))
        yield safe(f"{'*' if row.current else ' '} {labelled(row.name, told)}")


# --- wall sections -----------------------------------------------------------------------------
# What hangs on the wall at an event, and the slips that go round, as text: who sits where by
# table and by name, and room for the points of each table.


# Columns of a slip, of the line between two of them, and of a name; a line to write upon.
WIDEST, NAME, ROOM = 79, 24, "_" * 10
COLUMN_GAP, INDENT = "  ", "   "
BY_TABLE, BY_NAME = "table", "name"
WAYS = (BY_TABLE, BY_NAME)


def round_title(page: RoundPage) -> str:
    """`spring-cup, round 2 of 5`."""
    return tr(
        "{event}, round {number} of {rounds}",
        event=page.event, number=page.round, rounds=page.rounds,
    )  # fmt: skip


def by_name(page: RoundPage) -> list[tuple[str, str]]:
    """Everybody in the order of the alphabet of the language spoken, with their table, or that they
    sit out."""
    tables = {name: str(row.table) for row in page.tables for name in row.people}
    out = dict.fromkeys(page.out, tr("out"))
    return sorted({**tables, **out}.items(), key=lambda one: alphabet_key(one[0]))


def apart_lines(page: RoundPage) -> Iterator[str]:
    """Who has no table, and why."""
    for words, names in (
        (tr("out"), page.out), (tr("come later"), page.late), (tr("not there"), page.away)
    ):  # fmt: skip
        if names:
            yield labelled(words, names_listed(names))


def seating_sections(page: RoundPage, ways: Iterable[str] = WAYS) -> list[PageSection]:
    """The round in sections: by table, by name, or both."""
    known = {BY_TABLE: _tables_section, BY_NAME: _names_section}
    deals = [tr("whoever is named first at a table deals first")] if page.tables else []
    head = PageSection(round_title(page), [*apart_lines(page), *deals])
    return [head, *(known[way](page) for way in ways)]


def _tables_section(page: RoundPage) -> PageSection:
    rows = tuple((str(row.table), ", ".join(row.people)) for row in page.tables)
    return PageSection(tr("By table"), [], [Chart((table_word(), tr("people")), rows)])


def _names_section(page: RoundPage) -> PageSection:
    chart = Chart((tr("player"), table_word()), tuple(by_name(page)))
    return PageSection(tr("By name"), [], [chart])


def seating_csv(page: RoundPage) -> str:
    """A row a person: round, table, place, name, session; without a table for who sits out."""
    rows = [
        [page.round, row.table, place, name, row.session]
        for row in page.tables
        for place, name in enumerate(row.people, 1)
    ]
    rows += [[page.round, None, None, name, None] for name in page.out]
    return csv_text([["round", "table", "place", "name", "session"], *rows])


def slips_text(page: RoundPage, width: int) -> str:
    """A slip a table, no wider than the width, to be cut along the lines between."""
    slips = ["\n".join(_slip_lines(page, row, width)) for row in page.tables]
    across = "- " * ((min(width, WIDEST) - 1) // 2) + "-"
    return f"\n\n{across}\n\n".join(slips)


def _slip_lines(page: RoundPage, row: TableRow, width: int) -> Iterator[str]:
    table = tr("table {number}", number=row.table)
    yield from wrapped(
        " · ".join(filter(None, [round_title(page), table, row.session])), width, INDENT
    )
    rooms = (labelled(tr("points"), ROOM), labelled(tr("signature"), ROOM * 2))
    is_beside = width_of(COLUMN_GAP.join((" " * NAME, *rooms))) <= width
    for place, name in enumerate(row.people, 1):
        yield from _slip_row(f"{place}. {name}", rooms, is_beside, width)
    yield from _slip_row("", (labelled(tr("sum"), ROOM),), is_beside, width)
    yield from wrapped(tr("{player} deals first", player=row.people[0]), width, INDENT)


def _slip_row(who: str, rooms: Sequence[str], is_beside: bool, width: int) -> list[str]:
    """Somebody and room to write: beside the name, else below it in one line, or in a line each."""
    if is_beside:
        return [COLUMN_GAP.join((padded(who, NAME), *rooms))]
    line = INDENT + COLUMN_GAP.join(rooms)
    below = [line] if width_of(line) <= width else [cut(INDENT + room, width) for room in rooms]
    return [cut(who, width), *below] if who else below

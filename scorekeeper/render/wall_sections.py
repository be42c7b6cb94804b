"""What hangs on the wall at an event, and the slips that go round, as text: who sits where by table
and by name, and room for the points of each table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.render.csv_tables import csv_text
from scorekeeper.render.section import Chart, Section
from scorekeeper.report.event.event_round import RoundPage, TableRow
from scorekeeper.report.event.event_words import table_word
from scorekeeper.text.alphabet import alphabet_key
from scorekeeper.text.language import tr
from scorekeeper.text.speech import labelled, names_listed
from scorekeeper.text.width import cut, padded, width_of, wrapped

# Columns of a slip, of the line between two of them, and of a name; a line to write upon.
WIDEST, NAME, ROOM = 79, 24, "_" * 10
GAP, INDENT = "  ", "   "
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


def seating_sections(page: RoundPage, ways: Iterable[str] = WAYS) -> list[Section]:
    """The round in sections: by table, by name, or both."""
    known = {BY_TABLE: _tables_section, BY_NAME: _names_section}
    deals = [tr("whoever is named first at a table deals first")] if page.tables else []
    head = Section(round_title(page), [*apart_lines(page), *deals])
    return [head, *(known[way](page) for way in ways)]


def _tables_section(page: RoundPage) -> Section:
    rows = tuple((str(row.table), ", ".join(row.people)) for row in page.tables)
    return Section(tr("By table"), [], [Chart((table_word(), tr("people")), rows)])


def _names_section(page: RoundPage) -> Section:
    chart = Chart((tr("player"), table_word()), tuple(by_name(page)))
    return Section(tr("By name"), [], [chart])


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
    is_beside = width_of(GAP.join((" " * NAME, *rooms))) <= width
    for place, name in enumerate(row.people, 1):
        yield from _slip_row(f"{place}. {name}", rooms, is_beside, width)
    yield from _slip_row("", (labelled(tr("sum"), ROOM),), is_beside, width)
    yield from wrapped(tr("{player} deals first", player=row.people[0]), width, INDENT)


def _slip_row(who: str, rooms: Sequence[str], is_beside: bool, width: int) -> list[str]:
    """Somebody and room to write: beside the name, else below it in one line, or in a line each."""
    if is_beside:
        return [GAP.join((padded(who, NAME), *rooms))]
    line = INDENT + GAP.join(rooms)
    below = [line] if width_of(line) <= width else [cut(INDENT + room, width) for room in rooms]
    return [cut(who, width), *below] if who else below

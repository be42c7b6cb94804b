"""A tournament (event) as text: rounds, log, and the seating list for the wall."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.base.exact_numbers import signed
from scorekeeper.render.csv_tables import csv_text
from scorekeeper.render.terminal_tables import is_within
from scorekeeper.render.text_writer import text_table
from scorekeeper.report.document import Document, Section, document_of, listed_section, table_of
from scorekeeper.report.event.event_values import EventListRow, MissingRow, RoundPage, TableRow
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
# An event as text: its rounds, missing results, its log, and the list of events.


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
    """Return an event round as text: a row for each table of players, or lines if rows do not fit
    in the width; then the players who sit out or are away."""
    rows = [_cells(row) for row in page.tables]
    columns = range(len(SIDES) if page.begun else 2)
    heads = [table_word(), *map(tr, HEADS)][: len(columns)]
    shown = [[row[n] for n in columns] for row in rows]
    lines = [ink.bold(line) for line in wrapped(_title(page), width, "  ")]
    if shown and is_within(heads, shown, width, GAP):
        lines.append(text_table(heads, shown, [SIDES[n] for n in columns], GAP, ink))
    else:
        lines += all_wrapped(map(_line, rows), width)
    return "\n".join([*lines, *all_wrapped(apart_lines(page), width)])


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


def missing_lines(rows: Sequence[MissingRow]) -> Iterable[str]:
    """Yield a line for each table of players without a result: `round 2, table 3 (SESSION): Ann,
    Bob, Cal: the game is not over`."""
    for row in rows:
        place = tr(
            "round {number}, table {table}, {session}",
            number=row.round, table=row.table, session=row.session,
        )  # fmt: skip
        yield safe(labelled(place, f"{', '.join(row.people)} – {row.why}"))


def events_lines(rows: Iterable[EventListRow]) -> Iterable[str]:
    """Yield a line for each event: `* spring-cup: GAME, 27 people, round 2 of 5, going on`."""
    for row in rows:
        people = trn(row.people, "{n} person", "{n} people")
        rounds = tr("round {number} of {rounds}", number=row.begun, rounds=row.rounds)
        told = ", ".join((row.game, people, rounds, tr(STATES[row.state])))
        yield safe(f"{'*' if row.current else ' '} {labelled(row.name, told)}")


# --- wall sections -----------------------------------------------------------------------------
# The seating list for the wall of an event, by table and by name, and the result slips with room
# for the points of each table, as text.


# The widths of a slip with its cutting line, and of a name; a line to write on.
WIDEST, NAME, ROOM = 79, 24, "_" * 10
COLUMN_GAP, INDENT = "  ", "   "
BY_TABLE, BY_NAME = "table", "name"
WAYS = (BY_TABLE, BY_NAME)


def round_title(page: RoundPage) -> str:
    """Return the title `spring-cup, round 2 of 5`."""
    return tr(
        "{event}, round {number} of {rounds}",
        event=page.event, number=page.round, rounds=page.rounds,
    )  # fmt: skip


def by_name(page: RoundPage) -> list[tuple[str, str]]:
    """Return each player and the player's table, or the word for sitting out, alphabetically in
    the current language."""
    tables = {name: str(row.table) for row in page.tables for name in row.people}
    out = dict.fromkeys(page.out, tr("out"))
    return sorted({**tables, **out}.items(), key=lambda one: alphabet_key(one[0]))


def apart_lines(page: RoundPage) -> Iterator[str]:
    """Yield lines on players without a table, with the reason."""
    for words, names in (
        (tr("out"), page.out), (tr("come later"), page.late), (tr("not there"), page.away)
    ):  # fmt: skip
        if names:
            yield labelled(words, names_listed(names))


def seating_document(page: RoundPage, ways: Iterable[str] = WAYS) -> Document:
    """Return the seating of an event round, with a section by table, by name, or both (`ways`)."""
    known = {BY_TABLE: _tables_section, BY_NAME: _names_section}
    deals = [tr("whoever is named first at a table deals first")] if page.tables else []
    head = listed_section(round_title(page), [*apart_lines(page), *deals])
    return document_of([head, *(known[way](page) for way in ways)])


def _tables_section(page: RoundPage) -> Section:
    rows = ((str(row.table), ", ".join(row.people)) for row in page.tables)
    return listed_section(tr("By table"), [], [table_of((table_word(), tr("people")), rows)])


def _names_section(page: RoundPage) -> Section:
    table = table_of((tr("player"), table_word()), by_name(page))
    return listed_section(tr("By name"), [], [table])


def seating_csv(page: RoundPage) -> str:
    """Return the seating as CSV: each player's round, table, place, name and session. Players who
    sit out have no table."""
    rows = [
        [page.round, row.table, place, name, row.session]
        for row in page.tables
        for place, name in enumerate(row.people, 1)
    ]
    rows += [[page.round, None, None, name, None] for name in page.out]
    return csv_text([["round", "table", "place", "name", "session"], *rows])


def slips_text(page: RoundPage, width: int) -> str:
    """Return a result slip for each table of players, with cutting lines between the slips."""
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
    """Return the lines for a player on a result slip: the name with room to write next to it, or
    below it if not `is_beside`."""
    if is_beside:
        return [COLUMN_GAP.join((padded(who, NAME), *rooms))]
    line = INDENT + COLUMN_GAP.join(rooms)
    below = [line] if width_of(line) <= width else [cut(INDENT + room, width) for room in rooms]
    return [cut(who, width), *below] if who else below

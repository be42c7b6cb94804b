"""An event as text: its rounds, what is missing, its log, and the list of events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.base.exact import signed
from scorekeeper.render.fitting import is_within
from scorekeeper.render.text import text_table
from scorekeeper.report.event.event_log_row import EventLogRow
from scorekeeper.report.event.event_round import EventRow, MissingRow, RoundPage, TableRow
from scorekeeper.report.event.event_words import table_word
from scorekeeper.text.ink import NO_INK, Ink
from scorekeeper.text.language import marked, tr, trn
from scorekeeper.text.speech import labelled, names_listed, parted
from scorekeeper.text.width import all_wrapped, safe, wrapped

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


def events_lines(rows: Iterable[EventRow]) -> Iterable[str]:
    """`* spring-cup: GAME, 27 people, round 2 of 5, going on`, a line an event."""
    for row in rows:
        people = trn(row.people, "{n} person", "{n} people")
        rounds = tr("round {number} of {rounds}", number=row.begun, rounds=row.rounds)
        told = ", ".join((row.game, people, rounds, tr(STATES[row.state])))
        yield safe(f"{'*' if row.current else ' '} {labelled(row.name, told)}")

"""The league as text, on a screen or for a screen reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.render.fitting import is_within
from scorekeeper.render.league_table import Games, Names, Table
from scorekeeper.render.league_tables import league_notes, league_title, standings_tables
from scorekeeper.render.person_tables import person_tables
from scorekeeper.render.season_tables import (
    CROWD,
    calendar_table,
    crosstable,
    form_table,
    pairs_table,
    record_tables,
    runs_table,
)
from scorekeeper.render.text import text_table
from scorekeeper.report.league.league_value import LeagueStandings
from scorekeeper.text.ink import NO_INK, Ink
from scorekeeper.text.language import tr, trn
from scorekeeper.text.message import CommandLine
from scorekeeper.text.speech import heading, labelled, parted, text_of
from scorekeeper.text.width import all_wrapped, safe, wrapped

MOST_PAIRS, MOST_MONTHS = 12, 24
GAPS = (2, 1)


def league_text(
    league: LeagueStandings,
    known: Games,
    width: int,
    plain: bool,
    ink: Ink = NO_INK,
    is_full: bool = False,
) -> str:
    """The league on a screen no wider than `width`, or as lines for a screen reader: the standings,
    and all that there is where it is asked for."""
    parts = ["\n".join(map(ink.bold, wrapped(league_title(league), width, "  ")))]
    parts += ["\n".join(notes)] if (notes := all_wrapped(league_notes(league), width)) else []
    for part in _parts(league, known, width, plain, is_full):
        if isinstance(part, Table):
            parts.append(_laid_out(part, width, plain, ink))
        else:
            parts.append("\n".join(wrapped(part, width, "  ")))
    return "\n\n".join(parts)


def _parts(
    league: LeagueStandings, known: Games, width: int, plain: bool, is_full: bool
) -> Iterator[Table | str]:
    """The tables, and the lines between them about what is left out."""
    names, is_somebodys = Names(width), league.person is not None
    if league.person is not None:
        yield from person_tables(league, league.person, known, names)
        yield from _calendar(league)
    yield from standings_tables(league, known, names, has_declared=is_full)
    if is_full or not is_somebodys:
        yield from form_table(league.form, names)
    if is_full:
        yield from runs_table(league.streaks, names)
    yield from _met(league, names, width, plain)
    if is_full:
        yield from record_tables(league, known, names)
        yield from () if is_somebodys else _calendar(league)
    else:
        command = text_of(CommandLine("league", ("--full",)))
        yield tr(
            "`{command}` adds the runs, the records, what everybody declared and the calendar",
            command=command,
        )


def _met(league: LeagueStandings, names: Names, width: int, plain: bool) -> Iterable[Table | str]:
    """A crosstable where there is room for it, else those pairs who met most often."""
    crossed = [*crosstable(league, names)]
    is_small = len(league.players) <= CROWD and not plain
    if is_small and all(is_within(one.heads, one.rows, width, GAPS[-1]) for one in crossed):
        yield from crossed
        return
    yield from pairs_table(league.pairs[:MOST_PAIRS], names)
    if (left := len(league.pairs) - MOST_PAIRS) > 0:
        yield trn(
            left,
            "{n} more pair; `--player NAME` shows one player's",
            "{n} more pairs; `--player NAME` shows one player's",
        )


def _calendar(league: LeagueStandings) -> Iterable[Table | str]:
    """The last months."""
    yield from calendar_table(league.calendar[-MOST_MONTHS:])
    if (left := len(league.calendar) - MOST_MONTHS) > 0:
        yield trn(
            left,
            "{n} more month before these; `--until YYYY-MM-DD` shows earlier ones",
            "{n} more months before these; `--until YYYY-MM-DD` shows earlier ones",
        )


def _laid_out(table: Table, width: int, plain: bool, ink: Ink) -> str:
    """A table under its title; where even a tight one does not fit, a line a row, broken between
    words."""
    heads, rows = table.heads, [[safe(cell) for cell in row] for row in table.rows]
    title = f"{table.title} ({table.note})" if table.note else table.title
    gap = next((gap for gap in GAPS if is_within(heads, rows, width, gap)), None)
    if gap and not plain:
        shown = text_table(heads, rows, table.aligned, gap, ink)
        return "\n".join([*wrapped(title, width, "  "), shown])
    body = [_in_a_line(heads, row) for row in rows]
    lines = [heading(safe(title)), *body]
    return "\n".join(lines if plain else all_wrapped(lines, width))


def _in_a_line(heads: Sequence[str], row: Sequence[str]) -> str:
    return parted(labelled(head, cell) for head, cell in zip(heads, row, strict=True))

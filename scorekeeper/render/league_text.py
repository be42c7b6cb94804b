"""The league as text, Markdown and CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.league.league_sql import SessionPlayerRow as LeagueRow
from scorekeeper.render.csv_tables import csv_text
from scorekeeper.render.league_tables import (
    CROWD,
    NameWidths,
    ReportTable,
    calendar_table,
    crosstable,
    form_table,
    league_notes,
    league_tables,
    league_title,
    pairs_table,
    person_tables,
    record_tables,
    runs_table,
    standings_tables,
)
from scorekeeper.render.markdown_writer import escaped, markdown_table
from scorekeeper.render.terminal_tables import is_within
from scorekeeper.render.text_writer import text_table
from scorekeeper.report.league.league_value import Games, LeaguePlayerRow, LeagueStandings, PairRow
from scorekeeper.text.message import CommandLine
from scorekeeper.text.message_text import heading, labelled, parted, text_of
from scorekeeper.text.terminal_text import NO_INK, Ink, all_wrapped, safe, wrapped
from scorekeeper.text.translation import tr, trn

# --- The league as text, on a screen or for a screen reader ------------------------------------


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
    """Return the league as text within `width`, or as lines for a screen reader: the standings, or
    every table if `is_full`."""
    parts = ["\n".join(map(ink.bold, wrapped(league_title(league), width, "  ")))]
    parts += ["\n".join(notes)] if (notes := all_wrapped(league_notes(league), width)) else []
    for part in _parts(league, known, width, plain, is_full):
        if isinstance(part, ReportTable):
            parts.append(_laid_out(part, width, plain, ink))
        else:
            parts.append("\n".join(wrapped(part, width, "  ")))
    return "\n\n".join(parts)


def _parts(
    league: LeagueStandings, known: Games, width: int, plain: bool, is_full: bool
) -> Iterator[ReportTable | str]:
    """Yield the tables, and lines between them on what is left out."""
    names, is_somebodys = NameWidths(width), league.person is not None
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


def _met(
    league: LeagueStandings, names: NameWidths, width: int, plain: bool
) -> Iterable[ReportTable | str]:
    """Yield a crosstable if there is room for it, else the pairs who met most often."""
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


def _calendar(league: LeagueStandings) -> Iterable[ReportTable | str]:
    """Yield the table of the last months, and a line on how many earlier ones there are."""
    yield from calendar_table(league.calendar[-MOST_MONTHS:])
    if (left := len(league.calendar) - MOST_MONTHS) > 0:
        yield trn(
            left,
            "{n} more month before these; `--until YYYY-MM-DD` shows earlier ones",
            "{n} more months before these; `--until YYYY-MM-DD` shows earlier ones",
        )


def _laid_out(table: ReportTable, width: int, plain: bool, ink: Ink) -> str:
    """Return a table under its title. If it does not fit even with the narrowest gap, return a line
    for each row, wrapped between words."""
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


# --- The league as a Markdown page -------------------------------------------------------------


def league_markdown(league: LeagueStandings, known: Games) -> str:
    """Return the league as a Markdown page."""
    parts = [f"# {tr('League')}", escaped(league_title(league))]
    parts += map(escaped, league_notes(league))
    for table in league_tables(league, known, NameWidths()):
        parts.append(f"## {escaped(table.title)}")
        parts.append(escaped(table.caption))
        parts.append(markdown_table(table.heads, table.rows, table.aligned))
    return "\n\n".join(parts)


# --- league csv --------------------------------------------------------------------------------
# The league as CSV: a row for each value of the JSON, with its kind in the column `table`.


Cells = dict[str, str | int | float | None]  # by the head of their column


def league_csv(league: LeagueStandings) -> str:
    """Return the league as CSV: a row for each player over all games, each player and game, each
    contract, and each pair; then for each player's declared contract, each place in a player's
    form, each player's streaks, each record, and each day of the calendar. The column `table` names
    the kind of row. Cells that do not apply are empty."""
    rows = list(_csv_rows(league))
    heads = list(dict.fromkeys(head for row in rows for head in row))
    return csv_text([heads, *([row.get(head) for head in heads] for row in rows)])


def _csv_rows(league: LeagueStandings) -> Iterable[Cells]:
    for won in league.players:
        yield {"table": "all games", "game": None, **won._asdict()}
    for game, found in league.games.items():
        for player in found.players:
            yield {"table": "players", "game": game, **_of_player(player)}
    for game, found in league.games.items():
        for contract in found.contracts:
            yield {"table": "contracts", "game": game, **contract._asdict()}
    for pair in league.pairs:
        yield {"table": "pairs", "game": None, **_of_pair(pair)}
    yield from _of_season(league)


def _of_season(league: LeagueStandings) -> Iterable[Cells]:
    for game, found in league.games.items():
        for row in found.declared:
            yield {"table": "declared", "game": game, **row._asdict()}
    for form in league.form:
        for mark in form.evenings:
            yield {"table": "form", "game": mark.game, "player": form.player, **mark._asdict()}
    for runs in league.streaks:
        yield {"table": "streaks", "game": None, **_with_parts(runs._asdict())}
    for record in league.records:
        yield {"table": "records", **record._asdict(), "players": " & ".join(record.players)}
    for month in league.calendar:
        for day, evenings in enumerate(month.days, 1):
            if evenings:
                yield {"table": "calendar", "day": f"{month.month}-{day:02}", "evenings": evenings}


def _of_player(row: LeaguePlayerRow) -> Cells:
    """Return the cells of a player's row, without one for matches if there were none."""
    return _with_parts({
        name: value for name, value in row._asdict().items() if (name, value) != ("matches", None)
    })  # fmt: skip


def _with_parts(value: Mapping[str, Any]) -> Cells:
    """Return the cells of a value. The fields of a value within it become cells such as `best
    result`."""
    cells: Cells = {}
    for name, part in value.items():
        if hasattr(part, "_asdict"):
            title = name.replace("_", " ")
            cells |= {f"{title} {key}": cell for key, cell in part._asdict().items()}
        else:
            cells[name] = part
    return cells


def _of_pair(row: PairRow) -> Cells:
    first, second = row.players
    return {
        "player": first,
        "other": second,
        "evenings": row.evenings,
        "above": row.above[first],
        "below": row.above[second],
        "level": row.level,
    }


# --- The league's rows of players as CSV, for other programs -----------------------------------


def players_csv(players: Sequence[LeagueRow]) -> str:
    """Return a row for each player under the names of the columns."""
    return csv_text([LeagueRow._fields, *([*map(_cell, row)] for row in players)])


def _cell(value: object) -> object:
    """Return a value in the form that every program reads, with `true` and `false` for a bool."""
    return str(value).lower() if isinstance(value, bool) else value

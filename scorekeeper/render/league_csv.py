"""The league as CSV: a row for whatever the JSON has a value of, `table` saying which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.render.csv_tables import csv_text
from scorekeeper.report.league.league_value import LeagueStandings, PairRow, PlayerRow

Cells = dict[str, str | int | float | None]  # by the head of their column


def league_csv(league: LeagueStandings) -> str:
    """A row a player over all games, a row a player and game, a row a contract, a row a pair; then
    a row for what each declared of a contract, a place of somebody's form, their runs, a record, a
    day of the calendar. `table` says which it is, and a cell that a table has not is empty."""
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


def _of_player(row: PlayerRow) -> Cells:
    """The row; where no evening was a match, without a cell for it."""
    return _with_parts({
        name: value for name, value in row._asdict().items() if (name, value) != ("matches", None)
    })  # fmt: skip


def _with_parts(value: Mapping[str, Any]) -> Cells:
    """The cells of a value, what it holds beside it as `best result`."""
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

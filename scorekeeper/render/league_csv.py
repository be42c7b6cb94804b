"""The league as CSV."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.render.csv_tables import csv_text
from scorekeeper.sheet.league_value import LeagueStandings, PairRow, PlayerRow

Cells = dict[str, str | int | float | None]  # by the head of their column


def league_csv(league: LeagueStandings) -> str:
    """A row a player over all games, a row a player and game, a row a contract, a row a pair;
    `table` says which it is, and a cell that a table has not is empty."""
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


def _of_player(row: PlayerRow) -> Cells:
    """The row with the best evening and the matches beside it, as `best result`."""
    cells = row._asdict()
    del cells["best"], cells["matches"]
    best = {f"best {key}": cell for key, cell in row.best._asdict().items()}
    matches = row.matches._asdict() if row.matches else {}
    return {**cells, **best, **{f"matches {key}": cell for key, cell in matches.items()}}


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

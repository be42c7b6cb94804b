"""The league as a plain value, which every rendering of it starts from. Its shape is the JSON that
programs read, so names here are fixed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Any

from scorekeeper.league.evening import Taken
from scorekeeper.league.people import Tables, alike
from scorekeeper.league.standings import League, Pair, Row, all_games

Value = dict[str, Any]


def league_value(found: League, tables: Tables | None = None) -> Value:
    """The whole league; players are ranked by wins. `tables` says who sat together, from which
    follows whose names are so alike that they may be one person's."""
    return {
        "evenings": found.evenings,
        "finished": found.finished,
        "deals": found.deals,
        "first": found.days[0] if found.days else None,
        "last": found.days[1] if found.days else None,
        "players": [_all_games(name, row) for name, row in _ranked(all_games(found))],
        "games": {
            game: _game(rows, found.contracts.get(game, {}), game in found.lowest)
            for game, rows in found.games.items()
        },
        "pairs": [_pair(names, pair) for names, pair in _by_evenings(found.pairs)],
        "alike": [list(names) for names in _alike(found, tables or {})],
    }


def _alike(found: League, tables: Tables) -> Iterator[Sequence[str]]:
    """The names that are alike, of those that count here."""
    here = {name for rows in found.games.values() for name in rows}
    for names in alike(tables):
        shown = [name for name in names if name in here]
        if len(shown) > 1:
            yield shown


def _game(rows: Mapping[str, Row], contracts: Mapping[str, Taken], lowest: bool) -> Value:
    """One game; `lowest` says that fewer points of a deal are better, `of_match` that evenings end
    in the result of a match, of which more is better."""
    of_match = any(row.matches for row in rows.values())
    return {
        "lowest": lowest,
        "of_match": of_match,
        "players": [_player(name, row, of_match) for name, row in _ranked(rows, lowest)],
        "contracts": [_contract(contract, taken) for contract, taken in contracts.items()],
    }


def _ranked(rows: Mapping[str, Row], lowest: bool = False) -> list[tuple[str, Row]]:
    """By wins, then by shared wins, then by results of matches, then by points, of which fewer may
    be better."""
    sign = 1 if lowest else -1

    def place(item: tuple[str, Row]) -> tuple[Any, ...]:
        name, row = item
        return -row.wins, -row.shared, -row.result, sign * row.points, name

    return sorted(rows.items(), key=place)


def _all_games(name: str, row: Row) -> Value:
    """A player's row over all games: points of different games are not of one kind."""
    return {
        "player": name, "evenings": row.evenings, "wins": row.wins, "shared": row.shared,
        "deals": row.deals,
    }  # fmt: skip


def _player(name: str, row: Row, of_match: bool) -> Value:
    """A player's row in one game: the points of the deals, the best evening, and the results of the
    matches, which are never added to points of deals. In a game of matches the best evening is one
    of those with a result."""
    has_best = bool(row.matches) or not of_match
    best = {"result": row.best, "session": row.session} if has_best else None
    matches = {
        "evenings": row.matches, "points": row.result,
        "average": round(row.result / row.matches, 2) if row.matches else None,
    }  # fmt: skip
    return {
        **_all_games(name, row),
        "points": row.points,
        "average": round(row.points / row.deals, 2),
        "best": best or {"result": None, "session": None},
        "matches": matches if of_match else None,
    }


def _contract(contract: str, taken: Taken) -> Value:
    """What declarers took on average, against the quota, and how far from that they lie."""
    mean = taken.taken / taken.deals
    return {
        "contract": contract,
        "deals": taken.deals,
        "quota": round(taken.quota / taken.deals, 2),
        "taken": round(mean, 2),
        "spread": round(sqrt(max(0.0, taken.squares / taken.deals - mean * mean)), 2),
        "met": round(100 * taken.met / taken.deals),
        "average": round(taken.points / taken.deals, 2),
    }


def _by_evenings(pairs: Mapping[tuple[str, str], Pair]) -> list[tuple[tuple[str, str], Pair]]:
    return sorted(pairs.items(), key=lambda item: (-item[1].evenings, item[0]))


def _pair(names: tuple[str, str], pair: Pair) -> Value:
    above = dict(zip(names, (pair.first, pair.second), strict=True))
    return {
        "players": list(names),
        "evenings": pair.evenings,
        "above": above,
        "level": pair.evenings - sum(above.values()),
    }

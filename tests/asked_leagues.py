"""The league asked of an engine, and the league that Python adds up, in the same shapes."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorekeeper.league import league_rows as queries
from scorekeeper.league.league_rows import LeagueRows, columns_of, rows_of, together
from scorekeeper.league.people import counted
from scorekeeper.league.session_record import Evening, Taken
from scorekeeper.league.standings import EveningFilter, HeadToHead, League, PlayerStanding, league
from scorekeeper.rules.cards import folded

Told = Sequence[tuple[str, Evening]]
Ask = Callable[[str, Mapping[str, object]], list[tuple[Any, ...]]]


def asking_sqlite(rows: LeagueRows) -> Ask:
    """What asks SQLite of these rows."""
    engine = sqlite3.connect(":memory:")
    engine.executescript(queries.schema(queries.SQLITE_TYPES))
    for table, found in rows._asdict().items():
        engine.executemany(queries.insertion(table, "?" * len(columns_of(table))), found)
    return lambda text, asked: engine.execute(text, asked).fetchall()


def asking_postgresql(connection: Any, club: int) -> Ask:
    """What asks PostgreSQL of the rows of a club, by its number."""
    import psycopg

    def ask(text: str, known: Any) -> list[tuple[Any, ...]]:
        question, names = queries.for_postgresql(text)
        values = {**known, "club": club}
        with psycopg.RawCursor(connection) as cursor:
            found: list[tuple[Any, ...]] = cursor.execute(
                question, [values[name] for name in names]
            ).fetchall()
            return found

    return ask


def asked(ask: Ask, choice: EveningFilter, same: Mapping[str, str]) -> dict[str, object]:
    """What an engine answers, in the shapes of the league that Python adds up."""
    known = queries.parameters(choice, same)
    exact = queries.exact_number
    standings = dict[str, dict[str, PlayerStanding]]()
    for game, player, *numbers in ask(queries.STANDINGS, known):
        standings.setdefault(game, {})[player] = PlayerStanding(*map(exact, numbers))
    declared = dict[str, dict[str, dict[str, list[int]]]]()
    for game, contract, player, deals, points in ask(queries.CROSSTABLE, known):
        of_game = declared.setdefault(game, {}).setdefault(contract, {})
        of_game[player] = [exact(deals), exact(points)]
    contracts = dict[str, dict[str, Taken]]()
    for game, contract, *numbers in ask(queries.CONTRACTS, known):
        contracts.setdefault(game, {})[contract] = Taken(*map(exact, numbers))
    return {
        "games": standings,
        "pairs": {
            (player, other): HeadToHead(*numbers)
            for player, other, *numbers in ask(queries.HEAD_TO_HEAD, known)
            if (folded(player), player) < (folded(other), other)
        },
        "declared": declared,
        "contracts": contracts,
        "totals": ask(queries.TOTALS, known)[0],
        "calendar": dict(ask(queries.CALENDAR, known)),
    }


def added_up(told: Told, choice: EveningFilter, same: Mapping[str, str]) -> dict[str, object]:
    """The same of the league that Python adds up."""
    whole = [(name, counted(one, same)) for name, one in told if not one.fails]
    found = league(whole, choice)
    first, last = found.days or (None, None)
    return {
        "games": found.games,
        "pairs": found.pairs,
        "declared": found.declared,
        "contracts": found.contracts,
        "totals": (
            found.evenings, found.finished, found.deals, first, last, found.early, found.apart,
            found.further,
        ),
        "calendar": days_of(found),
    }  # fmt: skip


def days_of(found: League) -> dict[str, int]:
    """How many evenings there were on each day."""
    return {
        f"{month.month}-{day:02}": number
        for month in found.calendar
        for day, number in enumerate(month.days, 1)
        if number
    }


def together_of(told: Told) -> LeagueRows:
    """The rows of these evenings."""
    return together(rows_of(name, one) for name, one in told)

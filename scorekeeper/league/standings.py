"""The standings: who won how often, who finished above whom, what declarers took."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from operator import add
from typing import Any, NamedTuple

from scorekeeper.league.evening import Evening, Taken


class Row(NamedTuple):
    """A player's standing: evenings, those won alone and those shared, deals, the points of these,
    the best result of an evening and the session it was in; evenings with the result of a match,
    and those results together."""

    evenings: int = 0
    wins: int = 0
    shared: int = 0
    deals: int = 0
    points: int = 0
    best: int | None = None
    session: str = ""
    matches: int = 0
    result: int = 0


class Pair(NamedTuple):
    """Two players who met on different sides of a finished evening: how often, and how often each
    finished above the other."""

    evenings: int = 0
    first: int = 0
    second: int = 0


class League(NamedTuple):
    """The standings: by game and player, of two players by name, by game and contract; and the
    games in which fewer points of a deal are better."""

    evenings: int
    finished: int
    deals: int
    days: tuple[str, str] | None
    games: Mapping[str, Mapping[str, Row]]
    pairs: Mapping[tuple[str, str], Pair]
    contracts: Mapping[str, Mapping[str, Taken]]
    lowest: frozenset[str] = frozenset()


class Choice(NamedTuple):
    """Which evenings count: those of the game, from one day to another, in which all of these
    play."""

    game: str | None = None
    since: str | None = None
    until: str | None = None
    players: tuple[str, ...] = ()


def is_chosen(evening: Evening, choice: Choice) -> bool:
    """Whether an evening counts."""
    return (
        evening.deals > 0
        and choice.game in (None, evening.game)
        and (choice.since is None or evening.day >= choice.since)
        and (choice.until is None or evening.day <= choice.until)
        and set(choice.players) <= set(evening.players)
    )


def league(evenings: Iterable[tuple[str, Evening]], choice: Choice) -> League:
    """The standings over the evenings that are chosen, each with its session's name."""
    games: dict[str, dict[str, list[Any]]] = {}
    contracts: dict[str, dict[str, list[int]]] = {}
    pairs: dict[tuple[str, str], list[int]] = {}
    number = finished = deals = 0
    days: list[str] = []
    lowest: set[str] = set()
    for name, evening in evenings:
        if not is_chosen(evening, choice):
            continue
        number, finished, deals = number + 1, finished + evening.over, deals + evening.deals
        days = [min([*days[:1], evening.day]), max([*days[1:], evening.day])]
        if evening.lowest:
            lowest.add(evening.game)
        _add_players(games.setdefault(evening.game, {}), name, evening)
        if evening.over:
            _add_pairs(pairs, evening)
        _add_contracts(contracts.setdefault(evening.game, {}), evening)
    return League(
        number, finished, deals, (days[0], days[1]) if days else None,
        {
            game: {player: Row(*row) for player, row in rows.items()}
            for game, rows in sorted(games.items())
        },
        {names: Pair(*pair) for names, pair in pairs.items()},
        {game: _as_taken(sums) for game, sums in sorted(contracts.items()) if sums},
        frozenset(lowest),
    )  # fmt: skip


def _add_players(rows: dict[str, list[Any]], name: str, evening: Evening) -> None:
    """Adds an evening to its players' rows; partners have what their side has."""
    for side, seats in enumerate(evening.sides):
        won = evening.over and side in evening.leaders
        result = evening.results[side]
        for seat in seats:
            row = rows.get(evening.players[seat])
            if row is None:
                row = rows[evening.players[seat]] = list(Row())
            row[0] += 1
            row[1] += won and len(evening.leaders) == 1
            row[2] += won and len(evening.leaders) > 1
            row[3] += evening.deals
            row[4] += evening.points[side]
            if _is_best(evening, result, row):
                row[5:7] = result, name
            if evening.match:
                row[7] += 1
                row[8] += result


def _is_best(evening: Evening, result: int, row: Sequence[Any]) -> bool:
    """Whether a result is better than the best of a player's row so far. Results of matches are not
    of one kind with the score of a game that was left, and stand above it."""
    best, matches = row[5], row[7]
    if best is None or evening.match != bool(matches):
        return best is None or evening.match
    return bool(result < best if evening.least_is_best else result > best)


def _add_contracts(sums: dict[str, list[int]], evening: Evening) -> None:
    """Adds what declarers took in each contract."""
    for contract, taken in evening.contracts.items():
        before = sums.get(contract)
        sums[contract] = list(taken) if before is None else list(map(add, before, taken))


def _as_taken(sums: Mapping[str, Sequence[int]]) -> dict[str, Taken]:
    return {contract: Taken(*taken) for contract, taken in sums.items()}


def _add_pairs(pairs: dict[tuple[str, str], list[int]], evening: Evening) -> None:
    """Adds who finished above whom, of all who sat on different sides."""
    sign = -1 if evening.least_is_best else 1
    seated = sorted(
        (evening.players[seat], sign * evening.results[side])
        for side, seats in enumerate(evening.sides)
        for seat in seats
    )
    side_of = {
        evening.players[seat]: side for side, seats in enumerate(evening.sides) for seat in seats
    }
    for (first, mine), (second, other) in combinations(seated, 2):
        if side_of[first] != side_of[second]:
            pair = pairs.setdefault((first, second), [0, 0, 0])
            pair[0] += 1
            pair[1] += mine > other
            pair[2] += other > mine


def all_games(found: League) -> dict[str, Row]:
    """Each player's row over all games, without a best evening: results of different games are not
    of one kind."""
    rows: dict[str, Row] = {}
    for of_game in found.games.values():
        for player, row in of_game.items():
            have = rows.get(player, Row())
            together = [mine + more for mine, more in zip(have[:5], row[:5], strict=True)]
            rows[player] = Row._make([*together, *Row()[5:]])
    return rows

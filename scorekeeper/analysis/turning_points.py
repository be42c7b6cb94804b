"""The turning points of a session, worked out from its standing: swings, leads, comebacks,
finishes.

Whoever is in front is so by the rules: where the lowest wins, with the lowest total. Nothing
here is said in words; where several sides or deals are alike, all of them are named.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from scorekeeper.outlook.possible import Possible
from scorekeeper.outlook.prospects import outlook_of
from scorekeeper.scoring import Scored
from scorekeeper.standing import (
    Standing,
    game_winners,
    in_front,
    states_before,
    totals_at_end,
    winners_of_game,
)

Sides = tuple[int, ...]
Numbers = tuple[int, ...]


class Point(NamedTuple):
    """An extreme of a session: how many points or deals, which sides have it, in which deals."""

    number: int
    sides: Sides
    deals: Numbers


class Lead(NamedTuple):
    """A side that was alone in front for so many deals in a row, and in which deals; it may have
    been so several times."""

    length: int
    side: int
    deals: Numbers


class Move(NamedTuple):
    """The sides that a deal moved furthest apart: who gained on whom."""

    gainers: Sides
    losers: Sides


class Swing(NamedTuple):
    """How many points apart a deal moved the sides it moved furthest; in which deals, and between
    whom, each such pair once, in the order of the deals."""

    number: int
    moves: tuple[Move, ...]
    deals: Numbers


class Finish(NamedTuple):
    """The closest finish: by how many points, in which games, and the deals of these."""

    number: int
    games: Numbers
    deals: Numbers


def swing(standing: Standing) -> Swing | None:
    """The biggest of all swings; None where no deal moved anybody apart."""
    spans = {
        scored.turn.number: max(scored.points) - min(scored.points) for scored in standing.deals
    }
    most = max(spans.values(), default=0)
    if not most:
        return None
    deals = tuple(number for number, span in spans.items() if span == most)
    moves = dict.fromkeys(_move(standing, standing.deals[number - 1].points) for number in deals)
    return Swing(most, tuple(moves), deals)


def _move(standing: Standing, points: Sequence[int]) -> Move:
    """The sides that gained most in a deal with these points, and those that gained least."""
    ends = (max(points), min(points))
    gained, lost = reversed(ends) if standing.agreed.rules.game.lowest_wins else ends
    return Move(_places(points, gained), _places(points, lost))


def _places(column: Sequence[int], number: int) -> Sides:
    return tuple(side for side, own in enumerate(column) if own == number)


def longest_leads(standing: Standing) -> list[Lead]:
    """Who had the most deals in a row, within a game, after each of which one side was alone in
    front, each side once with all such deals; nobody below two."""
    fronts = {scored.turn.number: front for scored, front in in_front(standing)}
    runs = [run for game in _games(standing) for run in _leads(game, fronts)]
    longest = max((len(deals) for _, deals in runs), default=0)
    if longest < 2:
        return []
    by_side = dict[int, Numbers]()
    for side, deals in runs:
        if len(deals) == longest:
            by_side[side] = (*by_side.get(side, ()), *deals)
    return [Lead(longest, side, deals) for side, deals in by_side.items()]


def _games(standing: Standing) -> Iterator[list[Scored]]:
    for _, deals in groupby(standing.deals, key=lambda scored: scored.turn.game):
        yield list(deals)


def _leads(game: Iterable[Scored], fronts: Mapping[int, Sides]) -> Iterator[tuple[int, list[int]]]:
    """Each run of deals after which the same side was alone in front."""
    for front, deals in groupby(game, key=lambda scored: fronts[scored.turn.number]):
        if len(front) == 1:
            yield front[0], [scored.turn.number for scored in deals]


def finished_games(standing: Standing) -> list[list[Scored]]:
    """The deals of each game that was played to its end."""
    games = list(_games(standing))
    if standing.agreed.rules.match is not None:
        return games[: len(standing.state.results)]
    return games if standing.state.over else []


def comeback(standing: Standing) -> Point | None:
    """The furthest behind that anybody was who won the game alone, and after which deals; None
    where no winner was ever behind, or where points of different numbers of deals compare."""
    if standing.agreed.gone or standing.agreed.rules.settlement is not None:
        return None
    found: dict[tuple[int, int], int] = {}
    for game in finished_games(standing):
        won = winners_of_game(standing, game[-1])
        if len(won) == 1:
            found |= {
                (won[0], scored.turn.number): behind(standing, scored, won[0]) for scored in game
            }
    most = max(found.values(), default=0)
    if not most:
        return None
    furthest = [key for key, number in found.items() if number == most]
    return Point(
        most,
        tuple(dict.fromkeys(side for side, _ in furthest)),
        tuple(number for _, number in furthest),
    )


def behind(standing: Standing, scored: Scored, side: int) -> int:
    """How many points a side is behind whoever is in front after a deal."""
    front = game_winners(standing.agreed, scored.totals)[0]
    return abs(scored.totals[front] - scored.totals[side])


def closest_finish(standing: Standing) -> Finish | None:
    """The finished game that was won by the least over the next side; None below two games, and
    where the rules name who wins one."""
    games = finished_games(standing)
    if len(games) < 2 or standing.agreed.rules.game.names_winner:
        return None
    apart = {
        game[0].turn.game: _apart(standing, totals_at_end(standing, game[-1])) for game in games
    }
    least = min(apart.values())
    numbers = tuple(number for number, points in apart.items() if points == least)
    deals = tuple(
        scored.turn.number for game in games if game[0].turn.game in numbers for scored in game
    )
    return Finish(least, numbers, deals)


def _apart(standing: Standing, totals: Sequence[int]) -> int:
    best, following = sorted(totals, reverse=not standing.agreed.rules.game.lowest_wins)[:2]
    return abs(best - following)


def decided(standing: Standing) -> int | None:
    """The earliest deal after which only one side could still win or share the win, as the outlook
    proves; None where there is no such deal, the players ended it before its end, or that cannot be
    worked out."""
    if not standing.deals or not standing.state.over or standing.agreed.rules.match is not None:
        return None
    if standing.agreed.gone or standing.state.early:
        return None
    if len(game_winners(standing.agreed, standing.state.totals)) > 1:
        return None
    possible, states = Possible(standing.agreed.rules), states_before(standing)
    for played in range(len(standing.deals) - 1, -1, -1):
        found = outlook_of(
            Standing(standing.table_of(played + 1), standing.deals[:played], states[played]),
            possible,
        )
        if found.because is not None:
            return None
        if not found.decided:
            return played + 1
    return None

"""The turning points of a session, worked out from its standing: swings, leads, comebacks,
finishes.

Whoever is in front is so by the rules: where the lowest wins, with the lowest total. Nothing
here is said in words; where several sides or deals are alike, all of them are named.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from scorekeeper.game.judge import Scored
from scorekeeper.game.log import PENALTY
from scorekeeper.game.score_changes import ScoreChange, at_table, in_front, score_changes
from scorekeeper.game.standing import (
    Standing,
    game_winners,
    states_before,
    totals_at_end,
    winners,
    winners_of_game,
)
from scorekeeper.proof.possible import Possible
from scorekeeper.proof.prospects import outlook_of

Sides = tuple[int, ...]
Numbers = tuple[int, ...]


class Comeback(NamedTuple):
    """How many points behind somebody was who won a game: which side, after which deal, all that
    were as far behind."""

    number: int
    moments: tuple[tuple[int, int], ...]

    @property
    def sides(self) -> Sides:
        return tuple(dict.fromkeys(side for side, _ in self.moments))

    @property
    def deals(self) -> Numbers:
        return tuple(deal for _, deal in self.moments)


class Lead(NamedTuple):
    """A side that was alone in front for so many deals in a row, and in which deals; it may have
    been so several times."""

    length: int
    side: int
    deals: Numbers


class Move(NamedTuple):
    """The sides that a deal moved furthest apart: who gained on whom, and in which deal."""

    gainers: Sides
    losers: Sides
    deal: int


class Swing(NamedTuple):
    """How many points apart a deal moved the sides it moved furthest; in which deals, and between
    whom in each of them."""

    number: int
    moves: tuple[Move, ...]
    deals: Numbers


class Finish(NamedTuple):
    """The closest finish: by how many points, in which games, and the deals of these."""

    number: int
    games: Numbers
    deals: Numbers


def swing(standing: Standing) -> Swing | None:
    """Return the biggest of all swings between sides at the table; None where no deal moved anybody
    apart."""
    points = {
        scored.turn.number: {
            side: scored.points[side] for side in sorted(at_table(standing, scored.turn.number))
        }
        for scored in standing.deals
    }
    spans = {number: max(own.values()) - min(own.values()) for number, own in points.items()}
    most = max(spans.values(), default=0)
    if not most:
        return None
    deals = tuple(number for number, span in spans.items() if span == most)
    return Swing(most, tuple(_move(standing, number, points[number]) for number in deals), deals)


def _move(standing: Standing, deal: int, points: Mapping[int, int]) -> Move:
    """The sides that gained most in a deal with these points, and those that gained least."""
    ends = (max(points.values()), min(points.values()))
    gained, lost = reversed(ends) if standing.agreed.rules.game.lowest_wins else ends
    return Move(_with(points, gained), _with(points, lost), deal)


def _with(points: Mapping[int, int], number: int) -> Sides:
    return tuple(side for side, own in points.items() if own == number)


def longest_leads(standing: Standing) -> list[Lead]:
    """Who had the most deals in a row, within a game, after each of which one side was alone in
    front and no penalty changed it, each side once with all such deals; nobody below two."""
    runs = list(_leads(in_front(standing)))
    longest = max((len(deals) for _, deals in runs), default=0)
    if longest < 2:
        return []
    by_side: dict[int, Numbers] = {}
    for side, deals in runs:
        if len(deals) == longest:
            by_side[side] = (*by_side.get(side, ()), *deals)
    return [Lead(longest, side, deals) for side, deals in by_side.items()]


def games_of(standing: Standing) -> Iterator[list[Scored]]:
    """Yield the deals of each game, finished or not."""
    for _, deals in groupby(standing.deals, key=lambda scored: scored.turn.game):
        yield list(deals)


def _leads(fronts: Iterable[tuple[ScoreChange, Sides]]) -> Iterator[tuple[int, Numbers]]:
    """Each run of deals of a game after which the same side was alone in front."""
    for (_, front), run in groupby(fronts, key=lambda one: (one[0].game, one[1])):
        if len(front) == 1:
            yield front[0], tuple(change.deal for change, _ in run if not change.is_penalty)


def finished_games(standing: Standing) -> list[list[Scored]]:
    """The deals of each game that was played to its end."""
    games = list(games_of(standing))
    if standing.agreed.rules.match is not None:
        return games[: len(standing.state.results)]
    return games if standing.state.over else []


def comeback(standing: Standing) -> Comeback | None:
    """The furthest behind that anybody was who won the game alone, and after which deals, or a
    penalty that followed them; None where no winner was ever behind, or where points of different
    numbers of deals compare."""
    if standing.agreed.gone or standing.agreed.rules.settlement is not None:
        return None
    found: dict[tuple[int, int], int] = {}
    won, begun = (
        _won_games(standing),
        {game[0].turn.game: game[0].turn.number for game in games_of(standing)},
    )
    for change in score_changes(standing):
        sides = won.get(change.game, ())
        if len(sides) == 1 and change.deal >= begun[change.game]:
            (side,) = sides
            gap = behind(standing, change, side)
            found[side, change.deal] = max(gap, found.get((side, change.deal), 0))
    most = max(found.values(), default=0)
    if not most:
        return None
    return Comeback(most, tuple(moment for moment, number in found.items() if number == most))


def _won_games(standing: Standing) -> Mapping[int, Sides]:
    """Return who won each finished game, which the final ranking says where only one is played."""
    games = finished_games(standing)
    if standing.agreed.rules.match is None:
        return {1: winners(standing)} if games else {}
    return {game[0].turn.game: winners_of_game(standing, game[-1]) for game in games}


def behind(standing: Standing, change: ScoreChange, side: int) -> int:
    """How many points a side is behind whoever is in front after a change of the score."""
    front = game_winners(standing.agreed, change.totals)[0]
    return abs(change.totals[front] - change.totals[side])


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
    proves; None where there is no such deal, a penalty came after it, the players ended it before
    its end, or that cannot be worked out."""
    if not standing.deals or not standing.state.over or standing.agreed.rules.match is not None:
        return None
    if standing.agreed.gone or standing.state.early:
        return None
    last_penalty = max((one.number for one in standing.events if one.what == PENALTY), default=0)
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
            return played + 1 if last_penalty <= played + 1 else None
    return None

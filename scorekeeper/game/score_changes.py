"""The changes of a session's score in order (deals and penalties), and the shares of several
players in one score."""

from collections.abc import Iterable, Iterator, Sequence
from operator import add
from typing import NamedTuple

from scorekeeper.game.deal_results import played_in
from scorekeeper.game.entry_kinds import PENALTY, SEAT
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import Standing, game_winners, ranked_by_deals


class ScoreChange(NamedTuple):
    """A change of the score: a deal, including the bonus of a game that it ended, or a penalty.

    `points`, and `totals` of the game after the change, have a number per side. `deal` is the
    last deal played, 0 before the first. `players` had the columns then; `sides` played the
    deal."""

    deal: int
    game: int
    is_penalty: bool
    points: tuple[int, ...]
    totals: tuple[int, ...]
    players: tuple[str, ...]
    sides: Sequence[int]


class Share(NamedTuple):
    """The share of a player, or of two partners, in a score of several players: the deals played,
    their points, and the points of penalties."""

    name: str
    deals: tuple[int, ...] = ()
    points: int = 0
    penalties: int = 0


def score_changes(now: Standing) -> Iterator[ScoreChange]:
    """Yield every change of the score, in order."""
    columns = len(now.agreed.sides)
    blank = (now.agreed.rules.game.start,) * columns
    bonuses = {one.deal: one.bonus for one in now.state.ended if one.bonus}
    penalties, game, totals = _penalties(now), 1, blank
    for number in range(1, len(now.deals) + 2):
        scored = now.deals[number - 1] if number <= len(now.deals) else None
        of_game = scored.turn.game if scored else now.state.game
        if of_game != game:
            game, totals = of_game, blank
        for players, points in penalties.get(number, ()):
            totals = tuple(map(add, totals, points))
            yield ScoreChange(number - 1, game, True, points, totals, players, ())
        if scored:
            points = tuple(map(add, scored.points, bonuses.get(number, (0,) * columns)))
            totals, players = tuple(map(add, totals, points)), now.table_of(number).players
            yield ScoreChange(number, game, False, points, totals, players, played_in(scored))


def _penalties(now: Standing) -> dict[int, list[tuple[tuple[str, ...], tuple[int, ...]]]]:
    """Return the penalties by the number of the deal after them, each as (players, points).

    `players` had the columns at that time. Columns added later have 0 points."""
    found: dict[int, list[tuple[tuple[str, ...], tuple[int, ...]]]] = {}
    players, columns = now.agreed.players, len(now.agreed.sides)
    for event in reversed(now.events):
        facts = event.facts
        if event.what == PENALTY:
            points = (*facts["points"], *(0,) * (columns - len(facts["points"])))
            found.setdefault(event.number, []).insert(0, (players, points))
        elif event.what == SEAT and facts.get("own") is not True:
            came, other = facts["player"], facts["for"]
            players = tuple(other if name == came else name for name in players)
    return found


def in_front(now: Standing) -> Iterator[tuple[ScoreChange, tuple[int, ...]]]:
    """Yield each change of the score with the sides that are ahead in the game after it.

    If a player has left, only sides that have played a deal are compared."""
    agreed, played = now.agreed, [0] * len(now.agreed.sides)
    for change in score_changes(now):
        for side in change.sides:
            played[side] += 1
        if agreed.ranks_by_deals:
            yield change, ranked_by_deals(agreed, change.totals, played)[0]
            continue
        here = [side for side, deals in enumerate(played) if deals or not agreed.gone]
        best = game_winners(agreed, [change.totals[side] for side in here]) if here else ()
        yield change, tuple(here[place] for place in best)


def at_table(now: Standing, number: int) -> frozenset[int]:
    """Return the sides at the table of a deal, including those that sit out."""
    table = now.table_of(number)
    return frozenset(table.side_of[table.seat_of[name]] for name in table.at_table)


# --- shares in one score --------------------------------------------------------------------------


def side_name(agreed: Agreed, side: int, tables: Iterable[Sequence[str]]) -> str:
    """Return a side's name over several lists of players: `Anna/Dora` for a seat of several
    players."""
    seen = [*tables]
    return " & ".join(
        "/".join(dict.fromkeys(players[seat] for players in seen)) for seat in agreed.sides[side]
    )


def name_in(now: Standing, side: int, deals: Iterable[int]) -> str:
    """Return a side's name with the players who had its seats in these deals."""
    return side_name(now.agreed, side, [now.table_of(number).players for number in deals])


def labels(now: Standing) -> dict[str, str]:
    """Return a label for each player and side with a seat that several players had, such as
    `Anna/Dora` for `Dora`."""
    if not has_shares(now):
        return {}
    tables, agreed = [*(table.players for table in now.tables), now.agreed.players], now.agreed
    seats = {
        name: "/".join(dict.fromkeys(players[seat] for players in tables))
        for seat, name in enumerate(agreed.players)
    }
    sides = {name: side_name(agreed, side, tables) for side, name in enumerate(agreed.side_names)}
    return {name: label for name, label in {**seats, **sides}.items() if name != label}


def has_shares(now: Standing) -> bool:
    """Return True if a player has taken over another's score."""
    return any(event.what == SEAT and event.facts.get("own") is not True for event in now.events)


def shares(now: Standing) -> dict[int, tuple[Share, ...]]:
    """Return by side the shares of several players in its score, in order, the present player
    last."""
    if not has_shares(now):
        return {}
    found: dict[int, dict[str, Share]] = {side: {} for side in range(len(now.agreed.sides))}
    for change in score_changes(now):
        for side, own in found.items():
            if side in change.sides or change.points[side]:
                name = side_name(now.agreed, side, [change.players])
                own[name] = _with(own.get(name, Share(name)), change, side)
    for side, name in enumerate(now.agreed.side_names):
        found[side].setdefault(name, Share(name))
    return {side: tuple(own.values()) for side, own in found.items() if len(own) > 1}


def _with(share: Share, change: ScoreChange, side: int) -> Share:
    points = change.points[side]
    if change.is_penalty:
        return share._replace(penalties=share.penalties + points)
    deals = (*share.deals, change.deal) if side in change.sides else share.deals
    return share._replace(deals=deals, points=share.points + points)

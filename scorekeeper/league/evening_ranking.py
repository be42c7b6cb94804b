"""One ranking over all sessions of an evening."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from scorekeeper.base.exact_numbers import ratio
from scorekeeper.league.session_record import Evening

POINTS, AVERAGE, PLACES = "points", "average", "places"  # the methods of ranking


class SideResult(NamedTuple):
    """A side's result in one session: its place (None if it has none), its points and its number
    of deals."""

    place: int | None
    points: int
    deals: int


class EveningPlace(NamedTuple):
    """A side's row in the evening's ranking.

    `points` are the total, None if the sessions are of different games. `won` and `shared` are
    the numbers of sessions won alone and shared. `made` has the result in each session, None if
    the side did not play."""

    place: int
    side: str
    people: tuple[str, ...]
    points: int | None
    won: int
    shared: int
    deals: int
    made: tuple[SideResult | None, ...]


class Ranking(NamedTuple):
    """The evening's ranking. `by` is one of POINTS, AVERAGE and PLACES; `lowest` is True if the
    fewest points are best."""

    by: str
    lowest: bool
    rows: tuple[EveningPlace, ...]


def ranked_evening(sessions: Sequence[Evening], is_one_game: bool) -> Ranking:
    """Return the ranking over these sessions, given in order. `is_one_game` is True if all have
    the same game and rules."""
    lowest = is_one_game and all(one.lowest for one in sessions)
    lowest = lowest and not any(one.match for one in sessions)
    if is_one_game and any(one.match for one in sessions):
        sessions = [_of_match(one) for one in sessions]
    sides = _sides(sessions)
    made = {side: tuple(_made(one, people) for one in sessions) for side, people in sides.items()}
    by = _ranks_by(sessions, is_one_game)
    best_first = {side: _merit(found, sessions, by, lowest) for side, found in made.items()}
    rows = [
        _row(place, side, sides[side], made[side], sessions, is_one_game)
        for place, side in _places(best_first)
    ]
    return Ranking(by, lowest, tuple(rows))


def _of_match(session: Evening) -> Evening:
    """Return a session of an evening with matches, with results of matches only.

    A match without a finished game has results of 0. Results belong to the players at the end,
    so players who left have 0 points."""
    results = session.results if session.match else [0] * len(session.sides)
    return session._replace(results=results, left=[one._replace(points=0) for one in session.left])


def _ranks_by(sessions: Sequence[Evening], is_one_game: bool) -> str:
    if not is_one_game:
        return PLACES
    tables = {frozenset(one.players) for one in sessions}
    is_even = len(tables) == 1 and not any(
        one.left or (one.places and one.played) for one in sessions
    )
    return POINTS if is_even else AVERAGE


def _sides(sessions: Sequence[Evening]) -> Mapping[str, tuple[str, ...]]:
    """Return the players of each ranked side by its name.

    Sides are those of the sessions if they never changed, else single people."""
    found = [[tuple(one.players[seat] for seat in side) for side in one.sides] for one in sessions]
    tables = {frozenset(map(frozenset, sides)) for sides in found}
    if len(tables) == 1 and not any(one.left for one in sessions):
        return {" & ".join(people): people for people in found[0]}
    names = dict.fromkeys(name for one in sessions for name in one.names)
    return {name: (name,) for name in names}


def _made(session: Evening, people: Sequence[str]) -> SideResult | None:
    """Return a side's result in a session, or None if it did not play.

    It excludes points of earlier players in the same seat, and includes points in a seat that
    the player left."""
    seat = session.players.index(people[0]) if people[0] in session.players else None
    side = next((n for n, seats in enumerate(session.sides) if seat in seats), None)
    before = [one for one in session.left if one.name == people[0]]
    if side is None and not before:
        return None
    points, deals = sum(one.points for one in before), sum(one.deals for one in before)
    if side is not None:
        others = [one for one in session.left if one.seat == seat]
        points += session.results[side] - sum(one.points for one in others)
        deals += session.deals_of(side) - sum(one.deals for one in others)
    return SideResult(None if side is None else _place_of(session, side), points, deals)


def _place_of(session: Evening, side: int) -> int | None:
    """Return a side's place, from 1, in a finished session, else None. Tied sides share a place."""
    if not session.over:
        return None
    ranked = session.places or session.results
    is_least = session.least_is_best or bool(session.places)
    mine = ranked[side]
    return 1 + sum(one < mine if is_least else one > mine for one in ranked)


def _merit(
    made: Iterable[SideResult | None], sessions: Sequence[Evening], by: str, lowest: bool
) -> tuple[object, ...]:
    """Return a side's sort key, best first: by points, by points per deal, or by the numbers of
    first, second and further places."""
    found = [one for one in made if one is not None]
    if by == PLACES:
        most = max(len(one.sides) for one in sessions)
        return tuple(-sum(one.place == place for one in found) for place in range(1, most + 1))
    points, deals = sum(one.points for one in found), sum(one.deals for one in found)
    sign = 1 if lowest else -1
    if by == POINTS:
        return (sign * points,)
    return (not deals, ratio(sign * points, deals or 1))  # sides without a deal are last


def _places(merits: Mapping[str, tuple[object, ...]]) -> Iterable[tuple[int, str]]:
    """Yield (place, side), best first. Tied sides share a place."""
    place = 1
    for _, level in groupby(sorted(merits, key=merits.__getitem__), key=merits.__getitem__):
        sides = list(level)
        yield from ((place, side) for side in sides)
        place += len(sides)


def _row(
    place: int,
    side: str,
    people: tuple[str, ...],
    made: tuple[SideResult | None, ...],
    sessions: Sequence[Evening],
    is_one_game: bool,
) -> EveningPlace:
    found = [one for one in made if one is not None]
    first = [
        len(session.leaders) == 1
        for one, session in zip(made, sessions, strict=True)
        if one is not None and one.place == 1
    ]
    return EveningPlace(
        place=place,
        side=side,
        people=people,
        points=sum(one.points for one in found) if is_one_game else None,
        won=first.count(True),
        shared=first.count(False),
        deals=sum(one.deals for one in found),
        made=made,
    )


def first_session_of_evening(told: Iterable[tuple[str, Evening]]) -> Mapping[str, str]:
    """Return the name of the evening's first session by the name of each session, for evenings of
    several.

    The first is the session that began the evening, else the earliest one given."""
    evenings: dict[str, list[tuple[str, Evening]]] = {}
    for name, session in told:
        evenings.setdefault(session.evening or session.id, []).append((name, session))
    found: dict[str, str] = {}
    for identity, group in evenings.items():
        if len({session.id for _, session in group}) > 1:
            first, _ = min(group, key=lambda one: (one[1].id != identity, one[1].day, one[0]))
            found |= {name: first for name, _ in group}
    return found

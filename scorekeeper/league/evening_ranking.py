"""One ranking of the sessions of an evening."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from scorekeeper.base.exact_numbers import ratio
from scorekeeper.league.session_record import Evening

POINTS, AVERAGE, PLACES = "points", "average", "places"  # what ranks


class SideResult(NamedTuple):
    """What a side made of one session: its place, None where it has none, its points and in how
    many deals."""

    place: int | None
    points: int
    deals: int


class EveningPlace(NamedTuple):
    """A place of the evening and a side that has it: its people, its points in all, None where
    those of different games cannot be added; sessions won alone and shared, deals, and what it made
    of each session, None where it was not there."""

    place: int
    side: str
    people: tuple[str, ...]
    points: int | None
    won: int
    shared: int
    deals: int
    made: tuple[SideResult | None, ...]


class Ranking(NamedTuple):
    """The evening's ranking, what it goes `by`, and whether the fewest points are best."""

    by: str
    lowest: bool
    rows: tuple[EveningPlace, ...]


def ranked_evening(sessions: Sequence[Evening], is_one_game: bool) -> Ranking:
    """The ranking of these sessions, in their order; `is_one_game` says that all are of one game
    under the same rules."""
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
    """A match of which no game is finished has brought nobody anything yet. What it brings is of
    games, and goes to who sits there at its end: the points of deals are no part of it."""
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
    """Who is ranked, by name, and who they are: the sides, where they were the same all evening;
    else every person."""
    found = [[tuple(one.players[seat] for seat in side) for side in one.sides] for one in sessions]
    tables = {frozenset(map(frozenset, sides)) for sides in found}
    if len(tables) == 1 and not any(one.left for one in sessions):
        return {" & ".join(people): people for people in found[0]}
    names = dict.fromkeys(name for one in sessions for name in one.names)
    return {name: (name,) for name in names}


def _made(session: Evening, people: Sequence[str]) -> SideResult | None:
    """What these made of a session: what their side has without what others made in their seat
    before, and what they made in a seat that they left."""
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
    """The place of a side in a session that is over; level sides share it."""
    if not session.over:
        return None
    ranked = session.places or session.results
    is_least = session.least_is_best or bool(session.places)
    mine = ranked[side]
    return 1 + sum(one < mine if is_least else one > mine for one in ranked)


def _merit(
    made: Iterable[SideResult | None], sessions: Sequence[Evening], by: str, lowest: bool
) -> tuple[object, ...]:
    """What ranks a side, the least first: points, points a deal, or how often it had each place."""
    found = [one for one in made if one is not None]
    if by == PLACES:
        most = max(len(one.sides) for one in sessions)
        return tuple(-sum(one.place == place for one in found) for place in range(1, most + 1))
    points, deals = sum(one.points for one in found), sum(one.deals for one in found)
    sign = 1 if lowest else -1
    if by == POINTS:
        return (sign * points,)
    return (not deals, ratio(sign * points, deals or 1))  # who played none comes last


def _places(merits: Mapping[str, tuple[object, ...]]) -> Iterable[tuple[int, str]]:
    """Every side with its place, the best first; those who are level share theirs."""
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


def begun_with(told: Iterable[tuple[str, Evening]]) -> Mapping[str, str]:
    """By each session of an evening of several the name of the one with which it began; where that
    is not among them, of the first of them by time."""
    evenings: dict[str, list[tuple[str, Evening]]] = {}
    for name, session in told:
        evenings.setdefault(session.evening or session.id, []).append((name, session))
    found: dict[str, str] = {}
    for identity, group in evenings.items():
        if len({session.id for _, session in group}) > 1:
            first, _ = min(group, key=lambda one: (one[1].id != identity, one[1].day, one[0]))
            found |= {name: first for name, _ in group}
    return found

"""A person's score of a round, from the results of tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.base.exact_numbers import exact, ratio
from scorekeeper.event.event_settings import (
    LEFT,
    MEAN,
    OPEN,
    PLAYED,
    POINTS,
    RANK,
    WINS,
    Plan,
    rank_points,
)
from scorekeeper.league.session_record import Evening, places_of_sides
from scorekeeper.text.message import Words, say
from scorekeeper.text.translation import marked

# --- table result ------------------------------------------------------------------------------
# The result of an event's table from its session's row, or the reason why there is none.


class TableResult(NamedTuple):
    """The complete result of a table.

    `people` are in seat order. `sides`, `points`, `places` and `deals` have for each person the
    side's index, its points, its place (from 0, shared by tied sides) and its number of deals."""

    round: int
    table: int
    session: str
    people: tuple[str, ...]
    sides: tuple[int, ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    deals: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """Return the number of sides."""
        return len({*self.sides})

    def sharing(self, place: int) -> int:
        """Return the number of sides that share a place."""
        pairs = {*zip(self.sides, self.places, strict=True)}
        return sum(other == place for _, other in pairs)


class Missing(NamedTuple):
    """A table without a result, and the reason."""

    round: int
    table: int
    session: str
    people: tuple[str, ...]
    why: Words


NOT_BEGUN = marked("no deal is recorded")
NOT_OVER = marked("the game is not over")


def result_of(evening: Evening, number: int, table: int, session: str) -> TableResult | Missing:
    """Return the result of a table in round `number`, or the reason why it is missing.

    A game that the players ended early has a result."""
    people = tuple(evening.players)
    why = why_not_whole(evening)
    if why is not None:
        return Missing(number, table, session, people, why)
    side_of = {seat: side for side, seats in enumerate(evening.sides) for seat in seats}
    sides = tuple(side_of[seat] for seat in range(len(people)))
    places = places_of_sides(evening)
    return TableResult(
        number,
        table,
        session,
        people,
        sides,
        tuple(evening.results[side] for side in sides),
        tuple(places[side] for side in sides),
        tuple(evening.deals_of(side) for side in sides),
    )


def result_of_slip(
    evening: Evening, slip: Mapping[str, int], number: int, table: int, session: str, fewer: bool
) -> TableResult:
    """Return the result of a table by the points on its slip, by name, with the sides of its
    session.

    `fewer` is True if fewer points are better."""
    of_seats = ((side, seat) for side, seats in enumerate(evening.sides) for seat in seats)
    side_of = {evening.players[seat]: side for side, seat in of_seats}
    sides, points = tuple(side_of[name] for name in slip), tuple(slip.values())
    by_side = dict(zip(sides, points, strict=True))
    sign = -1 if fewer else 1
    places = tuple(sum(sign * other > sign * mine for other in by_side.values()) for mine in points)
    return TableResult(number, table, session, tuple(slip), sides, points, places)


def why_not_whole(evening: Evening) -> Words | None:
    """Return the reason why a session has no result yet, or None if it has."""
    if evening.fails:
        return say("deal {number} does not hold under its rules", number=evening.fails)
    if not evening.deals:
        return say(NOT_BEGUN)
    if evening.disputed and evening.waits:
        return say("deal {number} waits to be completed", number=evening.disputed)
    if evening.disputed:
        return say("deal {number} is disputed", number=evening.disputed)
    return None if evening.over else say(NOT_OVER)


# --- A person's rounds, and which of them count ------------------------------------------------


class EventPenalty(NamedTuple):
    """Points that the referee gave or subtracted in a round, and the reason."""

    round: int
    person: str
    points: int
    reason: str = ""


class EventResults(NamedTuple):
    """The results of an event: its people, the number of rounds begun, the tables' results and the
    missing results.

    `away` is by (round, person) how a round without a table was spent: `OUT`, `LATE`, `ABSENT`
    or `LEFT`. `lowest` is True if fewer points win. `left` are people who play in no remaining
    round."""

    people: tuple[str, ...]
    rounds: int
    results: tuple[TableResult, ...]
    missing: tuple[Missing, ...] = ()
    away: Mapping[tuple[int, str], str] = {}
    penalties: tuple[EventPenalty, ...] = ()
    lowest: bool = False
    left: tuple[str, ...] = ()


class RoundScore(NamedTuple):
    """A person's round: how it was spent, and the result at a table, if any.

    `people` and `partners` are those at the table, both with the person. `place` is from 0;
    `sharing` is the number of sides that share it, `sides` the number of all. `rank` are rank
    points, `won` is the share of a won game, `margin` the lead over the others' mean points.
    `score` is the plan's, or None; `counts` is False if the round does not count."""

    round: int
    how: str
    table: int = 0
    session: str = ""
    people: tuple[str, ...] = ()
    partners: tuple[str, ...] = ()
    points: int = 0
    deals: int = 0
    place: int = 0
    sharing: int = 1
    sides: int = 0
    rank: int = 0
    won: int = 0
    margin: int = 0
    score: int | None = None
    counts: bool = True

    @property
    def others(self) -> tuple[str, ...]:
        """Return the people at the table who were not the person's partners."""
        return tuple(name for name in self.people if name not in self.partners)


def rounds_of(plan: Plan, played: EventResults) -> dict[str, tuple[RoundScore, ...]]:
    """Return everybody's rounds; rounds that the plan does not count are marked."""
    at_table = _at_tables(plan, played)
    return {
        person: _struck(
            plan,
            played.lowest,
            [
                at_table.get((number, person)) or _away(plan, played, number, person)
                for number in range(1, played.rounds + 1)
            ],
        )
        for person in played.people
    }


def _at_tables(plan: Plan, played: EventResults) -> dict[tuple[int, str], RoundScore]:
    """Return the rounds of the people who had a table."""
    found = {
        (table.round, person): RoundScore(
            table.round, OPEN, table.table, table.session, table.people, (person,)
        )
        for table in played.missing
        for person in table.people
    }
    for result in played.results:
        for seat, person in enumerate(result.people):
            found[result.round, person] = _score(plan, result, seat, played.lowest)
    return found


def _score(plan: Plan, result: TableResult, seat: int, lowest: bool) -> RoundScore:
    """Return the round score of a seat at a table."""
    place, side = result.places[seat], result.sides[seat]
    sharing = result.sharing(place)
    ranked = rank_points(plan, result.size, place, sharing)
    won = exact(1, sharing) if place == 0 else 0
    points, deals = result.points[seat], result.deals[seat] if result.deals else 0
    return RoundScore(
        round=result.round,
        how=PLAYED,
        table=result.table,
        session=result.session,
        people=result.people,
        partners=tuple(
            name for name, of in zip(result.people, result.sides, strict=True) if of == side
        ),
        points=points,
        deals=deals,
        place=place,
        sharing=sharing,
        sides=result.size,
        rank=ranked,
        won=won,
        margin=_margin(result, side, lowest),
        score={POINTS: points, MEAN: ratio(points, deals or 1), RANK: ranked, WINS: won}[plan.by],
    )


def _margin(result: TableResult, side: int, lowest: bool) -> int:
    """Return a side's lead over the mean points of the other sides."""
    points = dict(zip(result.sides, result.points, strict=True))
    mine = points.pop(side)
    ahead = mine - ratio(sum(points.values()), len(points)) if points else 0
    return -ahead if lowest else ahead


def _away(plan: Plan, played: EventResults, number: int, person: str) -> RoundScore:
    """Return the round of a person without a table."""
    how = played.away.get((number, person), LEFT)
    return RoundScore(number, how, score=plan.fixed(how))


def _struck(plan: Plan, lowest: bool, rounds: Sequence[RoundScore]) -> tuple[RoundScore, ...]:
    """Return the rounds with only the plan's number of best rounds counting; of equal ones the
    latest count."""
    if not plan.best:
        return tuple(rounds)
    sign = 1 if plan.fewer(lowest) else -1
    scored = [one for one in rounds if one.score is not None]
    scored.sort(key=lambda one: (sign * (one.score or 0), -one.round))
    struck = {one.round for one in scored[plan.best :]}
    return tuple(one._replace(counts=one.round not in struck) for one in rounds)

"""What a table of an event came to, told of its session's row; or why that tells nothing yet."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.base.records import Record
from scorekeeper.league.evening import Evening, places_of_sides
from scorekeeper.text.language import marked
from scorekeeper.text.message import Words, say


class TableResult(Record):
    """The result of a table that is whole. `people` are in the order of their seats; of each the
    side, the points of that side, its place among the sides, from 0, which sides that are level
    share, and in how many deals it played. Partners are one side, and have one place."""

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
        """How many sides there are."""
        return len({*self.sides})

    def sharing(self, place: int) -> int:
        """How many sides have a place."""
        pairs = {*zip(self.sides, self.places, strict=True)}
        return sum(other == place for _, other in pairs)


class Missing(Record):
    """A table of which there is no result yet, and why."""

    round: int
    table: int
    session: str
    people: tuple[str, ...]
    why: Words


NOT_BEGUN = marked("no deal is recorded")
NOT_OVER = marked("the game is not over")


def result_of(evening: Evening, number: int, table: int, session: str) -> TableResult | Missing:
    """What a table of round `number` came to; a game that its players ended early is over."""
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
    """Return the result of a table whose deals are not recorded, by the points on its slip, of
    which `fewer` are better; its session, which has no deal, tells who are partners."""
    of_seats = ((side, seat) for side, seats in enumerate(evening.sides) for seat in seats)
    side_of = {evening.players[seat]: side for side, seat in of_seats}
    sides, points = tuple(side_of[name] for name in slip), tuple(slip.values())
    by_side = dict(zip(sides, points, strict=True))
    sign = -1 if fewer else 1
    places = tuple(sum(sign * other > sign * mine for other in by_side.values()) for mine in points)
    return TableResult(number, table, session, tuple(slip), sides, points, places)


def why_not_whole(evening: Evening) -> Words | None:
    """Why a session is no result yet; None where it is one."""
    if evening.fails:
        return say("deal {number} does not hold under its rules", number=evening.fails)
    if not evening.deals:
        return say(NOT_BEGUN)
    if evening.disputed and evening.waits:
        return say("deal {number} waits to be completed", number=evening.disputed)
    if evening.disputed:
        return say("deal {number} is disputed", number=evening.disputed)
    return None if evening.over else say(NOT_OVER)

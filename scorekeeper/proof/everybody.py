"""A result of those who play a deal as one of everybody at the table, and back."""

from __future__ import annotations

from scorekeeper.game.resting import rest_scores
from scorekeeper.game.schedule import Seating
from scorekeeper.proof.possible import Points, Result


def points_of_all(seating: Seating, points: Points, people: int) -> Points:
    """The points of everybody in a deal in which those who play score these; what a rester scores
    must not depend on the deal."""
    return seating.of_people(points, rest_scores(seating.agreed, people))


def points_of_seats(seating: Seating, points: Points) -> Points:
    """The points of those who play in a deal that brings everybody these."""
    return points if seating.people is None else tuple(points[person] for person in seating.people)


def result_of_all(seating: Seating, result: Result, people: int) -> Result:
    """A result with a number for everybody; those who rest have no role, and nothing of a count."""
    if seating.people is None:
        return result
    counts = seating.agreed.rules.counts
    return Result(
        points=points_of_all(seating, result.points, people),
        roles=seating.of_people(result.roles, [None] * people),
        facts={
            name: seating.of_people(value, [0] * people) if name in counts else value
            for name, value in result.facts.items()
        },
    )

"""A proof deal by deal as it would be played: who declares which contract, and what is entered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.game.schedule import Turn, seating_of, turn
from scorekeeper.game.session import Agreed
from scorekeeper.game.standing import Standing
from scorekeeper.proof.coming_deals import Course, Step
from scorekeeper.proof.everybody import points_of_seats
from scorekeeper.proof.independent import a_result, independent_deal
from scorekeeper.proof.possible import Points, Possible, Result
from scorekeeper.proof.situations import Situation, situation_of


class Played(NamedTuple):
    """A deal of a proof: what was agreed of those who play it, its place in the schedule, the
    contract, the result, and the points of everybody."""

    agreed: Agreed
    turn: Turn
    contract: str | None
    result: Result
    points: Points


def played(
    standing: Standing, possible: Possible, course: Course, proof: Sequence[Points]
) -> list[Played]:
    """The deals of a proof, each with the first result that brings its points."""
    return [
        _played(standing, possible, step, points)
        for step, points in zip(course, proof, strict=True)
    ]


def _played(standing: Standing, possible: Possible, step: Step, points: Points) -> Played:
    seating = seating_of(standing.agreed, step.state)
    wanted = points_of_seats(seating, points)
    found = (
        (contract, result)
        for contract in step.contracts
        for result in [
            _with_points(
                possible, situation_of(standing.agreed, step.state, contract), step, wanted
            )
        ]
        if result is not None
    )
    contract, result = next(found)
    entered = result.facts if contract is None else {**result.facts, "contract": contract}
    coming = turn(standing.agreed, step.state, entered)
    return Played(
        seating.agreed,
        coming._replace(declarer=step.declarer if coming.declarer is None else coming.declarer),
        contract,
        result,
        points,
    )


def _with_points(
    possible: Possible, situation: Situation, step: Step, points: Points
) -> Result | None:
    key = (possible.kind(situation), step.begins, points)
    if key not in possible.found:
        deal = independent_deal(possible, situation)
        if deal is not None:
            numbers = [deal.with_points(side, [number]) for side, number in enumerate(points)]
            possible.found[key] = a_result(deal, numbers)
        else:
            every = possible.results(situation, step.begins)
            possible.found[key] = next(
                (result for result in every if result.points == points), None
            )
    return possible.found[key]

"""The plan of an event's standings as the head of its file has it, and what of one cannot be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.event.plan import BY, POINTS, TIES, Plan
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import Problem, did_you_mean, known_mends

MOST_POINTS = 1_000_000  # of a fixed score, or for a place
FIXED = ("out", "late", "absent")


def plan_head(plan: Plan) -> dict[str, object]:
    """A plan as the head of an event's file has it."""
    fixed = {name: getattr(plan, name) for name in FIXED}
    return {
        "by": plan.by, "best": plan.best,
        **({"rank_points": [*map(list, plan.rank_points)]} if plan.rank_points else {}),
        "ties": list(plan.parting),
        **{name: points for name, points in fixed.items() if points is not None},
    }  # fmt: skip


def plan_of(said: Mapping[str, Any]) -> Plan:
    """The plan that a head says, whatever it says of it."""
    ties, ranks = said.get("ties"), said.get("rank_points", [])
    return Plan(
        by=said.get("by", POINTS), best=said.get("best", 0),
        rank_points=tuple(map(_points_said, ranks if isinstance(ranks, list) else [ranks])),
        ties=tuple(ties) if isinstance(ties, list) else None,
        **{name: said.get(name) for name in FIXED},
    )  # fmt: skip


def _points_said(points: object) -> tuple[Any, ...]:
    """A list of rank points; none, which no plan has, where that is no list."""
    return tuple(points) if isinstance(points, list) else ()


def plan_problems(plan: Plan, rounds: int) -> list[Problem]:
    """What of a plan cannot be, of an event of so many rounds."""
    return [
        *_by_problems(plan), *_ties_problems(plan.ties or ()), *_best_problems(plan.best, rounds),
        *_points_problems(plan),
    ]  # fmt: skip


def _by_problems(plan: Plan) -> list[Problem]:
    if plan.by in BY:
        return []
    message = say("the standings cannot count `{word}`", word=str(plan.by))
    return [Problem("event-count", message, "count", (_choose(BY),))]


def _ties_problems(ties: Sequence[object]) -> list[Problem]:
    problems = []
    for tie in map(str, ties):
        if tie not in TIES:
            message = say("`{word}` parts nobody who is level", word=tie)
            mends = known_mends(did_you_mean(tie, TIES), _choose(TIES))
            problems.append(Problem("event-ties", message, "ties", mends))
    if len({*map(str, ties)}) < len(ties):
        message = say("a word stands twice among what parts those who are level")
        problems.append(Problem("event-ties", message, "ties", (say("leave one out"),)))
    return problems


def _best_problems(best: object, rounds: int) -> list[Problem]:
    if (isinstance(best, int) and 0 <= best <= rounds) or rounds < 1:
        return []
    message = say("the best {best} of {rounds} rounds cannot count", best=str(best), rounds=rounds)
    hint = say("say a number from 1 to {rounds}; all count where nothing is said", rounds=rounds)
    return [Problem("event-best", message, "best", (hint,))]


def _points_problems(plan: Plan) -> list[Problem]:
    fixed = [points for name in FIXED if (points := getattr(plan, name)) is not None]
    numbers = [*fixed, *(point for points in plan.rank_points for point in points)]
    are_whole = all(one.__class__ is int and abs(one) <= MOST_POINTS for one in numbers)
    if not (are_whole and all(plan.rank_points)):
        message = say("points for a place, or for who did not play, are whole numbers")
        return [Problem("event-points", message, "rank-points")]
    if len({points[0] < points[-1] for points in plan.rank_points if len({*points}) > 1}) > 1:
        message = say("the first place has the most points of one list, and the fewest of another")
        return [Problem("event-points", message, "rank-points")]
    return []


def _choose(words: Sequence[str]) -> Words:
    return say("say {choices}", choices=listing(words))

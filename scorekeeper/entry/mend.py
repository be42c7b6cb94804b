"""The command at the end of a hint: what to type once the cards were counted again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from scorekeeper.problems import Problem
from scorekeeper.scoring.counts import and_then

DEAL, PARTLY = "scorekeeper deal ", "…"


def without_command(hint: str) -> str:
    """The hint up to the command that it ends with."""
    return hint.partition(and_then("scorekeeper "))[0]


def mendable(
    problems: Iterable[Problem], is_allowed: Callable[[Sequence[str]], bool]
) -> list[Problem]:
    """The problems, none of which says to type a deal that the rules would refuse just as well."""
    return [_tried(problem, is_allowed) for problem in problems]


def _tried(problem: Problem, is_allowed: Callable[[Sequence[str]], bool]) -> Problem:
    _, command, words = (problem.hint or "").partition(and_then(DEAL))
    if not command or words.endswith(PARTLY) or is_allowed(words.split()):
        return problem
    return problem._replace(hint=without_command(problem.hint or ""))

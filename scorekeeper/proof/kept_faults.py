"""Formulas that have no answer at some total or counter, as `tricks // (total - 5)` at 5 or
`worth[level]` at a level that the table leaves out.

Games that are played by chance hardly ever come to such a number. Here each is put to the first
deal, and where a formula fails at one, games are played toward it. It is a fault where one comes to
it. Where none does, a division is noted: what is looked up or counted off has an end to which few
games come, but a division by zero lies between numbers at which all is well.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from scorekeeper.base.limits import Steps
from scorekeeper.game.judge import judged
from scorekeeper.game.schedule import State, first_state
from scorekeeper.game.session import Agreed
from scorekeeper.proof.deal_faults import FAILS, paths_of, problems_of
from scorekeeper.proof.drawn_deals import order_beside_alone
from scorekeeper.proof.drawn_games import Drawn, deals_alone, drawn_deal, tables_by_choice
from scorekeeper.proof.game_faults import Paths, in_game, moved
from scorekeeper.proof.risky_parts import risky_parts
from scorekeeper.proof.ways import Order
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.page_formulas import formulas_of
from scorekeeper.text.message import say
from scorekeeper.text.problems import Problem

TOTAL: Final = "total"
UP_TO: Final = 100  # every number so far from 0 is put to the deal, and those that a page says
FIRST: Final = 3  # ways in which the first deal is drawn
DEALS: Final = 30  # of a game that is played toward a number
WAYS: Final = 12  # in which each of its deals is drawn


class Number(NamedTuple):
    """A total or a counter at which a formula fails, for all sides or for the first alone; the
    fault, with the deal to which it was put."""

    name: str
    value: int
    for_all: bool
    agreed: Agreed
    problem: Problem


def kept_faults(rules: Ruleset, steps: Steps) -> Iterator[Problem]:
    """Yield the formulas that fail in a game which is played toward such a number, once for
    each."""
    return _faults_of(_numbers(rules, steps), steps)


def kept_notes(rules: Ruleset, steps: Steps) -> Iterator[Problem]:
    """The divisions that would be by zero at such a number, to which no game came, once each."""
    divisions = {part.path for part in risky_parts(rules) if part.divides}
    numbers = [*_numbers(rules, steps)] if divisions else []
    found = [one for one in numbers if one.problem.fact in divisions]
    told = {one.fact for one in _faults_of(numbers, steps)} if found else set()
    for number in found:
        if number.problem.fact not in told:
            told.add(number.problem.fact)
            message = say(
                "{problem}; so where `{name}` is {value}, to which no game came that was tried",
                problem=number.problem.message,
                name=number.name,
                value=number.value,
            )
            yield Problem("formula-may-fail", message, number.problem.fact)


def _faults_of(numbers: Iterable[Number], steps: Steps) -> Iterator[Problem]:
    """The faults to which a game comes that is played toward one of these numbers."""
    told = set[str | None]()
    for found in numbers:
        problem = None if found.problem.fact in told else _in_game_toward(found, steps)
        if problem is not None:
            told.add(problem.fact)
            yield problem


def _numbers(rules: Ruleset, steps: Steps) -> Iterator[Number]:
    """The numbers at which a formula fails; of those that follow each other the one to which a
    game comes first that begins as usual."""
    parts, order, paths = [*risky_parts(rules)], order_beside_alone(rules), paths_of(rules)
    for name in (TOTAL, *rules.scoring.carry):
        risky = {part.path for part in parts if name in part.names}
        for agreed in tables_by_choice(rules, ()) if risky else ():
            deals = [*coming(agreed, first_state(agreed), order, steps, FIRST)]
            for number in _of_table(agreed, name, deals, paths, steps):
                if number.problem.fact in risky:
                    yield number


def _of_table(
    agreed: Agreed, name: str, deals: Sequence[Drawn], paths: Paths, steps: Steps
) -> Iterator[Number]:
    """Those of a table, put to these deals: on both ways from the number at which a game begins."""
    start, values = kept_numbers(agreed, first_state(agreed), name)[0], _values(agreed.rules)
    upward = [value for value in values if value >= start]
    downward = [value for value in reversed(values) if value < start]
    for for_all in (True,) if name in agreed.rules.tables_counters else (False, True):
        for way in (upward, downward):
            before = None
            for value in way:
                if not steps.take(len(deals)):
                    return
                state = with_number(agreed, name, value, for_all)
                problem = _fails(agreed, state, deals, paths)
                if problem is not None and (before is None or problem.fact != before.fact):
                    yield Number(name, value, for_all, agreed, problem)
                before = problem


def _values(rules: Ruleset) -> list[int]:
    """The numbers that are tried, the least first."""
    said = {
        node.value
        for placed in formulas_of(rules)
        for node in ast.walk(placed.formula.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, int)
    }
    return sorted({sign * number for number in (*range(UP_TO + 1), *said) for sign in (1, -1)})


def with_number(agreed: Agreed, name: str, value: int, for_all: bool) -> State:
    """The state before the first deal, had all sides this total or counter, or the first alone."""
    state = first_state(agreed)
    kept = kept_numbers(agreed, state, name)
    kept = (value,) * len(kept) if for_all else (value, *kept[1:])
    if name == TOTAL:
        return state._replace(totals=kept)
    columns = dict(zip(agreed.rules.scoring.carry, state.carry, strict=True))
    return state._replace(carry=tuple({**columns, name: kept}.values()))


def kept_numbers(agreed: Agreed, state: State, name: str) -> tuple[int, ...]:
    """Each side's total, or counter of this name."""
    if name == TOTAL:
        return state.totals
    return dict(zip(agreed.rules.scoring.carry, state.carry, strict=True))[name]


def coming(agreed: Agreed, state: State, order: Order, steps: Steps, ways: int) -> Iterator[Drawn]:
    """The coming deal, drawn in so many ways, and as each fact that is a deal by itself."""
    if not state.over:
        yield from deals_alone(agreed, state)
        drawn = (drawn_deal(agreed, state, order, steps, way) for way in range(ways))
        yield from (one for one in drawn if isinstance(one, Drawn))


def _fails(agreed: Agreed, state: State, deals: Collection[Drawn], paths: Paths) -> Problem | None:
    """The formula that fails in one of these deals or after it, had they come in this state."""
    for drawn in deals:
        situation = drawn.situation._replace(state=state)
        scored = judged(situation.agreed, state, dict(drawn.entered)).scored
        after = _after(agreed, state, Drawn(situation, drawn.entered, scored), paths)
        if isinstance(after, Problem) and after.code == FAILS:
            return after
    return None


def _after(agreed: Agreed, state: State, drawn: Drawn, paths: Paths) -> State | Problem | None:
    """The state after a deal, or what goes wrong; None where the rules refuse the deal."""
    for problem in problems_of(drawn.situation, drawn.entered, paths, state.deal):
        return problem
    return moved(agreed, state, drawn, drawn.scored, paths) if drawn.scored else None


def _in_game_toward(number: Number, steps: Steps) -> Problem | None:
    """What fails in a game of which each deal is the one, of some that are drawn, that leads
    nearest to the number; None where the game comes to its end before."""
    agreed, rules = number.agreed, number.agreed.rules
    order, paths = order_beside_alone(rules), paths_of(rules)
    state = first_state(agreed)
    for _ in range(DEALS):
        nexts = list[State]()
        for drawn in coming(agreed, state, order, steps, WAYS):
            after = _after(agreed, state, drawn, paths)
            if isinstance(after, Problem):
                return in_game(after, state, drawn)
            nexts += [after] if after is not None else []
        if not nexts:
            return None
        state = min(nexts, key=lambda after: _distance(agreed, after, number))
    return None


def _distance(agreed: Agreed, state: State, number: Number) -> int:
    """How far the totals or counters are from the number: those of all sides, or the nearest."""
    away = [abs(one - number.value) for one in kept_numbers(agreed, state, number.name)]
    return sum(away) if number.for_all else min(away)

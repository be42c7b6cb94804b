"""Formulas that have no answer at some total or counter, as `tricks // (total - 5)` at 5.

Games that are played by chance hardly ever come to such a number. Here each is put to the first
deal, and where a formula fails at one, games are played toward it: a fault where one comes to it, a
note where none does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from scorekeeper.formula import Formula
from scorekeeper.kinds.page_formulas import formulas_of
from scorekeeper.lint.deal_faults import FAILS, paths_of, problems_of
from scorekeeper.lint.game_faults import Paths, in_game, moved
from scorekeeper.message import say
from scorekeeper.possibilities.drawn_deals import order_beside_alone
from scorekeeper.possibilities.drawn_games import Drawn, deals_alone, drawn_deal, tables_by_choice
from scorekeeper.possibilities.reach import base_names
from scorekeeper.possibilities.ways import Order
from scorekeeper.problems import Problem
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.schedule import State, first_state
from scorekeeper.session import Agreed

TOTAL: Final = "total"
UP_TO: Final = 100  # every number so far from 0 is put to the deal, and those that a page says
TRIED: Final = 6  # numbers of each total or counter toward which games are played
DEALS: Final = 30  # of such a game
WAYS: Final = 12  # in which each of its deals is drawn
DIVISIONS: Final = (ast.Div, ast.FloorDiv, ast.Mod)
DIVIDING: Final = ("round_down", "round_up", "round_nearest", "round_to_zero")


class Number(NamedTuple):
    """A total or a counter at which a formula fails, for all sides or for the first alone; the
    fault, with the deal to which it was put."""

    name: str
    value: int
    for_all: bool
    agreed: Agreed
    problem: Problem


def kept_faults(rules: Ruleset) -> Iterator[Problem]:
    """The formulas that fail in a game which is played toward such a number, once for each."""
    told = set[str | None]()
    for found in _numbers(rules):
        problem = _in_game_toward(rules, found) if found.problem.fact not in told else None
        if problem is not None:
            told.add(problem.fact)
            yield problem


def kept_notes(rules: Ruleset) -> Iterator[Problem]:
    """The formulas that would fail at such a number, to which no game came, once for each."""
    found = [*_numbers(rules)]
    told = {one.fact for one in kept_faults(rules)} if found else set()
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


def _numbers(rules: Ruleset) -> Iterator[Number]:
    """The numbers at which a division fails, those nearest to 0 first, so many of each name."""
    risky = [placed.formula for placed in formulas_of(rules) if _may_divide_by_zero(placed.formula)]
    behind = {name for formula in risky for name in base_names(rules, formula.names)}
    paths = paths_of(rules)
    places = {paths[formula.text] for formula in risky}
    for name in (TOTAL, *rules.scoring.carry) if risky else ():
        if name in behind:
            every = (found for found in _failing(rules, name) if found.problem.fact in places)
            yield from islice(every, TRIED)


def _may_divide_by_zero(formula: Formula) -> bool:
    """Whether a formula divides by something else than a plain number."""
    for node in ast.walk(ast.parse(formula.text.strip(), mode="eval")):
        if isinstance(node, ast.BinOp) and isinstance(node.op, DIVISIONS):
            by = node.right
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in DIVIDING:
            by = node.args[-1]
        else:
            continue
        if not isinstance(by, ast.Constant):
            return True
    return False


def _failing(rules: Ruleset, name: str) -> Iterator[Number]:
    """The numbers of a name at which a formula fails in the first deal."""
    order, paths = order_beside_alone(rules), paths_of(rules)
    tables = [*tables_by_choice(rules, ())]
    for value in _values(rules):
        for agreed in tables:
            for for_all in (False, True):
                state = _with_number(agreed, name, value, for_all)
                problem = _fails(agreed, state, order, paths)
                if problem is not None:
                    yield Number(name, value, for_all, agreed, problem)


def _values(rules: Ruleset) -> list[int]:
    """The numbers that are tried, those nearest to 0 first."""
    said = {
        node.value
        for placed in formulas_of(rules)
        for node in ast.walk(placed.formula.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, int)
    }
    every = {sign * number for number in (*range(UP_TO + 1), *said) for sign in (1, -1)}
    return sorted(every, key=lambda number: (abs(number), -number))


def _with_number(agreed: Agreed, name: str, value: int, for_all: bool) -> State:
    """The state before the first deal, had all sides this total or counter, or the first alone."""
    state = first_state(agreed)
    kept = _kept(agreed, state, name)
    kept = (value,) * len(kept) if for_all else (value, *kept[1:])
    if name == TOTAL:
        return state._replace(totals=kept)
    columns = dict(zip(agreed.rules.scoring.carry, state.carry, strict=True))
    return state._replace(carry=tuple({**columns, name: kept}.values()))


def _kept(agreed: Agreed, state: State, name: str) -> tuple[int, ...]:
    """Each side's total, or counter of this name."""
    if name == TOTAL:
        return state.totals
    return dict(zip(agreed.rules.scoring.carry, state.carry, strict=True))[name]


def _coming(agreed: Agreed, state: State, order: Order, ways: int) -> Iterator[Drawn]:
    """The coming deal, drawn in so many ways, and as each fact that is a deal by itself."""
    if not state.over:
        yield from deals_alone(agreed, state)
        drawn = (drawn_deal(agreed, state, order, way) for way in range(ways))
        yield from (one for one in drawn if isinstance(one, Drawn))


def _fails(agreed: Agreed, state: State, order: Order, paths: Paths) -> Problem | None:
    """The formula that fails in the coming deal or after it, if one does."""
    for drawn in _coming(agreed, state, order, 1):
        after = _after(agreed, state, drawn, paths)
        if isinstance(after, Problem) and after.code == FAILS:
            return after
    return None


def _after(agreed: Agreed, state: State, drawn: Drawn, paths: Paths) -> State | Problem | None:
    """The state after a deal, or what goes wrong; None where the rules refuse the deal."""
    for problem in problems_of(drawn.situation, drawn.entered, paths):
        return problem
    return moved(agreed, state, drawn, drawn.scored, paths) if drawn.scored else None


def _in_game_toward(rules: Ruleset, number: Number) -> Problem | None:
    """What fails in a game of which each deal is the one, of some that are drawn, that leads
    nearest to the number; None where the game comes to its end before."""
    agreed, order, paths = number.agreed, order_beside_alone(rules), paths_of(rules)
    state = first_state(agreed)
    for _ in range(DEALS):
        nexts = list[State]()
        for drawn in _coming(agreed, state, order, WAYS):
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
    away = [abs(one - number.value) for one in _kept(agreed, state, number.name)]
    return sum(away) if number.for_all else min(away)

"""Faults of formulas at some totals and counters, and of the test that ends a game."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from scorekeeper.base.input_limits import Steps
from scorekeeper.game.deal_facts import DealFacts
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import State, first_state, seating_of, turn
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import after, scored_for_all
from scorekeeper.proof.deal_enumeration import Order
from scorekeeper.proof.dependencies import base_names
from scorekeeper.proof.random_games import (
    RandomDeal,
    deals_of_one_fact,
    order_without_alone,
    random_next_deal,
    tables_by_choice,
)
from scorekeeper.proof.trial_deals import (
    FAILS,
    OVER,
    Paths,
    deal_typed,
    paths_of,
    problems_in_deal,
    risky_parts,
    state_after,
    with_deals_before,
)
from scorekeeper.rules.formula import Formula, FormulaError, part_of, value_of
from scorekeeper.rules.formula_faults import formulas_of
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message import Value, say
from scorekeeper.text.problems import Problem, Refused

# --- values at which a formula fails -------------------------------------------------------------
# Formulas that fail at some total or counter, such as `tricks // (total - 5)` at 5, or
# `worth[level]` at a level missing from the table.
#
# Random games hardly ever reach such a value. So each value is tried in the first deal, and games
# are steered toward a value at which a formula fails. If a game reaches it, that is a fault. If
# none does, only a division is noted. Few games reach the end of a lookup table, but a division by
# zero lies between values at which the formula works.


TOTAL: Final = "total"
UP_TO: Final = 100  # numbers up to this distance from 0 are tried, and the constants in formulas
FIRST: Final = 3  # random draws of the first deal
DEALS: Final = 30  # of a game that is steered toward a value
WAYS: Final = 12  # random draws of each of these deals


class FailingValue(NamedTuple):
    """A value of a total or counter at which a formula fails, with the problem. `for_all` is False
    if only the first side has it."""

    name: str
    value: int
    for_all: bool
    agreed: Agreed
    problem: Problem


def total_faults(rules: Ruleset, steps: Steps) -> Iterator[Problem]:
    """Yield a fault once for each formula that fails in a random game steered toward a failing
    value."""
    return _faults_of(_numbers(rules, steps), steps)


def total_notes(rules: Ruleset, steps: Steps) -> Iterator[Problem]:
    """Yield a note once for each division by zero at a value that no game reached."""
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


def _faults_of(numbers: Iterable[FailingValue], steps: Steps) -> Iterator[Problem]:
    """Yield the faults of games steered toward these values."""
    told = set[str | None]()
    for found in numbers:
        problem = None if found.problem.fact in told else _fault_in_game_toward(found, steps)
        if problem is not None:
            told.add(problem.fact)
            yield problem


def _numbers(rules: Ruleset, steps: Steps) -> Iterator[FailingValue]:
    """Yield the values at which a formula fails; of consecutive ones, only the nearest to a game's
    start."""
    parts, order, paths = [*risky_parts(rules)], order_without_alone(rules), paths_of(rules)
    for name in (TOTAL, *rules.scoring.carry):
        risky = {part.path for part in parts if name in part.names}
        for agreed in tables_by_choice(rules, ()) if risky else ():
            deals = [*next_deals(agreed, first_state(agreed), order, steps, FIRST)]
            for number in _of_table(agreed, name, deals, paths, steps):
                if number.problem.fact in risky:
                    yield number


def _of_table(
    agreed: Agreed, name: str, deals: Sequence[RandomDeal], paths: Paths, steps: Steps
) -> Iterator[FailingValue]:
    """Yield the failing values for these settings and deals, upward and downward from a game's
    start."""
    start, values = totals_or_counters(agreed, first_state(agreed), name)[0], _values(agreed.rules)
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
                    yield FailingValue(name, value, for_all, agreed, problem)
                before = problem


def _values(rules: Ruleset) -> list[int]:
    """Return the values to try, in increasing order."""
    said = {
        node.value
        for placed in formulas_of(rules)
        for node in ast.walk(placed.formula.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, int)
    }
    return sorted({sign * number for number in (*range(UP_TO + 1), *said) for sign in (1, -1)})


def with_number(agreed: Agreed, name: str, value: int, for_all: bool) -> State:
    """Return the state before the first deal with this total or counter, for all sides or only the
    first."""
    state = first_state(agreed)
    kept = totals_or_counters(agreed, state, name)
    kept = (value,) * len(kept) if for_all else (value, *kept[1:])
    if name == TOTAL:
        return state._replace(totals=kept)
    columns = dict(zip(agreed.rules.scoring.carry, state.carry, strict=True))
    return state._replace(carry=tuple({**columns, name: kept}.values()))


def totals_or_counters(agreed: Agreed, state: State, name: str) -> tuple[int, ...]:
    """Return each side's total, or its counter of this name."""
    if name == TOTAL:
        return state.totals
    return dict(zip(agreed.rules.scoring.carry, state.carry, strict=True))[name]


def next_deals(
    agreed: Agreed, state: State, order: Order, steps: Steps, ways: int
) -> Iterator[RandomDeal]:
    """Yield random next deals, and each next deal that consists of one fact."""
    if not state.over:
        yield from deals_of_one_fact(agreed, state)
        drawn = (random_next_deal(agreed, state, order, steps, way) for way in range(ways))
        yield from (one for one in drawn if isinstance(one, RandomDeal))


def _fails(
    agreed: Agreed, state: State, deals: Collection[RandomDeal], paths: Paths
) -> Problem | None:
    """Return the problem of a formula that fails in or after a deal from this state, or None."""
    for drawn in deals:
        situation = drawn.situation._replace(state=state)
        scored = judged(situation.agreed, state, dict(drawn.entered)).scored
        after = _after(agreed, state, RandomDeal(situation, drawn.entered, scored), paths)
        if isinstance(after, Problem) and after.code == FAILS:
            return after
    return None


def _after(agreed: Agreed, state: State, drawn: RandomDeal, paths: Paths) -> State | Problem | None:
    """Return the state after a deal, or its problem; None where the rules refuse the deal."""
    for problem in problems_in_deal(drawn.situation, drawn.entered, paths, state.deal):
        return problem
    return state_after(agreed, state, drawn, drawn.scored, paths) if drawn.scored else None


def _fault_in_game_toward(number: FailingValue, steps: Steps) -> Problem | None:
    """Return the first fault in a game whose every deal is the random one nearest to the value;
    None if there is no fault within DEALS."""
    agreed, rules = number.agreed, number.agreed.rules
    order, paths = order_without_alone(rules), paths_of(rules)
    state = first_state(agreed)
    for _ in range(DEALS):
        nexts = list[State]()
        for drawn in next_deals(agreed, state, order, steps, WAYS):
            after = _after(agreed, state, drawn, paths)
            if isinstance(after, Problem):
                return with_deals_before(after, state, drawn)
            nexts += [after] if after is not None else []
        if not nexts:
            return None
        state = min(nexts, key=lambda after: _distance(agreed, after, number))
    return None


def _distance(agreed: Agreed, state: State, number: FailingValue) -> int:
    """Return the distance of totals or counters from the value: the sum for all sides, or the
    nearest side's."""
    away = [abs(one - number.value) for one in totals_or_counters(agreed, state, number.name)]
    return sum(away) if number.for_all else min(away)


# --- the end of a game ---------------------------------------------------------------------------
# Faults of the test that ends a game: it is true before the first deal, or it requires an exact
# number that totals or counters may skip.


END: Final = "game-end"
NEAR: Final = 12  # numbers before the exact number that are tried


def end_faults(rules: Ruleset, steps: Steps) -> Iterator[Problem]:
    """Yield a fault if a game's end is reached before the first deal, or if a deal can skip it for
    good."""
    if rules.game.over is None:
        return
    for agreed in _tables(rules, rules.game.over):
        if (found := _holds_at_start(agreed, rules.game.over, steps)) is not None:
            yield found
            return
    yield from (passed.problem for passed in _passed_by(rules, steps) if not passed.leads_back)


def end_notes(rules: Ruleset, steps: Steps) -> Iterator[Problem]:
    """Yield a note if a deal can skip a game's end and another deal can return to it."""
    yield from (passed.problem for passed in _passed_by(rules, steps) if passed.leads_back)


def _kept_names(rules: Ruleset, formula: Formula) -> list[str]:
    """Return the names of the total and counters in a formula."""
    names = base_names(rules, formula.names)
    return [name for name in (TOTAL, *rules.scoring.carry) if name in names]


def _tables(rules: Ruleset, over: Formula) -> Iterator[Agreed]:
    """Yield settings with the options that affect the end, if the end uses the total or a
    counter."""
    start = rules.game.chosen.get("start")
    names = base_names(rules, over.names) | (set() if start is None else start.names)
    if _kept_names(rules, over):
        yield from tables_by_choice(rules, [name for name in rules.options if name in names])


# --- ends that hold before the first deal --------------------------------------------------------


def _holds_at_start(agreed: Agreed, over: Formula, steps: Steps) -> Problem | None:
    """Return the problem that a game's end is reached before the first deal and after every first
    deal; None if not."""
    state = first_state(agreed)
    if not _value(agreed, state, over):
        return None
    followed = [*_states_after(agreed, state, order_without_alone(agreed.rules), steps)]
    if not followed or not all(one.over for one, _ in followed):
        return None
    message = say("this holds before the first deal already, and so after every first deal")
    return Problem(END, message, OVER, (say("turn it round, or begin at another `start`"),))


def _value(agreed: Agreed, state: State, formula: Formula) -> object:
    """Return the value of a formula before a deal; None if it fails."""
    try:
        return value_of(formula, DealFacts(agreed, state, turn(agreed, state), {}))
    except FormulaError:
        return None


def _states_after(
    agreed: Agreed, state: State, order: Order, steps: Steps
) -> Iterator[tuple[State, RandomDeal]]:
    """Yield some possible states after the next deal, each with the deal."""
    for drawn in next_deals(agreed, state, order, steps, WAYS):
        if drawn.scored is not None:
            try:
                of_all = scored_for_all(seating_of(agreed, state), state, drawn.scored)
                yield after(agreed, state, of_all), drawn
            except Refused:
                continue


# --- ends that a deal passes by ------------------------------------------------------------------


class ExactTest(NamedTuple):
    """A part of a game's end that tests for one exact number: its `text`, the tested number or
    list, and the wanted number."""

    text: str
    asked: Formula
    wanted: Formula


class PassedBy(NamedTuple):
    """The problem that a deal skips an exact number. `leads_back` is True if another deal can
    return."""

    problem: Problem
    leads_back: bool


def _passed_by(rules: Ruleset, steps: Steps) -> Iterator[PassedBy]:
    """Yield the problem of the first exact number that a deal skips."""
    over, order = rules.game.over, order_without_alone(rules)
    for exact in _exact_tests(rules, over) if over is not None else ():
        for agreed in islice(tables_by_choice(rules, ()), 1):
            names = _kept_names(rules, exact.asked)
            states = (one for name in names for one in _states_near(agreed, exact, name))
            for found in filter(
                None, (_passing(agreed, one, exact, order, steps) for one in states)
            ):
                yield found
                return


def _exact_tests(rules: Ruleset, over: Formula) -> Iterator[ExactTest]:
    """Yield the parts of the end that compare totals or counters by `==`, `in` or `count`."""
    tables = frozenset(rules.scoring.ladders)
    for node in ast.walk(ast.parse(over.text.strip(), mode="eval")):
        match node:
            case ast.Compare(one, [ast.Eq()], [other]):
                pairs = [(one, other), (other, one)]
            case ast.Compare(one, [ast.In()], [ast.Name() | ast.Attribute() as many]):
                pairs = [(many, one)]
            case ast.Call(ast.Name("count"), [many, one]):
                pairs = [(many, one)]
            case _:
                continue
        for asked, wanted in pairs:
            text = ast.unparse(node)
            exact = ExactTest(text, part_of(over, asked, tables), part_of(over, wanted, tables))
            if _kept_names(rules, exact.asked) and not _kept_names(rules, exact.wanted):
                yield exact


def _states_near(agreed: Agreed, exact: ExactTest, name: str) -> Iterator[State]:
    """Yield states just short of the exact number, as seen from the start."""
    state = first_state(agreed)
    wanted = _value(agreed, state, exact.wanted)
    if not isinstance(wanted, int):
        return
    way = -1 if totals_or_counters(agreed, state, name)[0] < wanted else 1
    for step in range(1, NEAR + 1):
        for for_all in (True,) if name in agreed.rules.tables_counters else (False, True):
            yield with_number(agreed, name, wanted + way * step, for_all)


def _passing(
    agreed: Agreed, state: State, exact: ExactTest, order: Order, steps: Steps
) -> PassedBy | None:
    """Return the problem of a deal that skips the number without ending the game, or None."""
    wanted = _value(agreed, state, exact.wanted)
    before = _end_numbers(agreed, state, exact)
    for one, drawn in _states_after(agreed, state, order, steps):
        beyond = _end_numbers(agreed, one, exact)
        if one.over or len(beyond) != len(before) or not isinstance(wanted, int):
            continue
        for place, (was, now) in enumerate(zip(before, beyond, strict=True)):
            if was < wanted < now or now < wanted < was:
                leads_back = _leads_back(agreed, one, exact, order, steps, place, wanted)
                return PassedBy(_stepped_over(drawn, exact, was, now, leads_back), leads_back)
    return None


def _stepped_over(
    drawn: RandomDeal, exact: ExactTest, was: int, now: int, leads_back: bool
) -> Problem:
    """Return the problem of an exact number that a deal steps over."""
    agreed = drawn.situation.agreed
    values: dict[str, Value] = {
        "part": exact.text,
        "before": was,
        "after": now,
        "players": len(agreed.players),
        "deal": deal_typed(drawn.situation, drawn.entered),
    }
    if leads_back:
        message = say(
            "`{part}` can be stepped over, from {before} to {after}; so in this deal of {players} "
            "players: {deal}",
            **values,
        )
    else:
        message = say(
            "`{part}` can be stepped over, from {before} to {after}, and then the game never "
            "ends; so in this deal of {players} players: {deal}",
            **values,
        )
    return Problem(END, message, OVER, (say("say `>=` or `<=` in the place of `==`"),))


def _leads_back(
    agreed: Agreed,
    state: State,
    exact: ExactTest,
    order: Order,
    steps: Steps,
    place: int,
    wanted: int,
) -> bool:
    """Return True if some deal ends the game or comes nearer to the skipped number."""
    away = abs(_end_numbers(agreed, state, exact)[place] - wanted)
    for one, _ in _states_after(agreed, state, order, steps):
        now = _end_numbers(agreed, one, exact)
        if one.over or not now[place:] or abs(now[place] - wanted) < away:
            return True
    return False


def _end_numbers(agreed: Agreed, state: State, exact: ExactTest) -> Sequence[int]:
    """Return the numbers that the test compares."""
    value = _value(agreed, state, exact.asked)
    values = value if isinstance(value, (list, tuple)) else (value,)
    return [number for number in values if isinstance(number, int)]

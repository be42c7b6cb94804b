"""Faults of the test that ends a game: it holds before the first deal, or it asks for one exact
number that totals or counters pass by."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from scorekeeper.base.limits import Steps
from scorekeeper.game.facts import DealFacts
from scorekeeper.game.schedule import State, first_state, seating_of, turn
from scorekeeper.game.session import Agreed
from scorekeeper.game.standing import after, scored_for_all
from scorekeeper.proof.deal_faults import OVER, deal_typed
from scorekeeper.proof.drawn_deals import order_beside_alone
from scorekeeper.proof.drawn_games import Drawn, tables_by_choice
from scorekeeper.proof.kept_faults import coming, kept_numbers, with_number
from scorekeeper.proof.reach import base_names
from scorekeeper.proof.ways import Order
from scorekeeper.rules.formula import Formula, FormulaError, part_of, value_of
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.message import Value, say
from scorekeeper.text.problems import Problem, Refused

END: Final = "game-end"
TOTAL: Final = "total"
WAYS: Final = 12  # in which a deal is drawn
NEAR: Final = 12  # numbers on either side of the one that is asked for


def end_faults(rules: Ruleset, steps: Steps) -> Iterator[Problem]:
    """Yield the end that holds at the start, or that a game passes by for good."""
    if rules.game.over is None:
        return
    for agreed in _tables(rules, rules.game.over):
        if (found := _held_before(agreed, rules.game.over, steps)) is not None:
            yield found
            return
    yield from (passed.problem for passed in _passed_by(rules, steps) if not passed.leads_back)


def end_notes(rules: Ruleset, steps: Steps) -> Iterator[Problem]:
    """Yield the end that a game may pass by, and come back to."""
    yield from (passed.problem for passed in _passed_by(rules, steps) if passed.leads_back)


def _kept_names(rules: Ruleset, formula: Formula) -> list[str]:
    """Return the total and the counters that a formula asks for."""
    names = base_names(rules, formula.names)
    return [name for name in (TOTAL, *rules.scoring.carry) if name in names]


def _tables(rules: Ruleset, over: Formula) -> Iterator[Agreed]:
    """Yield the tables whose choices matter for the end, where it asks for what is kept."""
    start = rules.game.chosen.get("start")
    names = base_names(rules, over.names) | (set() if start is None else start.names)
    if _kept_names(rules, over):
        yield from tables_by_choice(rules, [name for name in rules.options if name in names])


# --- before the first deal -----------------------------------------------------------------------


def _held_before(agreed: Agreed, over: Formula, steps: Steps) -> Problem | None:
    """Return the fault of an end that holds before the first deal and after any."""
    state = first_state(agreed)
    if not _value(agreed, state, over):
        return None
    followed = [*_followed(agreed, state, order_beside_alone(agreed.rules), steps)]
    if not followed or not all(one.over for one, _ in followed):
        return None
    message = say("this holds before the first deal already, and so after every first deal")
    return Problem(END, message, OVER, (say("turn it round, or begin at another `start`"),))


def _value(agreed: Agreed, state: State, formula: Formula) -> object:
    """Return what a formula gives where nothing of a deal is known; None where it has no answer."""
    try:
        return value_of(formula, DealFacts(agreed, state, turn(agreed, state), {}))
    except FormulaError:
        return None


def _followed(
    agreed: Agreed, state: State, order: Order, steps: Steps
) -> Iterator[tuple[State, Drawn]]:
    """Yield the states after the next deal, drawn in some ways, each with that deal."""
    for drawn in coming(agreed, state, order, steps, WAYS):
        if drawn.scored is not None:
            try:
                of_all = scored_for_all(seating_of(agreed, state), state, drawn.scored)
                yield after(agreed, state, of_all), drawn
            except Refused:
                continue


# --- passed by -----------------------------------------------------------------------------------


class Exact(NamedTuple):
    """What is asked for one exact number, a list or a number itself, and that number; `text` is
    the part of the test that does."""

    text: str
    asked: Formula
    wanted: Formula


class Passed(NamedTuple):
    """An exact number that a deal passes by, and whether another leads back to it."""

    problem: Problem
    leads_back: bool


def _passed_by(rules: Ruleset, steps: Steps) -> Iterator[Passed]:
    """Yield the first exact number of an end that a deal passes by."""
    over, order = rules.game.over, order_beside_alone(rules)
    for exact in _exacts(rules, over) if over is not None else ():
        for agreed in islice(tables_by_choice(rules, ()), 1):
            names = _kept_names(rules, exact.asked)
            states = (one for name in names for one in _states_near(agreed, exact, name))
            for found in filter(
                None, (_passing(agreed, one, exact, order, steps) for one in states)
            ):
                yield found
                return


def _exacts(rules: Ruleset, over: Formula) -> Iterator[Exact]:
    """Yield what an end compares with `==`, seeks with `in` or counts, by totals or counters."""
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
            exact = Exact(text, part_of(over, asked, tables), part_of(over, wanted, tables))
            if _kept_names(rules, exact.asked) and not _kept_names(rules, exact.wanted):
                yield exact


def _states_near(agreed: Agreed, exact: Exact, name: str) -> Iterator[State]:
    """Yield states before a deal in which the exact number is near, on the way from the start."""
    state = first_state(agreed)
    wanted = _value(agreed, state, exact.wanted)
    if not isinstance(wanted, int):
        return
    way = -1 if kept_numbers(agreed, state, name)[0] < wanted else 1
    for step in range(1, NEAR + 1):
        for for_all in (True,) if name in agreed.rules.tables_counters else (False, True):
            yield with_number(agreed, name, wanted + way * step, for_all)


def _passing(
    agreed: Agreed, state: State, exact: Exact, order: Order, steps: Steps
) -> Passed | None:
    """Return the deal that passes the number by, where the game goes on behind it."""
    wanted = _value(agreed, state, exact.wanted)
    before = _numbers(agreed, state, exact)
    for one, drawn in _followed(agreed, state, order, steps):
        beyond = _numbers(agreed, one, exact)
        if one.over or len(beyond) != len(before) or not isinstance(wanted, int):
            continue
        for place, (was, now) in enumerate(zip(before, beyond, strict=True)):
            if was < wanted < now or now < wanted < was:
                leads_back = _leads_back(agreed, one, exact, order, steps, place, wanted)
                return Passed(_stepped_over(drawn, exact, was, now, leads_back), leads_back)
    return None


def _stepped_over(drawn: Drawn, exact: Exact, was: int, now: int, leads_back: bool) -> Problem:
    """Return what is wrong with an exact number that a deal steps over."""
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
    agreed: Agreed, state: State, exact: Exact, order: Order, steps: Steps, place: int, wanted: int
) -> bool:
    """Return True if a deal leads nearer to a number that was passed by, or ends the game."""
    away = abs(_numbers(agreed, state, exact)[place] - wanted)
    for one, _ in _followed(agreed, state, order, steps):
        now = _numbers(agreed, one, exact)
        if one.over or not now[place:] or abs(now[place] - wanted) < away:
            return True
    return False


def _numbers(agreed: Agreed, state: State, exact: Exact) -> Sequence[int]:
    """Return the numbers of which one is to be exact."""
    value = _value(agreed, state, exact.asked)
    values = value if isinstance(value, (list, tuple)) else (value,)
    return [number for number in values if isinstance(number, int)]

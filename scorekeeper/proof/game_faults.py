"""Faults that only games show which are played on: a formula that has no answer behind some deals,
with what a table may choose, where people rest or when all is settled; a deal that nobody can
enter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import Final

from scorekeeper.base.limits import Steps
from scorekeeper.game.judge import Scored
from scorekeeper.game.schedule import State, first_state, seating_of
from scorekeeper.game.session import Agreed
from scorekeeper.game.standing import after, scored_for_all, settlement
from scorekeeper.proof.deal_faults import FAILS, deal_typed, paths_of, problems_of, without_answer
from scorekeeper.proof.deal_possible import IMPOSSIBLE, place_of
from scorekeeper.proof.drawn_deals import order_beside_alone
from scorekeeper.proof.drawn_games import Drawn, drawn_deal, tables_by_choice, tables_with_resters
from scorekeeper.proof.risky_parts import risky_choices
from scorekeeper.proof.ways import Order, facts_of
from scorekeeper.rules.formula import FormulaError
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.message import say
from scorekeeper.text.problems import Problem, Refused

LONGEST: Final = 40  # deals of one table
MOST: Final = 100  # deals of all tables, with what is usual and with what is not
Paths = Mapping[str, str]  # of formulas, by their text


def game_faults(rules: Ruleset, steps: Steps) -> Iterator[Problem]:
    """Yield what goes wrong in games that are played by chance, once for each place."""
    paths, order = paths_of(rules), order_beside_alone(rules)
    told = set[str | None]()
    for agreed, deals in _games(rules):
        for problem in _of_game(agreed, order, paths, deals, steps):
            if problem.fact not in told:
                told.add(problem.fact)
                yield problem
            if problem.code == IMPOSSIBLE:
                return  # which takes a thousand draws at every table


def _games(rules: Ruleset) -> Iterator[tuple[Agreed, int]]:
    """The tables that play, each with the deals of its game: those with what is usual first, which
    share half of all deals, and as many of the others as can have one."""
    usual = [*tables_by_choice(rules, ())]
    by_choice = tables_by_choice(rules, rules.options, risky_choices(rules))
    every = chain(by_choice, tables_with_resters(rules))
    others = [*islice(every, len(usual), len(usual) + MOST)]
    for tables in (usual, others):
        yield from ((agreed, min(LONGEST, 1 + MOST // len(tables))) for agreed in tables)


def _of_game(
    agreed: Agreed, order: Order, paths: Paths, deals: int, steps: Steps
) -> Iterator[Problem]:
    """What goes wrong in a game of so many deals at most, up to the first deal that does."""
    state = first_state(agreed)
    for _ in range(deals):
        drawn = None if state.over else drawn_deal(agreed, state, order, steps)
        if isinstance(drawn, Problem):
            yield _not_entered(agreed, state, drawn)
        if not isinstance(drawn, Drawn):
            return
        problems = [*problems_of(drawn.situation, drawn.entered, paths, state.deal)]
        yield from (in_game(problem, state, drawn) for problem in problems)
        if problems or drawn.scored is None:
            return
        following = moved(agreed, state, drawn, drawn.scored, paths)
        if isinstance(following, Problem):
            yield in_game(following, state, drawn)
            return
        state = following


def moved(
    agreed: Agreed, state: State, drawn: Drawn, scored: Scored, paths: Paths
) -> State | Problem:
    """The state after a deal; or that the rules cannot say what somebody who rests scores in it, or
    how all is settled after it."""
    try:
        for_all = scored_for_all(seating_of(agreed, state), state, scored)
    except Refused as refusal:
        return Problem(FAILS, refusal.problems[0].message, "resting.score")
    following = after(agreed, state, for_all)
    try:
        settlement(agreed, following)
    except FormulaError as error:
        return without_answer(error, facts_of(drawn.situation, drawn.entered), paths)
    return following


def _not_entered(agreed: Agreed, state: State, why: Problem) -> Problem:
    """That a deal of a game cannot be entered, and why not."""
    message = say(
        "deal {number} of a game of {players} players cannot be entered: {why}",
        number=state.deal,
        players=len(agreed.players),
        why=why.message,
    )
    return Problem(IMPOSSIBLE, message, place_of(agreed.rules, why.fact))


def in_game(problem: Problem, state: State, drawn: Drawn) -> Problem:
    """The fault with the deal that shows it, and how many came before."""
    message = say(
        "{problem}; so in deal {number} of a game of {players} players: {deal}",
        problem=problem.message,
        number=state.deal,
        players=len(drawn.situation.agreed.players),
        deal=deal_typed(drawn.situation, drawn.entered),
    )
    return problem._replace(message=message)

"""Faults that only deals and games show, such as failing formulas and wrong sums of points."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Final, NamedTuple

from scorekeeper.base.input_limits import Steps
from scorekeeper.base.toml_reader import toml_value
from scorekeeper.game.deal_facts import DealFacts, outcome_of, point_formulas
from scorekeeper.game.deal_scoring import Scored, judged_valid_facts
from scorekeeper.game.derived_facts import with_derived_facts
from scorekeeper.game.entry_checks import deal_problems
from scorekeeper.game.schedule import State, first_state, seating_of
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import after, scored_for_all, settlement
from scorekeeper.proof.deal_enumeration import Facts, Order, facts_of
from scorekeeper.proof.dependencies import base_names
from scorekeeper.proof.examples import MEND_PROMISE
from scorekeeper.proof.impossible_parts import IMPOSSIBLE, path_of_entry
from scorekeeper.proof.ineffective_parts import two_roles
from scorekeeper.proof.random_games import (
    RandomDeal,
    order_without_alone,
    random_deals,
    random_next_deal,
    tables_by_choice,
    tables_with_resters,
)
from scorekeeper.proof.situations import Situation, values_within
from scorekeeper.rules.fact_names import key_typed, value_typed
from scorekeeper.rules.formula import Formula, FormulaError, NoAnswer, read_formula, value_of
from scorekeeper.rules.formula_faults import Placed, formulas_of
from scorekeeper.rules.formula_types import Checker, kinds_of
from scorekeeper.rules.name_types import Kinds
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_scoring import Bonus
from scorekeeper.text.message import JoinedWords, Words, say
from scorekeeper.text.problems import Problem, Refused

# --- faults in deals -----------------------------------------------------------------------------
# Faults that a single deal shows: a failing formula, no applicable row of the settlement, points
# that break the promise, a player with two roles. Each is reported with its smallest deal.


DEFAULTS: Final = 4  # tested in one deal
LAST: Final = 1_000_000  # deals, more than any game has
OVER: Final = "game.over"
FAILS: Final = "formula-fails"  # the code of a formula that fails in some deal
PROMISE: Final = "promise"  # the code of points with another sum than promised


class FaultExample(NamedTuple):
    """A fault, and a deal that shows it."""

    problem: Problem
    situation: Situation
    entered: Facts

    @property
    def weight(self) -> tuple[int, int, int]:
        """Return the size of the deal: its numbers of changed options and of facts, then the sum
        of its numbers."""
        values = [
            one
            for value in self.entered.values()
            for one in (value if isinstance(value, (list, tuple)) else [value])
        ]
        numbers = sum(abs(one) for one in values if isinstance(one, int))
        return len(self.situation.choices), len(self.entered), numbers


def deal_faults(rules: Ruleset, steps: Steps) -> Iterator[Problem]:
    """Yield the faults of legal deals within `steps`, once for each code and path, each with its
    smallest deal."""
    paths = paths_of(rules)
    plainest: dict[tuple[str, str | None], FaultExample] = {}
    for number, (situation, entered) in enumerate(random_deals(rules)):
        if not steps.take():
            break
        for problem in problems_in_deal(situation, entered, paths, number):
            found, key = FaultExample(problem, situation, entered), (problem.code, problem.fact)
            if key not in plainest or found.weight < plainest[key].weight:
                plainest[key] = found
    for found in plainest.values():
        yield _with_deal(found)


def paths_of(rules: Ruleset) -> Mapping[str, str]:
    """Return the first path of each formula of a ruleset, by the formula's text."""
    return {placed.formula.text: placed.path for placed in reversed([*formulas_of(rules)])}


def problems_in_deal(
    situation: Situation, entered: Facts, paths: Mapping[str, str], number: int
) -> Iterator[Problem]:
    """Yield the faults that one deal shows; nothing if the rules refuse it. `number` selects the
    defaults to test."""
    yield from _illegal_defaults(situation, entered, number)
    try:
        facts, problems = with_derived_facts(situation.agreed, situation.state, dict(entered))
        if problems or deal_problems(facts, set()):
            return
    except FormulaError:
        return  # a formula for legal values fails
    try:
        verdict = judged_valid_facts(situation.agreed, situation.state, facts)
    except FormulaError as error:
        yield _without_row(facts) or no_answer_problem(error, facts, paths)
        return
    yield from (_broken_promise(problem) for problem in verdict.problems if problem.code == PROMISE)
    if verdict.scored is not None:
        yield from two_roles(facts)
        yield from _without_end(situation, verdict.scored)


def _illegal_defaults(situation: Situation, entered: Facts, number: int) -> Iterator[Problem]:
    """Yield a problem for each illegal default in an otherwise legal deal. Each deal tests a few
    defaults, selected by `number`."""
    facts_of_rules = situation.agreed.rules.facts.items()
    names = [name for name, fact in facts_of_rules if fact.default is not None]
    first = number * DEFAULTS % max(1, len(names))
    for name in [*names, *names][first : first + min(DEFAULTS, len(names))]:
        said = {key: value for key, value in entered.items() if key != name}
        try:
            facts, found = with_derived_facts(situation.agreed, situation.state, said)
            found += deal_problems(facts, set())
        except FormulaError:
            continue  # a formula for legal values fails
        if name in facts.entered and found and all(one.fact == name for one in found):
            message = say("where nobody says it: {problem}", problem=found[0].message)
            yield Problem(FAILS, message, f"fact.{name}.default")


def _broken_promise(problem: Problem) -> Problem:
    """Return a wrong sum of points as a fault of the ruleset."""
    return problem._replace(fact=PROMISE, mends=(MEND_PROMISE,))


def _without_end(situation: Situation, scored: Scored) -> Iterator[Problem]:
    """Yield a problem for each rule about a game's end, its result or the next deal that fails
    after this deal."""
    agreed, state = situation.agreed, situation.state
    over = state._replace(game_start=state.deal - LAST)
    on = state._replace(game_start=state.deal + LAST)
    is_scored_out = agreed.rules.game.over is not None
    asked = [(OVER, _with_end_formulas(agreed.rules), state)] if is_scored_out else []
    asked += [(path, rules, over) for path, rules in _ends(agreed.rules)]
    asked += [(path, rules, on) for path, rules in _followings(agreed.rules)]
    for path, rules, before in asked:
        under = agreed if rules is agreed.rules else agreed._replace(rules=rules)
        try:
            after(under, before, scored)
        except Refused as refusal:
            yield Problem("formula-fails", refusal.problems[0].message, path)


def _ends(rules: Ruleset) -> Iterator[tuple[str, Ruleset]]:
    """Yield the path of each rule about a game's end, with the rules reduced to that one."""
    game = rules.game
    if game.winner is not None:
        yield "game.winner", _with_end_formulas(rules, winner=game.winner)
    if game.counting:
        yield "game.counting", _with_end_formulas(rules, counting=game.counting)
    if game.bonus is not None:
        yield "game.bonus.points", _with_end_formulas(rules, bonus=game.bonus)
    if rules.match is not None:
        yield "match.result", _with_end_formulas(rules)


def _followings(rules: Ruleset) -> Iterator[tuple[str, Ruleset]]:
    """Yield the path of each formula about the next deal, with the rules reduced to that
    formula."""
    following = rules.following
    if following is None:
        return
    game = replace(rules.game, over=None, winner=None, bonus=None, counting=())
    silent = replace(
        following, stays=None, dealer=None, declarer=None, leader=None, trump=None, says=()
    )
    for word in ("stays", "dealer", "declarer", "leader", "trump"):
        if (test := getattr(following, word)) is not None:
            yield (
                f"next.{word}",
                replace(rules, game=game, following=replace(silent, **{word: test})),
            )
    for place, row in enumerate(following.says):
        one = replace(silent, says=(row,))
        yield f"next.say[{place}].when", replace(rules, game=game, following=one)


def _with_end_formulas(
    rules: Ruleset,
    winner: Formula | None = None,
    bonus: Bonus | None = None,
    counting: tuple[str, ...] = (),
) -> Ruleset:
    """Return the rules with only these rules about a game's end."""
    game = rules.game
    asked = replace(game, winner=winner, bonus=bonus, counting=counting)
    if rules.following is None and asked == game:
        return rules
    return replace(rules, following=None, game=asked)


def _without_row(facts: DealFacts) -> Problem | None:
    """Return the problem that no settlement row applies and the contract has no points, or None."""
    try:
        outcome = outcome_of(facts)
    except FormulaError:
        return None
    if point_formulas(facts, outcome):
        return None
    hint = say("add a row without `when` at the end: `[[outcome]]`, and under it `points = …`")
    return Problem("outcome-none", say("no row of `[[outcome]]` holds"), "outcome", (hint,))


def no_answer_problem(error: FormulaError, facts: DealFacts, paths: Mapping[str, str]) -> Problem:
    """Return the problem that a formula fails, with its path."""
    if not isinstance(error, NoAnswer):
        return Problem("formula-fails", error.why, "outcome")
    text = error.formula.text
    path = paths.get(text)
    if path is None:
        return Problem("formula-fails", error.why, "outcome")
    key = path.rpartition(".")[2]
    left_out = [name for name in sorted(error.formula.names) if _is_left_out(facts, name)]
    mends = tuple(
        say("`{name}` may be left out: ask `given({name})` first", name=name) for name in left_out
    )
    return Problem("formula-fails", error.saying(f"`{key} = {toml_value(text)}`"), path, mends)


def _is_left_out(facts: DealFacts, name: str) -> bool:
    """Return True if the name is a fact or count that was not entered."""
    rules, what = facts.agreed.rules, name.removeprefix("all.")
    return what in (*rules.facts, *rules.counts) and facts.entered.get(what) is None


def _with_deal(found: FaultExample) -> Problem:
    """Return the fault with the deal that shows it, as typed."""
    situation = found.situation
    message = say(
        "{problem}; so in this deal of {players} players, {dealer} deals: {deal}",
        problem=found.problem.message,
        players=len(situation.agreed.players),
        dealer=situation.agreed.players[situation.state.dealer],
        deal=deal_typed(situation, found.entered),
    )
    return found.problem._replace(message=message)


def deal_typed(situation: Situation, entered: Facts) -> Words:
    """Return the changed options and the deal, as typed."""
    rules = situation.agreed.rules
    settled = [f"{name}={str(value).lower()}" for name, value in situation.choices.items()]
    words = [_typed(rules, name, value) for name, value in entered.items()]
    return JoinedWords((*settled, *words), " ")


def _typed(rules: Ruleset, name: str, value: object) -> Words:
    """Return a fact as typed: `bid=5`, or a flag's name alone."""
    if value is True:
        return key_typed(rules, name)
    return JoinedWords((key_typed(rules, name), "=", value_typed(rules, name, value)))


# --- risky parts of formulas ---------------------------------------------------------------------
# The parts of formulas that may make an operation fail: a divisor, a key of a lookup table, an
# index, an exponent.


DIVISIONS: Final = (ast.Div, ast.FloorDiv, ast.Mod)
DIVIDING: Final = ("round_down", "round_up", "round_nearest", "round_to_zero")
BOUNDED: Final = ("power", "nth", "player", "highest", "lowest")


class RiskyPart(NamedTuple):
    """A part of a formula that may fail: the formula's path, the names that the part uses, whether
    it is a divisor, and the part."""

    path: str
    names: frozenset[str]
    divides: bool
    part: Formula


def risky_parts(rules: Ruleset) -> Iterator[RiskyPart]:
    """Yield the parts of formulas that may fail, leaving out divisors that can never be 0."""
    kinds = kinds_of(rules)
    for placed in formulas_of(rules):
        for node in ast.walk(ast.parse(placed.formula.text.strip(), mode="eval")):
            divisor = _divisor(node)
            part = _formula(rules, divisor or _bounded(node))
            names = frozenset() if part is None else frozenset(base_names(rules, part.names))
            if part and names and (divisor is None or _may_be_zero(kinds, placed, divisor)):
                yield RiskyPart(placed.path, names, divisor is not None, part)


def risky_choices(rules: Ruleset) -> Mapping[str, Sequence[int]]:
    """Return for each option the values that make a divisor 0. The divisor may use one option
    only, and the number of players."""
    found: dict[str, list[int]] = {}
    for part in risky_parts(rules) if rules.options else ():
        names = [name for name in rules.options if name in part.names]
        if part.divides and len(names) == 1 and rules.options[names[0]].kind == "number":
            zeros = (_zero_at(rules, part.part, names[0], players) for players in rules.players)
            found.setdefault(names[0], []).extend(dict.fromkeys(chain.from_iterable(zeros)))
    return found


def _zero_at(rules: Ruleset, part: Formula, name: str, players: int) -> Iterator[int]:
    """Yield the values of an option for which a divisor is 0."""
    for value in values_within(rules.options[name]):
        try:
            if value_of(part, _ValuesBeforePlay(rules, {"players": players, name: value})) == 0:
                yield int(value)
        except FormulaError:
            continue


class _ValuesBeforePlay:
    """The values known to formulas before the first deal: players, options, and `let` values of
    these."""

    def __init__(self, rules: Ruleset, known: Mapping[str, object]) -> None:
        self._rules, self._known = rules, known

    def __getitem__(self, name: str) -> object:
        let = self._rules.scoring.lets.get(name)
        return self._known[name] if let is None else value_of(let, self)


def _divisor(node: ast.AST) -> ast.expr | None:
    """Return the divisor of a division."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, DIVISIONS):
        return node.right
    return _last_of(node, DIVIDING)


def _bounded(node: ast.AST) -> ast.expr | None:
    """Return the argument of a table lookup, a power or an index."""
    return node.slice if isinstance(node, ast.Subscript) else _last_of(node, BOUNDED)


def _last_of(node: ast.AST, functions: Sequence[str]) -> ast.expr | None:
    """Return the last argument of a call to one of these functions; else None."""
    if isinstance(node, ast.Call) and node.args and ast.unparse(node.func) in functions:
        return node.args[-1]
    return None


def _formula(rules: Ruleset, part: ast.expr | None) -> Formula | None:
    """Return a part of a formula as a formula; None if it cannot be one."""
    try:
        tables = frozenset(rules.scoring.ladders)
        return None if part is None else read_formula(ast.unparse(part), None, tables)
    except FormulaError:
        return None  # too long for a formula when written out


def _may_be_zero(kinds: Kinds, placed: Placed, divisor: ast.expr) -> bool:
    kind = Checker(kinds, placed.formula, placed.view).kind(divisor)
    return not kind.is_number or kind.least <= 0 <= kind.most


# --- faults in games -----------------------------------------------------------------------------
# Faults that only a game of several deals shows: a formula that fails after some deals, with some
# options, when players sit out or at the settlement; a deal that cannot be entered.


LONGEST: Final = 40  # deals of one table
MOST: Final = 100  # deals with default options, and as many with others
Paths = Mapping[str, str]  # of formulas, by their text


def game_faults(rules: Ruleset, steps: Steps) -> Iterator[Problem]:
    """Yield the faults of random games, once for each path."""
    paths, order = paths_of(rules), order_without_alone(rules)
    told = set[str | None]()
    for agreed, deals in _games(rules):
        for problem in _of_game(agreed, order, paths, deals, steps):
            if problem.fact not in told:
                told.add(problem.fact)
                yield problem
            if problem.code == IMPOSSIBLE:
                return  # stop, because each such problem takes a thousand draws


def _games(rules: Ruleset) -> Iterator[tuple[Agreed, int]]:
    """Yield the settings to play, each with a number of deals. Default options come first and get
    half of all deals."""
    usual = [*tables_by_choice(rules, ())]
    by_choice = tables_by_choice(rules, rules.options, risky_choices(rules))
    every = chain(by_choice, tables_with_resters(rules))
    others = [*islice(every, len(usual), len(usual) + MOST)]
    for tables in (usual, others):
        yield from ((agreed, min(LONGEST, 1 + MOST // len(tables))) for agreed in tables)


def _of_game(
    agreed: Agreed, order: Order, paths: Paths, deals: int, steps: Steps
) -> Iterator[Problem]:
    """Yield the faults of the first faulty deal in a game of up to `deals` deals."""
    state = first_state(agreed)
    for _ in range(deals):
        drawn = None if state.over else random_next_deal(agreed, state, order, steps)
        if isinstance(drawn, Problem):
            yield _not_entered(agreed, state, drawn)
        if not isinstance(drawn, RandomDeal):
            return
        problems = [*problems_in_deal(drawn.situation, drawn.entered, paths, state.deal)]
        yield from (with_deals_before(problem, state, drawn) for problem in problems)
        if problems or drawn.scored is None:
            return
        following = state_after(agreed, state, drawn, drawn.scored, paths)
        if isinstance(following, Problem):
            yield with_deals_before(following, state, drawn)
            return
        state = following


def state_after(
    agreed: Agreed, state: State, drawn: RandomDeal, scored: Scored, paths: Paths
) -> State | Problem:
    """Return the state after a deal, or the problem that sitting out cannot be scored or the deal
    cannot be settled."""
    try:
        for_all = scored_for_all(seating_of(agreed, state), state, scored)
    except Refused as refusal:
        return Problem(FAILS, refusal.problems[0].message, "resting.score")
    following = after(agreed, state, for_all)
    try:
        settlement(agreed, following)
    except FormulaError as error:
        return no_answer_problem(error, facts_of(drawn.situation, drawn.entered), paths)
    return following


def _not_entered(agreed: Agreed, state: State, why: Problem) -> Problem:
    """Return the problem that a game's next deal cannot be entered, with the reason."""
    message = say(
        "deal {number} of a game of {players} players cannot be entered: {why}",
        number=state.deal,
        players=len(agreed.players),
        why=why.message,
    )
    return Problem(IMPOSSIBLE, message, path_of_entry(agreed.rules, why.fact))


def with_deals_before(problem: Problem, state: State, drawn: RandomDeal) -> Problem:
    """Return the fault with the deal that shows it, and the deal's number in its game."""
    message = say(
        "{problem}; so in deal {number} of a game of {players} players: {deal}",
        problem=problem.message,
        number=state.deal,
        players=len(drawn.situation.agreed.players),
        deal=deal_typed(drawn.situation, drawn.entered),
    )
    return problem._replace(message=message)

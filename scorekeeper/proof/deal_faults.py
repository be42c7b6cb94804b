"""Faults that only a deal shows: a formula that has no answer in it, no row of the settlement that
holds, points that break the promise, a player who has two roles. Each is named with the plainest
such deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from scorekeeper.base.limits import Steps
from scorekeeper.base.toml import toml_value
from scorekeeper.game.deal_problems import deal_problems
from scorekeeper.game.facts import DealFacts, outcome_of, point_formulas
from scorekeeper.game.filled import filled
from scorekeeper.game.judge import Scored, of_well_entered
from scorekeeper.game.standing import after
from scorekeeper.proof.drawn_deals import drawn_deals
from scorekeeper.proof.examples import MEND_PROMISE
from scorekeeper.proof.situations import Situation
from scorekeeper.proof.two_roles import two_roles
from scorekeeper.proof.ways import Facts
from scorekeeper.rules.formula import Formula, FormulaError, NoAnswer
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.model_scoring import Bonus
from scorekeeper.rules.page_formulas import formulas_of
from scorekeeper.rules.said import key_typed, value_typed
from scorekeeper.text.message import Joined, Words, say
from scorekeeper.text.problems import Problem, Refused

DEFAULTS: Final = 4  # that are asked of one deal
LAST: Final = 1_000_000  # deals, of which no game has as many
OVER: Final = "game.over"
FAILS: Final = "formula-fails"  # the code of a formula that has no answer in some deal
PROMISE: Final = "promise"  # the code of points that do not add up to what the rules promise


class Shown(NamedTuple):
    """A fault, and the deal that shows it."""

    problem: Problem
    situation: Situation
    entered: Facts

    @property
    def weight(self) -> tuple[int, int, int]:
        """How big the deal is: the fewest facts and the smallest numbers are the plainest."""
        values = [
            one
            for value in self.entered.values()
            for one in (value if isinstance(value, (list, tuple)) else [value])
        ]
        numbers = sum(abs(one) for one in values if isinstance(one, int))
        return len(self.situation.choices), len(self.entered), numbers


def deal_faults(rules: Ruleset, steps: Steps) -> Iterator[Problem]:
    """Yield what goes wrong in deals that the rules allow, a fault for each formula and pair of
    roles; `steps` are what may be spent on them."""
    paths = paths_of(rules)
    plainest: dict[tuple[str, str | None], Shown] = {}
    for number, (situation, entered) in enumerate(drawn_deals(rules)):
        if not steps.take():
            break
        for problem in problems_of(situation, entered, paths, number):
            found, key = Shown(problem, situation, entered), (problem.code, problem.fact)
            if key not in plainest or found.weight < plainest[key].weight:
                plainest[key] = found
    for found in plainest.values():
        yield _with_deal(found)


def paths_of(rules: Ruleset) -> Mapping[str, str]:
    """Where each formula of a page stands first, by its text."""
    return {placed.formula.text: placed.path for placed in reversed([*formulas_of(rules)])}


def problems_of(
    situation: Situation, entered: Facts, paths: Mapping[str, str], number: int
) -> Iterator[Problem]:
    """Yield what goes wrong in one deal, the one of this number; nothing in one that the rules
    refuse."""
    yield from _beyond(situation, entered, number)
    try:
        facts, problems = filled(situation.agreed, situation.state, dict(entered))
        if problems or deal_problems(facts, set()):
            return
    except FormulaError:
        return  # what may be entered has no answer itself
    try:
        verdict = of_well_entered(situation.agreed, situation.state, facts)
    except FormulaError as error:
        yield _without_row(facts) or without_answer(error, facts, paths)
        return
    yield from (_unkept(problem) for problem in verdict.problems if problem.code == PROMISE)
    if verdict.scored is not None:
        yield from two_roles(facts)
        yield from _without_end(situation, verdict.scored)


def _beyond(situation: Situation, entered: Facts, number: int) -> Iterator[Problem]:
    """Yield that a fact cannot be what its default gives where nobody says it, in a deal in which
    all else is well. Each deal asks a few of the defaults, in turn."""
    facts_of_rules = situation.agreed.rules.facts.items()
    names = [name for name, fact in facts_of_rules if fact.default is not None]
    first = number * DEFAULTS % max(1, len(names))
    for name in [*names, *names][first : first + min(DEFAULTS, len(names))]:
        said = {key: value for key, value in entered.items() if key != name}
        try:
            facts, found = filled(situation.agreed, situation.state, said)
            found += deal_problems(facts, set())
        except FormulaError:
            continue  # what may be entered has no answer itself
        if name in facts.entered and found and all(one.fact == name for one in found):
            message = say("where nobody says it: {problem}", problem=found[0].message)
            yield Problem(FAILS, message, f"fact.{name}.default")


def _unkept(problem: Problem) -> Problem:
    """That the points do not add up to what is promised: the page contradicts itself, whatever
    the table enters."""
    return problem._replace(fact=PROMISE, mends=(MEND_PROMISE,))


def _without_end(situation: Situation, scored: Scored) -> Iterator[Problem]:
    """That the rules cannot say after the deal whether the game is over, or, if it were, what it
    was worth."""
    agreed, state = situation.agreed, situation.state
    over = state._replace(game_start=state.deal - LAST)
    on = state._replace(game_start=state.deal + LAST)
    is_scored_out = agreed.rules.game.over is not None
    asked = [(OVER, _ending_by(agreed.rules), state)] if is_scored_out else []
    asked += [(path, rules, over) for path, rules in _ends(agreed.rules)]
    asked += [(path, rules, on) for path, rules in _followings(agreed.rules)]
    for path, rules, before in asked:
        under = agreed if rules is agreed.rules else agreed._replace(rules=rules)
        try:
            after(under, before, scored)
        except Refused as refusal:
            yield Problem("formula-fails", refusal.problems[0].message, path)


def _ends(rules: Ruleset) -> Iterator[tuple[str, Ruleset]]:
    """What is asked of the end of a game, by its path, each with the rules that ask no more."""
    game = rules.game
    if game.winner is not None:
        yield "game.winner", _ending_by(rules, winner=game.winner)
    if game.counting:
        yield "game.counting", _ending_by(rules, counting=game.counting)
    if game.bonus is not None:
        yield "game.bonus.points", _ending_by(rules, bonus=game.bonus)
    if rules.match is not None:
        yield "match.result", _ending_by(rules)


def _followings(rules: Ruleset) -> Iterator[tuple[str, Ruleset]]:
    """What is asked of the next deal, in the same way."""
    following = rules.following
    if following is None:
        return
    game = rules.game._replace(over=None, winner=None, bonus=None, counting=())
    silent = following._replace(
        stays=None, dealer=None, declarer=None, leader=None, trump=None, says=()
    )
    for word in ("stays", "dealer", "declarer", "leader", "trump"):
        if (test := getattr(following, word)) is not None:
            yield (
                f"next.{word}",
                rules._replace(game=game, following=silent._replace(**{word: test})),
            )
    for place, row in enumerate(following.says):
        one = silent._replace(says=(row,))
        yield f"next.say[{place}].when", rules._replace(game=game, following=one)


def _ending_by(
    rules: Ruleset,
    winner: Formula | None = None,
    bonus: Bonus | None = None,
    counting: tuple[str, ...] = (),
) -> Ruleset:
    """The rules of which the end asks only this."""
    game = rules.game
    asked = game._replace(winner=winner, bonus=bonus, counting=counting)
    if rules.following is None and asked == game:
        return rules
    return rules._replace(following=None, game=asked)


def _without_row(facts: DealFacts) -> Problem | None:
    """That no row of the settlement holds, and the contract says no points."""
    try:
        outcome = outcome_of(facts)
    except FormulaError:
        return None
    if point_formulas(facts, outcome):
        return None
    hint = say("add a row without `when` at the end: `[[outcome]]`, and under it `points = …`")
    return Problem("outcome-none", say("no row of `[[outcome]]` holds"), "outcome", (hint,))


def without_answer(error: FormulaError, facts: DealFacts, paths: Mapping[str, str]) -> Problem:
    """That a formula has no answer, with its place."""
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
    """Whether a name is that of a fact, or of everybody's count, which nobody entered."""
    rules, what = facts.agreed.rules, name.removeprefix("all.")
    return what in (*rules.facts, *rules.counts) and facts.entered.get(what) is None


def _with_deal(found: Shown) -> Problem:
    """The fault with the deal that shows it, as it is typed."""
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
    """What was agreed that is not usual, and the deal, as they are typed."""
    rules = situation.agreed.rules
    settled = [f"{name}={str(value).lower()}" for name, value in situation.choices.items()]
    words = [_typed(rules, name, value) for name, value in entered.items()]
    return Joined((*settled, *words), " ")


def _typed(rules: Ruleset, name: str, value: object) -> Words:
    """A fact as it is typed: `bid=5`, a flag by its word alone."""
    if value is True:
        return key_typed(rules, name)
    return Joined((key_typed(rules, name), "=", value_typed(rules, name, value)))

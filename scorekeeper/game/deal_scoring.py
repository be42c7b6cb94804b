"""The scoring of one deal: checks of all facts, then the points."""

from collections.abc import Iterable, Mapping, Sequence
from operator import add
from typing import Any, NamedTuple

from scorekeeper.game.count_checks import pile_problems, whole_counts
from scorekeeper.game.deal_facts import (
    DealFacts,
    columns_of,
    kept_numbers,
    outcome_of,
    point_formulas,
    quotas,
    scored_points,
    values_of,
)
from scorekeeper.game.derived_facts import with_derived_facts
from scorekeeper.game.entry_checks import deal_problems, well_formed_facts
from scorekeeper.game.irregular_events import undo_of_end_fix
from scorekeeper.game.rule_checks import failing_checks, found_beside
from scorekeeper.game.schedule import Seating, State, Turn
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.rules.fact_names import key_typed
from scorekeeper.rules.formula import FormulaError, number_of
from scorekeeper.rules.rule_text import no_answer
from scorekeeper.rules.ruleset import TIERS, Fact, OutcomeRow, Ruleset
from scorekeeper.text.message import CommandLine, JoinedWords, Words, say
from scorekeeper.text.problems import Problem, see


class Scored(NamedTuple):
    """One scored deal. Seats are indices of players; columns have one number per side.

    `agreed` are the settings of the deal with its players only. `state` is the state before the
    deal. Where people sit out, `turn`, `state`, `points`, `totals` and `carry` are for
    everybody, and `seating` is the deal with its players only. `facts` and `quotas` are always
    those of the players. `split_of` are the versions of a disputed deal that was split; `facts`
    are then those of the first. `waits` are the missing facts, to which `facts` gives their
    first valid value."""

    agreed: Agreed
    state: State
    turn: Turn
    facts: Facts
    contract: str | None
    points: tuple[int, ...]
    totals: tuple[int, ...]
    trump: str | None = None
    quotas: tuple[int, ...] | None = None
    outcome: OutcomeRow | None = None
    flags: tuple[Words, ...] = ()
    carry: tuple[tuple[int, ...], ...] = ()
    amended: bool = False
    seating: Seating | None = None
    split_of: tuple["Scored", ...] = ()
    waits: tuple[str, ...] = ()

    @property
    def said(self) -> Facts:
        """Return the entered facts, without the missing ones."""
        if not self.waits:
            return self.facts
        return {name: value for name, value in self.facts.items() if name not in self.waits}


class Judged(NamedTuple):
    """The verdict on a deal: the scored deal, or None and the problems.

    `questions` about unusual facts are confirmed before the deal is recorded. `is_whole` is
    True if no fact is missing and each is valid by itself; remaining problems concern the deal
    as a whole."""

    scored: Scored | None
    problems: tuple[Problem, ...] = ()
    questions: tuple[Problem, ...] = ()
    is_whole: bool = True


def judged(agreed: Agreed, state: State, entered: Facts, is_kept: bool = False) -> Judged:
    """Check all facts of the next deal, and score it if they are valid. `is_kept` is True if it
    was recorded before."""
    if state.over:
        return Judged(None, (_session_over(state),), is_whole=False)
    known, problems = well_formed_facts(agreed.rules, entered)
    try:
        facts, found = with_derived_facts(agreed, state, known)
        problems += found
        problems += deal_problems(facts, _told_of(agreed, problems) if problems else set())
        if problems:
            return _not_whole(facts, entered, problems)
        verdict = judged_valid_facts(agreed, state, facts, is_kept)
        if verdict.scored is None or verdict.scored.quotas is None or is_kept:
            return verdict
        whole = whole_counts(facts, verdict.scored.quotas)
        return verdict._replace(questions=(*verdict.questions, *whole))
    except FormulaError as error:
        told = tuple(problems) or (_no_answer(agreed.rules, error),)
        return Judged(None, told, is_whole=False)


def _not_whole(facts: DealFacts, entered: Facts, problems: list[Problem]) -> Judged:
    """Return the verdict on a deal with problems.

    A deal that only lacks facts that may be entered later is scored. Otherwise such facts are
    not reported as problems."""
    known = facts.agreed.rules.facts
    waits = [one for one in problems if one.is_missing and _is_later(known.get(one.fact or ""))]
    if waits and all(one.is_missing for one in problems):
        return _first_completed(facts, entered, str(waits[0].fact))
    rules = facts.agreed.rules
    told = [_of_default(rules, entered, one) for one in problems if one not in waits]
    return Judged(None, (*told, *_beside(facts, told)), is_whole=False)


def _of_default(rules: Ruleset, entered: Facts, problem: Problem) -> Problem:
    """Return the problem, with a fix that names the fact to add if the fact's default is
    invalid."""
    fact = rules.facts.get(problem.fact or "")
    if fact is None or fact.default is None or fact.id in entered or problem.mends:
        return problem
    key = JoinedWords((key_typed(rules, fact.id), "=…"))
    hint = say("nobody said it, and that is its default: add {fact}", fact=key)
    return problem._replace(mends=(hint,))


def _first_completed(facts: DealFacts, entered: Facts, name: str) -> Judged:
    """Return the verdict on an incomplete deal with the first valid value of its missing fact;
    without one, the verdict on the first value."""
    rules, refused = facts.agreed.rules, None
    for value in values_of(rules.facts[name], facts.agreed.players, rules.pack):
        verdict = judged(facts.agreed, facts.state, {**entered, name: value})
        if verdict.scored is not None:
            waits = (name, *verdict.scored.waits)
            return verdict._replace(scored=verdict.scored._replace(waits=waits))
        refused = refused or verdict
    return refused or Judged(None)


def _is_later(fact: Fact | None) -> bool:
    return fact is not None and fact.later


def _beside(facts: DealFacts, problems: list[Problem]) -> Iterable[Problem]:
    """Return the problems by piles and by the ruleset's own checks, except checks that depend on
    `problems`."""
    rules = facts.agreed.rules
    if not rules.scoring.checks and len(rules.counts) < 2:
        return ()
    return found_beside(facts, problems)


def judged_valid_facts(
    agreed: Agreed, state: State, facts: DealFacts, is_kept: bool = False
) -> Judged:
    """Return the verdict on a deal whose facts are each valid: checks of the piles, the ruleset's
    own checks, and the points."""
    rules = agreed.rules
    is_asked = rules.scoring.checks or rules.deals.trump_unsaid or rules.following
    odd = failing_checks(facts, TIERS, is_kept) if is_asked else []
    problems = [*pile_problems(facts, facts.entered)] if len(rules.counts) > 1 else []
    problems += [said for tier, said in odd if tier == "refuse"]
    return Judged(None, tuple(problems)) if problems else _scored(agreed, state, facts, odd)


def _no_answer(rules: Ruleset, error: FormulaError) -> Problem:
    message = say("the rules cannot score this: {problem}", problem=no_answer(rules, error))
    return Problem("formula", message, None, (see(CommandLine("rules check")),))


def _session_over(state: State) -> Problem:
    message = say("the session is over: nothing is left to play")
    if hint := undo_of_end_fix(state):
        return Problem("session-over", message, None, (hint,))
    hint = say(
        "correct a deal with `{amend}`, or begin anew with `{new}`",
        amend=CommandLine("amend", (), ("N", JoinedWords((say("FACT"), "…")))),
        new=CommandLine("new", (), (say("GAME"), JoinedWords((say("PLAYER"), "…")))),
    )
    return Problem("session-over", message, None, (hint,))


def _told_of(agreed: Agreed, problems: Iterable[Problem]) -> set[str | None]:
    """Return the facts that the problems are about, and the facts that an invalid auction would
    have given.

    These facts are not reported as missing."""
    about = {problem.fact for problem in problems}
    given = [
        fact.gives
        for fact in agreed.rules.facts.values()
        if fact.kind == "auction" and fact.id in about
    ]
    return about.union(*given)


def _scored(
    agreed: Agreed, state: State, facts: DealFacts, odd: Sequence[tuple[str, Problem]]
) -> Judged:
    rules, outcome, quota = agreed.rules, outcome_of(facts), quotas(facts)
    columns = columns_of(facts, quota)
    points = scored_points(point_formulas(facts, outcome), facts, columns)
    promise = rules.scoring.promise
    if promise is not None and sum(points) != number_of(promise, facts):
        return Judged(None, (_broken_promise(sum(points), number_of(promise, facts)),))
    flags = tuple([said.message for tier, said in odd if tier == "flag"]) if odd else ()
    questions = tuple([said for tier, said in odd if tier == "ask"]) if odd else ()
    scored = Scored(
        agreed=agreed,
        state=state,
        turn=facts.turn,
        facts=facts.entered,
        contract=facts.contract.id if facts.contract else None,
        points=points,
        totals=tuple(map(add, state.totals, points)),
        trump=facts.trump,
        quotas=quota,
        outcome=outcome,
        flags=flags,
        carry=_carried(facts, columns) if rules.scoring.carry else (),
    )
    return Judged(scored, questions=questions)


def _carried(facts: DealFacts, columns: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    """Return each counter of the game after the deal, with a number per side."""
    counters = facts.agreed.rules.scoring.carry.values()
    return tuple(kept_numbers(counter.next, facts, columns) for counter in counters)


def _broken_promise(found: int, promised: int) -> Problem:
    message = say(
        "the points of this deal add up to {found}, and the rules promise {promised}",
        found=found,
        promised=promised,
    )
    return Problem(
        "promise",
        message,
        None,
        (
            say(
                "the ruleset contradicts itself: see `{command}`",
                command=CommandLine("rules check"),
            ),
        ),
    )

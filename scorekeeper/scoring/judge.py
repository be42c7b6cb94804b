"""Judges one deal: checks every fact against the rules, then works out quotas and points."""

from collections.abc import Iterable, Mapping, Sequence
from operator import add
from typing import Any, NamedTuple

from scorekeeper.formula import FormulaError, number_of
from scorekeeper.message import CommandLine, Joined, Words, say
from scorekeeper.problems import Problem, see
from scorekeeper.ruleset.model import EVERY_SIDE, TIERS, Outcome, Ruleset
from scorekeeper.schedule import Seating, State, Turn
from scorekeeper.scoring.deal_problems import deal_problems
from scorekeeper.scoring.facts import (
    DealFacts,
    columns_of,
    outcome_of,
    per_side,
    point_formulas,
    quotas,
)
from scorekeeper.scoring.filled import filled
from scorekeeper.scoring.own_checks import troubles
from scorekeeper.scoring.shape import shaped
from scorekeeper.session import Agreed, Facts


class Scored(NamedTuple):
    """One deal, scored. Seats index the players; columns have one number a side. `agreed` is what
    was agreed for this deal, of those who played it, which its facts are read and explained under,
    and `state` the state in which it was played. Where people rest, turn, state, points, totals and
    carry are of everybody (`of_people`), and `seating` is the deal as those saw it who played it.
    Facts and quotas are always of those who played. `split_of` are the readings of a deal that was
    settled as what lies between them; its facts are those of the first."""

    agreed: Agreed
    state: State
    turn: Turn
    facts: Facts
    contract: str | None
    points: tuple[int, ...]
    totals: tuple[int, ...]
    trump: str | None = None
    quotas: tuple[int, ...] | None = None
    outcome: Outcome | None = None
    flags: tuple[Words, ...] = ()
    carry: tuple[tuple[int, ...], ...] = ()
    amended: bool = False
    seating: Seating | None = None
    split_of: tuple["Scored", ...] = ()


class Judged(NamedTuple):
    """The verdict on a deal: it scored, or None and the problems; `questions` are what is odd
    enough to ask about before it is recorded."""

    scored: Scored | None
    problems: tuple[Problem, ...] = ()
    questions: tuple[Problem, ...] = ()


def judged(agreed: Agreed, state: State, entered: Facts) -> Judged:
    """Checks the facts of the coming deal, all of them, and scores it if they hold."""
    if state.over:
        return Judged(None, (_session_over(state),))
    known, problems = shaped(agreed.rules, entered)
    try:
        facts, found = filled(agreed, state, known)
        problems += found
        problems += deal_problems(facts, _told_of(agreed, problems) if problems else set())
        if problems:
            return Judged(None, (*problems, *_beside(facts, problems)))
        return of_well_entered(agreed, state, facts)
    except FormulaError as error:
        return Judged(None, tuple(problems) or (_no_answer(agreed.rules, error),))


def _beside(facts: DealFacts, problems: list[Problem]) -> Iterable[Problem]:
    """What the piles and the ruleset's own checks find besides, where no problem is in the way."""
    rules = facts.agreed.rules
    if not rules.scoring.checks and len(rules.counts) < 2:
        return ()
    # 0.3 ms, only for a deal at fault
    from scorekeeper.scoring.checks_beside import found_beside  # noqa: PLC0415

    return found_beside(facts, problems)


def of_well_entered(agreed: Agreed, state: State, facts: DealFacts) -> Judged:
    """The verdict on a deal whose facts are well each by itself: what the piles can hold, what the
    ruleset's own checks find, the points."""
    rules = agreed.rules
    odd = troubles(facts, TIERS) if rules.scoring.checks or rules.deals.trump_unsaid else []
    problems = [*_pile_problems(facts)] if len(rules.counts) > 1 else []
    problems += [said for tier, said in odd if tier == "refuse"]
    return Judged(None, tuple(problems)) if problems else _scored(agreed, state, facts, odd)


def _no_answer(rules: Ruleset, error: FormulaError) -> Problem:
    # 1.5 ms, only for rules at fault
    from scorekeeper.spoken.formulas import no_answer  # noqa: PLC0415

    message = say("the rules cannot score this: {problem}", problem=no_answer(rules, error))
    return Problem("formula", message, None, (see(CommandLine("rules check")),))


def _session_over(state: State) -> Problem:
    message = say("the session is over: nothing is left to play")
    if state.early:
        hint = say("`{command}` takes the end back", command=CommandLine("undo"))
        return Problem("session-over", message, None, (hint,))
    hint = say(
        "correct a deal with `{amend}`, or begin anew with `{new}`",
        amend=CommandLine("amend", (), ("N", Joined((say("FACT"), "…")))),
        new=CommandLine("new", (), (say("GAME"), Joined((say("PLAYER"), "…")))),
    )
    return Problem("session-over", message, None, (hint,))


def _pile_problems(facts: DealFacts) -> Iterable[Problem]:
    # 0.6 ms, only for games with several counts
    from scorekeeper.scoring.pile_problems import pile_problems  # noqa: PLC0415

    return pile_problems(facts, facts.entered)


def _told_of(agreed: Agreed, problems: Iterable[Problem]) -> set[str | None]:
    """The facts that problems are about, and what an auction that is wrong would have given: these
    are not asked for as well."""
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
    points = per_side(point_formulas(facts, outcome), facts, columns)
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
    """Each counter of the game after the deal, a number a side."""
    counters = facts.agreed.rules.scoring.carry.values()
    return tuple(per_side({EVERY_SIDE: counter.next}, facts, columns) for counter in counters)


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

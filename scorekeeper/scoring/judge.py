"""Judges one deal: checks every fact against the rules, then works out quotas and points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from scorekeeper.formula import Formula, FormulaError, number_of, value_of
from scorekeeper.problems import Problem, listed, nearest
from scorekeeper.ruleset.model import Check, Count, Fact, Outcome
from scorekeeper.schedule import State, Turn, turn
from scorekeeper.scoring.auction import expanded
from scorekeeper.scoring.counts import completed, count_problems, pile_problems, total_of
from scorekeeper.scoring.facts import DealFacts, per_side, quotas, trump_of
from scorekeeper.scoring.single import contract_problems, fact_problems, trump_problems
from scorekeeper.session import Agreed, Facts


class Scored(NamedTuple):
    """One deal, scored. Seats index the players; columns have one number a side."""

    turn: Turn
    facts: Facts
    contract: str | None
    trump: str | None
    quotas: tuple[int, ...] | None
    outcome: Outcome | None
    points: tuple[int, ...]
    totals: tuple[int, ...]
    flags: tuple[str, ...] = ()
    amended: bool = False


class Judged(NamedTuple):
    """The verdict: the scored deal and the facts as they are stored, or the problems; and what
    is odd enough to ask about first."""

    scored: Scored | None
    problems: tuple[Problem, ...] = ()
    questions: tuple[Problem, ...] = ()


def judged(agreed: Agreed, state: State, entered: Facts) -> Judged:
    """Checks the facts of the coming deal, all of them, and scores it if they hold."""
    if state.over:
        return Judged(None, (Problem("session-over", "the session is over: every deal has been played", None, "correct a deal with `scorekeeper amend`, or begin anew with `scorekeeper new`"),))
    facts, problems = _filled(agreed, state, entered)
    problems += _problems(agreed, facts)
    if problems:
        return Judged(None, tuple(problems))
    try:
        return _scored(agreed, state, facts)
    except FormulaError as error:
        return Judged(None, (Problem("formula", f"the rules cannot score this: {error}", None, "see `scorekeeper rules check`"),))


def _filled(agreed: Agreed, state: State, entered: Facts) -> tuple[DealFacts, list[Problem]]:
    """The facts with what follows from them: an auction's result, the only contract open, the
    defaults, the last count."""
    rules, known, problems = agreed.rules, dict(entered), []
    for fact in rules.facts.values():
        calls = known.get(fact.id) if fact.kind == "auction" else None
        if isinstance(calls, (list, tuple)):
            result, faults = expanded(agreed, state.dealer, [str(call) for call in calls])
            problems += [*faults, *_contradictions(fact, known, result)]
            known = {**result, **known}
    coming = turn(agreed, state, known)
    if "contract" not in known and len(coming.contracts) == 1:
        known["contract"] = coming.contracts[0]
    facts = DealFacts(agreed, state, coming, known)
    for fact in rules.facts.values():
        if fact.default is not None and fact.id not in known and _all_entered(fact.default, facts):
            value = value_of(fact.default, facts)
            if value is not None:
                known[fact.id] = value
                facts.pop(fact.id, None)
    _complete_counts(facts, known)
    return facts, problems


def _contradictions(fact: Fact, known: Facts, result: Mapping[str, Any]) -> Iterable[Problem]:
    for name, value in result.items():
        if name in known and known[name] != value:
            yield Problem("auction-says", f"the {fact.id} makes {name} {value}, but {known[name]} was entered", name, "leave one of them out")


def _complete_counts(facts: DealFacts, known: dict[str, Any]) -> None:
    for count in facts.agreed.rules.counts.values():
        column = known.get(count.id)
        if isinstance(column, (list, tuple)) and None in column and all(c is None or c.__class__ is int for c in column):
            known[count.id] = completed(count, column, total_of(count, facts))


def _all_entered(formula: Formula, facts: DealFacts) -> bool:
    """Whether every fact that the formula names was entered: a rule on facts that nobody gave
    says nothing."""
    rules = facts.agreed.rules
    for name in formula.names:
        what = name.rpartition(".")[2]
        if (what in rules.facts or what in rules.counts) and what not in facts.entered:
            return facts[name] is not None if name == "trump" else False
    return True


# --- every problem at once ---------------------------------------------------------------------


def _problems(agreed: Agreed, facts: DealFacts) -> list[Problem]:
    rules, entered = agreed.rules, facts.entered
    problems = [*contract_problems(agreed, facts.turn, entered), *trump_problems(rules, entered)]
    problems += _unknown(facts)
    alone = next((fact for fact in rules.facts.values() if fact.alone and fact.id in entered), None)
    for fact in rules.facts.values():
        if fact.id in entered:
            problems += fact_problems(agreed, fact, entered[fact.id], entered) if fact.id != "trump" else ()
    for thing in _things(facts):
        if alone is not None and thing is not alone:
            problems += _besides(thing, alone, entered)
        elif thing is not alone:
            problems += _applies(thing, facts)
    for count in rules.counts.values():
        if count.id in entered:
            problems += _count(count, facts)
    return problems or [*pile_problems(facts, dict(entered)), *_refusals(facts)]


def _unknown(facts: DealFacts) -> Iterable[Problem]:
    rules = facts.agreed.rules
    known = [*rules.facts, *rules.counts, *(["contract"] if rules.contracts else [])]
    for name in facts.entered:
        if name not in known:
            meant = nearest(name, known)
            yield Problem("fact-unknown", f"this game has no use for `{name}`", name, f"did you mean `{meant}`?" if meant else f"it asks for {listed(known, 'and')}")


def _things(facts: DealFacts) -> list[Fact | Count]:
    rules = facts.agreed.rules
    return [*rules.facts.values(), *rules.counts.values()]


def _besides(thing: Fact | Count, alone: Fact, entered: Facts) -> Iterable[Problem]:
    if thing.id in entered and not (isinstance(thing, Fact) and thing.kind == "auction"):
        yield Problem("fact-unused", f"`{alone.id}` stands alone: a deal that was {alone.name.shown()} has no {thing.name.shown()}", thing.id, f"leave `{thing.id}` or `{alone.id}` out")


def _applies(thing: Fact | Count, facts: DealFacts) -> Iterable[Problem]:
    """A fact must be there when the deal needs it, and must not be when it has no use for it."""
    given = thing.id in facts.entered
    if thing.when is not None and not _holds(thing.when, facts):
        if given:
            yield Problem("fact-unused", f"this deal has no use for `{thing.id}`", thing.id, f"leave `{thing.id}` out", rule=thing.source or None)
    elif not given and not thing.optional and not (isinstance(thing, Fact) and thing.alone):
        yield Problem(f"{thing.id}-missing", f"this deal needs {thing.name.shown()}", thing.id, f"add {thing.id}=…", rule=thing.source or None)


def _holds(when: Formula, facts: DealFacts) -> bool:
    try:
        return bool(value_of(when, facts))
    except FormulaError:
        return True


def _count(count: Count, facts: DealFacts) -> Iterable[Problem]:
    column = facts.entered[count.id]
    if not isinstance(column, (list, tuple)) or not all(n is None or n.__class__ is int for n in column):
        yield Problem(f"{count.id}-value", f"{count.name.shown()} must be whole numbers, one a side", count.id)
        return
    yield from count_problems(count, column, total_of(count, facts), facts)


def _refusals(facts: DealFacts) -> Iterable[Problem]:
    return [_said(check, facts) for check in facts.agreed.rules.checks if check.tier == "refuse" and _troubled(check, facts)]


def _troubled(check: Check, facts: DealFacts) -> bool:
    return _all_entered(check.when, facts) and bool(value_of(check.when, facts))


def _said(check: Check, facts: DealFacts) -> Problem:
    message, hint = check.message.shown(), check.hint.shown() if check.hint.by_language else None
    for name in (*facts.agreed.rules.facts, *facts.agreed.rules.counts, "contract", "trump"):
        if f"{{{name}}}" in message:
            message = message.replace(f"{{{name}}}", str(facts.entered.get(name, facts.get(name))))
    return Problem(check.code, message, check.fact, hint, rule=check.source or None)


# --- points --------------------------------------------------------------------------------------


def _scored(agreed: Agreed, state: State, facts: DealFacts) -> Judged:
    rules, entered = agreed.rules, facts.entered
    contract = rules.contracts.get(entered.get("contract", ""))
    quota = quotas(facts)
    outcome = outcome_of(facts)
    formulas = outcome.points if outcome else contract.points if contract else {}
    points = per_side(formulas, facts, columns_of(facts, quota))
    totals = tuple([total + point for total, point in zip(state.totals, points, strict=True)])
    broken = _broken_promise(facts, points)
    if broken:
        return Judged(None, (broken,))
    flags = tuple([_said(check, facts).message for check in rules.checks if check.tier == "flag" and _troubled(check, facts)])
    questions = tuple([_said(check, facts) for check in rules.checks if check.tier == "ask" and _troubled(check, facts)])
    scored = Scored(facts.turn, entered, contract.id if contract else None, trump_of(agreed, entered), quota, outcome, points, totals, flags)
    return Judged(scored, (), questions)


def columns_of(facts: DealFacts, quota: tuple[int, ...] | None) -> dict[str, Any]:
    """What each side's own formula sees: its counts, quota, role and total so far."""
    counts = {name: facts.entered[name] for name in facts.agreed.rules.counts if name in facts.entered}
    each = {name: facts[name] for name, fact in facts.agreed.rules.facts.items() if fact.each and name in facts.entered}
    columns: dict[str, Any] = {**counts, **each, "total": facts.state.totals, "role": facts.roles}
    if quota is not None:
        columns["quota"] = quota
    return columns


def outcome_of(facts: DealFacts) -> Outcome | None:
    """The row of the settlement table that applies: the first whose test holds."""
    for outcome in facts.agreed.rules.outcomes:
        if outcome.when is None or value_of(outcome.when, facts):
            return outcome
    return None


def _broken_promise(facts: DealFacts, points: tuple[int, ...]) -> Problem | None:
    promise = facts.agreed.rules.promise
    if promise is None or sum(points) == number_of(promise, facts):
        return None
    return Problem("promise", f"the points of this deal add up to {sum(points)}, and the rules promise {number_of(promise, facts)}", None, "the ruleset contradicts itself: see `scorekeeper rules check`")

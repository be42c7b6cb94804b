"""Judges one deal: checks every fact against the rules, then works out quotas and points."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import add
from typing import Any, NamedTuple

from scorekeeper.cards import words_of_suit
from scorekeeper.formula import Formula, FormulaError, number_of, value_of
from scorekeeper.language import Phrase
from scorekeeper.message import CommandLine, Joined, RulesSentence, Words, say
from scorekeeper.problems import ADD, NEEDED, Problem, see
from scorekeeper.ruleset.model import EVERY_SIDE, TIERS, Check, Count, Fact, Outcome, Ruleset
from scorekeeper.ruleset.said import key_said, key_typed, value_said
from scorekeeper.schedule import State, Turn, turn
from scorekeeper.scoring.auction import expanded
from scorekeeper.scoring.counts import completed, count_problems, pile_problems, total_of
from scorekeeper.scoring.facts import (
    DealFacts,
    columns_of,
    holds,
    outcome_of,
    per_side,
    point_formulas,
    quotas,
)
from scorekeeper.scoring.shape import shaped
from scorekeeper.scoring.single_facts import contract_problems, fact_problems, trump_problems
from scorekeeper.session import Agreed, Facts

UNUSED = "fact-unused"  # the code of what a deal has no use for


class Scored(NamedTuple):
    """One deal, scored. Seats index the players; columns have one number a side. `agreed` is what
    was agreed for this deal, which its facts are read and explained under."""

    agreed: Agreed
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


class Judged(NamedTuple):
    """The verdict on a deal: it scored, or None and the problems; `questions` are what is odd
    enough to ask about before it is recorded."""

    scored: Scored | None
    problems: tuple[Problem, ...] = ()
    questions: tuple[Problem, ...] = ()


def judged(agreed: Agreed, state: State, entered: Facts) -> Judged:
    """Checks the facts of the coming deal, all of them, and scores it if they hold."""
    if state.over:
        return Judged(None, (_session_over(),))
    known, problems = shaped(agreed.rules, entered)
    try:
        facts, found = _filled(agreed, state, known)
        problems += found
        problems += _problems(facts, _told_of(agreed, problems) if problems else set())
        if problems:
            return Judged(None, tuple(problems))
        rules = agreed.rules
        is_checked = rules.scoring.checks or rules.deals.trump_unsaid
        odd = troubles(facts, TIERS) if is_checked else []
        problems += pile_problems(facts, facts.entered) if len(agreed.rules.counts) > 1 else ()
        problems += [said for tier, said in odd if tier == "refuse"] if odd else ()
        return Judged(None, tuple(problems)) if problems else _scored(agreed, state, facts, odd)
    except FormulaError as error:
        from scorekeeper.spoken.formulas import no_answer  # noqa: PLC0415 - 1.5 ms, only for rules at fault

        message = say(
            "the rules cannot score this: {problem}", problem=no_answer(agreed.rules, error)
        )
        fault = Problem("formula", message, None, (see(CommandLine("rules check")),))
        return Judged(None, tuple(problems) or (fault,))


def _session_over() -> Problem:
    hint = say(
        "correct a deal with `{amend}`, or begin anew with `{new}`",
        amend=CommandLine("amend"),
        new=CommandLine("new"),
    )
    return Problem(
        "session-over", say("the session is over: nothing is left to play"), None, (hint,)
    )


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


def _filled(agreed: Agreed, state: State, known: dict[str, Any]) -> tuple[DealFacts, list[Problem]]:
    """The facts with what follows from those entered (an auction's result, the only open contract,
    defaults, the last number of a count), and the problems of the auction."""
    rules = agreed.rules
    problems: list[Problem] = []
    for fact in rules.facts.values():
        if fact.kind == "auction" and (calls := known.get(fact.id)) is not None:
            result, faults = expanded(agreed, state.dealer, [str(call) for call in calls])
            problems += [*faults, *_contradictions(rules, fact, known, result)]
            known = {**result, **known}
    coming = turn(agreed, state, known)
    if "contract" not in known and len(coming.contracts) == 1:
        known["contract"] = coming.contracts[0]
    facts = DealFacts(agreed, state, coming, known)
    for fact in rules.facts.values():
        if (
            fact.default is not None
            and fact.id not in facts.entered
            and _all_entered(fact.default, facts)
        ):
            value = _worked_out(fact.default, facts)
            if value is not None:
                facts = facts.with_entered({**facts.entered, fact.id: value})
    return _completed(facts), problems


def _worked_out(default: Formula, facts: DealFacts) -> object:
    """The default of a fact that was left out; None where it has no answer, because what it follows
    from may be wrong."""
    try:
        return value_of(default, facts)
    except FormulaError:
        return None


def _contradictions(
    rules: Ruleset, fact: Fact, known: Facts, result: Mapping[str, object]
) -> Iterable[Problem]:
    for name, value in result.items():
        if name in known and known[name] != value:
            message = say(
                "the {fact} makes {name} {value}, but {entered} was entered",
                fact=key_said(rules, fact.id),
                name=key_said(rules, name),
                value=value_said(rules, name, value),
                entered=value_said(rules, name, known[name]),
            )
            yield Problem("auction-says", message, name, (say("leave one of them out"),))


def _completed(facts: DealFacts) -> DealFacts:
    """The facts with each count's one missing number worked out, where its total gives it."""
    for count in facts.agreed.rules.counts.values():
        column = facts.entered.get(count.id)
        if column is not None and None in column:
            whole = completed(count, column, total_of(count, facts))
            facts = facts.with_entered({**facts.entered, count.id: whole})
    return facts


def _all_entered(formula: Formula, facts: DealFacts) -> bool:
    """Whether every fact that a formula names was entered; a rule about facts that nobody gave does
    not apply."""
    rules = facts.agreed.rules
    missing = [
        name
        for name in formula.things - facts.entered.keys()
        if name in rules.facts or name in rules.counts
    ]
    return not missing or (missing == ["trump"] and facts["trump"] is not None)


# --- every problem at once ---------------------------------------------------------------------


def _problems(facts: DealFacts, put_aside: set[str | None]) -> list[Problem]:
    agreed, rules, entered = facts.agreed, facts.agreed.rules, facts.entered
    problems: list[Problem] = []
    if (
        rules.contracts
        and "contract" not in put_aside
        and entered.get("contract") not in facts.turn.contracts
    ):
        problems += contract_problems(agreed, facts.turn, entered)
    if "trump" in entered:
        problems += trump_problems(rules, entered)
    alone = None
    for name, fact in rules.facts.items():
        if name in entered:
            alone = fact if fact.alone else alone
            problems += (
                fact_problems(agreed, fact, entered[name], entered) if name != "trump" else ()
            )
    wrong = (
        put_aside | {problem.fact for problem in problems} if problems or put_aside else put_aside
    )
    if "contract" in wrong:
        wrong = wrong | {"group"}
    things: Iterable[Fact | Count] = chain(rules.facts.values(), rules.counts.values())
    for thing in things:
        if thing.optional and thing.id not in entered:
            continue
        if wrong and (
            thing.id in put_aside
            or (thing.when is not None and not wrong.isdisjoint(thing.when.names))
        ):
            continue  # it is named already, or what it depends on is
        if alone is not None and thing is not alone:
            problems += (
                _besides(rules, thing, alone, entered) if thing.id not in alone.beside else ()
            )
        elif thing is not alone and (thing.when is not None or thing.id not in entered):
            problems += _applies(thing, facts) if not _waits(thing, facts) else ()
    unused = {problem.fact for problem in problems if problem.code == UNUSED}
    for name, count in rules.counts.items():
        if name in entered and name not in unused and not _is_well(count, entered[name], facts):
            problems += count_problems(count, entered[name], total_of(count, facts), facts)
    return problems


def _besides(rules: Ruleset, thing: Fact | Count, alone: Fact, entered: Facts) -> Iterable[Problem]:
    if thing.id in entered and not (isinstance(thing, Fact) and thing.kind == "auction"):
        message = say(
            "`{word}` stands alone: a deal that was {alone} has no {fact}",
            word=key_typed(rules, alone.id),
            alone=alone.name,
            fact=thing.name,
        )
        hint = say(
            "leave `{fact}` or `{word}` out",
            fact=key_typed(rules, thing.id),
            word=key_typed(rules, alone.id),
        )
        yield Problem(UNUSED, message, thing.id, (hint,))


def _waits(thing: Fact | Count, facts: DealFacts) -> bool:
    """Whether a fact that was entered depends on one that is still missing."""
    if thing.when is None or thing.id not in facts.entered:
        return False
    rules = facts.agreed.rules
    return any(
        name not in facts.entered and name in rules.facts and not rules.facts[name].optional
        for name in thing.when.names
    )


def _applies(thing: Fact | Count, facts: DealFacts) -> Iterable[Problem]:
    """A problem where a fact that the deal needs is missing, or one that it does not need was
    entered."""
    given = thing.id in facts.entered
    if thing.when is not None and not holds(thing.when, facts):
        if given:
            yield _unused(facts.agreed.rules, thing)
    elif not given and not thing.optional and not (isinstance(thing, Fact) and thing.alone):
        yield _missing(facts.agreed.rules, thing)


def _unused(rules: Ruleset, thing: Fact | Count) -> Problem:
    key = key_typed(rules, thing.id)
    message, hint = (
        say("this deal has no use for `{fact}`", fact=key),
        say("leave `{fact}` out", fact=key),
    )
    return Problem(UNUSED, message, thing.id, (hint,), rule=thing.source.if_any())


def _missing(rules: Ruleset, thing: Fact | Count) -> Problem:
    # Translators: one of those that "this deal needs {facts}" names, as in "the bid"
    fact = Joined((say("the {fact}", fact=thing.name), _whoever(thing)))
    return Problem(
        f"{thing.id}-missing",
        say(NEEDED, facts=fact),
        thing.id,
        (say(ADD, facts=Joined((key_typed(rules, thing.id), "=…"))),),
        rule=thing.source.if_any(),
        is_missing=True,
    )


def _whoever(thing: Fact | Count) -> Words:
    """In brackets, which player a fact names, in the rules' words; empty where they do not say."""
    if isinstance(thing, Count) or not thing.who.by_language:
        return ""
    return Joined((" (", thing.who, ")"))


def _is_well(count: Count, column: Sequence[int | None], facts: DealFacts) -> bool:
    """Whether a count is plainly right: numbers from 0 that add up to a fixed total."""
    if (
        count.total is None
        or count.total.constant is None
        or count.least
        or count.most
        or count.step != 1
    ):
        return False
    if len(column) != len(facts.agreed.players if count.by_player else facts.roles):
        return False
    left = count.total.constant
    for number in column:
        if number is None or number < 0:
            return False
        left -= number
    return left == 0


def troubles(facts: DealFacts, tiers: tuple[str, ...]) -> list[tuple[str, Problem]]:
    """What the ruleset's own checks of these tiers find, each with its tier."""
    found = []
    for check in facts.agreed.rules.scoring.checks:
        if check.tier in tiers and _all_entered(check.when, facts) and value_of(check.when, facts):
            found.append((check.tier, _said(check, facts)))
    unsaid = facts.agreed.rules.deals.trump_unsaid
    if unsaid in tiers:
        found += [(unsaid, problem) for problem in _trump_unsaid(facts)]
    return found


def _trump_unsaid(facts: DealFacts) -> Iterable[Problem]:
    """A contract that leaves the trumps open, and no suit was entered."""
    contract = facts.contract
    if contract is not None and contract.trump == "open" and facts["trump"] is None:
        message = say(
            "{contract} without its trump suit: which suit was it?", contract=contract.name
        )
        hint = say(ADD, facts="trump=…")
        yield Problem("trump-unsaid", message, "trump", (hint,), rule=contract.source.if_any())


def _said(check: Check, facts: DealFacts) -> Problem:
    mends = (check.hint,) if check.hint.by_language else ()
    return Problem(
        check.code, with_facts(check.message, facts), check.fact, mends, rule=check.source.if_any()
    )


def with_facts(words: Phrase, facts: DealFacts) -> RulesSentence:
    """A sentence of the rules with what the deal says of each `{fact}`."""
    rules, spellings = facts.agreed.rules, words.spellings()
    names = (*rules.facts, *rules.counts, *rules.scoring.lets, "contract", "trump")
    named = [name for name in names if any(f"{{{name}}}" in spelling for spelling in spellings)]
    return RulesSentence(words, tuple((name, _shown(facts, name)) for name in named))


def _shown(facts: DealFacts, name: str) -> Words:
    """What the deal says of a fact, in a sentence: a suit by its word, numbers one after
    another."""
    rules = facts.agreed.rules
    is_derived = name in rules.scoring.lets or (name == "trump" and name not in facts.entered)
    found = facts[name] if is_derived else facts.entered.get(name)
    values = found if isinstance(found, (list, tuple)) else [found]
    if name == "trump":
        return words_of_suit(rules.pack, str(found))
    return Joined(tuple(value_said(rules, name, value) for value in values), ", ")


# --- points --------------------------------------------------------------------------------------


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
        turn=facts.turn,
        facts=facts.entered,
        contract=facts.contract.id if facts.contract else None,
        points=points,
        totals=tuple(map(add, state.totals, points)),
        trump=facts["trump"],
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

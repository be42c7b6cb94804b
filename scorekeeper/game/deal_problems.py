"""Every problem of the facts of one deal at once: what is missing, what the deal has no use for,
what is wrong in itself."""

from collections.abc import Iterable, Sequence
from itertools import chain

from scorekeeper.base.exact import is_whole
from scorekeeper.game.counts import count_problems, total_of
from scorekeeper.game.facts import DealFacts, holds
from scorekeeper.game.session import Facts
from scorekeeper.game.single_facts import contract_problems, fact_problems, trump_problems
from scorekeeper.rules.model import Count, Fact, Ruleset
from scorekeeper.rules.said import key_typed
from scorekeeper.text.message import Joined, Words, say
from scorekeeper.text.problems import ADD, NEEDED, Problem

UNUSED = "fact-unused"  # the code of what a deal has no use for


def deal_problems(facts: DealFacts, put_aside: set[str | None]) -> list[Problem]:
    """Everything that is wrong with the facts of a deal; `put_aside` are those that a problem is
    already about."""
    problems = _single_problems(facts, put_aside)
    wrong = put_aside.union(problem.fact for problem in problems)
    if "contract" in wrong:
        wrong.add("group")
    problems += _use_problems(facts, put_aside, wrong)
    unused = {problem.fact for problem in problems if problem.code == UNUSED}
    for name, count in facts.agreed.rules.counts.items():
        column = facts.entered.get(name)
        if column is not None and name not in unused and not _is_well(count, column, facts):
            problems += count_problems(count, column, total_of(count, facts), facts)
    return problems


def _single_problems(facts: DealFacts, put_aside: set[str | None]) -> list[Problem]:
    """What is wrong with the contract and with each fact that was entered, by itself."""
    agreed, rules, entered = facts.agreed, facts.agreed.rules, facts.entered
    problems: list[Problem] = []
    is_open = entered.get("contract") in facts.turn.contracts
    is_needed = "contract" in entered or not _alone(facts)
    if rules.contracts and is_needed and "contract" not in put_aside and not is_open:
        problems += contract_problems(agreed, facts.state, facts.turn, entered)
    if "trump" in entered:
        problems += trump_problems(rules, entered)
    for name, fact in rules.facts.items():
        if name in entered and name != "trump":
            problems += fact_problems(agreed, fact, entered[name], entered)
    return problems


def _use_problems(
    facts: DealFacts, put_aside: set[str | None], wrong: set[str | None]
) -> Iterable[Problem]:
    """Facts and counts that the deal needs and has not, or has no use for. Nothing is said of
    what is told of already, or depends on what is wrong."""
    rules = facts.agreed.rules
    alone = _alone(facts)
    things: Iterable[Fact | Count] = chain(rules.facts.values(), rules.counts.values())
    for thing in things:
        is_given = thing.id in facts.entered
        if (thing.optional and not is_given) or (is_given and thing.when is None and not alone):
            continue
        hangs = thing.when is not None and not wrong.isdisjoint(thing.when.names)
        if thing is alone or thing.id in put_aside or hangs:
            continue
        if alone is not None:
            yield from _besides(rules, thing, alone, facts.entered)
        elif not _waits(thing, facts):
            yield from _applies(thing, facts)


def _alone(facts: DealFacts) -> Fact | None:
    """The fact entered that has no others beside it: that a deal was passed out."""
    named = facts.agreed.rules.facts.values()
    found = [fact for fact in named if fact.alone and fact.id in facts.entered]
    return found[-1] if found else None


def _besides(rules: Ruleset, thing: Fact | Count, alone: Fact, entered: Facts) -> Iterable[Problem]:
    if thing.id in alone.beside:
        return
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
    """Whether a count is plainly right: whole numbers from 0 that add up to a fixed total."""
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
        if number is None or number < 0 or not is_whole(number):
            return False
        left -= number
    return left == 0

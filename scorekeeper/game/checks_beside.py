"""What a ruleset's own checks and the piles find in a deal of which something else is wrong."""

from collections.abc import Iterable, Iterator

from scorekeeper.game.facts import DealFacts
from scorekeeper.game.own_checks import finds
from scorekeeper.game.pile_problems import pile_problems
from scorekeeper.rules.formula import Formula, FormulaError
from scorekeeper.rules.model import Check, Ruleset
from scorekeeper.text.problems import Problem

# What follows from the contract, beside what the contract itself is asked for.
OF_CONTRACT = {"group", "trump", "open", "hand", "quota", "role"}


def found_beside(facts: DealFacts, wrong: Iterable[Problem]) -> Iterator[Problem]:
    """What the piles cannot hold, and what the checks that refuse find, as far as that hangs on
    nothing that is wrong or missing."""
    about = {problem.fact for problem in wrong}
    if None in about:
        return  # of the whole entry: nothing can be told apart
    rules = facts.agreed.rules
    if len(rules.counts) > 1 and about.isdisjoint((*rules.counts, "contract", "trump")):
        yield from pile_problems(facts, facts.entered)
    for check in rules.scoring.checks:
        if check.tier == "refuse" and about.isdisjoint(hangs_on(rules, check)):
            try:
                yield from finds(check, facts)
            except (FormulaError, LookupError):
                continue  # of what is wrong all the same, by a way that the names do not tell


def hangs_on(rules: Ruleset, check: Check) -> set[str]:
    """Every name that a check asks for, and those that these are worked out from."""
    scoring = rules.scoring
    own = {**scoring.lets, **scoring.each, **scoring.side, **scoring.pair}
    todo, found = [*check.when.names], set[str]()
    while todo:
        for name in {*todo.pop().split(".")} - found:
            found.add(name)
            todo += _behind(rules, name, own.get(name))
    return found


def _behind(rules: Ruleset, name: str, formula: Formula | None) -> list[str]:
    """The names that one hangs on: those of its formula; for a role who has it, and what the
    contract follows from."""
    names = [*formula.names] if formula else []
    if name in OF_CONTRACT:
        names.append("contract")
    if name in rules.roles or name == "role":
        people = [*rules.roles.values(), rules.deals.declarer or ""]
        names += ["contract", *(who[5:] for who in people if who.startswith("fact "))]
    return names

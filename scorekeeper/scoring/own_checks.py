"""What a ruleset's own checks find in a deal, in the ruleset's words."""

import re

from scorekeeper.cards import words_of_suit
from scorekeeper.formula import value_of
from scorekeeper.language import Phrase
from scorekeeper.message import Joined, RulesSentence, Words, say
from scorekeeper.problems import ADD, Problem
from scorekeeper.ruleset.model import Check, Contract
from scorekeeper.ruleset.said import value_said
from scorekeeper.scoring.facts import DealFacts
from scorekeeper.scoring.filled import all_entered

# A name in a sentence of the rules, for which its value stands.
_NAME = re.compile(r"\{([^\W\d]\w*(?:\.[^\W\d]\w*)?)\}")


def troubles(facts: DealFacts, tiers: tuple[str, ...]) -> list[tuple[str, Problem]]:
    """What the ruleset's own checks of these tiers find, each with its tier."""
    found = []
    for check in facts.agreed.rules.scoring.checks:
        if check.tier in tiers:
            found += [(check.tier, problem) for problem in finds(check, facts)]
    unsaid = facts.agreed.rules.deals.trump_unsaid
    contract = facts.contract
    if unsaid in tiers and contract and contract.trump == "open" and facts.trump is None:
        found.append((unsaid, _trump_unsaid(contract)))
    return found


def finds(check: Check, facts: DealFacts) -> list[Problem]:
    """What one check finds; nothing where a fact that it asks for was not entered."""
    is_so = all_entered(check.when, facts) and value_of(check.when, facts)
    return [_said(check, facts)] if is_so else []


def _trump_unsaid(contract: Contract) -> Problem:
    """A contract that leaves the trumps open, and no suit was entered."""
    message = say("{contract} without its trump suit: which suit was it?", contract=contract.name)
    hint = say(ADD, facts="trump=…")
    return Problem("trump-unsaid", message, "trump", (hint,), rule=contract.source.if_any())


def _said(check: Check, facts: DealFacts) -> Problem:
    mends = (check.hint,) if check.hint.by_language else ()
    return Problem(
        check.code, with_facts(check.message, facts), check.fact, mends, rule=check.source.if_any()
    )


def with_facts(words: Phrase, facts: DealFacts) -> RulesSentence:
    """A sentence of the rules with what the deal says of each `{fact}`, and of each name that the
    rules work out: `{gain}`, of one role `{bidder.gain}`."""
    spellings = words.spellings()
    named = dict.fromkeys(name for spelling in spellings for name in _NAME.findall(spelling))
    values = ((name, _said_of(facts, name)) for name in named)
    return RulesSentence(words, tuple((name, value) for name, value in values if value is not None))


def _said_of(facts: DealFacts, name: str) -> Words | None:
    """What the deal says of a name, in a sentence; None where it is no name of the game."""
    rules, scoring = facts.agreed.rules, facts.agreed.rules.scoring
    if name in rules.facts or name in rules.counts or name in ("contract", "trump"):
        is_entered = name != "trump" or name in facts.entered
        return _shown(facts, name, facts.entered.get(name) if is_entered else facts[name])
    if name in scoring.lets:
        return _shown(facts, name, facts[name])
    whose, _, what = name.rpartition(".")
    if what not in {"total", *rules.counts, *scoring.side, *scoring.each, *scoring.carry}:
        return None
    if whose in ("all", *rules.roles):
        return _shown(facts, what, facts[name])
    return None if whose or what == "total" else _shown(facts, what, facts[f"all.{what}"])


def _shown(facts: DealFacts, name: str, found: object) -> Words:
    """A value in a sentence: a suit by its word, numbers one after another."""
    rules = facts.agreed.rules
    values = found if isinstance(found, (list, tuple)) else [found]
    if name == "trump":
        return words_of_suit(rules.pack, str(found))
    return Joined(tuple(value_said(rules, name, value) for value in values), ", ")

"""What a ruleset's own checks find in a deal, in the ruleset's words."""

from scorekeeper.cards import words_of_suit
from scorekeeper.formula import value_of
from scorekeeper.language import Phrase
from scorekeeper.message import Joined, RulesSentence, Words, say
from scorekeeper.problems import ADD, Problem
from scorekeeper.ruleset.model import Check, Contract
from scorekeeper.ruleset.said import value_said
from scorekeeper.scoring.facts import DealFacts
from scorekeeper.scoring.filled import all_entered


def troubles(facts: DealFacts, tiers: tuple[str, ...]) -> list[tuple[str, Problem]]:
    """What the ruleset's own checks of these tiers find, each with its tier."""
    found = []
    for check in facts.agreed.rules.scoring.checks:
        if check.tier in tiers and all_entered(check.when, facts) and value_of(check.when, facts):
            found.append((check.tier, _said(check, facts)))
    unsaid = facts.agreed.rules.deals.trump_unsaid
    contract = facts.contract
    if unsaid in tiers and contract and contract.trump == "open" and facts.trump is None:
        found.append((unsaid, _trump_unsaid(contract)))
    return found


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

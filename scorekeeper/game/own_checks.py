"""What a ruleset's own checks find in a deal, in the ruleset's words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING

from scorekeeper.game.counts import whose
from scorekeeper.game.facts import DealFacts
from scorekeeper.game.filled import all_entered, is_trouble
from scorekeeper.rules.cards import words_of_suit
from scorekeeper.rules.model import ME, Check, Contract
from scorekeeper.rules.said import value_said
from scorekeeper.text.language import Phrase
from scorekeeper.text.message import Joined, RulesSentence, Words, say, titled
from scorekeeper.text.problems import ADD, Problem

if TYPE_CHECKING:
    from scorekeeper.game.checks_of_sides import Seen

# A name in a sentence of the rules, for which its value stands.
_NAME = r"\{([^\W\d]\w*(?:\.[^\W\d]\w*)?)\}"


def troubles(
    facts: DealFacts, tiers: Collection[str], is_kept: bool = False
) -> list[tuple[str, Problem]]:
    """What the ruleset's own checks of these tiers find, each with its tier; see `finds`."""
    found = []
    for check in facts.agreed.rules.scoring.checks:
        if check.tier in tiers:
            found += [(check.tier, problem) for problem in finds(check, facts, is_kept)]
    if "ask" in tiers and facts.settled_trump not in (None, facts.trump):
        found.append(("ask", _trump_of_its_own(facts)))
    unsaid = facts.agreed.rules.deals.trump_unsaid
    contract = facts.contract
    if unsaid in tiers and contract and contract.trump == "open" and facts.trump is None:
        found.append((unsaid, _trump_unsaid(contract)))
    return found


def finds(check: Check, facts: DealFacts, is_kept: bool = False) -> list[Problem]:
    """Return what one check finds. A fact that was not entered is none, as in `points`; where the
    test needs its value it finds nothing.

    A deal that was recorded before, `is_kept`, is refused only where all facts that a check names
    were entered: up to version 0.1 no other check was asked, and an evening stands as it was
    recorded.
    """
    if is_kept and check.tier == "refuse" and not all_entered(check.when, facts):
        return []
    if check.of != "deal":
        # 0.3 ms, only for a check of each side
        from scorekeeper.game.checks_of_sides import in_trouble  # noqa: PLC0415

        return [_of_one(check, facts, seen) for seen in in_trouble(check, facts)]
    is_so = is_trouble(check.when, facts, facts)
    return [_problem(check, with_facts(check.message, facts))] if is_so else []


def _trump_of_its_own(facts: DealFacts) -> Problem:
    """A trump suit that is not the one which the deal before settled."""
    pack, settled = facts.agreed.rules.pack, facts.settled_trump or ""
    message = say(
        "after the deal before trumps are {trump}: was this one played with {suit}?",
        trump=words_of_suit(pack, settled),
        suit=words_of_suit(pack, facts.trump or ""),
    )
    return Problem("trump-settled", message, "trump", (say("leave the suit out"),))


def _trump_unsaid(contract: Contract) -> Problem:
    """A contract that leaves the trumps open, and no suit was entered."""
    message = say("{contract} without its trump suit: which suit was it?", contract=contract.name)
    hint = say(ADD, facts="trump=…")
    return Problem("trump-unsaid", message, "trump", (hint,), rule=contract.source.if_any())


def _of_one(check: Check, facts: DealFacts, seen: Seen) -> Problem:
    """What is found of one of those whom a check is asked of, by name."""
    return _problem(check, sentence_of_one(check.message, facts, seen))


def sentence_of_one(words: Phrase, facts: DealFacts, seen: Seen) -> Words:
    """A sentence of the rules about one of those whom they ask, who is named in it or before
    it."""
    message = _filled_in(words, partial(_said_of_one, facts, seen))
    return message if ME in _named_in(words) else titled(seen.who, message)


def _said_of_one(facts: DealFacts, seen: Seen, name: str) -> Words | None:
    """What is said of a name: of the one whom a check is about, else of the whole deal."""
    if name not in seen.names:
        return _said_of(facts, name)
    return _shown(facts, name.rpartition(".")[2], seen.facts[name])


def _problem(check: Check, message: Words) -> Problem:
    mends = (check.hint,) if check.hint.by_language else ()
    return Problem(check.code, message, check.fact, mends, rule=check.source.if_any())


def with_facts(words: Phrase, facts: DealFacts) -> RulesSentence:
    """A sentence of the rules with what the deal says of each `{fact}`, and of each name that the
    rules work out: `{gain}`, of one role `{bidder.gain}`."""
    return _filled_in(words, partial(_said_of, facts))


def _filled_in(words: Phrase, said: Callable[[str], Words | None]) -> RulesSentence:
    """A sentence of the rules with what is said of each name in it, where anything is."""
    values = ((name, said(name)) for name in _named_in(words))
    return RulesSentence(words, tuple((name, value) for name, value in values if value is not None))


def _named_in(words: Phrase) -> list[str]:
    """The names in a sentence of the rules, in whichever language."""
    spellings = words.spellings()
    return [*dict.fromkeys(name for spelling in spellings for name in re.findall(_NAME, spelling))]


def _said_of(facts: DealFacts, name: str) -> Words | None:
    """What the deal says of a name, in a sentence; None where it is no name of the game."""
    rules, scoring = facts.agreed.rules, facts.agreed.rules.scoring
    if name in rules.counts and (who := _whose(facts, name)):
        return who
    if name in rules.facts or name in rules.counts or name in ("contract", "trump"):
        is_entered = name != "trump" or name in facts.entered
        return _shown(facts, name, facts.entered.get(name) if is_entered else facts[name])
    if name in scoring.lets or name in rules.tables_counters:
        return _shown(facts, name, facts[name])
    whose, _, what = name.rpartition(".")
    if what not in {"total", *rules.counts, *scoring.side, *scoring.each, *scoring.carry}:
        return None
    if whose in ("all", *rules.roles):
        return _shown(facts, what, facts[name])
    return None if whose or what == "total" else _shown(facts, what, facts[f"all.{what}"])


def _whose(facts: DealFacts, name: str) -> str:
    """Who has a count that one has; empty for any other."""
    return whose(facts.agreed.rules.counts[name], facts.agreed, facts.entered.get(name) or ())


def _shown(facts: DealFacts, name: str, found: object) -> Words:
    """A value in a sentence: a suit by its word, numbers one after another."""
    rules = facts.agreed.rules
    values = found if isinstance(found, (list, tuple)) else [found]
    return Joined(tuple(value_said(rules, name, value) for value in values), ", ")

"""The checks that a ruleset declares, for a deal, each side, each player or each pair."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.game.count_checks import only_holder, pile_problems
from scorekeeper.game.deal_facts import CROSS, DealFacts, LazyColumns, PlayerFacts
from scorekeeper.game.derived_facts import all_entered, is_failing_test
from scorekeeper.rules.cards import words_of_suit
from scorekeeper.rules.fact_names import value_said
from scorekeeper.rules.formula import Formula, FormulaError, FormulaScope
from scorekeeper.rules.ruleset import LEFT, ME, OTHER, CheckRule, Contract, Ruleset
from scorekeeper.text.message import JoinedWords, RulesSentence, Words, say, titled
from scorekeeper.text.problems import ADD, Problem
from scorekeeper.text.translation import Phrase

if TYPE_CHECKING:
    pass  # DROPPED


# --- players, sides and pairs that fail a check ------------------------------------------------


class CheckScope(NamedTuple):
    """The player, side or pair that is checked: its name, its facts, and the names that have its
    own values."""

    who: str
    facts: FormulaScope
    names: Container[str]


def failing_players(check: CheckRule, deal: DealFacts) -> list[CheckScope]:
    """Return the players, sides or pairs for whom a check finds a problem."""
    return [
        one for one in everybody(check.of, deal) if is_failing_test(check.when, deal, one.facts)
    ]


def own_names(rules: Ruleset, of: str) -> list[str]:
    """Return the names that a check can use of each player, side or pair, in addition to the
    deal's names."""
    if of == "deal":
        return []
    scoring = rules.scoring
    columns = [*rules.counts, *scoring.side, *scoring.each, *scoring.carry, *rules.pair_names]
    quota = ["quota"] if any(one.quota for one in rules.contracts.values()) else []
    own = [ME, "role", "total", *quota, *columns]
    of_other = [OTHER, *(f"{OTHER}.{name}" for name in own)] if of == "pair" else []
    return [*own, *(f"{LEFT}.{name}" for name in own[2:]), *of_other]


def everybody(of: str, deal: DealFacts) -> Iterator[CheckScope]:
    """Yield the scope of each player, side or pair, as `of` says."""
    agreed, own = deal.agreed, frozenset(own_names(deal.agreed.rules, of))
    if of == "player":
        columns = LazyColumns(deal.player_column)
        for place, name in enumerate(agreed.players):
            yield CheckScope(name, PlayerFacts(deal, columns, place), own)
        return
    columns, names = LazyColumns(deal.side_column), agreed.side_names
    if of == "side":
        for place, name in enumerate(names):
            yield CheckScope(name, deal.of_side(columns, place), own)
        return
    for (me, other), facts in deal.of_pairs(columns).items():
        yield CheckScope(f"{names[me]}{CROSS}{names[other]}", facts, own)


# --- problems found by a ruleset's own checks, in the ruleset's words --------------------------


# A name in braces in a ruleset's sentence, which is replaced by its value.
_NAME = r"\{([^\W\d]\w*(?:\.[^\W\d]\w*)?)\}"


def failing_checks(
    facts: DealFacts, tiers: Collection[str], is_kept: bool = False
) -> list[tuple[str, Problem]]:
    """Return the problems found by the ruleset's checks of these tiers, each as (tier, problem);
    see `finds`."""
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


def finds(check: CheckRule, facts: DealFacts, is_kept: bool = False) -> list[Problem]:
    """Return the problems that one check finds.

    A missing fact is none, as in `points`; a test that needs its value finds nothing. In a deal
    recorded before (`is_kept`), a check that refuses is skipped unless all its facts were
    entered: version 0.1 made no such checks, and its sessions stay valid."""
    if is_kept and check.tier == "refuse" and not all_entered(check.when, facts):
        return []
    if check.of != "deal":
        return [_of_one(check, facts, seen) for seen in failing_players(check, facts)]
    is_so = is_failing_test(check.when, facts, facts)
    return [_problem(check, with_facts(check.message, facts))] if is_so else []


def _trump_of_its_own(facts: DealFacts) -> Problem:
    """Return the question about a trump suit other than the one that the previous deal decided."""
    pack, settled = facts.agreed.rules.pack, facts.settled_trump or ""
    message = say(
        "after the deal before trumps are {trump}: was this one played with {suit}?",
        trump=words_of_suit(pack, settled),
        suit=words_of_suit(pack, facts.trump or ""),
    )
    return Problem("trump-settled", message, "trump", (say("leave the suit out"),))


def _trump_unsaid(contract: Contract) -> Problem:
    """Return the problem of a missing trump suit in a contract that leaves trumps open."""
    message = say("{contract} without its trump suit: which suit was it?", contract=contract.name)
    hint = say(ADD, facts="trump=…")
    return Problem("trump-unsaid", message, "trump", (hint,), rule=contract.source.if_any())


def _of_one(check: CheckRule, facts: DealFacts, seen: CheckScope) -> Problem:
    """Return the problem of a check about one player, side or pair; the message has its name."""
    return _problem(check, sentence_of_one(check.message, facts, seen))


def sentence_of_one(words: Phrase, facts: DealFacts, seen: CheckScope) -> Words:
    """Return a ruleset's sentence about one player, side or pair, with its name in the sentence or
    before it."""
    message = _filled_in(words, partial(_said_of_one, facts, seen))
    return message if ME in _named_in(words) else titled(seen.who, message)


def _said_of_one(facts: DealFacts, seen: CheckScope, name: str) -> Words | None:
    """Return the text of a name's value, for the player, side or pair checked, else for the whole
    deal."""
    if name not in seen.names:
        return _said_of(facts, name)
    return _shown(facts, name.rpartition(".")[2], seen.facts[name])


def _problem(check: CheckRule, message: Words) -> Problem:
    mends = (check.hint,) if check.hint.by_language else ()
    return Problem(check.code, message, check.fact, mends, rule=check.source.if_any())


def with_facts(words: Phrase, facts: DealFacts) -> RulesSentence:
    """Return a ruleset's sentence with the deal's values for names such as `{fact}`, `{gain}` or
    `{bidder.gain}`."""
    return _filled_in(words, partial(_said_of, facts))


def _filled_in(words: Phrase, said: Callable[[str], Words | None]) -> RulesSentence:
    """Return a ruleset's sentence with the text that `said` gives for each name in it."""
    values = ((name, said(name)) for name in _named_in(words))
    return RulesSentence(words, tuple((name, value) for name, value in values if value is not None))


def _named_in(words: Phrase) -> list[str]:
    """Return the names in braces in a ruleset's sentence, in all its languages."""
    spellings = words.spellings()
    return [*dict.fromkeys(name for spelling in spellings for name in re.findall(_NAME, spelling))]


def _said_of(facts: DealFacts, name: str) -> Words | None:
    """Return the text of a name's value in the deal; None if the name has no text."""
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
    """Return the name of the only player or side with this count; empty if several can have it."""
    return only_holder(facts.agreed.rules.counts[name], facts.agreed, facts.entered.get(name) or ())


def _shown(facts: DealFacts, name: str, found: object) -> Words:
    """Return a value as text: a suit as its word, several numbers as a list."""
    rules = facts.agreed.rules
    values = found if isinstance(found, (list, tuple)) else [found]
    return JoinedWords(tuple(value_said(rules, name, value) for value in values), ", ")


# --- checks of deals with other problems -------------------------------------------------------


# Names that depend on the contract.
OF_CONTRACT = {"group", "trump", "open", "hand", "quota", "role"}


def found_beside(facts: DealFacts, wrong: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the problems by piles and by refusing checks, in a deal with other problems `wrong`.

    Checks that depend on a wrong or missing fact are skipped."""
    about = {problem.fact for problem in wrong}
    if None in about:
        return  # a problem of the whole entry may affect every check
    rules = facts.agreed.rules
    if len(rules.counts) > 1 and about.isdisjoint((*rules.counts, "contract", "trump")):
        yield from pile_problems(facts, facts.entered)
    for check in rules.scoring.checks:
        if check.tier == "refuse" and about.isdisjoint(depends_on(rules, check)):
            try:
                yield from finds(check, facts)
            except (FormulaError, LookupError):
                continue  # depends on a wrong fact in a way that `depends_on` does not see


def depends_on(rules: Ruleset, check: CheckRule) -> set[str]:
    """Return every name on which a check depends, also through formulas."""
    scoring = rules.scoring
    own = {**scoring.lets, **scoring.each, **scoring.side, **scoring.pair}
    todo, found = [*check.when.names], set[str]()
    while todo:
        for name in {*todo.pop().split(".")} - found:
            found.add(name)
            todo += _behind(rules, name, own.get(name))
    return found


def _behind(rules: Ruleset, name: str, formula: Formula | None) -> list[str]:
    """Return the names on which a name depends directly: in its formula, or for a role the
    contract and the facts that name players."""
    names = [*formula.names] if formula else []
    if name in OF_CONTRACT:
        names.append("contract")
    if name in rules.roles or name == "role":
        people = [*rules.roles.values(), rules.deals.declarer or ""]
        names += ["contract", *(who[5:] for who in people if who.startswith("fact "))]
    return names

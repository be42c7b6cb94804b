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


# --- checks of sides ---------------------------------------------------------------------------
# Checks of each side, each player or each pair: for whom they find a problem.


class CheckScope(NamedTuple):
    """The subject of a check: its name, the facts of the deal for it, and the names among these
    that are its own."""

    who: str
    facts: FormulaScope
    names: Container[str]


def failing_players(check: CheckRule, deal: DealFacts) -> list[CheckScope]:
    """Return the players, sides or pairs for whom a check finds a problem."""
    return [
        one for one in everybody(check.of, deal) if is_failing_test(check.when, deal, one.facts)
    ]


def own_names(rules: Ruleset, of: str) -> list[str]:
    """Return the names that a check can use of each player, side or pair, in addition to the deal's
    names."""
    if of == "deal":
        return []
    scoring = rules.scoring
    columns = [*rules.counts, *scoring.side, *scoring.each, *scoring.carry, *rules.pair_names]
    quota = ["quota"] if any(one.quota for one in rules.contracts.values()) else []
    own = [ME, "role", "total", *quota, *columns]
    of_other = [OTHER, *(f"{OTHER}.{name}" for name in own)] if of == "pair" else []
    return [*own, *(f"{LEFT}.{name}" for name in own[2:]), *of_other]


def everybody(of: str, deal: DealFacts) -> Iterator[CheckScope]:
    """Yield each player, side or pair to which a check applies."""
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


# A name in a sentence of the rules, for which its value stands.
_NAME = r"\{([^\W\d]\w*(?:\.[^\W\d]\w*)?)\}"


def failing_checks(
    facts: DealFacts, tiers: Collection[str], is_kept: bool = False
) -> list[tuple[str, Problem]]:
    """Return the problems by the ruleset's own checks of these tiers, each with its tier; see
    `finds`."""
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

    A fact that was not entered is none, as in `points`. Where the test needs its value, the check
    finds nothing. A deal that was recorded before, `is_kept`, is refused only if all facts that a
    check names were entered: up to version 0.1 no other check was made, and a recorded evening
    remains valid."""
    if is_kept and check.tier == "refuse" and not all_entered(check.when, facts):
        return []
    if check.of != "deal":
        # 0.3 ms, only for a check of each side

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
    """Return the problem of a contract that leaves the trump suit open, when none was entered."""
    message = say("{contract} without its trump suit: which suit was it?", contract=contract.name)
    hint = say(ADD, facts="trump=…")
    return Problem("trump-unsaid", message, "trump", (hint,), rule=contract.source.if_any())


def _of_one(check: CheckRule, facts: DealFacts, seen: CheckScope) -> Problem:
    """Return the problem of a check about one player, side or pair, whose name its message has."""
    return _problem(check, sentence_of_one(check.message, facts, seen))


def sentence_of_one(words: Phrase, facts: DealFacts, seen: CheckScope) -> Words:
    """Return a sentence of the rules about one player, side or pair, whose name is in it or before
    it."""
    message = _filled_in(words, partial(_said_of_one, facts, seen))
    return message if ME in _named_in(words) else titled(seen.who, message)


def _said_of_one(facts: DealFacts, seen: CheckScope, name: str) -> Words | None:
    """Return the text of a name's value: of the one whom the check is about, else of the whole
    deal."""
    if name not in seen.names:
        return _said_of(facts, name)
    return _shown(facts, name.rpartition(".")[2], seen.facts[name])


def _problem(check: CheckRule, message: Words) -> Problem:
    mends = (check.hint,) if check.hint.by_language else ()
    return Problem(check.code, message, check.fact, mends, rule=check.source.if_any())


def with_facts(words: Phrase, facts: DealFacts) -> RulesSentence:
    """Return a sentence of the rules with the deal's values for names such as `{fact}`, `{gain}`
    or, of one role, `{bidder.gain}`."""
    return _filled_in(words, partial(_said_of, facts))


def _filled_in(words: Phrase, said: Callable[[str], Words | None]) -> RulesSentence:
    """Return a sentence of the rules with the value of each name in it that has one."""
    values = ((name, said(name)) for name in _named_in(words))
    return RulesSentence(words, tuple((name, value) for name, value in values if value is not None))


def _named_in(words: Phrase) -> list[str]:
    """Return the names in a sentence of the rules, in all its languages."""
    spellings = words.spellings()
    return [*dict.fromkeys(name for spelling in spellings for name in re.findall(_NAME, spelling))]


def _said_of(facts: DealFacts, name: str) -> Words | None:
    """Return the text of a name's value in the deal; None if the game has no such name."""
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


# --- checks beside -----------------------------------------------------------------------------
# Problems found by the ruleset's own checks and by the piles in a deal that has other problems too.


# What follows from the contract, beside what the contract itself is asked for.
OF_CONTRACT = {"group", "trump", "open", "hand", "quota", "role"}


def found_beside(facts: DealFacts, wrong: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the extra problems by the piles and by the checks that refuse.

    Checks that depend on a wrong or missing fact are skipped."""
    about = {problem.fact for problem in wrong}
    if None in about:
        return  # of the whole entry: nothing can be told apart
    rules = facts.agreed.rules
    if len(rules.counts) > 1 and about.isdisjoint((*rules.counts, "contract", "trump")):
        yield from pile_problems(facts, facts.entered)
    for check in rules.scoring.checks:
        if check.tier == "refuse" and about.isdisjoint(depends_on(rules, check)):
            try:
                yield from finds(check, facts)
            except (FormulaError, LookupError):
                continue  # of what is wrong all the same, by a way that the names do not tell


def depends_on(rules: Ruleset, check: CheckRule) -> set[str]:
    """Return every name that a check uses, and those from which these are computed."""
    scoring = rules.scoring
    own = {**scoring.lets, **scoring.each, **scoring.side, **scoring.pair}
    todo, found = [*check.when.names], set[str]()
    while todo:
        for name in {*todo.pop().split(".")} - found:
            found.add(name)
            todo += _behind(rules, name, own.get(name))
    return found


def _behind(rules: Ruleset, name: str, formula: Formula | None) -> list[str]:
    """Return the names that a name depends on directly: those in its formula and, for a role, the
    contract and the facts that name players."""
    names = [*formula.names] if formula else []
    if name in OF_CONTRACT:
        names.append("contract")
    if name in rules.roles or name == "role":
        people = [*rules.roles.values(), rules.deals.declarer or ""]
        names += ["contract", *(who[5:] for who in people if who.startswith("fact "))]
    return names

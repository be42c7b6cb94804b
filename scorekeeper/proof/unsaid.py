"""What a ruleset leaves unsaid, or says unevenly: nothing wrong, but worth a note."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import gcd

from scorekeeper.problems import Problem, listed
from scorekeeper.proof.reach import needs_dealer
from scorekeeper.ruleset.model import Phrase, Ruleset

Found = Iterator[Problem]


def noted(code: str, path: str | None, message: str, hint: str | None = None) -> Problem:
    """A problem at a place of the file."""
    return Problem(code, message, path, hint)


def dealer_matters(rules: Ruleset) -> bool:
    """Whether it matters in some contract who deals."""
    return any(needs_dealer(rules, contract) for contract in rules.contracts.values() or (None,))


def no_examples(rules: Ruleset) -> Found:
    """Rules without a worked example are checked against nothing."""
    if not rules.examples:
        hint = "add an `[[example]]`: the numbers that the source prints, or ones worked out by hand"
        yield noted("no-example", None, "there is no worked example", hint)


def no_sources(rules: Ruleset) -> Found:
    """Where a rule comes from is what settles an argument."""
    if not rules.sources:
        yield noted("no-source", "source", "nothing says where these rules come from", 'add `source = "…"`')
    unsaid = [f"contract.{name}" for name, contract in rules.contracts.items() if not contract.source]
    unsaid += [f"outcome[{place}]" for place, outcome in enumerate(rules.outcomes) if not outcome.source]
    unsaid += [f"count.{name}" for name, count in rules.counts.items() if not count.source]
    if unsaid and rules.sources:
        message = f"no source stands beside {listed(unsaid, 'and')}"
        yield noted("no-source", unsaid[0], message, 'add `source = "…"`, the heading or page')


def words_missing(rules: Ruleset) -> Found:
    """A game that says it speaks a language has its words in it, those that are typed and asked."""
    for path, phrase in _phrases(rules):
        missing = [language for language in rules.languages if language not in phrase.by_language]
        if phrase.by_language and missing and len(rules.languages) > 1:
            yield noted(
                "word-missing",
                path,
                f"there is no word in {listed(missing, 'and')} for `{phrase.shown()}`",
                f'add `{missing[0]} = "…"`',
            )


def _phrases(rules: Ruleset) -> Iterator[tuple[str, Phrase]]:
    tables: Mapping[str, Mapping[str, object]] = {
        "contract": rules.contracts,
        "fact": rules.facts,
        "count": rules.counts,
    }
    for kind, things in tables.items():
        for name, thing in things.items():
            if kind != "fact" or name in rules.raw.get("fact", {}):
                yield f"{kind}.{name}.name", getattr(thing, "name")  # noqa: B009 - three kinds of thing, all named
    for name, fact in rules.facts.items():
        yield f"fact.{name}.ask", fact.ask
    for place, outcome in enumerate(rules.outcomes):
        yield f"outcome[{place}].name", outcome.name


def dealers_meet(rules: Ruleset) -> Found:
    """Where contracts come in order one a deal and the deal passes left, a common divisor of
    both numbers keeps some contracts from some dealers."""
    deals = rules.deals
    if deals.picked or deals.by_round or deals.stint > 1 or not rules.contracts or not dealer_matters(rules):
        return
    for players in rules.players:
        if gcd(len(deals.order), players) > 1:
            met = len(deals.order) // gcd(len(deals.order), players)
            yield noted(
                "dealers-meet",
                "deals.order",
                f"with {players} players each dealer meets only {met} of the {len(deals.order)} contracts",
                'perhaps `contract = "in order, one a round"`',
            )

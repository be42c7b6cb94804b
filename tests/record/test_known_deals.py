"""Deals that were judged before: what is known of one is worth the same in every evening."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from conftest import allowed, deals, raw_ruleset, ruleset

from scorekeeper.base.random_draws import RandomSource
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state, turn
from scorekeeper.game.session_settings import Agreed, agree
from scorekeeper.game.standing import Standing, after, standing
from scorekeeper.proof.deal_enumeration import order_of, random_entry
from scorekeeper.proof.situations import Situation
from scorekeeper.record.open_session import KnownDeals, formulas_in, looks_at_deal_alone
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.inheritance import whole_ruleset
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_ruleset

RULESETS = Path(__file__).parent.parent.parent / "rulesets"
SHIPPED = [
    *sorted(path.stem for path in RULESETS.glob("*.toml")),
    *sorted(f"more/{path.stem}" for path in RULESETS.glob("more/*.toml")),
]
NAMES = ("Anna", "Björn", "Cleo", "Dora", "Emil", "Fia", "Gun", "Hugo")
DRAWS = 8
SWEDISH = ruleset("bismarck-swedish")
PAIRS = """
name = "Pairs"
players = 4
pack = "french-52"
count.tricks.total = 13
fact.doubled = { kind = "flag", optional = true }
"""


def read(text: str) -> Ruleset:
    """A page of one's own, read."""
    page = whole_ruleset(tomllib.loads(text), raw_ruleset, lambda p: raw_ruleset(f"packs/{p}"))
    return read_ruleset(page, "mine")


def scoring(points: str, more: str = "") -> Ruleset:
    return read(f'{PAIRS}outcome = [{{ points = "{points}" }}]\n{more}')


def drawn(rules: Ruleset) -> list[Mapping[str, Any]]:
    """The facts of an evening's first deals, drawn by chance: of those that the rules allow."""
    agreed = agree(rules, NAMES[: rules.players[0]])
    needed = [fact.id for fact in rules.facts.values() if not (fact.optional or fact.alone)]
    order = order_of(rules, [*needed, *rules.counts])
    state, chance, found = first_state(agreed), RandomSource(13), list[Mapping[str, Any]]()
    for draw in range(DRAWS):
        contracts = turn(agreed, state, {}).contracts or (None,)
        situation = Situation(agreed, state, contracts[draw % len(contracts)])
        facts, chance = random_entry(situation, order, chance)
        scored = judged(agreed, state, facts).scored
        if scored and not state.over:
            found.append(scored.facts)
            state = after(agreed, state, scored)
    return found


def told(known: KnownDeals, agreed: Agreed, *facts: Mapping[str, Any]) -> Standing:
    return standing(agreed, deals(*facts), known.effects())


def sang(*tricks: int) -> dict[str, Any]:
    return {"contract": "sang", "tricks": tricks}


@pytest.mark.parametrize("game", SHIPPED)
def test_known_deals_score_as_if_they_were_judged(game: str) -> None:
    """Whoever plays, whoever deals first, in whatever order: every standing is that of deals of
    which each was judged, those that are refused included."""
    rules, known = ruleset(game), KnownDeals()
    facts, names = drawn(rules), NAMES[: rules.players[0]]
    for first in names:
        for seated, order in ((names, facts), (names[::-1], facts[::-1]), (names, facts[1:])):
            agreed = agree(rules, seated, first)
            judged_each = standing(agreed, deals(*order))
            assert told(known, agreed, *order) == judged_each


def test_a_deal_of_another_evening_is_not_judged_again() -> None:
    """Other people, and other totals before it; what was worked out of it is the same value."""
    known = KnownDeals()
    (first,) = told(known, agree(SWEDISH, "ABC", "C"), sang(6, 6, 4)).deals
    passed = [{"contract": "pass", "tricks": (2, 8, 6)}] * 3
    *_, again = told(known, agree(SWEDISH, "DEF", "F"), *passed, sang(6, 6, 4)).deals
    assert again.facts is first.facts
    assert again.points == first.points
    assert again.totals != first.totals


def test_a_known_deal_is_refused_where_its_contract_was_played() -> None:
    """ "Each contract once": what was right in another evening, or for another declarer, is not
    taken twice from one."""
    known, agreed = KnownDeals(), agree(SWEDISH, "ABC", "C")
    evening = [sang(6, 6, 4)] * 4
    assert len(told(known, agreed, *evening).deals) == 3
    assert told(known, agreed, *evening).problems == standing(agreed, deals(*evening)).problems


def test_one_is_not_true() -> None:
    """A flag is true or left out: a number in its place is refused, though Python says that 1 and
    true are equal and the deal is known."""
    known, agreed = KnownDeals(), agree(scoring("tricks * (2 if doubled else 1)"), NAMES[:4])
    facts = {"tricks": [4, 3, 3, 3], "doubled": True}
    assert not told(known, agreed, facts).problems
    assert told(known, agreed, {**facts, "doubled": 1}).problems


def test_counters_and_options_are_looked_at() -> None:
    """The same facts after other counters, or under other options, are another deal."""
    rules = scoring(
        "tricks + held + (100 if grand else 0)",
        'carry.held = { next = "held + tricks" }\noption.grand.default = false\n',
    )
    facts, known = {"tricks": [4, 3, 3, 3]}, KnownDeals()
    assert looks_at_deal_alone(rules)
    for grand in (False, True, False):
        agreed = agree(rules, NAMES[:4], options={"grand": grand})
        points = [deal.points for deal in told(known, agreed, facts, facts).deals]
        assert points == [deal.points for deal in allowed(agreed, facts, facts).deals]
        assert points[0] != points[1]


@pytest.mark.parametrize(
    ("points", "more"),
    [
        ("tricks + total", ""),
        ("tricks + max(all.total)", ""),
        ("tricks * deal", ""),
        ("tricks * round", ""),
        ("tricks * game", ""),
        ("tricks", 'let.late = "deal > 3"'),
        ("tricks + (1 if king == me else 0)", 'fact.king = { kind = "player" }'),
        ("tricks", 'fact.king = { kind = "player", optional = true }'),
        ("tricks", '[[check]]\ntier = "refuse"\nwhen = "deal > 3"\nmessage = "no more"\n'),
    ],
)
def test_rules_that_look_further_have_each_deal_judged(points: str, more: str) -> None:
    """At the course of the session, or at who somebody is: there no deal stands for another."""
    assert looks_at_deal_alone(scoring("tricks"))
    assert not looks_at_deal_alone(scoring(points, more))


@pytest.mark.parametrize("tier", ["ask", "flag"])
def test_what_is_odd_may_be_so_by_its_place(tier: str) -> None:
    """A check that only asks or flags may look further: a known deal is flagged as it falls."""
    check = f'[[check]]\ntier = "{tier}"\nwhen = "deal > 3"\nmessage = "late"\n'
    rules, evening = scoring("tricks", check), [{"tricks": [4, 3, 3, 3]}] * 4
    agreed = agree(rules, NAMES[:4])
    assert looks_at_deal_alone(rules)
    found = told(KnownDeals(), agreed, *evening)
    assert found == allowed(agreed, *evening)
    assert [bool(deal.flags) for deal in found.deals] == [False] * 3 + [tier == "flag"]


@pytest.mark.parametrize("tier", ["ask", "flag"])
def test_a_check_without_an_answer_refuses_a_known_deal_too(tier: str) -> None:
    """Rules that cannot say whether a deal is odd cannot score it, known or not."""
    check = f'[[check]]\ntier = "{tier}"\nwhen = "12 // (deal - 3) > 99"\nmessage = "late"\n'
    rules, evening = scoring("tricks", check), [{"tricks": [4, 3, 3, 3]}] * 4
    agreed = agree(rules, NAMES[:4])
    found = told(KnownDeals(), agreed, *evening)
    assert (len(found.deals), found) == (2, standing(agreed, deals(*evening)))


@pytest.mark.parametrize("game", SHIPPED)
def test_every_formula_of_the_rules_is_found(game: str) -> None:
    """However deep, also in what is no tuple or table: a formula that is missed could look at what
    nobody compares."""
    rules = ruleset(game)
    parts = replace(rules, raw={})
    assert {*map(id, formulas_in(parts))} == {*map(id, _all_formulas(parts))}


def _all_formulas(value: object) -> Iterator[Formula]:
    """Every formula that can be reached, by whatever Python can look into."""
    if isinstance(value, Formula):
        yield value
    elif isinstance(value, Mapping):
        yield from chain.from_iterable(map(_all_formulas, value.values()))
    elif isinstance(value, (tuple, list, frozenset, set)):
        yield from chain.from_iterable(map(_all_formulas, value))
    elif hasattr(value, "__dict__"):
        yield from chain.from_iterable(map(_all_formulas, vars(value).values()))


def test_what_is_kept_is_bounded() -> None:
    """However many deals there are, and however many rules: then the keeping begins anew."""
    known = KnownDeals()
    known.MOST = 3
    agreed = agree(scoring("tricks"), NAMES[:4])
    for tricks in range(10):
        told(known, agreed, {"tricks": [tricks, 13 - tricks, 0, 0]})
    kept = told(known, agreed, {"tricks": [9, 4, 0, 0]}).deals[0].facts
    assert told(known, agreed, {"tricks": [9, 4, 0, 0]}).deals[0].facts is kept
    assert told(known, agreed, {"tricks": [0, 13, 0, 0]}).deals[0].points == (0, 13, 0, 0)

"""Laws of kinds: what the checker calls never true never is, what it lets pass has a value, and a
word in the place of a name is told."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest
from conftest import GAMES, RULESETS, ruleset
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.base.exact_numbers import is_number
from scorekeeper.base.input_limits import Steps
from scorekeeper.game.deal_facts import columns_of, quotas
from scorekeeper.game.schedule import first_state
from scorekeeper.game.standing import after
from scorekeeper.proof.deal_enumeration import facts_of
from scorekeeper.proof.random_games import (
    RandomDeal,
    order_without_alone,
    random_deals,
    random_next_deal,
    tables_by_choice,
)
from scorekeeper.rules.formula import FormulaError, FormulaScope, read_formula, value_of
from scorekeeper.rules.formula_faults import Placed, faults_at, formulas_of
from scorekeeper.rules.formula_types import A_TEST, AN_AMOUNT, faults_of, kind_of, kinds_of
from scorekeeper.rules.inheritance import whole_ruleset
from scorekeeper.rules.name_types import SIDE, Kinds
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_page
from scorekeeper.rules.value_types import ENDLESS, ValueType
from scorekeeper.text.message import in_english

PAGE = """
name = "Laws"
players = [3, 4]
pack = "french-52"
roles = { boss = "fact boss", rest = "others" }
let.half = "6"
each.good = "tricks > half"
side.gain = "tricks if good else 0"
option.bonus.default = true

[fact]
boss = { kind = "player" }
bid = { min = 1, max = 7 }
mood = { kind = "word", values = ["good", "bad"] }
turned = { kind = "card" }
kept = { kind = "cards", size = 3 }

[count.tricks]
total = 13

[contract]
low = { trump = "clubs", quota = 4, points = "tricks" }
high = { trump = "open", quota = 5, points = "tricks" }
"""


@cache
def page() -> Ruleset:
    """A game with a name of every kind."""
    pack = tomllib.loads((RULESETS / "packs" / "french-52.toml").read_text("utf-8"))
    merged = whole_ruleset(tomllib.loads(PAGE), lambda name: {}, lambda name: pack)
    return read_page(merged, "laws")[0].rules


@cache
def sides() -> tuple[FormulaScope, ...]:
    """The facts of some deals as their sides see them."""
    found: list[FormulaScope] = []
    for situation, entered in islice(random_deals(page()), 40):
        facts = facts_of(situation, entered)
        columns = columns_of(facts, quotas(facts))
        found += [facts.of_side(columns, side) for side in range(len(facts.roles))]
    return tuple(found)


@cache
def kinds() -> Kinds:
    """The kinds of its names."""
    return kinds_of(page())


NUMBERS = st.sampled_from(
    ["tricks", "quota", "total", "half", "bid", "players", "deal", "gain", "max(all.tricks)", "sum(rest.tricks)",
     "sum(highest(all.tricks, 2))", "nth(lowest(all.tricks), 2)", "len(where(all.tricks, all.good))", "seat(boss)", "seat(next(me, bid))",
     "round_up(tricks - 7, 2)", "round_nearest(tricks - bid, 4)", "round_to_zero(-tricks, 3)", "power(2, bid)", "power(tricks - 6, 3)",
     "boss.tricks", "count(all.tricks, 0)", "min(bid, 3)", "len(open)", "abs(tricks - quota)", "min(all.tricks)", "sum(all.tricks)", "count(all.good, 1)", "min(all.gain)",
     "sum((tricks, bid, 3))"]
) | st.integers(-20, 20).map(str)  # fmt: skip
WORDS = {
    "mood": ["good", "bad", "god"],
    "contract": ["low", "high", "lo"],
    "role": ["boss", "rest", "bos"],
    "suit(turned)": ["clubs", "hearts", "herts"],
    "rank(turned)": ["A", "10", "11"],
    "turned": ["JH", "♣A", "the queen of spades", "JX"],
}


def amounts(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Numbers made of numbers, and of tests."""
    signs = st.sampled_from(["+", "-", "*", "//", "%"])
    return (
        st.tuples(inner, signs, inner).map(lambda parts: f"({' '.join(parts)})")
        | st.tuples(inner, inner).map(lambda two: f"max({two[0]}, {two[1]})")
        | st.tuples(inner, conditions(inner), inner).map(
            lambda p: f"({p[0]} if {p[1]} else {p[2]})"
        )
    )


def conditions(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Tests of numbers, of words, of cards."""
    orders = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
    of_numbers = st.tuples(inner, orders, inner).map(" ".join)
    of_words = st.sampled_from([(name, word) for name in WORDS for word in WORDS[name]])
    equal = st.sampled_from(["==", "!="])
    return of_numbers | st.tuples(of_words, equal).map(lambda p: f'{p[0][0]} {p[1]} "{p[0][1]}"')


AMOUNTS = st.recursive(NUMBERS, amounts, max_leaves=4)


def values(text: str) -> Iterator[object]:
    """What a formula comes to on every side of some deals, where it divides by nothing that is 0
    and stays below the limit."""
    formula = read_formula(text, None)
    for names in sides():
        try:
            yield value_of(formula, names)
        except FormulaError as error:
            why = in_english(error.why)
            assert "divides by zero" in why or "grew past" in why, (text, why)


def told(text: str, wanted: str) -> list[tuple[str, str]]:
    """The codes and messages of a formula's faults."""
    found = faults_of(kinds(), read_formula(text, None), SIDE, wanted)
    return [(fault.code, in_english(fault.message)) for fault in found]


@settings(max_examples=60)
@given(AMOUNTS)
def test_what_is_of_the_right_kinds_has_a_value(text: str) -> None:
    """A formula of numbers and tests has no fault of kind, and at the table it is a number."""
    assert [code for code, _ in told(text, AN_AMOUNT) if code != "formula-decided"] == []
    assert all(isinstance(value, int) for value in values(text))


@settings(max_examples=100)
@given(conditions(AMOUNTS))
def test_what_is_called_never_true_never_is(text: str) -> None:
    """A test that is told as never true holds in no deal, one that is told as always true in
    every one."""
    for code, message in told(text, A_TEST):
        if message.startswith(f"`{text}` is "):
            is_always = message.startswith(f"`{text}` is always true")
            assert {bool(value) for value in values(text)} <= {is_always}, (code, message)


# --- a word in the place of a name ----------------------------------------------------------------


class Misspelt(ast.NodeTransformer):
    """Puts a word that nothing is in the place of one name; nothing else changes."""

    def __init__(self, place: int) -> None:
        self.place = place

    def visit_Name(self, node: ast.Name) -> ast.AST:
        self.place -= 1
        return node if self.place else ast.Constant("zzz")

    visit_Attribute = visit_Name  # type: ignore[assignment]

    def visit_Call(self, node: ast.Call) -> ast.AST:
        node.args = [self.visit(argument) for argument in node.args]
        return node


def misspelt(placed: Placed) -> Iterator[str]:
    """The formula with each of its names, one at a time, replaced by a word in quotes."""
    text = placed.formula.text.strip()
    names = [
        node for node in ast.walk(ast.parse(text)) if isinstance(node, (ast.Name, ast.Attribute))
    ]
    for place in range(1, len(names) + 1):
        changed = ast.unparse(Misspelt(place).visit(ast.parse(text, mode="eval")))
        if "'zzz'" in changed and "none" not in changed:
            yield changed


@pytest.mark.parametrize("name", GAMES)
def test_a_word_in_the_place_of_a_name_is_told(name: str) -> None:
    """In every formula of a shipped game each name, put in quotes and misspelt, is a
    fault."""
    rules = ruleset(name)
    tables, known = frozenset(rules.scoring.ladders), kinds_of(rules)
    for placed in formulas_of(rules):
        for text in [] if placed.view.is_open else misspelt(placed):
            try:
                formula = read_formula(text, None, tables)
            except FormulaError:
                continue  # a word cannot be looked up in: told when it is read
            assert faults_at(known, placed._replace(formula=formula)), (placed.path, text)


# --- bounds --------------------------------------------------------------------------------------


def is_of(kind: ValueType, value: object) -> bool:
    """Whether a number lies within the bounds of a kind, and on its steps."""
    if not (kind.is_number and is_number(value)):
        return True
    is_on_step = not kind.step or kind.least == -ENDLESS or (value - kind.least) % kind.step == 0
    return kind.least <= value <= kind.most and is_on_step


@given(AMOUNTS)
@settings(max_examples=300, deadline=None)
def test_every_value_of_a_formula_is_of_its_kind(text: str) -> None:
    """Whatever the sides of a deal have, no formula leaves its bounds or its steps."""
    kind = kind_of(kinds(), read_formula(text, None), SIDE)
    assert [value for value in values(text) if not is_of(kind, value)] == []


@pytest.mark.parametrize("name", GAMES)
def test_totals_and_counters_of_games_are_of_their_kinds(name: str) -> None:
    """In games that are played by chance, with every choice of the table, no total and no counter
    leaves its bounds or its steps."""
    rules = ruleset(name)
    kept, order = kinds_of(rules).kept, order_without_alone(rules)
    for agreed in islice(tables_by_choice(rules, rules.options), 12):
        state = first_state(agreed)
        for _ in range(12):
            drawn = None if state.over else random_next_deal(agreed, state, order, Steps(10**9))
            if not isinstance(drawn, RandomDeal) or drawn.scored is None:
                break
            state = after(agreed, state, drawn.scored)
            numbers = {
                "total": state.totals,
                **dict(zip(rules.scoring.carry, state.carry, strict=True)),
            }
            for one, column in numbers.items():
                assert all(is_of(kept[one], number) for number in column), (one, kept[one], column)

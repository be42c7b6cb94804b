"""What formulas say of lists and of seats, numbers that are rounded, and powers."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import ceil, floor, prod, trunc
from typing import Any

import pytest
from conftest import allowed
from hypothesis import given
from hypothesis import strategies as st
from own_pages import FOUR, faults_of, read

from scorekeeper.game.session_settings import agree
from scorekeeper.proof.dependencies import needs_dealer
from scorekeeper.proof.ruleset_checks import lint_faults
from scorekeeper.rules.formula import FormulaError, read_formula, value_of
from scorekeeper.rules.rule_text import amount
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.text.message import in_english
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused
from scorekeeper.text.translation import LANGUAGES, speak

NUMBERS = st.lists(st.integers(-20, 20), max_size=6)
GAME = """
name = "Seats"
players = 4
pack = "french-52"
count.tricks.total = 13
fact.king = {{ kind = "player", optional = true }}
side.lucky = "tricks > 3"
outcome = [{{ points = "{points}" }}]
"""


def of(text: str, **facts: object) -> Any:
    """What a formula comes to."""
    return value_of(read_formula(text, None), {"(seats)": FOUR, **facts})


def points(formula: str, dealer: str = "Anna", **more: Any) -> tuple[int, ...]:
    """The points of a deal of 6, 4, 2 and 1 tricks."""
    agreed = agree(read(GAME.format(points=formula)), FOUR, dealer)
    return allowed(agreed, {"tricks": [6, 4, 2, 1], **more}).deals[0].points


@pytest.mark.parametrize(
    ("formula", "scores"),
    [
        ("seat(me)", (1, 2, 3, 4)),
        ("10 if me == next(dealer) else seat(dealer)", (2, 2, 10, 2)),
        ("1 if me == next(dealer, 2) else 0", (0, 0, 0, 1)),
        ("1 if me == next(dealer, 0 - 1) else 0", (1, 0, 0, 0)),
        ("1 if me == player(3) else 0", (0, 0, 1, 0)),
        ("(seat(me) - seat(dealer)) % players", (3, 0, 1, 2)),
        ("sum(highest(all.tricks, 3)) - tricks", (6, 8, 10, 11)),
        ("nth(highest(all.tricks), 2) + nth(all.tricks, 4)", (5, 5, 5, 5)),
        ("sum(lowest(all.tricks, 2))", (3, 3, 3, 3)),
        ("sum(where(all.tricks, all.lucky))", (10, 10, 10, 10)),
        ("len(where(all.tricks, all.lucky)) * tricks", (12, 8, 4, 2)),
        ("1 if tricks in highest(all.tricks, 2) else 0", (1, 1, 0, 0)),
        ("round_up(tricks, 4) * 10 + round_nearest(tricks, 4)", (22, 11, 11, 10)),
        ("power(2, tricks)", (64, 16, 4, 2)),
    ],
)
def test_a_deal_is_scored_by_seats_and_lists(formula: str, scores: tuple[int, ...]) -> None:
    """Björn deals; each value was reckoned by hand."""
    assert points(formula, "Björn") == scores


def test_the_king_and_the_player_after() -> None:
    """Who took the king, and the player on the left, pay for it."""
    formula = "0 if not given(king) else 0 - tricks if me in (king, next(king)) else tricks"
    assert points(formula, king="Dora") == (-6, 4, 2, -1)


def test_partners_have_the_seat_of_the_first() -> None:
    """Of a side of two the seat is that of the first of them; each player has their own."""
    page = """
name = "Two"
players = 4
teams = true
pack = "french-52"
count.tricks.total = 13
each.own = "seat(me)"
outcome = [{ points = "seat(me) * 100 + nth(own, 1) * 10 + nth(own, 2)" }]
"""
    now = allowed(agree(read(page), FOUR), {"tricks": [10, 3]})
    assert now.deals[0].points == (113, 224)


@given(NUMBERS, st.integers(0, 6))
def test_the_best_so_many_are_the_best(numbers: list[int], most: int) -> None:
    """No other so many of a list come to more, or to less."""
    values = tuple(numbers)
    sums = [sum(some) for some in combinations(numbers, min(most, len(numbers)))]
    assert sum(of(f"highest(x, {most})", x=values)) == max(sums)
    assert sum(of(f"lowest(x, {most})", x=values)) == min(sums)
    assert of("highest(x)", x=values) == tuple(reversed(of("lowest(x)", x=values)))


@given(st.integers(-50, 50), st.integers(-7, 7).filter(bool))
def test_each_way_to_round_goes_where_it_says(number: int, by: int) -> None:
    """Down, up, towards 0, and to the nearest, where a half goes away from 0."""
    exact = Fraction(number, by)
    assert of(f"round_down({number}, {by})") == floor(exact)
    assert of(f"round_up({number}, {by})") == ceil(exact)
    assert of(f"round_to_zero({number}, {by})") == trunc(exact)
    nearest = of(f"round_nearest({number}, {by})")
    assert abs(nearest - exact) <= Fraction(1, 2)
    assert abs(nearest - exact) < Fraction(1, 2) or abs(nearest) > abs(exact)


@given(st.integers(-9, 9), st.integers(0, 9))
def test_a_power_is_so_many_factors(number: int, times: int) -> None:
    """And is refused where it is past all bounds, before it is worked out."""
    assert of(f"power({number}, {times})") == prod([number] * times)
    with pytest.raises(FormulaError):
        of("power(10, 999999999)")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nth(x, 3)", "there is no number 3 of 2"),
        ("nth(x, 0)", "there is no number 0 of 2"),
        ("where(x, (1, 0, 1))", "the two lists are of different length"),
        ("highest(x, -1)", "a number below 0 of a list"),
        ("seat(none)", "nobody is named here"),
        ("player(5)", "there is no number 5 of 4"),
        ("power(2, -1)", "a power below 0 is no whole number"),
        ("round_up(1, 0)", "divides by zero"),
    ],
)
def test_what_has_no_answer_says_why(text: str, why: str) -> None:
    """Past the end of a list, of nobody, of lists that do not go together."""
    with pytest.raises(FormulaError) as error:
        of(text, x=(4, 7))
    assert why in in_english(error.value.why)


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("seat(tricks)", "`tricks` is a number from 0 to 13, and a player is needed"),
        ("seat(me) if seat(me) == 5 else 0", "is never true"),
        ("1 if next(me) == 3 else 0", "is never true"),
        ("highest(all.tricks, 2)", "is a list of numbers, and a number is needed"),
        ("sum(highest(tricks, 2))", "`tricks` is a number from 0 to 13, and a list"),
        ("nth(all.tricks, 0)", "`0` never finds anything: it counts from 1"),
        ("seat(player(9))", "`9` never finds anything: at most 4 play"),
        ("sum(where(all.tricks, all.tricks))", "a list of tests is needed: each 1 or 0"),
        ("sum(where(all.tricks))", "`where` needs 2 values, and has 1"),
        ("round_up(me, 2)", "`me` is a player, and a number is needed"),
        ("power(2, 0 - tricks - 1)", "that is no whole number"),
        ("highst(all.tricks)", "there is no function `highst`"),
    ],
)
def test_nonsense_is_a_fault_of_the_page(formula: str, message: str) -> None:
    """`rules check` says what is needed."""
    text = GAME.format(points=formula)
    try:
        found = [text_of(problem.message) for problem in lint_faults(read(text))]
    except Refused:
        found = faults_of(text)
    assert message in " | ".join(found)


def test_it_matters_who_deals_where_a_formula_asks() -> None:
    """A proof tries every dealer then, and one stands for all where none is asked for."""
    asks, asks_not = (read(GAME.format(points=text)) for text in ("seat(dealer)", "seat(me)"))
    assert needs_dealer(asks, None)
    assert not needs_dealer(asks_not, None)


def test_what_a_page_calls_dealer_goes_before() -> None:
    """A page from before has the right to its names."""
    page = 'let.dealer = "3"' + GAME.format(points="tricks + dealer")
    assert lint_faults(read(page)) == []
    now = allowed(agree(read(page), FOUR), {"tricks": [6, 4, 2, 1]})
    assert now.deals[0].points == (9, 7, 5, 4)


TOLD = {
    "seat(next(king, 2))": {
        "en": "the seat of the player 2 seats after king",
        "fr": "la place que tient le joueur 2 places après king",
        "sv": "platsen för spelaren 2 platser efter king",
    },
    "sum(where(all.tricks, all.lucky))": {
        "en": "the sum of those of everybody's tricks for whom everybody's lucky holds",
        "fr": "la somme de ceux de tricks de tous pour qui lucky de tous est vrai",
        "sv": "summan av de av allas tricks för vilka allas lucky gäller",
    },
    "round_nearest(tricks, 2)": {
        "en": "tricks divided by 2, rounded to the nearest, a half away from 0",
        "fr": "tricks divisé par 2, arrondi au plus proche, un demi en s'éloignant de 0",
        "sv": "tricks delat med 2, avrundat till närmaste, en halv bort från 0",
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("formula", TOLD)
def test_formulas_are_told_in_words(formula: str, language: str) -> None:
    """In the three languages."""
    rules = read(GAME.format(points=formula))
    speak(language, catalogue(language))
    said = text_of(amount(rules, rules.scoring.outcomes[0].points["*"]))
    speak()
    assert said.replace("\u00a0", " ") == TOLD[formula][language]

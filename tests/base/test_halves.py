"""Scores and counts that need not be whole: exact numbers, how they are typed, kept and shown."""

from __future__ import annotations

import json
import pickle
import re
from fractions import Fraction
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, sub
from pathlib import Path

import pytest
from conftest import allowed
from hypothesis import given
from hypothesis import strategies as st
from live import Evening
from own_pages import faults_of, read
from shown import plain_sheet, rules_text, sheet_markdown, sheet_text
from terminal import Person

from scorekeeper.base.exact_numbers import (
    decimal,
    exact,
    is_number,
    number_written,
    of_decimal,
    ratio,
    steps,
)
from scorekeeper.base.toml_reader import toml_table, toml_value
from scorekeeper.game.deal_results import rounded_quotient
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.proof.ruleset_checks import lint_faults
from scorekeeper.record.entered_words import read_words
from scorekeeper.render.html.page import sheet_page
from scorekeeper.render.next_deal_text import next_text
from scorekeeper.report.next_deal_summary import card_of
from scorekeeper.report.sheet import sheet_of
from scorekeeper.report.summary import settlement
from scorekeeper.rules.formula import FormulaError, number_of, read_formula, whole_of
from scorekeeper.table.table_state import told
from scorekeeper.text.message_text import text_of
from scorekeeper.text.terminal_text import encodable, wrapped

THREE = ("Anna", "Björn", "Cleo")
HALF, QUARTER = exact(1, 2), exact(1, 4)
BOARDS = """
name = "Boards"
source = "made up"
players = 3
deals.number = 6
game.step = "1/2"
promise.sum = "players / 2"
count.score = { total = "players / 2", max = 1, step = "1/2" }
outcome = [{ points = "score" }]
"""
NUMBERS = st.builds(exact, st.integers(-400, 400), st.sampled_from([1, 2, 3, 4, 5, 8]))


def fraction(number: int) -> Fraction:
    """The same number of the standard library."""
    return Fraction(number.numerator, number.denominator)


@given(NUMBERS, NUMBERS)
def test_arithmetic_is_that_of_fractions(one: int, other: int) -> None:
    """Sums, products, quotients, remainders and comparisons; what is whole is an int."""
    for how in (add, sub, mul, eq, lt, le, gt, ge, *((floordiv, mod) if other else ())):
        found, wanted = how(one, other), how(fraction(one), fraction(other))
        assert found == wanted or fraction(found) == wanted
        assert isinstance(found, int) == (Fraction(wanted).denominator == 1)
    if other:
        assert fraction(ratio(one, other)) == fraction(one) / fraction(other)
        assert divmod(one, other) == (one // other, one % other)
    assert (-one, abs(one), +one) == (0 - one, max(one, -one), one)
    assert (hash(one) == hash(other)) or one != other
    assert pickle.loads(pickle.dumps(one)) == one


@given(NUMBERS, st.floats(-100, 100))
def test_bounds_without_an_end_compare_and_add(one: int, other: float) -> None:
    """A float beside an exact number makes a float."""
    assert (one < other) == (fraction(one) < other)
    assert one + other == float(fraction(one)) + other
    assert one < float("inf")


@given(st.integers(-100_000, 100_000))
def test_a_decimal_in_a_file_is_read_as_it_was(quarters: int) -> None:
    """Halves and quarters are written as decimals, and are the same number when they are read."""
    number = exact(quarters, 4)
    assert toml_table(f"x = [{decimal(number)}]") == {"x": [number]}
    assert toml_value(number) == decimal(number)
    assert Fraction(decimal(number)) == Fraction(quarters, 4)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (exact(13, 2), "6½"), (-HALF, "-½"), (exact(-27, 4), "-6¾"), (QUARTER, "¼"),
        (exact(5, 3), "5/3"), (exact(8, 2), "4"),
    ],
)  # fmt: skip
def test_a_half_has_its_sign(number: int, text: str) -> None:
    """Of what has none both numbers are told."""
    assert str(number) == text
    assert f"{number:+}" == (text if number < 0 else f"+{text}")


@pytest.mark.parametrize("text", ["x", "", "6", "½½", "1/0", "6.", "1.2.3", "1/2/3"])
def test_what_is_no_part_of_a_number(text: str) -> None:
    """Nothing is guessed."""
    assert number_written(text) is None


def test_floats_of_a_file_stay_floats_where_they_are_not_decimals() -> None:
    """What is whole, or without an end, is no exact number that anybody wrote."""
    assert [type(of_decimal(text)) for text in ("1.0", "1e3", "inf", "nan")] == [float] * 4
    assert (of_decimal("-0.5"), of_decimal("+.25")) == (-HALF, QUARTER)


def test_every_number_of_a_range() -> None:
    """By steps of a half, from the least to the most."""
    assert [*steps(0, 2, HALF)] == [0, HALF, 1, exact(3, 2), 2]
    assert [*steps(0, exact(5, 2), 1)] == [0, 1, 2]
    assert [*steps(1, 0, HALF)] == []


# --- formulas ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 / 2", HALF), ("6 / 3", 2), ("tricks / 2 + 1 / 2", 3), ("7 // 2 / 2", exact(3, 2)), ("round_nearest(5 / 2, 1)", 3),
        ("max(1 / 2, 1 / 4)", HALF), ("sum((1 / 2, 1 / 4, 1))", exact(7, 4)), ("abs(-1 / 2)", HALF), ("power(1 / 2, 2)", QUARTER),
        ("5 / 2 % 1", HALF), ("1 / 2 < 1", True), ("count((1 / 2, 2 / 4), 1 / 2)", 2), ("true / 2", HALF),
    ],
)  # fmt: skip
def test_formulas_divide_exactly(text: str, value: int) -> None:
    """`/` gives a whole number where it comes out even, else an exact part."""
    assert number_of(read_formula(text, None), {"tricks": 5}) == value


@pytest.mark.parametrize(
    "text",
    [
        "1 / 0", "'a' / 2", "power(2, 1 / 2)", "0.5", "1 / 1000000000 / 7", "power(1 / 2, 99)",
    ],
)  # fmt: skip
def test_what_has_no_exact_answer(text: str) -> None:
    """By nothing, of words, a root, a decimal, and what grows past all bounds."""
    with pytest.raises(FormulaError):
        number_of(read_formula(text, None), {})


def test_some_numbers_must_be_whole() -> None:
    """How many deals, cards or games there are."""
    with pytest.raises(FormulaError, match="1½, not a whole number"):
        whole_of(read_formula("3 / 2", None), {})
    page = BOARDS.replace("deals.number = 6", 'deals.number = "players / 2"')
    assert any("not a whole number" in told for told in faults_of(page))


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ('"1/3"', "`step` cannot be `1/3`"),
        ("0", "`step` must be at least 1"),
        ("0.5", "`step` must be a whole number"),
    ],
)
def test_a_step_is_one_that_every_sheet_can_write(step: str, fault: str) -> None:
    """A third has no sign, no decimal and no JSON."""
    told = faults_of(BOARDS.replace('game.step = "1/2"', f"game.step = {step}"))
    assert any(fault in one for one in told)


def test_tests_of_halves_are_no_false_alarm() -> None:
    """What can only be between two whole numbers is not called impossible."""
    page = BOARDS.replace(
        "outcome = [",
        'let.half = "max(all.score) * 3 / 4"\noutcome = ['
        '{ name = "odd", when = "half > 1 / 2 and half < 2 / 3", points = "score" }, '
        '{ name = "low", when = "max(all.score) > 1 / 2 and max(all.score) < 1", points = "score" }, ',
    )
    told = [text_of(one.message) for one in lint_faults(read(page))]
    assert [one for one in told if "never" in one or "always" in one] == []


# --- what is typed -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "½ 1 0", "0.5 1 0", ".5 1 0", "1/2 1", "0,5 1", "score=0.5,1,0", "score=½,1", "Anna:½ Björn:1", "Anna 0,5 Björn 1 Cleo 0", "0.50 1.0 0", "Anna=0,5 Björn=1",
    ],
)  # fmt: skip
def test_a_half_is_read_however_it_is_typed(line: str) -> None:
    """By its sign, as a decimal with either sign, as a fraction."""
    agreed = agree(read(BOARDS), THREE)
    typed = read_words(agreed, first_state(agreed), line.split())
    assert typed.problems == ()
    assert typed.facts["score"][:2] == [HALF, 1]


@pytest.mark.parametrize("line", ["0.5 1 0", "1/2 1 0", "½ 1 0"])
def test_a_game_of_whole_numbers_has_no_halves(line: str) -> None:
    """They are refused there."""
    page = BOARDS.replace('step = "1/2"', "step = 1").replace("players / 2", "players")
    agreed = agree(read(page), THREE)
    typed = read_words(agreed, first_state(agreed), line.split())
    verdict = judged(agreed, first_state(agreed), typed.facts)
    assert typed.problems or verdict.problems


TWO = """
name = "Two"
source = "made up"
players = 2
game.step = "1/2"
count.score = { total = 7, STEP }
outcome = [{ points = "score" }]
"""


@pytest.mark.parametrize("line", ["score=2,5", "2 5", "score=2.0,5"])
def test_a_comma_behind_a_count_parts_its_numbers(line: str) -> None:
    """Also where two sides have one each: so the program writes them, too."""
    agreed = agree(read(TWO.replace("STEP", 'step = "1/2"')), ("Anna", "Björn"))
    assert read_words(agreed, first_state(agreed), line.split()).facts == {"score": [2, 5]}
    typed = read_words(agreed, first_state(agreed), ["2,5"])
    assert typed.facts["score"][0] == exact(5, 2)


def test_a_comma_parts_whole_numbers_where_only_the_points_go_by_halves() -> None:
    """Bare, too: nothing that is entered may be a half."""
    agreed = agree(read(TWO.replace("STEP", "min = 0")), ("Anna", "Björn"))
    for word in ("2,5", "score=2,5"):
        assert read_words(agreed, first_state(agreed), [word]).facts == {"score": [2, 5]}


def test_a_count_of_whole_numbers_has_no_halves() -> None:
    """Also in a game whose points go by halves, and where the numbers add up."""
    agreed = agree(read(TWO.replace(", STEP", "")), ("Anna", "Björn"))
    verdict = judged(agreed, first_state(agreed), {"score": [exact(9, 2), exact(5, 2)]})
    assert [one.code for one in verdict.problems] == ["score-step", "score-step"]


def test_a_table_is_looked_up_by_halves() -> None:
    """The row of the greatest number that is not above."""
    ladder = 'ladder.worth = { 0 = 2, 1 = 5 }\noutcome = [{ points = "worth[score]" }]\n'
    page = f"{BOARDS[: BOARDS.index('promise')]}count.score = {{ step = '1/2' }}\n{ladder}"
    agreed = agree(read(page), THREE)
    assert allowed(agreed, {"score": [HALF, 1, 0]}).state.totals == (2, 5, 2)


DECIDING = (
    TWO.replace("STEP", 'step = "1/2"').replace('"score" }', '"score + one" }')
    + """
[fact]
one = { min = 0, max = 1, step = "1/2", later = true }
"""
)


def test_a_page_with_a_half_that_may_be_said_later_is_checked() -> None:
    """As any other."""
    assert lint_faults(read(DECIDING)) == []


def test_halves_that_decide_what_else_is_asked_are_tried(tmp_path: Path) -> None:
    """All of them: 15 scores beside nothing, and beside each of two halves with three more."""
    two = 'two = { min = 0, max = 1, step = "1/2", when = "one > 0" }\n'
    page = tmp_path / "deciding.toml"
    text = DECIDING.replace(", later = true", "") + two
    page.write_text(text.replace('score + one"', 'score + one + (two if one > 0 else 0)"'))
    proved = Person(tmp_path / "home").with_rules(page).types("rules", "prove", "deciding")
    assert (proved.code, "105 results were tried, every one" in proved.out) == (0, True)


def test_the_live_table_reads_halves() -> None:
    """What is asked there is answered in the same words."""
    live = Evening(read(BOARDS), *THREE)
    live.say("0.5 1", "y", "½ 0,5", "y")
    assert [one["score"] for one in live.deals] == [[HALF, 1, 0], [HALF, HALF, HALF]]


def test_the_live_table_asks_and_is_answered_in_halves() -> None:
    """One question after the other: a decimal with a comma is no list."""
    page = BOARDS.replace("count.score", 'fact.time = { step = "1/4" }\ncount.score')
    for score, time in (("0,5 1", "6,25"), ("½ 1", "6¼"), (".5 1", "25/4")):
        live = Evening(read(page), *THREE)
        live.say("score=½,1", time, "y")
        live.say("time=1", score, "y")
        assert [one["score"] for one in live.deals] == [[HALF, 1, 0]] * 2
        assert [one["time"] for one in live.deals] == [exact(25, 4), 1]
        live.say("amend 1", "score=Anna:1,Cleo:0,5", "y", "y")


def test_a_number_that_is_asked_for_may_be_a_half() -> None:
    """A fact goes by a step of its own."""
    page = 'name = "x"\nplayers = 1\nfact.length = { min = 0, max = 9, step = "1/2" }\ngame.step = "1/4"\noutcome = [{ points = "length / 2" }]\n'
    agreed = agree(read(page), ("Anna",))
    for word in ("6½", "6.5", "6,5", "13/2", "length=6,5"):
        assert read_words(agreed, first_state(agreed), [word]).facts == {"length": exact(13, 2)}
    assert allowed(agreed, {"length": exact(13, 2)}).state.totals == (exact(13, 4),)
    verdict = judged(agreed, first_state(agreed), {"length": exact(25, 4)})
    assert [one.code for one in verdict.problems] == ["length-step"]


# --- what is scored ------------------------------------------------------------------------------


def test_points_between_the_steps_are_refused(tmp_path: Path) -> None:
    """At the table, and by the proof of the page."""
    page = tmp_path / "thirds.toml"
    page.write_text(
        BOARDS.replace('points = "score"', 'points = "score / 3"').replace("promise", "#")
    )
    person = Person(tmp_path / "home").with_rules(page)
    checked = person.types("rules", "check", "thirds")
    assert "goes by steps of ½" in checked.err
    assert person.types("rules", "prove", "thirds").code == 1


@pytest.mark.parametrize(
    ("scoring", "told"),
    [
        (
            'outcome = [{ points = "score / 3" }]',
            "“score divided by 3” gives 1/3, and the score goes by steps of ½",
        ),
        (
            'roles = { dealer = "dealer", rest = "others" }\n'
            'outcome = [{ points = { dealer = "score", rest = "score / 3" } }]',
            "“score divided by 3” gives 1/6, and the score goes by steps of ½",
        ),
        (
            'carry.pool.next = "score / 3"\noutcome = [{ points = "score" }]',
            "“score divided by 3” gives 1/3, and numbers go by quarters at the finest",
        ),
    ],
)
def test_a_deal_with_points_that_no_sheet_can_write_is_refused(scoring: str, told: str) -> None:
    """The refusal has the formula, of everybody or of a role or of a counter, what it gives, and by
    what it goes."""
    page = BOARDS.replace("promise.sum", "#").partition("outcome")[0] + scoring
    agreed = agree(read(page), ("Anna", "Björn", "Cleo"))
    deal = {"score": (1, exact(1, 2), 0)}
    (problem,) = judged(agreed, first_state(agreed), deal).problems
    assert (problem.code, problem.fact) == ("formula", None)
    assert text_of(problem.message) == f"the rules cannot score this: {told}"


@pytest.mark.parametrize(
    "part",
    [
        'carry.pool = { next = "pool / 3 + score", show = true }',
        'match = { games = 2, result = "total / 3" }',
    ],
)
def test_what_is_kept_goes_by_quarters_at_the_finest(part: str) -> None:
    """A counter, or what a game of a match is worth: no page writes a third, and those of many
    deals would be endless. A quarter is well."""
    page = BOARDS.replace("outcome", f"{part}\noutcome")
    (told,) = (text_of(one.message) for one in lint_faults(read(page)))
    assert "numbers go by quarters at the finest" in told
    assert lint_faults(read(page.replace("pool / 3", "pool").replace("/ 3", "/ 2"))) == []


def test_the_proof_tries_every_half() -> None:
    """No fault, and the promise holds in each of the results."""
    assert [text_of(one.message) for one in lint_faults(read(BOARDS))] == []


def test_settled_numbers_are_rounded_to_a_step() -> None:
    """As whole ones are to a whole number."""
    found = [rounded_quotient(7, 3, how, HALF) for how in ("down", "up", "nearest")]
    assert found == [2, exact(5, 2), exact(5, 2)]
    assert rounded_quotient(-7, 3, "nearest", HALF) == exact(-5, 2)
    assert [rounded_quotient(7, 3, how) for how in ("down", "up", "nearest")] == [2, 3, 2]


def test_money_is_exact() -> None:
    """Half a point at ten cents is five; at five it is two and a half."""
    totals = {"Anna": HALF, "Björn": -HALF}
    assert [one.amount for one in settlement(totals, "0.10", is_settled=True)] == ["0.05"]
    assert [one.amount for one in settlement(totals, "0.05", is_settled=True)] == ["0.025"]
    assert [one.amount for one in settlement(totals, "1", is_settled=True)] == ["0.50"]


# --- what is shown -------------------------------------------------------------------------------


def person_with_boards(tmp_path: Path) -> Person:
    """Somebody with three deals in halves, one of them corrected, and a penalty."""
    page = tmp_path / "boards.toml"
    page.write_text(BOARDS)
    person = Person(tmp_path / "home").with_rules(page)
    person.does("new boards Anna Björn Cleo --name one")
    person.does("deal 0.5 1")
    person.does("deal ½ ½")
    person.does("deal 0 1")
    person.does("amend 3 0 .5")
    person.does("penalty Cleo 1/2 --to Anna late")
    return person


def test_a_penalty_between_the_steps_is_told_by_which_they_go(tmp_path: Path) -> None:
    """It is within the bounds."""
    said = person_with_boards(tmp_path).types("penalty", "Cleo", "3/4")
    assert "by steps of ½, up to 999999" in said.err
    assert "penalty Cleo 5" in said.err


def test_the_dealers_card_has_room_for_quotas() -> None:
    """Also where the names over them are shorter."""
    page = BOARDS.replace("outcome", 'contract.a.quota = "5 / 2"\noutcome')
    card = card_of(allowed(agree(read(page), ("A", "B", "C"))))
    assert card is not None
    lines = next_text(card, read(page), 80).splitlines()
    assert ["contract", "a", "2½", "2½", "2½"] in [line.split() for line in lines]


@pytest.mark.parametrize("width", range(24, 60))
def test_a_half_stays_with_its_name_and_its_arrow(width: int) -> None:
    """Where a line is broken; at the live table, too."""
    line = "deal 1 · Annabelle 1½ → +1½, Bartholomew 1½ → +½, Christopher 0 → 0 · Σ ½"
    lines = wrapped(line, width)
    assert not any(one.endswith(("→", "Σ")) or one.lstrip().startswith("→") for one in lines)
    totals = "totals: Annabelle +½, Bartholomew +1½, Christopher −12½"
    shown = told(Evening(read(BOARDS), *THREE, width=width).table, totals)
    assert not any(one.lstrip().startswith(("+", "−")) for one in shown)


def test_every_format_of_the_sheet_has_it() -> None:
    """`6½` for people, in each of them."""
    now = allowed(agree(read(BOARDS), THREE), {"score": [HALF, 1, 0]}, {"score": [1, HALF, 0]})
    sheet, rules = sheet_of(now, "evening"), now.agreed.rules
    for page in (
        sheet_text(sheet, rules, 80),
        plain_sheet(sheet, rules),
        sheet_markdown(sheet, rules),
        sheet_page(sheet, rules),
    ):
        assert "+1½" in page
        assert "½" in page
        assert not {"3/2", "1/2", "0.5"} & set(page.split())
    assert "points go by steps of ½" in rules_text(rules)
    assert "by steps of ½" in rules_text(rules).partition("What is entered")[2]


def test_programs_read_exact_numbers(tmp_path: Path) -> None:
    """CSV and JSON have decimals; the file too, and all of it is the same when it is read."""
    person = person_with_boards(tmp_path)
    sheet = person.reads("sheet")
    assert sheet["totals"] == {"Anna": 1.5, "Björn": 2, "Cleo": 1}
    assert sheet["deals"][0]["points"] == {"Anna": 0.5, "Björn": 1, "Cleo": 0}
    assert sheet["checks"][0]["holds"]
    (tmp_path / "sheet.csv").write_text(person.does("sheet --format csv").out, "utf-8")
    assert "1,1,Anna,,,,0.5,1,0,0.5,1,0,0.5,1,0" in (tmp_path / "sheet.csv").read_text("utf-8")
    assert "facts.score = [0.5, 1, 0]" in person.file("one").decode()
    assert "as the rules have them" in person.types("audit", str(tmp_path / "sheet.csv")).out
    person.does("new boards Anna Björn Cleo --name two")
    person.types("import", str(tmp_path / "sheet.csv"))
    assert [one["counts"] for one in person.reads("sheet")["deals"]] == [
        one["counts"] for one in sheet["deals"]
    ]
    assert person.does("check --all").code == 0


@pytest.mark.parametrize(
    "line",
    [
        "sheet", "sheet --format html", "sheet --format markdown", "summary", "summary --format json", "summary --format csv",
        "summary --format html", "summary --plain", "summary --stake 0.05", "outlook", "outlook --format json", "log", "log --format json",
        "explain 1", "explain 1 --format json", "next", "next --format json", "league", "league --format json", "league --format csv",
        "league --format html", "sessions", "sessions --format json", "rules show boards", "rules prove boards", "rules diff boards hearts",
        "check", "undo", "strike 1", "swap 1 2", "amend 1 --or 0 1", "rules show boards --lang sv",
    ],
)  # fmt: skip
def test_every_page_tells_it(tmp_path: Path, line: str) -> None:
    """No fraction as a program writes it, and no trace of a fault; asked twice, it is the same,
    also where what was made the first time is kept."""
    person = person_with_boards(tmp_path)
    told = person.does(line)
    if line.startswith(("league", "sessions")):
        assert person.does(line).out == told.out
    if "json" in line:
        json.loads(told.out)
    elif not line.startswith("rules"):
        assert re.findall(r"[+−]?[0-9]/[24]\b", told.out.replace("5/6", "")) == []


def test_counts_that_differ_are_disputed_and_split(tmp_path: Path) -> None:
    """The mean of two counts is exact where it is on the steps."""
    page = tmp_path / "split.toml"
    page.write_text(BOARDS + '[dispute]\nsplit = "whole"\n')
    person = Person(tmp_path / "home").with_rules(page)
    person.does("new split Anna Björn Cleo --name one")
    person.does("deal 0.5 1 0 --or 0.5 0 1")
    assert "0…+1" in person.does("sheet").out
    person.does("settle 1 split")
    assert person.reads("sheet")["totals"] == {"Anna": 0.5, "Björn": 0.5, "Cleo": 0.5}


def test_a_screen_without_the_sign_has_decimals() -> None:
    """ASCII has neither halves nor quarters; the code page of western Europe has both."""
    assert encodable("ascii", "6½ ¼ −¾") == "6.5 .25 -.75"
    assert encodable("cp1252", "6½ ¼ ¾") == "6½ ¼ ¾"


def test_what_is_whole_is_an_int() -> None:
    """Old pages and sessions have no other numbers."""
    assert type(exact(4, 2)) is int
    assert type(HALF + HALF) is int
    assert not is_number("1")
    assert type(number_of(read_formula("2 < 3", None), {})) is int


def test_a_point_that_two_share_is_no_count_that_one_has() -> None:
    """Of a total of 1 that goes in halves the sheet tells the numbers, and no name."""
    page = BOARDS.replace("players = 3", "players = 2").replace("players / 2", "1")
    now = allowed(agree(read(page), THREE[:2]), {"score": [HALF, HALF]}, {"score": [1, 0]})
    text = sheet_text(sheet_of(now, "evening"), now.agreed.rules, 80)
    assert "½ ½" in text
    assert "1 0" in text


RICH = """
name = "Rich halves"
source = "made up"
players = 4
deals.number = 8
game = { step = "1/4", start = 10, bonus = { points = "1 / 2 if won else 0" } }
count.score = { max = 4, step = "1/2" }
carry.pool = { show = true, next = "pool + score / 2" }
fact.after = { min = 0, max = 2, step = "1/2", later = true }
side.mine = "score / 2 + 1 / 4"
pair.gain = "(score - other.score) / 2"
outcome = [{ points = "mine + sum(gain) + after", source = "made up" }]
settlement = { points = "total + pool", per = 3 }
resting.score = "1 / 2"
"""


def test_all_that_a_page_can_say_goes_in_parts(tmp_path: Path) -> None:
    """A start, a bonus, counters, pairs, what is said later, who rests, what is settled, each to
    the step of the score; the page is well and proved."""
    page = tmp_path / "rich.toml"
    page.write_text(RICH)
    person = Person(tmp_path / "home").with_rules(page)
    assert "well" in person.does("rules check rich").out
    person.does("rules prove rich --quick")
    person.does("new rich Anna Björn Cleo Dora Eva --name one --deals 5")
    person.does("deal 0.5 1 1.5 2 after=½")
    said = person.does("deal 1 1 0,5 4").out
    assert "Eva 4 → +7…+9 · Björn rests +½" in said
    assert "pool: Anna ½, Björn ¼, Cleo 1, Dora 1, Eva 3" in said
    person.does("complete 2 after=1.5")
    assert person.reads("sheet")["totals"] == {
        "Anna": 11.5, "Björn": 10, "Cleo": 11.75, "Dora": 11.75, "Eva": 21.75,
    }  # fmt: skip
    for deal in ("1 1 1 1", "0 0 0 0", "½ ½ ½ ½"):
        person.does(f"deal {deal} after=0")
    sheet = person.reads("sheet")
    assert all(float(4 * number).is_integer() for number in sheet["settled"].values())
    assert sheet["bonuses"][0]["points"]["Eva"] == 0.5

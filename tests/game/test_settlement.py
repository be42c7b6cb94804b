"""Ledgers that are settled when a game is over: a formula a side or for every two, rounded as the
page says."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from pathlib import Path

import pytest
from conftest import allowed, deals
from hypothesis import example, given
from hypothesis import strategies as st
from own_pages import faults_of, of_file, read
from shown import rules_text, sheet_markdown, sheet_text
from terminal import Person

from scorekeeper.base.exact_numbers import exact
from scorekeeper.game.deal_results import rounded_quotient
from scorekeeper.game.log import FINISH, Entry
from scorekeeper.game.session_settings import agree
from scorekeeper.game.standing import Standing, ranking, standing, winners
from scorekeeper.proof.coming_deals import reason_unknown
from scorekeeper.proof.ineffective_parts import paid_twice
from scorekeeper.proof.possible_results import Possible
from scorekeeper.report.sheet import sheet_of, sheet_value
from scorekeeper.text.message_text import text_of

THREE = ("Anna", "Björn", "Cleo")
WAYS = {"down": ROUND_FLOOR, "up": ROUND_CEILING, "nearest": ROUND_HALF_UP}
DEALS = [
    {"player": "Anna", "bid": 6, "tricks": [7, 2, 1]},
    {"player": "Björn", "bid": 8, "tricks": [3, 6, 1]},
    {"player": "Cleo", "bid": 6, "tricks": [1, 3, 6]},
]


def table() -> Standing:
    """The three deals of a whole game."""
    return allowed(agree(of_file("three-ledgers"), THREE), *DEALS)


def by_hand() -> list[int]:
    """Anna has 1 in the pool and 4 points, Björn 20 in the hill and 5 points, Cleo 1 in the pool and
    2 points; each pays each other a third of what that one has."""
    worth = [10 + 3 + 1, -20 + 2 + 3, 10 + 1 + 1]
    thirds = [int((Decimal(one) / 3).quantize(Decimal(1), ROUND_HALF_UP)) for one in worth]
    return [2 * own - sum(thirds) + own for own in thirds]


def test_everybody_settles_with_everybody() -> None:
    """The last deal ends the game, and what is settled ranks the players."""
    now = table()
    sheet = sheet_of(now, "it")
    assert dict(zip(THREE, by_hand(), strict=True)) == sheet.settled == {"Anna": 11, "Björn": -19, "Cleo": 8}  # fmt: skip
    assert sheet.totals == {"Anna": 4, "Björn": 5, "Cleo": 2}
    assert ranking(now) == ((0,), (2,), (1,))
    assert winners(now) == (0,)
    assert sheet_value(sheet)["settled"] == sheet.settled


@pytest.mark.parametrize("points", ["", 'points = "0"\n'])
def test_points_of_nothing_leave_the_pairs_to_settle(tmp_path: Path, points: str) -> None:
    """Who pays whom is what the pairs have settled, whether or not `points` say that a side has
    nothing besides; and the rules say no 0."""
    page = tmp_path / "pairs.toml"
    page.write_text(
        'name = "Pairs"\nsource = "made up"\nplayers = 3\ndeals.number = 1\ncount.a.total = 10\n'
        f'outcome = [{{ points = "a" }}]\n[settlement]\npair = "total"\n{points}'
    )
    person = Person(tmp_path / "home").with_rules(page)
    person.after("new pairs Anna Björn Cleo --name it", "deal 5 3 2")
    paid = person.reads("summary --stake 1")
    assert {(one["payer"], one["payee"]): one["amount"] for one in paid["payments"]} == {
        ("Cleo", "Anna"): "4", ("Björn", "Anna"): "1",
    }  # fmt: skip
    assert paid["pairs"] == []
    assert "settled: of each other side score so far" in person.does("rules show pairs").out


@pytest.mark.parametrize(
    ("rules", "settled"),
    [
        ('points = "total"\nper = 3\nround = "nearest"', [exact(3, 2), 1, exact(1, 2)]),
        ('points = "total"\nper = 3\nround = "up"', [2, 1, 1]),
        ('points = "total"\nper = 3\nround = "down"', [exact(3, 2), 1, exact(1, 2)]),
        # of each other 5/3, 1 and 2/3, which are 1½, 1 and ½ down, 2, 1 and 1 up
        ('pair = "total"\nper = 3\nround = "down"', [exact(3, 2), 0, -exact(3, 2)]),
        ('pair = "total"\nper = 3\nround = "up"', [2, -1, -1]),
    ],
)
def test_a_score_of_halves_is_settled_in_halves(rules: str, settled: list[int]) -> None:
    """5, 3 and 2 of which each third is rounded to a half."""
    page = (
        'name = "Halves"\nplayers = 3\ndeals.number = 1\ncount.a.total = 10\ngame.step = "1/2"\n'
        f'outcome = [{{ points = "a" }}]\n[settlement]\n{rules}'
    )
    now = allowed(agree(read(page), THREE), {"a": [5, 3, 2]})
    assert [*(sheet_of(now, "it").settled or {}).values()] == settled


@given(st.integers(-1000, 1000), st.integers(1, 30), st.sampled_from(sorted(WAYS)))
@example(5, 2, "nearest")
@example(-5, 2, "nearest")
@example(9, 6, "nearest")
def test_rounding_goes_the_way_it_says(number: int, by: int, rounding: str) -> None:
    """Down and up also below nothing; a half away from nothing."""
    rounded = (Decimal(number) / by).quantize(Decimal(1), WAYS[rounding])
    assert rounded_quotient(number, by, rounding) == int(rounded)


def test_before_the_end_nothing_is_settled() -> None:
    """While it is played the score ranks."""
    now = allowed(agree(of_file("three-ledgers"), THREE), *DEALS[:2])
    assert sheet_of(now, "it").settled == {}
    assert "settled" not in sheet_value(sheet_of(now, "it"))
    assert ranking(now) == ((0,), (1, 2))


def test_the_outlook_says_why_it_knows_nothing() -> None:
    """What a total is worth in the end only the settlement says."""
    page = """
        name = "No counters"
        players = 3
        pack = "french-32"
        deals.number = 2
        count.tricks.total = 10
        outcome = [{ points = "tricks" }]
        settlement.points = "-total"
        """
    now = allowed(agree(read(page), THREE), {"tricks": [5, 3, 2]})
    why = reason_unknown(now, Possible(now.agreed.rules))
    assert why is not None
    assert "settled when it is over" in text_of(why)


def test_a_game_that_is_broken_off_is_settled_as_it_stands() -> None:
    """Who stops early settles what there is."""
    course = [*deals(*DEALS[:1]), Entry(FINISH, 2, "", {})]
    now = standing(agree(of_file("three-ledgers"), THREE), course)
    assert sheet_of(now, "it").settled == {"Anna": 5, "Björn": -1, "Cleo": -4}


def test_pages_have_it_below_the_totals() -> None:
    """A row of its own, in every format."""
    now = table()
    sheet, rules = sheet_of(now, "it"), now.agreed.rules
    rows = [line.split() for line in sheet_text(sheet, rules, 100).splitlines()]
    place = next(number for number, row in enumerate(rows) if row[:1] == ["settled"])
    assert rows[place] == ["settled", "+11", "−19", "+8"]
    assert rows[place - 1][0] == "total"
    assert "| settled" in sheet_markdown(sheet, rules)
    assert "settled, Björn: −19" in sheet_text(sheet, rules, plain=True)
    assert "Anna won with +11" in sheet_text(sheet, rules, 100)


def test_a_side_may_be_settled_by_itself() -> None:
    """`points` alone: what each has, of its total, its counters and whether it is in front; the
    most win, whatever wins a deal."""
    rules = read(
        """
        name = "Alone"
        players = 3
        pack = "french-32"
        count.tricks.total = 10
        deals.number = 1
        game.best = "lowest"
        carry.bags.next = "bags + tricks"
        outcome = [{ points = "tricks" }]
        settlement = { points = "(100 if won else 0) - 10 * bags - total", per = 2, round = "down" }
        """
    )
    now = allowed(agree(rules, THREE), {"tricks": [5, 3, 2]})
    assert sheet_of(now, "it").settled == {"Anna": -28, "Björn": -17, "Cleo": 39}
    assert winners(now) == (2,)
    assert "wins" in rules_text(rules)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("settlement = {}", "nothing says what is settled"),
        (
            'settlement.points = "total"\nmatch = { games = 2, result = "1" }',
            "the games of a match are settled by their `result`",
        ),
        ('settlement.points = "other.total"', "`other.total` is not a fact here"),
        ('settlement = { pair = "1", round = "sideways" }', "`round` cannot be `sideways`"),
        ('settlement = { pair = "1", per = 0 }', "`per` must be at least 1, not 0"),
    ],
)
def test_what_cannot_be_settled_is_a_fault(words: str, fault: str) -> None:
    """It is told when the page is read."""
    page = 'name = "x"\nplayers = 3\npack = "french-32"\noutcome = [{ points = 1 }]\n'
    assert any(fault in told for told in faults_of(page + words))


def test_a_settlement_without_an_answer_refuses_the_end() -> None:
    """The last deal is refused with the reason, and so is an end before it."""
    rules = read(
        """
        name = "No answer"
        players = 3
        pack = "french-32"
        deals.number = 2
        count.tricks.total = 10
        outcome = [{ points = "tricks" }]
        settlement.points = "10 // (total - 5)"
        """
    )
    agreed, deal = agree(rules, THREE), {"tricks": [5, 3, 2]}
    last = standing(agreed, deals({"tricks": [3, 4, 3]}, {"tricks": [2, 4, 4]}))
    early = standing(agreed, [*deals(deal), Entry(FINISH, 2, "", {})])
    for now in (last, early):
        (problem,) = now.problems
        assert "the rules cannot end this game" in text_of(problem.message)


def test_the_evening_and_the_league_count_what_is_settled(tmp_path: Path) -> None:
    """A person reads it when the last deal is recorded, in the summary and who pays whom."""
    person = Person(tmp_path / "home").with_rules(
        Path(__file__).parent.parent / "rulesets/three-ledgers.toml"
    )
    person.does("new three-ledgers Anna Björn Cleo --name it")
    for deal in DEALS:
        numbers = " ".join(map(str, deal["tricks"]))  # type: ignore[arg-type]
        said = person.does(f"deal player={deal['player']} bid={deal['bid']} {numbers}").out
    assert "settled: Anna +11, Björn −19, Cleo +8" in said
    assert "the session is over: Anna won" in said
    assert "1  Anna   +11" in person.does("summary").out
    wins = {row["player"]: row["wins"] for row in person.reads("league")["players"]}
    assert wins == {"Anna": 1, "Björn": 0, "Cleo": 0}
    paid = person.reads("summary --stake 1")
    assert [one["amount"] for one in paid["payments"]] == ["11", "8"]
    assert paid["pairs"] == []


@pytest.mark.parametrize(
    ("pair", "is_noted"),
    [
        ("total - other.total", True),
        ("10 * (k - other.k)", True),
        ("total", False),
        ("total if total > other.total else 0", False),
        ("0 * (total - other.total)", False),
    ],
)
def test_what_is_already_the_difference_is_settled_twice(pair: str, is_noted: bool) -> None:
    """Each is asked what it gets, and the other pays it: a difference of what both have is paid two
    times, which is noted."""
    rules = read(
        'name = "Twice"\nsource = "made up"\nplayers = 3\ncount.points.max = 10\n'
        'carry.k = { next = "k + points", show = true }\noutcome = [{ points = "points" }]\n'
        f'settlement.pair = "{pair}"'
    )
    assert [note.fact for note in paid_twice(rules)] == (["settlement.pair"] if is_noted else [])


def test_rows_below_nothing() -> None:
    """A table to look up in has them as any others, and shows them by their ends."""
    rules = read(
        'name = "Below"\nsource = "made up"\nplayers = 3\ncount.points = { min = -9, max = 9 }\n'
        'ladder.worth = { -9 = -5, -2 = 0, 3 = 7 }\noutcome = [{ points = "worth[points]" }]'
    )
    (deal,) = allowed(agree(rules, THREE), {"points": [-3, -2, 3]}).deals
    assert deal.points == (-5, 0, 7)
    text = rules_text(rules, 80)
    assert [row in text for row in ("−9 to −3", "−2 to 2", "from 3 on")] == [True] * 3

"""What a formula may name of one side: itself, the side on its left, and what `[side]`, `[each]` and
`[carry]` work out of anybody."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import allowed
from hypothesis import given
from hypothesis import strategies as st
from own_pages import FOUR, faults_of, of_file, read

from scorekeeper.game.deal_facts import DealFacts, columns_of, quotas
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state, turn
from scorekeeper.game.session_settings import agree
from scorekeeper.rules.formula import FormulaError
from scorekeeper.rules.rule_text import amount
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message_text import text_of

PAIRS = """
name = "Pairs"
players = 4
teams = true
pack = "french-52"
count.tricks.total = 13
count.bets = { per = "player", max = 9 }
fact.king = { kind = "player", optional = true }
each.bold = "bets + (1 if king == me else 0) - left.bets"
side.mine = "tricks + (10 if king == me else 0)"
outcome = [{ points = "mine - left.mine + sum(bold) + 0 * total" }]
"""


def king(tricks: list[int], king: int, doubled: int | None = None) -> dict[str, Any]:
    """A deal of the game with the king, whom seats count from 0."""
    facts = {"tricks": tricks, "kh": [int(seat == king) for seat in range(4)]}
    return facts if doubled is None else {**facts, "doubled": FOUR[doubled]}


def gains_by_hand(tricks: list[int], king: int, doubled: int | None) -> list[int]:
    """A point a trick, five less for the king, and all of it twice for whoever was doubled."""
    return [
        (tricks[seat] - (5 if seat == king else 0)) * (2 if seat == doubled else 1)
        for seat in range(4)
    ]


TRICKS = st.lists(st.integers(0, 13), min_size=3, max_size=3).map(sorted).map(
    lambda at: [at[0], at[1] - at[0], at[2] - at[1], 13 - at[2]]
)  # fmt: skip
SEATS = st.integers(0, 3)


@given(TRICKS, SEATS, st.none() | SEATS)
def test_everybody_pays_the_player_on_the_left(
    tricks: list[int], took: int, doubled: int | None
) -> None:
    """`me` is the player that a formula is worked out for, `left.gain` what the next player has
    gained: it comes to what a hand computes."""
    gains = gains_by_hand(tricks, took, doubled)
    points = tuple(gains[seat] - gains[(seat + 1) % 4] for seat in range(4))
    now = allowed(agree(of_file("tall-king"), FOUR), king(tricks, took, doubled))
    assert now.deals[0].points == points


def test_a_role_and_a_check_know_what_was_worked_out() -> None:
    """`picker.gain` is one number, `rest.gain` those of the others: a check compares them."""
    agreed = agree(of_file("tall-king"), FOUR, dealer="Dora")  # Anna picks
    worst = judged(agreed, first_state(agreed), king([4, 3, 3, 3], 0)).scored
    best = judged(agreed, first_state(agreed), king([4, 3, 3, 3], 1)).scored
    assert worst is not None and best is not None
    assert [text_of(flag) for flag in worst.flags] == [
        "the picker gains −1, the others 3, 3, 3 (−1, 3, 3, 3): picked wrongly"
    ]
    assert best.flags == ()


def facts_of(rules: Ruleset, **entered: Any) -> DealFacts:
    """The facts of a game's first deal."""
    agreed = agree(rules, FOUR)
    state = first_state(agreed)
    return DealFacts(agreed, state, turn(agreed, state, entered), entered)


def test_a_counter_of_others_is_theirs() -> None:
    """`left.lean` and `all.lean` are the counter as the deals before left it."""
    agreed = agree(of_file("tall-king"), FOUR)
    now = allowed(agreed, king([0, 6, 7, 0], 0), king([0, 6, 7, 0], 0))
    facts = DealFacts(agreed, now.state, turn(agreed, now.state, {}), {})
    own = [facts.of_side({}, side) for side in range(4)]
    assert facts["all.lean"] == (2, 0, 0, 2)
    assert [one["left.lean"] for one in own] == [0, 0, 2, 2]
    assert [one["me"] for one in own] == [*FOUR]


def test_a_side_of_partners_is_each_of_them() -> None:
    """In a game of partners `me` is the player under `[each]` and either of them under `[side]`;
    who sits on the left of a player is a player, who sits on the left of a side is a side."""
    entered = {"tricks": [9, 4], "bets": [1, 2, 3, 4], "king": "Cleo"}
    facts = facts_of(read(PAIRS), **entered)
    columns = columns_of(facts, quotas(facts))
    assert columns["bold"] == [(1 - 2, 3 - 4 + 1), (2 - 3, 4 - 1)]
    assert columns["mine"] == (19, 4)
    assert facts["all.bold"] == (-1, -1, 0, 3)
    assert judged_points(read(PAIRS), **entered) == (15 - 1, -15 + 2)


def judged_points(rules: Ruleset, **entered: Any) -> tuple[int, ...] | None:
    """What each side scores in a first deal."""
    agreed = agree(rules, FOUR)
    scored = judged(agreed, first_state(agreed), entered).scored
    return scored and scored.points


def test_what_a_game_calls_so_itself_goes_first() -> None:
    """A fact that is called `me`, or a role `left`, is what the page says it is."""
    rules = read(
        """
        name = "Own words"
        players = 4
        pack = "french-52"
        roles = { left = "dealer's left", rest = "others" }
        count.tricks.total = 13
        fact.me = { kind = "number", max = 3 }
        side.gain = "tricks * me"
        outcome = [{ points = "gain + 100 * left.gain + 1000 * left.tricks" }]
        """
    )
    points = judged_points(rules, tricks=[6, 4, 3, 0], me=2)
    assert points == tuple(2 * tricks + 800 + 4000 for tricks in (6, 4, 3, 0))


@pytest.mark.parametrize(
    ("formulas", "circles"),
    [
        ('a = "all.a"', ["`a` goes round in a circle"]),
        (
            'a = "left.b"\nb = "sum(all.c)"\nc = "rest.a"',
            [
                "`a` goes round in a circle: a → b → c → a",
                "`b` goes round in a circle: b → c → a → b",
                "`c` goes round in a circle: c → a → b → c",
            ],
        ),
        ('a = "left.tricks"\nb = "left.a + left.total"', []),
    ],
)
def test_a_circle_is_named(formulas: str, circles: list[str]) -> None:
    """What is worked out from itself, of whomever, is a fault with the way round."""
    page = f"""
        name = "Round"
        players = 4
        roles = {{ first = "dealer", rest = "others" }}
        pack = "french-52"
        count.tricks.total = 13
        outcome = [{{ points = "a" }}]
        [side]
        {formulas}
        """
    assert faults_of(page) == circles


def test_quotas_and_what_is_worked_out_of_them_end() -> None:
    """A quota may name what `[side]` works out; where that asks for the quota in turn, the deal is
    refused with the reason."""
    page = """
        name = "Quota"
        players = 4
        pack = "french-52"
        count.tricks.total = 13
        side.aim = "{aim}"
        contract.high = {{ quota = "aim", points = "tricks - quota" }}
        """
    assert judged_points(read(page.format(aim="tricks // 2")), tricks=[6, 4, 3, 0]) == (3, 2, 2, 0)
    agreed = agree(read(page.format(aim="quota + 1")), FOUR)
    problems = judged(agreed, first_state(agreed), {"tricks": [6, 4, 3, 0]}).problems
    assert ["circle" in text_of(problem.message) for problem in problems] == [True]


def test_a_name_that_nobody_has_is_none() -> None:
    """Who is on the left only a side can say; a name that is nothing is nothing there either."""
    facts = facts_of(of_file("tall-king"), **king([6, 4, 3, 0], 1))
    for name in ("left.tricks", "me", "nothing"):
        with pytest.raises(KeyError):
            facts[name]
    with pytest.raises(KeyError):
        facts.of_side({}, 0)["nothing"]
    with pytest.raises(FormulaError):
        columns_of(facts_of(read(PAIRS)), None)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("base", "tricks − 5 × king of hearts"),
        ("gain", "base × (2 if the doubled is this player, otherwise 1)"),
    ],
)
def test_they_are_told_in_words(name: str, words: str) -> None:
    """A formula with `me` is read aloud."""
    rules = of_file("tall-king")
    assert text_of(amount(rules, rules.scoring.side[name])) == words


def test_the_left_is_told_in_words() -> None:
    """What another has is told with who that is."""
    rules = of_file("tall-king")
    (outcome,) = rules.scoring.outcomes
    assert text_of(amount(rules, outcome.points["*"])) == "gain − gain (on the left)"


def test_a_message_says_counters_and_what_was_worked_out() -> None:
    """`{name}` stands for the number of every side, `{role.name}` for that of a role, `{all.name}`
    for the same as without; what is no name stays."""
    rules = read(
        """
        name = "Told"
        players = 4
        teams = true
        pack = "french-52"
        roles = { boss = "dealer", rest = "others" }
        count.tricks.total = 13
        let.half = "sum(all.tricks) // 2"
        each.stake = "2"
        side.gain = "tricks - half"
        carry.bags = { start = 1, next = "bags + tricks" }
        check = [{ tier = "flag", when = "true", message = "{half} {gain} {all.gain} {boss.gain} {stake} {bags} {nothing} {tricks}" }]
        outcome = [{ points = "tricks" }]
        """
    )
    agreed = agree(rules, FOUR)
    now = allowed(agreed, {"tricks": [9, 4]}, {"tricks": [9, 4]})
    said = [text_of(flag) for deal in now.deals for flag in deal.flags]
    assert said == [
        "6 3, −2 3, −2 3 2, 2, 2, 2 1, 1 {nothing} 9, 4",
        "6 3, −2 3, −2 −2 2, 2, 2, 2 10, 5 {nothing} 9, 4",
    ]


def test_what_sides_have_is_worked_out_once() -> None:
    """Whoever asks for everybody's, or for what another side has, gets the column that the points
    were worked out from."""
    rules = read(PAIRS)
    agreed = agree(rules, FOUR)
    state = first_state(agreed)
    entered = {"tricks": [9, 4], "bets": [1, 0, 2, 0], "king": FOUR[2]}
    facts = DealFacts(agreed, state, turn(agreed, state, entered), entered)
    columns = columns_of(facts, quotas(facts))
    assert columns["mine"] == (19, 4)
    assert facts.side_column("mine") is columns["mine"]

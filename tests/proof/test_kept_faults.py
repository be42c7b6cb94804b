"""Formulas that divide by zero at some total or counter, which games by chance hardly come to."""

from __future__ import annotations

import pytest
from own_pages import read

from scorekeeper.base.input_limits import Steps
from scorekeeper.proof.ruleset_checks import faults_in_deals
from scorekeeper.proof.running_totals import total_faults, total_notes
from scorekeeper.text.message import in_english

HEAD = """
name = "Holes"
source = "made up"
players = 3
deals.number = 12
count.tricks.total = 8
"""
TRICKS = 'outcome = [{ points = "tricks" }]\n'
COUNTER = 'carry.k = { start = 3, next = "k + tricks" }\n'


def outcome(points: str) -> str:
    """The settlement that gives these points."""
    return f'outcome = [{{ points = "{points}" }}]\n'


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (outcome("tricks + 10 // (total - 5)"), "outcome[0].points"),
        (outcome("tricks + 10 // (2 * total - 26)"), "outcome[0].points"),
        (outcome("tricks + 0 * (10 % (min(all.total) - 7))"), "outcome[0].points"),
        (outcome("tricks + round_nearest(10, 3 - total)"), "outcome[0].points"),
        (COUNTER + outcome("tricks + 9 // (max(all.k) - 12)"), "outcome[0].points"),
        (TRICKS + COUNTER + 'side.x = "100 // (k - 77)"', "side.x"),
        (
            "fact.passed = { kind = 'flag', alone = true }\n"
            'outcome = [{ when = "given(passed)", points = "12 // (total - 3)" }, { points = "tricks" }]',
            "outcome[0].points",
        ),
        (
            'carry.k = { start = 1, next = "k + (1 if tricks == 8 else 0)" }\n'
            + outcome("nth(all.tricks, k)"),
            "outcome[0].points",
        ),
        (
            'carry.k = { start = 9, next = "k - (1 if tricks == 8 else 0)" }\n'
            + outcome("tricks + power(2, k - 8)"),
            "outcome[0].points",
        ),
        (TRICKS + 'settlement.points = "9 // (total - 11)"', "settlement.points"),
        (TRICKS + 'game.over = "9 // (max(all.total) - 31) > 9"', "game.over"),
    ],
)
def test_a_number_to_which_a_game_comes_is_a_fault_with_the_deal(text: str, place: str) -> None:
    """The game is played toward the number, and the deal in which the formula fails is named."""
    (found,) = total_faults(read(HEAD + text), Steps(10**9))
    assert (found.code, found.fact) == ("formula-fails", place)
    message = in_english(found.message)
    assert "; so in deal " in message
    assert " of a game of 3 players: " in message


def test_what_is_told_with_a_deal_is_told_once() -> None:
    """`rules check` has it among what deals show, and notes nothing of the same place."""
    rules = read(HEAD + outcome("tricks + 10 // (total - 5)"))
    assert [one.fact for one in faults_in_deals(rules)] == ["outcome[0].points"]
    assert not [*total_notes(rules, Steps(10**9))]


def test_a_number_to_which_no_game_comes_is_a_note() -> None:
    """All points are below 0 here, so that nobody ever has 5: that is not known, and told."""
    rules = read(HEAD + outcome("tricks * 10 // (total - 5)"))
    assert not [*total_faults(rules, Steps(10**9))]
    (found,) = total_notes(rules, Steps(10**9))
    assert found.fact == "outcome[0].points"
    assert in_english(found.message) == (
        "`points = 'tricks * 10 // (total - 5)'` divides by zero; so where `total` is 5, to which "
        "no game came that was tried"
    )


@pytest.mark.parametrize(
    "text",
    [
        outcome("tricks + 10 // (total - 5 if total != 5 else 1)"),
        outcome("tricks + (10 // (total - 5) if total > 5 else 0)"),
        outcome("tricks + 10 // max(1, total)"),
        outcome("tricks + total // 5"),
        outcome("tricks + 10 // (1 + abs(total))"),
        outcome("tricks + 10 // len(all.total)"),
    ],
)
def test_what_is_guarded_is_well(text: str) -> None:
    """A formula that asks before it divides, or never divides by nothing, is not told of."""
    rules = read(HEAD + text)
    assert not [*total_faults(rules, Steps(10**9))]
    assert not [*total_notes(rules, Steps(10**9))]

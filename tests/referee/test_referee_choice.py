"""Which card of a trick goes to the pot: "The winner of the trick picks one of the two cards the
other players played to the trick." The referee says at the moment of the trick which these are,
and what each leaves in the pot."""

from __future__ import annotations

import random
from typing import Any

import pytest
from conftest import ruleset
from felt import Dealt, case, codes
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.referee.deal_record import read_record
from scorekeeper.referee.pile_value_answers import pile_answer
from scorekeeper.referee.trick_answers import trick_answer
from scorekeeper.referee.verdict import Verdict, deal_verdict
from scorekeeper.text.message_text import spoken, text_of
from scorekeeper.text.problems import Refused

BISQUE = case("bisque")
PACK = [*ruleset("bisque").pack.cards.values()]
POT = "AL 4WL"


def asked(words: str, pot: str = "", goal: str = "") -> dict[str, Any]:
    return spoken(trick_answer(BISQUE, [words], "Ann", [pot], [goal]).value)


def test_all_but_the_winning_card_may_be_picked() -> None:
    """ "The other cards played to the trick, including the winning card, are discarded"."""
    assert [choice["card"] for choice in asked("6SY 2MK CW")["choices"]] == ["6SY", "2MK"]
    # "When two equally ranked cards are played to a trick, the first played is higher than the
    # second"
    assert [choice["card"] for choice in asked("9MS 9LK AW")["choices"]] == ["9LK", "AW"]


def test_what_each_choice_leaves_in_the_pot() -> None:
    """Suit by suit, as "for every matching Ace in the soup pot 5 points is added", for a number
    as many; the goal card scores the lower of its suits."""
    found = {choice["card"]: choice for choice in asked("6SY 2MK CW", POT, "3SK")["choices"]}
    assert found["6SY"]["suits"] == {
        "moons": 0,
        "suns": 6,
        "waves": 4,
        "leaves": 9,
        "wyrms": 6,
        "knots": 0,
    }
    assert found["2MK"]["suits"] == {
        "moons": 2,
        "suns": 0,
        "waves": 4,
        "leaves": 9,
        "wyrms": 0,
        "knots": 2,
    }
    assert [choice["score"] for choice in found.values()] == [0, 0]
    assert [choice["score"] for choice in asked("6SY 2MK CW", POT, "8WL")["choices"]] == [4, 4]


def test_the_choices_in_words() -> None:
    """Who chooses, which cards, what each brings, or what the pot then has."""
    lines = trick_answer(BISQUE, ["6SY 2MK CW"], "Ann").lines
    assert tuple(map(text_of, lines[1:4])) == (
        "Cal chooses: 6☀§ or 2☽∞ goes to the pot",
        "6☀§ brings suns 6, wyrms 6",
        "2☽∞ brings moons 2, knots 2",
    )
    lines = trick_answer(BISQUE, ["6SY 2MK CW"], None, [POT], ["5SW"]).lines
    assert tuple(map(text_of, lines[1:4])) == (
        "the winner chooses: 6☀§ or 2☽∞ goes to the pot",
        "with 6☀§ the pot has suns 6, waves 4, leaves 9, wyrms 6: 5☀≈ scores 4",
        "with 2☽∞ the pot has moons 2, waves 4, leaves 9, knots 2: 5☀≈ scores 0",
    )


def test_there_is_a_choice_only_in_a_trick_that_is_whole() -> None:
    """While a card is to be played nobody has won; and where no card goes to a heap there is
    nothing to choose."""
    assert "choices" not in asked("6SY 2MK")
    assert "choices" not in spoken(trick_answer(case("bizon", trump="spades"), ["KH 9S AH"]).value)


@pytest.mark.parametrize(
    ("pot", "goal", "codes_said"),
    [
        ("AL 6SY", "", ["card-twice"]),
        ("AL", "CW", ["card-twice", "goals-suits"]),
        ("AL", "AM", ["goals-suits"]),
        ("AL 3SK", "3SK", ["card-twice"]),
    ],
)
def test_a_pot_or_a_goal_that_cannot_be_is_refused(
    pot: str, goal: str, codes_said: list[str]
) -> None:
    """A card in two places; "a double suited card from his hand (no Ace or crown)"."""
    with pytest.raises(Refused) as refused:
        asked("6SY 2MK CW", pot, goal)
    assert [problem.code for problem in refused.value.problems][: len(codes_said)] == codes_said


def test_a_game_without_a_heap_has_no_pot() -> None:
    """In a game in which no card of a trick goes anywhere that is said."""
    with pytest.raises(Refused) as refused:
        trick_answer(case("bizon", trump="spades"), ["KH 9S AH"], None, ["AC"])
    assert [problem.code for problem in refused.value.problems] == ["heap-none"]


@given(st.integers(0, 10**9), st.integers(0, 8))
def test_the_pot_with_a_choice_is_worth_what_the_pile_is(seed: int, size: int) -> None:
    """Whatever lies in the pot: with the card chosen it is worth what the referee says of that
    pile."""
    cards = random.Random(seed).sample(PACK, 3 + size)
    trick, pot = cards[:3], cards[3:]
    for choice in asked(codes(trick), codes(pot))["choices"]:
        pile = spoken(pile_answer(BISQUE, [[codes(pot), choice["card"]]]).value)
        assert choice["suits"] == pile["suits"]


# --- in a recorded deal -----------------------------------------------------------------------------------


def played(seed: int, tricks: int) -> tuple[Dealt, dict[str, Any]]:
    found = Dealt(BISQUE, seed, 11)
    raw = found.record(hands=False)
    return found, {**raw, "tricks": raw["tricks"][:tricks]}


def verdict(raw: dict[str, Any]) -> Verdict:
    return deal_verdict(read_record(raw, BISQUE))


@given(st.integers(0, 10**9), st.integers(1, 10), st.booleans())
def test_the_last_trick_of_a_deal_that_goes_on_is_to_be_chosen_from(
    seed: int, tricks: int, chosen: bool
) -> None:
    """Its winner chooses among the other cards, and that no card of it is in the pot yet is
    nothing wrong; once one is, there is no choice left."""
    found, raw = played(seed, tricks)
    beaten = [
        [card for card in trick if card is not trick[(won - lead) % 3]]
        for trick, won, lead in zip(
            found.tricks, found.winners, [found.leader, *found.winners], strict=False
        )
    ]
    pot = [cards[0] for cards in beaten[: tricks if chosen else tricks - 1]]
    told = verdict({**raw, "pot": [card.code for card in pot]} if pot else raw).answer.value
    assert [problem["code"] for problem in told["problems"]] == ["deal-short"]
    if chosen:
        assert told["choice"] is None
    else:
        assert (told["choice"]["trick"], told["choice"]["player"]) == (tricks, told["winners"][-1])
        assert {one["card"] for one in told["choice"]["choices"]} == {
            card.code for card in beaten[tricks - 1]
        }


def test_an_earlier_trick_cannot_be_chosen_from_any_more() -> None:
    """Only the last is open: a trick before it of which the pot has nothing is wrong, as it was."""
    _, raw = played(7, 3)
    told = verdict({**raw, "pot": [raw["tricks"][2].split()[0]]}).answer.value
    assert [problem["code"] for problem in told["problems"]].count("heap-cards") >= 2


def test_the_choice_is_said_in_the_answer() -> None:
    """The trick, who chooses, the cards; and what the pot then has."""
    raw = {"leader": "Bob", "pot": "6SY", "tricks": ["6SY 2MK CW", "AL 9MS 7WY", "4WL"]}
    lines = spoken(verdict(raw).answer.lines)
    at = lines.index("trick 2: Bob chooses: A❧ or 7≈§ goes to the pot")
    assert lines[at + 1] == "with A❧ the pot has suns 6, leaves 5, wyrms 6"

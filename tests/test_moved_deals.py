"""Deals that would be of other people than played them: the lines that are told lead to the evening
as it was played."""

from __future__ import annotations

import re
import shlex

import pytest
from evening import AT, Evening

from scorekeeper.book.amending import undoing
from scorekeeper.book.at_the_table import penalising, turning
from scorekeeper.book.reseating import seating
from scorekeeper.problems import Refused
from scorekeeper.seats import Turns
from scorekeeper.speech import hint_of

NAMES = ("Anna", "Björn", "Cleo", "David")


@pytest.fixture
def evening() -> Evening:
    """Three deals of four people, the dealer of each rests, and a penalty before the third."""
    evening = Evening("bismarck-swedish", *NAMES, turns=Turns())
    evening.deal("spader 8 4")
    evening.deal("sang 4 8")
    evening.did(penalising(evening.book, ["Anna", "3"], AT))
    evening.deal("pass 6 7")
    return evening


def players(evening: Evening) -> list[tuple[str, ...]]:
    return [scored.agreed.players for scored in evening.book.standing.deals]


def follow(evening: Evening, advice: str) -> None:
    """Does what the advice says: takes back, then types its commands."""
    (number,) = re.findall(r"take back (\d+) entr", advice)
    for _ in range(int(number)):
        evening.did(undoing(evening.book, AT))
    for command in re.findall(r"scorekeeper (turn [^·;]*|deal [^·;]*)", advice):
        what, *words = shlex.split(command)
        if what == "turn":
            evening.did(turning(evening.book, words, AT))
        elif "FACT…" not in words:
            evening.deal(" ".join(words))


def test_the_advice_after_a_refused_strike_keeps_the_numbers_with_their_people(
    evening: Evening,
) -> None:
    """It names the dealer, and the penalty that goes with what is taken back."""
    before, points = players(evening), evening.book.standing.deals[2].points
    with pytest.raises(Refused) as refusal:
        evening.strike(2)
    advice = str(hint_of(refusal.value.problems[0]))
    assert "said again: penalty for Anna: Anna −3, Björn +1, Cleo +1, David +1" in advice
    follow(evening, advice)
    assert players(evening) == [before[0], before[2]]
    assert evening.book.standing.deals[1].points == points


def test_a_wrong_dealer_noticed_afterwards_is_mended_by_the_advice(evening: Evening) -> None:
    """`amend 2 dealer=Cleo` where the dealer rests: the deal is entered anew by who dealt it."""
    with pytest.raises(Refused) as refusal:
        evening.amend(2, "dealer=Cleo")
    follow(evening, str(hint_of(refusal.value.problems[0])))
    evening.deal("sang 4 8")
    assert players(evening)[1] == ("Anna", "Björn", "David")


def test_a_forgotten_deal_is_entered_before_those_taken_back(evening: Evening) -> None:
    """Then the deal that stood there, by its own dealer."""
    before = players(evening)
    with pytest.raises(Refused) as refusal:
        evening.insert(3, "trumf trump=clubs 5 5")
    follow(evening, str(hint_of(refusal.value.problems[0])))
    assert len(players(evening)) == 4
    assert players(evening)[3] == before[2]


def test_a_penalty_is_not_mended_by_one_of_nothing() -> None:
    """Where fewer points than others are to be shared there is no lower number to say."""
    evening = Evening("bismarck-swedish", "Anna", "Björn", "Cleo")
    with pytest.raises(Refused) as refusal:
        penalising(evening.book, ["Anna", "1"], AT)
    (problem,) = refusal.value.problems
    assert hint_of(problem) == "say 2, or to whom they go: --to PLAYER"
    with pytest.raises(Refused) as refusal:
        penalising(evening.book, ["Anna", "3"], AT)
    assert hint_of(refusal.value.problems[0]) == "say 2 or 4, or to whom they go: --to PLAYER"


def test_all_that_is_taken_back_is_told_as_it_was_said(evening: Evening) -> None:
    """A seat that was taken and a deal that stays with its people too; a penalty with the names of
    the columns that there were."""
    for words in (
        ["Emil", "for", "Anna", "--own-score"],
        ["Frida", "for", "David", "--own-score", "--from", "2"],
    ):
        evening.did(seating(evening.book, words, AT))
    evening.did(turning(evening.book, ["Cleo"], AT))
    evening.deal("sang 6 6")
    with pytest.raises(Refused) as refusal:
        evening.insert(2, "trumf hearts 6 5")
    advice = str(hint_of(refusal.value.problems[0]))
    assert "penalty for Anna: Anna −3, Björn +1, Cleo +1, David +1" in advice
    assert "Emil takes over from Anna, with a score of their own" in advice
    assert "Cleo deals deal 4, and the turn goes on from there" in advice
    assert "deal 4: contract sang" in advice
    assert "deal 2:" not in advice  # it is among the lines to type


def test_a_dealer_with_what_was_played_is_told_as_the_line_to_type(evening: Evening) -> None:
    """The contract stands unless another is named; what follows is of one deal each."""
    with pytest.raises(Refused) as refusal:
        evening.amend(2, "dealer=Cleo Anna:4 David:4")
    first, second = refusal.value.problems
    advice = str(hint_of(first))
    assert "turn Cleo · scorekeeper deal contract=sang Anna:4 David:4" in advice
    assert hint_of(second) == "then scorekeeper deal FACT…"
    follow(evening, advice)
    assert players(evening)[1] == ("Anna", "Björn", "David")
    with pytest.raises(Refused) as refusal:
        evening.amend(1, "dealer=Björn trumf clubs Anna:4 Cleo:8")
    assert "deal trumf clubs Anna:4 Cleo:8" in str(hint_of(refusal.value.problems[0]))

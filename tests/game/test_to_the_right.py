"""Games that go round to the right: seats, turns, tricks and words are those of the same game to the
left with its table in a mirror."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from own_pages import faults_of, read
from shown import rules_text
from terminal import Person

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import State, first_state, turn
from scorekeeper.game.session_settings import agree
from scorekeeper.game.standing import after
from scorekeeper.referee.dealing import players_by_seat
from scorekeeper.referee.exchange import receivers, steps_of
from scorekeeper.referee.question_context import case_of_next_deal
from scorekeeper.referee.question_parser import answered
from scorekeeper.referee.self_test import refereeing
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.text.message_text import text_of
from scorekeeper.text.translation import LANGUAGES, speak

NAMES = ("Ann", "Bo", "Cy")
PAGE = """
name = "Round"
source = "made up"
players = 3
pack = "french-24"
hand = 8
count.tricks.total = 8
deals = { number = 6, declarer = "dealer's left", leader = "dealer's right", direction = "left" }
roles = { fore = "dealer's left", back = "dealer's right", others = "others" }
side.more = "tricks - left.tricks"
outcome = [{ points = { fore = "3 * more", back = "2 * more", others = "more" } }]
exchange = [{ who = "dealer's left", gives = 1, to = "right" }]
dealing = { steps = ["{left} cuts, {right} turns."] }
melds = { seat = "dealer's right" }
meld.pair = { four = { K = 10 } }
misdeal = { then = "passes" }
"""


def mirrored(page: str) -> str:
    """The page of the same game in a mirror: left is right on it, and right is left."""
    parts = page.replace("left.tricks", "tricks.of.it").split("left")
    swapped = "right".join(part.replace("right", "left") for part in parts)
    return swapped.replace("tricks.of.it", "left.tricks")


LEFT, RIGHT = read(PAGE), read(mirrored(PAGE))


def played(rules: Ruleset, columns: Sequence[Sequence[int]]) -> list[tuple[object, ...]]:
    """Who deals, declares and leads in each deal, and what it scores."""
    agreed = agree(rules, NAMES)
    state: State = first_state(agreed)
    told = []
    for column in columns:
        coming = turn(agreed, state)
        scored = judged(agreed, state, {"tricks": list(column)}).scored
        assert scored is not None
        told.append((coming.dealer, coming.declarer, coming.leader, scored.points))
        state = after(agreed, state, scored)
    return told


def shared(parts: Sequence[int]) -> list[int]:
    """Eight tricks among three."""
    one, other = sorted(parts)
    return [one, other - one, 8 - other]


@settings(max_examples=40)
@given(st.lists(st.lists(st.integers(0, 8), min_size=2, max_size=2).map(shared), max_size=6))
def test_turns_go_as_to_the_left_in_a_mirror(columns: list[list[int]]) -> None:
    """Who deals, declares and leads is the same by the order of play; only what the page asks of the
    left-hand neighbour is another's, who plays before and not after."""
    for (*one, left), (*other, right), column in zip(
        played(LEFT, columns), played(RIGHT, columns), columns, strict=True
    ):
        assert one == other
        times = [3 if seat == one[1] else 2 if seat == one[2] else 1 for seat in range(3)]
        after_me = [column[(seat + 1) % 3] for seat in range(3)]
        before_me = [column[(seat - 1) % 3] for seat in range(3)]
        assert left == tuple(
            n * (own - o) for n, own, o in zip(times, column, after_me, strict=True)
        )
        assert right == tuple(
            n * (own - o) for n, own, o in zip(times, column, before_me, strict=True)
        )


def test_the_player_at_the_right_is_next() -> None:
    """Ann deals: Bo, who sits at her right, plays after her, and Cy at her left before her."""
    agreed = agree(RIGHT, NAMES)
    state = first_state(agreed)
    assert turn(agreed, state).declarer == 1 and turn(agreed, state).leader == 2
    case = case_of_next_deal(agreed, state, {})
    seats = players_by_seat(case)
    assert (seats["left"], seats["right"], seats["dealer"]) == ("Cy", "Bo", "Ann")
    (step,) = steps_of(case, 0, {})
    assert step.givers == (1,) and receivers(step.rule, 1, 3) == (0,)
    assert case.referee.melds is not None and case.referee.melds.seat == "dealer's right"


def test_what_is_answered_names_the_seats_as_they_are() -> None:
    """The steps of dealing and of the exchange, by name and by place."""
    agreed = agree(RIGHT, NAMES)
    state = first_state(agreed)
    lines = [text_of(line) for line in answered(agreed, state, {}, ["dealing"])]
    assert lines[0] == (
        "1. The player at the dealer's right (Bo) cuts, the player at the dealer's left (Cy) turns."
    )
    trick = [
        text_of(line) for line in answered(agreed, state, {}, ["trick", "9H", "KH", "leader=Bo"])
    ]
    assert trick[0].startswith("Cy wins so far")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_sheet_says_right_where_it_is_right(language: str) -> None:
    """In every language the sheet of the mirrored game is another, and it names the same seats as
    its page does."""
    speak(language, catalogue(language))
    told = rules_text(RIGHT, 300)
    assert told != rules_text(LEFT, 300)
    if language == "en":
        assert "everything goes anticlockwise: the player at one's right is next" in told
        assert "the deal passes right" in told and "passes left" not in told
        assert "the player at the dealer's right declares" in told
        assert "fore: the player at the dealer's right" in told
        assert "the player at the dealer's left leads to the first trick" in told
        assert "after a misdeal the deal passes to the right" in told
        assert "tricks − tricks (on the left)" in told


def test_the_referee_is_proved_to_the_right() -> None:
    """Random deals go round in the order of play."""
    proof = refereeing(RIGHT, seed=3)
    assert proof is not None and proof.broken == ()


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ('direction = "rigth"', "`direction` cannot be `rigth`"),
        ('dealer = "passes right"', "`dealer` cannot be `passes right`"),
        (
            'direction = "right", dealer = "passes left"',
            "the deal cannot pass left where everything goes to the right",
        ),
    ],
)
def test_a_direction_that_cannot_be_is_a_fault(said: str, fault: str) -> None:
    """With the word that was probably meant."""
    assert fault in faults_of(PAGE.replace('direction = "left"', said))


def test_only_the_dealer_rests_to_the_right(tmp_path: Path) -> None:
    """Where everything goes to the right nobody else can, and the page may not say so."""
    (tmp_path / "rulesets").mkdir()
    page = PAGE.replace('direction = "left"', 'direction = "right"')
    page = page.replace('"dealer\'s left"', '"dealer"', 0)
    resting = page + 'resting.who = "dealer\'s left"\n'
    assert "where everything goes to the right only the dealer can rest" in faults_of(resting)
    (tmp_path / "rulesets" / "round.toml").write_text(page, "utf-8")
    person = Person(tmp_path)
    said = person.types("new", "round", "Ann", "Bo", "Cy", "Di", "--rest", "dealers-left")
    assert "in Round everything goes to the right: the dealer rests" in said.err
    assert person.does("new round Ann Bo Cy Di --deals 8").code == 0
    assert "anticlockwise" in person.types("new", "round", "Ann").err

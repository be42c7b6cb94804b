"""Duties of play: suits that may not be led at once, cards that must be thrown, a trick that must be
beaten."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from own_pages import FOUR, faults_of, read
from shown import rules_text

from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.referee.deal_record import read_record
from scorekeeper.referee.question_context import Case, case_of_next_deal
from scorekeeper.referee.question_parser import answer, read_question
from scorekeeper.referee.recorded_deal import refereed
from scorekeeper.referee.self_test import refereeing
from scorekeeper.referee.trick_rules import possible_rules
from scorekeeper.referee.tricks import legal, winner
from scorekeeper.rules.cards import Card
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused
from scorekeeper.text.translation import LANGUAGES, speak

PAGE = """
name = "Duties"
source = "made up"
players = 4
pack = "french-24"
hand = 6
count.tricks.total = 6
deals.leader = "dealer's left"
contract.plain = { points = "tricks" }
contract.away = { points = "tricks", play = { closed = "hearts", throw = "QS hearts" } }
contract.over = { points = "tricks", trump = "spades", play = { head = "always", closed = "trumps" } }
contract.free = { points = "tricks", play = { follow = "free", head = "always", throw = "K" } }
contract.toss = { points = "tricks", trump = "spades", play = { throw = "trumps" } }
contract.both = { points = "tricks", play = { closed = "hearts spades" } }
"""
CONTRACTS = ("plain", "away", "over", "free", "toss", "both")


@cache
def page() -> Ruleset:
    """The page, read."""
    return read(PAGE)


def case_of(contract: str) -> Case:
    """A table of four at the first deal of a contract."""
    agreed = agree(page(), FOUR)
    return case_of_next_deal(agreed, first_state(agreed), {})._replace(contract=contract, opened=())


def may(contract: str, line: str) -> str:
    """What may be played."""
    return " ".join(
        answer(case_of(contract), read_question(["legal", *line.split()])).value["legal"]
    )


@pytest.mark.parametrize(
    ("contract", "line", "cards"),
    [
        # a closed suit is not led before it was played, unless there is nothing else
        ("away", "KH 9S broken=none", "9S"),
        ("away", "KH 9S broken=hearts", "KH 9S"),
        ("away", "KH 9S broken=H,C", "KH 9S"),
        ("away", "KH 9H", "KH 9H"),
        ("away", "KD 9S", "KD 9S"),
        ("over", "KS 9H AD broken=none", "9H AD"),
        ("over", "KS 9H AD broken=spades", "KS 9H AD"),
        ("plain", "KH 9S", "KH 9S"),
        # who cannot follow throws what is named; who can follows
        ("away", "QS 9H KC / AD", "QS 9H"),
        ("away", "QS 9H KC / AC", "KC"),
        ("away", "KS KC / AD", "KS KC"),
        # what would win the trick must be played, of the cards that may be
        ("over", "9D AD KS / KD", "AD"),
        ("over", "9D 10D KS / KD", "9D 10D"),
        ("over", "9D AD KS / KD 9S", "9D AD"),
        ("over", "9H KS 9S / KD", "KS 9S"),
        ("over", "9H KS 9S / KD QS", "KS"),
        ("over", "9H 10S 9S / KD QS", "9H 10S 9S"),
        ("over", "9S KS / QS", "KS"),
        ("free", "9D AD KS / QD", "AD"),
        ("free", "9C KS KC / QD", "KS KC"),
        ("plain", "9D AD KS / KD", "9D AD"),
        ("toss", "KS 9H KC / AD", "KS"),
        ("toss", "9H KC / AD", "9H KC"),
        ("both", "KS 9H KC broken=none", "KC"),
    ],
)
def test_what_may_be_played(contract: str, line: str, cards: str) -> None:
    """By each duty, and where it does not bind."""
    assert may(contract, line) == cards


def test_what_may_be_led_is_asked_where_it_is_not_known() -> None:
    """The answer hangs on the tricks before, which a question about one hand does not say."""
    with pytest.raises(Refused) as refusal:
        may("away", "KH 9S")
    (problem,) = refusal.value.problems
    assert (problem.code, problem.fact) == ("depends", "broken")
    assert text_of(problem.message) == (
        "it depends on whether hearts were played to an earlier trick"
    )
    assert [text_of(mend) for mend in problem.mends] == ["say --broken=hearts or --broken=none"]
    with pytest.raises(Refused, match="on whether hearts and spades were played to an earlier"):
        may("both", "KH 9S AD")
    with pytest.raises(Refused, match="`swords` is not a suit of this pack"):
        may("away", "KH 9S broken=swords")


@pytest.mark.parametrize(
    ("contract", "line", "because"),
    [
        ("both", "KH 9S broken=none", "nothing but hearts and spades in the hand: any card may be led"),
        ("away", "KH 9S broken=none", "hearts may not be led before one was played to an earlier trick"),
        ("away", "KD 9S broken=none", "the leader plays any card"),
        ("away", "KH 9S broken=hearts", "the leader plays any card"),
    ],
)  # fmt: skip
def test_why_a_card_may_be_led_is_said(contract: str, line: str, because: str) -> None:
    """The suits that are closed are named, and only where they bind."""
    told = answer(case_of(contract), read_question(["legal", *line.split()])).value
    assert text_of(told["because"]) == because


def judged(contract: str, tricks: Sequence[str], **hands: str) -> list[tuple[int, str, str]]:
    """The cards against the law of a recorded deal: in which trick, which, and what might have been
    played."""
    raw = {"tricks": list(tricks), "hands": hands, "leader": "Björn"}
    done = refereed(read_record(raw, case_of(contract)))
    assert not done.faults
    return [
        (one.trick, one.played.code, " ".join(c.code for c in one.held)) for one in done.revokes
    ]


def test_a_whole_deal_knows_what_was_played_before() -> None:
    """Hearts are led too early, and not once one was thrown."""
    hand = {"Björn": "AH AC 9D"}
    assert judged("away", ["AH 9H KH 10H"], **hand) == [(1, "AH", "AC 9D")]
    assert judged("away", ["AC 9C KH 10C", "AH 9H QH 10H"], **hand) == []
    assert judged("away", ["AC 9C KC 10C", "AH 9H QH 10H"], **hand) == [(2, "AH", "9D")]
    assert judged("away", ["AC 9C KS 10C"], Dora="KS QS 9H") == [(1, "KS", "QS 9H")]
    assert judged("over", ["KD 10D 9D QD"], Cleo="10D AD") == [(1, "10D", "AD")]


CARDS = [rank + suit for suit in "CDHS" for rank in ("A", "K", "Q", "J", "10", "9")]


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(CONTRACTS), st.permutations(CARDS), st.integers(1, 6), st.integers(0, 3),
    st.frozensets(st.sampled_from(["clubs", "diamonds", "hearts", "spades"])),
)  # fmt: skip
def test_there_is_always_a_legal_card(
    contract: str, cards: list[str], held: int, played: int, broken: frozenset[str]
) -> None:
    """Some card of every hand may be played to every trick; a law of beating bars no card where none
    that may be played beats the trick, and leaves only such where one does."""
    pack = page().pack
    hand: list[Card] = [pack.cards[code] for code in cards[:held]]
    trick = [pack.cards[code] for code in cards[held : held + played]]
    (rules,) = possible_rules(case_of(contract))
    found = legal(rules, hand, trick, broken).cards
    assert found and {*found} <= {*hand}
    if rules.laws["head"] == "always" and trick:
        wins = [winner(rules, (*trick, card)) == played for card in found]
        assert all(wins) or not any(wins)


def test_the_duties_are_proved() -> None:
    """Random deals of every contract: there is a legal card at every play, the first included, and
    the whole deal is judged as each of its plays."""
    proof = refereeing(page(), seed=2, deals=8)
    assert proof is not None and proof.broken == () and proof.revokes > 8


@pytest.mark.parametrize(
    ("play", "fault"),
    [
        ('closed = "herts"', "`herts` is not a suit of this pack"),
        ('throw = "QS 1Z"', "`1Z` is no card, no rank and no suit of this pack"),
        ('head = "allways"', "`head` cannot be `allways`"),
        ("closed = 3", "`closed` must be words in quotes, not 3"),
    ],
)
def test_a_duty_that_cannot_be_is_a_fault(play: str, fault: str) -> None:
    """In the game and in a contract, with its place."""
    assert fault in faults_of(PAGE.replace('follow = "free", head = "always", throw = "K"', play))
    assert fault in faults_of(f"play = {{ {play} }}\n" + PAGE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_sheet_tells_the_duties(language: str) -> None:
    """Each in a sentence, with what it names, in every language; no card may be led at once that may
    not."""
    speak(language, catalogue(language))
    told = rules_text(page(), 400)
    assert ("Q♠" if language == "en" else "D♠") in told
    if language == "en":
        assert "in away hearts may not be led before one was played to an earlier trick" in told
        assert (
            "in away who cannot follow must throw one of these, if the hand has one: Q♠ and hearts"
            in told
        )
        assert "in free who cannot follow must throw one of these, if the hand has one: K" in told
        assert "any card may be led" not in told
    ruling = answer(case_of("over"), read_question(["ruling", "revoke"])).lines
    if language == "en":
        assert any("trumps may not be led before one" in text_of(line) for line in ruling)

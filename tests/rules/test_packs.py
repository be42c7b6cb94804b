"""Packs of several, cards without a suit, packs on the page of a game, hands and talons by
formula."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest
from conftest import raw_ruleset
from hypothesis import given, settings
from hypothesis import strategies as st
from own_pages import FOUR, faults_of, read
from shown import rules_text

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.proof.situations import each_table, undealt_cards
from scorekeeper.record.entered_words import read_words
from scorekeeper.referee.deal_record import read_record
from scorekeeper.referee.question_context import Case, case_of_next_deal
from scorekeeper.referee.question_parser import answer, read_question
from scorekeeper.referee.recorded_deal import refereed
from scorekeeper.referee.self_test import refereeing
from scorekeeper.rules.cards import Card, cards_left, cards_over, find_card, suit_led
from scorekeeper.rules.inheritance import whole_ruleset
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused

DOUBLE = """
name = "Double"
source = "made up"
players = 4
hand = 12
deals.leader = "dealer's left"
count.tricks.total = 12
count.points = { cards = { A = 11, 10 = 10 }, optional = true }
fact.pile = { kind = "cards", size = 3, optional = true }
fact.other = { kind = "cards", size = 2, apart = ["pile"], optional = true }
outcome = [{ points = "tricks" }]
[pack]
extends = "french-24"
"""
TWICE = DOUBLE + "copies = 2\n"
JOKERS = (
    DOUBLE.replace("hand = 12", "hand = 13") + 'copies = 2\nsuitless = ["JK joker", "XX", "XX"]\n'
)
JOKERS = JOKERS.replace("hand = 13", 'hand = "54 // players"\ntalon = "54 % players"')
SINGLE = DOUBLE.replace("hand = 12", "hand = 6").replace("total = 12", "total = 6")


def case_of(rules: Ruleset) -> Case:
    """A table of four at the first deal, without trumps."""
    agreed = agree(rules, FOUR)
    return case_of_next_deal(agreed, first_state(agreed), {"trump": "none"})


def said(rules: Ruleset, line: str) -> tuple[dict[str, object], list[str]]:
    """What the referee answers, for a program and in lines."""
    found = answer(case_of(rules), read_question(line.split()))
    return found.value, list(map(text_of, found.lines))


def refused(rules: Ruleset, line: str) -> list[str]:
    """Why the referee does not answer."""
    with pytest.raises(Refused) as refusal:
        said(rules, line)
    return [text_of(problem.message) for problem in refusal.value.problems]


# --- how many cards there are ---------------------------------------------------------------------


def test_a_double_pack_of_108_counts_108() -> None:
    """Two packs of 52 and two jokers in each."""
    page = 'name = "x"\nplayers = 2\noutcome = [{ points = "0" }]\n'
    page += '[pack]\nextends = "french-52"\ncopies = 2\nsuitless = ["JK joker", "JK joker"]\n'
    pack = read(page).pack
    assert len(pack.every_card) == 108 and len(pack.cards) == 53
    assert pack.numbers["JK"] == 4 and pack.numbers["KH"] == 2
    assert pack.cards["JK"] == Card("JK", (), "JK", "joker")


def test_a_pack_that_is_listed_twice_counts_each_card_twice() -> None:
    """Before, the second of two rows that are alike was dropped in silence."""
    rows = [f'"{rank}{suit}"' for rank in "AK" for suit in "RB"]
    page = f"""
    name = "x"
    players = 2
    outcome = [{{ points = "0" }}]
    hand = 4
    [pack]
    ranks = "A K"
    cards = [{", ".join(rows * 2)}]
    suit = {{ red = {{ letter = "R" }}, black = {{ letter = "B" }} }}
    """
    assert len(read(page).pack.every_card) == 8


def test_hands_and_what_lies_beside_are_the_whole_pack() -> None:
    """Both may hang on the number of players; the rule sheet tells what each number of players
    has."""
    page = JOKERS.replace("players = 4", "players = [2, 4, 5]")
    rules = read(page)
    assert [undealt_cards(agreed) for agreed in each_table(rules)] == [[0], [2], [4]]
    told = rules_text(rules, 200)
    assert "cards in a hand: with 2 players 27, with 4 players 13, with 5 players 10" in told
    assert "cards that lie beside: with 2 players 0, with 4 players 2, with 5 players 4" in told
    assert "there are 2 JK, 4 XX" not in told and "54 cards" in told


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ("copies = 0", "`copies` must be at least 1, not 0"),
        ("copies = 17", "`copies` must be at most 16, not 17"),
        ("copis = 2", "`copis` is not a word of the ruleset format here"),
        ('suitless = ["KH the king"]', "`KH` is a card with a suit already"),
        ("suitless = 3", "`suitless` must be words in quotes, or a list of them"),
    ],
)
def test_a_pack_that_cannot_be_is_a_fault(more: str, fault: str) -> None:
    """What `rules check` says of the words of a pack."""
    assert fault in faults_of(DOUBLE + more)


@pytest.mark.parametrize(
    "more",
    [
        'exchange = [{ who = "everybody", gives = 1, to = "left" }]\n',
        "meld.pair = { four = { K = 10 } }\n",
        'contract.laid = { stops = { start = "9" }, points = "tricks" }\n',
        'fact.heap = { kind = "cards", beaten = true }\n',
    ],
)
def test_what_tells_cards_apart_needs_one_of_each(more: str) -> None:
    """An exchange, melds, layouts and heaps follow one card; with several alike nobody could."""
    assert [one for one in faults_of(more + TWICE) if "has several of a card" in one]
    assert not [one for one in faults_of(more + SINGLE) if "has several of a card" in one]


def test_a_page_says_what_differs_in_the_pack_of_another() -> None:
    """`[pack]` on a page that extends one with the name of a pack changes that pack."""
    page = 'extends = "bismarck-swedish"\nname = "x"\nwithout = ["example"]\n[pack]\ncopies = 2\n'
    raw = whole_ruleset(tomllib.loads(page), raw_ruleset, lambda p: raw_ruleset(f"packs/{p}"))
    assert raw["pack"]["copies"] == 2 and raw["pack"]["ranks"].startswith("A K Q")


# --- cards that are alike -------------------------------------------------------------------------


def test_of_two_cards_alike_the_first_wins() -> None:
    """The law on ties; both are in one trick of a double pack."""
    value, _ = said(read(TWICE), "trick KH AH AH 9S")
    assert value["index"] == 1
    last = DOUBLE.replace("[pack]", 'play.ties = "last played"\n[pack]') + "copies = 2\n"
    assert said(read(last), "trick KH AH AH 9S")[0]["index"] == 2
    assert refused(read(SINGLE), "trick KH AH AH 9S") == ["A♥ is there twice"]


def test_a_card_may_be_named_as_often_as_it_is_there() -> None:
    """In a trick, a hand and piles: no more of it than the pack has."""
    rules = read(TWICE)
    assert refused(rules, "trick KH AH AH AH") == ["A♥ is there 3 times, and the pack has 2 of it"]
    assert refused(rules, "legal AH AH 9S / AH KH") == [
        "A♥ cannot be both in the hand and in the trick"
    ]
    value, _ = said(rules, "points AH AH / 10S 10S")
    assert value["piles"] == [22, 20] and value["of"] == 2 * 4 * 21
    assert len(value["missing"]) == 44 and value["missing"].count("AH") == 0


def test_a_pile_that_is_entered_holds_a_card_as_often_as_it_is_there() -> None:
    """A fact of cards, and two that share them."""
    agreed = agree(read(TWICE), FOUR)
    state = first_state(agreed)

    def problems(line: str) -> list[str]:
        typed = read_words(agreed, state, line.split())
        return [text_of(one.message) for one in judged(agreed, state, typed.facts).problems]

    assert problems("3 3 3 3 pile=AH,AH,9S") == []
    assert problems("3 3 3 3 pile=AH,AH,AH") == ["A♥ is there more often than in the pack"]
    assert problems("3 3 3 3 pile=AH,KH,9S other=AH,9S") == []
    assert len(problems("3 3 3 3 pile=AH,AH,9S other=AH,KH")) == 1


CODES = [rank + suit for rank in ("A", "K", "9") for suit in "HS"]


@settings(max_examples=50)
@given(st.lists(st.sampled_from(CODES), max_size=20))
def test_cards_are_counted(codes: Sequence[str]) -> None:
    """What is left of the pack and what is gone are the pack, unless more is gone than there is."""
    pack = read_twice().pack
    gone = [pack.cards[code] for code in codes]
    left = cards_left(pack.every_card, gone)
    over = {card for card, number in Counter(gone).items() if number > 2}
    assert {*cards_over(pack, gone)} == over
    assert len(left) == 48 - sum(min(number, 2) for number in Counter(gone).values())
    assert over or Counter(left) + Counter(gone) == Counter(pack.every_card)


@cache
def read_twice() -> Ruleset:
    """A double pack of 24."""
    return read(TWICE)


def record(tricks: Sequence[str], **hands: str) -> list[str]:
    """What is wrong with a recorded deal of the double pack."""
    raw = {"tricks": list(tricks), "hands": hands, "leader": "Björn"}
    try:
        done = refereed(read_record(raw, case_of(read_twice())))
    except Refused as refusal:
        return [text_of(problem.message) for problem in refusal.problems]
    return [text_of(problem.message) for problem in done.faults]


def test_a_whole_deal_is_judged_by_how_many_there_are() -> None:
    """A card may be played twice, held in two hands, and no more often than it is there."""
    assert record(["AH AH 9H 9H", "KH KH QH QH"]) == []
    assert record(["AH AH 9H 9H", "AH KH QH QH"]) == ["A♥ was already played in trick 1 and 1"]
    assert record(["AH AH 9H 9H"], Björn="AH KH", Cleo="AH 9S") == []
    assert record(["AH AH 9H 9H"], Björn="AH AH", Cleo="AH 9S") == [
        "A♥ is in the hands of Björn and Cleo"
    ]
    assert record(["AH AH 9H 9H"], Björn="AH AH") == [
        "Cleo is to play, and A♥ was not in that hand; it was in Björn's"
    ]
    assert record(["AH 9H 9H KH", "AH KH QH QH"], Björn="AH 9S") == [
        "Björn is to play, and A♥ was not in that hand"
    ]


# --- cards without a suit -------------------------------------------------------------------------


def test_a_card_without_a_suit_is_read_by_its_code_and_its_name() -> None:
    """In any case, wherever a card is named."""
    pack = read(JOKERS).pack
    for word in ("JK", "jk", "joker", "the joker", "Joker"):
        found = find_card(pack, word)
        assert found is not None and found.code == "JK"
    assert pack.ranks[-2:] == ("JK", "XX") and suit_led([pack.cards["JK"]]) is None


@pytest.mark.parametrize(
    ("trick", "won"),
    [
        ("JK KH AH 9S", 2),  # the first card with a suit says which is led
        ("KH JK XX 9S", 0),
        ("9S JK AH AH", 0),
        ("JK XX XX JK", 0),  # none has a suit: the first
        ("XX JK 9C 10C", 3),
    ],
)
def test_a_card_without_a_suit_is_never_of_the_suit_led(trick: str, won: int) -> None:
    """It wins only where no card of the trick has a suit."""
    assert said(read(JOKERS), f"trick {trick}")[0]["index"] == won


def test_who_must_follow() -> None:
    """A joker is played by whoever cannot follow; on one that is led anything may be played until
    a card says which suit it is."""
    rules = read(JOKERS)
    assert said(rules, "legal KH JK 9S / 10H")[0]["legal"] == ["KH"]
    assert said(rules, "legal KS JK 9S / 10H")[0]["legal"] == ["KS", "JK", "9S"]
    assert said(rules, "legal KS JK 9H / XX")[0]["legal"] == ["KS", "JK", "9H"]
    assert said(rules, "legal KS JK 9H / XX 10H")[0]["legal"] == ["9H"]


@pytest.mark.parametrize("page", [SINGLE, TWICE, JOKERS])
def test_the_referee_is_proved_with_every_pack(page: str) -> None:
    """Random deals with cards alike and without a suit: there is always a legal card, and the whole
    deal is judged as each play."""
    proof = refereeing(read(page), seed=5)
    assert proof is not None and proof.broken == () and proof.revokes > 0


def test_the_rule_sheet_tells_the_pack() -> None:
    """How many there are of each card, which have no suit, and which of two alike wins."""
    told = rules_text(read(JOKERS), 200)
    assert "there are 4 XX, 2 of each other card" in told
    assert "cards without a suit: JK joker, XX; they are of no suit that is led" in told
    assert "of equal cards the one played first is the higher" in told
    assert "cards rank in every suit, high to low: A K Q J 10 9\n" in told
    assert "there are 2 of each card" in rules_text(read(TWICE), 200)

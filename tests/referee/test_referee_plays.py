"""Tricks and plays: who wins, what may be played, by the play rules of every contract."""

from __future__ import annotations

from typing import Any

import pytest
from felt import WAYS, Dealt, cards, case, codes, trick_rules
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.referee.trick_answers import legal_answer, trick_answer
from scorekeeper.referee.trick_rules import possible_rules
from scorekeeper.referee.tricks import legal, winner, winning_law, winning_reason
from scorekeeper.text.message_text import spoken, text_of
from scorekeeper.text.problems import Refused

# --- drawn examples: who wins ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "contract", "trump", "trick", "wins"),
    [
        # "Any card from the trump suit will always win over all other suits, regardless of its
        # rank" (guide 7)
        ("bizon", None, "spades", "AH 9S KH", "9S"),
        ("bizon", None, "spades", "9S AS KS", "AS"),
        # "Any card neither from the trump suit nor the first suit … loses" (guide 7)
        ("bizon", None, "spades", "9H AC KD", "9H"),
        # "the trick is won by the highest trump in it" (Play)
        ("bismarck-swedish", "spader", None, "AH 2S 3S", "3S"),
        ("bismarck-swedish", "trumf", "hearts", "AC KC 2H", "2H"),
        # "When there are no trumps in a trick, it is won by the highest card of the suit that was
        # led" (Play)
        ("bismarck-swedish", "sang", None, "10H AS JH", "JH"),
        ("bismarck-swedish", "pass", None, "2C AS AH", "2C"),
        # "Aces rank low (below the 2) and Kings are highest in each suit" (Classic Bismarck,
        # Kortman)
        ("bismarck-kortman", "nolle", None, "AH 2H 3C", "2H"),
        ("bismarck-kortman", "nolle", None, "QH AH KH", "KH"),
        ("bismarck-kortman", "sans-atout", None, "QH AH KH", "AH"),
        ("bismarck-raf", "diamonds", None, "AC 2D KC", "2D"),
        ("bismarck-raf", "miss", None, "3C 2C AD", "3C"),
        ("bismarck-estonian", "trumps-lose", "clubs", "AH 6C KH", "6C"),
        ("bismarck-finnish", "free-choice", "diamonds", "AC KC 2D QC", "2D"),
        # "The highest card is the jack of trump followed by the nine of trump. Next is the ace,
        # king, etc." (PLAYING)
        ("bien", None, "spades", "AS 9S KS 10S", "9S"),
        ("bien", None, "spades", "9S JS AS KS", "JS"),
        ("bien", None, "spades", "10S QS 8S 7S", "QS"),
        ("bien", None, "spades", "9H JH AH 10H", "AH"),
        ("bien", None, "spades", "AH KH 7S 10H", "7S"),
        # "The highest ranked card played to the trick wins the trick" (Bisque, Game Play), whatever
        # its suits
        ("bisque", None, None, "2MK CM 9LK", "CM"),
        # "When two equally ranked cards are played, the first played is higher than the second"
        ("bisque", None, None, "9MS 9WY 9LK", "9MS"),
        ("bisque", None, None, "AM 9WY 9LK", "9WY"),
        # "Rank: Ace 2 3 …": the ace is the lowest
        ("bisque", None, None, "AM AS 2MK", "2MK"),
    ],
)
def test_who_wins(
    game: str, contract: str | None, trump: str | None, trick: str, wins: str
) -> None:
    """Each drawn trick is won by the card that the source says."""
    played = cards(game, trick)
    assert played[winner(trick_rules(game, contract, trump), played)].code == wins


# --- drawn examples: what may be played ------------------------------------------------------------

STRICT = {"must_trump": True}


@pytest.mark.parametrize(
    ("game", "contract", "trump", "options", "hand", "trick", "may"),
    [
        # Bizon, guide 7: follow suit; "If they don't have that suit … they're free to play any card
        # they want."
        ("bizon", None, "spades", {}, "9H AC KS", "", "9H AC KS"),
        ("bizon", None, "spades", {}, "9H AH KS", "KH", "9H AH"),
        ("bizon", None, "spades", {}, "9C AD KS", "KH", "9C AD KS"),
        # Swedish, Play: no obligation to beat, none to trump, except that trumps led are followed
        ("bismarck-swedish", "spader", None, {}, "2H 9D KS", "AH", "2H"),
        ("bismarck-swedish", "spader", None, {}, "2C 9D KS", "AH", "2C 9D KS"),
        ("bismarck-swedish", "spader", None, {}, "2S KS 9D", "QS", "2S KS"),
        # Variations, Rules of Play: "a player who is unable to follow suit is forced to play a
        # trump"
        ("bismarck-swedish", "spader", None, STRICT, "2C 9D KS 3S", "AH", "KS 3S"),
        ("bismarck-swedish", "spader", None, STRICT, "2C 9D", "AH", "2C 9D"),
        ("bismarck-swedish", "spader", None, STRICT, "2H KS", "AH", "2H"),
        ("bismarck-swedish", "trumf", "clubs", STRICT, "2C 9D KS 3S", "AH", "2C"),
        ("bismarck-swedish", "sang", None, STRICT, "2C 9D KS", "AH", "2C 9D KS"),
        ("bismarck-classic", "trumf", "clubs", {}, "2C 9D KS", "AH", "2C 9D KS"),
        # Kortman: must trump in the first two rounds, "but there is no obligation to head a trick"
        ("bismarck-kortman", "chosen-trumps", "clubs", {}, "2C 9D KS", "AH 3C", "2C"),
        ("bismarck-kortman", "turned-trumps", "diamonds", {}, "2C 9D KS", "AH", "9D"),
        ("bismarck-kortman", "sans-atout", None, {}, "2C 9D KS", "AH", "2C 9D KS"),
        ("bismarck-kortman", "nolle", None, {}, "2H AH KS", "QH", "2H AH"),
        # British: "those with no card of the suit led may play any card"
        ("bismarck-british", "chosen-trumps", "hearts", {}, "2C 9D KH", "AS", "2C 9D KH"),
        ("bismarck-coleman", "hearts", None, {}, "2C 9D KH", "AH", "KH"),
        ("bismarck-polley", "misere", None, {}, "2C 9D", "AC", "2C"),
        ("bismarck-lever", "last-card-trumps", "clubs", {}, "2C 9D", "AS", "2C 9D"),
        ("bismarck-follett", "misere", None, {}, "2C 9D", "AC", "2C"),
        ("bismarck-raf", "clubs", None, {}, "2C 9D", "AS", "2C 9D"),
        ("bismarck-finnish", "trump", "clubs", {}, "2C 9D", "AS KS 2S", "2C 9D"),
        # Portugal, No Trump: "when following suit players are obliged to beat the highest card of
        # that suit"
        ("bismarck-portuguese", "no-trump", None, {}, "2H KH AH 9C", "QH", "KH AH"),
        ("bismarck-portuguese", "no-trump", None, {}, "2H KH 9C", "QH AH", "2H KH"),
        ("bismarck-portuguese", "no-trump", None, {}, "2H KH 9C", "QH AC", "KH"),
        ("bismarck-portuguese", "no-trump", None, {}, "2D 9C", "QH", "2D 9C"),
        # Negatives: "no obligation to beat previous cards"
        ("bismarck-portuguese", "negatives", None, {}, "2H KH AH", "QH", "2H KH AH"),
        # Table Trump: trumps led are beaten; a plain suit is only followed, and nobody need trump
        ("bismarck-portuguese", "table-trump", "hearts", {}, "2H KH AH", "QH", "KH AH"),
        ("bismarck-portuguese", "table-trump", "hearts", {}, "2H 3H", "QH", "2H 3H"),
        ("bismarck-portuguese", "table-trump", "hearts", {}, "2C KC 9H", "QC", "2C KC"),
        ("bismarck-portuguese", "other-trump", "spades", {}, "2C KC 9S", "QD", "2C KC 9S"),
        ("bismarck-portuguese", "other-trump", "spades", {}, "2S KS 9C", "QS", "KS"),
        # Estonia, rounds 3 and 4: "players who have no cards of the suit led must play a trump"
        ("bismarck-estonian", "trumps", "clubs", {}, "6C 9D KS", "AH", "6C"),
        ("bismarck-estonian", "trumps-lose", "clubs", {}, "9D KS", "AH", "9D KS"),
        ("bismarck-estonian", "no-trumps", None, {}, "6C 9D KS", "AH", "6C 9D KS"),
        ("bismarck-estonian", "no-trumps-lose", None, {}, "6H 9D", "AH", "6H"),
        # Bisque: "You don't have to follow suit, you're allowed to play any card in your hand."
        ("bisque", None, None, {}, "2MK 9MS AY", "AM", "2MK 9MS AY"),
        # Bien: "When TRUMP is played, you must follow suit."
        ("bien", None, "spades", {}, "7S KS AH", "9S", "7S KS"),
        # "You do not have to follow suit when another suit is played and may trump it"
        ("bien", None, "spades", {}, "7S KH 9C", "AH", "7S KH 9C"),
        # "However, you may NOT under-trump your opponents trick"
        ("bien", None, "spades", {}, "7S AS KH", "AH KS", "AS KH"),
        ("bien", None, "spades", {}, "7S AS KH", "AH 8C JS", "KH"),
        # the partner's trump may be gone under; and so may any trump if the hand holds nothing else
        ("bien", None, "spades", {}, "7S AS KH", "AH JS 8C", "7S AS KH"),
        ("bien", None, "spades", {}, "7S 8S", "AH 8C KS", "7S 8S"),
        ("bien", None, "spades", {}, "7S AS", "AH 8C KS", "AS"),
        # trumps led: only following is asked for, heading is not
        ("bien", None, "spades", {}, "7S JS", "9S", "7S JS"),
    ],
)
def test_what_may_be_played(
    game: str,
    contract: str | None,
    trump: str | None,
    options: dict[str, Any],
    hand: str,
    trick: str,
    may: str,
) -> None:
    """From each drawn hand exactly those cards may be played that the source allows."""
    found = legal(
        trick_rules(game, contract, trump, **options), cards(game, hand), cards(game, trick)
    )
    assert codes(found.cards) == may


def test_every_law_says_where_it_is_written() -> None:
    """Under every contract of the source documents the law that decides names its place in the
    source."""
    for game, contract, trump, options in WAYS:
        played = trick_rules(game, contract, trump, **options)
        assert all(played.sources.values()), (game, contract)


# --- laws of laws ----------------------------------------------------------------------------------

SEEDS, ANY_WAY = st.integers(0, 10**9), st.sampled_from(WAYS)


def midway(
    chosen: tuple[str, str | None, str | None, dict[str, Any]], seed: int
) -> tuple[Any, Any, Any]:
    """A way, and a hand and a trick so far, from somewhere in a random deal."""
    game, contract, trump, options = chosen
    where = case(game, contract, trump, **options)
    dealt = Dealt(where, seed, 8)
    number, place = seed % 8, seed % len(where.agreed.players)
    gone = {card for trick in dealt.tricks[:number] for card in trick} | set(
        dealt.tricks[number][:place]
    )
    hand = next(hand for hand in dealt.hands if dealt.tricks[number][place] in hand)
    return (
        dealt.trick_rules,
        [card for card in hand if card not in gone],
        dealt.tricks[number][:place],
    )


@given(ANY_WAY, SEEDS)
def test_a_hand_always_has_a_legal_play(chosen: tuple[Any, ...], seed: int) -> None:
    """Whatever was led, a hand that is not empty has a card that may be played, and only cards
    of its own."""
    played, hand, trick = midway(chosen, seed)
    may = legal(played, hand, trick).cards
    assert may
    assert set(may) <= set(hand)


@given(ANY_WAY, SEEDS)
def test_holding_more_never_makes_an_illegal_card_legal(chosen: tuple[Any, ...], seed: int) -> None:
    """What a hand may not play it may not play either when it holds more: so a later card can
    prove a revoke."""
    played, hand, trick = midway(chosen, seed)
    part = hand[: 1 + seed % len(hand)]
    barred = set(part) - set(legal(played, part, trick).cards)
    assert barred.isdisjoint(legal(played, hand, trick).cards)


@given(ANY_WAY, SEEDS, st.randoms(use_true_random=False))
def test_the_winner_does_not_depend_on_the_order_of_losers(
    chosen: tuple[Any, ...], seed: int, chance: Any
) -> None:
    """With the card led in its place and equals in their order, the losers may be listed in any
    order."""
    game, contract, trump, options = chosen
    where = case(game, contract, trump, **options)
    trick = Dealt(where, seed, 8).tricks[0]
    (played,) = possible_rules(where)
    best = trick[winner(played, trick)]
    losers = [
        card
        for card in trick[1:]
        if card != best and played.height[card.code] != played.height[best.code]
    ]
    rest = [card for card in trick[1:] if card not in losers]
    shuffled = chance.sample(losers, len(losers))
    mixed = [
        trick[0],
        *sorted(
            [*rest, *shuffled],
            key=lambda card: rest.index(card) if card in rest else chance.random(),
        ),
    ]
    assert mixed[winner(played, mixed)] == best


@given(ANY_WAY, SEEDS)
def test_the_winner_is_the_one_that_no_other_beats(chosen: tuple[Any, ...], seed: int) -> None:
    """Added to the trick one after another, a card wins at once exactly when it beats the winner
    before it."""
    game, contract, trump, options = chosen
    dealt = Dealt(case(game, contract, trump, **options), seed, 8)
    for trick in dealt.tricks:
        best = 0
        for place in range(1, len(trick)):
            so_far = winner(dealt.trick_rules, trick[: place + 1])
            assert so_far in (best, place)
            best = so_far


# --- the answers -----------------------------------------------------------------------------------


def test_the_winner_is_named_where_the_leader_is() -> None:
    """With the leader's name the winner has one; without it the place of the card must do."""
    where = case("bismarck-swedish", "sang")
    assert spoken(trick_answer(where, ["2H", "KH", "7H"], "Cal").value)["winner"] == "Ann"
    told = spoken(trick_answer(where, ["2H KH 7H"]).value)
    assert (told["winner"], told["index"], told["card"]) == (None, 1, "KH")


def test_an_answer_that_depends_on_what_nobody_said_is_refused() -> None:
    """Without contract or trumps a trick is ruled on only where they make no difference."""
    where = case("bismarck-swedish")
    assert spoken(trick_answer(where, ["2H", "KH", "7H"]).value)["card"] == "KH"
    with pytest.raises(Refused) as refused:
        trick_answer(where, ["2H", "KH", "7S"])
    assert refused.value.problems[0].code == "depends"
    assert "7♠ wins: Spader" in text_of(refused.value.problems[0].message)


def test_a_layout_has_no_tricks() -> None:
    """In a contract whose suits are laid out there is no trick to rule on."""
    with pytest.raises(Refused) as refused:
        trick_answer(case("bismarck-estonian", "stops-up"), ["6H", "7H"])
    assert refused.value.problems[0].code == "tricks-none"


@pytest.mark.parametrize(
    ("hand", "trick", "code"),
    [
        ("", "5H", "hand-missing"),
        ("2H", "2H", "card-twice"),
        ("2H", "3H 4H 5H", "trick-complete"),
        ("2X", "", "card-unknown"),
    ],
)
def test_a_question_that_cannot_be_is_refused(hand: str, trick: str, code: str) -> None:
    """Cards that cannot lie so are named, not ruled on."""
    with pytest.raises(Refused) as refused:
        legal_answer(case("bismarck-swedish", "sang"), [hand], [trick])
    assert [problem.code for problem in refused.value.problems] == [code]


def test_trumps_that_the_contract_has_not_are_refused() -> None:
    """A contract without trumps is not ruled on with some, nor one with trumps of its own with
    others."""
    for contract, trump in (("sang", "hearts"), ("spader", "hearts"), ("trumf", "none")):
        with pytest.raises(Refused) as refused:
            possible_rules(case("bismarck-swedish", contract, trump))
        assert refused.value.problems[0].code == "trump-contract"


def test_where_the_last_of_equals_wins() -> None:
    """A law that the last played of equals wins gives the trick to it, and to no lower card."""
    bisque = trick_rules("bisque")
    last = bisque._replace(laws={**bisque.laws, "ties": "last played"})
    assert winner(last, cards("bisque", "9MS 9WY 2MK")) == 1
    assert winner(last, cards("bisque", "9MS 2MK 9WY")) == 2
    assert winner(bisque, cards("bisque", "9MS 2MK 9WY")) == 0
    assert winner(last, cards("bisque", "2MK 9MS AM")) == 1
    pack, trick = case("bisque").pack, cards("bisque", "9MS 2MK 9WY")
    assert (
        text_of(winning_reason(last, pack, trick))
        == "9≈§ is the highest card, last played among equals"
    )
    assert (
        text_of(winning_law(last))
        == "the highest card wins, whatever its suit; of equals the last played"
    )

"""What pagat's *Bismarck* says and no other test holds: ranks, dealing, trumps, following suit.

Each row quotes the sentence of https://www.pagat.com/quotawhist/bismarck.html that it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from conftest import allowed, ruleset
from felt import WAYS, cards, case, codes, trick_rules

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.game.standing import winners
from scorekeeper.referee.dealing import dealing_answer
from scorekeeper.referee.rulings import ruling_answer
from scorekeeper.referee.tricks import legal
from scorekeeper.text.message_text import spoken

Played = tuple[str, str | None, str | None, dict[str, Any]]  # game, contract, trumps, options

# --- cards and trumps ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "ranks"),
    [
        # Players and Cards: "rank from high to low A-K-Q-J-10-9-8-7-6-5-4-3-2"
        ("bismarck-swedish", "A K Q J 10 9 8 7 6 5 4 3 2"),
        # Estonia: "a 36-card French suited pack, A (high), K, Q, J, 10, 9, 8, 7, 6 (low)"
        ("bismarck-estonian", "A K Q J 10 9 8 7 6"),
    ],
)
def test_the_pack_and_its_ranks(game: str, ranks: str) -> None:
    """Four suits of these ranks, the highest first, and no other card."""
    pack = ruleset(game).pack
    assert " ".join(pack.ranks) == ranks
    assert sorted(pack.cards) == sorted(rank + suit for rank in ranks.split() for suit in "CDHS")


# What makes trumps in each contract: a suit of its own, nothing, or a suit that is named or turned.
TRUMPS = {
    # Deal and Contracts: "spades are trumps"; "any suit as trumps"; "there are no trumps"
    "bismarck-swedish": {"spader": "spades", "trumf": "open", "sang": "none", "pass": "none"},
    # Classic: "the suit of the first of the four face up cards was trumps"; "there were no trumps"
    "bismarck-classic": {"trumf": "open", "sang": "none", "noll": "none"},
    # Classic: "an extra round between trumf and sang in which forehand chooses the trump suit"
    "bismarck-classic-extra": {"trumf": "open", "valfri": "open", "sang": "none", "noll": "none"},
    # Kortman: "Forhand Chooses Trump, Turned Trump, Sans Atout, and Nolle"
    "bismarck-kortman": {
        "chosen-trumps": "open", "turned-trumps": "open", "sans-atout": "none", "nolle": "none",
    },
    # British: "No trumps"; "Trumps selected at random"; "Dealer chooses"; "No trumps; … avoid"
    "bismarck-british": {
        "no-trumps": "none", "cut-trumps": "open", "chosen-trumps": "open", "misere": "none",
    },
    # Coleman: "hearts, clubs, diamonds, spades, no trumps, dealer's choice of trumps"
    "bismarck-coleman": {
        "hearts": "hearts", "clubs": "clubs", "diamonds": "diamonds", "spades": "spades",
        "no-trumps": "none", "chosen-trumps": "open",
    },
    # Polley: "the same 6 contracts plus misère"
    "bismarck-polley": {
        "hearts": "hearts", "clubs": "clubs", "diamonds": "diamonds", "spades": "spades",
        "no-trumps": "none", "chosen-trumps": "open", "misere": "none",
    },
    # Lever: "dealer chooses trumps, last card dealt determines trumps, no trumps, misère"
    "bismarck-lever": {
        "chosen-trumps": "open", "last-card-trumps": "open", "no-trumps": "none", "misere": "none",
    },
    # 8-5-3: "once with each of the four suits as trumps, once with no trumps, and one "miss""
    "bismarck-raf": {
        "clubs": "clubs", "diamonds": "diamonds", "hearts": "hearts", "spades": "spades",
        "no-trumps": "none", "miss": "none",
    },
    # Finnish: "trump …, no trump, misère and free choice of trump"
    "bismarck-finnish": {
        "trump": "open", "no-trumps": "none", "misere": "none", "free-choice": "open",
    },
    # Portugal: "No Trump"; "Negatives. … There are no trumps."; "Table Trump"; "Other Trump"
    "bismarck-portuguese": {
        "no-trump": "none", "negatives": "none", "table-trump": "open", "other-trump": "open",
    },
    # Estonia: rounds 1 and 2 "No trumps"; 3 and 4 "announces the trump suit"
    "bismarck-estonian": {
        "no-trumps": "none", "no-trumps-lose": "none", "trumps": "open", "trumps-lose": "open",
        "stops-up": "none", "stops-down": "none", "stops-chosen": "none",
    },
}  # fmt: skip


@pytest.mark.parametrize("game", TRUMPS)
def test_the_trumps_of_every_contract(game: str) -> None:
    """The suit is the contract's own, there is none, or it is left to be named."""
    found = {name: contract.trump for name, contract in ruleset(game).contracts.items()}
    assert found == TRUMPS[game]


# --- dealing and rulings -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "words"),
    [
        # Modern: "deals out the remainder of the pack face down to the three players, one card at a
        # time, so that everyone has a hand of 16 cards"
        ("bismarck-swedish", "the dealer … the other 48 cards face down, one at a time: 16 each"),
        # "forehand picks up the four face up table cards for a total of 20 cards, and discards any
        # four of these cards face down"
        ("bismarck-swedish", "left … takes the four … discards any four of the 20 face down"),
        # Classic: "forehand took the four face up cards and then discarded four"
        ("bismarck-classic", "four cards face up … left … takes the four … discards any four"),
        # British: "one at a time until everyone has 16 and then takes the last four cards without
        # showing them to the other players. The dealer discards any four cards"
        ("bismarck-british", "the dealer … one at a time until everyone has 16"),
        ("bismarck-british", "the dealer … takes the last four cards without showing them"),
        ("bismarck-british", "has 16 … takes the last four … discards any four"),
        # Lever: "hands of only 15 cards, the dealer receives and extra 7 cards and discards 7"
        ("bismarck-lever", "the dealer … 15 cards … takes the 7 … discards any seven"),
        # 8-5-3: "16 cards each with 4 extra cards (known as "the box") set aside during the deal"
        ("bismarck-raf", "every player 16 cards … during the deal sets four aside: the box"),
        # "The dealer picks up the box, discards any four cards and announces the contract."
        ("bismarck-raf", "the dealer … the box, discards any four cards … announces the contract"),
        # Portugal: "deals 16 cards to each player and the dealer's last card is turned face up"
        ("bismarck-portuguese", "the dealer … 16 cards to each player … last card face up"),
        # "The other four cards are set aside face down for later use by the dealer."
        ("bismarck-portuguese", "last card face up … four cards … set aside face down"),
        # "The dealer must then choose and announce the contract."
        ("bismarck-portuguese", "set aside … the dealer … chooses and announces the contract"),
        # "After announcing the contract the dealer may, but is not forced to exchange four cards."
        ("bismarck-portuguese", "announces … the dealer … may, but need not, change four cards"),
        # "first discard exactly four cards from hand and then pick up the four unknown cards"
        ("bismarck-portuguese", "first discard exactly four, then pick up the four unknown"),
    ],
)
def test_the_steps_of_the_deal(game: str, words: str) -> None:
    """The dealing of a variant says this, with more in between."""
    assert is_said(spoken(dealing_answer(case(game)).value)["steps"], words)


@pytest.mark.parametrize(
    ("game", "contract", "words"),
    [
        # Classic: "the suit of the first of the four face up cards was trumps"
        ("bismarck-classic", "trumf", "first of the four table cards is trumps"),
        # "based on the 4 face up cards, before picking up the other 16 cards"
        ("bismarck-classic-extra", "valfri", "left … on the four … before … the other 16"),
        # Kortman: "Forhand Chooses Trump, Turned Trump"; on what, rulings 2 (4)
        ("bismarck-kortman", "chosen-trumps", "left … names trumps on the four table cards"),
        ("bismarck-kortman", "turned-trumps", "first of the four table cards is trumps"),
        # British: "selected at random (by cutting a card before the deal or from a second deck)"
        ("bismarck-british", "cut-trumps", "card is cut before the deal, or from a second pack"),
        # "announces the trump suit before the first lead, based on his or her cards"
        ("bismarck-british", "chosen-trumps", "looks at … the trump suit before the first lead"),
        # Coleman, Polley: "dealer's choice of trumps"; Follett, Lever: "dealer chooses trumps"
        ("bismarck-coleman", "chosen-trumps", "the dealer … announces the trump suit"),
        ("bismarck-polley", "chosen-trumps", "the dealer … announces the trump suit"),
        ("bismarck-follett", "chosen-trumps", "the dealer … announces the trump suit"),
        ("bismarck-lever", "chosen-trumps", "the dealer … announces the trump suit"),
        # Follett: "cut for trumps"; Lever: "last card dealt determines trumps"
        ("bismarck-follett", "cut-trumps", "card is cut … its suit is trumps"),
        ("bismarck-lever", "last-card-trumps", "the last card dealt makes its suit trumps"),
        # Finnish: "determined by the first dealt of the four face up cards"
        ("bismarck-finnish", "trump", "first dealt of the four table cards is trumps"),
        # "and in the case of 'free choice' also specifies the trump suit"
        ("bismarck-finnish", "free-choice", "left … names the trump suit with the contract"),
        # Portugal, Table Trump: "The suit of the card turned up at the end of the deal is trumps"
        ("bismarck-portuguese", "table-trump", "the suit of the turned card is trumps"),
        # Other Trump: "The dealer selects and announces the trump suit."
        ("bismarck-portuguese", "other-trump", "the dealer … announces the trump suit"),
        # Estonia, rounds 3 and 4: "deals 3 cards to each player and then pauses. The player to the
        # dealer's left looks at their three cards and … announces the trump suit."
        ("bismarck-estonian", "trumps", "three cards … left … at these three … trump suit"),
        ("bismarck-estonian", "trumps-lose", "three cards … left … at these three … trump suit"),
        # "The dealer then deals the rest of the cards."
        ("bismarck-estonian", "trumps", "names the trump suit … deals the rest"),
        # Round 7: "chosen by the player to dealer's left after looking at their cards"
        ("bismarck-estonian", "stops-chosen", "left … the rank and the direction after looking"),
    ],
)
def test_the_steps_of_a_contract(game: str, contract: str, words: str) -> None:
    """What a contract alone has in its dealing says this, with more in between."""
    assert is_said(spoken(dealing_answer(case(game, contract)).value)["contracts"][contract], words)


@pytest.mark.parametrize(
    ("game", "topic", "words"),
    [
        # Modern: "The first dealer is chosen by any convenient random method"
        ("bismarck-swedish", "first-dealer", "first dealer … any convenient random method"),
        # "the cards must be thrown in and dealt again by the same dealer, but forehand is forced to
        # choose the same contract again"
        ("bismarck-swedish", "misdeal", "20 cards … thrown in … by the same dealer … contract"),
        # Estonia: "if you have a card that fits on one of the piles you must play it: otherwise you
        # must pass"
        ("bismarck-estonian", "stops", "a card that fits must play one … otherwise … passes"),
        # "It is not possible to play more than one card in a turn."
        ("bismarck-estonian", "stops", "only one a turn"),
        # "The play ends as soon as one of the players plays their last card."
        ("bismarck-estonian", "stops", "the play ends as soon as somebody plays the last card"),
        # 8-5-3: "the lowest [largest negative] score, regardless of rank, gets the kettle on"
        ("bismarck-raf", "tie", "lowest score … gets the kettle on"),
    ],
)
def test_the_rulings_of_a_variant(game: str, topic: str, words: str) -> None:
    """What is ruled on a topic says this, with more in between."""
    rulings = spoken(ruling_answer(case(game), topic).value)["rulings"]
    assert is_said([row["text"] for row in rulings], words)


def test_any_four_cards_are_not_the_first_the_last_or_two_in_a_row() -> None:
    """Variations: "some allow the dealer to deal any four non-consecutive cards face up except for
    the first and last cards"."""
    steps = spoken(dealing_answer(case("bismarck-swedish", table_cards="any-four")).value)["steps"]
    assert is_said(steps, "any four face up … no two in a row and neither the first nor the last")


def is_said(lines: Iterable[str], words: str) -> bool:
    """Whether the lines say these words one after another, with anything where `…` stands."""
    wanted = ".*".join(re.escape(part) for part in words.split(" … "))
    return re.search(wanted, " ".join(lines), re.IGNORECASE) is not None


# --- play ----------------------------------------------------------------------------------------

TRICKS: list[Played] = [
    *[played for played in WAYS if played[0].startswith("bismarck")],
    ("bismarck-estonian", "no-trumps-lose", None, {}),
]
# Kortman, Estonia: who cannot follow "must play a trump"; so in the modern game as an option
TRUMPING: list[Played] = [
    ("bismarck-kortman", "chosen-trumps", "clubs", {}),
    ("bismarck-kortman", "turned-trumps", "diamonds", {}),
    ("bismarck-estonian", "trumps", "clubs", {}),
    ("bismarck-estonian", "trumps-lose", "hearts", {}),
    ("bismarck-swedish", "spader", None, {"must_trump": True}),
    ("bismarck-swedish", "trumf", "hearts", {"must_trump": True}),
]
# Portugal, No Trump: "obliged to beat the highest card of that suit in the trick if they can"
HEADING: Played = ("bismarck-portuguese", "no-trump", None, {})


def may_play(played: Played, hand: str, trick: str) -> str:
    """The cards of a hand that may be played to a trick so far."""
    game, contract, trump, options = played
    found = legal(
        trick_rules(game, contract, trump, **options), cards(game, hand), cards(game, trick)
    )
    return codes(found.cards)


@pytest.mark.parametrize("played", TRICKS, ids=str)
def test_any_card_may_be_led(played: Played) -> None:
    """Play: "Any card may be led."; "The winner of each trick leads any card to the next trick."
    Estonia: "the holder of the Ace of clubs leads any card to the first trick"."""
    assert may_play(played, "6C 7D 8H 9S", "") == "6C 7D 8H 9S"


@pytest.mark.parametrize("played", TRICKS, ids=str)
def test_suit_is_followed_in_every_variant(played: Played) -> None:
    """Play: "Players must follow suit if possible."; so in the variants that say it again."""
    for led, held in (("AC", "6C"), ("AD", "7D"), ("AH", "8H"), ("AS", "9S")):
        assert may_play(played, "6C 7D 8H 9S", led) == held


@pytest.mark.parametrize("played", [one for one in TRICKS if one not in TRUMPING], ids=str)
def test_who_cannot_follow_plays_any_card(played: Played) -> None:
    """Play: "If they hold no card of the suit that was led they may play any card."; Portugal:
    "nor to trump when having no card of the suit that was led"."""
    assert may_play(played, "7D 8H 9S", "AC") == "7D 8H 9S"
    assert may_play(played, "6C 7D 9S", "AH") == "6C 7D 9S"


@pytest.mark.parametrize("played", TRUMPING, ids=str)
def test_who_must_trump_plays_any_trump_and_without_one_any_card(played: Played) -> None:
    """Kortman: "must play a trump if possible, but there is no obligation to head a trick";
    Estonia: "Players with no card of the suit led and no trumps play any card."; "no obligation
    to beat previous cards played to the trick"."""
    suit = (played[2] or "spades")[0].upper()
    led, other = [plain for plain in "CDHS" if plain != suit][:2]
    trick = f"A{led} 9{suit}"
    assert may_play(played, f"6{suit} K{suit} A{other}", trick) == f"6{suit} K{suit}"
    assert may_play(played, f"7{other} A{other}", trick) == f"7{other} A{other}"


@pytest.mark.parametrize("played", [one for one in TRICKS if one != HEADING], ids=str)
def test_nobody_need_beat_a_plain_suit(played: Played) -> None:
    """Play: "There is no obligation to beat the other cards in the trick"; Portugal, Negatives:
    "no obligation to beat previous cards"; Table Trump: "no requirement to head the trick"."""
    plain = "D" if played[2] == "clubs" else "C"
    assert may_play(played, f"6{plain} A{plain} 9H", f"Q{plain}") == f"6{plain} A{plain}"


@pytest.mark.parametrize(
    ("facts", "flagged"),
    [({}, True), ({"start": "8"}, True), ({"start": "8", "direction": "down"}, False)],
)
def test_a_layout_without_its_rank_or_direction_is_flagged(
    facts: dict[str, Any], flagged: bool
) -> None:
    """Estonia, round 7: "a rank and direction chosen by the player to dealer's left"."""
    agreed = agree(ruleset("bismarck-estonian"), "ABC")
    found = judged(
        agreed, first_state(agreed)._replace(deal=19), {"left": (0, 4, 5), **facts}
    ).scored
    assert found is not None
    assert bool(found.flags) is flagged


# --- the end -------------------------------------------------------------------------------------


def test_the_highest_score_wins_in_estonia() -> None:
    """ "At the end of round 8 the session is over and the player with the highest cumulative
    positive score is the winner." Everybody is on quota but in the nine deals of stops."""
    on_quota = [{"tricks": [6, 3, 3]}, {"tricks": [3, 6, 3]}, {"tricks": [3, 3, 6]}]
    entered: list[dict[str, Any]] = [*on_quota * 4, *[{"left": [0, 1, 2]}] * 9]
    entered += [{"contract": "no-trumps", **deal} for deal in on_quota]
    entered[0] = {"starter": "Ann", **entered[0]}
    result = allowed(agree(ruleset("bismarck-estonian"), ("Ann", "Bo", "Cleo")), *entered)
    assert result.state.over
    assert result.state.totals == (27, -9, -18)
    assert winners(result) == (0,)

"""What the referee refuses to answer: every problem with its code, what it is about, its words and what
to do about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from felt import case

from scorekeeper.referee.melds import melds_answer
from scorekeeper.referee.pile_value_answers import pile_answer
from scorekeeper.referee.question_parser import read_question
from scorekeeper.referee.rulings import ruling_answer
from scorekeeper.referee.stops import stops_answer
from scorekeeper.referee.trick_answers import legal_answer, trick_answer
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused

Told = tuple[str, str | None, str, list[str]]  # the code, the fact, the words, the mends

BIZON, BISQUE, BIEN = case("bizon", trump="spades"), case("bisque"), case("bien")
UP, CHOSEN = (case("bismarck-estonian", name) for name in ("stops-up", "stops-chosen"))
TOPICS = (
    "cutting, last-trick, exposed-card, table-talk, passed-out, separate-piles, shuffle, lead, next-dealer, tie, auction, "
    "misdeal, too-many-cards, revoke, wrong-lead, out-of-turn, discard, exchange, first-dealer, claim and cut"
)
KINDS = "trick, legal, melds, points, auction, stops, ruling, dealing, discard or miscount"


def told(ask: Callable[..., object], *words: Any) -> list[Told]:
    """All that is wrong with a question."""
    with pytest.raises(Refused) as refused:
        ask(*words)
    return [
        (one.code, one.fact, text_of(one.message), [text_of(mend) for mend in one.mends])
        for one in refused.value.problems
    ]


@pytest.mark.parametrize(
    ("where", "piles", "problem"),
    [
        (BIZON, [], ("cards-missing", "cards", "no cards: name those of the pile", [])),
        (BIZON, [["KC"], ["KC"]], ("card-twice", "cards", "K♣ is there twice", ["name each card once"])),
        (
            BIEN, [["9C"]],
            ("depends", "trump", "it depends on the trump suit\n  clubs: 14\n  diamonds: 0\n  hearts: 0\n  spades: 0",
             ["say --trump=clubs, --trump=diamonds, --trump=hearts or --trump=spades"]),
        ),
        (
            case("bismarck-swedish"), [["9C"]],
            ("points-none", None, "the rules of Bismarck (modern Swedish) give cards no worth (what is counted: tricks)",
             ["`scorekeeper rules show bismarck-swedish` says how a deal is scored"]),
        ),
    ],
)  # fmt: skip
def test_a_pile_that_cannot_be_counted(where: Any, piles: Any, problem: Told) -> None:
    """No cards, a card in two piles, trumps that nobody said, a game whose cards have no points."""
    assert told(pile_answer, where, piles) == [problem]


@pytest.mark.parametrize(
    ("where", "words", "problem"),
    [
        (UP, (["9S"], ["10S"], None, None), ("card-twice", "hand", "9♠ cannot be in the hand: the pile has grown past it", [])),
        (UP, (["9S"], [], "8", None), ("stops-fixed", "start", "Stops up has start 6, not 8", ["leave --start out"])),
        (UP, ([], [], None, None), ("hand-missing", "hand", "no cards in the hand: name them", [])),
        (
            CHOSEN, (["9S"], [], None, "up"),
            ("start-missing", "start", "Stops chosen: the first rank is chosen in the deal",
             ["say --start=A, --start=K, --start=Q, --start=J, --start=10, --start=9, --start=8, --start=7 or --start=6"]),
        ),
        (
            CHOSEN, (["9S"], [], "Z", "up"),
            ("start-rank", "start", "`Z` is not a rank of this pack", ["say A, K, Q, J, 10, 9, 8, 7 or 6"]),
        ),
        (
            CHOSEN, (["9S"], [], "8", None),
            ("direction-missing", "direction", "Stops chosen: the direction is chosen in the deal",
             ["say --direction=up or --direction=down"]),
        ),
        (
            CHOSEN, (["9S"], [], "8", "sideways"),
            ("direction-unknown", "direction", "`sideways` is not a direction", ["say up or down"]),
        ),
        (
            case("bismarck-estonian", "trumps"), (["9S"], [], None, None),
            ("stops-contract", "contract", "Trumps is played in tricks",
             ["say --contract=stops-up, --contract=stops-down or --contract=stops-chosen"]),
        ),
        (
            case("bismarck-estonian"), (["9S"], [], None, None),
            ("stops-contract", "contract", "which layout is not known",
             ["say --contract=stops-up, --contract=stops-down or --contract=stops-chosen"]),
        ),
        (
            BIEN, (["9S"], [], None, None),
            ("stops-none", None, "Bien has no layouts: it is played in tricks", ["ask `scorekeeper referee legal`"]),
        ),
    ],
)  # fmt: skip
def test_a_layout_that_cannot_be_ruled_on(where: Any, words: Any, problem: Told) -> None:
    """A card beneath a pile's top, another start than the contract's, no hand, a start or a
    direction that is missing or none, and what is played in tricks."""
    assert told(stops_answer, where, *words) == [problem]


@pytest.mark.parametrize(
    ("ask", "words", "problem"),
    [
        (ruling_answer, (BIZON, "mistdeal"), ("topic-unknown", "topic", "`mistdeal` is not a topic of rulings", ["did you mean `misdeal`?"])),
        (ruling_answer, (BIZON, "zzzz"), ("topic-unknown", "topic", "`zzzz` is not a topic of rulings", [f"topics are {TOPICS}"])),
        (read_question, (["quartet"],), ("question-unknown", "question", "`quartet` is not something the referee is asked", [f"ask about {KINDS}"])),
        (read_question, ([],), ("question-missing", "question", f"ask about {KINDS}", ["for example trick KH QH AH"])),
        (trick_answer, (BISQUE, []), ("cards-missing", "cards", "no cards: name those of the trick, in order of play", [])),
        (trick_answer, (BIZON, ["KC"], None, ["QC"]), ("heap-none", "heap", "in Bizon no card of a trick goes to a heap", [])),
        (
            trick_answer, (BIZON, ["KC", "QC", "JC", "10C"]),
            ("cards-number", "cards", "4 cards are more than one trick of 3", []),
        ),
        (
            trick_answer, (case("bismarck-swedish"), ["QC", "AS", "2H"]),
            ("depends", "contract", "it depends on the contract\n  A♠ wins: Spader or Trumf (spades)\n"
             "  Q♣ wins: Trumf (clubs), Trumf (diamonds), Sang or Pass\n  2♥ wins: Trumf (hearts)",
             ["say --contract or --trump"]),
        ),
        (
            legal_answer, (BIZON, ["KC"], ["KC"]),
            ("card-twice", "hand", "K♣ cannot be both in the hand and in the trick", ["name each card once"]),
        ),
        (
            legal_answer, (BIZON, ["KC"], ["QC", "JC", "10C"]),
            ("trick-complete", "trick", "the trick is complete: 3 cards of 3 players", ["name fewer cards of the trick"]),
        ),
        (melds_answer, (BIZON, ["QC"]), ("melds-none", None, "Bizon has no melds", [])),
    ],
)  # fmt: skip
def test_a_question_that_cannot_be_answered(
    ask: Callable[..., object], words: Any, problem: Told
) -> None:
    """A topic or a kind of question that there is not, a trick of no cards or of too many, a hand
    that has a card of the trick, and what a game has not."""
    assert told(ask, *words) == [problem]


@pytest.mark.parametrize(
    ("ask", "words", "facts"),
    [
        (stops_answer, (UP, ["1X"], ["2X"], None, None), ["hand", "layout"]),
        (legal_answer, (BIZON, ["1X"], ["2X"]), ["hand", "trick"]),
        (melds_answer, (BIEN, ["1X"], ["2X"], ["3X"]), ["hand", "partner", "played"]),
        (trick_answer, (BISQUE, ["1X"], None, ["2X"], ["3X"]), ["cards", "heap", "goal"]),
        (pile_answer, (BISQUE, [["AM"]], ["1X"]), ["goal"]),
        (pile_answer, (BIZON, [["1X"]]), ["cards"]),
    ],
)
def test_a_card_that_is_none_is_named_with_the_part_of_the_question_it_stood_in(
    ask: Callable[..., object], words: Any, facts: list[str]
) -> None:
    """`1X`, `2X` and `3X`, one in each part of the question, all at once."""
    found = [(code, fact, text.split("`")[1]) for code, fact, text, _ in told(ask, *words)]
    assert found == [("card-unknown", fact, f"{at}X") for at, fact in enumerate(facts, 1)]

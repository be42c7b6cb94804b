"""How the cards are dealt, whole: every step with what this table has filled in, which contracts or
rounds alone have it, and where it is written."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from conftest import merged_ruleset
from felt import case, case_of

from scorekeeper.game.schedule import first_state
from scorekeeper.referee.dealing import (
    dealing_answer,
    dealing_summary,
    each_dealing_step,
    hand_words,
    seat_words,
)
from scorekeeper.referee.question_context import Case, case_of_next_deal
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message_text import spoken, text_of
from scorekeeper.text.problems import Refused


def table(game: str, dealing: dict[str, Any] | None, **more: Any) -> Case:
    """A table of this game that deals so."""
    raw = {**merged_ruleset(game), **more}
    raw.pop("dealing", None)
    return case_of(read_ruleset(raw | ({"dealing": dealing} if dealing else {}), "own"))


def step(text: str, when: str | None = None) -> dict[str, Any]:
    """A step of dealing in English."""
    return {"text": {"en": text}} | ({"when": when} if when else {})


ORDERED = {
    "source": "page 1",
    "steps": [
        step("{dealer} deals {hand} cards."),
        step("{left} names the trumps.", 'contract == "trumps" or contract == "trumps-lose"'),
        step("{right} lays out the suits.", 'group == "stops"'),
        step("{left} chooses: {contracts}.", '"trumps" in open and "stops-up" in open'),
        step("Nobody does this.", 'contract == "no-such"'),
    ],
}


CHOSEN = "The player at the dealer's left (Ann) names the rank and the direction after looking at the hand."
SOURCE, PLACE = (
    "source: Bismarck (Estonian), page 1",
    "Bismarck in Estonia, round 7; rulings 2 (13)",
)
ROUND_8 = "The player at the dealer's left (Ann) chooses: No trumps; No trumps, lose; Trumps; Trumps, lose; Stops up; Stops down."


@pytest.mark.parametrize(
    ("deal", "contract", "lines"),
    [
        (None, None, [
            "“Trumps” and “Trumps, lose”: The player at the dealer's left (Ann) names the trumps.",
            "Stops up, Stops down and Stops chosen: The player at the dealer's right (Bob) lays out the suits.",
            f"round 8: {ROUND_8}", f"Stops chosen: {CHOSEN} [{PLACE}]",
        ]),
        (7, None, ["The player at the dealer's left (Ann) names the trumps."]),
        (19, None, [
            "The player at the dealer's right (Bob) lays out the suits.", f"{CHOSEN} [{PLACE}]",
        ]),
        (22, None, [
            "“Trumps” and “Trumps, lose”: The player at the dealer's left (Ann) names the trumps.",
            "Stops up and Stops down: The player at the dealer's right (Bob) lays out the suits.",
            ROUND_8,
        ]),
        (None, "trumps", ["The player at the dealer's left (Ann) names the trumps."]),
        (None, "stops-up", ["The player at the dealer's right (Bob) lays out the suits."]),
        (None, "no-trumps", []),
    ],
)  # fmt: skip
def test_each_step_is_said_with_the_contracts_or_rounds_that_alone_have_it(
    deal: int | None, contract: str | None, lines: list[str]
) -> None:
    """Of a deal that is not known every step that it may have, of one that is known its own; a step
    that is written elsewhere has its place."""
    where = table("bismarck-estonian", ORDERED)
    if deal is not None:
        state = first_state(where.agreed)._replace(deal=deal, dealer=2)
        where = case_of_next_deal(where.agreed, state, {})
    elif contract is not None:
        where = where._replace(contract=contract)
    whole = ["The dealer (Cal) deals 12 cards.", *lines]
    assert [text_of(line) for line in dealing_answer(where).lines] == [
        *(f"{number}. {line}" for number, line in enumerate(whole, 1)),
        SOURCE,
    ]


def test_a_program_reads_the_steps_of_all_and_those_of_each_contract() -> None:
    """A contract without steps of its own is not there."""
    trumps = ["The player at the dealer's left (Ann) names the trumps."]
    stops = ["The player at the dealer's right (Bob) lays out the suits."]
    assert spoken(dealing_answer(table("bismarck-estonian", ORDERED)).value) == {
        "steps": ["The dealer (Cal) deals 12 cards.", ROUND_8],
        "contracts": {
            "trumps": trumps, "trumps-lose": trumps, "stops-up": stops, "stops-down": stops,
            "stops-chosen": [*stops, CHOSEN],
        },
        "source": "Bismarck (Estonian), page 1",
    }  # fmt: skip


def test_without_steps_the_size_of_a_hand_says_how_to_deal() -> None:
    """The dealer deals so many to every player; without a size there is nothing to say."""
    told = dealing_answer(table("bizon", None))
    assert spoken(told.value) == {
        "steps": ["The dealer (Cal) deals 8 cards to every player."],
        "contracts": {},
        "source": "Bizon, Bizon, Complete guide and Le Bizon, Guide complet",
    }
    where = table("bizon", None)
    rules = replace(where.rules, hand=None)
    with pytest.raises(Refused) as found:
        dealing_answer(where._replace(agreed=where.agreed._replace(rules=rules)))
    (problem,) = found.value.problems
    assert (problem.code, problem.fact, text_of(problem.message)) == (
        "dealing-none", None, "the rules of Bizon say nothing of how to deal",
    )  # fmt: skip
    assert [text_of(mend) for mend in problem.mends] == ["add `[dealing]` to them"]


def test_the_seats_of_a_step_are_named_where_the_players_are() -> None:
    """Else by their place alone; of three the partner is the player across to the left."""
    where = case("bien")
    assert {name: text_of(words) for name, words in seat_words(where).items()} == {
        "dealer": "the dealer (Dee)",
        "left": "the player at the dealer's left (Ann)",
        "right": "the player at the dealer's right (Cal)",
        "across": "the dealer's partner (Bob)",
    }
    assert {name: text_of(words) for name, words in seat_words(where._replace(named=False)).items()} == {
        "dealer": "the dealer",
        "left": "the player at the dealer's left",
        "right": "the player at the dealer's right",
        "across": "the dealer's partner",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (8, "8"), ("8 if deal < 3 else 9", "8 or 9"), ("8 if deal < 3 else 9 if deal < 5 else 10", "8, 9 or 10"),
        ("deal if deal < 5 else 4", "1 to 4"), ("9 - deal if deal < 9 else 1", "1 to 8"), (None, "the same number of"),
    ],
)  # fmt: skip
def test_how_many_cards_a_hand_has(hand: int | str | None, words: str) -> None:
    """Up to three sizes are named, of more the least and the most."""
    where = table("bizon", None, hand=hand) if hand else case("bizon")
    rules = replace(where.rules, hand=None)
    none = where._replace(agreed=where.agreed._replace(rules=rules))
    assert text_of(hand_words(where if hand else none)) == words


def test_the_dealing_in_a_line_stands_in_the_place_of_the_usual_steps() -> None:
    """Before what the contract has of its own; without such a line the first step is said."""
    seats = {"dealer": "Cal", "left": "Ann", "right": "Bob", "across": "Ann"}
    where = table("bismarck-estonian", {**ORDERED, "brief": {"en": "{hand} each by {dealer}"}})
    trumps = where._replace(contract="trumps")
    assert [text_of(line) for line in dealing_summary(where, seats)] == ["12 each by Cal"]
    assert [text_of(line) for line in dealing_summary(trumps, seats)] == [
        "12 each by Cal",
        "Ann names the trumps.",
    ]
    plain = table("bismarck-estonian", ORDERED)._replace(contract="trumps")
    assert [text_of(line) for line in dealing_summary(plain, seats)] == [
        "Cal deals 12 cards.",
        "Ann names the trumps.",
    ]


def test_a_step_keeps_its_words_its_place_its_topics_and_whom_it_is_of() -> None:
    """As they stand in the rules; a step that hangs on nothing but the table is of every
    contract."""
    steps = [{**step("{dealer} cuts."), "topic": ["cut"]}, step("All pass.", "players == 3")]
    where = table(
        "bismarck-estonian", {"source": "page 1", "steps": [*steps, *ORDERED["steps"][1:3]]}
    )

    def found(where: Case) -> list[tuple[str, Any, Any, Any, Any]]:
        return [
            (one.text.in_english(), spoken(one.source), one.contracts, one.rounds, one.topics)
            for one in each_dealing_step(where)
        ]

    names, lays = "{left} names the trumps.", "{right} lays out the suits."
    usual = [("{dealer} cuts.", "page 1", (), (), ("cut",)), ("All pass.", "page 1", (), (), ())]
    assert found(where._replace(contract="trumps")) == [
        *usual, (names, "page 1", ("trumps",), (), ())
    ]  # fmt: skip
    assert found(where._replace(contract="stops-up")) == [
        *usual, (lays, "page 1", ("stops-up",), (), ())
    ]  # fmt: skip
    seventh = first_state(where.agreed)._replace(deal=7)
    assert found(case_of_next_deal(where.agreed, seventh, {})) == [
        *usual, (names, "page 1", ("trumps",), (), ())
    ]  # fmt: skip
    own = "{left} names the rank and the direction after looking at the hand."
    assert found(where._replace(contract="stops-chosen"))[-1] == (
        own,
        PLACE,
        ("stops-chosen",),
        (),
        (),
    )


def test_a_step_is_of_the_contracts_that_may_be_picked() -> None:
    """Of a game whose declarer picks one, of those left to the deal; a game without contracts has
    no step of one."""
    steps = [step("{dealer} deals."), step("{left} waits.", 'contract in ("sang", "pass")')]
    where = table("bismarck-swedish", {"steps": steps})
    deals = "1. The dealer (Cal) deals."

    def lines(where: Case) -> list[str]:
        return [text_of(line) for line in dealing_answer(where).lines[:-1]]

    waits = "The player at the dealer's left (Ann) waits."
    assert lines(where) == [deals, f"2. Sang and Pass: {waits}"]
    used = (frozenset({"spader", "sang"}), frozenset(), frozenset())
    state = first_state(where.agreed)._replace(dealer=2, used=used)
    assert lines(case_of_next_deal(where.agreed, state, {})) == [deals, f"2. Pass: {waits}"]
    steps = [step("{dealer} deals."), step("{left} waits.", "players == 4")]
    assert lines(table("bizon", {"steps": steps})) == [deals]

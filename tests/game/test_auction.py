"""The auction of Bien: who may call what, who holds the contract, and what a deal makes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from conftest import ruleset
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.game.deal_scoring import Judged, judged
from scorekeeper.game.derived_facts import auction_facts, auction_state
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.translation import Phrase

NAMES = ("Ann", "Bob", "Cal", "Dee")
TABLE = agree(ruleset("bien"), NAMES, "Dee")  # Ann, at the dealer's left, calls first


def at_dee(*calls: str) -> Any:
    return auction_state(TABLE, 3, calls)


def deal(**facts: Any) -> Judged:
    return judged(TABLE, first_state(TABLE), facts)


@pytest.mark.parametrize(
    ("calls", "holder", "bid", "turn"),
    [
        ((), None, None, 0), (("100",), 0, 100, 1), (("100", "110"), 1, 110, 2), (("pass", "100", "pass", "120"), 3, 120, None),
        (("pass",) * 4, None, None, None), (("200", "ponder", "pass", "laydown"), 3, "laydown", None), (("390", "ponder"), 1, "ponder", 2),
        (("P", "-", "Pass", "lay"), 3, "laydown", None), (("100", "pass", "150", "pass"), 2, 150, None), (("laydown", "pass"), 0, "laydown", 2),
    ],
)  # fmt: skip
def test_the_highest_call_holds_the_contract(
    calls: tuple[str, ...], holder: int | None, bid: Any, turn: int | None
) -> None:
    """Calls go round once from the dealer's left; numbers, then ponder, then laydown (BIDDING;
    rulings 4, 9)."""
    result = at_dee(*calls)
    assert (result.holder, result.bid, result.turn, result.problems) == (holder, bid, turn, ())


@pytest.mark.parametrize(
    ("calls", "message"),
    [
        (("90",), "Ann's call `90`: bids go from 100 to 660"), (("670",), "bids go from 100 to 660"), (("105",), "bids go by steps of 10"),
        (("150", "140"), "it must be above 150"),
        (("ponder", "390"), "it must be above ponder"), (("laydown", "ponder"), "above laydown"),
        (("bid",), "say a number, ponder, laydown or pass"), (("-100",), "say a number"), (("1e2",), "say a number"), (("",), "say a number"),
        (("١٠٠",), "say a number"), (("9" * 50,), "say a number"), (("9" * 9,), "bids go from 100 to 660"), (("9" * 10,), "say a number"), (("pass",) * 5, "5 calls for 4 players: each calls once"),
    ],
)  # fmt: skip
def test_a_call_out_of_order_is_refused(calls: tuple[str, ...], message: str) -> None:
    """A bid is 100 or more, by tens, at most 660, and at least 10 above the last (BIDDING;
    rulings 4, 7 and 8)."""
    assert any(message in text_of(problem.message) for problem in at_dee(*calls).problems)


@pytest.mark.parametrize(("source", "rule"), [("BIDDING", "BIDDING"), ("", None)])
def test_a_bad_call_breaks_the_rule_that_is_written(source: str, rule: str | None) -> None:
    """A refused call names the place of the rule; where the rules name none, there is none."""
    rules = ruleset("bien")
    assert rules.auction is not None
    agreed = agree(
        replace(
            rules,
            auction=replace(rules.auction, source=Phrase({"en": (source,)} if source else {})),
        ),
        NAMES,
        "Dee",
    )
    (problem,) = auction_state(agreed, 3, ["90"]).problems
    assert (problem.fact, problem.rule and text_of(problem.rule)) == ("auction", rule)


def test_every_bad_call_is_named_at_once() -> None:
    """Three bad calls are three problems, each of the player who was to call: Ann's first, then
    both of Bob's."""
    assert [
        text_of(problem.message).split("'")[0]
        for problem in at_dee("95", "100", "100", "700").problems
    ] == ["Ann", "Bob", "Bob"]


def test_a_deal_takes_bidder_and_bid_from_its_auction() -> None:
    """The calls stand in the place of bidder and bid."""
    scored = deal(auction=["100", "pass", "160", "pass"], meld=20, points=[141, 0]).scored
    assert scored is not None
    assert (scored.facts["bidder"], scored.facts["bid"], scored.turn.leader, scored.points) == (
        "Cal",
        160,
        2,
        (-3, 0),
    )


def test_an_auction_that_all_passed_is_a_passed_deal() -> None:
    """Four passes are a deal without a score."""
    scored = deal(auction=["pass"] * 4).scored
    assert scored is not None and (scored.points, scored.facts["passed"]) == ((0, 0), True)


@pytest.mark.parametrize(
    ("facts", "codes"),
    [
        ({"auction": ["100", "110"]}, {"auction-short"}),
        ({"auction": ["100", "90", "pass", "pass"]}, {"auction-call"}),
        ({"auction": ["pass"] * 5}, {"auction-long"}),
        (
            {
                "auction": ["100", "pass", "pass", "pass"],
                "bidder": "Bob",
                "meld": 0,
                "points": [100, 41],
            },
            {"auction-says"},
        ),
        (
            {
                "auction": ["100", "pass", "pass", "pass"],
                "bid": 110,
                "meld": 0,
                "points": [100, 41],
            },
            {"auction-says"},
        ),
        ({"auction": ["pass"] * 4, "meld": 20, "points": [100, 41]}, {"fact-unused"}),
        ({"auction": "100"}, {"auction-value"}),
        ({"auction": [["100"]]}, {"auction-value"}),
        ({"auction": []}, {"auction-short"}),
    ],
)
def test_a_deal_with_an_auction_that_cannot_be_is_refused(
    facts: dict[str, Any], codes: set[str]
) -> None:
    """Unfinished, out of order, contradicting what else was entered: each is refused by its own
    name."""
    assert codes <= {problem.code for problem in deal(**facts).problems}


def test_a_game_without_an_auction_has_no_calls() -> None:
    """Where the rules have no auction, that is what the answer says."""
    swedish = agree(ruleset("bismarck-swedish"), "ABC")
    result = auction_state(swedish, 0, ["100"])
    assert [problem.code for problem in result.problems] == ["auction-none"]
    assert (result.holder, result.bid, result.turn) == (None, None, None)


@given(
    st.lists(
        st.sampled_from(["pass", "ponder", "laydown"])
        | st.integers(9, 67).map(lambda tens: str(tens * 10)),
        max_size=5,
    )
)
def test_the_holder_made_the_last_call_that_was_in_order(calls: list[str]) -> None:
    """Going through the calls by hand: each that is higher than all before it takes the
    contract; one that may not be made is nobody's, and each player has one."""
    holder, height, seat = None, 90, 0
    for call in calls:
        bid = {"pass": 0, "ponder": 670, "laydown": 680}[call] if call.isalpha() else int(call)
        fits = bid >= height + 10 and (bid <= 660 or call.isalpha())
        if seat < 4 and fits:
            holder, height = seat, bid
        seat += fits or call == "pass"
    result = at_dee(*calls)
    assert (result.holder, result.turn) == (holder, seat if seat < 4 else None)


@pytest.mark.parametrize(
    ("call", "fits"), [("93", True), ("103", True), ("100", False), ("653", True), ("660", False)]
)
def test_the_steps_of_bids_are_counted_from_the_least(call: str, fits: bool) -> None:
    """From 93 by tens: 103 is a bid and 100 is none."""
    auction = TABLE.rules.auction
    assert auction is not None
    odd = TABLE._replace(rules=replace(TABLE.rules, auction=replace(auction, least=93)))
    assert (auction_state(odd, 3, [call]).problems == ()) == fits


@pytest.mark.parametrize(
    ("call", "bid"), [("solo", "Solo"), ("SOLO", "Solo"), ("solo o", "Solo ouvert"), ("sol", None)]
)
def test_a_call_is_its_whole_word_or_a_beginning_of_one(call: str, bid: str | None) -> None:
    """A call in words is known in any case, and a word that begins another is still a call of
    its own."""
    auction = TABLE.rules.auction
    assert auction is not None
    table = TABLE._replace(
        rules=replace(TABLE.rules, auction=replace(auction, above=("Solo", "Solo ouvert")))
    )
    assert auction_state(table, 3, [call]).bid == bid


def test_a_call_that_is_refused_gives_no_turn_away() -> None:
    """A call out of order counts for nothing, as a greyed-out box: "nothing will happen". The
    same player is still to call, what follows is that player's next call, and the rule is named
    (rulings 4, 16)."""
    assert at_dee("100", "90").turn == 1
    result = at_dee("100", "90", "pass")
    assert (result.holder, result.bid, result.turn) == (0, 100, 2)
    assert [(p.code, p.fact, text_of(p.rule)) for p in result.problems] == [
        ("auction-call", "auction", "BIDDING; rulings 4 (7), (8), (9)")
    ]


def test_what_a_call_must_be_above() -> None:
    """Above a number by a step, above a word by nothing more."""
    assert [text_of(problem.message) for problem in at_dee("100", "100").problems] == [
        "Bob's call `100`: it must be above 100 by 10 or more"
    ]
    assert [text_of(problem.message) for problem in at_dee("ponder", "ponder").problems] == [
        "Bob's call `ponder`: it must be above ponder"
    ]


def test_an_auction_that_cannot_be_read_hides_what_it_would_have_said() -> None:
    """While the calls cannot be read nobody is told that bidder and bid are missing."""
    found = deal(auction=[["100"]], meld=20, points=[100, 41]).problems
    assert [problem.code for problem in found] == ["auction-value"]


def test_an_auction_that_is_out_of_order_says_nothing_of_the_deal() -> None:
    """Neither bidder nor bid is taken from calls of which one was not allowed; left out, the
    rest are an auction."""
    given, found = auction_facts(TABLE, 3, ["100", "90", "pass", "pass", "pass"])
    assert (given, [(problem.code, hint_of(problem)) for problem in found]) == (
        {}, [("auction-call", "it does not count: leave it out, and the same player calls again")],
    )  # fmt: skip
    assert auction_facts(TABLE, 3, ["100", "pass", "pass", "pass"])[0] == {
        "bidder": "Ann",
        "bid": 100,
    }

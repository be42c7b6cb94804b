"""The referee's other answers: piles, auctions, layouts, dealing, rulings, miscounts, questions
in a line."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import RULESETS, merged_ruleset, ruleset
from felt import case, case_of
from hypothesis import given
from hypothesis import strategies as st
from terminal import Person

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.game.slip_hints import card_values, slips, swaps
from scorekeeper.referee.auction_answers import auction_answer
from scorekeeper.referee.dealing import (
    DealtStep,
    dealing_answer,
    dealing_summary,
    seat_words,
    step_words,
)
from scorekeeper.referee.pile_value_answers import miscount_answer, pile_answer
from scorekeeper.referee.question_context import (
    Case,
    RefereeAnswer,
    case_of_next_deal,
    read_heap,
    seat_named,
    table_case,
    with_trump,
)
from scorekeeper.referee.question_parser import answer, answered, read_question
from scorekeeper.referee.rulings import ruling_answer
from scorekeeper.referee.stops import layout_of, next_cards, stops_answer
from scorekeeper.referee.trick_answers import trick_answer
from scorekeeper.rules.cards import Suit
from scorekeeper.rules.casebook import TOPICS, casebook, known_topics, topic_shown
from scorekeeper.rules.fact_names import hyphened
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.rules.ruleset_play import DealingRules
from scorekeeper.rules.toml_table import PageContext, TomlTable, read_table
from scorekeeper.text.message import CommandLine
from scorekeeper.text.message_text import hint_of, spoken, text_of
from scorekeeper.text.problems import Refused, as_typed, see
from scorekeeper.text.translation import LANGUAGES, Phrase, speak

GAMES = sorted(path.stem for path in RULESETS.glob("*.toml"))


def code_of(ask: Any, *words: Any) -> str:
    """The code with which a question is refused."""
    with pytest.raises(Refused) as refused:
        ask(*words)
    return refused.value.problems[0].code


# --- piles -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "trump", "pile", "worth"),
    [
        ("bizon", None, "KC 9C AC", 7),
        ("bizon", None, "AC KC QC JC 10C 9C", 10),
        ("bien", "clubs", "JC 9C AC 10C KC QC 8C 7C", 60),  # "60 of these are trump points"
        ("bien", "clubs", "AH 10H KH QH JH 9H 8H 7H", 27),
        ("bien", "spades", "9C JC", 1),
        ("bien", None, "AC KH", 14),
    ],
)
def test_what_a_pile_is_worth(game: str, trump: str | None, pile: str, worth: int) -> None:
    """Each pile is worth what the source says its cards are, trumps by their own table."""
    assert pile_answer(case(game, trump=trump), [[pile]]).value["total"] == worth


@given(st.integers(0, 10**6), st.integers(1, 23))
def test_two_piles_make_the_pack(seed: int, size: int) -> None:
    """A pile and the rest of the pack are worth the pack, and nothing is missing."""
    where = case("bizon")
    pack = random.Random(seed).sample([*where.pack.cards], len(where.pack.cards))
    one, other = pack[:size], pack[size:]
    told = pile_answer(where, [one, other]).value
    assert (told["together"], told["missing"]) == (40, [])
    assert pile_answer(where, [one]).value["missing_points"] == told["piles"][1]


def test_what_two_piles_miss() -> None:
    """Of two piles that are not the whole pack the answer says which cards are missing, and what
    they are worth."""
    where = case("bizon")
    rest = [code for code in where.pack.cards if code not in ("KC", "AC", "10S", "JS")]
    told = pile_answer(where, [["KC AC"], rest]).value
    assert (told["missing"], told["missing_points"]) == (["JS", "10S"], 1)


def test_a_pot_is_worth_something_suit_by_suit() -> None:
    """Where suits are counted apart a card counts in each of its suits, and a goal card takes
    the lower of its two."""
    told = pile_answer(case("bisque"), [["3MW 4MS CM AW"]], ["6MW"]).value
    assert told["suits"] | {"moons": 17, "waves": 8, "suns": 4} == told["suits"]
    assert told["total"] == 8


def test_the_first_of_several_goal_cards_is_the_one_that_counts() -> None:
    """A pot is worth what it is for one goal card, the first that is named."""
    told = pile_answer(case("bisque"), [["3MW 4MS"]], ["6MW", "2SY"]).value
    assert (told["goal"], told["total"]) == ("6MW", 3)
    told = pile_answer(case("bisque"), [["3MW 4MS"]], ["2SY 6MW"]).value
    assert (told["goal"], told["total"]) == ("2SY", 0)


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("AM", "goals: each card must bear 2 suits, and A☽ does not"),
        ("CM", "goals: each card must bear 2 suits, and C☽ does not"),
        ("3MW", "3☽≈ cannot be in the pot: already in goals"),
    ],
)
def test_a_goal_card_that_no_one_may_choose(goal: str, said: str) -> None:
    """ "Every player picks a double suited card from his hand (no Ace or crown)": such a goal
    card is refused in the words in which a deal with it is, and so is one that lies in the pot."""
    with pytest.raises(Refused) as refused:
        pile_answer(case("bisque"), [["3MW 4MS"]], [goal])
    (problem,) = refused.value.problems
    assert text_of(problem.message) == said
    where = case("bisque").agreed
    pot = ["3MW", "4MS", "5ML", "6MW", "7ML", "3SK", "4YK", "5YK", "6SY", "AW", "3LY"]
    found = judged(where, first_state(where), {"goals": [goal, "2SY", "2WL"], "pot": pot}).problems
    assert problem in found


def test_a_ladder_with_a_gap_is_no_answer() -> None:
    """Where the rules say nothing of a rank, no pot is worth anything, and it is the rules that
    must be looked at."""
    raw = merged_ruleset("bisque")
    del raw["ladder"]["pips"]["C"]
    with pytest.raises(Refused) as refused:
        pile_answer(case_of(read_ruleset(raw, "odd")), [["3MW 4MS"]])
    (problem,) = refused.value.problems
    assert (problem.code, problem.fact) == ("formula", None)
    assert text_of(problem.message) == "`pips` finds nothing for C"
    assert problem.mends == (see(CommandLine("rules check")),)


def test_piles_that_cannot_be_ruled_on() -> None:
    """No cards, a card in two piles, trumps that matter and are not said, cards without points:
    each is refused."""
    assert code_of(pile_answer, case("bizon"), []) == "cards-missing"
    assert code_of(pile_answer, case("bizon"), [["KC"], ["KC"]]) == "card-twice"
    assert code_of(pile_answer, case("bien"), [["9C"]]) == "depends"
    assert code_of(pile_answer, case("bismarck-swedish"), [["9C"]]) == "points-none"


# --- auctions --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calls", "holder", "bid", "turn", "problems"),
    [
        ("", None, None, "Ann", 0),
        ("100", "Ann", 100, "Bob", 0),
        ("100 pass 120", "Cal", 120, "Dee", 0),
        ("100 110 120 130", "Dee", 130, None, 0),
        ("pass pass pass pass", None, None, None, 0),
        ("390 ponder laydown pass", "Cal", "laydown", None, 0),
        ("ponder 390", "Ann", "ponder", "Bob", 1),
        ("100 100", "Ann", 100, "Bob", 1),
        ("100 105", "Ann", 100, "Bob", 1),
        ("90", None, None, "Ann", 1),
        ("670", None, None, "Ann", 1),
        ("100 pass pass pass 110", "Ann", 100, None, 1),
        ("hundred", None, None, "Ann", 1),
        ("100 105 110 pass pass", "Bob", 110, None, 1),
    ],
)
def test_an_auction_of_one_call_each(
    calls: str, holder: str | None, bid: int | str | None, turn: str | None, problems: int
) -> None:
    """From the dealer's left, once each, from 100 by tens; ponder above numbers, laydown above
    ponder (BIDDING). A call that is not in order is not made: the same player is still to call
    (rulings 4, 16)."""
    told = auction_answer(case("bien"), calls.split()).value
    assert (told["holder"], told["bid"], told["turn"]) == (holder, bid, turn)
    assert len(told["problems"]) == problems
    assert told["ok"] == (problems == 0)


@pytest.mark.parametrize(
    ("calls", "holder", "trump", "turn", "problems"),
    [
        ("", None, None, "Ann", 0),
        ("pass", None, None, "Bob", 0),
        ("pass eat", "Bob", "clubs", None, 0),
        ("pass pass pass", None, None, "Ann", 0),
        ("pass pass pass hearts", "Ann", "hearts", None, 0),
        ("pass pass pass pass pass S", "Cal", "spades", None, 0),
        ("pass pass pass pass pass pass", None, None, None, 0),
        ("hearts", None, None, "Ann", 1),
        ("pass pass pass clubs", None, None, "Ann", 1),
        ("pass pass pass clubs hearts", "Ann", "hearts", None, 1),
        ("pass pass pass clubs pass", None, None, "Bob", 1),
        ("pass pass pass eat", None, None, "Ann", 1),
        ("eat pass", "Ann", "clubs", None, 1),
        ("pass pass pass pass pass pass pass", None, None, None, 1),
    ],
)
def test_an_auction_over_a_turned_card(
    calls: str, holder: str | None, trump: str | None, turn: str | None, problems: int
) -> None:
    """One round of eating the 10♣ or passing, a second of naming any suit but clubs or passing
    (guide 3, 4): "with the exception of the Bizon Grass's suit, now rendered unavailable (if you
    click on the greyed out box, nothing will happen)". The same player is still to call, and
    what follows is that player's next call."""
    told = auction_answer(case("bizon"), calls.split(), "10C").value
    assert (told["holder"], told["trump"], told["turn"]) == (holder, trump, turn)
    assert len(told["problems"]) == problems


@pytest.mark.parametrize(
    ("calls", "codes"),
    [
        ("eat pass", ["auction-long"]),
        ("hearts eat pass", ["auction-call", "auction-long"]),
        ("pass pass pass pass pass pass pass pass", ["auction-long"]),
    ],
)
def test_a_call_after_the_end_is_told_once(calls: str, codes: list[str]) -> None:
    """What comes after the end is another mistake than a call that is not in order."""
    told = auction_answer(case("bizon"), calls.split(), "10C").value
    assert [problem["code"] for problem in told["problems"]] == codes
    assert {problem["fact"] for problem in told["problems"]} == {"auction"}


def test_the_turned_card_may_be_said_as_a_fact() -> None:
    """`grass=10C` among the calls names the turned card, by the rules' own word for it."""
    told = auction_answer(case("bizon"), ["grass=10C", "pass", "pass", "pass", "clubs"]).value
    assert [problem["code"] for problem in told["problems"]] == ["auction-call"]


@pytest.mark.parametrize("game", [game for game in GAMES if game not in ("bizon", "bien")])
def test_a_game_without_an_auction_says_so(game: str) -> None:
    """Where nothing is bid the question is refused in so many words."""
    assert code_of(auction_answer, case(game), ["100"]) == "auction-none"


# --- layouts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contract", "start", "direction", "hand", "layout", "may"),
    [
        # "on a pile topped by the 10 of spades the next card played must be the Jack of spades"
        # (round 5)
        ("stops-up", None, None, "JS QS 7H", "10S", ["JS"]),
        ("stops-up", None, None, "6H 7S AC", "6S", ["6H", "7S"]),
        ("stops-up", None, None, "7H 8S", "6S", []),
        ("stops-down", None, None, "AH KS QC", "AS", ["AH", "KS"]),
        # "if the choice is 8 downwards the order of each stack must be 8-7-6-A-K-Q-J-10-9" (round
        # 7)
        ("stops-chosen", "8", "down", "AS 7H 8C", "8S 7S 6S 8H", ["AS", "7H", "8C"]),
        ("stops-chosen", "8", "down", "9S 7H", "10S", ["9S"]),
        # "If it is 8 upwards the order must be 8-9-10-J-Q-K-A-6-7"
        ("stops-chosen", "8", "up", "6S 7S 9H", "AS", ["6S"]),
        ("stops-chosen", "8", "up", "7S", "6S", ["7S"]),
        ("stops-chosen", "8", "up", "8C", "7S", ["8C"]),
    ],
)
def test_what_may_be_laid(
    contract: str, start: str | None, direction: str | None, hand: str, layout: str, may: list[str]
) -> None:
    """From each drawn hand those cards may be laid that fit on the piles; of a pile its top is
    enough."""
    told = stops_answer(
        case("bismarck-estonian", contract), [hand], [layout], start, direction
    ).value
    assert (told["playable"], told["must_play"]) == (may, bool(may))


@given(
    st.sampled_from(["6", "7", "8", "9", "10", "J", "Q", "K", "A"]), st.sampled_from(["up", "down"])
)
def test_a_suit_is_laid_to_its_end(start: str, direction: str) -> None:
    """In a ring every suit can be laid whole from any rank either way, one card after another."""
    pack = ruleset("bismarck-estonian").pack
    layout = layout_of(pack, start, direction, ring=True)
    laid = []
    for _ in range(9):
        (code,) = [code for code in next_cards(layout, pack, laid) if code.endswith("S")]
        laid.append(pack.cards[code])
    assert {card.rank for card in laid} == set(pack.ranks)
    assert not [code for code in next_cards(layout, pack, laid) if code.endswith("S")]


def test_piles_may_grow_both_ways() -> None:
    """A layout that grows up and down takes the next card on either side, and does not turn the
    corner."""
    pack = ruleset("bismarck-estonian").pack
    layout = layout_of(pack, "8", "both", ring=False)
    laid = [pack.cards[code] for code in ("8S", "9S", "7S", "6S")]
    assert {code for code in next_cards(layout, pack, laid) if code.endswith("S")} == {"10S"}


def test_a_pile_that_grows_both_ways_has_cards_on_either_side() -> None:
    """In a layout that begins with the 8 and grows up and down, every rank lies in it, and its
    tops hide what is below."""
    rules = ruleset("bismarck-estonian")
    stops = rules.contracts["stops-up"].stops
    assert stops is not None
    both = replace(
        rules.contracts["stops-up"], stops=replace(stops, start="8", direction="both", ring=False)
    )
    where = case_of(replace(rules, contracts={**rules.contracts, "stops-up": both}), "stops-up")
    told = stops_answer(where, ["JS 6S 9H 8D"], ["10S 7S 8H"], None, None).value
    assert told["playable"] == ["JS", "6S", "9H", "8D"]
    assert code_of(stops_answer, where, ["9S"], ["10S"], None, None) == "card-twice"
    pack = rules.pack
    layout = layout_of(pack, "8", "both", ring=False)
    fitting = {code for code in next_cards(layout, pack, [pack.cards["7S"]]) if code.endswith("S")}
    assert fitting == {"6S", "9S"}
    up = replace(both, stops=replace(stops, start="8", direction="up", ring=False))
    above = case_of(replace(rules, contracts={**rules.contracts, "stops-up": up}), "stops-up")
    assert code_of(stops_answer, above, ["9S"], ["7S"], None, None) == "layout-rank"


def test_the_only_layout_of_a_game_need_not_be_named() -> None:
    """Where one contract alone is laid out a question about a layout is about that one."""
    rules = ruleset("bismarck-estonian")
    one = replace(rules, contracts={name: rules.contracts[name] for name in ("trumps", "stops-up")})
    assert stops_answer(case_of(one), ["JS"], ["10S"], None, None).value["playable"] == ["JS"]
    assert code_of(stops_answer, case_of(rules), ["JS"], ["10S"], None, None) == "stops-contract"


def test_layouts_that_cannot_be_ruled_on() -> None:
    """A layout not chosen, a card that lies beneath a pile's top, a contract of tricks: each is
    refused."""
    where = case("bismarck-estonian", "stops-chosen")
    assert code_of(stops_answer, where, ["9S"], [], None, "up") == "start-missing"
    assert code_of(stops_answer, where, ["9S"], [], "8", "sideways") == "direction-unknown"
    assert (
        code_of(stops_answer, case("bismarck-estonian", "stops-up"), ["9S"], ["10S"], None, None)
        == "card-twice"
    )
    assert (  # beneath any of the piles, not only the last that was named
        code_of(stops_answer, case("bismarck-estonian", "stops-up"), ["9S"], ["10S 6H"], None, None)
        == "card-twice"
    )
    assert (
        code_of(stops_answer, case("bismarck-estonian", "stops-up"), ["9S"], [], "8", None)
        == "stops-fixed"
    )
    assert (
        code_of(stops_answer, case("bismarck-estonian", "trumps"), ["9S"], [], None, None)
        == "stops-contract"
    )
    assert code_of(stops_answer, case("bien"), ["9S"], [], None, None) == "stops-none"


# --- dealing and rulings ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_how_it_is_dealt(game: str) -> None:
    """The steps of dealing are there for every game, with their source, and no blank is left
    open in them."""
    told = dealing_answer(case(game)).value
    said = [*told["steps"], *(step for steps in told["contracts"].values() for step in steps)]
    assert told["steps"] and told["source"]
    assert not [step for step in map(text_of, said) if "{" in step or "}" in step]


def test_the_seats_of_the_deal_have_names() -> None:
    """With the players known, the Finnish passing names who passes to whom, in its order."""
    steps = spoken(dealing_answer(case("bismarck-finnish")).value)["steps"]
    assert "the partner, the player at the dealer's right (Cal)" in steps[2]
    assert steps[3].startswith("The player at the dealer's right (Cal) passes one card")
    assert steps[4].startswith(
        "Last, the dealer's partner (Bob) passes one card to the dealer (Dee)"
    )


def test_options_change_the_dealing() -> None:
    """Which cards lie on the table, and whether forehand's hand is dealt before the choice, are
    as the table agreed."""
    usual = dealing_answer(case("bismarck-swedish"))
    other = dealing_answer(case("bismarck-swedish", table_cards="last-four", see_hand_first=True))
    assert [
        *in_order(
            usual,
            "the top four cards",
            "on these four cards alone",
            "deals the other 48 cards",
            "takes the four",
        )
    ]
    assert [
        *in_order(
            other,
            "deals 48 cards",
            "the last four cards",
            "having seen the hand and the four",
            "takes the four",
        )
    ]
    assert spoken(usual.lines)[-1].endswith(", Deal and Contracts")
    assert spoken(other.lines)[-1].endswith(
        "Deal and Contracts; Variations, Choice of Contract; Variations, Deal"
    )


def in_order(told: RefereeAnswer, *parts: str) -> Iterator[int]:
    """The places of the steps that say these, which rise."""
    place, steps = 0, spoken(told.value)["steps"]
    for part in parts:
        place = next(n for n, step in enumerate(steps) if n >= place and part in step)
        yield place


@pytest.mark.parametrize("see_hand_first", [False, True])
@pytest.mark.parametrize("table_cards", ["first-four", "last-four", "any-four"])
def test_cards_are_dealt_in_an_order_that_can_be_done(
    table_cards: str, see_hand_first: bool
) -> None:
    """ "Some deal the first four cards, some the last four and some allow the dealer to deal any
    four non-consecutive cards face up except for the first and last cards": the top four can be
    laid before the deal, the last four only after it, any four only in its course; and who sees
    the hand first chooses after the deal."""
    told = dealing_answer(
        case("bismarck-swedish", table_cards=table_cards, see_hand_first=see_hand_first)
    )
    (laid,) = [
        n for n, step in enumerate(spoken(told.value)["steps"]) if "face up on the table" in step
    ]
    (dealt,) = [n for n, step in enumerate(spoken(told.value)["steps"]) if "48 cards" in step]
    (chosen,) = [
        n for n, step in enumerate(spoken(told.value)["steps"]) if "chooses the contract" in step
    ]
    assert {"first-four": laid < dealt, "last-four": laid > dealt, "any-four": laid == dealt}[
        table_cards
    ]
    assert laid < chosen and (dealt < chosen) is (see_hand_first or table_cards != "first-four")
    assert len(spoken(told.value)["steps"]) - 1 == next(
        n for n, s in enumerate(spoken(told.value)["steps"]) if "discards any four" in s
    )


def test_the_last_round_is_chosen_before_the_deal() -> None:
    """ "Before the deal, the player to dealer's left chooses any one of the contracts from rounds
    1-6 to play again. (They are not allowed to repeat round 7.)" So the dealing of round 7 is
    not there, and the choice comes first."""
    where = case("bismarck-estonian")
    told = spoken(
        dealing_answer(
            case_of_next_deal(where.agreed, first_state(where.agreed)._replace(deal=22), {})
        ).value
    )
    assert told["steps"][0] == (
        "Before the deal the player at the dealer's left (Ann) chooses one of the contracts of rounds 1 to 6 to play again: "
        "No trumps; No trumps, lose; Trumps; Trumps, lose; Stops up; Stops down."
    )
    paused = [name for name, steps in told["contracts"].items() if "pauses" in str(steps)]
    assert paused == ["trumps", "trumps-lose"]
    round_7 = spoken(
        dealing_answer(
            case_of_next_deal(where.agreed, first_state(where.agreed)._replace(deal=19), {})
        ).value
    )
    assert list(round_7["contracts"]) == ["stops-chosen"]
    assert "pauses" not in str(round_7)


def test_what_is_asked_of_a_session_is_of_the_contracts_left_to_its_deal() -> None:
    """A trick of a deal that can only be Sang or Pass has a winner, whichever of the two it is."""
    where = case("bismarck-swedish")
    state = first_state(where.agreed)._replace(
        used=(frozenset({"spader", "trumf"}), frozenset(), frozenset()), dealer=2
    )
    assert (
        spoken(trick_answer(case_of_next_deal(where.agreed, state, {}), ["KH", "2S", "7H"]).value)[
            "card"
        ]
        == "KH"
    )


@pytest.mark.parametrize(
    ("game", "topic", "said"),
    [
        ("bismarck-swedish", "cut", "The dealer shuffles and the player at the dealer's right cuts."),
        ("bismarck-swedish", "shuffle", "The dealer shuffles"), ("bisque", "shuffle", "The dealer shuffles and deals the whole deck"),
        ("bisque", "cut", "cut: the source is silent"), ("bien", "ponder", "Ponder: the bidder's side must take all eight"),
        ("bismarck-estonian", "next-dealer", "In the first deal the holder of the ace of clubs"),
        ("bizon", "cutting", "To put a trump on the table"), ("bizon", "couper", "To put a trump on the table"),
        ("bizon", "cut", "cut: the source is silent; how it is done is for the players to agree"),
        ("bizon", "first-dealer", "first-dealer: the source is silent; how it is done is for the players"),
        ("bizon", "revoke", "revoke: the source is silent; what it costs is for the players to agree"),
        ("bien", "laydown", "Ponder: the bidder's side must take all eight"), ("bien", "marriage", "Meld must be shown"),
        ("bien", "under-trump", "Who trumps must not play lower than a trump of the opponents"),
    ],
)  # fmt: skip
def test_what_the_dealing_says_is_no_silence(game: str, topic: str, said: str) -> None:
    """Where the steps of dealing speak of cutting or shuffling, or a ruling of who deals next,
    that is what is said."""
    assert spoken(ruling_answer(case(game)._replace(named=False), topic).lines)[0].startswith(said)


def test_the_dealer_s_left_does_not_lead_to_a_deal_that_somebody_else_begins(
    tmp_path: Path,
) -> None:
    """Estonian, deal 1: "it is the player holding the Ace of clubs who begins"."""
    person = Person(tmp_path).after("new bismarck-estonian A B C --name one")
    first = person.does("referee ruling lead -s one").out
    assert "the holder of the ace of clubs leads to the first trick" in first
    assert "the dealer's left leads" not in first
    second = person.after("deal A 6 3").does("referee ruling lead -s one").out
    assert "the dealer's left leads to the first trick" in second


def test_a_step_of_one_round_is_told_with_the_contracts_of_that_round() -> None:
    """Estonia's eighth round leaves the first six contracts to choose from; where it is not known
    which deal is meant, the step stands behind its round, and lists no seventh."""
    told = spoken(dealing_answer(case("bismarck-estonian")).lines)
    assert told[0] == (
        "1. round 8: Before the deal the player at the dealer's left (Ann) chooses one of the contracts of "
        "rounds 1 to 6 to play again: No trumps; No trumps, lose; Trumps; Trumps, lose; Stops up; Stops down."
    )


def test_a_contract_has_its_own_dealing() -> None:
    """Estonia's pause after three cards belongs to its trump rounds alone."""
    assert "three cards to each player and pauses" in str(
        dealing_answer(case("bismarck-estonian", "trumps")).value["contracts"]
    )
    assert "pauses" not in str(
        dealing_answer(case("bismarck-estonian", "no-trumps")).value["contracts"]
    )


@pytest.mark.parametrize(("deal", "total"), [(1, 10), (3, 8), (13, 4)])
def test_what_a_count_must_be_may_hang_on_the_deal(deal: int, total: int) -> None:
    """At the table a question about a count is of the coming deal: ten tricks in the first, eight in
    the third, four in the thirteenth."""
    agreed = agree(ruleset("more/oh-hell"), ["Ann", "Bob", "Cal"])
    state = first_state(agreed)._replace(deal=deal)
    (told, *_) = answered(agreed, state, {}, ["miscount", "tricks=1,1,0"])
    assert f"it must be {total}" in text_of(told)


@pytest.mark.parametrize(
    ("deal", "players", "said"),
    [
        (1, 3, "The dealer (Ann) deals 10 cards to every player."), (3, 3, "The dealer (Ann) deals 8 cards to every player."),
        (13, 7, "The dealer (Ann) deals 7 cards to every player."), (None, 7, "The dealer (Ann) deals 1 to 7 cards to every player."),
        (None, None, "The dealer deals 1 to 10 cards to every player."),
    ],
)  # fmt: skip
def test_hands_that_change_from_deal_to_deal(
    deal: int | None, players: int | None, said: str
) -> None:
    """The dealer is told how many cards this deal has; of no deal in particular the least and
    the most are said."""
    rules = ruleset("more/oh-hell")
    agreed = agree(rules, ["Ann", "Bob", "Cal", "Dee", "Eve", "Flo", "Gil"][: players or 3])
    state = first_state(agreed)._replace(deal=deal) if deal else None
    told = dealing_answer(untold(table_case(agreed, players is not None, 0)._replace(state=state)))
    assert spoken(told.value)["steps"] == [said]


def untold(where: Case) -> Case:
    """The case under rules that say nothing of the dealing."""
    return where._replace(
        referee=replace(
            where.referee, dealing=read_table(TomlTable({}, "dealing", PageContext()), DealingRules)
        )
    )


def test_a_game_that_is_over_has_no_coming_deal() -> None:
    """After the last deal a question is of no deal in particular."""
    agreed = agree(ruleset("more/oh-hell"), ["Ann", "Bob", "Cal"])
    over = first_state(agreed)._replace(deal=20, over=True)
    assert "1 to 10 each" in spoken(answered(agreed, over, {}, ["dealing"]))[0]


def test_rules_that_say_nothing_of_dealing() -> None:
    """Without steps the size of a hand is what is said of the deal; without a size nothing is."""
    rules = ruleset("bizon")
    assert (
        spoken(dealing_answer(untold(case_of(rules))).lines)[0]
        == "1. The dealer (Cal) deals 8 cards to every player."
    )
    assert code_of(dealing_answer, untold(case_of(replace(rules, hand=None)))) == "dealing-none"


@pytest.mark.parametrize("game", GAMES)
def test_every_topic_has_an_answer_in_every_game(game: str) -> None:
    """Each topic is answered with its place, or the source is said to be silent; no penalty is
    made up."""
    for topic in TOPICS:
        told = ruling_answer(case(game), topic).value
        assert told["silent"] == (told["rulings"] == [])
        assert all(row["source"] and row["text"] for row in told["rulings"])


@pytest.mark.parametrize(
    ("game", "topic", "said"),
    [
        ("bismarck-swedish", "misdeal", "Forehand who forgets to discard and starts with 20 cards"),
        ("bien", "misdeal", "the deal passes to the opponent on the left"),
        ("bizon", "last trick", "at any time"),
        ("bizon", "exposed-card", "It is forbidden"),
        ("bisque", "redeal", "single-suited"),
        ("bismarck-estonian", "first-dealer", "Any player may deal first"),
        ("bien", "lead", "even if by mistake"),
        ("bismarck-finnish", "exchange", "Four cards to the partner"),
    ],
)
def test_what_the_rules_say(game: str, topic: str, said: str) -> None:
    """What the source says on a topic is quoted."""
    assert any(
        said in row["text"] for row in spoken(ruling_answer(case(game), topic).value)["rulings"]
    )


@pytest.mark.parametrize("game", ["bizon", "bien", "bismarck-swedish", "bisque"])
def test_no_source_speaks_of_revokes(game: str) -> None:
    """On what a revoke costs every source is silent; the duty that it breaks is quoted."""
    told = ruling_answer(case(game), "revoke").value
    assert told["silent"]
    assert told["duties"]


def test_a_topic_may_be_begun_or_misspelt() -> None:
    """A beginning is enough where only one topic has it; a word that is none is refused with the
    likely one."""
    assert ruling_answer(case("bizon"), "misd").value["topic"] == "misdeal"
    assert ruling_answer(case("bizon"), "renege").value["topic"] == "revoke"
    assert code_of(ruling_answer, case("bizon"), "mistdeal") == "topic-unknown"


def test_every_other_word_for_a_topic_names_it() -> None:
    """Each of the words that tables use for a topic is answered under that topic, and none
    belongs to two."""
    for name, words in TOPICS.items():
        assert [ruling_answer(case("bizon"), word).value.get("topic") for word in (name, *words.spellings())] == [
            name, *[name for _ in words.spellings()]
        ]  # fmt: skip


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    "topic", ["last-trick", "dernier-pli", "Dernier Pli", "sista-sticket", "dernier", "sista"]
)
def test_a_topic_is_known_by_its_word_in_every_language(code: str, topic: str) -> None:
    """Whichever language is spoken, `dernier-pli` and `sista-sticket` are the last trick."""
    speak(code)
    assert ruling_answer(case("bizon"), topic).value["topic"] == "last-trick"


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_topics_are_listed_in_the_language_spoken(code: str) -> None:
    """A list of topics, and what is told of one, has their words in the language spoken; each is
    read back."""
    shown = {"en": "last-trick", "fr": "dernier-pli", "sv": "sista-sticket"}[code]
    own = {"en": "separate-piles", "fr": "plis-séparés", "sv": "skilda-högar"}[code]
    speak(code)
    listed = (
        spoken(ruling_answer(case("bizon"), None).lines)[0]
        .partition(":")[2]
        .replace(" ", "")
        .split(",")
    )
    assert {shown, own} <= set(listed)
    told = spoken(ruling_answer(case("bizon"), None).value)["topics"]
    assert [spoken(ruling_answer(case("bizon"), word).value)["topic"] for word in listed] == told
    with pytest.raises(Refused) as refused:
        ruling_answer(case("bizon"), "xyzzy")
    assert shown in (hint_of(refused.value.problems[0]) or "")
    silent = {"en": "claim", "fr": "revendication", "sv": "anspråk"}[code]
    assert spoken(ruling_answer(case("bizon"), "claim").lines)[0].startswith(silent)


def test_every_topic_has_words_in_every_language() -> None:
    """Those that tables commonly ask about and those of the shipped games; what is shown is one
    word for a shell."""
    for game in GAMES:
        for name, words in known_topics(casebook(ruleset(game))).items():
            assert set(LANGUAGES) <= set(words.by_language), name
            assert topic_shown(name, words) == name
            assert all(as_typed(hyphened(word)) == hyphened(word) for word in words.spellings())


def test_without_a_topic_all_are_listed() -> None:
    """Without a topic the answer says of what the rules speak and on what they are silent."""
    told = ruling_answer(case("bizon"), None).value
    assert "last-trick" in told["topics"] and "revoke" in told["silent"]
    assert not set(told["topics"]) & set(told["silent"])


# --- miscounts -------------------------------------------------------------------------------------


def said(
    game: str, count: str, column: list[int], total: int
) -> list[tuple[str, tuple[int, ...] | None]]:
    rules = ruleset(game)
    names = ("Ann", "Bob", "Cal", "Dee")[: len(column)]
    seats = rules.players[0]
    return [
        (text_of(s.said), s.column)
        for s in slips(rules.counts[count], column, total, names, seats, rules.pack)
    ]


def test_one_trick_too_many() -> None:
    """17 tricks of 16: one pile was counted one too high, whichever it was; the last named comes
    first."""
    found = said("bismarck-swedish", "tricks", [8, 5, 4], 16)
    assert [column for _, column in found] == [(8, 5, 3), (8, 4, 4), (7, 5, 4)]


@pytest.mark.parametrize(
    ("game", "count", "column", "total", "slip"),
    [
        (
            "bismarck-swedish",
            "tricks",
            [24, 15, 9],
            16,
            ("these are cards: a trick has 3", (8, 5, 3)),
        ),
        ("bismarck-swedish", "tricks", [8, 15, 3], 16, ("Bob's 15 are cards: 5 tricks", (8, 5, 3))),
        ("bismarck-swedish", "tricks", [8, 2, 3], 16, ("Cal was given 3 too few", (8, 2, 6))),
        ("bizon", "gp", [16, 12, 11], 40, ("one J was left out (1)", None)),
        (
            "bien",
            "points",
            [50, 81],
            141,
            ("one 10 was left out (10), perhaps that of trumps", None),
        ),
        ("bien", "points", [40, 61], 141, ("every 10 was left out (40 in all)", None)),
        ("bien", "points", [60, 61], 141, ("the J of trumps was left out (20)", None)),
        (
            "bien",
            "points",
            [60, 62],
            141,
            ("the J of trumps was counted as a plain one (1 for 20)", None),
        ),
        ("bien", "points", [60, 67], 141, ("the 9 of trumps was left out (14)", None)),
        (
            "bien",
            "points",
            [60, 18],
            141,
            ("Bob's 18 is 81 with its figures turned round", (60, 81)),
        ),
    ],
)
def test_which_slip_explains_it(
    game: str, count: str, column: list[int], total: int, slip: tuple[str, tuple[int, ...] | None]
) -> None:
    """Each wrong total is explained by the one slip that makes it."""
    assert slip in said(game, count, column, total)


@pytest.mark.parametrize(
    ("game", "count", "column", "total", "slips_said"),
    [
        ("bien", "points", [50, 81], 141, ["one 10 was left out (10), perhaps that of trumps"]),
        ("bien", "points", [60, 91], 141, ["one 10 was counted twice (10), perhaps that of trumps"]),
        ("bien", "points", [80, 81], 141, ["the J of trumps was counted twice (20)"]),
        ("bien", "points", [81, 79], 141, ["a plain J was counted as one of trumps (20 for 1)"]),
        ("bien", "points", [60, 62], 141, ["the J of trumps was counted as a plain one (1 for 20)"]),
        ("bien", "points", [60, 58], 141, ["every J was left out (23 in all)"]),
        ("bien", "points", [60, 95], 141, ["the 9 of trumps was counted twice (14)", "every 9 was counted twice (14 in all)", "a plain 9 was counted as one of trumps (14 for 0)"]),
        ("bien", "points", [100, 140], 141, ["Bob was given 99 too many", "Ann was given 99 too many"]),
        ("bien", "points", [60, 90], 141, ["Bob was given 9 too many", "Ann was given 9 too many"]),
        ("bizon", "gp", [16, 12, 13], 40, ["one J was counted twice (1)"]),
        ("bizon", "gp", [4, 10, 10], 40, ["every A was left out (16 in all)"]),
        ("bizon", "gp", [12, 12, 12], 40, ["one A was left out (4)", "every J was left out (4 in all)"]),
        ("bizon", "gp", [13, 21, 15], 40, ["Bob's 21 is 12 with its figures turned round"]),
        ("bisque", "scores", [5, 6, 8], 18, ["Cal was given one too many", "Bob was given one too many", "Ann was given one too many"]),
        ("bisque", "scores", [5, 6, 21], 23, ["Cal's 21 is 12 with its figures turned round"]),
        ("bismarck-swedish", "tricks", [6, 6, 5], 16, ["Cal was given one too many", "Bob was given one too many", "Ann was given one too many"]),
        ("bismarck-swedish", "tricks", [6, 6, 3], 16, ["Cal was given one too few", "Bob was given one too few", "Ann was given one too few"]),
        ("bismarck-swedish", "tricks", [8, 2, 3], 16, ["Cal was given 3 too few", "Bob was given 3 too few", "Ann was given 3 too few"]),
        ("bismarck-swedish", "tricks", [16, 2, 0], 16, ["Bob was given 2 too many", "Ann was given 2 too many"]),
        ("bismarck-swedish", "tricks", [16, 1, 0], 16, ["Bob was given one too many", "Ann was given one too many"]),
        ("bismarck-swedish", "tricks", [24, 15, 9], 16, ["these are cards: a trick has 3"]),
        ("bismarck-swedish", "tricks", [25, 14, 9], 16, []),
        ("bismarck-swedish", "tricks", [9, 8, 5], 16, ["Ann's 9 are cards: 3 tricks"]),
        ("bismarck-swedish", "tricks", [3, 6, 9], 16, ["Ann's 3 are cards: 1 tricks"]),
        ("bismarck-swedish", "tricks", [10, 6, 9], 16, ["Ann's 10 is 1 with its figures turned round"]),
        ("bismarck-swedish", "tricks", [21, 1, 3], 16, ["Ann's 21 is 12 with its figures turned round"]),
        ("bismarck-swedish", "tricks", [6, 6, 4], 16, []),
    ],
)  # fmt: skip
def test_only_what_explains_it_is_said(
    game: str, count: str, column: list[int], total: int, slips_said: list[str]
) -> None:
    """Every slip that makes this total of the right one, the likeliest first, and none besides."""
    assert [words for words, _ in said(game, count, column, total)] == slips_said


def test_only_sides_whose_tricks_differ_can_have_changed_places() -> None:
    """Two sides with the same number of tricks explain nothing by changing places."""
    gp = card_values(ruleset("bizon"), ruleset("bizon").counts["gp"])
    assert swaps(gp, (4, 4, 0), (20, 20, 0), "ABC", 3) == []
    assert [slip.column for slip in swaps(gp, (0, 1, 7), (8, 0, 32), "ABC", 3)] == [(1, 0, 7)]


@given(st.lists(st.integers(0, 30), min_size=3, max_size=3))
def test_a_slip_that_is_put_right_adds_up(column: list[int]) -> None:
    """Whatever the numbers, the column that a slip proposes adds up to the total, and a right
    total has no slip."""
    found = said("bismarck-swedish", "tricks", column, 16)
    assert all(sum(right) == 16 for _, right in found if right is not None)
    assert sum(column) != 16 or found == []


def test_two_players_counts_that_changed_places() -> None:
    """GP in a pile without tricks: with two players' tricks put back each pile can hold its
    points."""
    where = case("bizon")
    facts = {"gp": (8, 0, 32), "tricks": (0, 1, 7)}
    told = spoken(miscount_answer(where, first_state(where.agreed), facts).value)
    assert told["swaps"] == ["the tricks of Ann and Bob changed places"]
    assert told["counts"]["tricks"]["cards"] == {"Ann": 0, "Bob": 3, "Cal": 21}


def test_tricks_without_a_fixed_total() -> None:
    """Where the rules fix no number of tricks the cards of each pile are told, and none of all."""
    rules = ruleset("more/spades")
    free = replace(
        rules, counts={**rules.counts, "tricks": replace(rules.counts["tricks"], total=None)}
    )
    where = case_of(free)
    told = miscount_answer(where, first_state(where.agreed), {"tricks": (4, 3, 3, 2)})
    assert tuple(map(text_of, told.lines[:2])) == (
        "tricks: 4 + 3 + 3 + 2 = 12; the rules fix no total",
        "  cards in the piles: Ann 16, Bob 12, Cal 12, Dee 8",
    )
    assert told.value["counts"]["tricks"]["pack"] is None


def test_the_refusal_of_a_deal_says_what_to_count() -> None:
    """A wrong number of tricks is refused with the cards that the piles must hold and the entry
    to make then."""
    agreed = agree(ruleset("bismarck-swedish"), ["Anna", "Björn", "Cleo"])
    verdict = judged(agreed, first_state(agreed), {"contract": "sang", "tricks": (8, 5, 4)})
    (problem,) = [p for p in verdict.problems if p.code == "tricks-total"]
    assert hint_of(problem) is not None
    assert hint_of(problem).startswith(
        "count the cards, not the tricks: the piles must hold 24, 15 and 9 or "
    )
    assert hint_of(problem).endswith("then scorekeeper deal sang 8 5 3")


# --- questions in a line ---------------------------------------------------------------------------


def at_table(
    words: str, facts: dict[str, Any] | None = None, game: str = "bismarck-swedish"
) -> list[str]:
    where: Case = case(game)
    state = first_state(where.agreed)._replace(dealer=where.dealer)
    return [text_of(line) for line in answered(where.agreed, state, facts or {}, words.split())]


def test_a_question_at_the_table_knows_the_deal() -> None:
    """In the middle of a deal its contract and trumps need not be said again."""
    assert (
        at_table("trick KH 2S 7H", {"contract": "spader"})[0] == "card 2 wins: 2♠ is the only trump"
    )
    assert at_table("trick KH 2S 7H leader=Bob", {"contract": "sang"})[0].startswith(
        "Bob wins: K♥ is the highest"
    )
    assert at_table("trick KH 2S 7H trump=spades")[0] == "card 2 wins: 2♠ is the only trump"
    assert at_table("legal 2H KH 3S / 5H")[0] == "may be played: 2♥ K♥"
    assert (
        at_table("points KC AC / QS JS", game="bizon")[0]
        == "pile 1: 2 cards worth 7 GP: K♣ 3, A♣ 4"
    )
    assert at_table("melds KS QS said trump=S", game="bien")[0] == "marriage K♠ Q♠: 20"
    assert at_table("auction 100 pass", game="bien")[1] == "Ann holds it with 100"
    assert (
        at_table("miscount 8 5 4", {"contract": "sang"})[0]
        == "tricks: 8 + 5 + 4 = 17; it must be 16, 1 fewer"
    )
    assert at_table("ruling misdeal")[0].startswith(
        "Forehand who forgets to discard and starts with 20 cards"
    )
    assert (
        at_table("dealing")[0]
        == "1. The dealer (Cal) shuffles and the player at the dealer's right (Bob) cuts."
    )


def test_the_stroke_of_a_question_is_that_of_the_command_line(tmp_path: Path) -> None:
    """`HAND / TABLE` is asked of `referee legal` as at the table, as its hint has it."""
    person, game = Person(tmp_path), "--rules bismarck-estonian --contract trumps"
    hint = person.types("referee", "legal", *game.split()).err.split("for example scorekeeper ")[1]
    assert hint.strip() == "referee legal AC AH 6S / KC --rules bismarck-estonian"
    by_option = person.types(
        "referee", "legal", "--hand", "AC AH 6S", "--trick", "KC", *game.split()
    )
    assert person.does(f"{hint.strip()} --contract trumps").out == by_option.out
    assert by_option.out.startswith("may be played: A♣\nmay not: A♥ 6♠\n")


@pytest.mark.parametrize(
    ("words", "game"),
    [
        ("trick KH 2S trump=S / 7S", "bismarck-swedish"), ("auction 100 pass / 120", "bien"),
        ("ruling misdeal / revoke", "bismarck-swedish"), ("miscount 8 5 4 / 8 4 4", "bismarck-swedish"),
    ],
)  # fmt: skip
def test_a_question_of_one_part_ends_at_the_stroke(words: str, game: str) -> None:
    """What has only one part is asked about what stands before the `/`."""
    assert at_table(words, game=game) == at_table(words.partition(" / ")[0], game=game)


@pytest.mark.parametrize(
    ("named", "placed", "game"),
    [
        ("trick trick=KH,2H,7H", "trick KH,2H,7H", "bismarck-swedish"),
        ("legal hand=2H,KH,3S trick=5H", "legal 2H,KH,3S / 5H", "bismarck-swedish"),
        ("legal hand=2H,KH,3S 5H", "legal 2H,KH,3S / 5H", "bismarck-swedish"),
        ("melds hand=KS,QS partner=JS,10S,9S trump=S", "melds KS,QS / JS,10S,9S trump=S", "bien"),
        ("points KC other=QS", "points KC / QS", "bizon"),
        ("stops hand=JS,7H layout=10S contract=stops-up", "stops JS,7H / 10S contract=stops-up", "bismarck-estonian"),
        ("stops hand=JS,7H 10S contract=stops-up", "stops JS,7H / 10S contract=stops-up", "bismarck-estonian"),
        (
            "discard QH,JH,10H,9H hand=2H,QH,JH,10H,9H talon=8H", "discard QH,JH,10H,9H / 2H,QH,JH,10H,9H / 8H",
            "bismarck-swedish",
        ),
    ],
)  # fmt: skip
def test_a_part_of_a_question_may_be_said_by_its_name(named: str, placed: str, game: str) -> None:
    """`hand=…` is what stands before the first `/`, and what has no name stands there then."""
    facts = {"contract": "sang"} if game == "bismarck-swedish" else {}
    assert at_table(named, facts, game) == at_table(placed, facts, game)


@pytest.mark.parametrize(
    ("words", "total"),
    [
        ("miscount 6 6 4", 16), ("miscount 6 6 4 contract=sang", 16), ("miscount 6 6 4 contract=pass", 15),
        ("miscount 6 6 4 trump=hearts", 14), ("miscount 6 6 4 trump=none", 16),
        ("miscount 6 6 4 contract=trumf trump=hearts", 14), ("miscount sang 6 6 4 contract=pass", 16),
    ],
)  # fmt: skip
def test_what_a_count_must_be_may_hang_on_the_contract_and_the_trumps(
    words: str, total: int
) -> None:
    """A miscount is looked for under the contract and the trumps that are said beside it; those
    among its words go first."""
    raw = merged_ruleset("bismarck-swedish")
    raw["count"]["tricks"]["total"] = '15 if contract == "pass" else 14 if given(trump) else 16'
    told = answer(case_of(read_ruleset(raw, "odd")), read_question(words.split())).value
    assert told["counts"]["tricks"]["total"] == total


def test_a_word_that_two_suits_begin_with_is_neither() -> None:
    """Of trumps that could be several suits the choices are said; a whole word or a letter is
    one suit."""
    latin = [("cups", "U"), ("coins", "O"), ("clubs", "B"), ("swords", "S")]
    suits = {
        name: Suit(
            id=name, letter=letter, symbol=letter, words=Phrase({"en": (name,)}), letters=Phrase({})
        )
        for name, letter in latin
    }
    rules = ruleset("bizon")
    where = case_of(replace(rules, pack=replace(rules.pack, suits=suits)))
    assert [with_trump(where, word).trump for word in ("cu", "coins", "b", "None")] == [
        "cups",
        "coins",
        "clubs",
        "none",
    ]
    with pytest.raises(Refused) as refused:
        with_trump(where, "c")
    (problem,) = refused.value.problems
    assert (problem.code, problem.fact) == ("suit-unknown", "trump")
    assert text_of(problem.message) == "`c` could be cups, coins or clubs"
    assert hint_of(problem) == "say cups, coins, clubs, swords or none"


def test_cards_may_be_written_in_one_word() -> None:
    """Commas and blanks part cards, one too many does no harm; a card's own name may have blanks
    and commas in it; a name that two players begin with is nobody's."""
    where = case("bizon")
    assert [card.code for card in read_heap(where, ["KC,,AC,", "9S QS", " JH "])] == [
        "KC",
        "AC",
        "9S",
        "QS",
        "JH",
    ]
    decktet = case("bisque")
    heap = read_heap(decktet, ["the Chance Meeting, Author , 3MW AM", "The Mill"])
    assert [card.code for card in heap] == ["7ML", "2MK", "3MW", "AM", "8WL"]
    rows = ((row[0], "Huntress, the") if row[0] == "CM" else row for row in decktet.pack.rows or ())
    pack = replace(decktet.pack, rows=tuple(rows))
    other = case_of(replace(decktet.rules, pack=pack))
    assert [card.code for card in read_heap(other, ["Huntress, the"])] == ["CM"]
    agreed = agree(ruleset("bizon"), ["Anna", "Annika", "Bo"])
    assert seat_named(agreed, "annik", "leader") == 1
    assert code_of(seat_named, agreed, "ann", "leader") == "player-ambiguous"


def test_a_question_may_be_begun() -> None:
    """What is asked may be begun with letters that only it has; what nobody can ask is refused."""
    assert read_question(["tr", "KH"]).what == "trick"
    assert code_of(read_question, ["quartet"]) == "question-unknown"
    assert code_of(read_question, []) == "question-missing"


def test_a_step_of_some_rounds_stands_behind_all_of_them() -> None:
    """Where it is not known which deal is meant, the rounds that alone have a step are listed."""
    step = DealtStep(text=Phrase({}), source=None, said="Nobody cuts.", rounds=(1, 2, 5))
    assert text_of(step_words(case("bizon"), step)) == "round 1, 2 and 5: Nobody cuts."


def test_a_key_ends_at_its_first_sign() -> None:
    """What stands behind the first `=` is said by the key, with further ones; a word that begins
    with no key is a word of the question."""
    asked = read_question(["trick", "KH", "leader=A=B", "x=leader=A", "said", "/", "7S"])
    assert asked.given == {"leader": "A=B"}
    assert asked.parts == (("KH", "x=leader=A", "said"), ("7S",))
    assert read_question(["melds", "KH", "late"]).given == {"late": "yes"}


def test_the_dealing_in_short_has_the_steps_of_the_contract_known() -> None:
    """A step that asks for the contract is one of its own steps, and those of others are not."""
    where = case("bismarck-estonian", "trumps")
    left = seat_words(where)["left"]
    assert spoken(dealing_summary(where, seat_words(where))) == [
        f"Three cards each, then a pause: {text_of(left)} names the trump suit on them; then the "
        "rest: 12 each"
    ]


@pytest.mark.parametrize(
    ("code", "none", "one"),
    [
        ("en", "it has 0 cards;", "it has 1 card;"), ("fr", "il a 0 carte ;", "il a 1 carte ;"),
        ("sv", "det har 0 kort;", "det har 1 kort;"),
    ],
)  # fmt: skip
def test_no_card_and_one_card_have_their_own_form(
    tmp_path: Path, code: str, none: str, one: str
) -> None:
    """In French nought goes with the singular, in English with the plural."""
    path, somebody = tmp_path / "deal.toml", Person(tmp_path / "home")
    for cards, said in (("", none), ("2MK", one)):
        path.write_text(
            f'players = ["Ann", "Bo", "Cal"]\nleader = "Ann"\ntricks = ["{cards}", "CM AM 3MW"]'
        )
        told = somebody.types("referee", "deal", str(path), "--rules", "bisque", "--lang", code)
        assert said in told.err.replace("\xa0", " ").replace("\u202f", " ")


def test_of_a_deal_that_is_not_known_every_contracts_step_is_told() -> None:
    """Where neither the contract nor which are open is known, a step stands with the contracts
    that alone have it."""
    where = case("bismarck-estonian")._replace(opened=())
    assert set(dealing_answer(where).value["contracts"]) == set(where.rules.contracts)

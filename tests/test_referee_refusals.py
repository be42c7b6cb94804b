"""What the referee refuses and what it finds wrong, whole: the code, the part of the question or
the record that it is of, the place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from felt import case, case_of
from test_referee_deal import BIZON
from test_referee_exchange import own
from test_referee_records import THREE

from scorekeeper.problems import Problem, Refused
from scorekeeper.referee.case import case_at, cited
from scorekeeper.referee.deal_record import parsed, read_record
from scorekeeper.referee.miscount import miscount_answer
from scorekeeper.referee.trick_answers import legal_answer, trick_answer
from scorekeeper.referee.verdict import deal_verdict
from scorekeeper.schedule import first_state
from scorekeeper.speech import spoken, text_of

BISQUE, BIZON_SPADES = case("bisque"), case("bizon", trump="spades")


def shown(problems: Sequence[Problem]) -> list[tuple[Any, ...]]:
    """Of each problem the code, what it is of, and where."""
    return [(p.code, p.fact, spoken(p.place)) for p in problems]


def refused(ask: Callable[[], object]) -> list[tuple[str, str | None]]:
    """The problems with which a question is refused: the code, and what it is of."""
    with pytest.raises(Refused) as found:
        ask()
    return [(p.code, p.fact) for p in found.value.problems]


def wrong(text: str, words: Sequence[str] = (), where: Any = THREE) -> list[tuple[Any, ...]]:
    """What is wrong with a record, or why it cannot be read."""
    try:
        return shown(deal_verdict(read_record(parsed(text, "it"), where, words)).faults)
    except Refused as found:
        return shown(found.problems)


# --- questions about a trick -------------------------------------------------------------------------


def test_each_unknown_card_is_named_with_the_part_of_the_question_that_has_it() -> None:
    """Of a trick its cards, the pot, the goal; of what may be played the hand and the trick."""
    assert refused(lambda: trick_answer(BISQUE, ["6SY ZZ"], "Nobody", ["YY"], ["XX"])) == [
        ("card-unknown", "cards"), ("player-unknown", "leader"),
        ("card-unknown", "heap"), ("card-unknown", "goal"),
    ]  # fmt: skip
    assert refused(lambda: legal_answer(BIZON_SPADES, ["ZZ"], ["YY"])) == [
        ("card-unknown", "hand"),
        ("card-unknown", "trick"),
    ]


def test_a_trick_has_a_card_at_least_and_one_of_each_player_at_most() -> None:
    """No cards and four cards of three players are refused; three are a trick."""
    assert refused(lambda: trick_answer(BIZON_SPADES, [])) == [("cards-missing", "cards")]
    assert refused(lambda: trick_answer(BIZON_SPADES, ["AS KS QS JS"])) == [
        ("cards-number", "cards")
    ]
    assert trick_answer(BIZON_SPADES, ["AS KS QS"]).value["index"] == 0


def test_what_cannot_be_of_a_hand_and_a_trick_is_named_at_once() -> None:
    """No hand, a trick that is whole, a card in both."""
    assert refused(lambda: legal_answer(BIZON_SPADES, [], ["AS KS QS"])) == [
        ("hand-missing", "hand"),
        ("trick-complete", "trick"),
    ]
    assert refused(lambda: legal_answer(BIZON_SPADES, ["AS KS"], ["AS"])) == [
        ("card-twice", "hand")
    ]


# --- where it is written, and what is known ------------------------------------------------------------


def test_a_game_without_sources_is_cited_by_its_name() -> None:
    """Where a rule has a place, that is said with it, whether or not the game names its sources;
    without a place, the sources as a whole."""
    rules = THREE.rules
    alone = rules._replace(about=rules.about._replace(sources=()))
    sourced = rules._replace(about=rules.about._replace(sources=("one page", "another")))
    assert [text_of(cited(alone, None)), text_of(cited(alone, "page 3"))] == [
        "Bizon",
        "Bizon, page 3",
    ]
    assert [text_of(cited(sourced, None)), text_of(cited(sourced, "page 3"))] == [
        "Bizon, one page and another",
        "Bizon, page 3",
    ]


def test_after_the_last_deal_no_contract_is_left_to_ask_about() -> None:
    """A question asked when the session is over is of no coming deal."""
    agreed = case("bismarck-swedish").agreed
    coming = first_state(agreed)
    asked = case_at(agreed, coming, {})
    assert (asked.opened, asked.state) == (("spader", "trumf", "sang", "pass"), coming)
    over = case_at(agreed, coming._replace(over=True), {})
    assert (over.opened, over.state) == ((), None)


# --- records -----------------------------------------------------------------------------------------


def test_a_record_without_tricks_lacks_nothing_but_them() -> None:
    """What a record leaves out is not wrong in itself."""
    assert wrong("") == [("tricks-missing", "tricks", None)]


def test_only_the_last_trick_may_still_be_on_the_table() -> None:
    """One card of it is enough; the trick before must be whole, and none has a card too many."""
    head = 'leader = "Goat"\ntrump = "spades"\n'
    assert wrong(head + 'tricks = ["AS JD QS", "KS"]') == [("deal-short", "tricks", None)]
    assert wrong(head + 'tricks = ["AS", "KS JH 9C"]') == [("trick-cards", "tricks", "trick 1")]
    assert wrong(head + 'tricks = ["AS JD QS KS"]') == [("trick-cards", "tricks", "trick 1")]


def test_trumps_that_the_record_contradicts_are_a_fault_of_the_trumps() -> None:
    """What was entered as trumps is held against what the tricks were played with."""
    assert wrong(BIZON, ["bizon=Goat", "trump=hearts"]) == [("trump-recorded", "trump", None)]


def test_a_wrong_number_of_cards_in_an_exchange_is_named_with_its_step() -> None:
    """The second of two who give gives one card too few: the fault is at step 2."""
    step = '[[exchange]]\nwho = "{who}"\ntakes = 0\ngives = 2\nsource = "page {page}"\n'
    rules = own(step.format(who="declarer", page=5) + step.format(who="dealer", page=6))
    raw = {
        "contract": "sang", "tricks": ["3C 4C 5C"], "leader": "Ann", "exchange": ["2H 3H", "4H"],
    }  # fmt: skip
    (problem,) = [
        p
        for p in deal_verdict(read_record(raw, case_of(rules, "sang"))).faults
        if p.code == "exchange-number"
    ]
    assert shown([problem]) == [("exchange-number", "exchange", "exchange, step 2")]
    assert (text_of(problem.message), spoken(problem.rule)) == (
        "Cal discards 1 cards, not 2",
        "page 6",
    )


# --- counts -----------------------------------------------------------------------------------------


def test_points_without_their_tricks_are_checked_all_the_same() -> None:
    """Of two counts of points only one was given with its tricks, which cannot hold it: the other
    is left alone."""
    rules = case("bizon").rules
    twice = rules._replace(counts={**rules.counts, "more": rules.counts["gp"]._replace(id="more")})
    where = case_of(twice)
    told_of = miscount_answer(
        where, first_state(where.agreed), {"gp": (8, 0, 32), "tricks": (0, 1, 7)}
    )
    assert spoken(told_of.value["swaps"]) == ["the tricks of Ann and Bob changed places"]

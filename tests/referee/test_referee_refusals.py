"""What the referee refuses and what it finds wrong, whole: the code, the part of the question or
the record that it is of, the place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from conftest import merged_ruleset, ruleset
from felt import NAMES, Dealt, case, case_of
from test_referee_deal import BIEN, BIZON
from test_referee_exchange import own
from test_referee_records import FOUR, THREE

from scorekeeper.game.schedule import Follows, first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.referee.deal_record import exchange_keys, parsed, read_record
from scorekeeper.referee.melds import melds_answer
from scorekeeper.referee.pile_value_answers import miscount_answer
from scorekeeper.referee.question_context import (
    Case,
    RefereeAnswer,
    case_of_next_deal,
    check_cards,
    cited_source,
    seat_named,
    table_case,
    with_played_suits,
    with_trump,
)
from scorekeeper.referee.recorded_deal import whole_hands
from scorekeeper.referee.stops import stops_answer
from scorekeeper.referee.trick_answers import legal_answer, trick_answer
from scorekeeper.referee.verdict import deal_verdict, session_verdict
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message_text import hint_of, spoken, text_of
from scorekeeper.text.problems import Problem, Refused
from scorekeeper.text.translation import Phrase

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
    alone = replace(rules, about=replace(rules.about, sources=()))
    sourced = replace(rules, about=replace(rules.about, sources=("one page", "another")))
    assert [text_of(cited_source(alone, None)), text_of(cited_source(alone, "page 3"))] == [
        "Bizon",
        "Bizon, page 3",
    ]
    assert [text_of(cited_source(sourced, None)), text_of(cited_source(sourced, "page 3"))] == [
        "Bizon, one page and another",
        "Bizon, page 3",
    ]


def test_after_the_last_deal_no_contract_is_left_to_ask_about() -> None:
    """A question asked when the session is over is of no coming deal."""
    agreed = case("bismarck-swedish").agreed
    coming = first_state(agreed)
    asked = case_of_next_deal(agreed, coming, {})
    assert (asked.opened, asked.state) == (("spader", "trumf", "sang", "pass"), coming)
    over = case_of_next_deal(agreed, coming._replace(over=True), {})
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
    """Of three counts of points only one was given with its tricks, which cannot hold it: the others
    are left alone."""
    rules = case("bizon").rules
    gp = rules.counts["gp"]
    more = {"more": replace(gp, id="more"), "other": replace(gp, id="other", piles="rounds")}
    where = case_of(replace(rules, counts={**rules.counts, **more}))
    told_of = miscount_answer(
        where,
        first_state(where.agreed),
        {"gp": (8, 0, 32), "tricks": (0, 1, 7), "other": (10, 20, 10)},
    )
    assert spoken(told_of.value["swaps"]) == ["the tricks of Ann and Bob changed places"]


# --- what was said of a deal -------------------------------------------------------------------------


def with_row(game: str, **row: str) -> Ruleset:
    """The game with one row about where a card lies."""
    whole = {"which": "AS", "lies": "in hand", "source": "page 3", **row}
    return read_ruleset({**merged_ruleset(game), "card": [whole]}, "own")


def places(rules: Ruleset, text: str, state: Mapping[str, Any] | None = None) -> list[str]:
    """What the row finds of a record: of a deal by itself, or of one of a session."""
    where = case_of(rules)
    before = first_state(where.agreed)._replace(**state) if state else None
    found = deal_verdict(read_record(parsed(text, "it"), where), before).faults
    return [text_of(p.message) for p in found if p.code == "card-place"]


ONE_TRICK = 'leader = "Ann"\ntrump = "spades"\ntricks = ["AS KS QS"]\n'


def test_who_dealt_is_known_from_who_led_or_from_the_session() -> None:
    """The dealer of a record of no session sits at the right of who led; in a session it is the
    one whose turn it is."""
    rules = with_row("bizon", whose="dealer")
    assert places(rules, ONE_TRICK.replace("Ann", "Bob")) == [
        "A♠ belongs in Ann's hand; recorded: played by Bob to trick 1"
    ]
    assert places(rules, ONE_TRICK, {"dealer": 1}) == [
        "A♠ belongs in Bob's hand; recorded: played by Ann to trick 1"
    ]


def test_a_row_may_be_of_one_deal_of_the_session_alone() -> None:
    """By its number, and by what was scored before it."""
    rules = with_row("bizon", whose="dealer", when="deal == 2 and max(all.total) == 7")
    said = ["A♠ belongs in Cal's hand; recorded: played by Ann to trick 1"]
    assert places(rules, ONE_TRICK, {"deal": 2, "dealer": 2, "totals": (0, 0, 7)}) == said
    assert places(rules, ONE_TRICK, {"deal": 3, "dealer": 2, "totals": (0, 0, 7)}) == []
    assert places(rules, ONE_TRICK, {"deal": 2, "dealer": 2, "totals": (0, 0, 6)}) == []


def test_a_row_whose_condition_nobody_can_tell_says_nothing() -> None:
    """Where it asks for a card that was not said."""
    rules = with_row("bizon", whose="dealer", when='suit(grass) == "hearts"')
    assert places(rules, ONE_TRICK) == []
    assert places(rules, ONE_TRICK + 'grass = "9H"') == [
        "A♠ belongs in Cal's hand; recorded: played by Ann to trick 1"
    ]


def test_a_card_may_have_to_be_the_declarers() -> None:
    """Who is the declarer only the facts of the deal say."""
    rules = with_row("bizon", whose="declarer")
    assert places(rules, ONE_TRICK) == []
    assert places(rules, ONE_TRICK + 'bizon = "Bob"') == [
        "A♠ belongs in Bob's hand; recorded: played by Ann to trick 1"
    ]


def test_the_hands_of_a_game_without_a_size_are_never_known_whole() -> None:
    """Another card may always have been in them."""
    rules = replace(case("bizon").rules, hand=None)
    hand = {0: tuple(rules.pack.cards.values())}
    assert whole_hands(case_of(rules), hand) == {}
    assert whole_hands(BIZON_SPADES, hand) == hand


def test_where_nobody_is_known_to_have_led_nothing_else_is_judged() -> None:
    """Trumps that the record contradicts are named only once it says who led."""
    words = ["bizon=Goat", "trump=hearts"]
    head = BIZON.partition("[hands]")[0]
    assert wrong(head, words) == [("trump-recorded", "trump", None)]
    assert wrong(head.replace('leader = "Goat"', ""), words) == [("leader-missing", "leader", None)]


def test_who_begins_is_held_against_who_led_in_the_first_deal_alone() -> None:
    """A starter who did not lead is a fault of the first deal; later ones are begun by others."""
    found = Dealt(case("bismarck-estonian", "no-trumps"), 3, 12)
    other = NAMES[(found.leader + 1) % 3]
    record = read_record({**found.record(), "starter": other}, found.case)
    first = first_state(found.case.agreed)
    second = first._replace(deal=2, dealer=(found.leader - 1) % 3)
    (lead, *_) = deal_verdict(record, first).faults
    assert shown([lead]) == [("wrong-lead", "leader", "trick 1")]
    assert text_of(lead.message) == (
        f"{NAMES[found.leader]} led, but the starter, {other}, leads to the first trick"
    )
    assert "wrong-lead" not in [p.code for p in deal_verdict(record, second).faults]


@pytest.mark.parametrize(
    ("contract", "trump", "words"),
    [
        ("trumf", "hearts", ["contract=trumf", "trump=hearts"]),
        ("spader", None, ["contract=spader"]),
    ],
)
def test_trumps_are_entered_where_the_contract_leaves_them_open(
    contract: str, trump: str | None, words: list[str]
) -> None:
    """A contract with trumps of its own needs none said."""
    found = Dealt(case("bismarck-swedish", contract, trump), 1, 16)
    *said, tricks = deal_verdict(read_record(found.record(), found.case)).words
    assert (said, tricks.startswith("tricks=Ann:")) == (words, True)


def test_a_count_is_entered_once_and_only_where_the_deal_asks_for_it() -> None:
    """Points that were said are not said again; nor are those that hang on what nobody said."""
    words = ["meld=20", "points=114,27"]
    told_of = deal_verdict(read_record(parsed(BIEN, "it"), FOUR, words)).words
    assert [word for word in told_of if word.startswith("points")] == ["points=114,27"]
    raw = merged_ruleset("bien")
    raw["count"]["points"]["when"] = "meld > 10"
    agreed = agree(read_ruleset(raw, "own"), FOUR.agreed.players, "Dee")
    where = table_case(agreed, True, 3)

    def points(*words: str) -> list[str]:
        said = deal_verdict(read_record(parsed(BIEN, "it"), where, words)).words
        return [word for word in said if word.startswith("points")]

    assert points("meld=20") == ["points=Ann & Cal:114,Bob & Dee:27"]
    assert points("meld=10") == []
    assert points() == []


def test_a_record_of_a_session_is_scored_as_the_deal_that_comes() -> None:
    """A contract that the declarer has played already cannot be played again, though a deal by
    itself could be of it."""
    found = Dealt(case("bismarck-swedish", "sang"), 1, 16)
    record = read_record(found.record(), found.case)
    dealer = (found.leader - 1) % 3
    state = first_state(found.case.agreed)._replace(dealer=dealer)
    used = [frozenset({"sang"}) if seat == found.leader else frozenset() for seat in range(3)]
    assert deal_verdict(record).missing == ()
    assert deal_verdict(record, state).missing == ()
    spent = deal_verdict(record, state._replace(used=tuple(used)))
    assert [(p.code, p.fact) for p in spent.missing] == [("contract-used", "contract")]


def test_what_hinders_the_first_deal_is_said_of_a_record_of_any() -> None:
    """A record that no deal of the game can be is told what is wrong with it as the first."""
    raw = merged_ruleset("bizon")
    for code, when in (("first", "deal == 1"), ("later", "deal > 1")):
        raw["check"].append({
            "code": code, "fact": "trump", "when": when, "message": {"en": code}, "source": "a",
        })  # fmt: skip
    agreed = agree(read_ruleset(raw, "own"), ["You", "Goat", "Sheep"])
    told_of = deal_verdict(
        read_record(parsed(BIZON, "it"), table_case(agreed, True, 2), ["bizon=Goat"])
    )
    assert [(p.code, p.fact) for p in told_of.missing] == [("first", "trump")]


# --- claims ------------------------------------------------------------------------------------------


def said(problem: Problem) -> tuple[str, str | None, Any, str]:
    """A problem of a record: its code, what it is of, its rule, its words."""
    return problem.code, problem.fact, spoken(problem.rule), text_of(problem.message)


def faults(text: str, words: Sequence[str] = (), where: Case = THREE) -> list[Problem]:
    return [*deal_verdict(read_record(parsed(text, "it"), where, words)).faults]


def test_a_word_that_is_all_there_is_to_say_leaves_no_tricks() -> None:
    """A deal that all passed has none: the word or the tricks are to go."""
    (problem,) = faults(BIZON, ["passed"])
    assert said(problem) == (
        "record-alone", "passed", "guide 4: everyone gets 0 SP, because the game did happen",
        "`passed` is said of the deal, and its record has tricks",
    )  # fmt: skip
    assert hint_of(problem) == "leave `passed` or the tricks out"


def test_numbers_that_the_tricks_contradict_are_a_fault_of_their_count() -> None:
    """Of a whole deal each number must be the very one; a number that was left out contradicts
    nothing."""
    (tricks,) = faults(BIZON, ["bizon=Goat", "tricks=1,6,2"])
    assert said(tricks)[:2] == ("tricks-recorded", "tricks")
    (points,) = faults(BIZON, ["bizon=Goat", "gp=Goat:28"])
    assert said(points) == (
        "gp-recorded", "gp", "guide 8",
        "GP: entered Goat 28; the tricks recorded give You 0, Goat 27, Sheep 13",
    )  # fmt: skip
    assert faults(BIZON, ["bizon=Goat", "gp=Goat:27"]) == []


def test_no_trumps_are_held_against_nothing() -> None:
    """What is entered as trumps and is no suit contradicts no suit by itself."""
    assert faults(BIZON, ["bizon=Goat", "trump=none"]) == []


@pytest.mark.parametrize(
    ("seat", "meld", "side"),
    [
        ("fact bidder", 20, ""), ("fact bidder", 21, "Bob & Dee held 20"),
        ("declarer", 20, ""), ("declarer", 21, "Bob & Dee held 20"),
        ("dealer's left", 20, ""), ("dealer's left", 21, "Ann & Cal held 20"),
        ("", 999, ""), ("fact nobody", 999, ""),
    ],
)  # fmt: skip
def test_whose_melds_are_held_against_the_hands_the_rules_say(
    seat: str, meld: int, side: str
) -> None:
    """The hands of the one side that they name; nothing where they name nobody."""
    melds = FOUR.referee.melds
    assert melds is not None
    where = FOUR._replace(referee=replace(FOUR.referee, melds=replace(melds, seat=seat)))
    found = [p for p in faults(BIEN, [f"meld={meld}"], where) if p.code == "meld-held"]
    rule = spoken(melds.source.if_any())
    assert rule and [said(p) for p in found] == [
        ("meld-held", "meld", rule, f"meld: entered {meld}; the hands of {side} at most")
        for _ in [side]
        if side
    ]


def test_the_first_card_led_makes_trumps_by_a_rule_that_is_named() -> None:
    """A record that says another suit is wrong of its trumps."""
    (problem,) = faults(BIEN + 'trump = "hearts"', ["meld=20"], FOUR)
    assert shown([problem]) == [("trump-led", "trump", "trick 1")]
    assert spoken(problem.rule) == "PLAYING; rulings 4 (1), (13)"


def test_who_should_have_led_to_the_second_trick() -> None:
    """The winner of the first."""
    text = BIZON.partition("[hands]")[0]
    second = text.replace('"KS', '"Sheep: KS')
    assert second != text
    lead = faults(second, ["bizon=Goat"])[0]
    assert shown([lead]) == [("wrong-lead", "leader", "trick 2")]
    assert text_of(lead.message) == "Sheep led, but Goat won trick 1 and should have led"


def test_who_led_is_known_from_the_session_or_from_the_hands() -> None:
    """A record need not say it then; without either it is asked for."""
    text = BIZON.replace('leader = "Goat"\n', "")
    assert text != BIZON
    assert faults(text, ["bizon=Goat"]) == []
    bare = text.partition("[hands]")[0]
    assert faults(bare, ["bizon=Goat"], THREE._replace(leader=1)) == []
    (problem,) = faults(bare, ["bizon=Goat"])
    assert (problem.code, hint_of(problem)) == ("leader-missing", 'add leader = "…"')


def test_a_record_says_what_its_tricks_depend_on() -> None:
    """The contract, where there are but two that differ; the trumps, where the contract is known
    and leaves them open."""
    rules = case("bismarck-swedish").rules
    two = {name: rules.contracts[name] for name in ("spader", "sang")}
    text = 'tricks = ["2S 3S 4S"]\nleader = "Ann"\n'
    assert wrong(text, where=case_of(replace(rules, contracts=two))) == [
        ("depends", "contract", None)
    ]
    assert wrong(text, where=case_of(rules, "trumf")) == [("depends", "trump", None)]


# --- places ------------------------------------------------------------------------------------------


def rows(rules: Ruleset, text: str) -> list[tuple[str | None, str]]:
    """What the row finds of a record, each with what it is of."""
    found = deal_verdict(read_record(parsed(text, "it"), case_of(rules))).faults
    return [(p.fact, text_of(p.message)) for p in found if p.code == "card-place"]


def test_a_card_elsewhere_is_a_fault_of_what_said_where_it_is() -> None:
    """Of the fact that names the card, else of the one that names the player, else of the
    hands."""
    text = ONE_TRICK + 'bizon = "Bob"\ngrass = "AS"\n'
    wanted = "A♠ belongs in Bob's hand; recorded: played by Ann to trick 1"
    for which, whose, fact in (
        ("fact grass", "fact bizon", "grass"), ("AS", "fact bizon", "bizon"), ("AS", "declarer", "hands"),
    ):  # fmt: skip
        assert rows(with_row("bizon", which=which, whose=whose), text) == [(fact, wanted)]


def test_a_card_in_another_hand_is_told_once() -> None:
    """That it is not in the right hand follows from that."""
    hands = '[hands]\nAnn = "AS KS QS JS 10S 9S AH KH"\nCal = "AC KC QC JC 10C 9C AD KD"\n'
    text = 'leader = "Ann"\ntrump = "spades"\ntricks = ["KS QH AC"]\n' + hands
    assert rows(with_row("bizon", whose="dealer"), text) == [
        ("hands", "A♠ belongs in Cal's hand; recorded: in Ann's hand")
    ]


def test_a_card_set_aside_is_played_by_nobody() -> None:
    """Not even by the one who set it aside."""
    rules = with_row("bizon", whose="dealer's left", lies="set aside")
    assert rows(rules, ONE_TRICK) == [
        ("hands", "A♠ was set aside from Ann's hand; recorded: played by Ann to trick 1")
    ]


def test_a_trick_on_the_table_is_won_by_nobody_yet() -> None:
    """So a card of it may still come to whoever must have it."""
    rules = with_row("bizon", whose="dealer", lies="in tricks")
    assert rows(rules, ONE_TRICK.replace(" QS", "")) == []
    assert rows(rules, ONE_TRICK) == [
        ("hands", "A♠ belongs in Cal's tricks; recorded: in trick 1, which Ann won")
    ]


# --- what is said of counts ---------------------------------------------------------------------------


def asked(rules: Ruleset, **facts: Any) -> RefereeAnswer:
    """The answer about counts."""
    where = case_of(rules)
    return miscount_answer(where, first_state(where.agreed), facts)


def test_each_side_has_a_number_of_its_own() -> None:
    """One that was left out follows from the total; two do not."""
    rules = case("bismarck-swedish").rules
    assert asked(rules, tricks=(8, None, 4)).value["counts"]["tricks"]["given"] == {
        "Ann": 8, "Bob": 4, "Cal": 4,
    }  # fmt: skip
    for column in ((8, None, None), (8, 4)):
        with pytest.raises(Refused) as found:
            asked(rules, tricks=column)
        assert shown(found.value.problems) == [("tricks-number", "tricks", None)]
        assert text_of(found.value.problems[0].message) == (
            "tricks: one number is needed for each of Ann, Bob, Cal"
        )


def test_what_changed_places_is_seen_though_a_number_was_left_out() -> None:
    """Bob's points follow from the others'."""
    told_of = asked(case("bizon").rules, gp=(8, None, 32), tricks=(0, 1, 7))
    assert spoken(told_of.value["swaps"]) == ["the tricks of Ann and Bob changed places"]


def test_a_count_without_a_place_is_cited_by_the_game_and_its_sources() -> None:
    """Two counts with the same place have it once."""
    rules = case("bizon").rules
    bare = {name: replace(one, source=Phrase({})) for name, one in rules.counts.items()}
    cite = "Bizon, Bizon, Complete guide and Le Bizon, Guide complet"
    told_of = asked(replace(rules, counts=bare), gp=(20, 10, 10))
    assert (text_of(told_of.value["source"]), text_of(told_of.lines[-1])) == (
        cite,
        f"source: {cite}",
    )
    assert refused(lambda: asked(replace(rules, counts={}))) == [("count-none", None)]
    assert refused(lambda: asked(rules)) == [("count-missing", None)]


@pytest.mark.parametrize("word", ["none", "no", "no trumps", "no-trumps", "-", " None "])
def test_that_there_are_no_trumps_is_said_in_many_ways(word: str) -> None:
    """Each of them is no suit."""
    assert with_trump(THREE, word).trump == "none"


# --- the exchange ------------------------------------------------------------------------------------


TAKING = '[[exchange]]\nwho = "declarer"\ntakes = 4\ngives = 4\nsource = "page 5"\n'
GIVING = """
[[exchange]]
who = "declarer"
gives = 2
to = "left"
may_not_give = "A"
source = "page 6"
"""
PLAYED = 'contract = "sang"\ntricks = ["3C 4C 5C"]\nleader = "Ann"\n'


def exchanged(rules: Ruleset, text: str) -> list[tuple[Any, ...]]:
    """What is wrong with the exchange of a record: the code, what it is of, the place, the rule, the
    words."""
    try:
        found = faults(PLAYED + text, where=case_of(rules, "sang"))
    except Refused as refusal:
        found = [*refusal.problems]
    return [
        (p.code, p.fact, spoken(p.place), spoken(p.rule), text_of(p.message))
        for p in found
        if p.code != "deal-short"
    ]


def test_what_is_no_card_in_an_exchange_is_named_with_its_place() -> None:
    """A talon, a hand and a step that are no cards, a hand of nobody, a table that is none."""
    assert exchanged(own(TAKING), 'talon = 1\nexchange = ["2H", 3]\n[dealt]\nAnn = "ZZ"\nNo = "2H"\n') == [
        ("record-value", "talon", None, None, "`talon` must be cards in quotes"),
        ("card-unknown", "dealt", "Ann's hand as dealt", None, "`ZZ` is not a card of this pack: the international 52-card pack"),
        ("player-unknown", "dealt", None, None, "`No` does not play here; Ann, Bob and Cal do"),
        ("record-value", "exchange", "exchange, step 2", None, "`exchange` must be cards in quotes"),
    ]  # fmt: skip
    assert exchanged(own(TAKING), "exchange = 3\ndealt = 4\n") == [
        ("record-value", "dealt", None, None, "`[dealt]` must be a table of players and their cards"),
        ("record-value", "exchange", None, None, "`exchange` must be a list of words in quotes"),
    ]  # fmt: skip


def test_a_hand_and_a_talon_have_as_many_cards_as_are_dealt() -> None:
    """One card of each: the rules deal sixteen and four."""
    assert exchanged(own(TAKING), 'talon = "2H"\n[dealt]\nBob = "2S"\n') == [
        ("dealt-cards", "dealt", None, None, "Bob was dealt 1 card, not 16"),
        ("dealt-cards", "talon", None, None, "the talon has 1 card, not 4"),
    ]


def test_a_card_that_was_dealt_twice_is_named_with_both_places() -> None:
    """In two hands, or in a hand and the talon."""
    text = 'talon = "2H"\n[dealt]\nBob = "2S 2H"\nCal = "2S"\n'
    assert [one for one in exchanged(own(TAKING), text) if one[0] == "card-twice"] == [
        ("card-twice", "dealt", None, None, "2♠ is in Bob's hand as dealt and Cal's hand as dealt"),
        ("card-twice", "dealt", None, None, "2♥ is in Bob's hand as dealt and the talon"),
    ]


def test_an_exchange_has_as_many_rows_as_steps() -> None:
    """Two rows for one step are one too many; where everybody gives, the order is said."""
    assert exchanged(own(TAKING), 'exchange = ["2H 3H 4H 5H", "6H"]\n') == [
        ("exchange-steps", "exchange", None, None, "the exchange has 2 steps, not 1")
    ]
    every = own('[[exchange]]\nwho = "everybody"\ngives = 1\nto = "left"\n')
    assert exchanged(every, 'exchange = ["2H 3H 4H", "6H"]\n') == [
        ("exchange-steps", "exchange", None, None, "the exchange has 2 steps, not 1; step 1 is one "
         "text with the cards of Ann, Bob and Cal, in this order"),
    ]  # fmt: skip


def test_what_may_not_be_given_or_was_not_held_is_named_with_its_step() -> None:
    """An ace that is barred, and a card of another hand; each with the place of the rule."""
    hand = '[dealt]\nAnn = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH 2C 3C 4D 7D 8D"\n'
    step = "exchange, step 1"
    assert exchanged(own(GIVING), 'exchange = ["AH 2H"]\n' + hand) == [
        ("exchange-barred", "exchange", step, "page 6", "Ann may not give A♥; not to be given away: A"),
    ]  # fmt: skip
    assert exchanged(own(GIVING), 'exchange = ["2H 5S"]\n' + hand) == [
        ("exchange-held", "exchange", step, "page 6", "Ann gives 5♠, which was not in that hand"),
    ]  # fmt: skip
    other = hand + 'Bob = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 4C"\n'
    assert exchanged(own(GIVING), 'exchange = ["2H 5S"]\n' + other) == [
        ("exchange-held", "exchange", step, "page 6", "Ann gives 5♠, which was in Bob's hand"),
    ]  # fmt: skip
    assert exchanged(own(GIVING), 'exchange = ["2H 3H"]\n' + other) == []


def test_what_was_discarded_is_neither_played_nor_kept() -> None:
    """A card of a trick, and cards of a hand that was recorded beside."""
    text = 'exchange = "2H 3H 4H 3C"\n[hands]\nAnn = "2H 4H 3C"\n'
    assert exchanged(own(TAKING), text) == [
        ("exchange-hands", "exchange", "trick 1", None, "Ann plays 3♣, which Ann discarded"),
        ("exchange-hands", "hands", None, None, "2♥ 4♥ 3♣ were discarded and are in Ann's hand"),
    ]


# --- the whole of a record ----------------------------------------------------------------------------


def test_a_deal_that_goes_on_contradicts_nothing() -> None:
    """Nor does one of which something is still to be said; a fault does."""
    short = deal_verdict(read_record(parsed(ONE_TRICK, "it"), BIZON_SPADES))
    assert (shown(short.faults), short.contradictions) == ([("deal-short", "tricks", None)], ())
    unsaid = deal_verdict(read_record(parsed(BIEN, "it"), FOUR))
    assert (shown(unsaid.missing), unsaid.contradictions) == ([("meld-missing", "meld", None)], ())
    wrongly = deal_verdict(read_record(parsed(BIZON, "it"), THREE, ["trump=hearts"]))
    assert shown(wrongly.contradictions) == [("trump-recorded", "trump", None)]


def test_a_record_is_entered_as_the_deal_that_comes() -> None:
    """Of the session's own game, with what the session has played already."""
    found = Dealt(case("bismarck-swedish", "sang"), 1, 16)
    state = first_state(found.case.agreed)._replace(dealer=(found.leader - 1) % 3)
    used = tuple(frozenset({"sang"}) if seat == found.leader else frozenset() for seat in range(3))
    spent = session_verdict(found.case, found.record(), (), state._replace(used=used))
    assert shown(spent.missing) == [("contract-used", "contract", None)]
    assert shown(spent.contradictions) == [("contract-used", "contract", None)]
    assert session_verdict(found.case, found.record(), (), state).missing == ()
    with pytest.raises(Refused) as other:
        session_verdict(found.case, {**found.record(), "rules": "bizon"}, (), state)
    assert shown(other.value.problems) == [("record-game", "rules", None)]


def test_a_card_that_was_played_twice_is_told_once() -> None:
    """Its player had it, the first time; and where no size of a hand is known, none is too
    long."""
    twice = BIZON.replace("10S JC 9C", "AS JC 9C")
    assert twice != BIZON
    assert wrong(twice, ["bizon=Goat"]) == [("card-twice", "tricks", "trick 4")]
    rules = replace(THREE.rules, hand=None)
    where = THREE._replace(agreed=THREE.agreed._replace(rules=rules))
    assert wrong(BIZON, ["bizon=Goat"], where) == [("deal-short", "tricks", None)]


def test_words_that_are_no_facts_are_said_of_the_record() -> None:
    """A word that the game does not know stands in the way of the entry."""
    found = deal_verdict(read_record(parsed(BIZON, "it"), THREE, ["bizon=Goat", "zip=3"]))
    assert [p.code for p in found.missing] == ["fact-unknown"]
    assert found.answer.value["points"] is None


def test_a_contract_that_no_deal_has_is_said() -> None:
    """Where the rules give the contracts in an order that leaves it out."""
    found = Dealt(case("bismarck-coleman", "hearts"), 1, 16)
    rules = found.case.rules
    deals = replace(rules.deals, picking=(False, False, False), order=(("no-such",),))
    where = found.case._replace(
        agreed=found.case.agreed._replace(rules=replace(rules, deals=deals))
    )
    told_of = deal_verdict(read_record(found.record(), where)).missing
    assert [(p.code, p.fact, p.is_missing, text_of(p.message)) for p in told_of] == [
        ("contract-missing", "contract", True, "no deal of this game has this contract")
    ]


def test_a_player_who_could_be_two_is_asked_for() -> None:
    """By the whole of the name."""
    agreed = agree(case("bizon").rules, ["Anna", "Annika", "Bo"], "Bo")
    with pytest.raises(Refused) as found:
        seat_named(agreed, "Ann", "leader")
    assert shown(found.value.problems) == [("player-ambiguous", "leader", None)]
    assert text_of(found.value.problems[0].message) == "`Ann` could be Anna or Annika"
    assert seat_named(agreed, "Annik", "leader") == 1


def test_a_game_without_tricks_has_nothing_to_judge() -> None:
    """Nor one without cards; what its rules say can be asked."""
    where = THREE._replace(
        referee=replace(THREE.referee, play=replace(THREE.referee.play, tricks=0))
    )
    with pytest.raises(Refused) as found:
        check_cards(where)
    assert shown(found.value.problems) == [("cards-none", "pack", None)]
    assert hint_of(found.value.problems[0]) == "see what its rules say: scorekeeper referee ruling"


def test_the_trumps_of_the_deal_before_stand_where_the_contract_leaves_them_open() -> None:
    """A contract with trumps of its own, or without any, has those."""
    agreed = case("bismarck-swedish").agreed
    state = first_state(agreed)._replace(follows=Follows(None, None, "hearts"))
    trumps = {
        contract: case_of_next_deal(agreed, state, {"contract": contract} if contract else {}).trump
        for contract in ("", "trumf", "spader", "sang")
    }
    assert trumps == {"": "hearts", "trumf": "hearts", "spader": None, "sang": None}
    assert (
        case_of_next_deal(agreed, state, {"contract": "trumf", "trump": "clubs"}).trump == "clubs"
    )


def test_what_a_question_knows_of_the_coming_deal() -> None:
    """Who deals, who leads by the facts that were said, those facts."""
    agreed = FOUR.agreed
    known = case_of_next_deal(agreed, first_state(agreed)._replace(dealer=3), {"bidder": "Cal"})
    assert (known.dealer, known.leader, known.facts) == (3, 2, {"bidder": "Cal", "dealer": "Dee"})


@pytest.mark.parametrize(
    ("words", "suits"),
    [
        ("none", set()),
        ("hearts", {"hearts"}),
        ("H, C", {"hearts", "clubs"}),
        ("S none", {"spades"}),
    ],
)
def test_suits_that_were_played_before_are_named_or_none(words: str, suits: set[str]) -> None:
    """By word or letter, parted by commas or spaces."""
    assert with_played_suits(THREE, words).broken == suits


def test_a_record_that_is_no_toml_is_refused_with_its_name() -> None:
    """The file, and what is wrong in it."""
    with pytest.raises(Refused) as found:
        parsed('leader = "Ann"\ntricks = [', "evening.toml")
    (problem,) = found.value.problems
    assert shown([problem]) == [("record-toml", None, "evening.toml")]
    assert (
        text_of(problem.message)
        == "the recorded deal: not TOML: something is not closed where the text ends"
    )


def test_piles_that_can_hold_their_points_have_not_changed_places() -> None:
    """And a slip in points says nothing of piles."""
    told_of = asked(case("bizon").rules, gp=(8, 0, 32), tricks=(1, 0, 7))
    assert told_of.value["swaps"] == []
    points = asked(case("bien").rules, points=(60, 18))
    assert (
        "  perhaps Bob & Dee's 18 is 81 with its figures turned round:"
        " then Ann & Cal 60, Bob & Dee 81"
    ) in [text_of(line) for line in points.lines]


DEALT = '[dealt]\nAnn = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH 2C 3C 4D"\n'


def test_a_hand_has_what_was_dealt_to_it_or_came_to_it() -> None:
    """A card that was dealt to another, or that a hand of which all is known never got."""
    assert exchanged(own(TAKING), DEALT + '[hands]\nBob = "2H 2S 4C"\n') == [
        ("exchange-hands", "hands", None, None, "Bob's hand has 2♥, which the exchange did not bring"),
    ]  # fmt: skip
    bob = DEALT.replace("Ann", "Bob").replace("3C", "4C")
    assert exchanged(own(TAKING), bob + '[hands]\nBob = "2H 2S 4C"\n') == [
        ("exchange-hands", "hands", None, None, "Bob's hand has 2♠, which the exchange did not bring"),
    ]  # fmt: skip
    assert exchanged(own(TAKING), bob + '[hands]\nBob = "2H 4C"\n') == []


def test_a_card_is_played_by_who_can_have_it() -> None:
    """By nobody to whom it was not dealt; where the hand of that player is recorded, it is the hand
    that is wrong."""
    bob = PLAYED.replace("3C 4C 5C", "5C 2H 5S")

    def found(text: str) -> list[tuple[Any, ...]]:
        return [
            (p.code, p.fact, spoken(p.place), text_of(p.message))
            for p in faults(bob + text, where=case_of(own(TAKING), "sang"))
            if p.code != "deal-short"
        ]

    assert found(DEALT) == [
        ("card-not-held", "hands", "trick 1", "Bob plays 2♥, which only Ann can have")
    ]
    assert found(DEALT + '[hands]\nBob = "2H"\n') == [
        ("exchange-hands", "hands", None, "Bob's hand has 2♥, which the exchange did not bring"),
    ]  # fmt: skip


def test_the_exchange_of_a_record_is_read_as_far_as_it_is_one() -> None:
    """Cards may stand in a list of texts; a hand of nobody does not hide the next one."""
    assert exchanged(own(TAKING), 'talon = ["2H 3H", "4H 5H"]\n') == []
    wrongly = 'talon = ["2H", 1]\n[dealt]\nNo = "2H"\nAnn = "ZZ"\n'
    assert [row[:3] for row in exchanged(own(TAKING), wrongly)] == [
        ("record-value", "talon", None),
        ("player-unknown", "dealt", None),
        ("card-unknown", "dealt", "Ann's hand as dealt"),
    ]


def test_a_fact_of_the_game_is_no_key_of_the_exchange() -> None:
    """Rules that count the talon keep that word for themselves."""
    assert exchange_keys(case_of(own(TAKING))) == ("talon", "dealt", "exchange")
    fact = '[fact.talon]\nkind = "number"\noptional = true\n'
    assert exchange_keys(case_of(own(fact + TAKING))) == ("dealt", "exchange")
    assert exchange_keys(THREE) == ()


def test_a_step_in_which_nothing_is_given_needs_no_row() -> None:
    """The talon is taken in one step, and four cards are discarded in the next."""
    take = '[[exchange]]\nwho = "declarer"\ntakes = 4\n'
    discard = '[[exchange]]\nwho = "declarer"\ngives = 4\n'
    assert exchanged(own(take + discard), 'exchange = ["2H 3H 4H 5H"]\n') == []


def test_where_nobody_is_known_to_take_the_talon_no_number_is_wrong() -> None:
    """How many cards are dealt to whom hangs on that."""
    rules = own(
        '[fact.taker]\nkind = "player"\n[[exchange]]\nwho = "fact taker"\ntakes = 4\ngives = 4\n'
    )
    assert exchanged(rules, 'talon = "2H"\nexchange = "2H"\n') == []
    assert [row[:2] for row in exchanged(rules, 'talon = "2H"\ntaker = "Ann"\n')] == [
        ("dealt-cards", "talon")
    ]


def test_who_dealt_says_whose_exchange_it_was() -> None:
    """By the session, by who is said to have led, by whose hand the first card was of; where nobody
    can tell, nothing is said of the exchange."""
    rules = own('[[exchange]]\nwho = "dealer"\ntakes = 4\ngives = 4\n')
    where, bare = case_of(rules, "sang"), PLAYED.replace('leader = "Ann"\n', "")

    def found(text: str, where: Case = where) -> list[str]:
        told_of = faults(text, where=where)
        return [
            text_of(p.message) for p in told_of if p.code in ("exchange-number", "leader-missing")
        ]

    row = 'exchange = "2H"\n'
    assert found(PLAYED + row) == ["Cal discards 1 cards, not 4"]
    session = where._replace(dealer=1, facts={"dealer": "Bob"})
    assert found(PLAYED + row, session) == ["Bob discards 1 cards, not 4"]
    assert found(bare.replace("3C 4C", "Bob: 3C 4C") + row) == ["Ann discards 1 cards, not 4"]
    hands = '[hands]\nAnn = "4C"\nBob = "3C"\n'
    assert found(bare + row + hands) == ["Ann discards 1 cards, not 4"]
    assert found(bare + row) == ["the record does not say who led"]


LONG = [*ruleset("bismarck-swedish").pack.cards][:21]


@pytest.mark.parametrize("number", [17, 20, 21])
def test_a_hand_with_more_cards_than_are_kept_is_refused_with_the_ruling(number: int) -> None:
    """Swedish hands keep 16 cards: 20 are those of a forehand who forgot to discard, and the ruling
    on that comes with the refusal."""
    with pytest.raises(Refused) as found:
        legal_answer(case("bismarck-swedish", "sang"), LONG[:number], [])
    [problem] = found.value.problems
    assert (problem.code, problem.fact) == ("hand-cards", "hand")
    assert text_of(problem.message) == f"a hand has 16 cards at most, not {number}"
    assert "must choose the same contract again" in text_of(problem.rule or "")


def test_a_hand_may_be_as_long_as_the_game_deals_and_no_longer() -> None:
    """Eight cards in Bizon and Bien, twelve in an Estonian round of three: one more is refused."""
    bizon, bien = ruleset("bizon").pack, ruleset("bien").pack
    eight, nine = [*bizon.cards][:8], [*bizon.cards][:9]
    own, partner = [*bien.cards][:8], [*bien.cards][8:17]
    stops = case("bismarck-estonian", "stops-up")
    assert len(legal_answer(BIZON_SPADES, eight, []).value["legal"]) == 8
    assert refused(lambda: legal_answer(BIZON_SPADES, nine, [])) == [("hand-cards", "hand")]
    assert refused(lambda: melds_answer(case("bien", trump="clubs"), own, partner)) == [
        ("hand-cards", "partner")
    ]
    assert refused(lambda: stops_answer(stops, [*stops.pack.cards][:13], [], None, None)) == [
        ("hand-cards", "hand")
    ]

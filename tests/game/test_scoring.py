"""Judging one deal: every impossible entry is refused, and everything that is wrong is said at
once."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from typing import Any

import pytest
from conftest import allowed, deals, merged_ruleset, ruleset

from scorekeeper.game.deal_facts import DealFacts, values_by_side
from scorekeeper.game.deal_scoring import Judged, Scored, judged
from scorekeeper.game.schedule import first_state, turn
from scorekeeper.game.session_settings import Agreed, agree
from scorekeeper.game.standing import standing
from scorekeeper.rules.formula import GREATEST
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.problems import Problem
from scorekeeper.text.translation import speak

SWEDISH = agree(ruleset("bismarck-swedish"), ["A", "B", "C"], "C")
BRITISH = agree(ruleset("bismarck-british"), ["A", "B", "C"])
BIZON = agree(ruleset("bizon"), ["A", "B", "C"])
BIEN = agree(ruleset("bien"), ["Ann", "Bob", "Cal", "Dee"])


def verdict(
    agreed: Agreed, facts: dict[str, Any], before: tuple[dict[str, Any], ...] = ()
) -> Judged:
    return judged(agreed, allowed(agreed, *before).state, facts)


def problems(agreed: Agreed, *facts: dict[str, Any]) -> tuple[Problem, ...]:
    """Why the last of these deals is refused, the others standing."""
    found = verdict(agreed, facts[-1], facts[:-1])
    assert found.scored is None
    return found.problems


def codes(agreed: Agreed, *facts: dict[str, Any]) -> list[str]:
    return [problem.code for problem in problems(agreed, *facts)]


def scored(agreed: Agreed, *facts: dict[str, Any]) -> Scored:
    found = verdict(agreed, facts[-1], facts[:-1])
    assert found.problems == () and found.scored is not None
    return found.scored


def sang(*tricks: Any) -> dict[str, Any]:
    return {"contract": "sang", "tricks": tricks}


# --- counts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        ((8, 5, 4), ["tricks-total"]), ((8, 5, 2), ["tricks-total"]), ((0, 0, 0), ["tricks-total"]), ((17, -1, 0), ["tricks-range"] * 2),
        ((17, None, None), ["tricks-range", "tricks-missing"]), ((17, None, 0), ["tricks-range", "tricks-total"]), ((None, None, 3), ["tricks-missing"]),
        ((None, None, None), ["tricks-missing"]), ((6, 6), ["tricks-number"]), ((6, 6, 4, 0), ["tricks-number"]), ((), ["tricks-number"]),
        ((True, 8, 7), ["tricks-value"]), ((6.0, 6, 4), ["tricks-value"]), (("6", 6, 4), ["tricks-value"]), (([6], 6, 4), ["tricks-value"]),
        ((10**30, 6, 4), ["tricks-value"]),
    ],
)  # fmt: skip
def test_sixteen_tricks_are_played(tricks: tuple[Any, ...], expected: list[str]) -> None:
    """Everyone has a hand of 16 cards (Deal and Contracts): the tricks are three whole numbers
    from 0 to 16 that add up to 16."""
    assert codes(SWEDISH, sang(*tricks)) == expected


@pytest.mark.parametrize("tricks", [None, 16, "6 6 4", {"A": 6}, True, 6.5, b"664"])
def test_a_count_is_a_list(tricks: Any) -> None:
    """One number a side: nothing else can stand for it."""
    assert codes(SWEDISH, {"contract": "sang", "tricks": tricks}) == ["tricks-value"]


def test_a_wrong_total_does_the_arithmetic() -> None:
    """The message says what was given, what there is, and the difference; the hint what to do
    about it."""
    (problem,) = problems(SWEDISH, sang(8, 5, 4))
    assert (
        text_of(problem.message)
        == "the tricks of this deal add up to 17; there are 16: 8 + 5 + 4 = 17, 1 too many"
    )
    assert (
        problem.fact == "tricks"
        and problem.rule is not None
        and text_of(problem.rule) == "Deal and Contracts: everyone has a hand of 16 cards"
    )
    assert "8 5 3" in (hint_of(problem) or "")
    (problem,) = problems(BIEN, {"bidder": "Ann", "bid": 100, "meld": 0, "points": (100, 40)})
    assert "there are 141: 100 + 40 = 140, 1 too few" in text_of(problem.message)


@pytest.mark.parametrize("tricks", [(6, 6, None), (6, None, 4), (None, 6, 4), [6, 6, None]])
def test_one_missing_count_is_worked_out(tricks: Any) -> None:
    """The last number follows from the total, and is stored with the others."""
    assert list(scored(SWEDISH, {"contract": "sang", "tricks": tricks}).facts["tricks"]) == [
        6,
        6,
        4,
    ]


def test_a_range_is_checked_even_where_the_total_holds() -> None:
    """20, -4 and 0 add up to 16 and cannot be."""
    assert codes(SWEDISH, sang(20, -4, 0)) == ["tricks-range", "tricks-range"]


@pytest.mark.parametrize(
    ("tricks", "gp", "who"),
    [
        ((8, 0, 0), (20, 20, 0), ["A", "B"]), ((0, 4, 4), (1, 20, 19), ["A"]), ((1, 3, 4), (13, 10, 17), ["A"]), ((7, 1, 0), (27, 13, 0), ["A", "B"]),
        ((1, 1, 6), (12, 12, 16), ["C"]), ((2, 0, 6), (23, 0, 17), ["A", "C"]),
    ],
)  # fmt: skip
def test_game_points_that_so_many_tricks_cannot_hold(
    tricks: tuple[int, ...], gp: tuple[int, ...], who: list[str]
) -> None:
    """No tricks hold no GP and one at most 12, as the pack itself shows; every player it is
    wrong for is named."""
    found = problems(BIZON, {"bizon": "A", "gp": gp, "tricks": tricks})
    assert [problem.code for problem in found] == ["gp-tricks"] * len(who)
    assert [text_of(problem.message)[0] for problem in found] == who


def test_piles_that_are_possible_one_by_one_and_not_together() -> None:
    """With aces of 5 and kings of 2, a trick with 2, two with 8 and five with 18 can each be
    held, but not all from one pack."""
    raw = merged_ruleset("bizon")
    raw["count"]["gp"] |= {"cards": {"A": 5, "K": 2}, "total": 28}
    agreed = agree(read_ruleset(raw, "odd"), "ABC")
    (problem,) = problems(agreed, {"bizon": "A", "gp": (2, 8, 18), "tricks": (1, 2, 5)})
    assert problem.code == "gp-tricks"
    assert text_of(problem.message).startswith(
        "no way of dealing the pack into these piles gives these GP: 1 tricks with 2, 2 tricks with 8"
    )


def test_possible_piles_are_scored() -> None:
    """Two tricks without a single point happen: a player can take six nines and tens."""
    assert scored(BIZON, {"bizon": "A", "gp": (40, 0, 0), "tricks": (6, 2, 0)}).points == (10, 0, 0)


def test_the_penalty_cards_of_another_game_are_no_reason_to_fail() -> None:
    """A ruleset whose cards count less than nothing is judged without the piles."""
    raw = merged_ruleset("bizon")
    raw["count"]["gp"]["cards"] = {"A": -10}
    agreed = agree(read_ruleset(raw, "penalty"), "ABC")
    assert scored(agreed, {"bizon": "A", "gp": (20, 20, 0), "tricks": (4, 4, 0)}).points == (
        1,
        1,
        1,
    )


# --- contracts and trumps ---------------------------------------------------------------------


def test_a_contract_is_played_once_by_each() -> None:
    """A who has played sang may not play it again; B may (Deal and Contracts)."""
    round_one = (sang(6, 6, 4), sang(6, 6, 4), sang(6, 6, 4))
    (problem,) = problems(SWEDISH, *round_one, sang(6, 6, 4))
    assert (problem.code, text_of(problem.message)) == (
        "contract-used",
        "A has already played Sang; left to choose: Spader, Trumf or Pass",
    )
    assert scored(SWEDISH, *round_one, {"contract": "pass", "tricks": (6, 6, 4)}).contract == "pass"


@pytest.mark.parametrize(
    ("facts", "problem"),
    [
        ({"tricks": (6, 6, 4)}, ("contract-missing", "contract", "A has no contract left", True)),
        (
            sang(6, 6, 4),
            ("contract-used", "contract", "A has already played Sang, and has no contract left", False),
        ),
    ],
)  # fmt: skip
def test_whoever_has_played_every_contract_has_none_left(
    facts: dict[str, Any], problem: tuple[str, str, str, bool]
) -> None:
    """Swedish Bismarck has four contracts for each: a fifth deal of A's has none, named or not."""
    before = first_state(SWEDISH)
    spent = before._replace(used=(frozenset(SWEDISH.rules.contracts), *before.used[1:]))
    (told,) = judged(SWEDISH, spent, facts).problems
    assert (told.code, told.fact, text_of(told.message), told.is_missing) == problem
    assert told.mends == ()


@pytest.mark.parametrize("name", ["cut-trumps", "misere"])
def test_a_contract_out_of_order_is_refused(name: str) -> None:
    """The British order is fixed: the first deal of four is no trumps."""
    (problem,) = problems(BRITISH, {"contract": name, "tricks": (6, 6, 4)})
    assert (problem.code, problem.fact) == ("contract-order", "contract")
    assert text_of(problem.message).startswith("deal 1 is No trumps, not ")


def test_the_only_contract_open_need_not_be_named() -> None:
    """Where the order is fixed, tricks alone are a whole entry; naming the right contract does
    no harm."""
    assert scored(BRITISH, {"tricks": (6, 6, 4)}) == scored(
        BRITISH, {"contract": "no-trumps", "tricks": (6, 6, 4)}
    )


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({}, "contract-missing"), ({"contract": "sagn"}, "contract-unknown"), ({"contract": "no-trumps"}, "contract-unknown"), ({"contract": ""}, "contract-unknown"),
        ({"contract": None}, "contract-value"), ({"contract": 3}, "contract-value"), ({"contract": ["sang"]}, "contract-value"), ({"contract": {}}, "contract-value"),
        ({"contract": "sang", "trump": "hearts"}, "trump-contract"), ({"contract": "pass", "trump": "spades"}, "trump-contract"),
        ({"contract": "spader", "trump": "hearts"}, "trump-contract"), ({"contract": "trumf", "trump": "stars"}, "suit-unknown"),
        ({"contract": "trumf", "trump": "none"}, "suit-unknown"), ({"contract": "trumf", "trump": "open"}, "suit-unknown"),
        ({"contract": "trumf", "trump": 4}, "trump-value"), ({"contract": "trumf", "trump": []}, "trump-value"), ({"contract": "trumf", "trump": None}, "trump-value"),
    ],
)  # fmt: skip
def test_contract_and_trump_must_fit(facts: dict[str, Any], code: str) -> None:
    """A contract of this game that is open, and a trump suit only where the contract has one:
    spader is spades."""
    assert codes(SWEDISH, {"tricks": (6, 6, 4), **facts}) == [code]


@pytest.mark.parametrize(
    ("contract", "trump", "shown"),
    [
        ("spader", None, "spades"),
        ("spader", "spades", "spades"),
        ("trumf", "hearts", "hearts"),
        ("trumf", None, None),
        ("sang", None, None),
    ],
)
def test_the_trump_suit_of_a_deal(contract: str, trump: str | None, shown: str | None) -> None:
    """The contract's own suit, or the one entered where forehand names it; trumf may be left
    without."""
    given = {"trump": trump} if trump else {}
    assert scored(SWEDISH, {"contract": contract, "tricks": (6, 6, 4), **given}).trump == shown


def test_spades_in_trumf_are_flagged_while_spader_is_open() -> None:
    """It may be done, and is seldom wise: recorded with a word, and without one once spader has
    been played."""
    trumf = {"contract": "trumf", "trump": "spades", "tricks": (6, 6, 4)}
    assert len(scored(SWEDISH, trumf).flags) == 1
    spader = [{"contract": "spader", "tricks": (6, 6, 4)}] * 3
    assert scored(SWEDISH, *spader, trumf).flags == ()


# --- other facts ------------------------------------------------------------------------------


GP = (20, 10, 10)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({}, ["bizon-missing", "gp-missing"]), ({"bizon": "A"}, ["gp-missing"]), ({"gp": GP}, ["bizon-missing"]), ({"bizon": "D", "gp": GP}, ["player-unknown"]),
        ({"bizon": "a", "gp": GP}, ["player-unknown"]), ({"bizon": 0, "gp": GP}, ["bizon-value"]), ({"bizon": ["A"], "gp": GP}, ["bizon-value"]),
        ({"bizon": "A", "gp": GP, "round": 0}, ["round-range"]), ({"bizon": "A", "gp": GP, "round": 3}, ["round-range"]),
        ({"bizon": "A", "gp": GP, "round": "1"}, ["round-value"]), ({"bizon": "A", "gp": GP, "round": True}, ["round-value"]),
        ({"bizon": "A", "gp": GP, "round": 1.0}, ["round-value"]), ({"bizon": "A", "gp": GP, "grass": "8C"}, ["card-unknown"]),
        ({"bizon": "A", "gp": GP, "grass": "clubs"}, ["card-unknown"]), ({"bizon": "A", "gp": GP, "grass": 10}, ["grass-value"]),
        ({"bizon": "A", "gp": GP, "trump": "moons"}, ["suit-unknown"]), ({"bizon": "A", "gp": GP, "trump": True}, ["trump-value"]),
        ({"bizon": "A", "gp": GP, "tricks": (9, 0, 0)}, ["tricks-range", "tricks-total"]), ({"bizon": "A", "gp": GP, "contract": "sang"}, ["fact-unknown"]),
        ({"bizon": "A", "gp": GP, "bid": 100}, ["fact-unknown"]), ({"bizon": "A", "gp": GP, "": 1}, ["fact-unknown"]),
        ({"passed": True, "bizon": "A"}, ["fact-unused"]), ({"passed": True, "grass": "10C", "bizon": "A"}, ["fact-unused"]), ({"passed": True, "gp": GP, "bizon": "A", "trump": "clubs"}, ["fact-unused"] * 3),
        ({"passed": False, "bizon": "A", "gp": GP}, ["passed-value"]), ({"passed": "yes", "bizon": "A", "gp": GP}, ["passed-value"]),
        ({"passed": 1, "bizon": "A", "gp": GP}, ["passed-value"]), ({"passed": None, "bizon": "A", "gp": GP}, ["passed-value"]),
    ],
)  # fmt: skip
def test_impossible_facts_of_bizon(facts: dict[str, Any], expected: list[str]) -> None:
    """Who was the Bizon, the round, the Grass, the trump and passing: each impossible one is
    refused by name."""
    assert sorted(codes(BIZON, facts)) == sorted(expected)


def test_a_passed_game_has_a_turned_card_too() -> None:
    """ "He then deals one more card … and puts it face up on the table": that is done before
    anybody passes, so the Bizon Grass may be told of a game that everyone passed; nothing else
    may."""
    found = scored(BIZON, {"passed": True, "grass": "10C"})
    assert (found.points, found.facts["grass"]) == ((0, 0, 0), "10C")
    assert codes(BIZON, {"passed": True, "grass": "2C"}) == ["card-unknown"]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({}, ["bidder-missing", "bid-missing", "meld-missing", "points-missing"]), ({"bid": 95}, ["bid-range"]), ({"bid": 670}, ["bid-range"]), ({"bid": 105}, ["bid-step"]),
        ({"bid": "pander"}, ["bid-value"]), ({"bid": True}, ["bid-value"]), ({"bid": [100]}, ["bid-value"]), ({"bid": -100}, ["bid-range"]), ({"bid": 10**12}, ["bid-value"]),
        ({"meld": 15}, ["meld-step"]), ({"meld": 530}, ["meld-range"]), ({"meld": -10}, ["meld-range"]), ({"meld": "20"}, ["meld-value"]), ({"meld": 0.0}, ["meld-value"]),
        ({"points": (100, 42)}, ["points-total"]), ({"points": (142, -1)}, ["points-range"] * 2), ({"points": (100, 41, 0)}, ["points-number"]),
        ({"bidder": "Eve"}, ["player-unknown"]), ({"bid": "laydown"}, ["fact-unused"] * 2), ({"bid": "ponder"}, ["fact-unused"] * 2 + ["tricks-missing"]),
        ({"tricks": (8, 0)}, ["fact-unused"]), ({"trump": "moons"}, ["suit-unknown"]),
    ],
)  # fmt: skip
def test_impossible_facts_of_bien(facts: dict[str, Any], expected: list[str]) -> None:
    """Bidder, bid, meld and card points: ranges, steps, words, and facts that this kind of deal
    has no use for."""
    whole = {"bidder": "Ann", "bid": 100, "meld": 20, "points": (100, 41)}
    assert sorted(codes(BIEN, {**whole, **facts} if facts else {})) == sorted(expected)


def test_a_wrong_bid_does_not_bring_wrong_reasons_with_it() -> None:
    """While the bid cannot be read nothing is said of what only some bids need."""
    assert codes(BIEN, {"bidder": "Ann", "bid": "pander", "tricks": (8, 0)}) == ["bid-value"]


def test_a_misspelt_fact_gives_the_likely_one() -> None:
    """A fact that the game has no use for is named with the one that was probably meant."""
    (problem,) = problems(SWEDISH, {"contract": "sang", "tricks": (6, 6, 4), "trumps": "hearts"})
    assert (text_of(problem.message), hint_of(problem)) == (
        "this game has no use for `trumps`",
        "did you mean `trump`?",
    )


def test_everything_that_is_wrong_is_said_at_once() -> None:
    """A contract that is used, a suit it has not, a total, a range and a fact of another game:
    five reasons in one refusal."""
    before = [sang(6, 6, 4)] * 3
    wrong = {"contract": "sang", "trump": "hearts", "tricks": (17, 1, 0), "gp": (20, 20, 0)}
    assert sorted(codes(SWEDISH, *before, wrong)) == [
        "contract-used",
        "fact-unknown",
        "tricks-range",
        "tricks-total",
        "trump-contract",
    ]
    wrong = {
        "bizon": "Z",
        "gp": (20, 20, 1),
        "tricks": (9, 0, 0),
        "round": 3,
        "grass": "2C",
        "trump": "moons",
        "zip": 1,
    }
    assert sorted(codes(BIZON, wrong)) == [
        "card-unknown",
        "fact-unknown",
        "gp-total",
        "player-unknown",
        "round-range",
        "suit-unknown",
        "tricks-range",
        "tricks-total",
    ]
    wrong = {
        "bidder": "Eve",
        "bid": 95,
        "meld": 15,
        "points": (100, 42),
        "tricks": (8, 0),
        "bizon": "Ann",
    }
    assert sorted(codes(BIEN, wrong)) == [
        "bid-range",
        "fact-unknown",
        "meld-step",
        "player-unknown",
        "points-total",
    ]


def test_every_problem_says_which_fact_it_is_about() -> None:
    """A program that reads a refusal finds the fact to ask for again."""
    wrong = {"bizon": "Z", "gp": (20, 20, 1), "round": 3, "grass": "2C", "trump": "moons", "zip": 1}
    assert {problem.fact for problem in problems(BIZON, wrong)} == {
        "bizon",
        "gp",
        "round",
        "grass",
        "trump",
        "zip",
    }


# --- the Bizon Grass and the trump suit -----------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "ok"),
    [
        ({"round": 1, "grass": "10C", "trump": "clubs"}, True), ({"round": 1, "grass": "10C", "trump": "hearts"}, False),
        ({"round": 2, "grass": "10C", "trump": "hearts"}, True), ({"round": 2, "grass": "10C", "trump": "clubs"}, False),
        ({"round": 1, "trump": "hearts"}, True), ({"grass": "10C"}, True), ({"trump": "hearts"}, True), ({"round": 2}, True),
    ],
)  # fmt: skip
def test_the_grass_gives_the_trump_in_round_one_and_never_in_round_two(
    facts: dict[str, Any], ok: bool
) -> None:
    """Eaten in round 1 the Grass's suit is trump (guide 5); in round 2 any suit but that one
    (guide 4)."""
    found = verdict(BIZON, {"bizon": "A", "gp": GP, **facts})
    assert (found.scored is not None) == ok
    assert ok or [problem.code for problem in found.problems] == ["trump-grass"]


@pytest.mark.parametrize(
    ("facts", "round_", "trump"),
    [
        ({"grass": "10C", "round": 1}, 1, "clubs"), ({"grass": "KH", "trump": "hearts"}, 1, "hearts"), ({"grass": "KH", "trump": "clubs"}, 2, "clubs"),
        ({"grass": "KH"}, None, None), ({"trump": "clubs"}, None, "clubs"), ({}, None, None), ({"grass": "KH", "round": 2}, 2, None),
    ],
)  # fmt: skip
def test_round_and_trump_are_worked_out_where_they_follow(
    facts: dict[str, Any], round_: int | None, trump: str | None
) -> None:
    """Grass 10C eaten in round 1 makes clubs trump; Grass KH and trump clubs can only be round 2
    (guide 2, 5, 6)."""
    deal = scored(BIZON, {"bizon": "A", "gp": GP, **facts})
    assert (deal.facts.get("round"), deal.trump) == (round_, trump)


@pytest.mark.parametrize(
    ("game", "contract", "trump", "flagged"),
    [
        ("bismarck-swedish", "trumf", None, True), ("bismarck-swedish", "trumf", "hearts", False),
        ("bismarck-swedish", "spader", None, False), ("bismarck-swedish", "sang", None, False),
        ("bismarck-classic-extra", "trumf", None, True), ("bismarck-coleman", "hearts", None, False),
    ],
)  # fmt: skip
def test_a_free_suit_that_was_not_entered_is_flagged(
    game: str, contract: str, trump: str | None, flagged: bool
) -> None:
    """ "After forehand has announced the contract, and in the case of Valfri also announced the
    trump suit": a deal with open trumps and no suit is recorded with a word about it; one with
    trumps of its own, or none, is not."""
    agreed = agree(ruleset(game), "ABC")
    known = {"contract": contract, "tricks": (4, 8, 4)} | ({"trump": trump} if trump else {})
    found = scored(agreed, known)
    assert any("without its trump suit" in text_of(flag) for flag in found.flags) is flagged


def test_a_table_may_want_to_be_asked_for_the_suit() -> None:
    """Where the rules say so, a deal without its suit is asked about before it is recorded."""
    raw = merged_ruleset("bismarck-swedish")
    raw["deals"]["trump_unsaid"] = "ask"
    agreed = agree(read_ruleset(raw, "asking"), "ABC")
    found = judged(agreed, first_state(agreed), {"contract": "trumf", "tricks": (4, 8, 4)})
    assert [(problem.code, problem.fact, hint_of(problem)) for problem in found.questions] == [
        ("trump-unsaid", "trump", "add trump=…")
    ]
    assert found.scored is not None and found.scored.flags == ()


# --- the end, and rules that fail --------------------------------------------------------------


@pytest.mark.parametrize(
    ("agreed", "facts", "number"),
    [(BRITISH, {"tricks": (6, 6, 4)}, 12), (BIZON, {"passed": True}, 15)],
)
def test_no_deal_is_played_after_the_end(
    agreed: Agreed, facts: dict[str, Any], number: int
) -> None:
    """The thirteenth British deal and the sixteenth of Bizon are refused."""
    assert codes(agreed, *[facts] * number, facts) == ["session-over"]


def test_a_deal_that_the_rules_cannot_score_is_refused_not_a_crash() -> None:
    """A ruleset that divides by a player's tricks is refused where there are none, and scores
    where there are some."""
    raw = merged_ruleset("bismarck-british")
    raw["contract"]["no-trumps"]["points"] = "quota // tricks"
    raw.pop("promise")
    agreed = agree(read_ruleset(raw, "odd"), "ABC")
    assert codes(agreed, {"tricks": (0, 8, 8)}) == ["formula"]
    assert scored(agreed, {"tricks": (4, 4, 8)}).points == (2, 1, 0)


@pytest.mark.parametrize(
    ("table", "key", "formula", "words"),
    [
        (
            "game",
            "over",
            "1 // (deal - 1) > 9",
            "“(1 divided by (the number of the deal − 1), rounded down) is more than 9”",
        ),
        (
            "count.tricks",
            "total",
            "16 // (players - 3)",
            "“16 divided by (the number of players − 3), rounded down”",
        ),
        ("promise", "sum", "0 // 0", "“0 divided by 0, rounded down”"),
    ],
)
def test_rules_that_fail_on_a_deal_refuse_it(
    table: str, key: str, formula: str, words: str
) -> None:
    """Wherever a formula of the ruleset has no answer, the deal is refused with the formula told
    in words."""
    raw = merged_ruleset("bismarck-british")
    here = raw
    for part in table.split("."):
        here = here.setdefault(part, {})
    here[key] = formula
    result = standing(agree(read_ruleset(raw, "odd"), "ABC"), deals({"tricks": (6, 6, None)}))
    assert [problem.code for problem in result.problems] == ["formula"]
    assert (
        f"{words} divides by zero" in text_of(result.problems[0].message)
        and text_of(result.problems[0].place or "") == "deal 1"
    )
    assert result.problems[0].fact is None


def test_a_promise_that_is_not_kept_is_refused() -> None:
    """Where the rules promise a sum of zero, a contract whose points do not add up to it never
    scores."""
    raw = merged_ruleset("bismarck-british")
    raw["contract"]["no-trumps"]["points"] = "tricks"
    assert codes(agree(read_ruleset(raw, "odd"), "ABC"), {"tricks": (6, 6, 4)}) == ["promise"]


def test_a_rare_meld_is_asked_about_and_scored() -> None:
    """A meld over 400 can happen and is odd: the deal is scored, with a question."""
    found = verdict(BIEN, {"bidder": "Ann", "bid": 390, "meld": 410, "points": (100, 41)})
    assert found.scored is not None and found.scored.points == (-7, 0)
    assert [question.code for question in found.questions] == ["meld-rare"]
    assert "410" in text_of(found.questions[0].message)


def test_numbers_too_great_to_be_written_out_are_refused_in_words() -> None:
    """A session file can hold a number of ten thousand figures; the refusal does not."""
    (problem,) = problems(SWEDISH, {**sang(6, 6, 4), "trump": 10**10_000})
    assert text_of(problem.message).endswith("a number as great as that")


@pytest.mark.parametrize(
    "number", [GREATEST + 1, -GREATEST - 1, 10**10_000], ids=["above", "below", "endless"]
)
def test_a_number_that_is_too_large_is_called_that(number: int) -> None:
    """It is a whole number, so the refusal names the limit."""
    (problem,) = problems(SWEDISH, sang(number, 6, 4))
    assert (
        text_of(problem.message)
        == "`tricks` has a number that is too large: 1,000,000,000 is the most"
    )
    (problem,) = problems(SWEDISH, sang("6", 6, 4))
    assert (
        text_of(problem.message) == '`tricks` must be whole numbers, one a side, not `["6", 6, 4]`'
    )


def test_judging_changes_nothing_that_it_was_given() -> None:
    """The facts entered and the state stay as they were."""
    facts = {"bizon": "A", "gp": [20, None, 10], "grass": "10C", "round": 1}
    before = {**facts, "gp": list(facts["gp"])}
    state = first_state(BIZON)
    assert judged(BIZON, state, facts).scored is not None
    assert facts == before and state == first_state(BIZON)


# --- what a refusal says, to the word ------------------------------------------------------------

SLIPS = "recount the tricks: count the cards of each pile and divide by the players"
GP_CARDS = "recount the piles: A 4, K 3, Q 2, J 1, every other card 0"
BIEN_CARDS = "recount the piles: A 11, 10 10, K 3, Q 2, J 1; trumps J 20, 9 14, A 11, 10 10, K 3, Q 2, every other card 0"
ONE_OVER = (
    "count the cards, not the tricks: the piles must hold 18, 18 and 12 or 18, 15 and 15 or 15, 18 and 15; "
    "then scorekeeper deal sang 6 6 4"
)
CARDS_GIVEN = "count the cards, not the tricks: the piles must hold 24, 15 and 9; then scorekeeper deal sang 8 5 3"
ANN_100 = {"bidder": "Ann", "bid": 100, "meld": 0, "points": (100, 41)}
A_BIZON = {"bizon": "A", "gp": (20, 10, 10)}
FIT = {"tricks": (6, 6, 4)}


@pytest.mark.parametrize(
    ("agreed", "facts", "message", "hint"),
    [
        (SWEDISH, sang(6, 6, 5), "the tricks of this deal add up to 17; there are 16: 6 + 6 + 5 = 17, 1 too many", ONE_OVER),
        (SWEDISH, sang(24, 15, 9), "A cannot have 24 tricks: 0 to 16 are possible", "recount the tricks: count the cards of each pile and divide by the players"),
        (SWEDISH, sang(24, 15, 9), "the tricks of this deal add up to 48; there are 16: 24 + 15 + 9 = 48, 32 too many", CARDS_GIVEN),
        (SWEDISH, sang(17, None, None), "the tricks of B and C are missing", "give those of B; those of C are then worked out"),
        (SWEDISH, sang(17, None, 0), "17 + 0 = 17 tricks are already 1 more than the 16 there are", SLIPS),
        (BIEN, {**ANN_100, "points": (None, 142)}, "142 points are already 1 more than the 141 there are", BIEN_CARDS),
        (SWEDISH, sang(6, 6), "tricks: 3 numbers belong here, one for each of A, B, C; 2 were given", "give a number for each of A, B and C, in that order"),
        (BIZON, {**A_BIZON, "gp": (8, 0, 32), "tricks": (0, 1, 7)}, "A's 0 tricks (0 cards) cannot hold 8 GP: they hold 0", "perhaps the tricks of A and B changed places: tricks=1,0,7"),
        (BIZON, {**A_BIZON, "gp": (13, 17, 10), "tricks": (1, 1, 6)}, "A's 1 tricks (3 cards) cannot hold 13 GP: they hold 0 to 12", GP_CARDS),
        (BIZON, {**A_BIZON, "gp": (20, 10, 9)}, "the GP of this deal add up to 39; there are 40: 20 + 10 + 9 = 39, 1 too few", f"perhaps one J was left out (1); {GP_CARDS}"),
        (BIEN, {**ANN_100, "points": (100, 40)}, "the points of this deal add up to 140; there are 141: 100 + 40 = 140, 1 too few", f"perhaps one J was left out (1); {BIEN_CARDS}"),
        (BIZON, {**A_BIZON, "tricks": (3, 3, 3)}, "the tricks of this deal add up to 9; there are 8: 3 + 3 + 3 = 9, 1 too many", "count the cards, not the tricks: the piles must hold 9, 9 and 6 or 9, 6 and 9 or 6, 9 and 9; then scorekeeper deal tricks=3,3,2 …"),
        (BIEN, {**ANN_100, "points": (60, 90)}, "the points of this deal add up to 150; there are 141: 60 + 90 = 150, 9 too many", BIEN_CARDS),
        (SWEDISH, {**FIT, "contrct": "sang"}, "this game has no use for `contrct`", "did you mean `contract`?"),
        (BIEN, {**ANN_100, "bid": "pander"}, "the bid cannot be `pander`: say 100 to 660, or ponder or laydown", None),
        (BIEN, {**ANN_100, "bid": 670}, "the bid cannot be 670: say 100 to 660, or ponder or laydown", None),
        (BIEN, {**ANN_100, "bid": 105}, "the bid goes by steps of 10: 105 lies between 100 and 110", None),
        (BIEN, {**ANN_100, "meld": 530}, "the meld cannot be 530: say 0 to 520", None),
        (SWEDISH, {**FIT, "contract": "pass", "trump": "hearts"}, "Pass has no trumps, but hearts were given", "leave the suit out"),
        (SWEDISH, {**FIT, "contract": "spader", "trump": "hearts"}, "trumps in Spader are spades, not hearts", "leave the suit out"),
        (SWEDISH, {**FIT, "contract": "sagn"}, "`sagn` is not a contract of this game", "did you mean `sang`?"),
        (SWEDISH, {**FIT, "contract": "qqq"}, "`qqq` is not a contract of this game", "there are Spader, Trumf, Sang or Pass"),
        (SWEDISH, FIT, "the contract is missing; A may choose Spader, Trumf, Sang or Pass", "begin with one of them: scorekeeper deal spader …"),
        (BRITISH, {**FIT, "contract": "misere"}, "deal 1 is No trumps, not Misère: the order is fixed", "leave the contract out"),
        (BIZON, {"passed": True, "bizon": "A"}, "`passed` stands alone: a deal that was passed has no Bizon", "leave `bizon` or `passed` out"),
        (BIZON, {**A_BIZON, "bizon": "D"}, "`D` does not play here; A, B and C do", None),
        (BIZON, {**A_BIZON, "grass": "8C"}, "`8C` is not a card of this pack: 24 cards, ace to nine", "ranks A K Q J 10 9; cards are written like A♣, K♣"),
        (BIZON, {**A_BIZON, "zip": 1}, "this game has no use for `zip`", "it asks for passed, bizon, round, grass, trump, gp and tricks"),
        (BIZON, {"gp": (20, 10, 10)}, "this deal needs the Bizon (the player who ate the Bizon Grass)", "add bizon=…"),
        (BIEN, {**ANN_100, "tricks": (8, 0)}, "this deal has no use for `tricks`", "leave `tricks` out"),
        (BIZON, {**A_BIZON, "bizon": ["A" * 56]}, f'`bizon` must be a player\'s name, not `["{"A" * 56}"]`', None),
        (BIZON, {**A_BIZON, "bizon": ["A" * 57]}, f'`bizon` must be a player\'s name, not `["{"A" * 57}"…`', None),
    ],
)  # fmt: skip
def test_a_refusal_to_the_word(
    agreed: Agreed, facts: dict[str, Any], message: str, hint: str | None
) -> None:
    """The numbers, the names and what to do about it, as the table reads them."""
    assert (message, hint) in [
        (text_of(problem.message), hint_of(problem)) for problem in problems(agreed, facts)
    ]


@pytest.mark.parametrize(
    ("agreed", "facts", "about"),
    [
        (SWEDISH, {**FIT, "contract": "qqq"}, [("contract", None)]),
        (SWEDISH, FIT, [("contract", "Deal and Contracts")]),
        (
            SWEDISH,
            {**FIT, "contract": "spader", "trump": "hearts"},
            [("trump", "Deal and Contracts; Scoring")],
        ),
        (SWEDISH, {**FIT, "contract": "trumf", "trump": "stars"}, [("trump", None)]),
        (BRITISH, {**FIT, "contract": "misere"}, [("contract", "British Bismarck")]),
        (BIZON, {**A_BIZON, "bizon": "D"}, [("bizon", "guide 7")]),
        (BIZON, {}, [("bizon", "guide 7"), ("gp", "guide 8")]),
        (BIZON, {**A_BIZON, "gp": (8, 0, 32), "tricks": (0, 1, 7)}, [("gp", "guide 8")]),
        (BIEN, {**ANN_100, "tricks": (8, 0)}, [("tricks", "PONDER")]),
    ],
)
def test_which_fact_a_refusal_is_about_and_which_rule(
    agreed: Agreed, facts: dict[str, Any], about: list[tuple[str, str | None]]
) -> None:
    """Every reason names its fact and the place in the source that it comes from."""
    assert [(p.fact, p.rule and text_of(p.rule)) for p in problems(agreed, facts)] == about


def test_a_question_says_which_rule_it_comes_from() -> None:
    """A rare meld is asked about with the line of the source, and no hint: there is nothing to
    put right."""
    (question,) = verdict(
        BIEN, {"bidder": "Ann", "bid": 390, "meld": 410, "points": (100, 41)}
    ).questions
    assert (question.fact, hint_of(question)) == ("meld", None)
    assert question.rule is not None and text_of(question.rule) == "MELD VALUE"


def test_points_between_the_least_and_the_most_that_no_cards_make() -> None:
    """Where only aces count, ten each, the three cards of a trick may be worth 10 or 20, but
    never 15."""
    raw = merged_ruleset("bizon")
    raw["count"]["gp"] |= {"cards": {"A": 10}}
    agreed = agree(read_ruleset(raw, "odd"), "ABC")
    found = problems(agreed, {"bizon": "A", "gp": (15, 25, 0), "tricks": (1, 2, 5)})
    assert [text_of(problem.message) for problem in found] == [
        "A's 1 tricks (3 cards) cannot hold 15 GP: no such cards add up to it",
        "B's 2 tricks (6 cards) cannot hold 25 GP: no such cards add up to it",
    ]


def test_a_range_that_is_open_at_one_end() -> None:
    """Where only the most is fixed, the refusal leaves the other end open."""
    raw = merged_ruleset("bizon")
    raw["fact"]["bonus"] = {"kind": "number", "max": 4, "optional": True}
    found = problems(agree(read_ruleset(raw, "odd"), "ABC"), {**A_BIZON, "bonus": 5})
    assert [text_of(problem.message).partition(": ")[2] for problem in found] == ["say … to 4"]


def test_partners_that_are_counted_apart() -> None:
    """A player who sits alone has a number, partners have the list of theirs, in the order of
    their seats."""
    assert list(values_by_side((1, 2, 3, 4), ((0, 2), (1, 3)))) == [(1, 3), (2, 4)]
    assert list(values_by_side((1, 2, 3), ((0,), (1,), (2,)))) == [1, 2, 3]


# --- counts of the players, sides, and what is carried ---------------------------------------------

SPADES = agree(ruleset("more/spades"), ["Ann", "Bob", "Cal", "Dee"])
NIL_LOST = {"bid": (0, 4, 4, 4), "tricks": (1, 4, 4, 4)}


def test_partners_are_counted_one_by_one_and_settle_together() -> None:
    """Every player's nil is looked at by itself, the bids of partners are added, and bags are
    carried on."""
    made = scored(SPADES, {"bid": (4, 3, 3, 0), "tricks": (6, 3, 4, 0)})
    assert (made.points, made.totals, made.carry) == ((73, 130), (73, 130), ((3, 0),))
    lost = scored(SPADES, NIL_LOST, NIL_LOST, NIL_LOST)
    assert (lost.points, lost.totals, lost.carry) == ((-59, 80), (-177, 240), ((3, 0),))


def test_the_tenth_bag_is_taken_from_the_score() -> None:
    """Six bags and six more are twelve: a hundred points less, and two are carried on."""
    six = {"bid": (1, 2, 1, 2), "tricks": (4, 2, 4, 3)}
    first, second = scored(SPADES, six), scored(SPADES, six, six)
    assert (first.points, first.carry) == ((26, 41), ((6, 1),))
    assert (second.points, second.carry) == ((-74, 41), ((2, 2),))


def test_a_count_of_the_players_has_a_number_for_each() -> None:
    """Partners that are counted apart are four numbers, named by player."""
    (problem,) = problems(SPADES, {"bid": (4, 3), "tricks": (6, 3, 4, 0)})
    assert (
        text_of(problem.message)
        == "bids: 4 numbers belong here, one for each of Ann, Bob, Cal, Dee; 2 were given"
    )
    assert codes(SPADES, {"bid": (4, 3, 3, 14), "tricks": (6, 3, 4, 0)}) == ["bid-range"]
    assert codes(SPADES, {"bid": (4, None, 3, 1), "tricks": (6, 3, 4, 0)}) == ["bid-missing"]


def test_missing_numbers_without_a_total_cannot_be_worked_out() -> None:
    """Bids add up to nothing in particular: each must be said."""
    (problem,) = problems(SPADES, {"bid": (4, None, 3, None), "tricks": (6, 3, 4, 0)})
    assert (
        text_of(problem.message)
        == "the bids of Bob and Dee are missing; no total is fixed, so none can be worked out"
    )
    assert hint_of(problem) == "give a number for each"


def test_a_count_goes_by_its_steps() -> None:
    """Where a count goes by fives, a number between is refused with its player."""
    raw = merged_ruleset("more/spades")
    raw["count"]["bid"]["step"] = 5
    (problem,) = problems(
        agree(read_ruleset(raw, "odd"), "ABCD"), {"bid": (5, 0, 3, 10), "tricks": (6, 3, 4, 0)}
    )
    assert (problem.code, text_of(problem.message)) == (
        "bid-step",
        "C's 3 bids are not a multiple of 5",
    )


def test_a_default_that_has_no_answer_says_nothing() -> None:
    """Where the formula of a default fails on what was entered, the fact is simply not known."""
    raw = merged_ruleset("bizon")
    raw["fact"]["extra"] = {"kind": "number", "optional": True, "default": "1 // (round - 1)"}
    agreed = agree(read_ruleset(raw, "odd"), "ABC")
    assert "extra" not in scored(agreed, {**A_BIZON, "round": 1}).facts
    assert scored(agreed, {**A_BIZON, "round": 2}).facts["extra"] == 1
    assert "extra" not in scored(agreed, A_BIZON).facts


def test_a_word_is_not_a_question() -> None:
    """A deal that is only flagged is not asked about, and one that is asked about has no flag."""
    flagged = verdict(SWEDISH, {"contract": "trumf", "trump": "spades", "tricks": (6, 6, 4)})
    assert flagged.questions == () and flagged.scored is not None
    asked = verdict(BIEN, {"bidder": "Ann", "bid": 390, "meld": 410, "points": (100, 41)})
    assert asked.scored is not None and asked.scored.flags == ()


def test_a_broken_promise_is_about_no_fact() -> None:
    """What the ruleset does wrong is not put to any number that was entered."""
    raw = merged_ruleset("bismarck-british")
    raw["contract"]["no-trumps"]["points"] = "tricks"
    (problem,) = problems(agree(read_ruleset(raw, "odd"), "ABC"), {"tricks": (6, 6, 4)})
    assert (problem.fact, text_of(problem.message)) == (
        None, "the points of this deal add up to 16, and the rules promise 0"
    )  # fmt: skip


def test_what_is_worked_out_for_a_player_may_use_what_was_worked_out_before() -> None:
    """A formula for every player sees the ones above it, of the same player."""
    raw = merged_ruleset("more/spades")
    raw["each"] = {"twice": "tricks * 2", "more": "twice + bid"}
    raw["side"] = {"wanted": "sum(bid)", "taken": "sum(more)", "over": "0"}
    raw["outcome"] = [{"name": "played", "points": "taken"}]
    agreed = agree(read_ruleset(raw, "odd"), "ABCD")
    assert scored(agreed, {"bid": (4, 3, 3, 0), "tricks": (6, 3, 4, 0)}).points == (27, 9)


def test_a_suit_that_is_not_the_trumps() -> None:
    """A fact that is a suit takes the pack's own suits by their names, and no other word."""
    raw = merged_ruleset("bizon")
    raw["fact"]["shown"] = {"kind": "suit", "optional": True}
    agreed = agree(read_ruleset(raw, "odd"), "ABC")
    assert scored(agreed, {**A_BIZON, "shown": "hearts"}).facts["shown"] == "hearts"
    assert codes(agreed, {**A_BIZON, "shown": "moons"}) == ["suit-unknown"]


def test_a_suit_in_a_reason_is_in_the_language_spoken() -> None:
    """A reason of the rules names suits in the reader's language, trumps or not; a player who is
    called as one is not one."""
    raw = merged_ruleset("bizon")
    raw["fact"]["shown"] = {"kind": "suit", "optional": True}
    raw["check"].append({
        "code": "shown", "fact": "shown", "when": "shown == trump",
        "message": {"sv": "{bizon} visade {shown}, som är trumf"}, "source": "a rule of this house",
    })  # fmt: skip
    agreed = agree(read_ruleset(raw, "odd"), ["hearts", "B", "C"])
    speak("sv")
    grass, shown = problems(agreed, {
        "bizon": "hearts", "gp": GP, "grass": "10C", "round": 1, "trump": "hearts", "shown": "hearts",
    })  # fmt: skip
    assert (
        text_of(grass.message)
        == "Grässtrået 10♣ åts i runda 1, så dess färg är trumf, inte hjärter"
    )
    assert text_of(shown.message) == "hearts visade hjärter, som är trumf"


def test_the_trumps_of_a_contract_in_a_reason_are_in_the_language_spoken() -> None:
    """So are trumps that nobody enters, because each contract has its own."""
    raw = merged_ruleset("bismarck-raf")
    raw["check"] = [{
        "code": "whole-hand", "fact": "tricks", "when": 'trump == "hearts" and max(all.tricks) > 15',
        "message": {"sv": "med {trump} som trumf tar ingen alla stick"}, "source": "a rule of this house",
    }]  # fmt: skip
    speak("sv")
    (found,) = problems(
        agree(read_ruleset(raw, "odd"), "ABC"), {"contract": "hearts", "tricks": (16, 0, 0)}
    )
    assert text_of(found.message) == "med hjärter som trumf tar ingen alla stick"


def test_the_greatest_number_is_a_number() -> None:
    """A number without an end that the rules name may be as great as a formula's may be, and no
    greater."""
    raw = merged_ruleset("bismarck-swedish")
    raw["fact"] = {"stake": {"kind": "number"}}
    agreed = agree(read_ruleset(raw, "odd"), "ABC")
    for number in (GREATEST, -GREATEST):
        assert scored(agreed, {**sang(6, 6, 4), "stake": number}).facts["stake"] == number
        assert codes(agreed, {**sang(6, 6, 4), "stake": number + number // GREATEST}) == [
            "stake-value"
        ]


def test_a_condition_without_an_answer_is_not_taken_for_false() -> None:
    """What is asked for only sometimes is asked for where the rules cannot tell."""
    raw = merged_ruleset("bismarck-swedish")
    raw["fact"] = {"slam": {"kind": "flag", "when": "1 // (max(all.tricks) - 6) > 0"}}
    agreed = agree(read_ruleset(raw, "odd"), "ABC")
    assert codes(agreed, sang(6, 6, 4)) == ["slam-missing"]
    assert scored(agreed, sang(8, 4, 4)).points == (4, -4, 0)


def test_points_may_look_at_the_role() -> None:
    """One formula for every side knows whose it is."""
    raw = merged_ruleset("bismarck-swedish")
    raw["contract"]["sang"]["points"] = (
        "-2 * (tricks - quota) if role == 'others' else tricks - quota"
    )
    agreed = agree(read_ruleset({**raw, "promise": {}}, "odd"), "ABC", "C")
    assert scored(agreed, sang(9, 4, 3)).points == (1, 0, 2)


def test_a_count_without_an_end_has_one_all_the_same() -> None:
    """Where neither a most nor a total is said, a million is the most that a number can be."""
    raw = merged_ruleset("more/spades")
    del raw["count"]["bid"]["max"]
    agreed = agree(read_ruleset(raw, "odd"), "ABCD")
    assert (
        scored(agreed, {"bid": (10**6, 3, 3, 0), "tricks": (6, 3, 4, 0)}).facts["bid"][0] == 10**6
    )
    assert codes(agreed, {"bid": (10**6 + 1, 3, 3, 0), "tricks": (6, 3, 4, 0)}) == ["bid-range"]


def test_a_pot_for_which_the_pack_has_not_the_cards() -> None:
    """Each card of a pot of thirteen is one of a trick of three: the pack of 36 has no 39."""
    raw = merged_ruleset("bisque")
    del raw["fact"]["pot"]["size"]
    agreed = agree(read_ruleset(raw, "odd"), "ABC")
    low = sorted(
        agreed.rules.pack.cards.values(), key=lambda card: -agreed.rules.pack.ranks.index(card.rank)
    )
    goals = [card.code for card in low if len(card.suits) == 2][:3]
    pot = [card.code for card in low if card.code not in goals][:13]
    found = problems(agreed, {"goals": goals, "pot": pot})
    assert [text_of(problem.message) for problem in found] == [
        "13 tricks need 39 cards; the pack has not so many"
    ]


def test_a_hand_that_the_rules_do_not_fix() -> None:
    """Where no size of a hand is said, a formula that asks for it has nothing."""
    agreed = agree(replace(ruleset("bien"), hand=None), ["Ann", "Bob", "Cal", "Dee"])
    state = first_state(agreed)
    assert DealFacts(agreed, state, turn(agreed, state), {})["hand"] is None


def test_a_list_of_cards_is_cards_throughout() -> None:
    """One entry that is no word is enough to make it no list of cards."""
    bisque = agree(ruleset("bisque"), "ABC")
    assert "pot-value" in codes(bisque, {"goals": ["2MK", "3MW", "4MS"], "pot": ["AM", 5]})


def test_a_pot_with_a_goal_card_in_it_is_not_looked_at_further() -> None:
    """Cards that cannot be there are named; whether the others could have lost their tricks is
    not asked then."""
    bisque = agree(ruleset("bisque"), "ABC")
    high = [code for code in bisque.rules.pack.cards if code[0] in "C9"]
    goals = [code for code in bisque.rules.pack.cards if code[0] == "2"]
    assert codes(bisque, {"goals": goals, "pot": [*high, "AM", "AS"]}) == ["pot-tricks"]
    assert codes(bisque, {"goals": goals, "pot": [*high, *goals[:2]]}) == ["card-twice"]


def test_the_least_of_a_count() -> None:
    """Where a least is said, less is refused and the least itself is not."""
    raw = merged_ruleset("more/spades")
    raw["count"]["bid"]["min"] = 1
    agreed = agree(read_ruleset(raw, "odd"), "ABCD")
    assert codes(agreed, {"bid": (4, 3, 3, 0), "tricks": (6, 3, 4, 0)}) == ["bid-range"]
    assert scored(agreed, {"bid": (4, 3, 3, 1), "tricks": (6, 3, 4, 0)}).facts["bid"] == (
        4,
        3,
        3,
        1,
    )


@pytest.mark.parametrize(("end", "tricks"), [("min", (1, 7, 8)), ("max", (2, 4, 10))])
def test_a_count_that_adds_up_still_has_its_bounds(end: str, tricks: tuple[int, ...]) -> None:
    """Sixteen tricks are sixteen, and where a player has at least two of them, or at most nine,
    one of these has not."""
    raw = merged_ruleset("bismarck-british")
    raw["count"]["tricks"][end] = {"min": 2, "max": 9}[end]
    agreed = agree(read_ruleset(raw, "odd"), "ABC")
    assert codes(agreed, {"tricks": tricks}) == ["tricks-range"]
    assert scored(agreed, {"tricks": (2, 5, 9)}).facts["tricks"] == (2, 5, 9)


SAYS = """name = "Says"
players = 3
pack = "french-52"
hand = 16
talon = 4
[fact.stake]
kind = "number"
min = 1
max = 9
[fact.caller]
kind = "player"
optional = true
[roles]
caller = "fact caller"
rest = "others"
[let]
twice = "2 * stake"
[count.tricks]
total = 16
[[outcome]]
points = "tricks"
[[check]]
code = "stake-odd"
when = "twice > 10"
message = "a stake of {stake} is too much"
[[check]]
code = "all-tricks"
when = "max(all.tricks) == 16"
message = "nobody takes them all"
[[check]]
code = "caller-none"
when = "given(caller) and caller.tricks == 0"
message = "who calls takes one"
"""


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"stake": 7, "tricks": (9, 9, 9)}, ["tricks-total", "stake-odd"]),
        ({"stake": 70, "tricks": (16, 0, 0)}, ["stake-range", "all-tricks"]),
        ({"tricks": (16, 0, 0)}, ["stake-missing", "all-tricks"]),
        ({"stake": 7, "tricks": (16, 0, 0)}, ["stake-odd", "all-tricks"]),
        ({"stake": 70, "tricks": (9, 9, 9), "caller": "A"}, ["stake-range", "tricks-total"]),
        ({"stake": 0, "tricks": (0, 8, 8), "caller": "A"}, ["stake-range", "caller-none"]),
        ({"stake": 3, "tricks": (0, 8, 9), "caller": "A"}, ["tricks-total"]),
    ],
)
def test_checks_are_told_beside_what_else_is_wrong(
    facts: dict[str, Any], expected: list[str]
) -> None:
    """A check that the rules make is told with a wrong total, a number out of its range, a fact that
    is missing; where it hangs on what is wrong, by a name that is worked out or a role too, only that
    is told."""
    raw = tomllib.loads(SAYS) | {"pack": merged_ruleset("bismarck-swedish")["pack"]}
    assert codes(agree(read_ruleset(raw, "says"), "ABC"), facts) == expected


def test_piles_are_told_beside_what_else_is_wrong() -> None:
    """Card points that no tricks can hold are told with a round that there is not; beside tricks that
    do not add up nothing is said of them."""
    wrong = {"bizon": 0, "gp": (40, 0, 0), "tricks": (0, 4, 4)}
    assert "gp-tricks" in codes(BIZON, wrong)
    assert {"round-range", "gp-tricks"} <= {*codes(BIZON, {**wrong, "round": 7})}
    assert "gp-tricks" not in codes(BIZON, {**wrong, "tricks": (0, 4, 5)})


def test_a_check_says_what_was_entered() -> None:
    """The names of facts in a check's message become what the deal says: a suit by its word, all
    else as it stands."""
    raw = merged_ruleset("bizon")
    message = "{bizon} had {trump} for {gp}, round {round}"
    raw["check"] = [{"code": "odd", "tier": "ask", "when": "given(trump)", "message": message}]
    (question,) = verdict(
        agree(read_ruleset(raw, "odd"), "ABC"), {**A_BIZON, "trump": "clubs"}
    ).questions
    assert text_of(question.message) == "A had clubs for 20, 10, 10, round None"
    assert question.rule is None


def test_names_that_the_ruleset_gives_to_formulas() -> None:
    """A `let` is worked out from the deal, and a side's own total is the one before the deal."""
    raw = merged_ruleset("bismarck-british")
    raw["let"] = {"most": "max(all.tricks)"}
    raw["contract"]["no-trumps"]["points"] = "most + total"
    raw.pop("promise")
    agreed = agree(read_ruleset(raw, "odd"), "ABC")
    before = first_state(agreed)._replace(totals=(5, 0, -5))
    found = judged(agreed, before, {"tricks": (6, 7, 3)}).scored
    assert found is not None
    assert (found.points, found.totals, found.amended) == ((12, 7, 2), (17, 7, -3), False)


def test_a_formula_without_an_answer_is_about_no_fact() -> None:
    """What the rules cannot score is not put to any number that was entered."""
    raw = merged_ruleset("bismarck-british")
    raw["contract"]["no-trumps"]["points"] = "quota // tricks"
    raw.pop("promise")
    (problem,) = problems(agree(read_ruleset(raw, "odd"), "ABC"), {"tricks": (0, 8, 8)})
    assert (problem.code, problem.fact, hint_of(problem)) == (
        "formula",
        None,
        "see `scorekeeper rules check`",
    )


def test_the_steps_of_a_number_are_counted_from_its_least() -> None:
    """From 93 by tens 103 is a bid, and 100 lies between two."""
    raw = merged_ruleset("bien")
    raw["fact"]["bid"]["min"] = 93
    agreed = agree(read_ruleset(raw, "odd"), ["Ann", "Bob", "Cal", "Dee"])
    assert scored(agreed, {**ANN_100, "bid": 103}).facts["bid"] == 103
    assert codes(agreed, ANN_100) == ["bid-step"]


def test_a_count_that_adds_up_still_goes_by_its_steps() -> None:
    """Five, five and six tricks are sixteen, and where tricks go by twos two of them are wrong."""
    raw = merged_ruleset("bismarck-british")
    raw["count"]["tricks"]["step"] = 2
    agreed = agree(read_ruleset(raw, "odd"), "ABC")
    assert codes(agreed, {"tricks": (5, 5, 6)}) == ["tricks-step"] * 2
    assert scored(agreed, {"tricks": (6, 6, 4)}).facts["tricks"] == (6, 6, 4)


def test_a_check_on_the_trumps_sees_those_of_the_contract() -> None:
    """Trumps that nobody entered are known where the contract has its own."""
    raw = merged_ruleset("bismarck-swedish")
    raw["check"] = [
        {"code": "odd", "tier": "ask", "when": "trump == 'spades'", "message": "spades it is"}
    ]
    agreed = agree(read_ruleset(raw, "odd"), "ABC", "C")
    asked = verdict(agreed, {"contract": "spader", **FIT})
    assert [question.code for question in asked.questions] == ["odd"]
    assert verdict(agreed, {"contract": "sang", **FIT}).questions == ()


@pytest.mark.parametrize(
    ("game", "facts", "codes"),
    [
        ("bismarck-swedish", {"contract": "sang", "tricks": (16, 0, 0)}, ["tricks-whole"]),
        ("bismarck-swedish", {"contract": "pass", "tricks": (0, 16, 0)}, ["tricks-whole"]),
        ("bismarck-follett", {"contract": "no-trumps", "tricks": (0, 0, 16)}, ["tricks-whole"]),
        ("bismarck-swedish", {"contract": "sang", "tricks": (15, 1, 0)}, []),
        ("bismarck-finnish", {"contract": "no-trumps", "tricks": (13, 0)}, []),
    ],
)
def test_all_of_a_count_to_one_side_is_asked_about(
    game: str, facts: dict[str, Any], codes: list[str]
) -> None:
    """Where three or more have quotas that share it out; two sides, whose slam is an aim, are not
    asked, nor is a deal that was recorded."""
    agreed = agree(ruleset(game), ["A", "B", "C", "D"][: max(ruleset(game).players)])
    state = first_state(agreed)
    verdict = judged(agreed, state, facts)
    assert verdict.scored is not None
    assert [problem.code for problem in verdict.questions] == codes
    assert judged(agreed, state, facts, is_kept=True).questions == ()

"""The sheet as a value: the JSON that programs read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from conftest import GAMES, allowed, ruleset
from evening import Evening

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import SitOutPlan, agree
from scorekeeper.game.standing import Standing, standing
from scorekeeper.record.entered_words import read_words, split_line
from scorekeeper.render.next_deal_text import next_text
from scorekeeper.report.next_deal_summary import card_of, card_value
from scorekeeper.report.sheet import checks_of, sheet_of, sheet_value
from scorekeeper.report.upcoming_deal import coming_value, next_of
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.store.ruleset_library import load_ruleset


def played(
    game: str,
    players: list[str],
    deals: list[Mapping[str, Any]],
    dealer: str | None = None,
    **options: Any,
) -> Standing:
    return allowed(agree(load_ruleset(game), players, dealer, options), *deals)


SANG = {"contract": "sang", "tricks": (6, 6, None)}
PASS = {"contract": "pass", "tricks": (9, 2, 5)}
SET = [
    {"bidder": "Bob", "bid": 200, "meld": 150, "points": (60, 81)},
    {"bidder": "Dee", "bid": 220, "meld": 170, "points": (81, 60)},
    {"bidder": "Cal", "bid": 350, "meld": 300, "points": (70, 71)},
    {"bidder": "Ann", "bid": 250, "meld": 200, "points": (50, 91)},
]


def test_the_shape_of_the_sheet() -> None:
    """The sheet of the grid that the source prints, to the letter of the contract."""
    sheet = sheet_value(
        sheet_of(played("bismarck-swedish", ["A", "B", "C"], [SANG, PASS], "C"), "evening")
    )
    assert sheet["deals"][0] == {
        "number": 1, "game": 1, "round": 1, "dealer": "C", "declarer": "A", "leader": "A",
        "contract": "sang", "trump": None, "facts": {},
        "counts": {"tricks": {"A": 6, "B": 6, "C": 4}}, "quotas": {"A": 8, "B": 4, "C": 4},
        "outcome": None, "points": {"A": -2, "B": 2, "C": 0}, "totals": {"A": -2, "B": 2, "C": 0}, "flags": [],
    "resting": [], "seats": ["A", "B", "C"],
    }  # fmt: skip
    without = {key: value for key, value in sheet.items() if key not in ("deals", "next")}
    assert without == {
        "session": "evening", "game": "bismarck-swedish", "players": ["A", "B", "C"], "sides": ["A", "B", "C"],
        "totals": {"A": -5, "B": 4, "C": 1}, "ranking": [["B"], ["C"], ["A"]],
        "checks": [
            {"name": "zero-sum", "holds": True, "detail": "0"},
            {"name": "tricks-total", "holds": True, "detail": "16 in each of 2 deals"},
        ],
        "finished": False, "winners": [], "match": None,
    }  # fmt: skip
    assert json.loads(json.dumps(sheet)) == sheet


def next_as_json(now: Standing) -> dict[str, Any] | None:
    return coming_value(next_of(now))


def test_the_next_deal() -> None:
    """The coming deal names what is left to its declarer, each quota, and what is needed."""
    coming = next_as_json(played("bismarck-swedish", ["A", "B", "C"], [SANG, PASS], "C"))
    assert coming == {
        "deal": 3, "of": 12, "game": 1, "round": 1, "dealer": "B", "declarer": "C", "leader": "C",
        "contracts": ["spader", "trumf", "sang", "pass"],
        "quotas": {
            "spader": {"A": 4, "B": 4, "C": 8}, "trumf": {"A": 4, "B": 4, "C": 8},
            "sang": {"A": 4, "B": 4, "C": 8}, "pass": {"A": 6, "B": 6, "C": 4},
        },
        "needs": ["contract", "tricks"],
        "say": "B deals, C declares and leads; left: spader, trumf, sang, pass.", "resting": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("game", "players", "needs", "of"),
    [
        ("bismarck-swedish", 3, ["contract", "tricks"], 12),
        ("bismarck-british", 3, ["tricks"], 12),
        ("bizon", 3, ["bizon", "gp"], 15),
        ("bien", 4, ["bidder", "bid", "meld", "points"], None),
    ],
)
def test_needs(game: str, players: int, needs: list[str], of: int | None) -> None:
    """A deal needs its contract where there is a choice, then the facts and counts that it
    cannot do without."""
    coming = next_as_json(played(game, ["Ann", "Bob", "Cal", "Dee"][:players], []))
    assert coming is not None
    assert (coming["needs"], coming["of"]) == (needs, of)


def test_needs_that_depend_on_the_contract() -> None:
    """Where tricks are counted in some contracts and cards left in others, each says what it
    needs, and when it is chosen: "Before the deal, the player to dealer's left chooses any one
    of the contracts from rounds 1-6"."""
    tricks, stops = {"tricks": [6, 3, 3]}, {"left": [0, 1, 2]}
    first = {"starter": "A", **tricks}
    shown = card_of(
        played("bismarck-estonian", ["A", "B", "C"], [first, *[tricks] * 11, *[stops] * 9])
    )
    coming = card_value(shown)
    assert coming is not None
    assert (coming["needs"], coming["chosen"]) == (["contract"], "before the deal")
    four = ("no-trumps", "no-trumps-lose", "trumps", "trumps-lose")
    assert coming["needs_by_contract"] == {
        **{name: ["tricks"] for name in four}, "stops-up": ["left"], "stops-down": ["left"],
    }  # fmt: skip
    card = next_text(shown, ruleset("bismarck-estonian"), 100).splitlines()
    assert card[-4:] == [
        "  chosen    before the deal",
        "  needed    contract; tricks in “No trumps”, “No trumps, lose”, “Trumps” and “Trumps, lose”; cards",
        "            left in Stops up and Stops down",
        "  type      no-trumps 6 3",
    ]


@pytest.mark.parametrize(
    ("game", "follow", "instead"),
    [
        ("bizon", ["tricks"], [["passed"]]),
        ("bisque", [], [["scores"]]),
        ("bismarck-swedish", [], []),
    ],
)
def test_what_may_follow_and_what_may_stand_instead(
    game: str, follow: list[str], instead: list[list[str]]
) -> None:
    """Counts that a deal can do without, and words or counts that are a whole deal by
    themselves."""
    coming = card_value(card_of(played(game, ["Ann", "Bob", "Cal"], [])))
    assert coming is not None
    assert (coming["may_follow"], coming["instead"]) == (follow, instead)


@pytest.mark.parametrize("game", GAMES)
def test_the_example_is_a_line_that_the_deal_accepts(game: str) -> None:
    """Of every shipped game, in its first deal."""
    rules = ruleset(game)
    agreed = agree(rules, ["Ann", "Bob", "Cal", "Dee", "Eve", "Flo", "Gus"][: rules.players[0]])
    coming = card_value(card_of(standing(agreed, [])))
    assert coming is not None
    typed = read_words(agreed, first_state(agreed), split_line(coming["example"]))
    assert typed.problems == () and judged(agreed, first_state(agreed), typed.facts).scored


def test_seats_that_the_deal_decides_are_open() -> None:
    """Who declares is null in the coming deal while only the deal itself says it."""
    coming = next_as_json(played("bizon", ["You", "Goat", "Sheep"], []))
    assert coming is not None
    assert (coming["declarer"], coming["leader"], coming["contracts"], coming["quotas"]) == (
        None,
        "Goat",
        [],
        {},
    )
    assert coming["say"] == "You deals, Goat leads."


def test_quotas_by_role_are_open_while_the_roles_are() -> None:
    """Where the first deal itself decides who has which quota, none is promised to anybody."""
    coming = next_as_json(played("bismarck-estonian", ["A", "B", "C"], []))
    assert coming is not None
    assert (coming["declarer"], coming["quotas"]) == (None, {"no-trumps": {}})


def test_a_fixed_contract_is_said() -> None:
    """Where the order is fixed the sentence says the contract, and who only deals."""
    coming = next_as_json(played("bismarck-british", ["A", "B", "C"], [{"tricks": (9, 4, 3)}]))
    assert coming is not None
    assert coming["say"] == "A deals and declares, B leads; contract: cut trumps."


def test_facts_are_apart_from_contract_trump_and_counts() -> None:
    """What else was entered stands in `facts`; trump comes with the contract that has its own."""
    trumped = played("bien", ["Ann", "Bob", "Cal", "Dee"], [{**SET[0], "trump": "hearts"}])
    deal = sheet_of(trumped, "").deals[0]
    assert deal.facts == {"bidder": "Bob", "bid": 200, "meld": 150}
    assert (deal.trump, deal.contract, deal.outcome) == ("hearts", None, "Bid made")
    assert deal.counts == {"points": {"Ann & Cal": 60, "Bob & Dee": 81}}
    spades = {"contract": "spader", "tricks": (8, 4, 4)}
    assert (
        sheet_of(played("bismarck-swedish", ["A", "B", "C"], [spades]), "").deals[0].trump
        == "spades"
    )


def test_a_passed_deal() -> None:
    """A deal in which nobody bid has no declarer, no counts, and the name of its row."""
    deal = sheet_of(played("bizon", ["A", "B", "C"], [{"passed": True}]), "").deals[0]
    assert (deal.declarer, deal.counts, deal.facts) == (None, {}, {"passed": True})
    assert deal.outcome == "Everyone passed"


def test_a_match() -> None:
    """A finished game stands in the match with its deals and what it was worth to each side."""
    sheet = sheet_value(
        sheet_of(played("bien", ["Ann", "Bob", "Cal", "Dee"], SET, "Dee", games=2), "")
    )
    result = {"Ann & Cal": 12, "Bob & Dee": 8}
    assert sheet["match"] == {"games": [{"deals": [1, 4], "result": result}], "totals": result}
    assert sheet["totals"] == {"Ann & Cal": 12, "Bob & Dee": 12}
    assert (sheet["next"]["game"], sheet["finished"]) == (2, False)


def test_the_end() -> None:
    """When the session is over the winners are named and nothing comes next."""
    sheet = sheet_value(sheet_of(played("bien", ["Ann", "Bob", "Cal", "Dee"], SET, "Dee"), ""))
    assert (sheet["finished"], sheet["winners"], sheet["next"]) == (True, ["Ann & Cal"], None)


def test_no_deal_yet() -> None:
    """Before the first deal all are level and every check holds."""
    sheet = sheet_value(sheet_of(played("bismarck-swedish", ["A", "B", "C"], []), ""))
    assert sheet["ranking"] == [["A", "B", "C"]]
    assert [(check["detail"], check["holds"]) for check in sheet["checks"]] == [
        ("0", True),
        ("no deal yet", True),
    ]


def test_checks_see_a_wrong_sheet() -> None:
    """A running total or a count that does not add up fails its check by name."""
    good = played("bismarck-swedish", ["A", "B", "C"], [SANG, PASS])
    last = good.deals[1]
    wrong = good._replace(
        deals=(
            good.deals[0],
            last._replace(totals=(9, 9, 9), facts={**last.facts, "tricks": (9, 2, 4)}),
        )
    )
    assert [check._asdict() for check in checks_of(wrong)] == [
        {"name": "zero-sum", "holds": False, "detail": "27"},
        {"name": "tricks-total", "holds": False, "detail": "15 and not 16 in deal 2"},
    ]


def test_a_promise_of_another_sum() -> None:
    """A promised sum that is not nothing is called `sum`."""
    raw = {
        "format": 1, "name": "Even", "players": 2, "pack": load_ruleset("bizon").raw["pack"], "deals": {"number": 9},
        "count": {"tricks": {"total": 8}}, "outcome": [{"name": "Played", "points": "tricks"}], "promise": {"sum": 8},
    }  # fmt: skip
    agreed = agree(read_ruleset(raw, "even"), ["A", "B"])
    assert checks_of(allowed(agreed, *[{"tricks": (5, 3)}] * 2))[0]._asdict() == {
        "name": "sum",
        "holds": True,
        "detail": "16",
    }


def test_of_two_turns_before_one_deal_the_one_in_force_is_told() -> None:
    """A swap moves a dealer who was corrected, and sets one for the place: one deals each deal."""
    evening = Evening(
        "bismarck-swedish", "Anna", "Bo", "Cleo", "Dan", "Eva", turns=SitOutPlan(deals=20)
    )
    for _ in range(4):
        evening.deal("spader 8 4 4")
    evening.amend(2, "dealer=Eva")
    evening.swap(2, 4)
    sheet = sheet_of(evening.book.standing, "evening")
    dealers = {deal.number: deal.dealer for deal in sheet.deals}
    turns = [(one.deal, one.facts["dealer"]) for one in sheet.happened]
    assert turns == [(2, dealers[2]), (4, dealers[4])]

"""How a deal came to its points, step by step."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from conftest import allowed
from shown import explain_text

from scorekeeper.game.session_settings import Facts, agree
from scorekeeper.game.standing import Standing
from scorekeeper.report.explain import Explained, explain_of, explain_value
from scorekeeper.store.ruleset_library import load_ruleset
from scorekeeper.text.message_text import spoken
from scorekeeper.text.terminal_text import width_of

SWEDISH, BIZON, BIEN = (load_ruleset(game) for game in ("bismarck-swedish", "bizon", "bien"))
NAMES = ("Anna", "Björn", "Cleo", "Dag")


def explained(
    rules: Any, deals: list[Facts], number: int, names: tuple[str, ...] = NAMES[:3]
) -> dict[str, Any]:
    now = allowed(agree(rules, names), *deals)
    return spoken(explain_value(explained_by(now, number)))


def explained_by(now: Standing, number: int) -> Explained:
    return explain_of(now.agreed, now.deals[number - 1])


QUOTA_DEALS = [{"contract": "sang", "tricks": (6, 6, 4)}, {"contract": "pass", "tricks": (9, 2, 5)}]


def test_points_by_quota() -> None:
    """Each side's formula with its own numbers, from the total before to the total after."""
    value = explained(SWEDISH, QUOTA_DEALS, 2)
    assert value["points"][0] == {
        "side": "Anna", "role": "others", "formula": "quota - tricks", "numbers": "6 - 9",
        "points": -3, "before": 2, "total": -1, "say": "quota − tricks = 6 − 9 = −3",
    }  # fmt: skip
    assert value["quotas"][2] == {"side": "Cleo", "role": "declarer", "formula": "4", "quota": 4}
    assert value["trump"] == {"suit": None, "because": "Pass has no trumps"}
    assert value["promise"] == {"sum": 0, "promised": 0}
    assert value["sources"][0] == "Deal and Contracts; Scoring"
    assert json.loads(json.dumps(value)) == value


def test_every_number_adds_up() -> None:
    """The total before and the points make the total after, in every row."""
    for number in (1, 2):
        for row in explained(SWEDISH, QUOTA_DEALS, number)["points"]:
            assert row["before"] + row["points"] == row["total"]


def test_the_row_that_held_and_those_before_it() -> None:
    """A settlement shows each row that was tried, with the numbers that decided it."""
    rows = explained(BIZON, [{"bizon": "Anna", "gp": (8, 0, 32)}], 1)["outcomes"]
    assert [(row["name"], row["numbers"], row["holds"]) for row in rows] == [
        ("Everyone passed", "given(none)", False),
        ("The Bizon won with 40 GP", "8 == 40", False),
        ("The Bizon won", "8 > max(0, 32)", False),
        ("The Bizon wins in a tie", "8 == max(0, 32)", False),
        ("The Bizon lost with 0 GP", "8 == 0", False),
        ("The Bizon lost", None, True),
    ]


def test_a_lookup_shows_its_key() -> None:
    """A value from a table of the rules is shown with the key that found it."""
    deal = {"bidder": "Anna", "bid": 200, "meld": 150, "points": (81, 60)}
    row = explained(BIEN, [deal], 1, NAMES)["points"][0]
    assert (row["formula"], row["numbers"], row["points"], row["before"]) == (
        "-value[bid]",
        "-value[200]",
        -4,
        12,
    )


def test_rulings_on_the_same_passage() -> None:
    """The rulings shown are those that settle a passage which scored the deal."""
    said = {
        "one": "Scoring",
        "two": "Variations; Scoring, 3",
        "three": "Deal and Contracts",
        "four": "Score",
    }
    rulings = [{"text": text, "source": source} for text, source in said.items()]
    value = explained(replace(SWEDISH, raw={**SWEDISH.raw, "ruling": rulings}), QUOTA_DEALS, 2)
    assert value["sources"][0] == "Deal and Contracts; Scoring"
    assert [ruling["text"] for ruling in value["rulings"]] == ["one", "three"]


def test_as_text() -> None:
    """The steps stand in the order in which the deal was scored."""
    now = allowed(agree(SWEDISH, NAMES[:3]), *QUOTA_DEALS)
    assert explain_text(explained_by(now, 1), SWEDISH, 80).split("\n")[:13] == [
        "Deal 1 · Sang · Anna deals, Björn declares and leads",
        "  entered   contract Sang; tricks Anna 6, Björn 6, Cleo 4",
        "  trump     none: Sang has no trumps",
        "  quota     Anna 4 (others)",
        "            Björn 8 (declarer)",
        "            Cleo 4 (others)",
        "  points    Anna   tricks − quota = 6 − 4 = +2",
        "            Björn  tricks − quota = 6 − 8 = −2",
        "            Cleo   tricks − quota = 4 − 4 = 0",
        "  total     Anna   0 and +2 make +2",
        "            Björn  0 and −2 make −2",
        "            Cleo   0 and 0 make 0",
        "  sum       0, and the rules promise 0",
    ]


def test_trump_from_the_deal() -> None:
    """Where the contract leaves the suit open, the explanation says who named it: the deal."""
    deal = {"contract": "trumf", "trump": "hearts", "tricks": (4, 8, 4)}
    assert explained(SWEDISH, [deal], 1)["trump"] == {
        "suit": "hearts",
        "because": "named in the deal",
    }
    assert explained(SWEDISH, [{**deal, "trump": "spades"}], 1)["deal"]["flags"] != []


def test_trump_from_eating_the_turned_card() -> None:
    """ "Anyone eating the Bizon Grass at this point will make its suit the trump suit": the
    explanation says so, and not that somebody named it; in round 2 "the trump suit will be …
    whatever they chose"."""
    deal = {"bizon": "Anna", "gp": (20, 20, 0), "grass": "10C", "round": 1}
    assert explained(BIZON, [deal], 1)["trump"] == {
        "suit": "clubs",
        "because": "the Bizon Grass 10♣ was eaten in round 1, which makes its suit trumps",
    }
    assert explained(BIZON, [{**deal, "trump": "clubs"}], 1)["trump"]["because"].startswith(
        "the Bizon Grass"
    )
    chosen = {**deal, "round": 2, "trump": "spades"}
    assert explained(BIZON, [chosen], 1)["trump"] == {
        "suit": "spades",
        "because": "named in the deal",
    }
    assert (
        explained(BIZON, [{"bizon": "Anna", "gp": (20, 20, 0)}], 1)["trump"]["because"]
        == "not entered"
    )


@pytest.mark.parametrize(
    ("gp", "told"),
    [((0, 20, 20), True), ((20, 0, 20), False), ((40, 0, 0), False), ((8, 0, 32), False)],
)
def test_a_ruling_on_one_outcome_is_shown_with_that_alone(gp: tuple[int, ...], told: bool) -> None:
    """What is ruled on "The Bizon lost with 0 GP" stands beside a game so lost, and beside no
    other."""
    rulings = explained(BIZON, [{"bizon": "Anna", "gp": gp}], 1)["rulings"]
    assert any("lost with 0 GP" in ruling["text"] for ruling in rulings) is told


def test_a_ruling_on_one_contract_is_shown_with_that_alone() -> None:
    """A ruling that names its contract stands beside deals of that contract, wherever it is
    written."""
    ruling = {"text": "one", "source": "elsewhere", "contract": "pass"}
    rules = replace(SWEDISH, raw={**SWEDISH.raw, "ruling": [ruling]})
    assert [len(explained(rules, QUOTA_DEALS, number)["rulings"]) for number in (1, 2)] == [0, 1]


@pytest.mark.parametrize("plain", [False, True])
def test_fits_and_is_harmless(plain: bool) -> None:
    """The text keeps to 60 columns, or is `label: value`, and names steer no terminal."""
    names = ("A\x1b[2J", "日本太郎" * 5, "x" * 40)
    agreed = agree(SWEDISH, NAMES[:3])._replace(players=names, side_names=names)
    now = allowed(agreed, QUOTA_DEALS[0])
    text = explain_text(explained_by(now, 1), SWEDISH, 60, plain)
    assert "\x1b" not in text
    assert all(": " in line if plain else width_of(line) <= 60 for line in text.split("\n"))

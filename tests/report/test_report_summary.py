"""The end-of-session page: places, how each side did, turning points, the chart."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import allowed, corrected
from shown import block_text, ranking_text, summary_markdown, summary_text

from scorekeeper.game.session_settings import Facts, agree
from scorekeeper.game.standing import Standing
from scorekeeper.render.text_chart import MARKS, chart_lines
from scorekeeper.report.sheet import sheet_of, sheet_value
from scorekeeper.report.summary import ContractResult, Payment, summary_of, summary_value
from scorekeeper.report.summary_document import payments_of, results_table, running_totals
from scorekeeper.store.ruleset_library import load_ruleset
from scorekeeper.text.terminal_text import width_of

SWEDISH, BIZON, BIEN = (load_ruleset(game) for game in ("bismarck-swedish", "bizon", "bien"))
NAMES = ("Anna", "Björn", "Cleo", "Dag")


def seen(
    game: Any, deals: list[Facts], names: tuple[str, ...] = NAMES[:3], **options: Any
) -> Standing:
    return allowed(agree(game, names, None, options), *deals)


# Björn, then Cleo, then Anna declares.
EVENING = [
    {"contract": "sang", "tricks": (9, 4, 3)},
    {"contract": "sang", "tricks": (2, 9, 5)},
    {"contract": "sang", "tricks": (9, 4, 3)},
    {"contract": "pass", "tricks": (5, 5, 6)},
]
DOWN = {"bid": 350, "meld": 300, "points": (60, 81)}


def test_places() -> None:
    """Sides that are level share a place, and the place after counts them."""
    level = summary_of(seen(SWEDISH, [{"contract": "sang", "tricks": (5, 6, 5)}]), "")
    assert summary_value(level)["ranking"] == [
        {"place": 1, "sides": ["Anna", "Cleo"], "total": 1},
        {"place": 3, "sides": ["Björn"], "total": -2},
    ]
    assert ranking_text(level, SWEDISH).split("\n") == ["1=  Anna, Cleo  +1", "3   Björn       −2"]


def test_how_each_did() -> None:
    """By contract and by role: deals, points, points a deal; the roles follow the seats."""
    summary = summary_value(summary_of(seen(SWEDISH, EVENING), ""))
    assert summary["by_contract"]["sang"]["Anna"] == {"deals": 3, "points": 4, "average": 1.33}
    assert summary["by_role"]["declarer"] == {
        "Anna": {"deals": 1, "points": 1, "average": 1.0},
        "Björn": {"deals": 2, "points": -5, "average": -2.5},
        "Cleo": {"deals": 1, "points": -3, "average": -3.0},
    }
    assert list(summary["by_contract"]) == ["sang", "pass"]
    assert summary["by_outcome"] == {}


def test_the_players_keep_their_order() -> None:
    """In every part that is read aloud the players come as they sit, whoever declared first."""
    lines = summary_text(summary_of(seen(SWEDISH, EVENING), ""), SWEDISH, plain=True).split("\n")
    for kind in ("Sang", "Pass", "declarer", "others"):
        told = [
            line.removeprefix(f"{kind}, ").split(":")[0]
            for line in lines
            if line.startswith(f"{kind}, ")
        ]
        assert told == list(NAMES[:3]), kind


def test_a_game_without_contracts_is_told_by_outcome() -> None:
    """Where rows settle a deal, they are what is counted; a deal nobody bid for has no roles."""
    summary = summary_of(seen(BIZON, [{"passed": True}, {"bizon": "Anna", "gp": (20, 0, 20)}]), "")
    assert summary.by_contract == {}
    assert list(summary.by_outcome) == ["Everyone passed", "The Bizon wins in a tie"]
    assert {role: list(sides) for role, sides in summary.by_role.items()} == {
        "bizon": ["Anna"],
        "otters": ["Björn", "Cleo"],
    }


def test_best_and_worst() -> None:
    """Each side's best and worst deal, the first of those that are alike."""
    found = summary_value(summary_of(seen(SWEDISH, EVENING), ""))["best_and_worst"]
    assert found["Anna"] == {"best": {"deal": 1, "points": 5}, "worst": {"deal": 2, "points": -2}}


def test_best_is_lowest_where_the_lowest_wins() -> None:
    """In a game played down to nothing the deal that takes most off is the best."""
    found = summary_value(summary_of(seen(BIEN, [{"bidder": "Anna", **DOWN}], NAMES), ""))[
        "best_and_worst"
    ]
    assert found["Anna & Cleo"]["best"] == {"deal": 1, "points": -7}


# Anna and Cleo go over, Björn and Dag take something off: in a deal of this game few points are
# good.
MATCH = [
    {"bidder": "Anna", "bid": 350, "meld": 60, "points": (60, 81)},
    {"bidder": "Björn", **DOWN},
    {"bidder": "Dag", **DOWN},
]


def test_what_is_bad_never_looks_like_a_gain() -> None:
    """Where few points are good, points that were written down have no plus, and every page says
    which are good."""
    summary = summary_of(seen(BIEN, MATCH, NAMES, games=2), "")
    assert summary.by_role["bidders"]["Anna & Cleo"].points > 0
    text, plain = summary_text(summary, BIEN), summary_text(summary, BIEN, plain=True)
    judged = text[text.index("by role") : text.index("running totals")]
    assert "+" not in judged
    assert "in a deal fewer points are better, in the match more" in text.split("\n")
    assert "points: in a deal fewer points are better, in the match more" in plain.split("\n")
    assert not [
        line for line in plain.split("\n") if line.startswith(("bidders", "best")) and "+" in line
    ]
    markdown = summary_markdown(summary, BIEN)
    assert markdown.count("in a deal fewer points are better, in the match more") == 2
    many = summary_of(seen(SWEDISH, EVENING), "")
    assert "better" not in summary_text(many, SWEDISH) + summary_markdown(many, SWEDISH)


def test_the_chart_of_a_match_ends_with_the_match() -> None:
    """Beside each side's mark stands what it has in the match, once a game of it is over; and that
    low is better."""
    sheet = sheet_of(seen(BIEN, MATCH, NAMES, games=2), "")
    lines = chart_lines(running_totals(sheet, BIEN), 80)
    assert lines[0] == "running totals, each at the nearest line · lower is better"
    assert lines[-1].strip().split("   ")[:2] == [
        "x Björn & Dag, match 12",
        "o Anna & Cleo, match −7",
    ]
    before = sheet_of(seen(BIEN, [{"passed": True}, {"passed": True}], NAMES, games=2), "")
    assert "match" not in chart_lines(running_totals(before, BIEN), 80)[-1]


def test_lead_changes() -> None:
    """The lead changes when another side is ahead alone; drawing level changes nothing."""
    summary = summary_of(seen(SWEDISH, EVENING), "")
    assert [deal.totals for deal in summary.sheet.deals] == [
        {"Anna": 5, "Björn": -4, "Cleo": -1}, {"Anna": 3, "Björn": 1, "Cleo": -4},
        {"Anna": 4, "Björn": 1, "Cleo": -5}, {"Anna": 5, "Björn": 0, "Cleo": -5},
    ]  # fmt: skip
    assert summary.lead_changes == ()
    swing = [*EVENING[:1], {"contract": "pass", "tricks": (15, 1, 0)}]
    assert summary_value(summary_of(seen(SWEDISH, swing), ""))["lead_changes"] == [
        {"deal": 2, "from": "Anna", "to": "Cleo"}
    ]


def test_each_game_of_a_match_begins_without_a_leader() -> None:
    """Who leads after a new game's first deal has taken the lead from nobody."""
    deals = [{"bidder": "Anna", **DOWN}] * 2 + [{"bidder": "Björn", **DOWN}]
    assert summary_of(seen(BIEN, deals, NAMES, games=2), "").lead_changes == ()


def test_the_summary_is_json() -> None:
    """The summary holds the sheet and nothing that JSON cannot say."""
    standing_ = seen(SWEDISH, EVENING)
    summary = summary_value(summary_of(standing_, "Friday"))
    assert json.loads(json.dumps(summary)) == summary
    assert summary["sheet"] == sheet_value(sheet_of(standing_, "Friday"))


def test_a_match_is_ranked_and_settled_by_its_games() -> None:
    """Once a game is finished its result ranks, and most wins, though in the game fewest does."""
    summary = summary_of(seen(BIEN, [{"bidder": "Anna", **DOWN}] * 2, NAMES, games=2), "")
    assert summary_value(summary)["totals"] == {"Anna & Cleo": 12, "Björn & Dag": 0}
    assert payments_of(summary, BIEN, "1") == (Payment("Björn & Dag", "Anna & Cleo", "12"),)
    running = summary_of(seen(BIEN, [{"bidder": "Anna", **DOWN}], NAMES), "")
    assert payments_of(running, BIEN, "1") == (Payment("Björn & Dag", "Anna & Cleo", "7"),)


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("names", [NAMES[:3], ("日本太郎" * 3, "x" * 40, "👩🏽\u200d🚀\x1b")])
def test_the_page_fits(width: int, names: tuple[str, ...]) -> None:
    """No line of the page is wider than the terminal, whatever the names."""
    agreed = agree(SWEDISH, NAMES[:3])._replace(
        players=names, side_names=names, seat_of={n: s for s, n in enumerate(names)}
    )
    value = allowed(agreed, *EVENING)
    summary = summary_of(value, "Friday")
    text = summary_text(summary, SWEDISH, width, stake="0.10")
    assert max(map(width_of, text.split("\n"))) <= width
    assert "\x1b" not in text


def test_the_page() -> None:
    """The page says places, results, extremes, leads and who pays whom."""
    summary = summary_of(seen(SWEDISH, EVENING), "Friday")
    lines = summary_text(summary, SWEDISH, 80, stake="0.10").split("\n")
    for line in (
        "1  Anna   +5",
        "Sang         +4 in 3, +1.3  +1 in 3, +0.3  −5 in 3, −1.7",
        "Anna: best deal 1 (+5), worst deal 2 (−2)",
        "the lead never changed",
        "Cleo → Anna: 1.50",
    ):
        assert line in lines


def test_the_plain_page() -> None:
    """For a screen reader the page is `label: value` throughout."""
    summary = summary_of(seen(SWEDISH, EVENING), "Friday")
    lines = summary_text(summary, SWEDISH, plain=True, stake="1").split("\n")
    assert all(": " in line or not line for line in lines)
    assert {"place 1: Anna, +5", "declarer, Cleo: −3 in 1", "payment: Cleo → Anna: 15"} <= set(
        lines
    )


def test_before_the_first_deal() -> None:
    """A session without deals has a page too."""
    summary = summary_of(seen(SWEDISH, []), "Friday")
    assert summary_text(summary, SWEDISH).split("\n\n")[:2] == [
        "Bismarck (modern Swedish) · Anna, Björn, Cleo",
        "1=  Anna, Björn, Cleo  0",
    ]


def test_the_chart() -> None:
    """Every deal has each side's mark at its total; sides that share a place share a mark."""
    lines = chart_lines(running_totals(sheet_of(seen(SWEDISH, EVENING), ""), SWEDISH), 60)
    assert lines == [
        "running totals",
        "+5 ┤     o           o",
        "+4 ┤             o",
        "+3 ┤         o",
        "+2 ┤",
        "+1 ┤         x   x",
        " 0 ┤ =···············x",
        "−1 ┤     +",
        "−2 ┤",
        "−3 ┤",
        "−4 ┤     x   +",
        "−5 ┤             +   +",
        "   └─────────────────────",
        "         1   2   3   4",
        "     o Anna   x Björn   + Cleo   = several",
    ]


def test_a_long_chart_fits() -> None:
    """A chart of hundreds of deals keeps to the width and shows the last one."""
    sheet = sheet_of(seen(SWEDISH, EVENING), "")
    first = sheet.deals[0]
    many = sheet._replace(
        deals=tuple(first._replace(totals={"Anna": n, "Björn": -n, "Cleo": 0}) for n in range(400))
    )
    lines = chart_lines(running_totals(many, SWEDISH), 60)
    assert max(map(width_of, lines)) <= 60
    assert len(lines) < 20
    assert lines[1].endswith("o")


def test_marks_are_distinct() -> None:
    """As many sides as can play have marks of their own."""
    assert len(set(MARKS)) == 8


def test_four_sides_lose_averages_before_words() -> None:
    """Where four sides do not fit beside each other, the averages give way and the points stay."""
    value = summary_of(seen(SWEDISH, EVENING), "")
    sides = ["Anna", "Björn", "Cleo", "Dag"]
    result = ContractResult(12, -10)
    found = {"declarer": dict.fromkeys(sides, result)}
    summary = value._replace(names=tuple(sides))
    table = block_text(results_table("by role", found, summary, SWEDISH), 60)
    assert max(map(width_of, table.split("\n"))) <= 60
    assert table.split("\n")[2].split("  ")[1:] == ["−10 in 12"] * 4


def test_the_legend_follows_the_ranking() -> None:
    """Who has won stands first in it."""
    sheet = sheet_of(seen(SWEDISH, [EVENING[0], {"contract": "pass", "tricks": (15, 1, 0)}]), "")
    assert sheet.ranking == (("Cleo",), ("Björn",), ("Anna",))
    assert chart_lines(running_totals(sheet, SWEDISH), 60)[-1].strip().split("   ") == [
        "+ Cleo",
        "x Björn",
        "o Anna",
        "= several",
    ]


@pytest.mark.parametrize(("number", "mark"), [(9, "a"), (58, "Z"), (59, "=")])
def test_every_side_of_many_is_in_the_chart(number: int, mark: str) -> None:
    """Where eight have columns, letters are the marks of those who come later; beyond these it is
    the mark of several."""
    sheet = sheet_of(seen(SWEDISH, EVENING), "")
    totals = {f"P{place}": 0 for place in range(1, number)} | {f"P{number}": 2}
    curve = tuple(point._replace(totals=totals) for point in sheet.curve)
    many = sheet._replace(sides=tuple(totals), curve=curve, ranking=(tuple(totals),))
    lines = chart_lines(running_totals(many, SWEDISH), 60)
    assert lines[1] == f"+2 ┤     {mark}   {mark}   {mark}   {mark}"
    assert (f"{mark} P{number}" in "   ".join(lines)) == (mark != "=")


def test_a_chart_of_few_lines_says_that_it_is_rounded() -> None:
    """Where a line stands for several totals, each is at the nearest."""
    wild = [{"contract": "sang", "tricks": (16, 0, 0)}] * 3
    assert (
        chart_lines(running_totals(sheet_of(seen(SWEDISH, wild), ""), SWEDISH), 60)[0]
        == "running totals, each at the nearest line"
    )


def test_sentences_fit_a_player_called_you() -> None:
    """Nothing about who won is said in the present."""
    deals = [{"bizon": "You", "gp": (40, 0, 0)}, *[{"passed": True}] * 14]
    summary = summary_of(seen(BIZON, deals, ("You", "Goat", "Sheep")), "")
    text = summary_text(summary, BIZON)
    assert "You won with +10" in text.split("\n")
    assert "wins" not in text.replace("The Bizon wins", "")


def test_the_recap_is_on_every_page() -> None:
    """In text, in Markdown and for a screen reader."""
    summary = summary_of(corrected(seen(SWEDISH, EVENING), 2), "Friday")
    told = summary.recap[-1].text
    assert told == "1 deal was corrected afterwards (deal 2)"
    assert told in summary_text(summary, SWEDISH).split("\n")
    assert f"recap: {told}" in summary_text(summary, SWEDISH, plain=True).split("\n")
    assert f"- {told}" in summary_markdown(summary, SWEDISH).split("\n")

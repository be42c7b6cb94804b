"""The sheet and the dealer's card as text: they line up, they fit, and nothing hostile gets
through."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest
from conftest import allowed, corrected
from hypothesis import given, settings
from hypothesis import strategies as st
from shown import sheet_text

from scorekeeper.game.session_settings import Facts, agree, seated
from scorekeeper.game.standing import Standing
from scorekeeper.render.next_deal_text import next_text
from scorekeeper.render.text_writer import text_table
from scorekeeper.report.deal_text import truth_line
from scorekeeper.report.next_deal_summary import card_of
from scorekeeper.report.sheet import sheet_of
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.store.ruleset_library import load_ruleset
from scorekeeper.text.terminal_text import is_control, width_of

SWEDISH, BIZON, BIEN = (load_ruleset(game) for game in ("bismarck-swedish", "bizon", "bien"))
NAMES = ("Anna", "Björn", "Cleo", "Dag")
HOSTILE = st.text(
    st.one_of(st.characters(), st.sampled_from("日👩🏽\u200d🚀🇸🇪\u202e\x1b[31m\n\t|=+́")),
    min_size=1,
    max_size=40,
)


def seen(rules: Ruleset, names: tuple[str, ...], deals: list[Facts], **options: Any) -> Standing:
    agreed = seated(
        rules,
        names,
        0,
        {**{key: option.default for key, option in rules.options.items()}, **options},
    )
    return allowed(agreed, *deals)


def swedish(names: tuple[str, ...] = NAMES[:3], deals: int = 5) -> Standing:
    contracts = [contract for contract in ("sang", "pass", "spader") for _ in range(3)]
    return seen(
        SWEDISH,
        names,
        [{"contract": contract, "tricks": (6, 9, 1)} for contract in contracts[:deals]],
    )


def match(deals: int = 6) -> Standing:
    bid = {"bid": 350, "meld": 300, "points": (60, 81)}
    return seen(
        BIEN,
        NAMES,
        [{"bidder": "Anna", **bid}] * 2 + [{"bidder": "Björn", **bid}] * (deals - 2),
        games=3,
    )


# --- the line of a deal -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "facts", "said"),
    [
        ("oh-hell", {"bid": (4, 3, 2), "tricks": (4, 5, 1)}, "Anna 4/4 → +14, Björn 3/5 → 0, Cleo 2/1 → 0"),
        ("spades", {"bid": (4, 3, 3, 0), "tricks": (5, 4, 3, 1)}, "Anna & Cleo 4+3/5+3 → +71, Björn & Dag 3+0/4+1 → −68"),
        ("bizon", {"bizon": "Anna", "trump": "spades", "gp": (27, 8, 5), "tricks": (6, 1, 1)}, "Anna 27 → +3"),
        ("hearts", {"queen": "Anna", "hearts": (5, 4, 4, 0)}, "Anna 5 → +18"),
    ],
)  # fmt: skip
def test_a_deal_is_shown_with_every_count_that_it_needs(game: str, facts: Facts, said: str) -> None:
    """Before it counts, a deal shows each side's bid and tricks, partners' apart."""
    rules = load_ruleset(game)
    agreed = seated(
        rules,
        NAMES[: rules.players[0]],
        0,
        {key: option.default for key, option in rules.options.items()},
    )
    line = truth_line(agreed, allowed(agreed, facts).deals[0])
    assert said in line


# --- tables ------------------------------------------------------------------------------------------


@given(st.lists(st.tuples(HOSTILE, HOSTILE, HOSTILE), max_size=5), st.integers(1, 3))
def test_columns_line_up_in_any_script(rows: list[tuple[str, str, str]], gap: int) -> None:
    """Every line of a table that ends in a column of one width is equally wide, whatever its
    names."""
    table = text_table(
        ["", "b", "c", "|"], [[*row, "|"] for row in rows], ["left", "right", "center", "left"], gap
    )
    lines = table.split("\n")
    assert len(lines) == len(rows) + 2
    assert {width_of(line) for line in lines} == {width_of(lines[0])}


def test_names_are_not_numbers() -> None:
    """A name that looks like a number, or has spaces before it, stays as it is."""
    rows = [["007", "1"], ["1e3", "2"], ["  in", "3"], ["", ""]]
    assert text_table(["name", "n"], rows, ["left", "right"]).split("\n") == [
        "name  n", "────  ─", "007   1", "1e3   2", "  in  3", "",
    ]  # fmt: skip


def test_a_line_across() -> None:
    """A row that is None is a line as wide as the columns."""
    assert text_table(["a"], [["xyz"], None, ["x"]], ["right"]) == "  a\n───\nxyz\n───\n  x"


def test_a_table_shows_controls_harmlessly() -> None:
    """A cell cannot break its line or colour the terminal."""
    assert text_table(["a"], [["x\n\x1b[2Jy"]], ["left"]) == "a\n───────\nx��[2Jy"


# --- the sheet ---------------------------------------------------------------------------------------


def test_the_sheet_of_the_source() -> None:
    """The grid and the running totals that the source prints, with a sum that is nought."""
    deals = [{"contract": "sang", "tricks": (6, 6, 4)}, {"contract": "pass", "tricks": (9, 2, 5)}]
    agreed = agree(SWEDISH, ["A", "B", "C"], "C")
    sheet = sheet_of(corrected(allowed(agreed, *deals), 2), "Friday")
    assert sheet_text(sheet, SWEDISH, 60).split("\n") == [
        "Friday · Bismarck (modern Swedish) · 2 of 12 deals",
        "",
        "   Spader  Trumf  Sang  Pass  total",
        "─  ──────  ─────  ────  ────  ─────",
        "A    ·       ·     X     ·       −5",
        "B    ·       ·     ·     X       +4",
        "C    ·       ·     ·     ·       +1",
        "",
        "#  dealer declarer contract tricks     A     B     C Σ",
        "── ────── ──────── ──────── ────── ───── ───── ───── ─",
        "1  C      A        Sang     6 6 4  −2→−2 +2→+2  0→ 0 0",
        "2* A      B        Pass     9 2 5  −3→−5 +2→+4 +1→+1 0",
        "── ────── ──────── ──────── ────── ───── ───── ───── ─",
        "                   total              −5    +4    +1 0",
        "",
        "* corrected afterwards",
    ]


def test_a_match_has_its_games() -> None:
    """Under each finished game stands its result, at the end the match."""
    for deals, ending in (
        (5, [["game", "3", "so", "far", "12", "5"], ["match", "12", "12"]]),
        (6, [["game", "3", "0", "12"], ["match", "12", "24"]]),
    ):
        lines = sheet_text(sheet_of(match(deals), ""), BIEN, 70).split("\n")
        found = [line.split() for line in lines if line.strip().startswith(("game", "match"))]
        assert found == [["game", "1", "12", "0"], ["game", "2", "0", "12"], *ending]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_ordinary_names_are_whole(width: int) -> None:
    """At 60 columns and more, no ordinary name or contract is shortened."""
    assert "…" not in sheet_text(sheet_of(swedish(), "Friday"), SWEDISH, width)


def test_wider_terminals_show_more() -> None:
    """With room there is more of what was entered: the trump suit, then the counts."""
    sheet = sheet_of(swedish(deals=9), "")
    heads = {
        width: sheet_text(sheet, SWEDISH, width).split("\n")[8].split() for width in (60, 82, 120)
    }
    assert "trump" not in heads[60]
    assert "trump" in heads[82]
    assert "tricks" in heads[120]


@pytest.mark.parametrize("width", [24, 30, 36, 40])
def test_a_narrow_grid_keeps_the_names(width: int) -> None:
    """However narrow the screen, every player and three letters of every contract can be read;
    where they do not fit side by side the contracts stand in parts, and the score once, in the
    last."""
    text = sheet_text(sheet_of(swedish(), "Friday"), SWEDISH, width)
    assert max(map(width_of, text.split("\n"))) <= width
    grid = text.split("\n\n")[1 : 2 + (width <= 30)]
    assert all(
        [line.split()[0] for line in part.split("\n")[2:]] == list(NAMES[:3]) for part in grid
    )
    heads = [word for part in grid for word in part.split("\n")[0].split()]
    assert [head[:3] for head in heads] == ["Spa", "Tru", "San", "Pas", "tot"]


def test_outcomes_stay_apart_when_narrow() -> None:
    """Where the outcomes do not fit, the words that most of them begin with give way, not their
    ends."""
    deals = [
        {"bizon": "Anna", "gp": (40, 0, 0)},
        {"bizon": "Anna", "gp": (30, 10, 0)},
        {"bizon": "Anna", "gp": (0, 20, 20)},
    ]
    sheet = sheet_of(seen(BIZON, NAMES[:3], deals), "")
    narrow, wide = sheet_text(sheet, BIZON, 60), sheet_text(sheet, BIZON, 90)
    assert [word in narrow for word in ("won with 40 GP", "lost with 0 GP", "The Bizon")] == [
        True,
        True,
        False,
    ]
    assert "The Bizon won with 40 GP" in wide


def test_eight_sides_follow_below() -> None:
    """Sides that do not fit beside each other follow in a second table, with every figure whole."""
    names = tuple(f"Player{number}" for number in range(8))
    raw_points = (1000, -1000, 250, -250, 500, -500, 125, -125)
    sheet = sheet_of(swedish(), "")
    points = dict(zip(names, raw_points, strict=True))
    deal = sheet.deals[0]._replace(points=points, totals=points)
    many = sheet._replace(players=names, sides=names, deals=(deal,), totals=points)
    text = sheet_text(
        many, replace(SWEDISH, deals=replace(SWEDISH.deals, picking=(True, False, False))), 60
    )
    assert all(width_of(line) <= 60 for line in text.split("\n"))
    assert all(f"{points:+,}".replace(",", "").replace("-", "−") in text for points in raw_points)


@settings(max_examples=60)
@given(st.tuples(HOSTILE, HOSTILE, HOSTILE), HOSTILE, st.integers(40, 130), st.booleans())
def test_hostile_names(names: tuple[str, str, str], session: str, width: int, plain: bool) -> None:
    """Whatever a hand-edited file calls its players, the sheet keeps its width and steers no
    terminal."""
    if len(set(names)) < 3:
        return
    value = swedish(names)
    sheet = sheet_of(value, session)
    for text in (
        sheet_text(sheet, SWEDISH, width, plain),
        next_text(card_of(value), SWEDISH, min(width, 60), plain, full=True),
    ):
        assert not any(is_control(character) for character in text.replace("\n", ""))
        assert plain or all(width_of(line) <= width for line in text.split("\n"))


def test_hostile_names_do_not_add_lines() -> None:
    """A name with a line break in it takes no line of its own."""
    plain, broken = (
        sheet_text(sheet_of(swedish((name, "B", "C")), ""), SWEDISH, 80) for name in ("An", "A\n")
    )
    assert len(plain.split("\n")) == len(broken.split("\n"))


def test_plain_is_linear() -> None:
    """For a screen reader every line is `label: value`, and each deal says what each side made."""
    text = sheet_text(sheet_of(corrected(swedish(deals=1), 1), "Friday"), SWEDISH, plain=True)
    assert all(": " in line or not line for line in text.split("\n"))
    assert text.split("\n\n")[1].split("\n") == [
        "deal: 1, corrected", "dealer: Anna", "declarer: Björn", "leader: Björn", "contract: Sang",
        "Anna: tricks 6, quota 4, scores +2, total +2",
        "Björn: tricks 9, quota 8, scores +1, total +1",
        "Cleo: tricks 1, quota 4, scores −3, total −3",
    ]  # fmt: skip


def test_failing_checks_are_loud() -> None:
    """A sheet whose promises do not hold says so under the table."""
    sheet = sheet_of(swedish(), "")
    wrong = sheet.checks[0]._replace(holds=False, detail="3")
    text = sheet_text(sheet._replace(checks=(wrong, *sheet.checks[1:])), SWEDISH)
    assert "CHECK FAILS: zero-sum: 3" in text


def test_winners_who_are_level_share() -> None:
    """At the end the winners are named together, with what they won."""
    level = {"contract": "sang", "tricks": (4, 8, 4)}
    sheet = sheet_of(seen(SWEDISH, NAMES[:3], [level]), "")._replace(
        finished=True, winners=("Anna", "Björn"), next=None
    )
    assert sheet_text(sheet, SWEDISH).split("\n")[-1] == "Anna and Björn shared the win with 0"


# --- the dealer's card ---------------------------------------------------------------------------------


def test_the_dealers_card() -> None:
    """The card shows who does what, the dealing, each open contract with each side's quota, and
    what is needed."""
    assert next_text(card_of(swedish(deals=4)), SWEDISH).split("\n") == [
        "Deal 5 of 12 · round 2",
        "  deals     Björn",
        "  declares  Cleo",
        "  leads     Cleo",
        "  dealing   Four cards face up, 16 each; Cleo takes the four",
        "            and discards four",
        "  quotas            Anna  Björn  Cleo",
        "  choice of Spader     4      4     8",
        "            Trumf      4      4     8",
        "            Pass       6      6     4",
        "  needed    contract, tricks",
        "  type      s 4 4 or spader 4 4",
    ]


def test_the_card_of_a_game_without_contracts() -> None:
    """Who speaks first is known, and of what the calls decide, what they decide it by."""
    text = next_text(card_of(match(5)), BIEN)
    assert (
        "  speaks    Cleo first\n  declares  (the highest bidder)\n  leads     (the highest bidder)\n"
        in text
    )
    assert (
        "needed    bidder, bid, meld, points (Anna & Cleo first);\n            or passed\n" in text
    )
    assert "type      B 100 0 70 or Björn 100 0 70" in text


def test_the_card_when_all_is_over() -> None:
    """After the last deal there is no card."""
    assert next_text(None, SWEDISH) == "The session is over."


@pytest.mark.parametrize("width", [30, 40, 60])
def test_the_card_fits(width: int) -> None:
    """The card keeps to its width with the longest names there may be."""
    names = tuple(letter * 40 for letter in "日bc")
    for full in (False, True):
        text = next_text(card_of(swedish(names)), SWEDISH, width, full=full)
        assert all(width_of(line) <= width for line in text.split("\n"))


def test_the_card_loads_no_tables() -> None:
    """What is printed after every deal loads neither tabulate nor the standard library's CSV."""
    names = (
        "render.next_deal_text",
        "report.upcoming_deal",
        "report.sheet",
        "render.terminal_tables",
    )
    rooms = ", ".join(f"scorekeeper.{name}" for name in names)
    code = (
        f"import sys, {rooms}; print([name for name in ('tabulate', 'csv') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


# --- as on paper -------------------------------------------------------------------------------------

LONG = ("Maximiliane", "Alexandrine-Sophie", "Bartholomew")
SET = [
    {"bizon": "Anna", "gp": (20, 10, 10)},
    {"passed": True},
    {"bizon": "Cleo", "gp": (20, 10, 10)},
]


def lines_at(value: Standing, width: int) -> list[str]:
    return sheet_text(sheet_of(value, "Friday"), value.agreed.rules, width).split("\n")


def test_a_set_has_its_row_of_points() -> None:
    """A row a player, a column a deal, also for those to come, and the totals at the end."""
    assert lines_at(seen(BIZON, NAMES[:3], SET), 60)[2:6] == [
        "       1 2  3 4 5 6 7 8 9 10 11 12 13 14 15  total",
        "───── ── ─ ── ─ ─ ─ ─ ─ ─ ── ── ── ── ── ── ──────",
        "Anna  +3 0 +3 · · · · · ·  ·  ·  ·  ·  ·  ·     +6",
        "Björn  0 0 +3 · · · · · ·  ·  ·  ·  ·  ·  ·     +3",
    ]


def test_a_long_row_of_points_is_parted_evenly() -> None:
    """What does not fit beside each other follows below, and only the last part has the totals."""
    lines = lines_at(seen(BIZON, LONG, [{"bizon": LONG[0], "gp": (0, 20, 20)}] * 15), 60)
    assert [line.split() for line in lines if line.split()[-1:] in (["8"], ["total"])][:2] == [
        [str(number) for number in range(1, 9)],
        [*(str(number) for number in range(9, 16)), "total"],
    ]


def test_a_game_with_a_grid_has_no_row_of_points() -> None:
    """One of the two stands above the deals."""
    assert not any(line.split()[:3] == ["1", "2", "3"] for line in lines_at(swedish(), 80))


def test_a_game_that_counts_down_says_from_where_and_what_was_bid() -> None:
    """At the head of each game its start, and in each row the bid beside who made it, at any
    width."""
    for width in (60, 80, 120):
        lines = lines_at(match(), width)
        assert sum(line.split() == ["start", "12", "12"] for line in lines) == 3
        first = next(line for line in lines if line.split()[:1] == ["1"])
        assert first.split()[:4] == ["1", "Anna", "Anna", "350"]


def test_long_names_make_room_for_the_tricks() -> None:
    """At 80 columns the tricks stay while eight letters of each name do; at 60 they go, and the
    names stay."""
    assert "tricks" in "".join(lines_at(swedish(LONG), 80))
    for width, letters in ((60, 7), (80, 8)):
        lines = lines_at(swedish(LONG), width)
        heads = next(line for line in lines if "dealer" in line)
        for name in LONG:
            assert name[:letters] in heads
            assert name[:letters] in "".join(line for line in lines if line.split(" ")[0].isdigit())
    narrow = [line for line in lines_at(swedish(LONG), 60) if "tricks" in line]
    assert narrow == ["no room for: tricks"]


def test_a_wider_terminal_gets_more() -> None:
    """The quotas beside the tricks at 120 columns, and nothing less than at 80."""
    narrow, wide = ("".join(lines_at(swedish(deals=9), width)) for width in (80, 120))
    assert "quotas" in wide
    assert "quotas" not in narrow
    assert "tricks" in narrow
    assert "tricks" in wide


@pytest.mark.parametrize("amended", [(), {1}])
@pytest.mark.parametrize("width", [68, 72, 80])
def test_what_was_counted_stays_on_the_sheet(width: int, amended: Collection[int]) -> None:
    """The star of a correction takes no column away: names and gaps give way first, then the
    other columns."""
    agreed = agree(BIZON, ["Annabella", "Björn", "Cleo"])
    deals = [
        {"bizon": "Annabella", "gp": (20, 10, None), "tricks": (4, 2, 2)},
        {"bizon": "Björn", "grass": "KH", "gp": (10, 20, None)},
        {"passed": True},
    ]
    shown = sheet_text(
        sheet_of(corrected(allowed(agreed, *deals), *amended), "evening"), BIZON, width
    )
    assert " GP " in shown and "20 10 10" in shown and "10 20 10" in shown
    assert max(map(len, shown.splitlines())) <= width


def test_the_line_of_a_deal_has_every_count() -> None:
    """What the sheet has no room for can be checked before the yes and after it."""
    agreed = agree(BIZON, ["Ann", "Bo", "Cal"])
    deal = {"bizon": "Ann", "gp": (20, 10, 10), "tricks": (4, 2, 2)}
    now = allowed(agreed, deal)
    assert truth_line(agreed, now.deals[0]) == (
        "deal 1 · Bizon Ann · The Bizon won · tricks 4, 2, 2 · Ann 20 → +3, Bo 10 → 0, Cal 10 → 0"
    )

"""Colour on a terminal: with restraint, never in a pipe unless forced, and never what says
something."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import allowed
from shown import sheet_text
from terminal import Person

from scorekeeper.cli.terminal import bold, dim
from scorekeeper.game.session_settings import agree, seated
from scorekeeper.report.sheet import sheet_of
from scorekeeper.store.ruleset_library import load_ruleset
from scorekeeper.text.terminal_text import Ink

pytestmark = pytest.mark.surroundings

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
PAGES = [
    "sheet",
    "next",
    "explain 1",
    "outlook",
    "sessions",
    "league",
    "rules list",
    "rules show bizon",
    "summary",
]
# What stands before a bold, a dim and a red text on a terminal, and what ends each of them.
BOLD, DIM, RED, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[31m\x1b[1m", "\x1b[0m"
INK = Ink(bold, dim)


@pytest.fixture
def somebody(tmp_path: Path) -> Person:
    """Somebody with a deal recorded, at a terminal that knows colours."""
    somebody = Person(tmp_path, TERM="xterm")
    somebody.does("new bismarck-swedish Anna Björn Cleo --name it")
    somebody.does("deal sang 6 6")
    return somebody


@pytest.mark.parametrize("line", PAGES)
def test_colour_changes_no_letter(somebody: Person, line: str) -> None:
    """On a terminal there is some bold, and without it every letter and column is as in a pipe."""
    shown = somebody.types(*line.split(), at_screen=True).out
    assert BOLD in shown
    assert COLOUR.sub("", shown) == somebody.does(line).out


@pytest.mark.parametrize(
    "settings", [{"NO_COLOR": "1"}, {"NO_COLOR": "0"}, {"TERM": "dumb"}], ids=str
)
@pytest.mark.parametrize("line", ["sheet", "deal sang 9 9 9"])
def test_who_asks_for_none_gets_none(somebody: Person, line: str, settings: dict[str, str]) -> None:
    """`NO_COLOR` with any value and a dumb terminal turn it off."""
    said = somebody.types(*line.split(), at_screen=True, **settings)
    assert "\x1b" not in said.out + said.err


@pytest.mark.parametrize(
    "line",
    ["sheet --no-color", "deal sang 9 9 9 --no-color", "--no-color sheet", "rules --no-color list"],
)
def test_no_color_is_an_option_of_every_command(somebody: Person, line: str) -> None:
    """`--no-color` turns it off for one command, however much the environment asks for it."""
    said = somebody.types(*line.split(), at_screen=True, FORCE_COLOR="1")
    assert "\x1b" not in said.out + said.err
    assert BOLD in somebody.types("sheet", at_screen=True).out  # and for that one only


def test_an_empty_no_color_asks_for_nothing(somebody: Person) -> None:
    """`NO_COLOR` that is there but empty is as if it were not."""
    assert BOLD in somebody.types("sheet", at_screen=True, NO_COLOR="").out


@pytest.mark.parametrize("name", ["FORCE_COLOR", "CLICOLOR_FORCE"])
def test_colour_for_a_pipe(somebody: Person, name: str) -> None:
    """A pipe gets colour where the environment forces it, and only there; `NO_COLOR` is
    stronger."""
    assert "\x1b" not in somebody.does("sheet").out
    assert BOLD in somebody.does("sheet", **{name: "1"}).out
    assert "\x1b" not in somebody.does("sheet", **{name: "0"}).out
    assert "\x1b" not in somebody.does("sheet", NO_COLOR="1", **{name: "1"}).out


@pytest.mark.parametrize("form", ["json", "csv", "markdown", "html"])
def test_what_programs_read_has_no_colour(somebody: Person, form: str) -> None:
    """Whatever the environment forces, only text for people is coloured; nor is text for a
    screen reader."""
    assert "\x1b" not in somebody.does(f"sheet --format {form}", FORCE_COLOR="1").out
    assert "\x1b" not in somebody.does("sheet --plain", FORCE_COLOR="1").out


def test_a_refusal_says_so_in_red(somebody: Person) -> None:
    """The word `refused` is red and the rule dim; the rest is plain, and without colour all of
    it is there."""
    said = somebody.types("deal", "pass", "9", "9", "9", at_screen=True)
    assert said.err.startswith(f"{RED}refused:{PLAIN} the tricks of this deal add up to 27")
    assert f"\n{DIM}rule: " in said.err
    assert " ".join(COLOUR.sub("", said.err).split()) == " ".join(
        somebody.types("deal", "pass", "9", "9", "9").err.split()
    )


def test_a_deal_that_is_recorded_has_no_colour(somebody: Person) -> None:
    """What `deal` prints is no page."""
    assert (
        "\x1b" not in somebody.types("deal", "pass", "4", "6", at_screen=True, FORCE_COLOR="1").out
    )


SWEDISH = load_ruleset("bismarck-swedish")
SANG = {"contract": "sang", "tricks": (9, 2, 5)}  # with Ann as the dealer: Ann +5, Bo −6, Cleo +1


def painted(*names: str, width: int = 60) -> list[str]:
    """The sheet of one deal as its lines are sent to a terminal."""
    sheet = sheet_of(allowed(seated(SWEDISH, names, 0, {}), SANG), "friday")
    return sheet_text(sheet, SWEDISH, width, ink=INK).split("\n")


def test_the_totals_of_the_leaders() -> None:
    """Heads are bold, lines dim, and bold are the leader's name and total in the grid and the
    total below the sheet."""
    title, _, heads, across, ann, bo, cleo, _, table, line, deal, foot, total = painted(
        "Ann", "Bo", "Cleo"
    )
    assert title == f"{BOLD}friday · Bismarck (modern Swedish) · 1 of 12 deals{PLAIN}"
    assert heads.strip().startswith(f"{BOLD}Spader") and heads.endswith(f"total{PLAIN}")
    assert table.startswith(f"{BOLD}#") and table.endswith(f"Σ{PLAIN}")
    for dim_line in (across, line, foot):
        assert COLOUR.sub("", dim_line).strip("─ ") == ""
        assert dim_line.startswith(DIM) and dim_line.endswith(PLAIN)
    assert ann.startswith(f"{BOLD}Ann{PLAIN} ") and ann.endswith(f" {BOLD}+5{PLAIN}")
    assert not COLOUR.search(bo + cleo + deal)
    assert f" {BOLD}+5{PLAIN} " in total and total.count(BOLD) == 1


def test_letters_two_columns_wide() -> None:
    """A leader whose letters take two columns is bold as any other, and every column stays."""
    lines = painted("李四", "Bo", "Cleo")
    plain = sheet_text(
        sheet_of(allowed(agree(SWEDISH, ["李四", "Bo", "Cleo"]), SANG), "friday"), SWEDISH, 60
    )
    assert [COLOUR.sub("", line) for line in lines] == plain.split("\n")
    assert lines[4].startswith(f"{BOLD}李四{PLAIN} ") and lines[4].endswith(f" {BOLD}+5{PLAIN}")


def test_no_deal_of_a_match_is_taken_for_a_total() -> None:
    """Under the line below a finished game follow the deals of the next, which are no totals."""
    rules = load_ruleset("bien")
    down = {"bid": 350, "meld": 300, "points": (60, 81)}
    now = allowed(
        agree(rules, ["Ann", "Bo", "Cal", "Dee"], None, {"games": 2}),
        *[{"bidder": "Ann", **down}] * 2,
        {"bidder": "Bo", **down},
    )
    lines = sheet_text(sheet_of(now, ""), rules, 80, ink=INK).split("\n")
    third = next(line for line in lines if COLOUR.sub("", line).strip().startswith("3 "))
    match = next(line for line in lines if " match " in line)
    assert not COLOUR.search(third)
    assert f"{BOLD}12{PLAIN}" in match.replace("+", "")


def test_a_name_cannot_bring_colour_of_its_own() -> None:
    """What steers a terminal is made visible before anything is set off."""
    lines = painted("\x1b[31mAnn", "Bo", "Cleo")
    assert lines[4].startswith(f"{BOLD}\ufffd[31mAnn{PLAIN}")


def test_the_leader_of_a_row_of_points() -> None:
    """Where each side has a row, its name is bold in every part and its total at the end."""
    rules = load_ruleset("oh-hell")
    now = allowed(agree(rules, ["Ann", "Bo", "Cleo"]), {"bid": (3, 4, 2), "tricks": (3, 5, 2)})
    lines = sheet_text(sheet_of(now, ""), rules, 60, ink=INK).split("\n")
    first, second = (line for line in lines if line.startswith(f"{BOLD}Ann{PLAIN} "))
    assert first.count(BOLD) == 1 and second.endswith(f" {BOLD}+13{PLAIN}")
    assert not any(COLOUR.search(line) for line in lines if line.startswith(("Bo ", "Cleo ")))

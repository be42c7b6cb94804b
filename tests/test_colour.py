"""Colour on a terminal: with restraint, never in a pipe unless forced, and never what says
something."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from terminal import Person

from scorekeeper.cli.colour import BOLD, DIM, PLAIN, RED, painted_page

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
TABLE = """\
friday · a game

      total
────  ─────
Ann      +4
Bo       −4

#      Ann      Bo
─  ───────  ──────
1  +4 → +4  −4 → −4
─  ───────  ──────
        +4      −4"""


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


def test_the_totals_of_the_leaders() -> None:
    """Heads are bold, lines dim, and bold are the leader's name and total in the grid and the
    total below the sheet."""
    assert painted_page(TABLE, ["Ann"]).split("\n") == [
        f"{BOLD}friday · a game{PLAIN}",
        "",
        f"      {BOLD}total{PLAIN}",
        f"{DIM}────  ─────{PLAIN}",
        f"{BOLD}Ann{PLAIN}      {BOLD}+4{PLAIN}",
        "Bo       −4",
        "",
        f"{BOLD}#      Ann      Bo{PLAIN}",
        f"{DIM}─  ───────  ──────{PLAIN}",
        "1  +4 → +4  −4 → −4",
        f"{DIM}─  ───────  ──────{PLAIN}",
        f"        {BOLD}+4{PLAIN}      −4",
    ]


def test_letters_two_columns_wide() -> None:
    """A row with letters that take two columns is left plain rather than cut in the wrong place."""
    table = TABLE.replace("Ann ", "李四")
    assert COLOUR.sub("", painted_page(table, ["李四"])) == table
    assert "\n李四     +4\n" in painted_page(table, ["李四"])

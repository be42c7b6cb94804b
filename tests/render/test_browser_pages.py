"""The pages that are kept, as a browser shows and prints them: on a telephone, on a screen, on A4 and
on Letter, of every shipped game, in every language and in the fonts that there usually are."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from browsers import CHROMIUM, barriers
from conftest import GAMES, ruleset
from kept_pages import NAMES, evening, pages
from terminal import Person
from test_report_html import SESSIONS, opened, page_of

from scorekeeper.game.session_settings import agree
from scorekeeper.record.open_session import Book
from scorekeeper.render.html.blank_page import blank_page
from scorekeeper.report.blank import blank_of
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.text.translation import LANGUAGES, speak

PDF_TEXT = shutil.which("pdftotext")
if CHROMIUM is None or PDF_TEXT is None:
    pytest.skip(
        "looking at pages needs `pip install -e '.[browser]'`, chromium and pdftotext",
        allow_module_level=True,
    )

pytestmark = pytest.mark.browser
NARROW, WIDTHS = 430, (320, 375, 430, 768, 1280)
FONTS = ("Noto Sans", "DejaVu Sans", "Liberation Sans")
# Pixels between the margins: of A4 upright and of Letter laid across, the narrower of the two.
UPRIGHT, ACROSS = 718, 980
NUMBERS = re.compile(r"\s*\d+(\s+\d+)+\s*")  # of the deals, under a chart
LOOK = (Path(__file__).parent.parent / "browser" / "look.js").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def tab(browser: Any) -> Any:
    """A page of that browser."""
    found = browser.new_page()
    found.set_default_timeout(120_000)
    return found


def tables(game: str) -> list[int]:
    """The fewest and the most who play a game."""
    numbers = ruleset(game).every_number
    return sorted({min(numbers), max(numbers)})


@cache
def pages_of(game: str) -> dict[str, str]:
    """All pages of a game: of the smallest table and the largest, in every language."""
    found = {}
    for language in LANGUAGES:
        speak(language, catalogue(language))
        for players in tables(game):
            for kind, page in pages(evening(game, players)).items():
                found[f"{kind} of {players} in {language}"] = page
    speak()
    return found


def shown(tab: Any, page: str) -> None:
    tab.set_content(page)
    tab.evaluate(LOOK)


# --- on a screen ---------------------------------------------------------------------------------


def faults_on_screens(tab: Any, page: str, widths: tuple[int, ...] = WIDTHS) -> list[str]:
    """What is wrong with a page on screens of these widths."""
    tab.emulate_media(media="screen", color_scheme="light")
    shown(tab, page)
    found = []
    for width in widths:
        tab.set_viewport_size({"width": width, "height": 800})
        found += [f"{width}: {fault}" for fault in tab.evaluate("look.screen()")]
        if width <= NARROW:
            found += [f"{width}: {fault}" for fault in tab.evaluate("look.narrow()")]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_page_fits_every_screen(game: str, tab: Any) -> None:
    """Nothing is wider than the screen but tables that scroll inside their frame, under a first
    column that stays; one chart is shown; on a telephone letters have 16 pixels, parts stand one
    under another, and no word of a name is broken."""
    faults = {which: faults_on_screens(tab, page) for which, page in pages_of(game).items()}
    assert {which: found for which, found in faults.items() if found} == {}


READERS = ((375, "dark"), (1280, "light"), (320, "light"), (768, "dark"))


@pytest.mark.parametrize("game", GAMES)
def test_a_page_has_no_barrier(game: str, tab: Any) -> None:
    """axe-core finds nothing of any weight, on a telephone and on a wide screen; light and dark are
    what the reader's system says, the chart's lines too."""
    assert with_barriers(tab, pages_of(game)) == []


def with_barriers(tab: Any, found: dict[str, str]) -> list[str]:
    """What is in the way of the readers of these pages, each of whom has another screen."""
    faults = []
    for number, (which, page) in enumerate(found.items()):
        width, scheme = READERS[number % len(READERS)]
        tab.emulate_media(media="screen", color_scheme=scheme)
        tab.set_viewport_size({"width": width, "height": 800})
        shown(tab, page)
        faults += [
            f"{which}: {fault}" for fault in [*barriers(tab), *tab.evaluate("look.colours()")]
        ]
        assert tab.evaluate("look.isDark()") == (scheme == "dark"), which
    return faults


# --- on paper ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_wider_than_paper(game: str, tab: Any) -> None:
    """On A4 and on Letter, in each of the usual fonts: every letter has 8 points at the least, no
    word runs into another cell, nothing is beyond the margin."""
    assert faults_on_paper(tab, pages_of(game)) == []


def faults_on_paper(tab: Any, found: dict[str, str]) -> list[str]:
    """What is wrong with pages on paper."""
    tab.emulate_media(media="print")
    faults = []
    for which, page in found.items():
        shown(tab, page)
        width = ACROSS if tab.evaluate("look.isAcross()") else UPRIGHT
        tab.set_viewport_size({"width": width, "height": 1000})
        for font in FONTS:
            told = tab.evaluate("font => look.paper(font)", font)
            faults += [f"{which}, {font}: {fault}" for fault in told]
    return faults


def printed(tab: Any, page: str, paper: str, folder: Path) -> list[list[str]]:
    """The lines of text on each sheet of paper."""
    file = folder / "page.pdf"
    tab.emulate_media(media="print")
    tab.set_content(page)
    tab.pdf(path=file, format=paper)
    told = [str(PDF_TEXT), "-layout", str(file), "-"]
    text = subprocess.run(told, capture_output=True, check=True).stdout.decode()
    return [[line for line in sheet.split("\n") if line.strip()] for sheet in text.split("\f")[:-1]]


def lonely(sheets: list[list[str]]) -> list[str]:
    """The rows of deals that stand on a sheet of paper without the one before and the one after:
    each begins with its number, and a table with 1."""
    found, last = [], 0
    for number, sheet in enumerate(sheets, 1):
        lines = (line for line in sheet if not NUMBERS.fullmatch(line))
        starts = (re.match(r"\s*(\d+)\*?(?=\s|$)", line) for line in lines)
        here: list[list[int]] = []
        for row in (int(start[1]) for start in starts if start):
            if row == 1:
                here.append([])
            if row in (1, last + 1):
                here = here or [[]]
                here[-1].append(row)
                last = row
        first, end = (here[0], here[-1]) if here else ([], [])
        if len(first) == 1 and first != [1]:
            found.append(f"row {first[0]} is alone at the head of sheet {number}")
        if end == [1] and number < len(sheets):
            found.append(f"row 1 is alone at the foot of sheet {number}")
    return found


@pytest.mark.parametrize("game", GAMES)
def test_paper_is_used_well(game: str, tab: Any, tmp_path: Path) -> None:
    """On A4 and on Letter no row of a table stands alone on a sheet, and no sheet but the last is
    nearly empty."""
    for number, (which, page) in enumerate(pages_of(game).items()):
        paper = ("A4", "Letter")[number // 2 % 2]
        sheets = printed(tab, page, paper, tmp_path)
        assert lonely(sheets) == [], (which, paper)
        assert min(map(len, sheets[:-1]), default=99) > 5, (which, paper)


# --- pages of several sessions --------------------------------------------------------------------


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The pages of an evening, of a league, of one in it and of a session rescored, in every
    language."""
    person = Person(tmp_path_factory.mktemp("kept"))
    person.types("new", "bien", *NAMES[:4], "--name", "first", "--option", "games=2")
    for number in range(4):
        person.types("deal", f"bidder={NAMES[number]}", "bid=350", "meld=300", "points=60,81")
    person.types("new", "bismarck-swedish", *NAMES[:3], "--name", "second")
    for line in ("sang 9 4 3", "sang 2 9 5", "sang 9 4 3", "pass 5 5 6"):
        person.does(f"deal {line}")
    commands = {
        "evening": ("summary", "--evening"),
        "league": ("league",),
        "one person": ("league", "--player", NAMES[0]),
        "rescored": ("rescore", "--as", "bismarck-swedish"),
    }
    return {
        f"{which} in {language}": person.types(*words, "--format", "html", "--lang", language).out
        for which, words in commands.items()
        for language in LANGUAGES
    }


def test_pages_of_several_sessions_fit_every_screen(kept: dict[str, str], tab: Any) -> None:
    """They keep to what the page of one session keeps to: on screens, for axe-core, on paper."""
    faults = {which: faults_on_screens(tab, page) for which, page in kept.items()}
    assert {which: found for which, found in faults.items() if found} == {}
    assert with_barriers(tab, kept) == []
    assert faults_on_paper(tab, kept) == []


# --- what is found -------------------------------------------------------------------------------


FAULTY = {
    "screen()": "<main><p style='width:50rem'>a</p></main>",
    "narrow()": "<main><p style='font-size:15px'>a</p></main>",
    "paper('Noto Sans')": "<main><table><tr><td style='max-width:1em'>endless</td></tr></table></main>",
    "colours()": "<main><svg><path d='M0 0L9 9' stroke='red'/></svg></main>",
}


@pytest.mark.parametrize("look", FAULTY)
def test_a_fault_is_seen(look: str, tab: Any) -> None:
    """What is too wide, too small, in the next cell or of another colour is found."""
    tab.emulate_media(media="screen", color_scheme="light")
    tab.set_viewport_size({"width": 320, "height": 800})
    shown(tab, FAULTY[look])
    assert tab.evaluate(f"look.{look}") != []


def test_a_barrier_is_seen(tab: Any) -> None:
    """So is what axe-core has to say, however little it weighs."""
    shown(tab, "<html lang='en'><title>a</title><main><h1>a</h1><h3>b</h3></main></html>")
    assert [fault.split(":")[0] for fault in barriers(tab)] == ["moderate heading-order"]


def test_a_lonely_row_is_seen() -> None:
    """A row of a table that goes on over the page is not left alone on either side of it."""
    assert lonely([["# deal", "1 a", "2 b"], ["# deal", "3 c", "total"]]) != []
    assert lonely([["# deal", "1 a"], ["# deal", "2 b", "3 c"]]) != []
    assert lonely([["# deal", "1 a", "2 b"], ["# deal", "3 c", "4 d"]]) == []


# --- how many sheets of paper -------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["A4", "letter"])
@pytest.mark.parametrize(
    "which", ["contracts", "match", "hostile", "a whole game", "a set", "four games"]
)
def test_an_evening_is_printed_on_two_sheets_at_the_most(
    tab: Any, which: str, paper: str, tmp_path: Path
) -> None:
    """On A4 and on Letter the page is one or two sheets of paper."""
    assert 1 <= len(printed(tab, page_of(SESSIONS[which]()), paper, tmp_path)) <= 2


def long_match(deals: int, passed: int) -> Book:
    """A match of many deals that move little; its first game ends 21 deals after those that are
    passed."""
    won = {"Anna": "81,60", "Björn": "60,81", "Cleo": "81,60", "Dag": "60,81"}
    kinds = (
        "passed",
        "bidder={} bid=110 meld=20 points=70,71",
        "bidder={} bid=150 meld=100 points={}",
    )
    names = [list(won)[number % 4] for number in range(deals)]
    told = [kinds[number % 3].format(name, won[name]) for number, name in enumerate(names)]
    return opened(ruleset("bien"), ["passed"] * passed + told, tuple(won), games=6)


@pytest.mark.parametrize(
    ("deals", "passed", "paper"), [(40, 0, "A4"), (45, 0, "letter"), (40, 6, "A4"), (40, 9, "A4")]
)
def test_a_match_breaks_between_games_and_fills_its_paper(
    tab: Any, deals: int, passed: int, paper: str, tmp_path: Path
) -> None:
    """What a game begins with never stands alone at the foot of a sheet, its result never alone at
    the head of one; the last sheet has more than a line or two; the word for a deal keeps to one
    line."""
    speak("fr", catalogue("fr"))
    sheets = printed(tab, page_of(long_match(deals, passed)), paper, tmp_path)
    assert not [sheet[-1] for sheet in sheets[:-1] if sheet[-1].strip().startswith("départ")]
    assert not [
        line for sheet in sheets[1:] for line in sheet[2:3] if line.strip().startswith("partie")
    ]
    assert min(map(len, sheets)) >= 15
    assert not [
        line for sheet in sheets for line in sheet if line.split() in (["chutée"], ["Enchère"])
    ]


@pytest.mark.parametrize("number", [3, 4])
def test_an_empty_sheet_breaks_between_rounds(tab: Any, number: int, tmp_path: Path) -> None:
    """On every sheet of paper everybody deals equally often."""
    rules = ruleset("bismarck-estonian")
    page = blank_page(
        blank_of(agree(rules, ("Anna", "Björn", "Cleo", "Dag")[:number]), True), rules
    )
    sheets = printed(tab, page, "A4", tmp_path)
    assert len(sheets) > 1
    for sheet in sheets:
        assert sum(bool(re.match(r" *\d+\b", line)) for line in sheet) % number == 0

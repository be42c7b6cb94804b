"""An event in a browser: its pages on every screen and on paper, slips and sheets for the wall as
they come out of a printer, and its board as it changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browsers import CHROMIUM, barriers
from terminal import Person

if CHROMIUM is None:
    pytest.skip(
        "looking at pages needs `pip install -e '.[browser,board]'` and chromium",
        allow_module_level=True,
    )
for name in ("starlette", "uvicorn", "segno"):
    pytest.importorskip(name, reason="the extra `board` is not installed")

from test_board_event import ServedEvent  # noqa: E402
from test_browser_pages import (  # noqa: E402
    faults_on_paper,
    faults_on_screens,
    printed,
    tab,
    with_barriers,
)
from test_event_result import played  # noqa: E402

from scorekeeper.text.translation import LANGUAGES  # noqa: E402

pytestmark = pytest.mark.browser
__all__ = ["tab"]
MANY = [f"{first} {last}" for first in ("Anna", "Bartholomew", "Chloé") for last in "ABCDEFGHI"]


@pytest.fixture(scope="module")
def somebody(tmp_path_factory: pytest.TempPathFactory) -> Person:
    return played(tmp_path_factory.mktemp("cup"))


def pages_of(somebody: Person) -> dict[str, str]:
    """Every page of the event, in every language."""
    commands = ("standings", "explain Ada", "seating", "slips")
    return {
        f"{command} in {lang}": somebody.types(
            "event", *command.split(), "--format", "html", "--lang", lang
        ).out
        for command in commands
        for lang in LANGUAGES
    }


def test_pages_of_an_event_fit_screens_and_paper(somebody: Person, tab: Any) -> None:
    """Nothing is wider than a screen or than paper, nothing is too small, and axe-core finds nothing
    in anybody's way."""
    pages = pages_of(somebody)
    wide = {which: faults_on_screens(tab, page) for which, page in pages.items()}
    assert {which: found for which, found in wide.items() if found} == {}
    assert with_barriers(tab, pages) == []
    assert faults_on_paper(tab, pages) == []


LONGEST = "Bartholomew Fitzgerald-Montgomery"
CLUB = ["Håkan Öberg", "Åsa Håkansson", LONGEST, "Wilhelmina van der Berg"]
BROKEN = """() => [...document.querySelectorAll('bdi')].filter(name => {
    const text = name.firstChild, range = document.createRange();
    return [...text.data.matchAll(/[^ -]+/g)].some(word => {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length > 1;
    });
}).map(name => name.textContent)"""  # the names that are broken within a word


def club_night(home: Path, number: int) -> Person:
    """Somebody after two rounds of a night of so many people, at tables of three and four."""
    somebody = Person(home)
    people = [*CLUB, *(f"Person {letter}{one}" for letter in "ABCD" for one in range(9))][:number]
    somebody.types(
        "event", "new", "night", "--game", "bizon", "--people", ",".join(people), "--rounds", "5",
        "--tables", "3-4", "--deals", "4", "--seed", "1",
    )  # fmt: skip
    for _ in range(2):
        somebody.does("event next --yes")
        for table in somebody.reads("event round")["rounds"][-1]["tables"]:
            if len(table["people"]) == 3:
                session, first = table["session"], table["people"][0]
                somebody.types("deal", "-s", session, f"bizon={first}", "gp=20,12,8")
    somebody.types("event", "penalty", "--round", "1", "Person A1", "-3", "late")
    return somebody


def many(home: Path, tables: str) -> Person:
    """Somebody before the first round of 27 people."""
    somebody = Person(home)
    people = ",".join(MANY)
    game = "bizon" if tables == "3" else "bien"
    somebody.types(
        "event", "new", "night", "--game", game, "--people", people, "--rounds", "2", "--seed", "1"
    )
    somebody.does("event next")
    return somebody


@pytest.mark.parametrize(("tables", "sheets"), [("3", 3), ("4", 2)])
def test_four_slips_are_printed_on_a_sheet(
    tmp_path: Path, tab: Any, tables: str, sheets: int
) -> None:
    """Of three people and of four; none is cut by the end of a sheet."""
    page = many(tmp_path, tables).types("event", "slips", "--format", "html").out
    found = printed(tab, page, "A4", tmp_path)
    assert len(found) == sheets
    for sheet in found:
        assert "night, round 1 of 2" in sheet[0]
        assert "deals first" in sheet[-1]


def test_the_names_hang_on_sheets_of_their_own(tmp_path: Path, tab: Any) -> None:
    """27 people: a sheet with the tables, a sheet with the names, each with the round on it."""
    page = many(tmp_path, "3").types("event", "seating", "--format", "html").out
    by_table, by_name = printed(tab, page, "A4", tmp_path)
    assert "round 1 of 2" in by_table[0] and "round 1 of 2" in by_name[0]
    assert len(by_name) >= 14


def test_the_names_on_the_wall_are_large(tmp_path: Path, tab: Any) -> None:
    """Of 40 people as of 27, by table and by name on a sheet each: 16 points, and 18 in the list in
    which somebody looks for their own."""
    for number in (27, 40):
        home = tmp_path / str(number)
        home.mkdir()
        page = club_night(home, number).types("event", "seating", "--format", "html").out
        assert len(printed(tab, page, "A4", tmp_path)) == 2
        for names, least in ((".tables li", 16), (".names li", 18)):
            points = tab.locator(names).evaluate_all(
                "all => all.map(one => parseFloat(getComputedStyle(one).fontSize) * 0.75)"
            )
            assert round(min(points)) >= least


def test_the_board_of_an_event_follows_it(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a phone and on a wall: nothing is in the way, nothing is wider than the screen, and a
    table that is recorded comes by itself."""
    monkeypatch.setenv("SCOREKEEPER_HOME", str(tmp_path))
    somebody = played(tmp_path)
    board = ServedEvent(tmp_path / "events" / "cup.toml")
    context = browser.new_context()
    try:
        phone, wall = context.new_page(), context.new_page()
        phone.set_viewport_size({"width": 320, "height": 700})
        wall.set_viewport_size({"width": 1280, "height": 720})
        phone.goto(f"{board.at.origin}/#{board.codes.look}")
        phone.wait_for_selector("#names")
        wall.goto(f"{board.at.origin}/wall")
        for page in (phone, wall):
            assert barriers(page) == []
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0
        phone.click("#names summary")
        assert "no deal is recorded" in wall.inner_text("main")
        somebody.after("deal -s cup-r3-t3 bizon=Ida gp=20,12,8", "finish -s cup-r3-t3")
        for page in (phone, wall):
            page.locator("li", has_text="Ida +3").first.wait_for()
        assert phone.evaluate("document.getElementById('names').open")
    finally:
        context.close()
        board.ends()
    assert board.failed == []


@pytest.mark.parametrize("number", [27, 40])
def test_a_whole_club_fits_a_wall(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Everybody's place, and every table, above the edge of a wall of 1280 by 800, in letters as
    large as a page's at least; nobody's name is broken within a word."""
    monkeypatch.setenv("SCOREKEEPER_HOME", str(tmp_path))
    club_night(tmp_path, number)
    board = ServedEvent(tmp_path / "events" / "night.toml")
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    try:
        wall = context.new_page()
        wall.goto(f"{board.at.origin}/#{board.codes.look}")
        wall.wait_for_selector("#names")
        wall.goto(f"{board.at.origin}/wall")
        assert wall.locator(".places > li").count() == number
        for what in (".places > li", ".tables > li"):
            ends = wall.locator(what).evaluate_all(
                "all => all.map(one => [one.getBoundingClientRect().bottom, innerHeight])"
            )
            assert [bottom for bottom, height in ends if bottom > height] == []
        sizes = wall.locator(".places bdi, .tables bdi").evaluate_all(
            "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
        )
        assert min(sizes) >= 16
        assert wall.evaluate(BROKEN) == []
        assert barriers(wall) == []
    finally:
        context.close()
        board.ends()
    assert board.failed == []


def test_a_phone_shows_places_and_totals_and_scrolls_the_rounds(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names are whole; everybody has a row on the page, place and total on the screen; the rounds
    scroll within their frame alone. Nobody is asked where they sit when it is over."""
    monkeypatch.setenv("SCOREKEEPER_HOME", str(tmp_path))
    somebody = club_night(tmp_path, 27)
    board = ServedEvent(tmp_path / "events" / "night.toml")
    context = browser.new_context(viewport={"width": 390, "height": 844})
    try:
        phone = context.new_page()
        phone.goto(f"{board.at.origin}/#{board.codes.look}")
        phone.wait_for_selector("#names")
        assert phone.evaluate(BROKEN) == []
        assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        frame = phone.locator(".frame").first
        assert frame.evaluate("one => one.scrollHeight - one.clientHeight") <= 1
        totals = frame.locator("tbody td:nth-child(3)")
        assert totals.count() == 27
        assert max(box["x"] + box["width"] for box in (
            one.bounding_box() for one in totals.all()
        )) < 390  # fmt: skip
        frame.evaluate("one => one.scrollLeft = one.scrollWidth")
        last = frame.locator("thead th").last.bounding_box()
        assert last["x"] + last["width"] <= 390
        somebody.does("event finish")
        phone.locator("header", has_text="the event is over").wait_for()
        assert phone.locator("#names").count() == 0
    finally:
        context.close()
        board.ends()
    assert board.failed == []

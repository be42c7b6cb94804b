"""The columns of the sheet: one list, which every rendering lays out."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from conftest import allowed, ruleset
from shown import block_text, sheet_markdown, sheet_text
from terminal import Person, Typed

from scorekeeper.game.session_settings import agree
from scorekeeper.render.csv_tables import sheet_csv
from scorekeeper.render.html.page import sheet_page
from scorekeeper.report.columns import TEXT, SheetColumn
from scorekeeper.report.sheet import Sheet, sheet_of
from scorekeeper.report.summary import ContractResult, summary_of
from scorekeeper.report.summary_document import results_table
from scorekeeper.text.terminal_text import width_of

SWEDISH = ruleset("bismarck-swedish")
NAMES = ("Anna", "Björn", "Cleo")
SANG = {"contract": "sang", "tricks": (6, 6, 4)}
# One value a deal, and one for each side.
CUT = SheetColumn("cut", "cut by", lambda deal, _: f"hand {deal.number}")
TAKEN = SheetColumn("lead", "ahead", lambda deal, side: 70 + deal.totals[side], names=NAMES)


def with_column(column: SheetColumn) -> Sheet:
    """A sheet of one deal, to whose list of columns this one is added."""
    sheet = sheet_of(allowed(agree(SWEDISH, NAMES), SANG), "Friday")
    return sheet._replace(columns=(*sheet.columns, column))


def test_a_new_column_of_the_deal_is_in_every_rendering() -> None:
    """An entry in the list is all that it takes: its head and its value then stand in the text,
    read aloud, in Markdown, in HTML and in CSV."""
    sheet = with_column(CUT)
    head, row = [
        line
        for line in sheet_text(sheet, SWEDISH, 120).split("\n")
        if "Σ" in line or "Sang " in line
    ][-2:]
    assert row[head.index("cut by") :].startswith("hand 1")
    assert "cut by: hand 1" in sheet_text(sheet, SWEDISH, plain=True).split("\n")
    table = [line.split("|") for line in sheet_markdown(sheet, SWEDISH).split("\n") if "|" in line]
    place = next(cells.index(" cut by   ") for cells in table if " cut by   " in cells)
    assert table[-2][place].strip() == "hand 1"
    page = sheet_page(sheet, SWEDISH)
    assert page.count("cut by") == page.count("hand 1") == 1
    assert [row["cut"] for row in csv.DictReader(io.StringIO(sheet_csv(sheet)))] == ["hand 1"]


def test_a_new_column_of_the_sides_is_in_every_rendering() -> None:
    """With a number for each side it is one column of a text, one under each side of a page,
    behind each side's name for a screen reader, and a column a side in CSV."""
    sheet = with_column(TAKEN)
    points = sheet.deals[0].totals
    wanted = [str(70 + points[side]) for side in NAMES]
    for text in (sheet_text(sheet, SWEDISH, 120), sheet_markdown(sheet, SWEDISH)):
        assert "ahead" in text and " ".join(wanted) in text
    plain = sheet_text(sheet, SWEDISH, plain=True).split("\n")
    for side, number in zip(NAMES, wanted, strict=True):
        assert [
            line for line in plain if line.startswith(f"{side}: ") and f"ahead {number}" in line
        ]
    page = sheet_page(sheet, SWEDISH)
    assert page.count("ahead") == len(NAMES)
    assert all(page.count(f">{number}<") == wanted.count(number) for number in wanted)
    row = next(csv.DictReader(io.StringIO(sheet_csv(sheet))))
    assert [row[f"lead {side}"] for side in NAMES] == wanted


@pytest.mark.parametrize(
    "game", ["bismarck-swedish", "bien", "bizon", "more/oh-hell", "more/hearts"]
)
def test_keys_are_distinct(game: str) -> None:
    """No two columns have one key for the same name: a program tells them apart."""
    rules = ruleset(game)
    names = ["Ann", "Bo", "Cal", "Dee"][: rules.players[0]]
    columns = sheet_of(allowed(agree(rules, names)), "").columns
    keys = [(column.key, name) for column in columns for name in column.names or ("",)]
    assert len(set(keys)) == len(keys)


def test_a_column_without_a_value_takes_no_room() -> None:
    """What no deal has a value for has no column on a page, and nothing is read aloud; CSV, whose
    heads are the same for every evening, has it."""
    sheet = with_column(CUT._replace(value=lambda deal, _: None))
    assert "cut by" not in sheet_text(sheet, SWEDISH, 120) + sheet_page(sheet, SWEDISH)
    assert "cut by" not in sheet_text(sheet, SWEDISH, plain=True)
    assert "cut" in sheet_csv(sheet).split("\n")[0].split(",")


def test_a_rendering_can_be_left_out() -> None:
    """A column says itself which renderings are without it."""
    sheet = with_column(CUT._replace(left_out=(TEXT,)))
    assert "cut by" not in sheet_text(sheet, SWEDISH, 120) + sheet_markdown(sheet, SWEDISH)
    assert "cut by" in sheet_page(sheet, SWEDISH)


def test_a_narrow_sheet_says_for_what_it_had_no_room(tmp_path: Path) -> None:
    """In a line under the table, in `play` too; a wide one has all of it and says nothing."""
    person = Person(tmp_path / "home").after(
        "new bismarck-swedish Anna Björn Cleo --name eve", "deal sang 6 6"
    )
    assert "no room for" not in person.does("sheet", COLUMNS="80").out
    narrow = person.does("sheet", COLUMNS="44").out
    assert "no room for: tricks" in narrow
    played = person.types("play", stdin=Typed("pass 5 6\nquit\n"), COLUMNS="44").out
    assert "no room for: tricks" in played


@pytest.mark.parametrize("width", [40, 50, 60])
def test_results_of_many_sides_keep_to_the_width(width: int) -> None:
    """Where the sides have no room beside each other half of them follow below, and none is
    missing."""
    summary = summary_of(allowed(agree(SWEDISH, NAMES), SANG), "Friday")
    sides = (*NAMES, "David", "Eva")
    summary = summary._replace(names=sides)
    found = {
        kind: {side: ContractResult(deals=12, points=-13) for side in sides}
        for kind in ("declarer", "others")
    }
    shown = block_text(results_table("by role", found, summary, SWEDISH), width)
    lines = shown.splitlines()
    assert max(map(width_of, lines)) <= width
    assert sum("−13 in 12" in line for line in lines) >= 2
    assert shown.count("−13 in 12") == 2 * len(sides)

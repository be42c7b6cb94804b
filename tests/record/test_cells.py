"""Cells of CSV: no spreadsheet takes one for a formula, and each comes back as what it says,
whatever people are called."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from conftest import allowed, ruleset
from hypothesis import assume, given
from hypothesis import strategies as st
from terminal import Person

from scorekeeper.game.session_settings import agree
from scorekeeper.record.importing import imported
from scorekeeper.record.open_session import opened
from scorekeeper.record.paper_csv import guarded, paper_of, plain
from scorekeeper.record.paper_rows import agreed_on
from scorekeeper.record.session_head import head_text, new_head
from scorekeeper.render.csv_tables import sheet_csv
from scorekeeper.report.sheet import sheet_of
from scorekeeper.text.problems import Refused

FORMULA = tuple("=+-@\t\r＝＋－＠")
NASTY = (
    "'=x",
    "''=x",
    "=x",
    "x;=y",
    "x;'=y",
    'x;"=y',
    "a;b;c;d;e;f",
    "@x",
    "-1",
    "+1",
    "'-1",
    "'",
    '"',
    "x;",
    ";;",
    "a\u00a0b",
)
TEXT = st.text(st.sampled_from("'=+-@;\"ab ＝"), min_size=1, max_size=6)
DEALS = [{"contract": "sang", "tricks": (9, 4, 3)}, {"contract": "pass", "tricks": (2, 9, 5)}]


def is_number(cell: str) -> bool:
    return cell.lstrip("+-").replace(".", "", 1).isdigit()


@given(TEXT)
def test_a_cell_says_what_it_was_given(text: str) -> None:
    """Whatever is guarded is no formula, neither whole nor where semicolons part cells, and is read
    as it was."""
    cell = guarded(text)
    assert plain(cell) == text
    for part in [cell, *(part.lstrip(' "') for part in cell.split(";")[1:])]:
        assert not part.startswith(FORMULA) or is_number(part)


@pytest.mark.parametrize("text", ["", "5", "-5", "+5", "-7.25", "Anna", "it's", "5 - 3"])
def test_what_is_no_formula_stays(text: str) -> None:
    """Numbers and plain words get no mark."""
    assert guarded(text) == text


def sheet_of_these(names: tuple[str, ...]) -> str:
    """The CSV of two deals of these players."""
    rules = ruleset("bismarck-swedish")
    return sheet_csv(sheet_of(allowed(agree(rules, names), *DEALS), "it"))


def assert_comes_back(names: tuple[str, ...]) -> None:
    """The sheet says who plays, and its deals are those that it is of, in a session of the same
    people."""
    rules, text = ruleset("bismarck-swedish"), sheet_of_these(names)
    for delimiter in ",;\t":
        for row in csv.reader(io.StringIO(text), delimiter=delimiter):
            assert not [cell for cell in row if cell.startswith(FORMULA) and not is_number(cell)]
    agreed = agree(rules, names)
    paper = paper_of(text)
    assert agreed_on(rules, paper).players == agreed.players
    book = opened(head_text(new_head(agreed, "it", "")).encode(), "it")
    assert sheet_csv(sheet_of(imported(book, paper, "").standing, "it")) == text


@pytest.mark.parametrize("name", NASTY)
def test_a_sheet_of_odd_names_comes_back(name: str) -> None:
    """A name that looks like a formula, or parts cells, is the same after `import`."""
    assert_comes_back((name, "Bo", "Cy"))
    assert_comes_back(("Ann", "Bo", name))


@given(st.tuples(TEXT, TEXT, TEXT))
def test_any_sheet_comes_back(names: tuple[str, str, str]) -> None:
    """Whatever three people are called, as long as a session takes their names."""
    try:
        agreed = agree(ruleset("bismarck-swedish"), names)
    except Refused:
        assume(False)
    assert_comes_back(agreed.players)


@pytest.mark.parametrize(
    "first",
    [
        "deal;contract;tricks",
        "deal\tcontract\ttricks",
        "deal,contract,tricks",
        '"deal, no.";contract;tricks',
    ],
)
def test_cells_are_parted_by_what_comes_first(first: str) -> None:
    """Commas, semicolons and tabs part cells, whatever else a head holds within quotes or later
    on."""
    parts = (
        next(sign for sign in ";\t" if sign in first) if "," not in first or '"' in first else ","
    )
    paper = paper_of(f"{first}\n{parts.join(('1', 'sang', chr(34) + '9,4,3' + chr(34)))}\n")
    assert paper.rows[0][1] == ("1", "sang", "9,4,3")


def test_odd_names_through_the_program(tmp_path: Path) -> None:
    """`sheet --format csv`, `audit` and `import` agree about players called like formulas."""
    names = ("'=x", "a;b;c;d;e", "@cmd")
    person = Person(tmp_path)
    person.types("new", "bizon", *names, "--name", "it")
    person.types("deal", f"bizon={names[0]}", "gp=20,8,12")
    (tmp_path / "it.csv").write_text(person.does("sheet --format csv").out, "utf-8")
    assert person.types("audit", str(tmp_path / "it.csv")).code == 0
    assert person.types("audit", str(tmp_path / "it.csv"), "--game", "bizon").code == 0
    person.types("new", "bizon", *names, "--name", "again")
    assert person.types("import", str(tmp_path / "it.csv")).code == 0
    assert person.reads("sheet")["deals"] == person.reads("sheet -s it")["deals"]
    assert person.reads("sheet")["deals"][0]["facts"]["bizon"] == "'=x"

"""The sheet for other programs: CSV that is not taken for formulas, Markdown that is not taken
for markup."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import NamedTuple

import pytest
from conftest import corrected
from hypothesis import example, given
from hypothesis import strategies as st
from shown import sheet_markdown, summary_markdown

from scorekeeper.game.log import Entry
from scorekeeper.game.session_settings import Facts, seated
from scorekeeper.game.standing import Standing, standing
from scorekeeper.render.csv_tables import csv_cell, sheet_csv, summary_csv
from scorekeeper.render.markdown_writer import escaped, markdown_table
from scorekeeper.render.report_formats import SHEETS, SUMMARIES, json_text
from scorekeeper.render.writers import Look
from scorekeeper.report.sheet import sheet_of, sheet_value
from scorekeeper.report.summary import summary_of, summary_value
from scorekeeper.store.ruleset_library import load_ruleset
from scorekeeper.text.terminal_text import is_control

SWEDISH, BIEN, BIZON = load_ruleset("bismarck-swedish"), load_ruleset("bien"), load_ruleset("bizon")
DEALS = [
    {"contract": "sang", "tricks": (6, 6, 4)},
    {"contract": "trumf", "trump": "hearts", "tricks": (9, 2, 5)},
]


def seen(names: tuple[str, ...] = ("A", "B", "C"), deals: list[Facts] = DEALS) -> Standing:
    return standing(
        seated(SWEDISH, names, 2, {}),
        [Entry("deal", n, "", facts) for n, facts in enumerate(deals, 1)],
    )


def test_csv() -> None:
    """A row a deal: schedule, counts, points and totals, a column a side, numbers as programs
    write them."""
    assert sheet_csv(sheet_of(seen(), "")).split("\n") == [
        "number,game,dealer,declarer,contract,trump,tricks A,tricks B,tricks C,"
        "points A,points B,points C,total A,total B,total C",
        "1,1,C,A,sang,,6,6,4,-2,2,0,-2,2,0",
        "2,1,A,B,trumf,hearts,9,2,5,5,-6,1,3,-4,1",
    ]


def test_csv_says_what_was_entered() -> None:
    """Every fact has a column, written as it is typed, so that the sheet can be imported."""
    facts = {"bizon": "B", "gp": (10, 20, 10), "grass": "10C", "round": 1, "trump": "clubs"}
    now = standing(
        seated(BIZON, ("A", "B", "C"), 0, {}),
        [Entry("deal", 1, "", facts), Entry("deal", 2, "", {"passed": True})],
    )
    rows = list(csv.DictReader(io.StringIO(sheet_csv(sheet_of(now, "")))))
    cells = [
        {name: row[name] for name in ("trump", "passed", "bizon", "round", "grass", "gp B")}
        for row in rows
    ]
    assert cells == [
        {"trump": "clubs", "passed": "", "bizon": "B", "round": "1", "grass": "10C", "gp B": "20"},
        {"trump": "", "passed": "yes", "bizon": "", "round": "", "grass": "", "gp B": ""},
    ]


def test_csv_heads_are_distinct() -> None:
    """A count that is called like the score keeps a column name of its own."""
    now = standing(
        seated(BIEN, ("A", "B", "C", "D"), 0, {"games": 1}),
        [Entry("deal", 1, "", {"bidder": "A", "bid": "laydown"})],
    )
    head = sheet_csv(sheet_of(now, "")).split("\n")[0].split(",")
    assert len(set(head)) == len(head)


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("=1+1", "'=1+1"), ("+A", "'+A"), ("-A", "'-A"), ("@SUM", "'@SUM"), ("＝1", "'＝1"), ("-2x", "'-2x"),
        ("\tx", "'\ufffdx"), ("\rx", "'\ufffdx"), ("--2", "'--2"), ("-2", "-2"), ("+2", "+2"), (-2, "-2"),
        ("1e3", "1e3"), ("007", "007"), (None, ""), ("Å.", "Å."),
    ],
)  # fmt: skip
def test_csv_cells(value: object, cell: str) -> None:
    """What a spreadsheet would take for a formula is made text; plain numbers stay numbers."""
    assert csv_cell(value) == cell


NUMBER = re.compile(r"[+-]?[0-9]+([.][0-9]+)?")


@example("-0.")
@given(st.text(max_size=20))
def test_no_csv_cell_is_a_formula(name: str) -> None:
    """No cell that is not a number begins as a formula does, and every row has as many cells as
    the head."""
    rows = list(
        csv.reader(io.StringIO(sheet_csv(sheet_of(seen((name, name + "2", name + "3")), ""))))
    )
    assert {len(row) for row in rows} == {15}
    cells = [cell for row in rows for cell in row]
    assert [
        cell for cell in cells if cell.startswith(tuple("=+-@\t\r")) and not NUMBER.fullmatch(cell)
    ] == []


def test_markdown() -> None:
    """The sheet is a heading, the grid, and a table of all that was entered; then what is to be
    noted."""
    said = ["options: must_trump"]
    assert sheet_markdown(sheet_of(corrected(seen(), 2), "Friday"), SWEDISH, said).split("\n") == [
        "# Bismarck (modern Swedish) · A, B, C", "",
        "2 of 12 deals · Friday", "",
        "|    |  Spader  |  Trumf  |  Sang  |  Pass  |   total |",
        "|:---|:--------:|:-------:|:------:|:------:|--------:|",
        "| A  |    ·     |    ·    |   X    |   ·    |      +3 |",
        "| B  |    ·     |    X    |   ·    |   ·    |      −4 |",
        "| C  |    ·     |    ·    |   ·    |   ·    |      +1 |", "",
        "|   \\#  | dealer   | declarer   | contract   | trump   | quotas   | tricks   |       A |       B |       C |   Σ |",
        "|------:|:---------|:-----------|:-----------|:--------|:---------|:---------|--------:|--------:|--------:|----:|",
        "|     1 | C        | A          | Sang       |         | 8 4 4    | 6 6 4    | −2 → −2 | +2 → +2 |  0 →  0 |   0 |",
        "|   2\\* | A        | B          | Trumf      | hearts  | 4 8 4    | 9 2 5    | +5 → +3 | −6 → −4 | +1 → +1 |   0 |",
        "|       |          |            | total      |         |          |          |      +3 |      −4 |      +1 |   0 |", "",
        "- \\* corrected afterwards",
        "- options: must\\_trump",
    ]  # fmt: skip


def test_a_whole_summary_in_markdown() -> None:
    """It has what the text has: places, sheet, results, best and worst, lead, chart,
    fingerprint; the chart keeps its columns."""
    value = summary_of(seen(), "Friday", fingerprint="abcd")
    page = summary_markdown(value, SWEDISH).split("\n")
    assert [line for line in page if line.startswith("## ")] == [
        "## Recap", "## Sheet", "## By contract", "## By role", "## Best and worst deal", "## Lead changes", "## Running totals",
    ]  # fmt: skip
    assert "- A: best deal 2 (+5), worst deal 1 (−2)" in page
    assert "- the lead changed once: deal 2 B to A" in page
    chart = page[page.index("## Running totals") + 2 :]
    assert chart[-1] == "fingerprint abcd" and all(line.startswith("    ") for line in chart[:-2])


def test_a_row_of_points_in_markdown() -> None:
    """A game whose paper has a row of points has it in Markdown too."""
    rules = load_ruleset("oh-hell")
    agreed = seated(
        rules, ("A", "B", "C"), 0, {key: option.default for key, option in rules.options.items()}
    )
    page = sheet_markdown(sheet_of(standing(agreed, ()), "Friday"), rules)
    assert page.split("\n")[4].startswith("|    |   1 |   2 |") and page.count(" · |") == 3 * 19


def test_names_are_not_markup() -> None:
    """Pipes, tags, ampersands, backticks and emphasis in a name stand for themselves."""
    assert (
        escaped("a|b <i> & `c` *d* [e](f)\\")
        == "a\\|b &lt;i&gt; &amp; \\`c\\` \\*d\\* \\[e\\](f)\\\\"
    )


@given(st.text(max_size=30))
def test_a_name_stays_in_its_cell(name: str) -> None:
    """No name opens a tag, ends its cell, or ends its line."""
    line = markdown_table(["x"], [[name]], ["left"]).split("\n")[2]
    inside = line[2:-2]
    assert "<" not in inside and ">" not in inside
    assert not any(is_control(character) for character in line)
    assert inside.replace("\\\\", "").replace("\\|", "").count("|") == 0


def test_the_summary_renders_everywhere() -> None:
    """Every name of a rendering gives the sheet and the summary, each with its own content."""
    value = summary_of(seen(), "Friday")
    assert set(SHEETS) == {"text", "json", "csv", "markdown", "html"}
    assert set(SUMMARIES) == {*SHEETS, "svg"}
    assert json.loads(SHEETS["json"](value.sheet, SWEDISH, Look())) == sheet_value(value.sheet)
    assert json.loads(SUMMARIES["json"](value, SWEDISH, Look())) == summary_value(value)
    assert SHEETS["csv"](value.sheet, SWEDISH, Look()) == sheet_csv(value.sheet)
    assert "## Who pays whom\n\n- B → A: " in summary_markdown(value, SWEDISH, stake="1")
    assert "## Who pays whom" not in summary_markdown(value, SWEDISH)
    assert summary_csv(value, SWEDISH).split("\n")[1].startswith("1,A,3,")


def test_json_is_exact_and_harmless() -> None:
    """JSON escapes what steers a terminal and reads back as exactly what it was."""
    value = {"name": "A\x1b\x9b\u202e日\u2028\udc80\U000f0000", "n": [1, None]}
    text = json_text(value)
    assert not any(is_control(character) for character in text)
    assert "日" in text
    assert json.loads(text) == value


class Named(NamedTuple):
    """A value with named fields, one of which Python keeps for itself."""

    if_: str
    rest: tuple[int, ...]


def test_a_value_with_named_fields_is_an_object() -> None:
    """Its fields are the keys, and a tuple without names is a list."""
    assert json_text([Named("a", (1, 2))]) == '[{"if": "a", "rest": [1, 2]}]'


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.none(), max_size=4))
def test_json_round_trip(value: dict[str, object]) -> None:
    """Whatever is written is read back the same."""
    assert json.loads(json_text(value)) == value

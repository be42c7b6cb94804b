"""A paper sheet that is read in: many deals at once, all or none."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from terminal import Person, Said

from scorekeeper.entry.rows import Row, rows_of
from scorekeeper.journal import read_journal
from scorekeeper.problems import Problem, Refused

ENDLESS = Path(__file__).parent.parent / "benchmarks" / "endless.toml"
SHEET = 'contract,tricks\nsang,"6,6,4"\npass,"9,2,5"\n'
ROWS = [("row 2", ["contract=sang", "tricks=6,6,4"]), ("row 3", ["contract=pass", "tricks=9,2,5"])]


@pytest.fixture
def person(tmp_path: Path) -> Person:
    somebody = Person(tmp_path / "home")
    (somebody.home / "rulesets").mkdir(parents=True)
    (somebody.home / "rulesets" / "endless.toml").write_bytes(ENDLESS.read_bytes())
    somebody.does("new bismarck-swedish Anna Bo Cleo --dealer Cleo --name eve")
    return somebody


def imports(person: Person, text: str | bytes, *words: str) -> Said:
    file = person.home / "sheet.csv"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return person.types("import", str(file), *words)


def refusal(text: str) -> tuple[Problem, ...]:
    with pytest.raises(Refused) as refused:
        rows_of(text)
    return refused.value.problems


# --- the sheet as text -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(SHEET, id="commas"),
        pytest.param("contract;tricks\nsang;6,6,4\npass;9,2,5\n", id="semicolons"),
        pytest.param("contract\ttricks\nsang\t6,6,4\npass\t9,2,5", id="tabs, no end of line"),
        pytest.param("\ufeff" + SHEET, id="the mark that a spreadsheet puts first"),
        pytest.param(SHEET.replace("\n", "\r\n"), id="ends of line of another system"),
        pytest.param(SHEET.replace("\n", "\r"), id="ends of line of an older one"),
        pytest.param('deal, contract , tricks\n1, sang , "6,6,4"\n2,pass,"9,2,5"\n', id="numbers and spaces"),
        pytest.param('contract,tricks,,\nsang,"6,6,4",,\npass,"9,2,5",,\n', id="columns without anything"),
        pytest.param('contract,tricks\nsang,"6,6,4",,,\npass,"9,2,5"\n', id="cells without a column and anything"),
        pytest.param('contract,tricks,trump\nsang,"6,6,4",\npass,"9,2,5"\n', id="empty and missing cells"),
    ],
)
def test_one_sheet_in_many_hands(text: str) -> None:
    """However a spreadsheet writes it, the header names the facts and a row is a deal."""
    assert rows_of(text) == ROWS


def test_a_column_without_a_name_holds_words() -> None:
    """Such a column is read as it is typed."""
    assert rows_of('contract,\nsang,6 6 4\n,"pass 9 2 5"') == [
        ("row 2", ["contract=sang", "6", "6", "4"]),
        ("row 3", ["pass", "9", "2", "5"]),
    ]


def test_rows_are_numbered_as_an_editor_does() -> None:
    """Blank lines count, and a row of several lines has the number of its first."""
    text = '\n\ncontract,why\n\nsang,"one\ntwo"\n\npass,x\x0bx\u2028x\n'
    assert [place for place, _ in rows_of(text)] == ["row 5", "row 8"]


@pytest.mark.parametrize("text", ["", "\n\n", "contract,tricks\n", "contract,tricks\n,\n"])
def test_a_sheet_without_deals_is_refused(text: str) -> None:
    """An empty file, or a header alone, says what belongs there."""
    (problem,) = refusal(text)
    assert (problem.code, problem.hint is None) == ("import-empty", False)


def test_a_list_that_was_not_quoted_is_named() -> None:
    """Every row with more cells than the header has is named, with the likely mend."""
    problems = refusal('contract,tricks\nsang,6,6,4\npass,"9,2,5"\nsang,6,6,4\n')
    assert [(p.code, p.place) for p in problems] == [("import-columns", "row 2"), ("import-columns", "row 4")]
    assert "quotes" in (problems[0].hint or "")


def test_a_cell_that_is_too_long_is_refused() -> None:
    """A quote that is never closed in a huge file is a refusal, not a failure."""
    (problem,) = refusal('contract,tricks\nsang,"' + "6," * 100_000)
    assert problem.code == "import-csv"


@given(st.text(alphabet='ab,;\t"\n\r= \0\ufeff', max_size=80))
def test_any_text_is_rows_or_a_refusal(text: str) -> None:
    """No sheet breaks the reading."""
    try:
        rows = rows_of(text)
    except Refused as refused:
        assert refused.problems
    else:
        assert all(isinstance(place, str) and isinstance(words, list) for place, words in rows)


cells = st.text(st.characters(categories=("L", "N")), min_size=1, max_size=8)


@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=6), st.sampled_from(",;\t"))
def test_what_a_spreadsheet_writes_is_read(lines: list[tuple[str, str]], delimiter: str) -> None:
    """Cells come out as they went in, whatever parts them."""
    header = f"contract{delimiter}tricks"
    text = "\n".join([header, *(delimiter.join(f'"{cell}"' for cell in line) for line in lines)])
    wanted: list[Row] = [(f"row {n}", [f"contract={a}", f"tricks={b}"]) for n, (a, b) in enumerate(lines, 2)]
    assert rows_of(text) == wanted


# --- the deals ---------------------------------------------------------------------------------------


def test_a_sheet_is_a_session(person: Person) -> None:
    """The source's two deals come in with its running totals, as if they had been typed."""
    assert imports(person, SHEET).code == 0
    assert person.reads("sheet")["totals"] == {"Anna": -5, "Bo": 4, "Cleo": 1}
    assert [entry.more for entry in read_journal(person.file("eve")).entries] == [True, False]
    assert person.does("undo").out.startswith("took back deal 2")
    assert person.reads("sheet")["totals"] == {"Anna": -2, "Bo": 2, "Cleo": 0}


def test_headers_may_be_words_of_another_language(person: Person) -> None:
    """A header is any word of the fact in the ruleset's languages, as before `=`."""
    assert imports(person, "kontrakt;stick\nspel;6,6,-\nmisère;Anna:9,Bo:2\n").code == 0
    assert person.reads("sheet")["totals"] == {"Anna": -5, "Bo": 4, "Cleo": 1}


def test_one_bad_row_and_nothing_is_recorded(person: Person) -> None:
    """Every bad row is named with its number and all its reasons, those after it are judged as if it had been
    played, and the file is as it was."""
    before = person.file("eve")
    rows = ['sang,"6,6,5"', 'pass,"9,2,5"', 'zang,"6,6,4"', 'sang,"6,x"', 'sang,"6,6,4"', '"",', ',"6,6,4"']
    said = imports(person, "\n".join(["contract,tricks", *rows]))
    assert (said.code, person.file("eve")) == (1, before)
    lines = said.err.splitlines()
    assert lines[0] == "refused: row 2, row 4, row 5 and row 8 cannot be; nothing was recorded"
    assert [line.split(":")[0] for line in lines if line.startswith("  row")] == [
        "  row 2", "  row 4", "  row 5", "  row 8",
    ]  # fmt: skip
    assert imports(person, SHEET).code == 0


def test_rows_are_named_in_their_order(person: Person) -> None:
    """Row 10 comes after row 2."""
    said = imports(person, "contract,tricks\n" + 'sang,"1,1,1"\n' * 10)
    assert said.err.startswith("refused: row 2, row 3, row 4, row 5, row 6, row 7, row 8, row 9, row 10 and row 11")


def test_more_deals_than_the_game_has_are_refused(person: Person) -> None:
    """The thirteenth deal of twelve is named, and none is recorded."""
    rows = [f'{contract},"6,6,4"' for contract in ("sang", "pass", "spader", "trumf") for _ in range(3)]
    said = imports(person, "\n".join(["contract,tricks", *rows, 'sang,"6,6,4"']))
    assert (said.code, "row 14" in said.err) == (1, True)
    assert read_journal(person.file("eve")).entries == ()
    assert imports(person, "\n".join(["contract,tricks", *rows])).code == 0
    assert person.reads("sheet")["finished"] is True


def test_a_dry_run_records_nothing(person: Person) -> None:
    """--dry-run says what would have been, in both forms, refuses what would be, and leaves the file."""
    before = person.file("eve")
    said = imports(person, SHEET, "--dry-run")
    assert (said.code, person.file("eve")) == (0, before)
    assert "would have recorded 2 deals" in said.out
    assert json.loads(imports(person, SHEET, "--dry-run", "--format", "json").out)["next"]["deal"] == 3
    assert imports(person, SHEET.replace("9", "8"), "--dry-run").code == 1
    assert person.file("eve") == before


def test_odd_rows_are_asked_about_together(person: Person) -> None:
    """Rows that can be but are odd need --yes, and are named."""
    person.does("new bien Ann Bob Cal Dee --name odd")
    sheet = "bidder;bid;meld;points\nAnn;350;410;60,81\nBob;100;0;60,81\nCal;350;420;60,81\n"
    said = imports(person, sheet)
    assert (said.code, "row 2" in said.err, "row 3" in said.err, "row 4" in said.err) == (1, True, False, True)
    assert imports(person, sheet, "--yes").code == 0


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"tricks\nBj\xf6rn"])
def test_a_sheet_in_another_encoding_is_refused(person: Person, data: bytes) -> None:
    """A file that is not UTF-8 says how to save it."""
    said = imports(person, data)
    assert (said.code, "save it as UTF-8" in said.err) == (1, True)


def test_a_sheet_that_is_not_there_is_refused(person: Person) -> None:
    """A file that there is not, and a folder, are refusals."""
    assert person.types("import", str(person.home / "none.csv")).code == 1
    assert person.types("import", str(person.home)).code == 1


def test_a_thousand_rows_take_a_moment(person: Person) -> None:
    """A thousand deals are read, judged, scored and on disk within three seconds, and then they are there."""
    person.does("new endless Anna Bo Cleo --name long")
    begun = time.perf_counter()
    assert imports(person, "contract;tricks\n" + "plus;6,6,4\nminus;6,6,4\n" * 500).code == 0
    assert time.perf_counter() - begun < 3
    assert len(read_journal(person.file("long")).entries) == 1000
    assert person.types("check").code == 0

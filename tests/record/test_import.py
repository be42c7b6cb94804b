"""A paper sheet that is read in: many deals at once, all or none."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from conftest import GAMES, ruleset
from hypothesis import given
from hypothesis import strategies as st
from terminal import ENDLESS, Person, Said, Typed
from work import calls_of

from scorekeeper.game.count_checks import counted_names
from scorekeeper.game.session_settings import Agreed, agree, seated
from scorekeeper.record.fact_values import facts_named
from scorekeeper.record.paper_csv import Paper, paper_of
from scorekeeper.record.paper_rows import (
    COUNT,
    NUMBER,
    PaperColumn,
    PaperRow,
    columns_of,
    head_typed,
    lines_of,
)
from scorekeeper.record.session_head import read_session_log
from scorekeeper.report.blank import blank_of
from scorekeeper.rules.casebook import casebook
from scorekeeper.rules.fact_names import keys
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.problems import Problem, Refused
from scorekeeper.text.translation import LANGUAGES, speak

SHEET = 'contract,tricks\nsang,"6,6,4"\npass,"9,2,5"\n'
SWEDISH, BIZON, BIEN = ruleset("bismarck-swedish"), ruleset("bizon"), ruleset("bien")
THREE = seated(SWEDISH, ("Anna", "Bo", "Cleo"), 2, {})
ROWS = [("row 2", ("contract=sang", "tricks=6,6,4")), ("row 3", ("contract=pass", "tricks=9,2,5"))]


@pytest.fixture
def person(tmp_path: Path) -> Person:
    somebody = Person(tmp_path / "home").with_rules(ENDLESS)
    return somebody.after("new bismarck-swedish Anna Bo Cleo --dealer Cleo --name eve")


def imports(person: Person, text: str | bytes, *words: str) -> Said:
    file = person.home / "sheet.csv"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return person.types("import", str(file), *words)


def lines(text: str, agreed: Agreed = THREE) -> list[PaperRow]:
    return lines_of(agreed, paper_of(text))


def rows_of(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(text_of(line.place), line.words) for line in lines(text)]


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
        pytest.param(
            'deal, contract , tricks\n1, sang , "6,6,4"\n2,pass,"9,2,5"\n', id="numbers and spaces"
        ),
        pytest.param(
            'contract,tricks,,\nsang,"6,6,4",,\npass,"9,2,5",,\n', id="columns without anything"
        ),
        pytest.param(
            'contract,tricks\nsang,"6,6,4",,,\npass,"9,2,5"\n',
            id="cells without a column and anything",
        ),
        pytest.param(
            'contract,tricks,trump\nsang,"6,6,4",\npass,"9,2,5"\n', id="empty and missing cells"
        ),
    ],
)
def test_one_sheet_in_many_hands(text: str) -> None:
    """However a spreadsheet writes it, the header names the facts and a row is a deal."""
    assert rows_of(text) == ROWS


def test_a_column_without_a_name_holds_words() -> None:
    """Such a column is read as it is typed."""
    assert rows_of('contract,\nsang,6 6 4\n,"pass 9 2 5"') == [
        ("row 2", ("contract=sang", "6", "6", "4")),
        ("row 3", ("pass", "9", "2", "5")),
    ]


def test_rows_are_numbered_as_an_editor_does() -> None:
    """Blank lines count, and a row of several lines has the number of its first."""
    text = '\n\ncontract,why\n\nsang,"one\ntwo"\n\npass,x\x0bx\u2028x\n'
    assert [place for place, _ in rows_of(text)] == ["row 5", "row 8"]


@pytest.mark.parametrize("text", ["", "\n\n", "contract,tricks\n", "contract,tricks\n,\n"])
def test_a_sheet_without_deals_is_refused(text: str) -> None:
    """An empty file, or a header alone, says what belongs there."""
    (problem,) = refusal(text)
    assert (problem.code, hint_of(problem) is None) == ("import-empty", False)


def test_a_list_that_was_not_quoted_is_named() -> None:
    """Every row with more cells than the header has is named, with the likely mend."""
    problems = refusal('contract,tricks\nsang,6,6,4\npass,"9,2,5"\nsang,6,6,4\n')
    assert [(p.code, text_of(p.place)) for p in problems] == [
        ("import-columns", "row 2"),
        ("import-columns", "row 4"),
    ]
    assert "quotes" in (hint_of(problems[0]) or "")


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
        assert all(isinstance(place, str) and isinstance(words, tuple) for place, words in rows)


cells = st.text(st.characters(categories=("L", "N")), min_size=1, max_size=8)


@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=6), st.sampled_from(",;\t"))
def test_what_a_spreadsheet_writes_is_read(lines: list[tuple[str, str]], delimiter: str) -> None:
    """Cells come out as they went in, whatever parts them."""
    header = f"contract{delimiter}tricks"
    text = "\n".join([header, *(delimiter.join(f'"{cell}"' for cell in line) for line in lines)])
    wanted = [(f"row {n}", (f"contract={a}", f"tricks={b}")) for n, (a, b) in enumerate(lines, 2)]
    assert rows_of(text) == wanted


# --- the deals ---------------------------------------------------------------------------------------


def test_a_sheet_is_a_session(person: Person) -> None:
    """The source's two deals come in with its running totals, as if they had been typed."""
    assert imports(person, SHEET).code == 0
    assert person.reads("sheet")["totals"] == {"Anna": -5, "Bo": 4, "Cleo": 1}
    assert [entry.more for entry in read_session_log(person.file("eve")).entries] == [True, False]
    assert person.does("undo").out.startswith("took back deal 2")
    assert person.reads("sheet")["totals"] == {"Anna": -2, "Bo": 2, "Cleo": 0}


def test_headers_may_be_words_of_another_language(person: Person) -> None:
    """A header is any word of the fact in the ruleset's languages, as before `=`."""
    assert imports(person, "kontrakt;stick\nspel;6,6,-\nmisère;Anna:9,Bo:2\n").code == 0
    assert person.reads("sheet")["totals"] == {"Anna": -5, "Bo": 4, "Cleo": 1}


def test_an_import_that_lost_its_end_says_how_to_keep_the_rest(
    person: Person, tmp_path: Path
) -> None:
    """Deals that were entered at once count all or not at all; a person who took the last out by
    hand is told what else to take out."""
    (tmp_path / "three.csv").write_text('contract,tricks\nsang,"6,6"\nsang,"5,6"\nsang,"4,6"\n')
    assert person.types("import", str(tmp_path / "three.csv")).code == 0
    (file,) = tmp_path.rglob("sessions/*.toml")
    text = file.read_text("utf-8")
    file.write_text(text[: text.rindex("[[entry]]")], "utf-8")
    said = person.types("sheet", "--format", "json")
    assert said.json["deals"] == [] and "take the last `more = true` out" in said.err
    start, _, end = file.read_text("utf-8").rpartition("more = true\n")
    file.write_text(start + end, "utf-8")
    said = person.types("sheet", "--format", "json")
    assert (len(said.json["deals"]), said.err) == (2, "")


def test_many_bad_rows_are_not_all_named_in_one_line(person: Person, tmp_path: Path) -> None:
    """The heading names the first ten rows; what is wrong with each is said below it."""
    (tmp_path / "bad.csv").write_text("contract,tricks\n" + 'sang,"9,9,9"\n' * 12)
    lines = person.types("import", str(tmp_path / "bad.csv")).err.splitlines()
    assert lines[0].endswith("row 10, row 11 … cannot be; nothing was recorded")
    assert any(line.strip().startswith("row 13:") for line in lines)


def test_one_bad_row_and_nothing_is_recorded(person: Person) -> None:
    """Every bad row is named with its number and all its reasons, those after it are judged as
    if it had been played, and the file is as it was."""
    before = person.file("eve")
    rows = [
        'sang,"6,6,5"',
        'pass,"9,2,5"',
        'zang,"6,6,4"',
        'sang,"6,x"',
        'sang,"6,6,4"',
        '"",',
        ',"6,6,4"',
    ]
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
    assert said.err.startswith(
        "refused: row 2, row 3, row 4, row 5, row 6, row 7, row 8, row 9, row 10 and row 11"
    )


def test_more_deals_than_the_game_has_are_refused(person: Person) -> None:
    """The thirteenth deal of twelve is named, and none is recorded."""
    rows = [
        f'{contract},"6,6,4"' for contract in ("sang", "pass", "spader", "trumf") for _ in range(3)
    ]
    said = imports(person, "\n".join(["contract,tricks", *rows, 'sang,"6,6,4"']))
    assert (said.code, "row 14" in said.err) == (1, True)
    assert read_session_log(person.file("eve")).entries == ()
    assert imports(person, "\n".join(["contract,tricks", *rows])).code == 0
    assert person.reads("sheet")["finished"] is True


def test_a_dry_run_records_nothing(person: Person) -> None:
    """--dry-run says what would have been, in both forms, refuses what would be, and leaves the
    file."""
    before = person.file("eve")
    said = imports(person, SHEET, "--dry-run")
    assert (said.code, person.file("eve")) == (0, before)
    assert "would have recorded 2 deals" in said.out
    assert (
        json.loads(imports(person, SHEET, "--dry-run", "--format", "json").out)["next"]["deal"] == 3
    )
    assert imports(person, SHEET.replace("9", "8"), "--dry-run").code == 1
    assert person.file("eve") == before


def test_a_dry_run_comes_to_the_same_verdict_as_the_real_one(person: Person) -> None:
    """Points that are not those of the rules are refused by both, and by neither with --yes."""
    sheet, before = "contract;tricks;points Anna\nsang;6,6,4;3\n", person.file("eve")
    dry, real = imports(person, sheet, "--dry-run"), imports(person, sheet)
    assert (dry.code, dry.err) == (real.code, real.err)
    assert (real.code, "`points Anna` is 3 on the sheet" in real.err, person.file("eve")) == (
        1,
        True,
        before,
    )
    assert (imports(person, sheet, "--dry-run", "--yes").code, person.file("eve")) == (0, before)
    assert imports(person, sheet, "--yes").code == 0


def test_odd_rows_are_asked_about_together(person: Person) -> None:
    """Rows that can be but are odd need --yes, and are named."""
    person.does("new bien Ann Bob Cal Dee --name odd")
    sheet = "bidder;bid;meld;points\nAnn;350;410;60,81\nBob;100;0;60,81\nCal;350;420;60,81\n"
    said = imports(person, sheet)
    assert (said.code, "row 2" in said.err, "row 3" in said.err, "row 4" in said.err) == (
        1,
        True,
        False,
        True,
    )
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


def test_a_thousand_rows_are_imported(person: Person) -> None:
    """A thousand deals are read, judged, scored and on disk, and then they are there. Ten times
    as many rows are at most twelve times the work."""

    def rows(number: int) -> str:
        return "contract;tricks\n" + "plus;6,6,4\nminus;6,6,4\n" * (number // 2)

    person.does("new endless Anna Bo Cleo --name short")
    few = calls_of(lambda: imports(person, rows(100)))
    person.does("new endless Anna Bo Cleo --name long")
    assert calls_of(lambda: imports(person, rows(1000))) < 12 * few
    assert len(read_session_log(person.file("long")).entries) == 1000
    assert person.types("check").code == 0


# --- the sheet as it is kept on paper ------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "contract;tricks Anna;tricks Bo;tricks Cleo\nsang;6;6;4\npass;9;2;5\n",
        "contract;tricks Cleo;tricks Anna;tricks Bo\nsang;4;6;6\npass;5;9;2\n",
        "deal;dealer;declarer;contract;trump;tricks Anna;tricks Bo;tricks Cleo;total Anna;Σ;notes\n"
        "1;Cleo;Anna;sang;–;6;6.0;4;−2;0;late\n2;Anna;Bo;pass;-;9;2;5,0;-5;;\n3;Bo;Cleo;;;;;;;;\n",
        "contract\ttricks\nsang\t6 6 4\npass\t9/2/5\n",
        "players:,Anna,Bo,Cleo\ncontract,stick Anna,tricks B,TRICKS Cleo,game\nsang,6,6,4,1\npass,9,2,5,1\n",
    ],
)
def test_one_evening_in_many_columns(text: str) -> None:
    """A list or a column for each, in any order, beside what others read: the words are the
    same."""
    assert [words for _, words in rows_of(text)] == [words for _, words in ROWS]


def test_a_number_for_some_is_a_dash_for_the_others() -> None:
    """An empty cell of a count is the one that is worked out."""
    assert rows_of("contract;tricks Anna;tricks Cleo\nsang;6;4\n")[0][1] == (
        "contract=sang",
        "tricks=6,-,4",
    )


@pytest.mark.parametrize("word", ["Σ", "σ", "Sum", "Total"])
def test_the_line_that_sums_up_is_no_deal(word: str) -> None:
    """Whatever it begins with, the sign that heads a column of sums among them."""
    (line,) = lines(f"deal;tricks;total Anna\n1;6,6,4;-2\n{word};;-2\n")
    assert line.number == 1


def test_points_and_totals_are_read_beside_the_deal() -> None:
    """By the words `points` and `total`, or under a name alone, with or without an arrow."""
    for text in (
        "tricks;points Anna;points Bo;points Cleo;total Anna;total Bo;total Cleo\n6,6,4;-2;+2;0;-5;4;1\n",
        "tricks;Anna;Bo;Cleo\n6,6,4;−2 → −5;+2 -> +4;0→1\n",
        "tricks;points;totals\n6,6,4;-2,2,0;-5,4,1\n",
    ):
        (line,) = lines(text)
        assert (line.points, line.totals) == ((-2, 2, 0), (-5, 4, 1))


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("tricks Anna;tricks Anna", "import-column"), ("tricks;stick", "import-column"), ("total Eve;x", "import-column"),
        ("total Anna & Bo;x", "import-column"), ("total Anna;x", "import-number"), ("Σ;x", "import-number"),
        ("deal;x", "import-number"), ("points;x", "import-number"),
    ],
)  # fmt: skip
def test_a_column_that_cannot_be_is_named(header: str, code: str) -> None:
    """A name that nobody has, a column that is there twice, a number that is none; with its row."""
    (problem,) = refusal(f"{header}\n?;?\n")
    assert (problem.code, text_of(problem.place)) == (
        code,
        "row 1" if code == "import-column" else "row 2",
    )


def test_a_flag_may_be_a_cross() -> None:
    """On paper a deal that all passed is crossed; a dash says that it was played."""
    agreed = seated(BIZON, ("Anna", "Bo", "Cleo"), 0, {})
    text = 'deal,passed,bizon,gp\n1,x,,\n2,–,Anna,"20,10,10"\n'
    assert [line.words for line in lines(text, agreed)] == [
        ("passed=yes",),
        ("bizon=Anna", "gp=20,10,10"),
    ]


def test_the_declarer_is_the_fact_that_names_him() -> None:
    """Where the deal itself says who declared, his column is enough."""
    agreed = seated(BIZON, ("Anna", "Bo", "Cleo"), 0, {})
    (line,) = lines('declarer,gp\nBo,"20,10,10"\n', agreed)
    assert line.words == ("bizon=Bo", "gp=20,10,10")


def written(rows: list[list[str]], delimiter: str) -> str:
    """The rows as a spreadsheet saves them."""
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    return text.getvalue()


HAND = {
    "bismarck-swedish": [
        "contract=Sang;tricks A=6;tricks B=6;tricks C=4",
        "contract=pass;tricks A=9;tricks B=2",
    ],
    "bizon": ["declarer=B;gp A=10;gp B=20;gp C=10", "passed=x"],
    "bien": [
        "declarer=A;bid=120;meld=20;counted points A & C=100",
        "declarer=B;bid=ponder;tricks B & D=8",
    ],
    "bismarck-british": ["tricks A=6;tricks B=6", "tricks B=6;tricks C=6"],
    "bismarck-finnish": ["contract=misère;tricks A & C=6", "contract=trump;tricks B & D=9"],
    "bismarck-estonian": ["starter=A;tricks A=6;tricks B=3", "tricks A=6;tricks B=3"],
}


@pytest.mark.parametrize("game", sorted(HAND))
@pytest.mark.parametrize("delimiter", ",;\t")
def test_the_empty_sheet_is_filled_in_and_typed_in(
    tmp_path: Path, game: str, delimiter: str
) -> None:
    """The empty sheet as CSV, two deals written on it by hand, goes into a session as it is;
    what that session prints goes into another with the same totals."""
    players = ["A", "B", "C", "D"][: ruleset(game).players[0]]
    person = Person(tmp_path)
    person.does(f"new {game} {' '.join(players)} --name one")
    empty = list(
        csv.reader(
            person.does(f"sheet --blank {game} {' '.join(players)} --format csv").out.splitlines()
        )
    )
    assert imports(person, written(empty, delimiter)).code == 1  # nothing stands on it yet
    head = next(place for place, row in enumerate(empty) if row[0] == "deal")
    for row, cells in zip(empty[head + 1 :], HAND[game], strict=False):
        for name, _, text in (cell.partition("=") for cell in cells.split(";")):
            row[empty[head].index(name)] = text
    said = imports(person, written(empty, delimiter), "--yes")
    assert (said.code, said.out.startswith("recorded 2 deals")) == (0, True), said.err
    printed = person.does("sheet --format csv").out
    person.does(f"new {game} {' '.join(players)} --name two")
    again = imports(person, printed)
    assert again.code == 0, again.err
    assert person.reads("sheet -s two")["totals"] == person.reads("sheet -s one")["totals"]


def test_the_sheets_own_numbers_are_checked(person: Person) -> None:
    """Where points or totals are not those of the rules it asks first, once, naming the first; with
    --yes the deals are recorded as they were played."""
    text = "contract;tricks;total Anna;total Bo;total Cleo\nsang;6,6,4;-2;2;0\npass;9,2,5;1;4;1\nsang;6,4,6;1;4;1\n"
    said = imports(person, text)
    assert (said.code, said.err.count("row "), "row 3: `total Anna` is 1" in said.err) == (
        1,
        1,
        True,
    )
    assert read_session_log(person.file("eve")).entries == ()
    assert imports(person, text, "--yes").code == 0
    assert person.reads("sheet")["totals"]["Anna"] == -5 + 2


def test_a_sheet_of_another_evening_is_refused(person: Person) -> None:
    """Another game and other players above the header are refused, both named, with --yes too."""
    said = imports(
        person, "game:;bizon\nplayers:;Ann;Bo;Cy\ntricks\n6,6,4\n", "--yes", "--format", "json"
    )
    assert (said.code, said.codes) == (1, ["import-other", "import-other"])


def test_a_sheet_that_was_typed_in_already_is_asked_about(person: Person) -> None:
    """The number of a deal and who deals it are those of the session."""
    text = "deal;dealer;contract;tricks\n1;Cleo;sang;6,6,4\n"
    assert imports(person, text).code == 0
    said = imports(person, text.replace("sang", "pass"), "--format", "json")
    assert (said.code, said.codes) == (1, ["import-schedule", "import-schedule"])


@pytest.mark.parametrize(
    "text", ["tricks" + ";" * 2000 + "\n1\n", "tricks\n" + "\n" * 300_000 + "1\n"]
)
def test_a_file_that_no_evening_could_fill_is_refused(text: str) -> None:
    """Too many cells, too many rows."""
    (problem,) = refusal(text)
    assert (problem.code, "are the most" in text_of(problem.message)) == ("import-csv", True)


def test_a_long_import_shows_how_far_it_is(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal a bar appears once it takes longer than a moment; in a pipe it never does."""
    monkeypatch.setattr("scorekeeper.cli.click_parts.PATIENCE", 0.0)
    person.does("new endless Anna Bo Cleo --name long")
    file = person.home / "sheet.csv"
    file.write_text("contract;tricks\n" + "plus;6,6,4\nminus;6,6,4\n" * 20)
    assert "reading deals" in person.types("import", str(file), "--dry-run", at_screen=True).err
    assert "reading deals" not in person.types("import", str(file), "--dry-run").err


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_header_of_the_empty_sheet_is_read_in_every_language(
    tmp_path: Path, game: str, code: str
) -> None:
    """The line that the empty sheet says to begin a file with, in the language it is printed in;
    in English the ids."""
    rules, name = ruleset(game), Path(game).name
    example = casebook(rules).examples[0]
    agreed = agree(rules, example["players"], None, example.get("options"))
    speak(code)
    header = blank_of(agreed).header
    assert (header[0], set(header[1:]) <= set(keys(rules))) == ("deal", True) or code != "en"
    columns, problems = columns_of(agreed, Paper({}, 1, tuple(header), ()))
    assert problems == []
    assert [column.kind for column in columns[:1]] == [NUMBER]
    assert [column.name for column in columns[1:]] == [
        facts_named(rules, head)[0] for head in header[1:]
    ]
    assert (
        ",".join(header)
        in Person(tmp_path, COLUMNS="200").does(f"sheet --blank {name} --lang {code}").out
    )


def test_a_row_is_mended_in_the_sheet(person: Person) -> None:
    """No line to type is offered for it: the row and what stands in it are named."""
    said = imports(person, "contract,tricks\nsang,6 6\n,6 6\n")
    assert said.code == 1
    assert "row 3: mend what stands there for `contract`" in said.err
    assert "scorekeeper deal" not in said.err


# --- a header that cannot be read ------------------------------------------------------------------


@pytest.fixture
def goats(tmp_path: Path) -> Person:
    somebody = Person(tmp_path / "goats")
    assert somebody.types("new", "bizon", "Maja", "Anna Berg", "Sven", "--name", "goats").code == 0
    return somebody


def test_names_alone_are_no_count(goats: Person) -> None:
    """Under a name alone points and totals are read: said once, with what the columns of the count
    are called, beside what is wrong with a row."""
    said = imports(goats, "bizon,Maja,Anna Berg,Sven\nMaja,20,10,10\nSven,10,20,10\n")
    assert (said.code, said.err.splitlines()) == (
        1,
        [
            "refused: row 1: this deal needs the GP; a column called by a name alone (`Maja`, `Anna Berg` and "
            "`Sven`) is read as points and totals",
            "try: call its columns `gp Maja`, `gp Anna Berg` and `gp Sven`",
            "rule: guide 8",
        ],
    )
    said = imports(goats, "bizon,gp Maja,Anna Berg,Sven\nMaja,20,10,10\nSvn,20,10,10\n")
    assert "  row 1: the GP of Anna Berg and Sven are missing; a column called by" in said.err
    assert "  row 3: `Svn` is not a player here" in said.err
    assert "call its columns `gp Anna Berg` and `gp Sven`\n" in said.err


def test_what_a_row_lacks_is_said_of_the_row(goats: Person) -> None:
    """Where the count has columns of its own, or the numbers stand in one without a name."""
    for text in (
        "bizon,gp,Maja,Anna,Sven\nMaja,,1,0,-1\n",
        "bizon,gp Maja,gp Anna,Maja,Anna,Sven\nMaja,20,,1,0,-1\n",
        ",Maja,Anna,Sven\nbizon=Maja,1,0,-1\n",
        "bizon,gp\nMaja,\n",
    ):
        said = imports(goats, text, "--format", "json")
        assert [problem["message"][:6] for problem in said.problems] == ["row 2:"], text


def test_an_unknown_column_is_said_once(goats: Person) -> None:
    """However many rows have something in it: with what it may have been meant to be called, or
    what columns are called."""
    rows = "".join(f'{name},"20,10,10",4\n' for name in ("Maja", "Sven", "Anna"))
    assert imports(goats, f"bizonn,gp,place\n{rows}").err.splitlines() == [
        "refused: row 1: this game has no use for `bizonn`",
        "         row 1: this game has no use for `place`",
        "try: `bizonn`: did you mean `bizon`?",
        "     a column may be called `passed`, `bizon`, `round`, `grass`, `trump`, `gp`, `tricks` or `gp Maja`",
    ]
    rows = "".join(f"{name},20,10,10\n" for name in ("Maja", "Sven", "Anna"))
    said = imports(goats, f"bizon,g Maja,g Anna,g Sven\n{rows}", "--format", "json")
    assert said.codes == ["fact-unknown"] * 3 + ["gp-missing"]
    assert [problem["hint"] for problem in said.problems] == [
        "`g Maja`: did you mean `gp Maja`?",
        "`g Anna`: did you mean `gp Anna Berg`?",
        "`g Sven`: did you mean `gp Sven`?",
        "call its columns `gp Maja`, `gp Anna Berg` and `gp Sven`",
    ]


def test_an_unknown_column_in_which_nothing_stands_is_left_alone(goats: Person) -> None:
    assert imports(goats, 'bizon,gp,place\nMaja,"20,10,10",\n').code == 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_what_a_column_is_said_to_be_called_is_read(game: str, code: str) -> None:
    """The name that a refusal gives for the column of somebody's number is that column."""
    rules = ruleset(game)
    agreed = agree(rules, casebook(rules).examples[0]["players"])
    speak(code)
    for count in rules.counts.values():
        names = counted_names(count, agreed)
        heads = tuple(text_of(head_typed(rules, count.id, who)) for who in names)
        columns, problems = columns_of(agreed, Paper({}, 1, heads, ()))
        assert problems == []
        assert columns == [PaperColumn(COUNT, count.id, place) for place in range(len(names))]


# --- a sheet that is imported twice ----------------------------------------------------------------


def at_terminal(person: Person, text: str, answer: str, *words: str) -> Said:
    file = person.home / "sheet.csv"
    file.write_text(text, "utf-8")
    return person.types("import", str(file), *words, stdin=Typed(answer, is_terminal=True))


def deals_in(person: Person) -> int:
    return len(person.reads("sheet")["deals"])


ONE, TWO = "bizon,gp\nMaja,20 10 10\n", "bizon,gp\nMaja,20 10 10\nSven,10 20 10\n"


def test_a_sheet_imported_twice_gets_a_word(goats: Person) -> None:
    """Nobody is there to be asked: it is recorded, and the commands that are named take it back."""
    assert "note" not in imports(goats, TWO).err
    said = imports(goats, TWO, "-s", "goats")
    assert (said.code, said.err) == (
        0,
        "note: deals 3 to 4 are just the same as deals 1 to 2; if the sheet was imported twice, "
        "`scorekeeper undo -s goats`, typed 2 times, takes them back\n",
    )
    goats.does("undo -s goats")
    goats.does("undo -s goats")
    assert deals_in(goats) == 2
    assert "just the same" in imports(goats, TWO, "--format", "json").json["flags"][0]


def test_a_row_imported_twice_gets_a_word(goats: Person) -> None:
    imports(goats, ONE)
    assert imports(goats, ONE).err == (
        "note: deal 2 is just the same as deal 1; if the sheet was imported twice, "
        "`scorekeeper undo` takes it back\n"
    )


@pytest.mark.parametrize(
    "then",
    [
        "bizon,gp\nSven,10 20 10\nMaja,20 10 10\n",  # the other order
        "bizon,gp\nMaja,20 10 10\nSven,20 10 10\n",  # one of them is another
        f"{TWO}Maja,10 10 20\n",  # more than were recorded
    ],
)
def test_other_deals_get_no_word(goats: Person, then: str) -> None:
    imports(goats, TWO)
    assert imports(goats, then).err == ""


def test_a_sheet_whose_own_rows_repeat_gets_no_word(goats: Person) -> None:
    assert imports(goats, TWO + TWO.partition("\n")[2]).err == ""


def test_a_sheet_imported_twice_is_asked_about_at_a_terminal(goats: Person) -> None:
    """A no records nothing; a yes, or --yes, records it with the word that it gets elsewhere."""
    assert at_terminal(goats, TWO, "").code == 0
    no = at_terminal(goats, TWO, "n\n")
    assert (no.code, deals_in(goats)) == (1, 2)
    assert (
        "deals 1 to 2, the last ones recorded, are just the same as the 2 of this sheet. Were "
        "they dealt again?"
    ) in " ".join(no.err.split())
    assert at_terminal(goats, TWO, "y\n").code == 0
    assert deals_in(goats) == 4
    said = at_terminal(goats, TWO, "", "--yes")
    assert (said.code, "Were they dealt" in said.err, "takes them back" in said.err) == (
        0,
        False,
        True,
    )


def test_a_dry_run_of_a_sheet_imported_twice_says_so(goats: Person) -> None:
    """It names no command to take back what was not recorded; at a terminal it is refused as the
    real one would ask."""
    imports(goats, ONE)
    said = imports(goats, ONE, "--dry-run")
    assert (said.code, "is just the same as that of this sheet" in said.err) == (0, True)
    assert "undo" not in said.err
    asked = at_terminal(goats, ONE, "", "--dry-run")
    assert (asked.code, "say --yes if it is so" in asked.err) == (1, True)
    assert deals_in(goats) == 1


def test_a_sheet_for_a_session_that_is_named_leaves_the_one_used_last(tmp_path: Path) -> None:
    """Who types in the paper of one table after the other goes on at their own."""
    person = Person(tmp_path).after(
        "new bismarck-swedish Ann Bo Cleo --name paper", "new bizon Ann Bo Cleo --name mine"
    )
    sheet = tmp_path / "paper.csv"
    sheet.write_text('contract,tricks\nsang,"6,6,4"\n')
    said = person.does(f"import {sheet} -s paper")
    assert "used last" not in said.err
    assert person.does("sheet").out == person.does("sheet -s mine").out


def test_a_file_that_is_no_sheet_has_one_short_refusal(person: Person, tmp_path: Path) -> None:
    """A file of another program is refused once, not row by row, by `import` and `audit`: what it
    was read as, some of its columns, and what works."""
    foreign = "Date,Hand,North,East,South\n" + "1,2,3,4,5\n" * 30
    pbn = '% PBN 2.1\n[Event "Club"]\n' + '[Board "1"]\n[Deal "N:.63 A8654.KQ5"]\n' * 20
    before = person.file("eve")
    for text, heads in ((foreign, "5 columns, `Date`, `Hand`, `North` …"), (pbn, "`% PBN 2.1`")):
        file = tmp_path / "foreign.csv"
        file.write_text(text)
        for command in ("import", "audit"):
            said = person.types(command, str(file))
            assert (said.code, len(said.err.splitlines())) == (1, 2)
            assert "read as CSV, this is no sheet of Bismarck" in said.err and heads in said.err
            assert "scorekeeper import --help" in said.err
            for shown in re.findall(r"`scorekeeper ([^`]*)`", said.err):
                person.does(shown)
    assert person.file("eve") == before


def test_many_rows_that_are_too_long_are_listed_in_one_line(person: Person) -> None:
    """Three rows are told one by one, the numbers of all others behind them."""
    said = imports(person, "contract,tricks\n" + "sang,6,6,4\n" * 12)
    lines = said.err.splitlines()
    assert (said.code, len(lines)) == (1, 5)
    assert lines[3].strip() == (
        "9 more rows have more cells than the header too: 5, 6, 7, 8, 9, 10, 11, 12, 13"
    )


def test_a_penalty_is_named_and_not_imported(tmp_path: Path) -> None:
    """The sheet of a session with a penalty, typed into another one: its deals are recorded, and the
    penalty is named with the command for it. An audit refuses it above a deal, since it could only
    call the totals below it wrong."""
    somebody = Person(tmp_path).after(
        "new bismarck-swedish Anna Björn Cleo --dealer Cleo --name played",
        "deal sang 6 6",
        "penalty Anna 2",
        "deal pass 9 2",
    )
    file = tmp_path / "played.csv"
    file.write_text(somebody.does("sheet --format csv").out, encoding="utf-8")
    somebody.does("new bismarck-swedish Anna Björn Cleo --dealer Cleo --name typed")
    said = somebody.does(f"import {file} --yes").out
    assert "row 3 is a penalty and was not imported; record it with `scorekeeper penalty" in said
    assert somebody.reads("sheet")["totals"] == {"Anna": -5, "Björn": 4, "Cleo": 1}
    refused = somebody.types(
        "audit", str(file), "Anna", "Björn", "Cleo", "--game", "bismarck-swedish"
    )
    assert refused.code == 1 and "row 3: a penalty is no deal" in refused.err

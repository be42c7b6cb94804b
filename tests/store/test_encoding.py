"""In what bytes text comes in and leaves: files are UTF-8 everywhere, and a terminal gets the signs
that it has."""

from __future__ import annotations

import csv
import html
import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from terminal import Person, Screen, Typed, environment

from scorekeeper.cli.main import main
from scorekeeper.text.terminal_text import ASCII, cut, encodable, plainer, width_of

ROOT = Path(__file__).parent.parent.parent
ENCODINGS = ("cp1252", "latin-1", "ascii", "cp437")
FILES = ("csv", "json", "markdown", "html")
# What programs read: each file of an evening, and a refusal.
FOR_PROGRAMS = (
    *((line, "--format", form) for form in FILES for line in ("sheet", "summary")),
    ("deal", "Œ", "--format", "json"),
)
# The ways in which a machine says that it knows ASCII alone; none of them speaks for its files.
NO_LETTERS = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
EVENINGS = {
    "bismarck-swedish": (
        "Ann",
        "Bob",
        "Cal",
        ["sang 9 4 3", "pass 2 9 5", "spader 9 4 3", "pass 5 5 6"],
    ),
    "bien": ("Ann", "Bob", "Cal", "Dee", ["bidder=Ann bid=350 meld=300 points=60,81"]),
    "bizon": ("Ann", "Bob", "Cal", ["passed", "bizon=Ann gp=20,0,20", "bizon=Cal gp=8,12,20"]),
    "bisque": ("Ann", "Bob", "Cal", ["scores=10,11,9"]),
}
READ = (
    "sheet", "sheet --plain", "sheet --blank GAME", "summary --stake 0.10 --currency €",
    "summary --plain", "next", "explain 1", "log", "sessions", "league", "outlook", "check",
    "rules show GAME", "rules list", "referee ruling", "--help", "sheet --help",
)  # fmt: skip


def somebody_at(home: Path, game: str) -> Person:
    """Somebody who has played some deals of a game under plain names."""
    *names, deals = EVENINGS[game]
    person = Person(home)
    person.types("new", game, *map(str, names), "--name", "it")
    for deal in deals:
        person.does(f"deal {deal}")
    return person


def evening_in_letters(home: Path) -> Person:
    """Somebody whose friends have letters in their names that no encoding but UTF-8 has all of."""
    person = Person(home)
    person.types("new", "bismarck-swedish", "Anna", "Björn", "Œdipe Ωmega", "--name", "it")
    person.does("deal sang 9 4 3")
    person.does("deal pass 2 9 5")
    return person


def process(
    home: Path, *words: str, stdin: bytes = b"", **settings: str
) -> subprocess.CompletedProcess[bytes]:
    """The program in a process of its own, with these settings of the machine and none of ours."""
    return started(home, "-m", "scorekeeper", *words, stdin=stdin, **settings)


def started(
    home: Path, *words: str, stdin: bytes = b"", **settings: str
) -> subprocess.CompletedProcess[bytes]:
    """Python with these words, in the same way."""
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "SCOREKEEPER_HOME": str(home),
        "PYTHONPATH": str(ROOT),
        **settings,
    }
    call = [sys.executable, *words]
    return subprocess.run(call, env=env, input=stdin, capture_output=True, check=False, timeout=60)


# Each line is a process of its own, forked from one that has read the program: its streams are those
# that Python made at the start.
FORKED = """
import os, runpy, sys
import scorekeeper.cli.main
folder, *lines = sys.argv[1:]
for number, line in enumerate(lines):
    if not os.fork():
        for stream, name in ((1, "out"), (2, "err")):
            os.dup2(os.open(f"{folder}/{number}.{name}", os.O_WRONLY | os.O_CREAT), stream)
        sys.argv[1:] = line.split()
        runpy.run_module("scorekeeper", run_name="__main__", alter_sys=True)
    os.wait()
"""


def processes(
    home: Path, lines: Sequence[Sequence[str]], **settings: str
) -> list[tuple[bytes, bytes]]:
    """What each of these lines writes where, as `process` has it of one, in a quarter of the time."""
    folder = home.with_name(f"{home.name}.said")
    folder.mkdir()
    words = [str(folder), *(" ".join(line) for line in lines)]
    done = started(home, "-c", FORKED, *words, **settings)
    assert (done.stdout, done.stderr) == (b"", b"")
    return [
        ((folder / f"{number}.out").read_bytes(), (folder / f"{number}.err").read_bytes())
        for number in range(len(lines))
    ]


# --- text -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def said_whole(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], dict[str, Typed]]:
    """What each line says to somebody at a game whose terminal has every letter."""

    @cache
    def said(game: str) -> dict[str, Typed]:
        person = somebody_at(tmp_path_factory.mktemp(game), game)
        lines = {line: line.replace("GAME", game).split() for line in READ}
        return {line: person.types(*words, encoding="utf-8") for line, words in lines.items()}

    return said


@pytest.mark.parametrize(
    ("game", "encoding"),
    [
        *((game, "ascii") for game in EVENINGS),
        *(("bien", one) for one in ENCODINGS if one != "ascii"),
    ],
)
def test_text_is_whole_in_any_encoding(
    tmp_path: Path, said_whole: Callable[[str], dict[str, Typed]], game: str, encoding: str
) -> None:
    """Whatever is read, every sign of ours has one that the terminal can show: a question mark
    stands only where one did, or a letter of a name that the terminal has not."""
    person = somebody_at(tmp_path, game)
    for line in READ:
        words = line.replace("GAME", game).split()
        plain, whole = person.types(*words, encoding=encoding), said_whole(game)[line]
        assert plain.code == whole.code
        lost = [
            sign
            for sign in whole.out + whole.err
            if sign.isalpha() and encodable(encoding, sign) == "?"
        ]
        assert (plain.out + plain.err).count("?") == (whole.out + whole.err).count("?") + len(
            lost
        ), line
        assert set(lost) <= set("öëı"), "Björn of the examples, an author, the game Rıfkı"


@pytest.mark.parametrize("columns", ["44", "80"])
@pytest.mark.parametrize("game", EVENINGS)
def test_columns_line_up_without_our_signs(tmp_path: Path, game: str, columns: str) -> None:
    """An arrow of two letters and a sum of three take their room: no row of a table runs into the
    next column, and none is wider than the screen."""
    person = somebody_at(tmp_path, game)
    for line in ("sheet", "summary", "league", "sessions", "rules list", f"sheet --blank {game}"):
        told = person.types(*line.split(), encoding="ascii", COLUMNS=columns).out
        assert told.isascii()
        for across, rows in tables(told):
            gaps = [place for place, sign in enumerate(across) if sign == " "]
            assert all(row[place : place + 1] in ("", " ") for row in rows for place in gaps), told
            assert max(map(len, rows)) <= len(across) <= int(columns)


def tables(text: str) -> Iterator[tuple[str, list[str]]]:
    """The line under the heads of each table, and its rows, heads included."""
    for block in text.split("\n\n"):
        lines = block.split("\n")
        found = [
            number for number, line in enumerate(lines) if "-" in line and not line.strip("- ")
        ]
        if found:
            yield lines[found[0]], lines[found[0] - 1 : found[-1] + 2]


def test_what_stands_for_what(tmp_path: Path) -> None:
    """A minus is a hyphen, an arrow is made of two signs, a sum is called so, a line across is
    hyphens."""
    person = somebody_at(tmp_path, "bismarck-swedish")
    lines = person.types("sheet", encoding="ascii").out.splitlines()
    assert lines[0] == "it . Bismarck (modern Swedish) . 4 of 12 deals"
    assert lines[8].split()[-1] == "sum"
    assert set(lines[9]) == {"-", " "}
    assert lines[10].split()[-4:] == ["-1", "->", "-1", "0"]
    assert "`...`" in person.types("deal", "…", encoding="ascii").err
    assert (
        "KH wins"
        in person.types("referee", "trick", "K♥", "2♠", "--rules", "whist", encoding="ascii").err
    )
    assert (
        "Usage: scorekeeper new [OPTIONS] GAME PLAYER..."
        in person.types("new", encoding="ascii").err
    )


def test_symbols_of_any_pack_become_the_letters_that_are_typed(tmp_path: Path) -> None:
    """A card is shown with its symbols where the screen has them, and else as one may type it."""
    words = "referee trick 2MK 3LY --rules bisque"
    assert "3❧§" in Person(tmp_path).types(*words.split()).out
    assert "3LY" in Person(tmp_path).types(*words.split(), encoding="cp437").out


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("ascii", ("Bj?rn", "OEdipe ?mega")),
        ("latin-1", ("Björn", "OEdipe ?mega")),
        ("cp1252", ("Björn", "Œdipe ?mega")),
        ("cp437", ("Björn", "OEdipe Ωmega")),
    ],
)  # fmt: skip
def test_names_keep_the_letters_that_can_be_shown(
    tmp_path: Path, encoding: str, shown: tuple[str, ...]
) -> None:
    """A letter of a name that the terminal has not is a question mark, in a column as wide as it is
    then."""
    person = evening_in_letters(tmp_path)
    for line in ("sheet", "next", "sheet --plain", "deal 20 1"):
        said = person.types(*line.split(), encoding=encoding)
        assert all(name in said.out + said.err for name in shown), line


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_live_table_speaks_in_the_letters_of_its_terminal(
    tmp_path: Path, encoding: str
) -> None:
    """Prompts, sheets and refusals have no sign that the terminal has not, and what is typed is
    understood."""
    typed = "björn sang\nsang 9 4 3\ny\nsheet\n? trick KH 2H\nsummary\nquit\n"
    person = evening_in_letters(tmp_path)
    said = person.types("play", stdin=Typed(typed), encoding=encoding)
    assert ("recorded deal 3" in said.out, "Traceback" in said.err) == (True, False)
    if encoding != "cp437":
        assert "→" not in said.out and "-> " in said.out


def test_what_is_typed_at_a_machine_of_ascii_is_read_as_utf_8(tmp_path: Path) -> None:
    """Names and words with letters mean what they mean elsewhere, from the command line and at the
    table."""
    begun = process(
        tmp_path, "new", "bismarck-swedish", "Anna", "Björn", "Élodie", "--name", "it", **NO_LETTERS
    )
    assert (begun.returncode, begun.stdout.isascii()) == (0, True)
    assert Person(tmp_path).reads("sheet")["players"] == ["Anna", "Björn", "Élodie"]
    typed = "sang Élodie:4 Björn:9 Anna:3\nquit\n".encode()
    played = process(tmp_path, "play", stdin=typed, **NO_LETTERS)
    assert (played.returncode, played.stdout.isascii(), played.stderr.isascii()) == (0, True, True)
    assert Person(tmp_path).reads("sheet")["deals"][0]["counts"]["tricks"] == {
        "Anna": 3,
        "Björn": 9,
        "Élodie": 4,
    }


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings",
    [
        *({"PYTHONIOENCODING": one} for one in ENCODINGS),
        NO_LETTERS,
        {**NO_LETTERS, "LC_ALL": "C.UTF-8"},
    ],
    ids=str,
)
def test_files_are_utf_8_whatever_the_terminal(tmp_path: Path, settings: dict[str, str]) -> None:
    """HTML, CSV, JSON and Markdown are the same bytes everywhere, and a refusal in JSON is."""
    person = evening_in_letters(tmp_path)
    wanted = [person.types(*words) for words in FOR_PROGRAMS]
    said = processes(tmp_path, FOR_PROGRAMS, **settings)
    for words, (out, err), as_text in zip(FOR_PROGRAMS, said, wanted, strict=True):
        assert (out, err) == (as_text.out.encode(), as_text.err.encode()), words
    assert [words[0] for words, one in zip(FOR_PROGRAMS, wanted, strict=True) if one.code] == [
        "deal"
    ]
    assert "Œ" in wanted[-1].err


@pytest.mark.parametrize(
    "line",
    [
        "sheet --blank bizon --format html",
        "sheet --blank bizon --format csv",
        "rules list --format json",
        "rules schema",
    ],
)
def test_every_file_is_utf_8(tmp_path: Path, line: str) -> None:
    """An empty sheet, a list for a program, a schema: what is saved under a name is the same
    everywhere."""
    person, words = Person(tmp_path), line.split()
    assert person.types(*words, encoding="cp437").out == person.types(*words).out


def test_a_file_has_line_feeds(tmp_path: Path) -> None:
    """Where text has other ends of lines, files have none of those."""
    somebody_at(tmp_path, "bizon")
    for form in ("text", *FILES):
        out, before = Screen("cp1252"), sys.stdout
        out.reconfigure(newline="\r\n")
        with environment({"SCOREKEEPER_HOME": str(tmp_path)}), pytest.raises(SystemExit) as end:
            sys.stdout = out
            try:
                main(["sheet", "--format", form])
            finally:
                sys.stdout = before
        assert not end.value.code
        assert (b"\r\n" in out.buffer.getvalue()) is (form == "text")  # type: ignore[attr-defined]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_sheet_that_was_saved_anywhere_is_audited(tmp_path: Path, encoding: str) -> None:
    """What `sheet --format csv > x.csv` saves on such a machine, `audit` accepts and `import`
    reads."""
    person = evening_in_letters(tmp_path)
    saved = process(tmp_path, "sheet", "--format", "csv", PYTHONIOENCODING=encoding).stdout
    (tmp_path / "x.csv").write_bytes(saved)
    assert "Œdipe Ωmega" in next(csv.reader(io.StringIO(saved.decode())))[-1]
    audited = process(tmp_path, "audit", str(tmp_path / "x.csv"), PYTHONIOENCODING=encoding)
    assert audited.returncode == 0, audited.stderr
    person.types("new", "bismarck-swedish", "Anna", "Björn", "Œdipe Ωmega", "--name", "again")
    person.does(f"import {tmp_path / 'x.csv'}")
    assert person.reads("sheet")["totals"] == person.reads("sheet -s it")["totals"]


def test_the_printed_page_has_every_sign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that is made for paper at a terminal of ASCII has its minus signs and its names."""
    person = evening_in_letters(tmp_path)
    monkeypatch.chdir(tmp_path)
    person.types("summary", "--print", encoding="ascii", PATH="")
    page = html.unescape((tmp_path / "it.html").read_text(encoding="utf-8"))
    assert all(words in page for words in ("Œdipe Ωmega", "Björn", "−", "Σ"))


# --- signs ----------------------------------------------------------------------------------------


@given(st.text(max_size=12), st.sampled_from(ENCODINGS))
def test_whatever_is_said_can_be_written(text: str, encoding: str) -> None:
    """Every text becomes one that the encoding has, and a text that it has stays as it is."""
    shown = encodable(encoding, text)
    assert shown.encode(encoding).decode(encoding) == shown
    assert encodable(encoding, shown) == shown
    if text.isascii():
        assert shown == text


@given(st.text(st.sampled_from("aé日−→…Σ±·👩🏽\u200d🚀x\u00a0"), max_size=12), st.integers(0, 12))
def test_a_text_is_as_wide_as_it_is_shown(text: str, width: int) -> None:
    """Laid out for a screen, a text is as wide as what that screen then shows of it."""
    for encoding in ENCODINGS:
        shown = encodable(encoding, plainer(encoding)(text))
        assert width_of(plainer(encoding)(text)) == width_of(shown)
        assert width_of(cut(shown, width)) <= width


def test_every_sign_of_ours_has_one_that_stands_for_it() -> None:
    """No sentence, table or chart of the program has a sign that ASCII could not say, but for
    letters of words and names. (A board's pages are for a browser, and its QR code is drawn where a
    screen has all of it.)"""
    files = [
        *(ROOT / "scorekeeper").rglob("*.py"),
        *(ROOT / "scorekeeper/locale").rglob("*.po"),
        *(ROOT / "rulesets").glob("*.toml"),
    ]
    told = {
        sign
        for file in files
        if not {"record", "board"} & {*file.parts}
        for sign in file.read_text(encoding="utf-8")
    }
    lacking = {
        sign
        for sign in told
        if not sign.isascii() and not sign.isalpha() and encodable("ascii", sign) == "?"
    }
    assert lacking <= set("＝＋－＠"), "what a spreadsheet takes for a formula is said of no game"
    assert all(one.isascii() and one for one in ASCII.values())

"""The Tab key: what a word may become, asked of the program, and typed into the shells that are
here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import get_args

import click
import pexpect
import pytest
from terminal import Person, Screen, environment
from work import PATIENCE

from scorekeeper.cli import completion as offers
from scorekeeper.cli.completion import Completing, answer, as_bash, bash_words, dequoted
from scorekeeper.cli.main import commands
from scorekeeper.record.acts import Kind

pytestmark = pytest.mark.surroundings

ROOT = Path(__file__).parent.parent.parent
SHELLS = {
    "bash": ["--norc", "--noprofile", "-i"],
    "zsh": ["-f", "-i"],
    "fish": ["--no-config", "-i"],
}
PLAYERS = ["Anna Lena", "Björn", "Cleo O'Neil"]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Somebody with two evenings, of which the second was used last, in which one contract has been
    played; and with an event."""
    somebody = Person(tmp_path_factory.mktemp("host") / "home")
    assert somebody.types("new", "bien", "Ann", "Bob", "Cal", "Dee", "--name", "o'clock").code == 0
    assert (
        somebody.types(
            "new", "bismarck-swedish", *PLAYERS, "--dealer", PLAYERS[2], "--name", "friday night"
        ).code
        == 0
    )
    for line in ("deal sang 6 6", "deal sang 6 6", "deal sang 6 6"):
        somebody.does(line)
    return somebody.after("event new cup --game bien --rounds 1 --people Ann,Bob,Cal,Dee")


@pytest.fixture
def home(host: Person, tmp_path: Path) -> Path:
    """A home like the host's."""
    return host.settled(tmp_path / "home").home


@pytest.fixture
def asked(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same home as that of this process."""
    monkeypatch.setenv("SCOREKEEPER_HOME", str(home))
    monkeypatch.delenv("SCOREKEEPER_SESSION", raising=False)
    return home


def found(typed: str) -> list[str]:
    """What the last of these words may become, `""` for files; a `~` stands for a space within a
    word."""
    *before, word = (part.replace("~", " ") for part in typed.split(" "))
    asked = Completing(commands, {}, "scorekeeper", "_SCOREKEEPER_COMPLETE")
    with suppress(click.UsageError):
        found = asked.get_completions(before, word)
        return [item.value if item.type == "plain" else "" for item in found]
    return []


# --- what is completed ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "choices"),
    [
        ("she", ["sheet"]),
        ("referee ru", ["ruling"]),
        ("rules s", ["schema", "show"]),
        ("deal --ses", ["--session"]),
        ("sheet --format mark", ["markdown"]),
        ("sheet --format=mark", ["--format=markdown"]),
        ("--lang s", ["sv"]),
        ("--lang sv she", ["sheet"]),
        ("new biz", ["bizon"]),
        ("rules diff bizon bie", ["bien"]),
        ("demo bizon biz", []),
        ("sheet -s ", ["friday night", "o'clock"]),
        ("sheet --session=fri", ["--session=friday night"]),
        ("check o'clock ", ["friday night"]),
        ("new bizon Ann ", [*PLAYERS, "Bob", "Cal", "Dee"]),
        ("new bizon Ada Bo Cy --dealer ", ["Ada", "Bo", "Cy"]),
        ("new bien A B C D --option ", ["games=", "run_bonus=", "ponder_alone="]),
        ("outlook --for ", PLAYERS),
        ("outlook -s o'clock --for ", ["Ann", "Bob", "Cal", "Dee"]),
        ("outlook --for bj", ["Björn"]),
        ("league --player D", ["Dee"]),
        ("explain ", ["1", "2", "3"]),
        ("deal ", ["spader", "trumf", "pass", "contract=", "trump=", "tricks="]),
        ("deal contract=", ["contract=spader", "contract=trumf", "contract=pass"]),
        ("deal kontrakt=p", ["kontrakt=pass"]),
        ("deal pass ", ["tricks="]),
        ("deal trumf ", ["trump=", "tricks="]),
        ("deal trumf trump=h", ["trump=hearts"]),
        ("deal trumf trump=hearts tricks=Bj", ["tricks=Björn:"]),
        ("deal pass tricks=Björn:6,A", ["tricks=Björn:6,Anna Lena:"]),
        ("deal -s o'clock pass", ["passed"]),
        ("deal -s o'clock po", ["points="]),
        ("deal -s o'clock Ann bi", ["bidder=", "bid="]),
        ("deal -s o'clock bidder=C", ["bidder=Cal"]),
        ("amend 1 contract=sa", ["contract=sang"]),
        ("amend ", ["1", "2", "3"]),
        ("swap 1 ", ["1", "2", "3"]),
        ("insert 2 pass ", ["tricks="]),
        ("turn bj", ["Björn"]),
        ("penalty Björn 10 --to n", ["nobody"]),
        ("seat ", ["swap"]),
        ("seat Dora ", ["for"]),
        ("seat Dora for C", ["Cleo O'Neil"]),
        ("agree must", ["must_trump="]),
        ("agree must_trump=", ["must_trump=yes", "must_trump=no"]),
        ("misdeal sp", ["spader"]),
        ("referee trick KH --contract s", ["spader", "sang"]),
        (
            "referee trick KH --rules bien --trump ",
            ["clubs", "diamonds", "hearts", "spades", "none"],
        ),
        ("referee trick KH --players Ada,Bo --leader ", ["Ada", "Bo"]),
        ("referee ruling misd", ["misdeal"]),
        ("referee ruling --rules bien exp", ["exposed-card"]),
        ("import eve", [""]),
        ("rules check biz", ["bizon", ""]),
        (
            "next ",
            [
                "--session",
                "--format",
                "--plain",
                "--brief",
                "--full",
                "--lang",
                "--no-color",
                "--help",
            ],
        ),
        ("event round -e ", ["cup"]),
        ("event absent Ann ", ["Bob", "Cal", "Dee"]),
        ("event swap d", ["Dee"]),
        ("event new spring --game biz", ["bizon"]),
        ("deal -- --ses", []),
        ("sheet An", []),
        ("sheet --blank bizon An", ["Anna Lena", "Ann"]),
        ("sheet -s ./fri", [""]),
        ("xyzzy ", []),
        ("new --name ", []),
    ],
)
@pytest.mark.usefixtures("asked")
def test_what_a_word_may_become(typed: str, choices: list[str]) -> None:
    """Commands, options, games, sessions, players, contracts left to the declarer, facts; an
    empty one means files."""
    assert found(typed) == choices


@pytest.mark.parametrize(
    ("typed", "choices"),
    [
        ("--lang fr referee ruling dern", ["dernier-pli"]),
        ("--lang sv referee ruling sista", ["sista-sticket"]),
        ("--lang sv referee ruling last", ["last-trick"]),
        ("--lang sv referee ruling --rules bizon skil", ["skilda-högar"]),
    ],
)
@pytest.mark.usefixtures("asked")
def test_a_topic_is_completed_in_the_language_spoken(typed: str, choices: list[str]) -> None:
    """A word of the language is offered; one that begins only an English word is completed to
    that."""
    assert found(typed) == choices


@pytest.mark.usefixtures("asked")
def test_a_session_that_is_over(asked: Path) -> None:
    """Once the last deal is recorded there is no word of a deal left."""
    somebody = Person(asked)
    for contract in ("spader", "trumf", "pass"):
        for _ in PLAYERS:
            somebody.does(f"deal {contract} 6 6")
    assert found("deal ") == []
    assert found("amend 12 contract=s") == ["contract=spader", "contract=sang"]


def test_a_file_that_steers_the_terminal(asked: Path) -> None:
    """A session whose file's name holds control characters, or no text at all, is not offered."""
    for name in (b"\x1b[31m", b"two\nlines", b"tab\tbed", b"\xff"):
        (asked / "sessions" / os.fsdecode(name + b".toml")).write_text("")
    assert found("sheet -s ") == ["friday night", "o'clock"]


def test_every_kind_of_offer_is_there() -> None:
    """What an argument or an option says that it is completed with is a kind that is offered; free
    text is none, and two kinds are of the live table."""
    others = {"text", "id", "commands", "full or brief"}
    assert {*get_args(Kind)} - others == {*offers.OFFERS, *offers.WITH_FILES}


# --- never an error ---------------------------------------------------------------------------------


def asking(home: Path, line: str, asked: str) -> dict[str, str]:
    """What a shell's script sets."""
    return {
        "SCOREKEEPER_HOME": str(home), "_SCOREKEEPER_COMPLETE": asked, "COMP_LINE": line, "COMP_WORDS": line,
        "COMP_CWORD": line.rpartition(" ")[2], "COMP_WORDBREAKS": " =:",
    }  # fmt: skip


def ask(home: Path, line: str, asked: str = "fish_complete") -> subprocess.CompletedProcess[bytes]:
    """What the program answers a shell's script."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **asking(home, line, asked)}
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper"], env=env, capture_output=True, check=False
    )


def answered(home: Path, line: str, asked: str = "fish_complete") -> tuple[int, str]:
    """The exit code of the same in this process, and what it says on standard error."""
    out, err = Screen(), Screen()
    with environment(asking(home, line, asked)), redirect_stdout(out), redirect_stderr(err):
        try:
            answer(asked)
        except SystemExit as end:
            return int(end.code or 0), err.text()
    return 0, err.text()


@pytest.mark.parametrize(
    "typed", ["deal ", "sheet -s ", "outlook --for ", "explain ", "new bien ", "league --player "]
)
@pytest.mark.parametrize(
    "spoilt", ["nothing there", "a folder", "no TOML", "cut in its head", "no home"]
)
def test_whatever_the_home_holds(home: Path, typed: str, spoilt: str) -> None:
    """Completion says nothing on standard error and exits 0, whatever the session's file is
    like."""
    file = home / "sessions" / "friday night.toml"
    whole = file.read_bytes()
    file.unlink()
    if spoilt == "a folder":
        file.mkdir()
    elif spoilt == "no home":
        shutil.rmtree(home)
        home.write_text("")
    elif spoilt != "nothing there":
        file.write_bytes(b"\xff\x00=" if spoilt == "no TOML" else whole[:300])
    assert answered(home, f"scorekeeper {typed}") == (0, "")
    if typed == "deal ":
        done = ask(home, f"scorekeeper {typed}")
        assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    "line", ["", "s", "s ", "s \udcff", "s deal = =", "s -- -- ", "s -s", "s '", "s xyzzy "]
)
@pytest.mark.parametrize(
    "asked", [*(f"{shell}_complete" for shell in SHELLS), "bash", "tcsh_complete", "bash_x", "\n"]
)
def test_whatever_a_shell_asks(home: Path, asked: str, line: str) -> None:
    """Nor does it for words that nobody can have typed, or a shell that there is not."""
    assert answered(home, line, asked) == (0, "")
    if asked == "fish_complete" or "\udcff" in line:
        done = ask(home, line, asked)
        assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("shell", SHELLS)
def test_click_asks_for_a_script_too(home: Path, shell: str) -> None:
    """`_SCOREKEEPER_COMPLETE=bash_source`, as click's pages have it, prints what `completion`
    prints."""
    asked = ask(home, "", f"{shell}_source").stdout.decode()
    # click before 8.5 ends it with a line break of its own
    assert asked.rstrip("\n") == Person(home).does(f"completion {shell}").out.rstrip("\n")


# --- quotes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("scorekeeper sheet ", ["scorekeeper", "sheet", ""]),
        ("s a\\ b 'c d", ["s", "a\\ b", "'c d"]),
        ('s "a\\" b" c', ["s", '"a\\" b"', "c"]),
        ("s 'it'\\''s'", ["s", "'it'\\''s'"]),
    ],
)
def test_a_line_apart(line: str, words: list[str]) -> None:
    """A line is parted where bash parts it, quotes kept."""
    assert bash_words(line) == words


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("a\\ b", "a b"),
        ("'c d", "c d"),
        ('"a\\"b\\c', 'a"b\\c'),
        ("'it'\\''s'", "it's"),
        ('x="y z', "x=y z"),
    ],
)
def test_quotes_taken_off(typed: str, meant: str) -> None:
    """A word with quotes and backslashes is the word that bash would hand to a program."""
    assert dequoted(typed) == meant


@pytest.mark.parametrize(
    ("choice", "typed", "put"),
    [
        ("friday night", "fri", "friday\\ night"),
        ("friday night", "'fri", "friday night"),
        ("o'clock", "'o", "o'\\''clock"),
        ('a"$b', '"a', 'a\\"\\$b'),
        ("contract=sang", "contract=s", "sang"),
        ("tricks=Ann:6,Bo B:", "tricks=Ann:6,B", "6,Bo\\ B:"),
        ("--session=a=b", "--session='a=", "a=b"),
    ],
)
def test_quotes_put_on(choice: str, typed: str, put: str) -> None:
    """bash is given what follows its last break, quoted as the word was begun."""
    assert as_bash(choice, typed, " =:\"'") == put


# --- the shells themselves --------------------------------------------------------------------------


@pytest.fixture
def shell(request: pytest.FixtureRequest, home: Path, tmp_path: Path) -> Iterator[pexpect.spawn]:
    """A real shell at a terminal, that has been taught to complete."""
    name = request.param
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed here")
    programs = tmp_path / "bin"
    programs.mkdir()
    program = programs / "scorekeeper"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m scorekeeper "$@"\n')
    program.chmod(0o755)
    (tmp_path / "evening.csv").write_text("")
    env = {
        **os.environ, "SCOREKEEPER_HOME": str(home), "PYTHONPATH": str(ROOT), "TERM": "dumb", "HOME": str(tmp_path),
        "PATH": f"{programs}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
    }  # fmt: skip
    child = pexpect.spawn(
        name, SHELLS[name], env=env, cwd=str(tmp_path), encoding="utf-8", dimensions=(40, 500)
    )
    child.timeout = PATIENCE
    load = (
        "scorekeeper completion fish | source"
        if name == "fish"
        else f'eval "$(scorekeeper completion {name})"'
    )
    child.send(f"{load}\r")
    child.send("printf '%s%s\\n' 'rea' 'dy'\r")
    child.expect("\nready", timeout=PATIENCE)
    yield child
    child.close(force=True)


def words_after_tab(shell: pexpect.spawn, typed: str, then: str = "") -> list[str]:
    """The words of a command as the shell reads them, once the Tab key was pressed at its end:
    the line is made one that prints them."""
    shell.send(f"scorekeeper {typed}\t{then}\x01printf '<%s>' '' \x05 '!'\r")
    shell.expect("<>(<scorekeeper>.*)<!>")
    return shell.match.group(1)[1:-1].split("><")[1:]


TYPED = [
    ("she", "", ["sheet"]),
    ("sheet -s fri", "", ["sheet", "-s", "friday night"]),
    ("sheet -s 'fri", "", ["sheet", "-s", "friday night"]),
    ('sheet -s "fri', "", ["sheet", "-s", "friday night"]),
    ("sheet -s o", "", ["sheet", "-s", "o'clock"]),
    ('sheet -s "o', "", ["sheet", "-s", "o'clock"]),
    ("outlook --for Cl", "", ["outlook", "--for", "Cleo O'Neil"]),
    ("outlook --for Bj", "", ["outlook", "--for", "Björn"]),
    ("outlook --for=An", "", ["outlook", "--for=Anna Lena"]),
    ("deal tri", "6,6,4", ["deal", "tricks=6,6,4"]),
    ("deal contract=tr", "", ["deal", "contract=trumf"]),
    ("deal pass tricks=Björn:6,Cl", "4", ["deal", "pass", "tricks=Björn:6,Cleo O'Neil:4"]),
    ("deal tricks=6,6,4 pa", "", ["deal", "tricks=6,6,4", "pass"]),
    ("import eve", "", ["import", "evening.csv"]),
    ("deal xyzzy", "", ["deal", "xyzzy"]),
]


@pytest.mark.parametrize("shell", [*SHELLS], indirect=True)
def test_the_tab_key(shell: pexpect.spawn) -> None:
    """In a real shell a word becomes whole with the Tab key, whatever spaces and quotes are in
    it, with a space after it where nothing may follow; files are completed where a file is
    wanted, and only there."""
    said = {typed: words_after_tab(shell, typed, then) for typed, then, _ in TYPED}
    assert said == {typed: words for typed, _, words in TYPED}

"""The table of acts: what each row promises to the shell, the live table and the phones."""

from __future__ import annotations

import os
import subprocess
import sys
from inspect import signature
from pathlib import Path
from typing import get_type_hints

import click
import pytest
from live import Evening
from work import PATIENCE

from scorekeeper.cli.main import TITLES, commands
from scorekeeper.record.acts import ACT_NAMED, ACTS, ActRow, Arg, synonyms_of
from scorekeeper.record.open_session import Act, Book
from scorekeeper.store.ruleset_library import load_ruleset
from scorekeeper.table.act_words import act_function, read_words, words_in_line
from scorekeeper.table.commands import COMMANDS
from scorekeeper.table.completion_offers import OFFERS
from scorekeeper.table.table_state import OUTSIDE

ROWS = pytest.mark.parametrize("row", ACTS, ids=lambda row: row.name)


def swedish() -> Evening:
    return Evening(load_ruleset("bismarck-swedish"), "Anna", "Björn", "Cleo")


def typed_as(arg: Arg) -> str:
    """The type of the parameter that takes this argument's value."""
    return "int" if arg.kind in ("deals", "number") else "str"


@ROWS
def test_what_a_row_does_takes_what_the_row_reads(row: ActRow) -> None:
    """Its function is there, gives a change of a session, and has a parameter of the right type for
    each argument and option, or takes all that is left in `words`."""
    function = act_function(row)
    hints = get_type_hints(function)
    params = dict(signature(function).parameters)
    assert (hints["return"], hints.pop("book"), hints["at"]) == (Act, Book, str)
    of_row = {arg.name: typed_as(arg) for arg in row.args}
    of_row |= {opt.name: "str" for opt in row.options}
    of_row |= {"why": "str"} if row.gives_reason else {}
    own = {name: one for name, one in params.items() if name not in ("book", "at", "words", "by")}
    for name, param in own.items():
        if name in of_row:
            assert of_row[name] in str(param.annotation), name
        else:
            assert param.default is not param.empty, name
    left = {arg.name for arg in row.args} | {opt.name for opt in row.options}
    assert left <= {*own} or "words" in params
    assert not row.gives_reason or "why" in own


@ROWS
def test_a_row_is_a_command_of_every_surface(row: ActRow) -> None:
    """The shell has it with its own options and those of all acts, and lists it once; the live
    table has it, but for the deal itself, which is what its prompts ask for."""
    command = commands.get_command(click.Context(commands), row.name)
    assert command is not None
    flags = {flag for param in command.params for flag in param.opts if flag.startswith("--")}
    assert flags == {
        *(opt.flag for opt in row.options), "--session", "--by", "--format",
        *(["--yes"] if row.asks else []), *(["--why"] if row.gives_reason else []),
    }  # fmt: skip
    assert [name for names in TITLES.values() for name in names].count(row.name) == 1
    assert (row.name in COMMANDS) == (row.name != "deal")
    assert row.name not in OUTSIDE


@ROWS
def test_a_row_is_completed_by_kinds_that_are_offered(row: ActRow) -> None:
    kinds = {thing.kind for thing in (*row.args, *row.options)}
    assert kinds - {"text", "id"} <= {*OFFERS}


@pytest.mark.parametrize(
    ("name", "line", "entered"),
    [
        ("amend", "last tricks=6,5,5 -", {"facts": ("tricks=6,5,5", "-")}),
        ("amend", "2 dealer=Anna --then returns", {"number": 2, "then": "returns"}),
        ("note", "-5 for Anna -- and more", {"text": ("-5", "for", "Anna", "--", "and", "more")}),
        ("penalty", "Anna 10 --to Björn led out", {"to": "Björn", "why": ("led", "out")}),
        ("penalty", "Anna 10 --to=Björn", {"to": "Björn", "why": ()}),
        ("seat", "Dora for Cleo --own-score --from 3", {"own": True, "start": "3"}),
        ("swap", "1 3", {"number": 1, "other": 3}),
        ("misdeal", "five at once", {"why": ("five", "at", "once")}),
    ],
)
def test_words_are_read_by_the_row(name: str, line: str, entered: dict[str, object]) -> None:
    """A minus, a dash and an unknown option are words of a text."""
    row = ACT_NAMED[name]
    read = read_words(row.args, row.options, line.split())
    assert {key: read[key] for key in entered} == entered


@pytest.mark.parametrize(("name", "line"), [("swap", "1"), ("amend", "x"), ("undo", "3")])
def test_words_that_do_not_fit_are_wrong_usage(name: str, line: str) -> None:
    row = ACT_NAMED[name]
    with pytest.raises(click.UsageError):
        read_words(row.args, row.options, line.split())


def test_words_in_a_line_are_those_that_were_read() -> None:
    """Arguments first, then the options; a flag that was not typed is none."""
    row = ACT_NAMED["seat"]
    for line in ("Dora for Cleo", "Dora for Cleo --own-score --from 3"):
        assert words_in_line(row, read_words(row.args, row.options, line.split())) == line.split()


@pytest.mark.parametrize(
    "line", ["penalty Anna 10 --session other", "strike 1 -s other", "turn Björn --format=json"]
)
def test_an_option_of_the_shell_is_refused_at_the_live_table(line: str) -> None:
    """It would be recorded here, and not in the session that it names."""
    table = swedish()
    table.say("sang 6 6", "")
    (problem,) = table.say(line).problems
    assert problem.code == "command-form"
    assert len(table.table.book.log.entries) == 1


@pytest.mark.parametrize(
    ("line", "is_read"),
    [("next", True), ("next FULL", True), ("next all", False), ("next full brief", False),
     ("explain", True), ("explain x", False), ("outlook Anna", False), ("sheet now", False),
     ("move 1", False), ("by", False)],
)  # fmt: skip
def test_a_command_of_the_table_alone_is_read_in_the_same_way(line: str, is_read: bool) -> None:
    """Words that do not fit are refused, with the form that does."""
    table = swedish()
    table.say("sang 6 6", "")
    problems = table.say(line).problems
    assert [problem.code for problem in problems] == ([] if is_read else ["command-form"])


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("delete", ["strike", "undo", "amend"]),
        ("fix", ["amend"]),
        ("back", ["undo"]),
        ("x", []),
        ("Start", ["new", "play", "again"]),
    ],
)
def test_other_words_for_an_act_mean_the_likeliest_first(word: str, meant: list[str]) -> None:
    assert list(synonyms_of(word)) == meant


ADDED = """
import sys
from scorekeeper.record import acts
from scorekeeper.record import changes_between_deals as happening_acts
from scorekeeper.record.acts import IRREGULAR, REASON, ActRow, Arg
from scorekeeper.record.open_session import Act, Book

def pausing(book: Book, until: str, at: str, why: str = "") -> Act:
    return happening_acts.noting(book, f"pause until {until} {why}", at)

happening_acts.pausing = pausing
acts.ACTS += (
    ActRow(
        "pause", "record.changes_between_deals:pausing", IRREGULAR, "notes a pause", "Notes a pause until TEXT.",
        (Arg("until", "text", "TEXT"), REASON), synonyms=("break",), button="pause",
    ),
)
acts.ACT_NAMED["pause"] = acts.ACTS[-1]

from scorekeeper.cli.main import main
main(sys.argv[1:])
"""


def added(home: Path, *words: str, lines: str = "") -> str:
    """All that the program says, with an act added as CONTRIBUTING.md has it."""
    env = {**os.environ, "SCOREKEEPER_HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-c", ADDED, *words], env=env, input=lines, check=False, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE,
    )  # fmt: skip
    return done.stdout


def test_an_act_is_added_in_two_places(tmp_path: Path) -> None:
    """A function and a row: shell and live table read it, help shows it, slips are told of it."""
    added(tmp_path, "new", "bismarck-swedish", "Anna", "Björn", "Cleo")
    assert "note: pause until 21:30 coffee" in added(tmp_path, "pause", "21:30", "coffee")
    assert "Usage: scorekeeper pause [OPTIONS] TEXT [WHY]" in added(tmp_path, "pause", "--help")
    assert "  pause " in added(tmp_path, "--help")
    assert "did you mean `pause`" in added(tmp_path, "break")
    told = added(tmp_path, "play", lines="pause 22:00\npause\nhelp pause\npauze 1\nquit\n")
    assert "note: pause until 22:00" in told
    assert "try: type pause TEXT [WHY]" in told
    assert "pause TEXT [WHY]      notes a pause" in told
    assert "did you mean `pause`?" in told
    assert added(tmp_path, "log").count("pause until") == 2

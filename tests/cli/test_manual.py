"""The manual page says what the program says, and is one that `man` shows without complaint."""

from __future__ import annotations

import shutil
import subprocess

import click
import manual
import pytest

from scorekeeper.cli.main import commands

UPDATE = "`python -m tests.manual --update` rewrites docs/scorekeeper.1"
SECTIONS = (
    "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES",
)  # fmt: skip
READERS = {
    "groff": ["-man", "-Kutf8", "-Tutf8", "-ww", "-z"],
    "mandoc": ["-Tlint", "-Wwarning"],
    "man": ["--warnings", "-l"],
}


def test_the_manual_is_what_help_says() -> None:
    """`docs/scorekeeper.1` is, letter for letter, made of the help of every command."""
    assert manual.PAGE.read_text(encoding="utf-8") == manual.manual(), UPDATE


def test_it_has_the_sections_of_a_manual() -> None:
    """The sections that people look for are there, in the order they expect."""
    lines = manual.PAGE.read_text(encoding="utf-8").splitlines()
    assert tuple(line.removeprefix(".SH ") for line in lines if line.startswith(".SH ")) == SECTIONS


@pytest.mark.parametrize("name", commands.list_commands(click.Context(commands)))
def test_every_command_is_in_it(name: str) -> None:
    """Each command is named with its usage."""
    assert f"\n\\fBscorekeeper {name}\\fR [OPTIONS]" in manual.PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("say `--yes`", "say \\fB\\-\\-yes\\fR"),
        (".bashrc", "\\&.bashrc"),
        ("'one' day", "\\&'one' day"),
        ("a\\b", "a\\eb"),
    ],
)
def test_words_as_roff_has_them(text: str, shown: str) -> None:
    """Nothing that a person wrote is taken for a command of roff."""
    assert manual.roff(text) == shown


@pytest.mark.parametrize("reader", READERS)
def test_readers_do_not_complain(reader: str) -> None:
    """groff, mandoc and man read the page without a warning."""
    if shutil.which(reader) is None:
        pytest.skip(f"{reader} is not installed here")
    done = subprocess.run(
        [reader, *READERS[reader], str(manual.PAGE)], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    if reader != "man":
        assert (done.returncode, done.stdout) == (0, "")

"""The command reference says what the program says."""

from __future__ import annotations

import click
import pytest
import reference

from scorekeeper.cli.main import commands

UPDATE = "`python -m tests.reference --update` rewrites it"


def test_the_reference_is_what_help_says() -> None:
    """The page is, letter for letter, the help of every command, but for the options that all
    take."""
    assert reference.PAGE.read_text(encoding="utf-8") == reference.page(), UPDATE


@pytest.mark.parametrize("name", commands.list_commands(click.Context(commands)))
def test_every_command_is_in_it(name: str) -> None:
    """Each command has a heading of its own, and its usage below it."""
    page = reference.PAGE.read_text(encoding="utf-8")
    assert f"\n### scorekeeper {name}\n\n```text\nUsage: scorekeeper {name} " in page


def test_help_is_that_of_eighty_columns() -> None:
    """The reference does not depend on the terminal of whoever writes it."""
    assert reference.help_of(["deal"]).startswith(
        "Usage: scorekeeper deal [OPTIONS] FACT… [--or FACT…]\n"
    )
    lines = reference.help_of(["sheet"]).splitlines()
    assert max(len(line) for line in lines if "scorekeeper " not in line) <= 80

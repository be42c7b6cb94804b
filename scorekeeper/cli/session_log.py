"""Every entry of a session: `log`."""

from __future__ import annotations

import sys

import click

from scorekeeper.book import Book
from scorekeeper.cli.common import (
    Command,
    format_option,
    is_terminal,
    session_option,
    show,
    show_json,
    talk,
    terminal_width,
)
from scorekeeper.cli.opened_session import open_book
from scorekeeper.language import tr
from scorekeeper.render.log_text import log_lines, log_lines_with_copies
from scorekeeper.sheet.log_row import log_of, log_with_copies
from scorekeeper.words.width import all_wrapped


@click.command("log", cls=Command)
@session_option
@click.option("--all", "is_all", is_flag=True, help="What was set aside in a merge too.")
@format_option()
def log(session: str | None, is_all: bool, form: str) -> None:
    """Every entry in the order it was made: when, what, why.

    Corrections and undos are entries too; nothing is ever overwritten.
    """
    opened = open_book(session)
    if form == "json":
        show_json(_with_copies(opened) if is_all else log_of(opened))
        return
    if opened.journal.entries:
        lines = log_lines_with_copies(opened) if is_all else log_lines(opened)
        show("\n".join(all_wrapped(lines, terminal_width()) if is_terminal(sys.stdout) else lines))
    else:
        talk(tr("nothing has been recorded yet"))


def _with_copies(opened: Book) -> list[dict[str, object]]:
    """The rows of the log; of those that were set aside it is said of which copy they are."""
    return [
        row._asdict() if copy is None else {**row._asdict(), "set_aside": copy}
        for row, copy in log_with_copies(opened)
    ]


COMMANDS = {"log": log}

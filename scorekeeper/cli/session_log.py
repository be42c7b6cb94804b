"""Every entry of a session: `log`."""

from __future__ import annotations

import sys

import click

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
from scorekeeper.render.log_text import log_lines
from scorekeeper.sheet.log_row import log_of
from scorekeeper.words.width import all_wrapped


@click.command("log", cls=Command)
@session_option
@format_option()
def log(session: str | None, form: str) -> None:
    """Every entry in the order it was made: when, what, why.

    Corrections and undos are entries too; nothing is ever overwritten.
    """
    opened = open_book(session)
    if form == "json":
        show_json(log_of(opened))
        return
    if opened.journal.entries:
        lines = log_lines(opened)
        show("\n".join(all_wrapped(lines, terminal_width()) if is_terminal(sys.stdout) else lines))
    else:
        talk(tr("nothing has been recorded yet"))


COMMANDS = {"log": log}

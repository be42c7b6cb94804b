"""Every entry of a session: `log`."""

from __future__ import annotations

import sys
from collections.abc import Iterable

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
from scorekeeper.cli.opened_session import open_book_at, path_and_name
from scorekeeper.record.book import Book
from scorekeeper.render.log_text import log_lines, log_lines_with_copies
from scorekeeper.report.log_row import log_of, log_with_copies
from scorekeeper.store.disk import is_club
from scorekeeper.store.homes import home_of
from scorekeeper.text.language import tr
from scorekeeper.text.width import all_wrapped


@click.command("log", cls=Command)
@session_option
@click.option("--all", "is_all", is_flag=True, help="What was set aside in a merge too.")
@format_option()
def log(session: str | None, is_all: bool, form: str) -> None:
    """Every entry in the order it was made: when, what, why.

    Corrections and undos are entries too; nothing is ever overwritten.
    """
    path, name = path_and_name(session)
    opened = open_book_at(path, name)
    if form == "json":
        rows = _with_copies(opened) if is_all else [row._asdict() for row in log_of(opened)]
        show_json(_with_writers(path, rows))
        return
    if opened.journal.entries:
        lines = log_lines_with_copies(opened) if is_all else _lines(path, opened)
        show("\n".join(all_wrapped(lines, terminal_width()) if is_terminal(sys.stdout) else lines))
    else:
        talk(tr("nothing has been recorded yet"))


def _with_copies(opened: Book) -> list[dict[str, object]]:
    """The rows of the log; of those that were set aside it is said of which copy they are."""
    return [
        row._asdict() if copy is None else {**row._asdict(), "set_aside": copy}
        for row, copy in log_with_copies(opened)
    ]


def _with_writers(path: str, rows: list[dict[str, object]]) -> list[dict[str, object]]:
    """Return the rows of the log, in a club with the login that wrote each and when that was by the
    server."""
    if not is_club(path):
        return rows
    written = iter(home_of(path).written(path))
    own = ((row, None if "set_aside" in row else next(written, None)) for row in rows)
    return [
        row if one is None else {**row, "login": one.login, "received": one.at} for row, one in own
    ]


def _lines(path: str, opened: Book) -> Iterable[str]:
    """Return the lines of the log, in a club with who wrote an entry by the server, where that is
    not what it says."""
    if not is_club(path):
        return log_lines(opened)
    # 4 ms, only in a club
    from scorekeeper.store.club_audit import written_otherwise  # noqa: PLC0415

    lines = list(log_lines(opened))
    for number, written in enumerate(written_otherwise(path, opened.journal.entries)):
        if written is not None:
            said = tr("the login {login} wrote it, {at}", login=written.login, at=_day(written.at))
            lines[number] = f"{lines[number]}  [{said}]"
    return lines


def _day(at: str) -> str:
    return at.replace("T", " ")[:16]


COMMANDS = {"log": log}

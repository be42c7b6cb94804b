"""Every session of the home in one row each, as `sessions` lists them and `league` sums them up."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator

import click

from scorekeeper import __version__, store
from scorekeeper.cli.common import (
    Command,
    format_option,
    note,
    plain_option,
    seen,
    show_json,
    show_page,
    talk,
    terminal_width,
)
from scorekeeper.cli.progress import late_bar
from scorekeeper.language import tr
from scorekeeper.league.evening import FORMAT, Evening

KIND = f"{__version__}/{FORMAT}"


def evenings() -> Iterator[tuple[str, Evening]]:
    """Every session of the home in one row, from the index where that has it."""
    from scorekeeper.store.index import indexed_sessions

    stamps = dict(store.session_stamps())
    with late_bar(len(stamps), tr("reading the sessions")) as tick:
        for name, row in indexed_sessions(KIND, stamps, _teller(), _unread, tick):
            yield name, Evening(*json.loads(row))


def _teller() -> Callable[[bytes, str], str]:
    """Tells a session in one row; what the sessions have in common is read once."""
    from scorekeeper.book import opened
    from scorekeeper.league.telling import evening_of

    gc.disable()  # what is read here holds no circles, and looking for them takes a tenth of the time
    same = seen()
    return lambda data, name: json.dumps(
        evening_of(opened(data, name, same)), ensure_ascii=False, separators=(",", ":"), check_circular=False
    )


def _unread(name: str, error: Exception) -> None:
    note(tr("{session} cannot be read: {why}", session=name, why=error))


@click.command("sessions", cls=Command)
@format_option()
@plain_option
def sessions(form: str, plain: bool) -> None:
    """The sessions there are: players, deals so far, leader.

    A star marks the one used last.
    """
    from scorekeeper.report.sessions import session_row, sessions_text

    current = store.current_session()
    rows = [session_row(name, evening, name == current) for name, evening in evenings()]
    if form == "json":
        show_json(rows)
    elif not rows:
        talk(tr("there is no session yet; begin one: scorekeeper new GAME PLAYER…"))
    else:
        show_page(sessions_text(rows, terminal_width(), plain), plain)


COMMANDS = {"sessions": sessions}

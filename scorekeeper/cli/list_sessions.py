"""The sessions that there are: `sessions`."""

from __future__ import annotations

import click

from scorekeeper import store
from scorekeeper.cli.colour import ink_of_page, show_page
from scorekeeper.cli.common import (
    Command,
    format_option,
    plain_option,
    show_json,
    talk,
    terminal_width,
)
from scorekeeper.cli.home_sessions import evenings
from scorekeeper.language import tr
from scorekeeper.render.sessions_text import session_row, sessions_text


@click.command("sessions", cls=Command)
@format_option()
@plain_option
def sessions(form: str, plain: bool) -> None:
    """The sessions there are: players, deals so far, leader.

    A star marks the one used last.
    """
    current, names = store.current_session(), store.session_names()
    rows = [session_row(name, evening, name == current) for name, _, evening in evenings(names)]
    if form == "json":
        show_json(rows)
    elif not names:
        talk(tr("there is no session yet; begin one: scorekeeper new GAME PLAYER…"))
    elif rows:
        ink = ink_of_page(plain)
        show_page(sessions_text(rows, terminal_width(), plain, ink), ink)


COMMANDS = {"sessions": sessions}

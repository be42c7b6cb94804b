"""What can still win: `outlook`."""

from __future__ import annotations

import click

from scorekeeper.cli.colour import ink_of_page, show_page
from scorekeeper.cli.common import (
    Command,
    format_option,
    plain_option,
    session_option,
    show_json,
    terminal_width,
)
from scorekeeper.cli.opened_session import whole_book
from scorekeeper.render.outlook_text import outlook_text, outlook_value, side_named


@click.command("outlook", cls=Command)
@click.option(
    "--for", "player", metavar="PLAYER", help="What this player's side needs of the coming deal."
)
@session_option
@format_option()
@plain_option
def outlook(player: str | None, session: str | None, form: str, plain: bool) -> None:
    """Who can still win, and how.

    For each side the best and worst final total still possible, and a run of points that wins.
    """
    opened = whole_book(session)
    side = None if player is None else side_named(opened.agreed, player)
    value = outlook_value(opened.standing, side)
    if form == "json":
        show_json(value)
    else:
        ink, width = ink_of_page(plain), min(terminal_width(), 100)
        show_page(outlook_text(value, opened.agreed.rules, width, plain, ink), ink)


COMMANDS = {"outlook": outlook}

"""What can still win: `outlook`."""

from __future__ import annotations

import click

from scorekeeper.cli.common import Command, format_option, offered, plain_option, session_option
from scorekeeper.cli.opened_session import whole_book
from scorekeeper.cli.showing import show_report
from scorekeeper.render.outlook_text import outlook_text
from scorekeeper.report.outlook_sheet import outlook_sheet, outlook_value, side_named


@click.command("outlook", cls=Command)
@click.option(
    "--for",
    "player",
    metavar="PLAYER",
    shell_complete=offered("players"),
    help="What this player's side needs of the coming deal.",
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
    found, rules = outlook_sheet(opened.standing, side), opened.agreed.rules
    show_report(
        outlook_value(found),
        lambda width, ink: outlook_text(found, rules, width, plain, ink),
        form == "json",
        plain,
    )


COMMANDS = {"outlook": outlook}

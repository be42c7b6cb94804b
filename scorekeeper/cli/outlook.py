"""What can still win: `outlook`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from scorekeeper.cli.common import (
    Command,
    format_option,
    plain_option,
    session_option,
    show,
    show_json,
    terminal_width,
    whole_book,
)
from scorekeeper.problems import Problem, Refused

if TYPE_CHECKING:
    from scorekeeper.session import Agreed


@click.command("outlook", cls=Command)
@click.option("--for", "player", metavar="PLAYER", help="What this player's side needs of the coming deal.")
@session_option
@format_option()
@plain_option
def outlook(player: str | None, session: str | None, form: str, plain: bool) -> None:
    """Who can still win, and how.

    For each side the best and worst final total still possible, and a run of points that wins.
    """
    from scorekeeper.report.outlook import need_of, outlook_text, outlook_value

    opened = whole_book(session)
    side = None if player is None else opened.agreed.side_of[_seat(opened.agreed, player)]
    value = outlook_value(opened.standing)
    if side is not None:
        value["for"] = need_of(opened.standing, side)
    if form == "json":
        show_json(value)
    else:
        show(outlook_text(value, opened.agreed.rules, min(terminal_width(), 100), plain))


def _seat(agreed: Agreed, word: str) -> int:
    """The seat of the player that a word names."""
    from scorekeeper.entry.names import players_named

    seats = players_named(agreed, word)
    if len(seats) != 1:
        names = ", ".join(agreed.players)
        raise Refused(
            [
                Problem(
                    "player-unknown",
                    f"`{word}` is not one player here; there are: {names}",
                    "for",
                    "say the whole name",
                )
            ]
        )
    return seats[0]


COMMANDS = {"outlook": outlook}

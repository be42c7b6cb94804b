"""Who sits where, changed in mid-evening: `seat`."""

from __future__ import annotations

import click

from scorekeeper.book.reseating import seating
from scorekeeper.cli.acting import record_act
from scorekeeper.cli.common import Command, clock, format_option, offered, session_option


@click.command("seat", cls=Command)
@click.argument(
    "words",
    nargs=-1,
    required=True,
    metavar="NEW for PLAYER | swap PLAYER PLAYER",
    shell_complete=offered("players"),
)
@session_option
@format_option()
def seat(words: tuple[str, ...], session: str | None, form: str) -> None:
    """Somebody takes a seat, or two change places.

    NEW goes on in the seat of PLAYER, with the score, from the coming deal on; past deals keep
    their people. With swap two change places, and the deal stays at its place. A reason may
    follow.
    """
    record_act(session, form, True, lambda opened: seating(opened, words, clock()))


COMMANDS = {"seat": seat}

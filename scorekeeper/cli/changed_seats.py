"""Who sits where, changed in mid-evening: `seat`."""

from __future__ import annotations

import click

from scorekeeper.cli.acting import record_act
from scorekeeper.cli.common import Command, by_option, clock, format_option, offered, session_option
from scorekeeper.game.table_changes import OWN_SCORE
from scorekeeper.record.at_the_table import FROM
from scorekeeper.record.reseating import seating


@click.command("seat", cls=Command)
@click.argument(
    "words",
    nargs=-1,
    required=True,
    metavar="NEW for PLAYER | swap PLAYER PLAYER",
    shell_complete=offered("players"),
)
@click.option(OWN_SCORE, "own", is_flag=True, help="With a score of NEW's own, which begins anew.")
@click.option(FROM, "start", metavar="N", help="From deal N on (default: from the coming deal on).")
@session_option
@by_option
@format_option()
def seat(
    words: tuple[str, ...], own: bool, start: str | None, session: str | None, form: str
) -> None:
    """Somebody takes a seat, or two change places.

    NEW goes on in the seat of PLAYER, with the score, from the coming deal on; past deals keep
    their people. With --own-score NEW begins a column, PLAYER's stays as it is, and places go
    by the points of a deal played. With swap two change places, and the deal stays at its place.
    A reason may follow.
    """
    said = [*words, *([OWN_SCORE] if own else []), *([] if start is None else [FROM, start])]
    record_act(session, form, True, lambda opened: seating(opened, said, clock()))


COMMANDS = {"seat": seat}

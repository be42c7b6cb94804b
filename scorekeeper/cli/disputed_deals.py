"""A disputed count is settled: `settle`."""

from __future__ import annotations

import click

from scorekeeper.cli.acting import record_act
from scorekeeper.cli.common import (
    DEAL_NUMBER,
    Command,
    by_option,
    clock,
    format_option,
    offered,
    session_option,
)
from scorekeeper.record.disputing import settling


@click.command("settle", cls=Command)
@click.argument("number", type=DEAL_NUMBER, shell_complete=offered("deals"))
@click.argument("reading", metavar="READING")
@click.argument("why", nargs=-1, metavar="[WHY]")
@session_option
@by_option
@format_option()
def settle(number: int, reading: str, why: tuple[str, ...], session: str | None, form: str) -> None:
    """Decides which count of disputed deal NUMBER holds.

    READING is 1 for the count before the first --or, 2 for the one after it, and so on; or
    `split`, where the rules have a word for it. Shows every total that moves; `scorekeeper undo`
    opens the dispute again.
    """
    reason = " ".join(why)
    record_act(
        session, form, True, lambda opened: settling(opened, number, reading, clock(), reason)
    )


COMMANDS = {"settle": settle}

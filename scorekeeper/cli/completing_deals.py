"""A deal that waits is completed: `complete`."""

from __future__ import annotations

import click

from scorekeeper.cli.acting import record_act
from scorekeeper.cli.common import (
    DEAL_NUMBER,
    FACTS,
    Command,
    by_option,
    clock,
    format_option,
    no_such_option,
    offered,
    session_option,
    why_option,
    yes_option,
)
from scorekeeper.record.waiting_deals import completing


@click.command("complete", cls=Command, context_settings=FACTS)
@click.argument("number", type=DEAL_NUMBER, shell_complete=offered("deals"))
@click.argument("facts", nargs=-1, metavar="FACT…", shell_complete=offered("facts"))
@session_option
@by_option
@format_option()
@yes_option
@why_option
@click.pass_context
def complete(
    ctx: click.Context,
    number: int,
    facts: tuple[str, ...],
    session: str | None,
    form: str,
    yes: bool,
    why: str,
) -> None:
    """Says what deal NUMBER still waits for.

    For games in which a deal's points hang on what happens later. Until then they are open, and so
    is every total that hangs on them. Shows every later total that moves; `scorekeeper undo` lets
    the deal wait again.
    """
    no_such_option(ctx, facts)
    record_act(session, form, yes, lambda opened: completing(opened, number, facts, clock(), why))


COMMANDS = {"complete": complete}

"""What is known of the coming deal before its result: `known`."""

from __future__ import annotations

import click

from scorekeeper.cli.acting import record_act
from scorekeeper.cli.common import (
    FACTS,
    Command,
    by_option,
    clock,
    format_option,
    no_such_option,
    offered,
    session_option,
)
from scorekeeper.record.knowing import knowing


@click.command("known", cls=Command, context_settings=FACTS)
@click.argument("facts", nargs=-1, metavar="FACT…", shell_complete=offered("facts"))
@session_option
@by_option
@format_option()
@click.pass_context
def known(ctx: click.Context, facts: tuple[str, ...], session: str | None, form: str) -> None:
    """Records bids, an auction or a cut trump suit before the result.

    Facts are those of `scorekeeper deal`, which then needs only the others. A fact said again
    replaces what was recorded of it, FACT=- takes it out.
    """
    no_such_option(ctx, facts)
    record_act(session, form, True, lambda opened: knowing(opened, facts, clock()))


COMMANDS = {"known": known}

"""What one of two people counted, whom the other does not see: `count`."""

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
    recorder,
    session_option,
    yes_option,
)
from scorekeeper.record.counting import counting


@click.command("count", cls=Command, context_settings=FACTS)
@click.argument("facts", nargs=-1, metavar="FACT…", shell_complete=offered("facts"))
@session_option
@by_option
@format_option()
@yes_option
@click.pass_context
def count(
    ctx: click.Context, facts: tuple[str, ...], session: str | None, form: str, yes: bool
) -> None:
    """Keeps what --by NAME counted of the coming deal, for another person's count.

    Facts are those of `scorekeeper deal`. No command shows the first count before the second is
    there. Two that are alike record the deal under both names; where they differ both are shown,
    with what to count again, and whoever counts anew replaces their own.
    """
    no_such_option(ctx, facts)
    record_act(session, form, yes, lambda opened: counting(opened, facts, recorder(), clock()))


COMMANDS = {"count": count}

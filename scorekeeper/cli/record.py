"""Recording: `deal`."""

from __future__ import annotations

import click

from scorekeeper.book.recording import new_deal
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
    why_option,
    yes_option,
)
from scorekeeper.language import tr
from scorekeeper.message import CommandLine, say
from scorekeeper.problems import refuse

PROGRAM = "scorekeeper"
LONGEST_ID = 100  # letters


def _checked_id(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    """The id of an entry; wrong usage where it is empty, long or cannot be seen."""
    if value is not None and not (
        value.strip() and value.isprintable() and len(value) <= LONGEST_ID
    ):
        raise click.BadParameter(tr("say 1 to {most} letters that can be seen", most=LONGEST_ID))
    return value


@click.command("deal", cls=Command, context_settings=FACTS)
@click.argument("facts", nargs=-1, metavar="FACT…", shell_complete=offered("facts"))
@session_option
@by_option
@format_option()
@yes_option
@click.option(
    "--once", metavar="ID", callback=_checked_id, help="Record nothing if ID was recorded before."
)
@why_option
@click.pass_context
def deal(
    ctx: click.Context,
    facts: tuple[str, ...],
    session: str | None,
    form: str,
    yes: bool,
    once: str | None,
    why: str,
) -> None:
    """Records one deal.

    Facts are key=value words, or bare words wherever one reading is possible. Counts go in the
    players' order (in team games the sides'); one left out, or -, is worked out where the rules
    fix the total. `scorekeeper next` says what the coming deal needs.
    """
    no_such_option(ctx, facts)
    _refuse_a_command(" ".join(facts))
    record_act(session, form, yes, lambda opened: new_deal(opened, facts, clock(), once or "", why))


def _refuse_a_command(line: str) -> None:
    """Raises Refused where a whole command was put in the place of a deal."""
    first, name, *words = [*line.split(), "", ""]
    if first == PROGRAM:
        message = tr("`{line}` is a command of its own, not a deal", line=line)
        command = CommandLine(name, tuple(filter(None, words)))
        raise refuse("command-form", message, None, say("type {words}", words=command))


COMMANDS = {"deal": deal}

"""Changing which deals there are, and in which order: `insert strike swap`."""

from __future__ import annotations

import click

from scorekeeper.cli.acting import record_act
from scorekeeper.cli.common import (
    DEAL_NUMBER,
    FACTS,
    WHOLE_NUMBER,
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
from scorekeeper.record.reordering import inserting, striking, swapping


@click.command("insert", cls=Command, context_settings=FACTS)
@click.argument("number", type=WHOLE_NUMBER, shell_complete=offered("deals"))
@click.argument("facts", nargs=-1, metavar="FACT… [--or FACT…]", shell_complete=offered("facts"))
@session_option
@by_option
@format_option()
@yes_option
@why_option
@click.pass_context
def insert(
    ctx: click.Context,
    number: int,
    facts: tuple[str, ...],
    session: str | None,
    form: str,
    yes: bool,
    why: str,
) -> None:
    """Records a forgotten deal as deal NUMBER.

    Those from NUMBER on move up by one and are judged again. Shows every later total that moves;
    refused, with the reasons, if a later deal would become impossible. Where people rest each keeps
    those who dealt and played it, which is shown and asked about first; dealer=PLAYER says who
    dealt the forgotten one.
    """
    no_such_option(ctx, facts)
    record_act(session, form, yes, lambda opened: inserting(opened, number, facts, clock(), why))


@click.command("strike", cls=Command)
@click.argument("number", type=DEAL_NUMBER, shell_complete=offered("deals"))
@session_option
@by_option
@format_option()
@yes_option
@why_option
def strike(number: int, session: str | None, form: str, yes: bool, why: str) -> None:
    """Takes deal NUMBER out, which never was.

    Those after it move down by one and are judged again; `scorekeeper undo` brings it back. Where
    people rest each keeps those who dealt and played it: it is shown and asked about first.
    """
    record_act(session, form, yes, lambda opened: striking(opened, number, clock(), why))


@click.command("swap", cls=Command)
@click.argument("number", type=WHOLE_NUMBER, shell_complete=offered("deals"))
@click.argument("other", type=WHOLE_NUMBER, shell_complete=offered("deals"))
@session_option
@by_option
@format_option()
@yes_option
@why_option
def swap(number: int, other: int, session: str | None, form: str, yes: bool, why: str) -> None:
    """Two deals that were recorded in the wrong order change places.

    They and all after them are judged again. Where people rest each keeps those who dealt and
    played it: it is shown and asked about first.
    """
    record_act(session, form, yes, lambda opened: swapping(opened, number, other, clock(), why))


COMMANDS = {"insert": insert, "strike": strike, "swap": swap}

"""Correcting: `amend undo redo`."""

from __future__ import annotations

import click

from scorekeeper.cli.acting import asked_if_there, record_act
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
from scorekeeper.record.amending import amendment, redoing, undoing
from scorekeeper.record.at_the_table import THEN
from scorekeeper.record.book import Act, Book
from scorekeeper.record.number_order import NUMBER_ORDER
from scorekeeper.text.language import tr


@click.command("amend", cls=Command, context_settings=FACTS)
@click.argument("number", type=DEAL_NUMBER, shell_complete=offered("deals"))
@click.argument("facts", nargs=-1, metavar="FACT… [--or FACT…]", shell_complete=offered("facts"))
@session_option
@by_option
@format_option()
@yes_option
@why_option
@click.option(THEN, metavar="stays|returns", help="After dealer=PLAYER: where the turn goes then.")
@click.pass_context
def amend(
    ctx: click.Context,
    number: int,
    facts: tuple[str, ...],
    session: str | None,
    form: str,
    yes: bool,
    why: str,
    then: str | None,
) -> None:
    """Corrects deal NUMBER; only the facts given change.

    At any time, also after the end; trump=- takes a fact out. Shows every later total that moves;
    refused, with the reasons, if a later deal would become impossible. --or keeps another count
    beside the one that stands, until `scorekeeper settle` decides.
    """
    no_such_option(ctx, facts)
    words = [*facts, *([] if then is None else [THEN, then])]

    def act(opened: Book) -> Act:
        done = amendment(opened, number, words, clock(), why)
        return asked_if_there(asked_if_there(done), NUMBER_ORDER, is_flagged=True)

    record_act(session, form, yes, act)


class Undo(Command):
    """`undo`, which of a number says what it may have been meant for."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        numbers = [word for word in args if word.isdecimal()]
        try:
            return super().parse_args(ctx, args)
        except click.UsageError:
            if not numbers:
                raise
        ctx.fail(
            tr(
                "undo takes back the last entry alone; of deal {number}: {strike} takes it out, "
                "{amend} corrects it",
                number=numbers[0],
                strike=f"`scorekeeper strike {numbers[0]}`",
                amend=f"`scorekeeper amend {numbers[0]} …`",
            )
        )


@click.command("undo", cls=Undo)
@session_option
@by_option
@format_option()
def undo(session: str | None, form: str) -> None:
    """Takes back the last entry, deal or correction."""
    record_act(session, form, True, lambda opened: undoing(opened, clock()))


@click.command("redo", cls=Command)
@session_option
@by_option
@format_option()
def redo(session: str | None, form: str) -> None:
    """Restores what undo took back."""
    record_act(session, form, True, lambda opened: redoing(opened, clock()))


COMMANDS = {"amend": amend, "undo": undo, "redo": redo}

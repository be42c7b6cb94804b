"""What happens between deals and changes no score: `note`."""

from __future__ import annotations

import click

from scorekeeper.cli.acting import record_act
from scorekeeper.cli.common import Command, by_option, clock, format_option, session_option
from scorekeeper.record.events import noting


@click.command("note", cls=Command)
@click.argument("text", nargs=-1, required=True, metavar="TEXT")
@session_option
@by_option
@format_option()
def note(text: tuple[str, ...], session: str | None, form: str) -> None:
    """Notes something about the coming deal.

    It changes no score; `scorekeeper log` has it, and it stands under the sheet.
    """
    record_act(session, form, True, lambda opened: noting(opened, " ".join(text), clock()))


COMMANDS = {"note": note}

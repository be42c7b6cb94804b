"""Typing in the result slips of an event: `event slip`."""

from __future__ import annotations

import sys

import click

from scorekeeper.cli.common import (
    WHOLE_NUMBER,
    Command,
    by_option,
    clock,
    format_option,
    is_terminal,
    talk,
    why_option,
)
from scorekeeper.cli.event_tables import told_tables
from scorekeeper.cli.opened_event import change_event, event_option, open_event, show_done
from scorekeeper.cli.refusal import show_refusal
from scorekeeper.event import OpenEvent
from scorekeeper.event.event_acts import Done
from scorekeeper.event.event_state import Table
from scorekeeper.event.result_slips import open_slips, recording_slip, table_named
from scorekeeper.record.events import kept_why
from scorekeeper.text.language import tr
from scorekeeper.text.problems import Refused
from scorekeeper.text.speech import names_listed
from scorekeeper.text.width import safe


@click.command("slip", cls=Command, context_settings={"ignore_unknown_options": True})
@click.argument("table", metavar="[NUMBER]", required=False)
@click.argument("points", metavar="[POINTS]…", nargs=-1)
@click.option(
    "--round", "number", type=WHOLE_NUMBER, metavar="NUMBER",
    help="Which round (default: the latest that has begun).",
)  # fmt: skip
@why_option
@event_option
@by_option
@format_option()
def slip(
    table: str | None, points: tuple[str, ...], number: int | None, why: str, event: str | None,
    form: str,
) -> None:  # fmt: skip
    """Records the result of a table from its slip, where its deals are on paper.

    The number of the table, the points from top to bottom, and their sum, which may be left out.
    Without them it asks for each slip of the round that is missing; each is recorded at once.
    Where the deals are recorded, the slip is compared with them.
    """
    if table is None:
        _ask_for_slips(number, why, event, form)
    else:
        _record(table, points, number, why, event, form)


def _record(
    table: str, points: tuple[str, ...], number: int | None, why: str, event: str | None, form: str
) -> None:
    def act(now: OpenEvent) -> Done:
        found = table_named(now.event, table, number)
        return recording_slip(now, found, points, told_tables(now.event), clock(), kept_why(why))

    before, done = change_event(event, act)
    show_done(before.name, done, form)


def _ask_for_slips(number: int | None, why: str, event: str | None, form: str) -> None:
    """Ask for the points of each table without a result; an empty line leaves it out."""
    opened = open_event(event)
    tables = open_slips(opened.event, told_tables(opened.event), number)
    if not tables:
        talk(tr("no slip is missing"))
    for table in tables:
        while line := _line(table):
            try:
                _record(str(table.number), tuple(line.split()), table.round, why, event, form)
            except Refused as refusal:
                show_refusal(refusal, form)
                if not is_terminal(sys.stdin):
                    raise SystemExit(1) from None
            else:
                break


def _line(table: Table) -> str:
    """Return what is typed for a table's slip, one line; empty where nothing is, or at the end."""
    names = safe(names_listed(table.people))
    asked = tr("table {number}, points of {names}", number=table.number, names=names)
    click.echo(f"{asked}> ", nl=False, err=True)
    line = sys.stdin.readline() if sys.stdin else ""
    if not is_terminal(sys.stdin):
        click.echo("", err=True)
    return line.strip()


COMMANDS = {"slip": slip}

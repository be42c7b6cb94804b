"""The group `event`: many people at many tables, over several rounds."""

from __future__ import annotations

import click

from scorekeeper.cli.common import format_option
from scorekeeper.cli.lazy_group import LazyGroup

FILES = {
    "event_new": ("new",),
    "event_list": ("list",),
    "event_seats": ("seat", "swap"),
    "event_rounds": ("next", "round", "missing", "use", "finish"),
    "event_result": ("standings", "explain", "ratings"),
    "event_wall": ("seating", "slips"),
    "event_slip": ("slip",),
    "event_people": ("join", "late", "absent", "drop", "penalty"),
    "event_log": ("note", "undo", "redo", "log", "check"),
    "event_copies": ("merge",),
}


@click.group("event", cls=LazyGroup, files=FILES, invoke_without_command=True)
@format_option()
@click.pass_context
def event(ctx: click.Context, form: str) -> None:
    """Events: many tables, several rounds; alone it lists them."""
    if ctx.invoked_subcommand is None:
        # 8 ms, only for the list
        from scorekeeper.cli.event_list import show_events  # noqa: PLC0415

        show_events(form)


COMMANDS = {"event": event}

"""The group `people`: everybody who plays, each under one name."""

from __future__ import annotations

import click

from scorekeeper.cli.common import format_option, plain_option
from scorekeeper.cli.lazy_group import LazyGroup
from scorekeeper.cli.people_list import show_people

FILES = {"people_list": ("list",), "who_is_who": ("add", "alias", "rename", "merge", "part")}


@click.group("people", cls=LazyGroup, files=FILES, invoke_without_command=True)
@format_option()
@plain_option
@click.pass_context
def people(ctx: click.Context, form: str, plain: bool) -> None:
    """Everybody who plays, each under one name.

    Alone it lists them. What is said here stands in `people.toml`, which may be
    mended by hand; no session is changed.
    """
    if ctx.invoked_subcommand is None:
        show_people(form, plain)


COMMANDS = {"people": people}

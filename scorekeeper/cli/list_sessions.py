"""The group `sessions`: those that there are, and where each is kept."""

from __future__ import annotations

import click

from scorekeeper import store
from scorekeeper.cli.colour import ink_of_page, show_page
from scorekeeper.cli.common import format_option, plain_option, show_json, talk, terminal_width
from scorekeeper.cli.home_sessions import evenings
from scorekeeper.cli.lazy_group import LazyGroup
from scorekeeper.cli.session_copies import tell_copies
from scorekeeper.league.copies import copies_of
from scorekeeper.league.one_evening import begun_with
from scorekeeper.render.sessions_text import session_row, sessions_text
from scorekeeper.text.language import tr

FILES = {"keep_sessions": ("rename", "archive", "delete", "restore")}


@click.group("sessions", cls=LazyGroup, files=FILES, invoke_without_command=True)
@click.option("--all", "is_all", is_flag=True, help="Archived ones too.")
@format_option()
@plain_option
@click.pass_context
def sessions(ctx: click.Context, is_all: bool, form: str, plain: bool) -> None:
    """The sessions there are: players, deals so far, leader.

    A star marks the one used last.
    """
    if ctx.invoked_subcommand is None:
        _show_sessions(is_all, form, plain)


def _show_sessions(is_all: bool, form: str, plain: bool) -> None:
    current, names = store.current_session(), store.session_names()
    if is_all:
        archived = [name for name in store.every_session() if store.bare_name(name) != name]
        names = [*archived, *names]
    told = [(name, evening) for name, _, evening in evenings(names)]
    bare = [(store.bare_name(name), evening) for name, evening in told]
    copies, firsts = copies_of(bare), begun_with(bare)
    rows = [
        session_row(
            short, evening, name == current, short != name, copies.get(short), firsts.get(short)
        )
        for (name, evening), (short, _) in zip(told, bare, strict=True)
    ]
    if form == "json":
        show_json(rows)
    elif not names:
        talk(tr("there is no session yet; begin one: scorekeeper new GAME PLAYER…"))
    elif rows:
        ink = ink_of_page(plain)
        show_page(sessions_text(rows, terminal_width(), plain, ink), ink)
    tell_copies(bare)


COMMANDS = {"sessions": sessions}

"""What is different in another game: `rules diff`."""

from __future__ import annotations

import click

from scorekeeper.cli.common import Command, format_option, offered, show, show_json, terminal_width
from scorekeeper.cli.proving import path_of
from scorekeeper.report.game.difference import difference_of, difference_text
from scorekeeper.store import library


@click.command("diff", cls=Command)
@click.argument("game", shell_complete=offered("games"))
@click.argument("other", shell_complete=offered("games"))
@format_option()
def diff(game: str, other: str, form: str) -> None:
    """Says what is different in OTHER.

    In sentences fit to be read aloud before the first deal.
    """
    one, two = (library.load_ruleset_file(path_of(name)) for name in (game, other))
    if form == "json":
        show_json(difference_of(one, two))
    else:
        show(difference_text(one, two, min(terminal_width(), 100)))


COMMANDS = {"diff": diff}

"""The share card as a picture: bytes for a file."""

from __future__ import annotations

import sys

import click

from scorekeeper.cli.common import is_terminal
from scorekeeper.store.pictures import png_of
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import refuse

CARDS = ("svg", "png")  # formats of the share card


def check_card(form: str, evening: bool) -> None:
    """Refuses a card of a whole evening, and a picture for a terminal, before anything is read."""
    if evening and form in CARDS:
        raise click.UsageError(
            tr("a card shows one session: leave out --evening, or choose another format")
        )
    if form == "png" and is_terminal(sys.stdout):
        command = CommandLine("summary", ("--format", "png"))
        raise refuse(
            "picture-terminal",
            say("a terminal cannot show a PNG picture"),
            None,
            say("write it into a file: `{command} > card.png`", command=command),
        )


def show_png(svg: str) -> None:
    """The drawing as a picture, for a file or a pipe."""
    click.echo(png_of(svg), nl=False)

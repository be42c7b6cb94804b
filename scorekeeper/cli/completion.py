"""The scripts that teach a shell to complete: `completion`."""

from __future__ import annotations

import click

from scorekeeper.cli.common import Command, show
from scorekeeper.cli.completing import script


@click.command("completion", cls=Command)
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def completion(shell: str) -> None:
    """Lets the Tab key complete in your shell.

    Commands, options, games, sessions, players, and what the coming deal still
    needs. It prints a script; add the line of your shell to its file:

    \b
    ~/.bashrc                     eval "$(scorekeeper completion bash)"
    ~/.zshrc                      eval "$(scorekeeper completion zsh)"
    ~/.config/fish/config.fish    scorekeeper completion fish | source
    """
    show(script(shell).rstrip("\n"))


COMMANDS = {"completion": completion}

"""The scripts that teach a shell to complete: `completion`."""

from __future__ import annotations

import os

import click

from scorekeeper import store
from scorekeeper.cli.common import Command, show


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
    show(script(shell))


def script(shell: str) -> str:
    """A shell's script; it is a file beside this one."""
    return store.read_path(os.path.join(os.path.dirname(__file__), f"completion.{shell}")).rstrip(
        "\n"
    )


COMMANDS = {"completion": completion}

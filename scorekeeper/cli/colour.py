"""Bold, dim and red for a terminal.

Nothing is said by colour alone. It is off in a pipe, on a dumb terminal and wherever `NO_COLOR` or
`--no-color` asks for it; `CLICOLOR_FORCE` and `FORCE_COLOR` turn it on for a pipe.
"""

from __future__ import annotations

import os
import sys
from typing import TextIO

import click

from scorekeeper.text.ink import NO_INK, Ink

FORCED = ("CLICOLOR_FORCE", "FORCE_COLOR")


def is_coloured(stream: TextIO | None) -> bool:
    """Whether what is written to a stream is seen by somebody who has not asked for plain text."""
    if stream is None or os.environ.get("NO_COLOR"):
        return False
    if any(os.environ.get(name, "0") not in ("", "0") for name in FORCED):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def bold(text: str) -> str:
    """The text in bold."""
    return _styled(text, bold=True)


def dim(text: str) -> str:
    """The text fainter than others."""
    return _styled(text, dim=True)


def red(text: str) -> str:
    """The text in bold red."""
    return _styled(text, fg="red", bold=True)


def _styled(
    text: str, fg: str | None = None, bold: bool | None = None, dim: bool | None = None
) -> str:
    """The text between the codes of a style; spaces around it stay outside."""
    inner = text.strip()
    before, _, after = text.partition(inner) if inner else (text, "", "")
    return f"{before}{click.style(inner, fg=fg, bold=bold, dim=dim)}{after}" if inner else text


def ink_of_page(plain: bool = False) -> Ink:
    """What sets headings and tables off on stdout; nothing for a screen reader."""
    return NO_INK if plain or not is_coloured(sys.stdout) else Ink(bold, dim)


def show_page(text: str, ink: Ink) -> None:
    """A result whose headings and tables were set off with this ink."""
    click.echo(text, color=ink is not NO_INK or None)

"""Lines broken to the width of a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from scorekeeper.cli.common import is_terminal, terminal_width
from scorekeeper.text.width import indent_below, wrapped


def fitted(lines: Iterable[str], stream: TextIO | None) -> list[str]:
    """For a terminal, the lines broken between words; what goes on stands below a line's own
    words."""
    if not is_terminal(stream):
        return list(lines)
    width = terminal_width()
    return [part for line in lines for part in wrapped(line, width, indent_below(line))]

"""Lines broken to the width of a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from scorekeeper.cli.common import is_terminal, terminal_width
from scorekeeper.words.width import wrapped


def fitted(lines: Iterable[str], stream: TextIO | None) -> list[str]:
    """For a terminal, the lines broken between words; what goes on stands below a line's own
    words."""
    if not is_terminal(stream):
        return list(lines)
    return [part for line in lines for part in wrapped(line, terminal_width(), " " * _indent(line))]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" ")) + 2

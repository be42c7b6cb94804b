"""Lines broken to the width of a terminal, below the titles that some begin with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from scorekeeper.cli.common import is_terminal, terminal_width
from scorekeeper.language import marked, tr
from scorekeeper.words.width import wrapped

REFUSED, FAILED = marked("refused: "), marked("failed: ")
TRY, RULE = marked("try: "), marked("rule: ")


def fitted(lines: Iterable[str], stream: TextIO | None) -> list[str]:
    """For a terminal, the lines broken between words; what goes on stands below a line's own
    words."""
    if not is_terminal(stream):
        return list(lines)
    return [part for line in lines for part in wrapped(line, terminal_width(), " " * _indent(line))]


def _indent(line: str) -> int:
    title = next(
        (title for title in map(tr, (REFUSED, FAILED, TRY, RULE)) if line.startswith(title)), ""
    )
    return len(title) or len(line) - len(line.lstrip(" ")) + 2

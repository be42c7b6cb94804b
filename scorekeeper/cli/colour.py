"""Bold, dim and red for a terminal, put on at the very edge: the text itself and its columns stay
as they are.

Nothing is said by colour alone. It is off in a pipe, on a dumb terminal and wherever `NO_COLOR` or
`--no-color` asks for it; `CLICOLOR_FORCE` and `FORCE_COLOR` turn it on for a pipe.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from typing import TextIO

from scorekeeper.language import on_screen
from scorekeeper.words.width import width_of

BOLD, DIM, RED, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[1;31m", "\x1b[0m"
FORCED = ("CLICOLOR_FORCE", "FORCE_COLOR")


def is_coloured(stream: TextIO | None) -> bool:
    """Whether what is written to a stream is seen by somebody who has not asked for plain text."""
    if stream is None or os.environ.get("NO_COLOR"):
        return False
    if any(os.environ.get(name, "0") not in ("", "0") for name in FORCED):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def painted(text: str, how: str) -> str:
    """The text in one colour; spaces around it stay outside."""
    inner = text.strip()
    before, _, after = text.partition(inner) if inner else (text, "", "")
    return f"{before}{how}{inner}{PLAIN}{after}" if inner else text


# Where each column of a table begins and ends.
Columns = Sequence[tuple[int, int]]


# --- a page --------------------------------------------------------------------------------------


def painted_page(text: str, leaders: Collection[str] = ()) -> str:
    """A page with its headings bold, the lines of its tables dim, and the totals of these sides
    bold."""
    return "\n".join(
        _painted_table(block, leaders)
        if any(map(_is_across, block))
        else _painted_block(block, leaders, not number)
        for number, block in enumerate(_blocks(text.split("\n")))
    )


def _blocks(lines: Sequence[str]) -> Iterator[list[str]]:
    """The lines apart, where an empty one is; it ends its block."""
    block: list[str] = []
    for line in lines:
        block.append(line)
        if not line:
            yield block
            block = []
    if block:
        yield block


def _is_across(line: str) -> bool:
    return bool(line) and set(line) <= {on_screen("─"), " "}


def _painted_block(block: Sequence[str], leaders: Collection[str], is_top: bool) -> str:
    """Lines that are no table: a title, what stands above a list or what is set in, and a
    leader's first place are bold."""
    first, *rest = block
    below = [line for line in rest if line]
    is_set_in = bool(below) and all(line.startswith(("  ", "- ")) for line in below)
    if first[:1].isalnum() and (is_set_in or (is_top and rest == [""])):
        return "\n".join([painted(first, BOLD), *rest])
    return "\n".join(
        painted(line, BOLD) if _is_first_place(line, leaders) else line for line in block
    )


def _is_first_place(line: str, leaders: Collection[str]) -> bool:
    place, _, name = line.partition("  ")
    return place == "1" and any(f"{name} ".startswith(f"{leader} ") for leader in leaders)


def _painted_table(block: Sequence[str], leaders: Collection[str]) -> str:
    """A table: bold heads, dim lines across, and the totals of the leaders bold."""
    top = next(number for number, line in enumerate(block) if _is_across(line))
    above = [
        painted(line, BOLD) if number == top - 1 else line
        for number, line in enumerate(block[:top])
    ]
    columns = _columns(block[top])
    heads = _cells(block[top - 1], columns) if top else []
    return "\n".join([*above, *_painted_rows(block[top:], columns, heads, leaders)])


def _painted_rows(
    lines: Sequence[str], columns: Columns, heads: Sequence[str], leaders: Collection[str]
) -> Iterator[str]:
    """The rows from the line under the heads on. A leader's totals stand below a second line
    across, under that side's name; and in a table whose first column has no head, at the end of
    that side's own row."""
    for number, line in enumerate(lines):
        if _is_across(line):
            yield painted(line, DIM)
        elif any(map(_is_across, lines[1:number])):
            yield _painted_row(line, columns, [head in leaders for head in heads])
        elif heads[:1] == [""] and _cells(line, columns)[0] in leaders:
            yield _painted_row(line, columns, [True, *[False] * (len(columns) - 2), True])
        else:
            yield line


def _columns(across: str) -> list[tuple[int, int]]:
    """Where each column of a table begins and ends, by the line under its heads."""
    found, start = [], 0
    for part in across.split(" "):
        found += [(start, start + len(part))] if part else []
        start += len(part) + 1
    return found


def _cells(line: str, columns: Columns) -> list[str]:
    """What stands in each column; nothing where a character takes two of the terminal's, for
    those are not counted."""
    if width_of(line) != len(line):
        return [""] * len(columns)
    return [line[start:end].strip() for start, end in columns]


def _painted_row(line: str, columns: Columns, bold: Sequence[bool]) -> str:
    """The row with these of its cells bold."""
    if width_of(line) != len(line):
        return line
    for (start, end), is_bold in reversed([*zip(columns, bold, strict=False)]):
        line = f"{line[:start]}{painted(line[start:end], BOLD)}{line[end:]}" if is_bold else line
    return line

"""TOML from a stranger: read as the standard reader does, but for what would cost it the
machine."""

import re
import tomllib
from typing import Any

# So many dots in a line cost nothing; of lines with more the squares may come to so much.
FEW, MOST = 20, 1_000_000
# Figures to a base of two, eight or sixteen are read whatever their number, and could then not be
# printed.
_ENDLESS = r"0[xob][0-9A-Fa-f_]{100}"


def toml_table(text: str) -> dict[str, Any]:
    """The table in a text; ValueError or RecursionError where it is none.

    The standard reader keeps every beginning of a dotted key, which takes room by the square of its
    parts: a key of ten thousand took 400 MiB.
    """
    if text.count(".") ** 2 > MOST and _squares(text) > MOST:
        raise ValueError("a key has too many parts")
    if any(base in text for base in ("0x", "0o", "0b")) and re.search(_ENDLESS, text):
        raise ValueError("a number has too many figures")
    return tomllib.loads(text)


def _squares(text: str) -> int:
    """The squares of the dots in each line, summed; few dots count for nothing."""
    return sum(dots * dots for dots in (line.count(".") for line in text.split("\n")) if dots > FEW)

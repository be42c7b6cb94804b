"""Where in a TOML text a key stands; the standard reader does not say, so this looks.

Used only when there is a fault to report, so it may be slow, and it may answer None.
"""

from __future__ import annotations

import re
from functools import lru_cache

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(
    r"^\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*="
)


def line_of(text: str, path: str) -> int | None:
    """The line (from 1) of the key at `path`, as `contract.pass.quota` or `outcome[2].when`.

    Where the key itself is not found, the line of the nearest table that holds it.
    """
    lines, tables = _places(text)
    wanted = path
    while wanted:
        if wanted in lines:
            return lines[wanted]
        if wanted in tables:
            return tables[wanted]
        wanted = wanted[: max(wanted.rfind("."), wanted.rfind("["), 0)]
    return None


@lru_cache(8)  # a file with one fault has often many
def lines_of(text: str) -> list[str]:
    """The lines of a text."""
    return text.splitlines()


@lru_cache(8)
def _places(text: str) -> tuple[dict[str, int], dict[str, int]]:
    keys: dict[str, int] = {}
    tables: dict[str, int] = {}
    rows: dict[str, int] = {}
    here = ""
    for number, line in enumerate(lines_of(text), 1):
        header = _HEADER.match(line)
        if header:
            here = _name(header[2])
            parts = here.split(".")
            for depth in range(1, len(parts)):
                outer = ".".join(parts[:depth])
                tables.setdefault(outer, number)
                if outer in rows:
                    here = here.replace(outer, f"{outer}[{rows[outer]}]", 1)
            if header[1] == "[[":
                tables.setdefault(here, number)
                rows[here] = rows.get(here, -1) + 1
                here = f"{here}[{rows[here]}]"
            tables.setdefault(here, number)
            continue
        key = _KEY.match(line)
        if key:
            name = f"{here}.{_name(key[1])}" if here else _name(key[1])
            keys.setdefault(name, number)
            for depth in range(1, key[1].count(".") + 1):  # `text.en = …` makes the table `text`
                tables.setdefault(name.rsplit(".", depth)[0], number)
    return keys, tables


def _name(text: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in text.split("."))

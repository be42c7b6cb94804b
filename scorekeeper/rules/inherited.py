"""What a page says itself, and what it has from the page that it extends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_STEP = re.compile(r"[^.\[\]]+")


def is_inherited(path: str, own: Mapping[str, Any], merged: Mapping[str, Any]) -> bool:
    """Whether what stands at a path of the merged page, as `outcome[2].when`, is not said in the
    page's own table."""
    return "extends" in own and value_at(merged, path) not in [*_values(own)]


def value_at(table: Any, path: str) -> Any:
    """What stands at a path; None where nothing does."""
    here = table
    for step in _STEP.findall(path):
        if isinstance(here, list):
            here = here[int(step)] if step.isdecimal() and int(step) < len(here) else None
        else:
            here = here.get(step) if isinstance(here, Mapping) else None
    return here


def _values(table: Any) -> Iterator[Any]:
    """Every value of a table and of the tables within it."""
    inner = table.values() if isinstance(table, Mapping) else table
    for value in inner if isinstance(table, (Mapping, list)) else ():
        yield value
        yield from _values(value)

"""Python's reader of TOML, which remembers. Every command reads its rules anew, and the suite
would parse the same few for a third of its time: here each text is parsed once, and every reader
gets values of its own."""

from __future__ import annotations

import pickle
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from typing import Any

# The standard reader, also where this file is read a second time, as `tests.reading`.
_loads = getattr(tomllib.loads, "__wrapped__", tomllib.loads)


@lru_cache(maxsize=1000)
def _parsed(text: str) -> bytes:
    return pickle.dumps(_loads(text))


@wraps(_loads)
def _loads_once(text: str) -> dict[str, Any]:
    """What the standard reader makes of a text."""
    try:
        table: dict[str, Any] = pickle.loads(_parsed(text))
    except RecursionError:  # the standard reader goes deeper
        table = _loads(text)
    return table


def remember() -> None:
    """From now on a text is parsed once."""
    tomllib.loads = _loads_once  # type: ignore[assignment]  # our readers give it no parse_float


@contextmanager
def parsing() -> Iterator[None]:
    """Every text is parsed, for as long as work is counted."""
    before, tomllib.loads = tomllib.loads, _loads
    try:
        yield
    finally:
        tomllib.loads = before

"""Readers that remember. Every command reads its rules anew, and the suite would read the same few
for a third of its time: here each text is parsed once, and whoever asks gets values of their own;
each page of rules is read once, and whoever asks gets the same frozen one; and each new session has
its rules written once."""

from __future__ import annotations

import pickle
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, wraps
from types import ModuleType
from typing import Any

import tomli_w

import scorekeeper.book
import scorekeeper.ruleset.whole_page
import scorekeeper.store.library
import scorekeeper.toml
from scorekeeper.ruleset.model import Ruleset

Table = dict[str, Any]


def _parsed_once(parse: Callable[[str], Table]) -> Callable[[str], Table]:
    """What a parser makes of a text, new values each time; what it refuses it refuses each time."""

    @lru_cache(maxsize=1000)
    def kept(text: str) -> bytes:
        return pickle.dumps(parse(text))

    @wraps(parse)
    def parsed(text: str) -> Table:
        try:
            table: Table = pickle.loads(kept(text))
        except RecursionError:  # the parser itself goes deeper
            table = parse(text)
        return table

    return parsed


def _read_once(read: Callable[[Any, str], Ruleset]) -> Callable[[Any, str], Ruleset]:
    """The ruleset that a page makes; of a page that is refused nothing is kept."""

    @lru_cache(maxsize=200)
    def kept(page: bytes, ruleset_id: str) -> Ruleset:
        return read(pickle.loads(page), ruleset_id)

    @wraps(read)
    def found(raw: Mapping[str, Any], ruleset_id: str) -> Ruleset:
        return kept(pickle.dumps(raw), ruleset_id)

    return found


def _written_once(write: Callable[..., str]) -> Callable[..., str]:
    """The text that a table is written as."""

    @lru_cache(maxsize=200)
    def kept(table: bytes, how: tuple[tuple[str, Any], ...]) -> str:
        return write(pickle.loads(table), **dict(how))

    @wraps(write)
    def written(table: Mapping[str, Any], **how: Any) -> str:
        return kept(pickle.dumps(table), tuple(how.items()))

    return written


# Where each is called, by which name.
PLACES: tuple[tuple[ModuleType, str, Callable[..., Any]], ...] = (
    (tomllib, "loads", _parsed_once),
    (scorekeeper.toml, "plain_table", _parsed_once),
    (scorekeeper.book, "read_kept_ruleset", _read_once),
    (scorekeeper.store.library, "read_kept_ruleset", _read_once),
    (scorekeeper.ruleset.whole_page, "read_ruleset", _read_once),
    (tomli_w, "dumps", _written_once),
)
# What stands there, also where this file is read a second time, as `tests.reading`.
ITSELF = [
    getattr(getattr(module, name), "__wrapped__", getattr(module, name))
    for module, name, _ in PLACES
]


def remember() -> None:
    """From now on a text is parsed once, and a page read and written once."""
    for (module, name, once), itself in zip(PLACES, ITSELF, strict=True):
        setattr(module, name, once(itself))


@contextmanager
def parsing() -> Iterator[None]:
    """Nothing is remembered, for as long as work is counted."""
    before = [getattr(module, name) for module, name, _ in PLACES]
    for (module, name, _), itself in zip(PLACES, ITSELF, strict=True):
        setattr(module, name, itself)
    try:
        yield
    finally:
        for (module, name, _), once in zip(PLACES, before, strict=True):
            setattr(module, name, once)

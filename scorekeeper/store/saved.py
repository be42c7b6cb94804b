"""A file as somebody saved it: what tells one saving from another."""

from collections.abc import Iterable
from typing import TypeAlias

from scorekeeper.store.homes import home_of

MOST = 1 << 20  # bytes looked at; of more, the time says that something was saved
# When a file was changed, in nanoseconds, and what it holds, as some disks count in seconds; None
# of one that is not there.
Saved: TypeAlias = tuple[int, bytes] | None
Look: TypeAlias = dict[str, Saved]


def look_at(paths: Iterable[str]) -> dict[str, Saved]:
    """How each file was saved."""
    return {path: home_of(path).look(path, MOST) for path in paths}


def stamp_of(path: str) -> object:
    """What is another one after every saving or appending; None of a file that is not there. It is
    not read."""
    return home_of(path).stamp(path)

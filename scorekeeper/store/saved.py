"""A file as somebody saved it: what tells one saving from another."""

import os
from collections.abc import Iterable
from typing import TypeAlias

from scorekeeper.store.disk import ordinary_bytes

MOST = 1 << 20  # bytes looked at; of more, the time says that something was saved
# When a file was changed, in nanoseconds, and what it holds, as some disks count in seconds; None
# of one that is not there.
Saved: TypeAlias = tuple[int, bytes] | None
Look: TypeAlias = dict[str, Saved]


def look_at(paths: Iterable[str]) -> dict[str, Saved]:
    """How each file was saved."""
    return {path: _saved(path) for path in paths}


def _saved(path: str) -> Saved:
    try:
        return os.stat(path).st_mtime_ns, ordinary_bytes(path, MOST)
    except OSError:
        return None


def stamp_of(path: str) -> tuple[int, int, int] | None:
    """What is another one after every saving or appending: which file it is, when it was changed,
    its length; None of one that is not there. The file is not read."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size

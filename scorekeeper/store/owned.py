"""Whose the home is. What belongs to others is not read and not written in, for they could
change it at any time; what is the user's own and others could write in is the user's alone from
then on, and a word is said of it."""

import errno
import os
import stat
from collections.abc import Iterable
from contextlib import suppress

from scorekeeper.store.reasons import LeftAlone
from scorekeeper.text.message import say

ROOT = 0  # who could change anything anyway
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_OTHERS = say(
    "it belongs to another user, who could change it at any time; put a copy of your own in its "
    "place"
)
_OPEN = say("others can write in it, and that cannot be changed")

_made_private: list[str] = []


class NotOurs(LeftAlone):
    """A file or folder of the home that others could change."""


def hold_private(handle: int, path: str, found: os.stat_result) -> None:
    """Has a file or folder of the home, open and looked at, be changed by its owner alone;
    NotOurs where that is somebody else, or cannot be."""
    if not hasattr(os, "geteuid"):  # a system where owner and mode say nothing
        return
    if found.st_uid not in (os.geteuid(), ROOT):
        raise NotOurs(errno.EPERM, _OTHERS)
    if found.st_mode & OTHERS_WRITE and not _is_shared_on_purpose(found):
        with suppress(OSError):
            os.fchmod(handle, stat.S_IMODE(found.st_mode) & ~OTHERS_WRITE)
        if os.fstat(handle).st_mode & OTHERS_WRITE:
            raise NotOurs(errno.EPERM, _OPEN)
        _made_private.append(path)


def _is_shared_on_purpose(found: os.stat_result) -> bool:
    """Whether it is a folder such as `/tmp`, in which nobody can take away or rename what is
    another's. To close it would take it from everybody on the machine."""
    return stat.S_ISDIR(found.st_mode) and bool(found.st_mode & stat.S_ISVTX)


def note_private(paths: Iterable[str]) -> None:
    """Adds what another process has made private to what is still to be told."""
    _made_private.extend(paths)


def made_private() -> list[str]:
    """The paths of what others could write in until now, each told once."""
    told = _made_private[:]
    _made_private.clear()
    return told

"""What only Windows has."""

import errno
from importlib import import_module
from typing import Any

HELD = (errno.EACCES, errno.EDEADLK)


def try_lock(handle: int) -> None:
    """Locks the first byte of a file that is open; BlockingIOError where somebody else holds it."""
    msvcrt: Any = import_module("msvcrt")
    try:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    except OSError as error:
        if error.errno not in HELD:
            raise
        raise BlockingIOError from error

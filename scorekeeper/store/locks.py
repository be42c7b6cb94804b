"""Locks that the system gives and takes back when a process ends: on a file itself, and on one in
the user's cache folder in its stead where its disk has no locks."""

import errno
import os
import time
from contextlib import ExitStack, suppress

from scorekeeper.store.able import TWO_COMPUTERS, UNABLE, meet
from scorekeeper.store.disk import close, retry_on_eintr
from scorekeeper.text.message import say
from scorekeeper.text.problems import MachineFailure, Problem

try:
    import fcntl
except ImportError:  # Windows
    HAS_FLOCK = False
else:
    HAS_FLOCK = True

PAUSE = 0.005


def lock(stack: ExitStack, handle: int | None, path: str, until: float) -> None:
    """Waits its turn for an open file or folder. It is locked until it is closed, and the stack
    too."""
    if HAS_FLOCK and handle is not None:  # Windows lets nobody read what is locked
        try:
            return _wait_for(handle, path, until)
        except OSError as error:
            if error.errno not in UNABLE:
                raise
    _lock_aside(stack, path, until)


def let_go(handle: int) -> None:
    """Lets go of an open file whose name is to be changed or taken away, which Windows does not do
    to one that is open. Its number is not free until it is closed; it is locked aside. To read it
    from then on is an error: it must never be taken for empty."""
    if not HAS_FLOCK:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, handle)
        os.close(nowhere)


def unlock(handle: int | None) -> None:
    """Gives a lock back before what has it is closed."""
    with suppress(OSError):
        if HAS_FLOCK and handle is not None:
            retry_on_eintr(fcntl.flock, handle, fcntl.LOCK_UN)


def _lock_aside(stack: ExitStack, path: str, until: float) -> None:
    """Waits its turn for the file that is locked in the stead of this one."""
    from scorekeeper.store.aside import opened_aside  # noqa: PLC0415 - 1 ms, for few disks

    aside = opened_aside(path)
    stack.callback(close, aside)
    try:
        _wait_for(aside, path, until)
    except OSError as error:
        if error.errno in UNABLE:  # there is no lock anywhere
            raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK)) from error
        raise
    meet(TWO_COMPUTERS)


def _wait_for(handle: int, path: str, until: float) -> None:
    """Attempts to lock a file until nobody else holds it."""
    while True:
        try:
            return _try_lock(handle)
        except BlockingIOError:
            if time.monotonic() > until:
                message = say("another program holds {path}", path=path)
                raise MachineFailure(
                    Problem("locked", message, mends=(say("close it, then try again"),))
                ) from None
            time.sleep(PAUSE)


def _try_lock(handle: int) -> None:
    """Locks a file that is open; BlockingIOError where somebody else holds it."""
    if HAS_FLOCK:
        retry_on_eintr(fcntl.flock, handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    from scorekeeper.store.windows import try_lock  # noqa: PLC0415 - there is none elsewhere

    try_lock(handle)

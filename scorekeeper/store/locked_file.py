"""Locked files, and the different locks of the systems."""

import errno
import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from importlib import import_module
from typing import Any
from unicodedata import normalize

from scorekeeper.store.disk import (
    TWO_COMPUTERS,
    UNABLE,
    SpecialFile,
    close,
    create_folders,
    note_unmet_guarantee,
    opened_file,
    read_all,
    retry_on_eintr,
)
from scorekeeper.store.folder import (
    Folder,
    ensure_private_home,
    is_of_home,
    is_own,
    open_in_folder,
    opened_folder,
    status_in_folder,
    stored_spelling,
)
from scorekeeper.store.home_interface import EVENTS
from scorekeeper.store.session_row_cache import cache_folder, digest_of
from scorekeeper.store.size_limits import most_bytes, session_within
from scorekeeper.text.message import say
from scorekeeper.text.problems import MachineFailure, Problem, Refused, as_typed, refuse

# --- What only Windows has ---------------------------------------------------------------------


HELD = (errno.EACCES, errno.EDEADLK)


def try_lock(handle: int) -> None:
    """Lock the first byte of an open file. Raises BlockingIOError if another process has locked
    it."""
    msvcrt: Any = import_module("msvcrt")
    try:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    except OSError as error:
        if error.errno not in HELD:
            raise
        raise BlockingIOError from error


# --- aside -------------------------------------------------------------------------------------
# The lock file in the user's cache folder, for a file whose disk has no locks.
#
# It separates the programs of one user on one computer, and the system releases its lock when a
# process ends in any way. It is empty, and is never deleted, because another process might just
# have opened it.


FOLDER, ENDING = "locks", ".lock"


def open_lock_file(path: str) -> int:
    """Open the lock file for this path and return its handle. Spellings of a path that some file
    systems take for equal share one lock file."""
    name = digest_of(os.fsencode(normalize("NFC", os.path.realpath(path)).casefold()))
    try:
        folder = create_folders(os.path.join(cache_folder(), FOLDER))
    except ValueError:  # this user has no cache folder
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK)) from None
    file = os.path.join(folder, f"{name}{ENDING}")
    return opened_file(file, os.O_RDWR | os.O_CREAT)


# --- locks -------------------------------------------------------------------------------------
# Locks that the system releases when a process ends: on a file itself or, if its disk has no locks,
# on a lock file in the user's cache folder.


try:
    import fcntl
except ImportError:  # Windows
    HAS_FLOCK = False
else:
    HAS_FLOCK = True

PAUSE = 0.005


def lock(stack: ExitStack, handle: int | None, path: str, until: float) -> None:
    """Wait for the lock of an open file or folder. It remains locked until both the file and the
    stack are closed."""
    if HAS_FLOCK and handle is not None:  # Windows lets nobody read what is locked
        try:
            return _wait_for(handle, path, until)
        except OSError as error:
            if error.errno not in UNABLE:
                raise
    _lock_aside(stack, path, until)


def release_file(handle: int) -> None:
    """Release an open file that will be renamed or deleted, which Windows refuses for an open file.
    Its handle stays in use until it is closed, and the lock is in the lock file. Reading it
    afterwards is an error, so that it is never taken for empty."""
    if not HAS_FLOCK:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, handle)
        os.close(nowhere)


def unlock(handle: int | None) -> None:
    """Release a lock before the file that has it is closed."""
    with suppress(OSError):
        if HAS_FLOCK and handle is not None:
            retry_on_eintr(fcntl.flock, handle, fcntl.LOCK_UN)


def _lock_aside(stack: ExitStack, path: str, until: float) -> None:
    """Wait for the lock of the lock file that is used in place of this file."""

    aside = open_lock_file(path)
    stack.callback(close, aside)
    try:
        _wait_for(aside, path, until)
    except OSError as error:
        if error.errno in UNABLE:  # there is no lock anywhere
            raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK)) from error
        raise
    note_unmet_guarantee(TWO_COMPUTERS)


def _wait_for(handle: int, path: str, until: float) -> None:
    """Try to lock a file until no other process has locked it, or until the time is over."""
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
    """Lock an open file. Raises BlockingIOError if another process has locked it."""
    if HAS_FLOCK:
        retry_on_eintr(fcntl.flock, handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return

    try_lock(handle)


# --- locked ------------------------------------------------------------------------------------
# An open and locked session file: nobody else changes it meanwhile, and no link is followed.


PATIENCE = 10.0  # seconds; somebody else's entry takes a few thousandths of one
OF_A_LINK = (errno.ELOOP, errno.EMLINK)  # what opening a link answers, on one system and another


def folder_of(path: str) -> AbstractContextManager[Folder]:
    """Return the folder of a file, open. It must not be a link if it is in the home."""
    folder = os.path.dirname(path)
    if is_own(folder):
        ensure_private_home()
    return opened_folder(folder, may_be_link=not is_of_home(folder))


class LockedFile:
    """A session file that is open and locked, and its folder."""

    def __init__(self, folder: Folder, name: str, handle: int) -> None:
        self.folder, self.name, self.handle = folder, name, handle


@contextmanager
def locked_session(path: str) -> Iterator[LockedFile]:
    """Yield the file of a session, locked so that nobody else changes it."""
    with ExitStack() as stack:
        with _opening(path):
            folder = stack.enter_context(folder_of(path))
            name = stored_spelling(folder, os.path.basename(path))
            handle = open_and_lock(stack, folder, name, path)
        yield LockedFile(folder, name, handle)


def bytes_of(file: LockedFile, path: str) -> bytes:
    """Return all bytes of a session file. Raises Refused if there are too many."""
    return session_within(path, read_all(file.handle, most_bytes("session file")))


@contextmanager
def _opening(path: str) -> Iterator[None]:
    """Convert an error on opening a session file to a refusal, while the block runs."""
    try:
        yield
    except (OSError, ValueError) as error:
        refusal = _unopened(path, error)
        if refusal is None:
            raise
        raise refusal from None


def _unopened(path: str, error: OSError | ValueError) -> Refused | None:
    """Return the refusal of something that is not a session file, or None if the system failed."""
    match error:
        case SpecialFile():
            message = say("{path} is not an ordinary file", path=path)
        case FileNotFoundError() | NotADirectoryError():
            message = say("there is no session file {path}", path=path)
        case IsADirectoryError():
            message = say("{path} is a folder, not a session file", path=path)
        case ValueError():
            message = say("{path} cannot be the name of a file", path=repr(path))
            return refuse("file-name", message, "session")
        case OSError(errno=number) if number in OF_A_LINK:
            return _leads_on(path)
        case _:
            return None
    return refuse("session-unknown", message, "session")


def _leads_on(path: str) -> Refused:
    message = say("{path} is a link, and nothing is written where a link leads", path=path)
    option = "--event" if os.path.basename(os.path.dirname(path)) == EVENTS else "--session"
    hint = say(
        "name the file itself: {option} {path}",
        option=option, path=as_typed(os.path.realpath(path)),
    )  # fmt: skip
    return refuse("session-link", message, "session", hint)


def open_and_lock(stack: ExitStack, folder: Folder, name: str, path: str) -> int:
    """Open and lock a file until the stack is closed, and return its handle. An editor replaces the
    file that it read, so the locked file must still be the one with this name; otherwise it is
    opened again."""
    until = time.monotonic() + PATIENCE
    while True:
        with ExitStack() as mine:
            handle = open_in_folder(folder, name, os.O_RDWR)
            mine.callback(close, handle)
            lock(mine, handle, path, until)
            there = status_in_folder(folder, name)
            if os.path.samestat(retry_on_eintr(os.fstat, handle), there):
                stack.callback(mine.pop_all().close)
                return handle

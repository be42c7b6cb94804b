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

# --- locks on Windows --------------------------------------------------------------------------


HELD = (errno.EACCES, errno.EDEADLK)


def try_lock(handle: int) -> None:
    """Lock the first byte of an open file on Windows. Raises BlockingIOError if another process
    has locked it."""
    msvcrt: Any = import_module("msvcrt")
    try:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    except OSError as error:
        if error.errno not in HELD:
            raise
        raise BlockingIOError from error


# --- lock files --------------------------------------------------------------------------------
# The lock file in the user's cache folder, for a file whose disk has no locks.
#
# It separates the programs of one user on one computer, and the system releases its lock when a
# process ends in any way. It is empty, and is never deleted, because another process might just
# have opened it.


FOLDER, ENDING = "locks", ".lock"


def open_lock_file(path: str) -> int:
    """Open the lock file for this path and return its handle. Paths that differ only in case or in
    Unicode form share one lock file, since some file systems do not distinguish them."""
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
    """Lock an open file or folder, waiting until the time `until`. The lock lasts until both the
    file and the stack are closed. Raises MachineFailure if another process keeps it."""
    if HAS_FLOCK and handle is not None:  # on Windows a locked file cannot be read
        try:
            return _wait_for(handle, path, until)
        except OSError as error:
            if error.errno not in UNABLE:
                raise
    _lock_aside(stack, path, until)


def release_file(handle: int) -> None:
    """Let an open file be renamed or deleted, which Windows refuses while it is open. The handle
    stays valid until it is closed, but reading it is an error, so that the file never seems
    empty. The lock is in the lock file."""
    if not HAS_FLOCK:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, handle)
        os.close(nowhere)


def unlock(handle: int | None) -> None:
    """Unlock a file before it is closed."""
    with suppress(OSError):
        if HAS_FLOCK and handle is not None:
            retry_on_eintr(fcntl.flock, handle, fcntl.LOCK_UN)


def _lock_aside(stack: ExitStack, path: str, until: float) -> None:
    """Lock the lock file that stands for this path."""

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
    """Lock a file, retrying while another process has it locked. Raises MachineFailure after the
    time `until`."""
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


# --- locked session files ----------------------------------------------------------------------
# An open and locked session file: nobody else changes it meanwhile, and no link is followed.


PATIENCE = 10.0  # seconds; somebody else's entry takes a few thousandths of one
OF_A_LINK = (errno.ELOOP, errno.EMLINK)  # errors on opening a link, by system


def folder_of(path: str) -> AbstractContextManager[Folder]:
    """Open the folder of a file, as a context manager. A folder directly in the home must not be a
    link."""
    folder = os.path.dirname(path)
    if is_own(folder):
        ensure_private_home()
    return opened_folder(folder, may_be_link=not is_of_home(folder))


class LockedFile:
    """A session file that is open and locked, and its open folder."""

    def __init__(self, folder: Folder, name: str, handle: int) -> None:
        self.folder, self.name, self.handle = folder, name, handle


@contextmanager
def locked_session(path: str) -> Iterator[LockedFile]:
    """Yield the file of a session, locked against changes by others."""
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
    """Convert an error in the block, which opens a session file, to a refusal if the file is the
    reason."""
    try:
        yield
    except (OSError, ValueError) as error:
        refusal = _unopened(path, error)
        if refusal is None:
            raise
        raise refusal from None


def _unopened(path: str, error: OSError | ValueError) -> Refused | None:
    """Return the refusal of a path that is not a session file, or None for any other error."""
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
    """Open and lock a file until the stack is closed, and return its handle. If another file got
    this name while waiting, as when an editor saves, that file is opened and locked instead."""
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

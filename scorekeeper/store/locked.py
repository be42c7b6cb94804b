"""A session file that is open and locked: nobody else changes it meanwhile, and no link is
followed."""

import errno
import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

from scorekeeper.store.disk import NotOrdinary, close, read_all, retry_on_eintr
from scorekeeper.store.folder import (
    Folder,
    found_in,
    held,
    hold_home,
    is_of_home,
    is_own,
    opened,
    spelt,
)
from scorekeeper.store.home import EVENTS
from scorekeeper.store.locks import lock
from scorekeeper.store.size import most_bytes, session_within
from scorekeeper.text.message import say
from scorekeeper.text.problems import Refused, as_typed, refuse

PATIENCE = 10.0  # seconds; somebody else's entry takes a few thousandths of one
OF_A_LINK = (errno.ELOOP, errno.EMLINK)  # what opening a link answers, on one system and another


def folder_of(path: str) -> AbstractContextManager[Folder]:
    """The folder of a file, which is no link where it lies in the home."""
    folder = os.path.dirname(path)
    if is_own(folder):
        hold_home()
    return held(folder, may_be_link=not is_of_home(folder))


class LockedFile:
    """A session file that is open and locked, and the folder that it was found in."""

    def __init__(self, folder: Folder, name: str, handle: int) -> None:
        self.folder, self.name, self.handle = folder, name, handle


@contextmanager
def locked_session(path: str) -> Iterator[LockedFile]:
    """The file, which nobody else changes meanwhile."""
    with ExitStack() as stack:
        with _opening(path):
            folder = stack.enter_context(folder_of(path))
            name = spelt(folder, os.path.basename(path))
            handle = opened_alone(stack, folder, name, path)
        yield LockedFile(folder, name, handle)


def bytes_of(file: LockedFile, path: str) -> bytes:
    """All bytes of a session file, refused where they are more than are read at once."""
    return session_within(path, read_all(file.handle, most_bytes("session file")))


@contextmanager
def _opening(path: str) -> Iterator[None]:
    """Turns what keeps a file from being opened into words."""
    try:
        yield
    except (OSError, ValueError) as error:
        refusal = _unopened(path, error)
        if refusal is None:
            raise
        raise refusal from None


def _unopened(path: str, error: OSError | ValueError) -> Refused | None:
    """The refusal of a file that is no session file; None where the machine failed."""
    match error:
        case NotOrdinary():
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


def opened_alone(stack: ExitStack, folder: Folder, name: str, path: str) -> int:
    """The file, open and locked until the stack is closed. An editor puts a new file in the place
    of the one it read, so what was locked must still be what stands there."""
    until = time.monotonic() + PATIENCE
    while True:
        with ExitStack() as mine:
            handle = opened(folder, name, os.O_RDWR)
            mine.callback(close, handle)
            lock(mine, handle, path, until)
            there = found_in(folder, name)
            if os.path.samestat(retry_on_eintr(os.fstat, handle), there):
                stack.callback(mine.pop_all().close)
                return handle

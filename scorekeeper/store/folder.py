"""Writing into a folder that is held open. No link is followed, whatever is put in the place of
a name meanwhile: what was opened is what is looked at."""

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from scorekeeper.language import marked
from scorekeeper.store.able import names_synced
from scorekeeper.store.disk import (
    PRIVATE_FILE,
    NotOrdinary,
    close,
    failing,
    home,
    retry_on_eintr,
    write_all,
)
from scorekeeper.store.owned import hold_private

ARCHIVE = "archive"


class Folder:
    """A folder that is open: its path, for words, and its handle, for deeds."""

    def __init__(self, path: str, handle: int) -> None:
        self.path, self.handle = path, handle


@contextmanager
def held(path: str, may_be_link: bool = False) -> Iterator[Folder]:
    """The folder of this path, open for as long as it lasts. OSError where it is none, a link
    that it may not be, or of the home and not the user's own."""
    how = os.O_RDONLY | os.O_DIRECTORY | (0 if may_be_link else os.O_NOFOLLOW)
    handle = retry_on_eintr(os.open, path or os.curdir, how)
    try:
        if is_own(path):
            hold_private(handle, path, retry_on_eintr(os.fstat, handle))
        yield Folder(path, handle)
    finally:
        close(handle)


def opened(folder: Folder, name: str, how: int) -> int:
    """The handle of an ordinary file of the folder, opened with these flags. OSError where a
    link or anything else stands in its place, or in the home a file that is not the user's own;
    a pipe is not waited for."""
    handle = retry_on_eintr(
        os.open, name, how | os.O_NOFOLLOW | os.O_NONBLOCK, PRIVATE_FILE, dir_fd=folder.handle
    )
    try:
        found = retry_on_eintr(os.fstat, handle)
        if not stat.S_ISREG(found.st_mode):
            raise NotOrdinary
        if is_own(folder.path):
            hold_private(handle, os.path.join(folder.path, name), found)
    except BaseException:
        close(handle)
        raise
    return handle


def _made(folder: Folder, name: str, mode: int = PRIVATE_FILE) -> int:
    """The handle of a file that is not there yet; FileExistsError where anything has its name."""
    how = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    return retry_on_eintr(os.open, name, how, mode, dir_fd=folder.handle)


def own_folder(name: str) -> str:
    """A folder of the home; where somebody keeps it in another place by a link, that place."""
    path = os.path.join(home(), name)
    return os.path.realpath(path) if os.path.islink(path) else path


def hold_home() -> None:
    """Has the home itself be its owner's alone to write in: others could put another folder in
    the place of one of it."""
    with (
        failing(marked("closing {path} to others failed: {why}"), home()),
        held(home(), may_be_link=True),
    ):
        pass


def is_own(path: str) -> bool:
    """Whether a folder is the home or one of it, wherever links lead to it from there."""
    folder, name = os.path.split(path)
    kept = folder if name == ARCHIVE else path  # archived sessions lie in a folder of the sessions'
    return path == home() or is_of_home(path) or kept in map(own_folder, ("sessions", "rulesets"))


def is_of_home(path: str) -> bool:
    """Whether a folder lies in the home itself, where no link is expected in its place."""
    return os.path.dirname(path) == home()


def sync(folder: Folder) -> None:
    """Syncs the folder, so that names made in it are on disk; fsync of a file does not do that."""
    with names_synced():
        retry_on_eintr(os.fsync, folder.handle)


def remove(folder: Folder, name: str) -> None:
    """Removes a file of the folder; where that fails it stays, and does no harm."""
    with suppress(OSError, ValueError):
        retry_on_eintr(os.unlink, name, dir_fd=folder.handle)


def add_to(folder: Folder, name: str, data: bytes) -> None:
    """Writes at the end of a private file that has no other name; OSError where it has one."""
    handle = opened(folder, name, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        if retry_on_eintr(os.fstat, handle).st_nlink != 1:
            raise OSError(errno.EMLINK, os.strerror(errno.EMLINK))
        write_all(handle, data)
    finally:
        close(handle)


def put_in_place(folder: Folder, name: str, pieces: Iterable[bytes]) -> None:
    """Writes a private file beside the one that is there, then puts it in that one's place in
    one piece."""
    fresh = f"{name}.{os.getpid()}"
    try:
        _write_fresh(folder, fresh, pieces)
        retry_on_eintr(os.replace, fresh, name, src_dir_fd=folder.handle, dst_dir_fd=folder.handle)
    except BaseException:
        remove(folder, fresh)
        raise


def _write_fresh(folder: Folder, fresh: str, pieces: Iterable[bytes]) -> None:
    """Writes a file that is not there yet, or was left there by a process of this number that
    was killed."""
    try:
        handle = _made(folder, fresh)
    except FileExistsError:
        remove(folder, fresh)
        handle = _made(folder, fresh)
    try:
        for piece in pieces:
            write_all(handle, piece)
    finally:
        close(handle)


def write_new(folder: Folder, name: str, data: bytes, mode: int = PRIVATE_FILE) -> None:
    """Has a new file on disk, whole or not at all. One that is there keeps its name: after a
    kill it may be the very session that was begun, under the name it was written by."""
    handle = _made(folder, name, mode)
    try:
        write_all(handle, data)
        retry_on_eintr(os.fsync, handle)
    except BaseException:
        remove(folder, name)
        raise
    finally:
        close(handle)

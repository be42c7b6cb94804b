"""Writing into a folder that is held open. No link is followed, whatever is put in the place of
a name meanwhile: what was opened is what is looked at."""

import errno
import os
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from scorekeeper.store.disk import (
    HAS_FOLDERS,
    NO_FOLLOW,
    PRIVATE_FILE,
    NotOrdinary,
    close,
    failing,
    hold_private,
    home,
    opened_file,
    retry_on_eintr,
    sync_handle,
    sync_names,
    write_all,
)
from scorekeeper.store.home import ARCHIVE, EVENTS, RULESETS, SESSIONS
from scorekeeper.text.translation import marked

LEFT_OVER = 3600.0  # seconds after which nobody is making a file any more
OWN = (SESSIONS, RULESETS, EVENTS)  # folders that somebody may keep in another place by a link


class Folder:
    """A folder that is open: its path, for words, and its handle, for deeds; None on a system that
    opens no folders, where deeds are done by paths."""

    def __init__(self, path: str, handle: int | None) -> None:
        self.path, self.handle = path, handle

    def at(self, name: str) -> str:
        """A name in it, as the system is given it beside the handle."""
        return os.path.join(self.path, name) if self.handle is None else name

    def asked(self) -> int | str:
        """The folder itself, as the system is asked about it."""
        return (self.path or os.curdir) if self.handle is None else self.handle


@contextmanager
def held(path: str, may_be_link: bool = False) -> Iterator[Folder]:
    """The folder of this path, open for as long as it lasts. OSError where it is none, a link
    that it may not be, or of the home and not the user's own."""
    if not HAS_FOLDERS:
        yield _by_path(path, may_be_link)
        return
    how = os.O_RDONLY | os.O_DIRECTORY | (0 if may_be_link else NO_FOLLOW)
    handle = retry_on_eintr(os.open, path or os.curdir, how)
    try:
        if is_own(path):
            hold_private(handle, path, retry_on_eintr(os.fstat, handle))
        yield Folder(path, handle)
    finally:
        close(handle)


def _by_path(path: str, may_be_link: bool) -> Folder:
    """The same on a system that opens no folders: it is looked at, not held."""
    found = os.stat(path or os.curdir)
    if not stat.S_ISDIR(found.st_mode) or (os.path.islink(path) and not may_be_link):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    return Folder(path, None)


def opened(folder: Folder, name: str, how: int) -> int:
    """The handle of an ordinary file of the folder, opened with these flags. OSError where a
    link or anything else stands in its place, or in the home a file that is not the user's own;
    a pipe is not waited for."""
    handle = opened_file(folder.at(name), how, folder=folder.handle)
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
    how = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    return opened_file(folder.at(name), how, folder=folder.handle, mode=mode)


def found_in(folder: Folder, name: str) -> os.stat_result:
    """What stands in the folder under a name; OSError where nothing does. No link is followed."""
    return retry_on_eintr(os.stat, folder.at(name), dir_fd=folder.handle, follow_symlinks=False)


def spelt(folder: Folder, name: str) -> str:
    """A name as it stands in the folder. Where capitals say nothing a file may be asked for by
    several, and what is written by one may be unknown by another: exFAT through FUSE loses it."""
    with suppress(OSError):
        found_in(folder, name.swapcase())
        names = os.listdir(folder.asked())
        if name not in names:
            return next((one for one in names if one.casefold() == name.casefold()), name)
    return name


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
    return path == home() or is_of_home(path) or kept in map(own_folder, OWN)


def is_of_home(path: str) -> bool:
    """Whether a folder lies in the home itself, where no link is expected in its place."""
    return os.path.dirname(path) == home()


def sync(folder: Folder) -> None:
    """Syncs the folder, so that names made in it are on disk; fsync of a file does not do that."""
    sync_names(folder.handle)


def unlink(folder: Folder, name: str) -> None:
    """Takes a file of the folder away; OSError where that fails."""
    retry_on_eintr(os.unlink, folder.at(name), dir_fd=folder.handle)


def remove(folder: Folder, name: str) -> None:
    """Removes a file of the folder; where that fails it stays, and does no harm."""
    with suppress(OSError, ValueError):
        unlink(folder, name)


def add_to(folder: Folder, name: str, data: bytes) -> None:
    """Writes at the end of a private file that has no other name; OSError where it has one."""
    handle = opened(folder, name, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        if retry_on_eintr(os.fstat, handle).st_nlink != 1:
            raise OSError(errno.EMLINK, os.strerror(errno.EMLINK))
        write_all(handle, data)
    finally:
        close(handle)


def replace(folder: Folder, fresh: str, name: str) -> None:
    """Puts one file of the folder in the place of another, in one piece."""
    retry_on_eintr(
        os.replace,
        folder.at(fresh),
        folder.at(name),
        src_dir_fd=folder.handle,
        dst_dir_fd=folder.handle,
    )


def put_in_place(folder: Folder, name: str, pieces: Iterable[bytes]) -> None:
    """Writes a private file beside the one that is there, then puts it in that one's place in
    one piece. What processes that were killed have left there is removed."""
    _remove_leftovers(folder, name)
    fresh = f"{name}.{os.getpid()}"
    try:
        _write_fresh(folder, fresh, pieces)
        replace(folder, fresh, name)
    except BaseException:
        remove(folder, fresh)
        raise


def _remove_leftovers(folder: Folder, name: str) -> None:
    with suppress(OSError), os.scandir(folder.asked()) as found:
        for entry in found:
            stem, _, number = entry.name.rpartition(".")
            if stem == name and number.isdecimal() and is_left_over(entry):
                remove(folder, entry.name)


def is_left_over(entry: os.DirEntry[str]) -> bool:
    """Return True if nobody has written in a file that was being made for so long that whoever did
    must have died."""
    return time.time() - entry.stat(follow_symlinks=False).st_mtime > LEFT_OVER


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
        sync_handle(handle)
    except BaseException:
        remove(folder, name)
        raise
    finally:
        close(handle)

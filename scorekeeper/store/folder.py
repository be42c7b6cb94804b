"""Operations on files of an open folder. Links are not followed, even one that replaces a name
meanwhile: the opened file itself is checked."""

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
    SpecialFile,
    close,
    ensure_private,
    file_errors_as_failures,
    home,
    opened_file,
    retry_on_eintr,
    sync_handle,
    sync_names,
    write_all,
)
from scorekeeper.store.home_interface import ARCHIVE, EVENTS, RULESETS, SESSIONS
from scorekeeper.text.translation import marked

LEFT_OVER = 3600.0  # seconds after which a temporary file is left over
OWN = (SESSIONS, RULESETS, EVENTS)  # folders that may be links to another place


class Folder:
    """An open folder: its path, for messages, and its handle, for operations. The handle is None on
    a system that cannot open folders; operations then use paths."""

    def __init__(self, path: str, handle: int | None) -> None:
        self.path, self.handle = path, handle

    def at(self, name: str) -> str:
        """Return a file of the folder in the form that system calls take together with the
        handle."""
        return os.path.join(self.path, name) if self.handle is None else name

    def asked(self) -> int | str:
        """Return the folder itself in the form that `os.stat`, `os.listdir` and
        `os.scandir` take."""
        return (self.path or os.curdir) if self.handle is None else self.handle


@contextmanager
def opened_folder(path: str, may_be_link: bool = False) -> Iterator[Folder]:
    """Open the folder at this path and yield it. Raises OSError if it is not a folder, if it is a
    link and not `may_be_link`, or if it is in the home and others could change it."""
    if not HAS_FOLDERS:
        yield _by_path(path, may_be_link)
        return
    how = os.O_RDONLY | os.O_DIRECTORY | (0 if may_be_link else NO_FOLLOW)
    handle = retry_on_eintr(os.open, path or os.curdir, how)
    try:
        if is_own(path):
            ensure_private(handle, path, retry_on_eintr(os.fstat, handle))
        yield Folder(path, handle)
    finally:
        close(handle)


def _by_path(path: str, may_be_link: bool) -> Folder:
    """Return the folder on a system that cannot open folders. It is checked once and then used by
    path."""
    found = os.stat(path or os.curdir)
    if not stat.S_ISDIR(found.st_mode) or (os.path.islink(path) and not may_be_link):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    return Folder(path, None)


def open_in_folder(folder: Folder, name: str, how: int) -> int:
    """Open an ordinary file of the folder with these flags and return its handle. Opening a pipe
    does not wait. Raises OSError for a link or another kind of file, and in the home for a file
    of another user."""
    handle = opened_file(folder.at(name), how, folder=folder.handle)
    try:
        found = retry_on_eintr(os.fstat, handle)
        if not stat.S_ISREG(found.st_mode):
            raise SpecialFile
        if is_own(folder.path):
            ensure_private(handle, os.path.join(folder.path, name), found)
    except BaseException:
        close(handle)
        raise
    return handle


def _made(folder: Folder, name: str, mode: int = PRIVATE_FILE) -> int:
    """Create a file and return its handle. Raises FileExistsError if something has its name."""
    how = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    return opened_file(folder.at(name), how, folder=folder.handle, mode=mode)


def status_in_folder(folder: Folder, name: str) -> os.stat_result:
    """Return the status of the file with a name in the folder, without following links. Raises
    OSError if there is none."""
    return retry_on_eintr(os.stat, folder.at(name), dir_fd=folder.handle, follow_symlinks=False)


def stored_spelling(folder: Folder, name: str) -> str:
    """Return a file's name as it is spelt in the folder. Where case is ignored (exFAT through
    FUSE), a file can be opened under several spellings, and data written under one may be lost
    under another."""
    with suppress(OSError):
        status_in_folder(folder, name.swapcase())
        names = os.listdir(folder.asked())
        if name not in names:
            return next((one for one in names if one.casefold() == name.casefold()), name)
    return name


def own_folder(name: str) -> str:
    """Return the path of a folder of the home. If it is a link, return the link's target."""
    path = os.path.join(home(), name)
    return os.path.realpath(path) if os.path.islink(path) else path


def ensure_private_home() -> None:
    """Ensure that only the owner can write to the home: others could replace its folders."""
    with (
        file_errors_as_failures(marked("closing {path} to others failed: {why}"), home()),
        opened_folder(home(), may_be_link=True),
    ):
        pass


def is_own(path: str) -> bool:
    """Return True if a folder is the home or one of its folders. A folder to which a link in the
    home leads counts too."""
    folder, name = os.path.split(path)
    kept = folder if name == ARCHIVE else path  # archived sessions lie in a folder of the sessions'
    return path == home() or is_of_home(path) or kept in map(own_folder, OWN)


def is_of_home(path: str) -> bool:
    """Return True if a folder is directly in the home and so should not be a link."""
    return os.path.dirname(path) == home()


def sync(folder: Folder) -> None:
    """Sync the folder, so that the names created in it are on disk. Syncing a file does not sync
    its name."""
    sync_names(folder.handle)


def unlink(folder: Folder, name: str) -> None:
    """Delete a file of the folder. Raises OSError if that fails."""
    retry_on_eintr(os.unlink, folder.at(name), dir_fd=folder.handle)


def remove(folder: Folder, name: str) -> None:
    """Delete a file of the folder. A failure is ignored, because the file does no harm."""
    with suppress(OSError, ValueError):
        unlink(folder, name)


def append_to_private(folder: Folder, name: str, data: bytes) -> None:
    """Append to a private file, created if missing. Raises OSError if the file has a
    second name."""
    handle = open_in_folder(folder, name, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        if retry_on_eintr(os.fstat, handle).st_nlink != 1:
            raise OSError(errno.EMLINK, os.strerror(errno.EMLINK))
        write_all(handle, data)
    finally:
        close(handle)


def replace(folder: Folder, fresh: str, name: str) -> None:
    """Replace the file `name` of the folder atomically by the file `fresh`."""
    retry_on_eintr(
        os.replace,
        folder.at(fresh),
        folder.at(name),
        src_dir_fd=folder.handle,
        dst_dir_fd=folder.handle,
    )


def write_and_replace(folder: Folder, name: str, pieces: Iterable[bytes]) -> None:
    """Write a private file and put it in place of `name` atomically. Temporary files of killed
    processes are removed first."""
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
    """Return True if a temporary file has not been written to for so long that its process must
    have died."""
    return time.time() - entry.stat(follow_symlinks=False).st_mtime > LEFT_OVER


def _write_fresh(folder: Folder, fresh: str, pieces: Iterable[bytes]) -> None:
    """Write a new file. A file of the same name, left by a killed process, is removed first."""
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
    """Write a new file and sync it, completely or not at all. Raises FileExistsError if the name
    is used, and leaves that file: it may be a session that this command wrote before it was
    killed."""
    handle = _made(folder, name, mode)
    try:
        write_all(handle, data)
        sync_handle(handle)
    except BaseException:
        remove(folder, name)
        raise
    finally:
        close(handle)

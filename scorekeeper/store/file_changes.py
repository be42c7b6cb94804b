"""Creating, replacing, renaming and appending to files, each completely or not at all."""

import errno
import os
import time
from contextlib import ExitStack, suppress
from itertools import count

from scorekeeper.store.disk import (
    NO_LINKS,
    SUFFIX,
    create_folders,
    file_errors_as_failures,
    retry_on_eintr,
    sync_handle,
    write_all,
)
from scorekeeper.store.folder import (
    Folder,
    is_left_over,
    opened_folder,
    remove,
    replace,
    status_in_folder,
    sync,
    unlink,
    write_new,
)
from scorekeeper.store.locked_file import (
    PATIENCE,
    LockedFile,
    bytes_of,
    folder_of,
    lock,
    release_file,
    unlock,
)
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import MayStand, Problem
from scorekeeper.text.translation import marked

# --- Giving a file its name, which another file that has it keeps ------------------------------


def give_second_name(
    folder: Folder, name: str, to: Folder, other: str, handle: int | None = None
) -> bool:
    """Give a file of one folder a name in another. `handle` is the file's open handle, if any.
    Raises FileExistsError if something has that name. Return True if the file still has the old
    name too, and False on a disk without hard links, such as FAT."""
    if not hasattr(os, "link"):
        _renamed(folder, name, to, other, handle)
        return False
    try:
        retry_on_eintr(
            os.link,
            folder.at(name),
            to.at(other),
            src_dir_fd=folder.handle,
            dst_dir_fd=to.handle,
            follow_symlinks=False,
        )
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        _renamed(folder, name, to, other, handle)
        return False
    return True


def _renamed(folder: Folder, name: str, to: Folder, other: str, handle: int | None) -> None:
    """Rename a file atomically. Renaming would replace another file, so the name is checked first,
    while no other scorekeeper process names files in that folder."""
    with ExitStack() as stack:
        stack.callback(unlock, to.handle)
        lock(stack, to.handle, to.path, time.monotonic() + PATIENCE)
        if _is_there(to, other):
            raise FileExistsError
        if _disk_of(folder) != _disk_of(to):  # known before what is to be copied is let go of
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        if handle is not None:
            release_file(handle)
        retry_on_eintr(
            os.rename, folder.at(name), to.at(other), src_dir_fd=folder.handle, dst_dir_fd=to.handle
        )


def _disk_of(folder: Folder) -> int:
    return retry_on_eintr(os.stat, folder.asked()).st_dev


def _is_there(folder: Folder, name: str) -> bool:
    try:
        status_in_folder(folder, name)
    except FileNotFoundError:
        return False
    return True


# --- A new file, whole or not at all, and one in the place of another --------------------------


NEW = ".new"  # the ending of a file that is being made


def create_file(path: str, text: str, failed: str) -> None:
    """Write a new file, completely or not at all. Raises FileExistsError if something has its
    name."""
    is_taken = False
    with file_errors_as_failures(failed, path), folder_of(path) as folder:
        fresh = write_temporary(folder, text.encode())
        try:
            _link(folder, fresh, path)
        except FileExistsError:
            is_taken = True
        finally:
            remove(folder, fresh)
    if is_taken:
        raise FileExistsError


def replace_file(folder: Folder, name: str, data: bytes) -> None:
    """Replace a file of the folder atomically by a new one, on disk. Raises MayStand if it was
    replaced but the system does not confirm that it is on disk."""
    fresh = write_temporary(folder, data)
    try:
        replace(folder, fresh, name)
    except BaseException:
        remove(folder, fresh)
        raise
    try:
        sync(folder)
    except BaseException as error:
        path = os.path.join(folder.path, name)
        message = say(
            "{path} is written, and may be as it was after a power cut: {why}",
            path=path, why=str(error),
        )  # fmt: skip
        hint = say("see what stands in {path} before you try again", path=path)
        raise MayStand(Problem("disk-failure", message, mends=(hint,))) from error


def write_temporary(folder: Folder, data: bytes) -> str:
    """Write these bytes to a new temporary file, on disk, and return its name."""
    _remove_leftovers(folder)
    fresh = f".{os.getpid()}.{time.time_ns():x}{NEW}"
    write_new(folder, fresh, data)
    return fresh


def _link(folder: Folder, fresh: str, path: str) -> None:
    """Give the written file its name, unless another file has it, and sync the name to disk. Raises
    MayStand if that failed and the name could not be removed again."""
    name = os.path.basename(path)
    give_second_name(folder, fresh, folder, name)
    try:
        sync(folder)
    except BaseException as error:
        try:
            unlink(folder, name)
        except OSError:
            message = say(
                "writing {path} failed, and so did taking it back: {why}", path=path, why=str(error)
            )
            hint = say("see whether {path} is there before you try again", path=path)
            raise MayStand(Problem("disk-failure", message, mends=(hint,))) from error
        raise


def _remove_leftovers(folder: Folder) -> None:
    """Remove the temporary files of commands that died or could not remove them."""
    with suppress(OSError), os.scandir(folder.asked()) as found:
        for entry in found:
            if entry.name.startswith(".") and entry.name.endswith(NEW) and is_left_over(entry):
                remove(folder, entry.name)


# --- moving files ------------------------------------------------------------------------------
# A session's file that gets another name or folder. It keeps its bytes, and never takes the name of
# another file.


def is_taken(path: str, to: str) -> bool:
    """Return True if the path `to` belongs to another file than `path`. A process killed while
    moving a file leaves it under both names."""
    with suppress(OSError):
        mine, theirs = (os.stat(one, follow_symlinks=False) for one in (path, to))
        return not _are_two_names(path, mine, to, theirs)
    return os.path.lexists(to)


def _are_two_names(path: str, mine: os.stat_result, to: str, theirs: os.stat_result) -> bool:
    """Return True if one file has both names. On a file system that ignores case, two spellings of
    a name are one name."""
    return os.path.samestat(mine, theirs) and path.casefold() != to.casefold()


def move_locked_file(file: LockedFile, path: str, to: str) -> bool:
    """Give a locked file another name or folder, on disk before this returns. Return False if
    another file has that name; then nothing changes. A repeated call completes a move during which
    a process was killed."""
    create_folders(os.path.dirname(to))
    with opened_folder(os.path.dirname(to)) as folder:
        try:
            has_both = _named_too(file, folder, to, path)
        except FileExistsError:
            return False
        if has_both:
            _taken_away(file, folder, os.path.basename(to), path)
    return True


def _named_too(file: LockedFile, folder: Folder, to: str, path: str) -> bool:
    """Give the file its other name, on disk. Return True if it has the old one too."""
    name, has_both = os.path.basename(to), True
    try:
        has_both = give_second_name(file.folder, file.name, folder, name, file.handle)
    except FileExistsError:
        there = status_in_folder(folder, name)
        if not _are_two_names(path, retry_on_eintr(os.fstat, file.handle), to, there):
            raise
        return True
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        _copy(file, folder, name, path)
    if has_both:
        _synced_or_removed(folder, name, path)
    else:
        _synced_both(file, folder, path)
    return has_both


def _synced_or_removed(folder: Folder, name: str, path: str) -> None:
    """Sync a second name to disk, or remove it if that fails. Raises MayStand if that fails too."""
    try:
        sync(folder)
    except BaseException as error:
        try:
            unlink(folder, name)
        except OSError:
            raise _both(path, error) from error
        raise


def _synced_both(file: LockedFile, folder: Folder, path: str) -> None:
    """Sync the folders of a renamed file to disk. Raises MayStand if the system does not confirm
    it, because renaming it back could fail in the same way."""
    try:
        sync(folder)
        sync(file.folder)
    except BaseException as error:
        raise _both(path, error) from error


def _copy(file: LockedFile, folder: Folder, name: str, path: str) -> None:
    """Copy the file to a folder on another disk, where it cannot have a second name."""
    fresh = write_temporary(folder, bytes_of(file, path))
    try:
        give_second_name(folder, fresh, folder, name)
    finally:
        remove(folder, fresh)


def _taken_away(file: LockedFile, folder: Folder, name: str, path: str) -> None:
    """Remove the old name. Raises MayStand if the file may still have both names."""
    try:
        release_file(file.handle)
        unlink(file.folder, file.name)
    except BaseException as error:
        with suppress(OSError):
            unlink(folder, name)
            raise
        raise _both(path, error) from error
    try:
        sync(file.folder)
    except BaseException as error:
        raise _both(path, error) from error


def _both(path: str, error: BaseException) -> MayStand:
    message = say(
        "moving {path} failed half-way, and it may stand under both names: {why}",
        path=path, why=str(error),
    )  # fmt: skip
    hint = say("see whether {path} is there before you try again", path=path)
    return MayStand(Problem("disk-failure", message, mends=(hint,)))


# --- appending ---------------------------------------------------------------------------------
# The end of a session's file: an entry is on disk completely or not at all, and an incomplete end
# that a power cut left is moved to a separate file.


RECORDING = marked("recording in {path} failed: {why}")
_AFTER_A_CUT = marked(
    "recording in {path} failed: {why}; the half-written entry at its end was set aside beside the "
    "file before that"
)


def append_to_file(file: LockedFile, path: str, data: bytes, whole: int, text: str) -> None:
    """Append a text after the complete part of a locked file that has these bytes. An incomplete
    end is moved to a separate file first. If writing fails, the file is restored."""
    aside = set_aside(file, data, whole)
    said = text if data[:whole].endswith(b"\n") else f"\n{text}"
    with file_errors_as_failures(_AFTER_A_CUT if aside else RECORDING, path):
        _append(file.handle, whole, said.encode())


def _append(handle: int, size: int, data: bytes) -> None:
    try:
        retry_on_eintr(os.lseek, handle, size, os.SEEK_SET)
        write_all(handle, data)
        sync_handle(handle)
    except BaseException as error:  # Ctrl-C in the middle leaves nothing half-written either
        try:
            _cut_off(handle, size)
        except OSError:
            message = say("recording failed, and so did taking it back: {why}", why=str(error))
            hint = say(
                "see with `{command}` whether it was recorded, before you try again",
                command=CommandLine("log"),
            )
            raise MayStand(Problem("disk-failure", message, mends=(hint,))) from error
        raise


def _cut_off(handle: int, size: int) -> None:
    retry_on_eintr(os.ftruncate, handle, size)
    sync_handle(handle)


def set_aside(file: LockedFile, data: bytes, whole: int) -> str | None:
    """Move the incomplete end that a power cut left to a separate file, on disk before it is cut
    off here. Return the path of that file, or None if nothing was incomplete. The file is never
    deleted, unless nothing could be cut off yet."""
    if whole == len(data):
        return None
    aside = _written_aside(file, data[whole:])
    try:
        sync(file.folder)
    except BaseException:
        remove(file.folder, aside)
        raise
    _cut_off(file.handle, whole)
    return os.path.join(file.folder.path, aside)


def _written_aside(file: LockedFile, data: bytes) -> str:
    """Write the data to a new file and return its name."""
    base = file.name.removesuffix(SUFFIX)
    for number in count(1):
        with suppress(FileExistsError):
            write_new(file.folder, aside := f"{base}.cut-{number}", data)
            return aside
    raise AssertionError  # there is always another number

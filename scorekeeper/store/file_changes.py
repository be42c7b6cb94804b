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

# --- Naming a file, never over another file ----------------------------------------------------


def give_second_name(
    folder: Folder, name: str, to: Folder, other: str, handle: int | None = None
) -> bool:
    """Give the file `name` of one folder the name `other` in the folder `to`. `handle` is the open
    file, if any. Return True if the file now has both names, False if it was renamed, on a disk
    without hard links such as FAT. Raises FileExistsError if the new name is used."""
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
    """Rename a file, never over another file. Since renaming would replace it, the new name is
    checked first, while the folder is locked against other scorekeeper processes."""
    with ExitStack() as stack:
        stack.callback(unlock, to.handle)
        lock(stack, to.handle, to.path, time.monotonic() + PATIENCE)
        if _is_there(to, other):
            raise FileExistsError
        if _disk_of(folder) != _disk_of(to):  # checked before the file is released
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


# --- Creating and replacing files --------------------------------------------------------------


NEW = ".new"  # the ending of a file that is being made


def create_file(path: str, text: str, failed: str) -> None:
    """Write a new file, completely or not at all. Raises FileExistsError if the path is used.
    `failed` is the marked message of a failure."""
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
    """Replace a file of the folder atomically and sync it to disk. Raises MayStand if the file was
    replaced but could not be synced."""
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
    """Write these bytes to a new temporary file, sync it, and return its name."""
    _remove_leftovers(folder)
    fresh = f".{os.getpid()}.{time.time_ns():x}{NEW}"
    write_new(folder, fresh, data)
    return fresh


def _link(folder: Folder, fresh: str, path: str) -> None:
    """Give the temporary file `fresh` its final path and sync the name. Raises FileExistsError if
    the path is used, and MayStand if syncing failed and the name could not be removed again."""
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
    """Return True if the path `to` is used by another file than `path`. It is not another file if
    both are names of one file, as after a process was killed while moving it."""
    with suppress(OSError):
        mine, theirs = (os.stat(one, follow_symlinks=False) for one in (path, to))
        return not _are_two_names(path, mine, to, theirs)
    return os.path.lexists(to)


def _are_two_names(path: str, mine: os.stat_result, to: str, theirs: os.stat_result) -> bool:
    """Return True if one file has both names. Two spellings that differ only in case count as one
    name, and give False."""
    return os.path.samestat(mine, theirs) and path.casefold() != to.casefold()


def move_locked_file(file: LockedFile, path: str, to: str) -> bool:
    """Give a locked file another name or folder, synced before this returns. Return False, without
    any change, if another file has that name. A second call completes a move in which the
    process was killed."""
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
    """Give the file its new name, and sync it. Return True if the file still has the old name."""
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
    """Sync the second name of a file. If that fails, remove the name, and raise MayStand if it
    cannot be removed."""
    try:
        sync(folder)
    except BaseException as error:
        try:
            unlink(folder, name)
        except OSError:
            raise _both(path, error) from error
        raise


def _synced_both(file: LockedFile, folder: Folder, path: str) -> None:
    """Sync both folders of a renamed file. Raises MayStand if syncing fails: renaming the file
    back could fail too."""
    try:
        sync(folder)
        sync(file.folder)
    except BaseException as error:
        raise _both(path, error) from error


def _copy(file: LockedFile, folder: Folder, name: str, path: str) -> None:
    """Copy a locked file to a folder on another disk, where no hard link to the file is
    possible."""
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
    """Append a text to a locked file after its complete part. `data` has the file's bytes, `whole`
    is the size of the complete part. An incomplete end is first moved to a separate file. If
    writing fails, the file is cut off at `whole` again."""
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
    """Move the incomplete end of a file, left by a power cut, to a separate file. Return the path
    of that file, or None if the file was complete. The separate file is synced before the end
    is cut off, and is removed only if the sync fails."""
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

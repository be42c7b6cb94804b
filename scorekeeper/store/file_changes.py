"""New, replaced, renamed and appended files, each whole or not there."""

import errno
import os
import time
from contextlib import ExitStack, suppress
from itertools import count

from scorekeeper.store.disk import (
    NO_LINKS,
    SUFFIX,
    failing,
    made_folder,
    retry_on_eintr,
    sync_handle,
    write_all,
)
from scorekeeper.store.folder import (
    Folder,
    found_in,
    held,
    is_left_over,
    remove,
    replace,
    sync,
    unlink,
    write_new,
)
from scorekeeper.store.locked_file import (
    PATIENCE,
    LockedFile,
    bytes_of,
    folder_of,
    let_go,
    lock,
    unlock,
)
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import MayStand, Problem
from scorekeeper.text.translation import marked

# --- Giving a file its name, which another file that has it keeps ------------------------------


def named_too(folder: Folder, name: str, to: Folder, other: str, handle: int | None = None) -> bool:
    """Gives a file of one folder a name in another, which is held open by its handle or by nobody;
    FileExistsError where anything has that name. Whether it has the old one too: not on a disk
    without hard links, such as FAT."""
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
    """Renames a file, in one piece. Renaming would put it in the place of another, so it is looked
    for while nobody else of us gives names in that folder."""
    with ExitStack() as stack:
        stack.callback(unlock, to.handle)
        lock(stack, to.handle, to.path, time.monotonic() + PATIENCE)
        if _is_there(to, other):
            raise FileExistsError
        if _disk_of(folder) != _disk_of(to):  # known before what is to be copied is let go of
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        if handle is not None:
            let_go(handle)
        retry_on_eintr(
            os.rename, folder.at(name), to.at(other), src_dir_fd=folder.handle, dst_dir_fd=to.handle
        )


def _disk_of(folder: Folder) -> int:
    return retry_on_eintr(os.stat, folder.asked()).st_dev


def _is_there(folder: Folder, name: str) -> bool:
    try:
        found_in(folder, name)
    except FileNotFoundError:
        return False
    return True


# --- A new file, whole or not at all, and one in the place of another --------------------------


NEW = ".new"  # the ending of a file that is being made


def create_file(path: str, text: str, failed: str) -> None:
    """Writes a new file, whole or not at all; FileExistsError where anything has its name."""
    is_taken = False
    with failing(failed, path), folder_of(path) as folder:
        fresh = written_fresh(folder, text.encode())
        try:
            _link(folder, fresh, path)
        except FileExistsError:
            is_taken = True
        finally:
            remove(folder, fresh)
    if is_taken:
        raise FileExistsError


def replace_file(folder: Folder, name: str, data: bytes) -> None:
    """Puts a new file in the place of one of the folder, in one piece and on disk. Raises MayStand
    where it is in its place, and the machine does not say that it will stay there."""
    fresh = written_fresh(folder, data)
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


def written_fresh(folder: Folder, data: bytes) -> str:
    """The name of a new file with this in it, on disk, that nobody looks at."""
    _remove_leftovers(folder)
    fresh = f".{os.getpid()}.{time.time_ns():x}{NEW}"
    write_new(folder, fresh, data)
    return fresh


def _link(folder: Folder, fresh: str, path: str) -> None:
    """Gives the written file its name, which a file that is there keeps, and has that on disk.
    Raises MayStand where that failed and the name could not be taken away again."""
    name = os.path.basename(path)
    named_too(folder, fresh, folder, name)
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
    """Removes what commands that died, or could not remove it, have left of files they were
    making."""
    with suppress(OSError), os.scandir(folder.asked()) as found:
        for entry in found:
            if entry.name.startswith(".") and entry.name.endswith(NEW) and is_left_over(entry):
                remove(folder, entry.name)


# --- moving files ------------------------------------------------------------------------------
# A session's file that gets another name or another folder: it keeps its bytes, and never takes
# the name of another one.


def is_taken(path: str, to: str) -> bool:
    """Whether a path is another file's; a kill in the middle of moving one leaves it under both its
    names."""
    with suppress(OSError):
        mine, theirs = (os.stat(one, follow_symlinks=False) for one in (path, to))
        return not _are_two_names(path, mine, to, theirs)
    return os.path.lexists(to)


def _are_two_names(path: str, mine: os.stat_result, to: str, theirs: os.stat_result) -> bool:
    """Whether one file has both names. Where capitals say nothing one name may be spelt in two
    ways, and is one."""
    return os.path.samestat(mine, theirs) and path.casefold() != to.casefold()


def moved(file: LockedFile, path: str, to: str) -> bool:
    """Gives a file that is held another name or folder, on disk before it returns; False where
    another file has that name, and nothing is changed. The same again goes on where a kill left
    both names."""
    made_folder(os.path.dirname(to))
    with held(os.path.dirname(to)) as folder:
        try:
            has_both = _named_too(file, folder, to, path)
        except FileExistsError:
            return False
        if has_both:
            _taken_away(file, folder, os.path.basename(to), path)
    return True


def _named_too(file: LockedFile, folder: Folder, to: str, path: str) -> bool:
    """The file under its other name, on disk; whether it has the old one too."""
    name, has_both = os.path.basename(to), True
    try:
        has_both = named_too(file.folder, file.name, folder, name, file.handle)
    except FileExistsError:
        there = found_in(folder, name)
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
    """Has a second name on disk, or takes it away again. Raises MayStand where that fails too."""
    try:
        sync(folder)
    except BaseException as error:
        try:
            unlink(folder, name)
        except OSError:
            raise _both(path, error) from error
        raise


def _synced_both(file: LockedFile, folder: Folder, path: str) -> None:
    """Has a file that was renamed on disk. Raises MayStand where the machine does not say that it
    is: to rename it back could fail in the same way."""
    try:
        sync(folder)
        sync(file.folder)
    except BaseException as error:
        raise _both(path, error) from error


def _copy(file: LockedFile, folder: Folder, name: str, path: str) -> None:
    """The file in a folder of another disk, where it cannot have a second name."""
    fresh = written_fresh(folder, bytes_of(file, path))
    try:
        named_too(folder, fresh, folder, name)
    finally:
        remove(folder, fresh)


def _taken_away(file: LockedFile, folder: Folder, name: str, path: str) -> None:
    """Takes away the old name. Raises MayStand where both names may stand."""
    try:
        let_go(file.handle)
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
# The end of a session's file: an entry on disk or not there, and what a power cut left of one set
# aside.


RECORDING = marked("recording in {path} failed: {why}")
_AFTER_A_CUT = marked(
    "recording in {path} failed: {why}; the half-written entry at its end was set aside beside the "
    "file before that"
)


def append_below(file: LockedFile, path: str, data: bytes, whole: int, text: str) -> None:
    """Appends to a file that is held, and has these bytes, what stands below its whole part; what
    was cut off after that is set aside first. If the write fails the file is put back as it was."""
    aside = set_aside(file, data, whole)
    said = text if data[:whole].endswith(b"\n") else f"\n{text}"
    with failing(_AFTER_A_CUT if aside else RECORDING, path):
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
    """Keeps what a power cut left of an entry in a file of its own, on disk before it is cut off
    here; gives that file's path. It is never deleted, but where nothing could be cut off yet."""
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
    """The name of a new file that holds this now."""
    base = file.name.removesuffix(SUFFIX)
    for number in count(1):
        with suppress(FileExistsError):
            write_new(file.folder, aside := f"{base}.cut-{number}", data)
            return aside
    raise AssertionError  # there is always another number

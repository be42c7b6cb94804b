"""A session's file that gets another name or another folder: it keeps its bytes, and never takes
the name of another one."""

import errno
import os
from contextlib import suppress

from scorekeeper.store.disk import made_folder, retry_on_eintr
from scorekeeper.store.file_names import named_too
from scorekeeper.store.folder import Folder, found_in, held, remove, sync, unlink
from scorekeeper.store.locked import LockedFile, bytes_of
from scorekeeper.store.locks import let_go
from scorekeeper.store.new_files import written_fresh
from scorekeeper.text.message import say
from scorekeeper.text.problems import MayStand, Problem


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

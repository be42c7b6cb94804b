"""Sessions that get another name, are put by, or are thrown away and brought back: a file keeps its
bytes and gets another name or folder, never that of another one.

Archived sessions lie in `sessions/archive`, beside the others wherever links lead to those; thrown
away ones in `trash` in the home.
"""

import errno
import os
from contextlib import suppress
from itertools import count

from scorekeeper.language import marked
from scorekeeper.message import say
from scorekeeper.problems import Problem
from scorekeeper.store.disk import SUFFIX, failing, home, made_folder, retry_on_eintr, stem
from scorekeeper.store.file_names import named_too
from scorekeeper.store.folder import Folder, found_in, held, remove, sync, unlink
from scorekeeper.store.locked import LockedFile, bytes_of, locked_session
from scorekeeper.store.locks import let_go
from scorekeeper.store.sessions import (
    NAME_BYTES,
    archive_folder,
    follow_current,
    forget_current,
    names_in,
    sessions_folder,
)
from scorekeeper.store.writing import MayStand, written_fresh

TRASH = "trash"
_MOVING = marked("moving {path} failed: {why}")


def trash_folder() -> str:
    """Where sessions lie that were thrown away."""
    return os.path.join(home(), TRASH)


def standing_path(name: str) -> str:
    """The file of a session that stands in the home, whether it is there or not."""
    return os.path.join(sessions_folder(), f"{name}{SUFFIX}")


def archived_path(name: str) -> str:
    """The same of one that is archived."""
    return os.path.join(archive_folder(), f"{name}{SUFFIX}")


def thrown_path(name: str) -> str:
    """The same of one that was thrown away."""
    return os.path.join(trash_folder(), f"{name}{SUFFIX}")


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


def move_session(path: str, to: str) -> None:
    """Gives a session file another name or folder, on disk before it returns; FileExistsError where
    another file has that name, and nothing is changed. The same again goes on where a kill left
    both names."""
    with failing(_MOVING, path), locked_session(path) as file:
        has_moved = _move_held(file, path, to)
    if not has_moved:
        raise FileExistsError


def _move_held(file: LockedFile, path: str, to: str) -> bool:
    """The same of a file that is held; whether it has moved."""
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
        _synced_or_removed(folder, name)
    else:
        _synced_both(file, folder, path)
    return has_both


def _synced_or_removed(folder: Folder, name: str) -> None:
    """Has a second name on disk, or takes it away again."""
    try:
        sync(folder)
    except BaseException:
        remove(folder, name)
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


def thrown_names() -> list[str]:
    """The names of the sessions in the trash, in their order."""
    return names_in(trash_folder(), by_change=False)


# --- what is done with sessions ------------------------------------------------------------------


def rename_session(old: str, new: str) -> None:
    """Gives a session another name; FileExistsError where one has it. The note of the session used
    last goes with it."""
    move_session(standing_path(old), standing_path(new))
    follow_current(standing_path(old), standing_path(new))


def archive_session(name: str) -> None:
    """Puts a session by; FileExistsError where one of that name is put by already."""
    move_session(standing_path(name), archived_path(name))
    forget_current(standing_path(name))


def throw_away(name: str, is_archived: bool) -> str:
    """Moves a session to the trash, under its name or one with a number after it; gives that."""
    path = archived_path(name) if is_archived else standing_path(name)
    with failing(_MOVING, path), locked_session(path) as file:
        return throw_held_away(file, path)


def throw_held_away(file: LockedFile, path: str) -> str:
    """The same of a file that is held."""
    with failing(_MOVING, path):
        for number in count(1):
            thrown = _numbered(stem(path), number)
            if _move_held(file, path, thrown_path(thrown)):
                forget_current(path)
                return thrown
    raise AssertionError  # there is always another number


def _numbered(name: str, number: int) -> str:
    """`friday`, `friday-2`: no longer than a name may be."""
    ending = "" if number == 1 else f"-{number}"
    return name.encode()[: NAME_BYTES - len(ending)].decode(errors="ignore") + ending


def bring_back(path: str) -> None:
    """Has a session of the archive or the trash stand again; FileExistsError where one of its name
    does."""
    move_session(path, standing_path(stem(path)))

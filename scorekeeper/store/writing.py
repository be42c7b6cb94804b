"""Writing sessions: a new one whole or not at all, an entry on disk or not there."""

import fcntl
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

from scorekeeper.language import marked, tr
from scorekeeper.problems import MachineFailure, Problem, Refused, as_typed, refuse
from scorekeeper.store.disk import (
    SUFFIX,
    carried,
    close,
    failing,
    home,
    made_folder,
    read_all,
    remove,
    sync_folder,
    write_all,
    write_new,
)

T = TypeVar("T")
PATIENCE = 10.0  # seconds; somebody else's entry takes a few thousandths of one
PAUSE = 0.005
NEW = ".new"  # the ending of a file that is being made
LEFT_OVER = 3600.0  # seconds after which nobody is making it any more
_RECORDING = marked("recording in {path} failed: {why}")
_AFTER_A_CUT = marked(
    "recording in {path} failed: {why}; the half-written entry at its end was set aside beside the file before that"
)


class MayStand(MachineFailure):
    """The machine failed, and what was to be recorded may stand all the same: nobody may be told
    that it does not, and trying again could record it twice."""


def create_session(name: str, text: str) -> str:
    """Writes a new session file, whole or not at all, and never over another; gives its path."""
    word = as_typed(name)
    hint = tr("choose another with --name, or go on with it: scorekeeper play --session {session}", session=word)
    taken = refuse("session-exists", tr("there is already a session `{session}`", session=name), "name", hint)
    return _create("sessions", name, text, marked("writing the session {path} failed: {why}"), taken)


def create_ruleset(name: str, text: str) -> str:
    """Writes a new ruleset of the user's own, never over another; gives its path."""
    taken = refuse("game-exists", tr("there is already a game `{game}`", game=name), "game", tr("choose another name"))
    return _create("rulesets", name, text, marked("writing the ruleset {path} failed: {why}"), taken)


def _create(folder: str, name: str, text: str, failed: str, taken: Refused) -> str:
    folder = made_folder(os.path.join(home(), folder))
    path = os.path.join(folder, f"{name}{SUFFIX}")
    fresh = os.path.join(folder, f".{os.getpid()}.{time.time_ns():x}{NEW}")
    _remove_leftovers(folder)
    with failing(failed, path):
        write_new(fresh, text.encode())
        try:
            _link(fresh, path)
        except FileExistsError:
            raise taken from None
        finally:
            remove(fresh)
    return path


def _link(fresh: str, path: str) -> None:
    """Gives the written file its name, which a file that is there keeps, and has that on disk.
    Raises MayStand where that failed and the name could not be taken away again."""
    carried(os.link, fresh, path)
    try:
        sync_folder(os.path.dirname(path))
    except BaseException as error:
        try:
            carried(os.unlink, path)
        except OSError:
            message = tr("writing {path} failed, and so did taking it back: {why}", path=path, why=error)
            hint = tr("see whether {path} is there before you try again", path=path)
            raise MayStand(Problem("disk-failure", message, hint=hint)) from error
        raise


def _remove_leftovers(folder: str) -> None:
    """Removes what commands that died, or could not remove it, have left of files they were making."""
    with suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            if entry.name.startswith(".") and entry.name.endswith(NEW) and _is_old(entry):
                remove(entry.path)


def _is_old(entry: os.DirEntry[str]) -> bool:
    return time.time() - entry.stat(follow_symlinks=False).st_mtime > LEFT_OVER


def change_session(path: str, decide: Callable[[bytes], tuple[str, int, T]]) -> T:
    """Appends to a session what `decide` makes of its bytes, under a lock, on disk before it
    returns.

    `decide` gives the text to append, how many bytes of the file are whole, and a result. What
    a power cut left half-written after those is set aside in a file of its own first. If the
    write fails the file is put back as it was.
    """
    with failing(_RECORDING, path), _alone(path) as handle:
        data = read_all(handle)
        text, whole, result = decide(data)
        if text:
            aside = _set_aside(handle, path, data, whole)
            with failing(_AFTER_A_CUT if aside else _RECORDING, path):
                _append(handle, whole, (text if data[:whole].endswith(b"\n") else f"\n{text}").encode())
        return result


def repair_session(path: str, decide: Callable[[bytes], tuple[int, T]]) -> tuple[str | None, T]:
    """Sets what a power cut left half-written aside, as recording would, under the same lock.

    `decide` gives how many bytes of the file are whole, and a result. Gives the path of the file
    that holds the rest now, None where nothing was cut, and the result.
    """
    with failing(marked("mending {path} failed: {why}"), path), _alone(path) as handle:
        data = read_all(handle)
        whole, result = decide(data)
        return _set_aside(handle, path, data, whole), result


def _append(handle: int, size: int, data: bytes) -> None:
    try:
        carried(os.lseek, handle, size, os.SEEK_SET)
        write_all(handle, data)
        carried(os.fsync, handle)
    except BaseException as error:  # Ctrl-C in the middle leaves nothing half-written either
        try:
            _cut_off(handle, size)
        except OSError:
            message = tr("recording failed, and so did taking it back: {why}", why=error)
            hint = tr("see with `scorekeeper log` whether it was recorded, before you try again")
            raise MayStand(Problem("disk-failure", message, hint=hint)) from error
        raise


def _cut_off(handle: int, size: int) -> None:
    carried(os.ftruncate, handle, size)
    carried(os.fsync, handle)


@contextmanager
def _alone(path: str) -> Iterator[int]:
    """The file, which nobody else changes meanwhile."""
    handle = _opened_alone(path)
    try:
        yield handle
    finally:
        close(handle)


def _opened_alone(path: str) -> int:
    """The file, open and locked. An editor puts a new file in the place of the one it read, so
    what was locked must still be what the path leads to."""
    until = time.monotonic() + PATIENCE
    try:
        while True:
            handle = carried(os.open, path, os.O_RDWR | os.O_NONBLOCK)  # a pipe would wait for somebody
            try:
                if not stat.S_ISREG(carried(os.fstat, handle).st_mode):
                    raise refuse("session-unknown", tr("{path} is not an ordinary file", path=path), "session")
                _lock(handle, path, until)
                if os.path.samestat(carried(os.fstat, handle), carried(os.stat, path)):
                    return handle
            except BaseException:
                close(handle)
                raise
            close(handle)
    except (FileNotFoundError, NotADirectoryError):
        raise refuse("session-unknown", tr("there is no session file {path}", path=path), "session") from None
    except IsADirectoryError:
        raise refuse("session-unknown", tr("{path} is a folder, not a session file", path=path), "session") from None
    except ValueError:
        raise refuse("file-name", tr("{path} cannot be the name of a file", path=repr(path)), "session") from None


def _lock(handle: int, path: str, until: float) -> None:
    """Waits its turn for the file."""
    while True:
        try:
            carried(fcntl.flock, handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > until:
                message = tr("another program holds {path}", path=path)
                raise MachineFailure(Problem("locked", message, hint=tr("close it, then try again"))) from None
            time.sleep(PAUSE)


def _set_aside(handle: int, path: str, data: bytes, whole: int) -> str | None:
    """Keeps what a power cut left of an entry in a file of its own, on disk before it is cut off here;
    gives that file's path. It is never deleted, but where nothing could be cut off yet."""
    if whole == len(data):
        return None
    aside = _aside_name(path)
    write_new(aside, data[whole:])
    try:
        sync_folder(os.path.dirname(aside) or ".")
    except BaseException:
        remove(aside)
        raise
    _cut_off(handle, whole)
    return aside


def _aside_name(path: str) -> str:
    number, base = 1, path.removesuffix(SUFFIX)
    while os.path.lexists(aside := f"{base}.cut-{number}"):
        number += 1
    return aside

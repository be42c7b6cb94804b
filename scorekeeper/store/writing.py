"""Writing sessions: a new one whole or not at all, an entry on disk or not there."""

import fcntl
import os
import stat
import time
from collections.abc import Callable
from typing import TypeVar

from scorekeeper.problems import MachineFailure, Problem, Refused, refuse
from scorekeeper.store.disk import PRIVATE_FILE, SUFFIX, failing, home, made_folder, sync_folder, write_all

T = TypeVar("T")
PATIENCE = 10.0  # seconds; somebody else's entry takes a few thousandths of one
PAUSE = 0.005


def create_session(name: str, text: str) -> str:
    """Writes a new session file, whole or not at all, and never over another; gives its path."""
    hint = f"choose another with --name, or go on with it: scorekeeper play --session {name}"
    taken = refuse("session-exists", f"there is already a session `{name}`", "name", hint)
    return _create("sessions", name, text, "the session", taken)


def create_ruleset(name: str, text: str) -> str:
    """Writes a new ruleset of the user's own, never over another; gives its path."""
    taken = refuse("game-exists", f"there is already a game `{name}`", "game", "choose another name")
    return _create("rulesets", name, text, "the ruleset", taken)


def _create(folder: str, name: str, text: str, what: str, taken: Refused) -> str:
    folder = made_folder(os.path.join(home(), folder))
    path = os.path.join(folder, f"{name}{SUFFIX}")
    fresh = os.path.join(folder, f".{os.getpid()}.new")
    with failing(f"writing {what} {path}"):
        try:
            _write_new(fresh, text.encode(), os.O_TRUNC)
            _link(fresh, path)
        except FileExistsError:
            raise taken from None
        finally:
            _remove(fresh)
    return path


def _link(fresh: str, path: str) -> None:
    """Gives the written file its name, which a file that is there keeps, and has that on disk."""
    os.link(fresh, path)
    try:
        sync_folder(os.path.dirname(path))
    except BaseException:
        _remove(path)
        raise


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return  # never written, or it stays behind under a name that nobody reads


def _write_new(path: str, data: bytes, how: int) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | how, PRIVATE_FILE)
    try:
        write_all(handle, data)
        os.fsync(handle)
    finally:
        _close(handle)


def _close(handle: int) -> None:
    try:
        os.close(handle)
    except OSError:
        return  # what counts is on disk since fsync


def change_session(path: str, decide: Callable[[bytes], tuple[str, int, T]]) -> T:
    """Appends to a session what `decide` makes of its bytes, under a lock, on disk before it
    returns.

    `decide` gives the text to append, how many bytes of the file are whole, and a result. What
    a power cut left half-written after those is set aside in a file of its own first. If the
    write fails the file is put back as it was.
    """
    with failing(f"recording in {path}"):
        handle = _opened_alone(path)
        try:
            data = _read_all(handle)
            text, whole, result = decide(data)
            if text:
                _set_aside(handle, path, data, whole)
                _append(handle, whole, (text if data[:whole].endswith(b"\n") else f"\n{text}").encode())
            return result
        finally:
            _close(handle)


def _append(handle: int, size: int, data: bytes) -> None:
    try:
        os.lseek(handle, size, os.SEEK_SET)
        write_all(handle, data)
        os.fsync(handle)
    except BaseException as error:  # Ctrl-C in the middle leaves nothing half-written either
        try:
            os.ftruncate(handle, size)
            os.fsync(handle)
        except OSError:
            message = f"recording failed, and so did taking it back: {error}"
            hint = "see with `scorekeeper log` whether it was recorded, before you try again"
            raise MachineFailure(Problem("disk-failure", message, hint=hint)) from error
        raise


def _read_all(handle: int) -> bytes:
    parts = []
    while part := os.read(handle, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def _opened_alone(path: str) -> int:
    """The file, open and locked. An editor puts a new file in the place of the one it read, so
    what was locked must still be what the path leads to."""
    until = time.monotonic() + PATIENCE
    try:
        while True:
            handle = os.open(path, os.O_RDWR | os.O_NONBLOCK)  # a pipe would wait for somebody
            try:
                if not stat.S_ISREG(os.fstat(handle).st_mode):
                    raise refuse("session-unknown", f"{path} is not an ordinary file", "session")
                _lock(handle, path, until)
                if os.path.samestat(os.fstat(handle), os.stat(path)):
                    return handle
            except BaseException:
                _close(handle)
                raise
            _close(handle)
    except (FileNotFoundError, NotADirectoryError):
        raise refuse("session-unknown", f"there is no session file {path}", "session") from None
    except IsADirectoryError:
        raise refuse("session-unknown", f"{path} is a folder, not a session file", "session") from None
    except ValueError:
        raise refuse("file-name", f"{path!r} cannot be the name of a file", "session") from None


def _lock(handle: int, path: str, until: float) -> None:
    """Waits its turn for the file."""
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > until:
                problem = Problem("locked", f"another program holds {path}", hint="close it, then try again")
                raise MachineFailure(problem) from None
            time.sleep(PAUSE)


def _set_aside(handle: int, path: str, data: bytes, whole: int) -> None:
    """Keeps what a power cut left of an entry in a file of its own, never deletes it."""
    if whole == len(data):
        return
    number, base = 1, path.removesuffix(SUFFIX)
    while os.path.lexists(aside := f"{base}.cut-{number}"):
        number += 1
    _write_new(aside, data[whole:], os.O_EXCL)
    sync_folder(os.path.dirname(aside) or ".")
    os.ftruncate(handle, whole)

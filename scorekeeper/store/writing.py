"""Writing sessions: a new one whole or not at all, an entry on disk or not there."""

import errno
import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from itertools import count
from typing import NamedTuple, TypeVar

from scorekeeper.language import marked
from scorekeeper.message import CommandLine, say
from scorekeeper.problems import MachineFailure, Problem, Refused, as_typed, refuse
from scorekeeper.store.disk import (
    SUFFIX,
    NotOrdinary,
    close,
    failing,
    made_folder,
    read_all,
    retry_on_eintr,
    write_all,
)
from scorekeeper.store.folder import (
    Folder,
    held,
    hold_home,
    is_of_home,
    is_own,
    opened,
    own_folder,
    remove,
    sync,
    write_new,
)
from scorekeeper.store.sessions import forget_current
from scorekeeper.store.size import most_bytes, refuse_full, session_within

T = TypeVar("T")
PATIENCE = 10.0  # seconds; somebody else's entry takes a few thousandths of one
PAUSE = 0.005
NEW = ".new"  # the ending of a file that is being made
LEFT_OVER = 3600.0  # seconds after which nobody is making it any more
OF_A_LINK = (errno.ELOOP, errno.EMLINK)  # what opening a link answers, on one system and another
_RECORDING = marked("recording in {path} failed: {why}")
_AFTER_A_CUT = marked(
    "recording in {path} failed: {why}; the half-written entry at its end was set aside beside the "
    "file before that"
)


class MayStand(MachineFailure):
    """The machine failed, and what was to be recorded may stand all the same: nobody may be told
    that it does not, and trying again could record it twice."""


def create_session(name: str, text: str) -> str:
    """Writes a new session file, whole or not at all, and never over another; gives its path."""
    hint = say(
        "choose another with --name, or go on with it: {command}",
        command=CommandLine("play", ("--session", name)),
    )
    taken = refuse(
        "session-exists", say("there is already a session `{session}`", session=name), "name", hint
    )
    session_within(name, text.encode())  # what could not be read again is not begun
    return _create(
        "sessions", name, text, marked("writing the session {path} failed: {why}"), taken
    )


def create_ruleset(name: str, text: str) -> str:
    """Writes a new ruleset of the user's own, never over another; gives its path."""
    taken = refuse(
        "game-exists",
        say("there is already a game `{game}`", game=name),
        "game",
        say("choose another name"),
    )
    return _create(
        "rulesets", name, text, marked("writing the ruleset {path} failed: {why}"), taken
    )


def _create(own: str, name: str, text: str, failed: str, taken: Refused) -> str:
    path = os.path.join(own_folder(own), f"{name}{SUFFIX}")
    fresh = f".{os.getpid()}.{time.time_ns():x}{NEW}"
    made_folder(os.path.dirname(path))
    with failing(failed, path), _held(path) as folder:
        _remove_leftovers(folder)
        write_new(folder, fresh, text.encode())
        try:
            _link(folder, fresh, path)
        except FileExistsError:
            raise taken from None
        finally:
            remove(folder, fresh)
    return path


def _held(path: str) -> AbstractContextManager[Folder]:
    """The folder of a file, which is no link where it lies in the home."""
    folder = os.path.dirname(path)
    if is_own(folder):
        hold_home()
    return held(folder, may_be_link=not is_of_home(folder))


def _link(folder: Folder, fresh: str, path: str) -> None:
    """Gives the written file its name, which a file that is there keeps, and has that on disk.
    Raises MayStand where that failed and the name could not be taken away again."""
    name = os.path.basename(path)
    retry_on_eintr(
        os.link,
        fresh,
        name,
        src_dir_fd=folder.handle,
        dst_dir_fd=folder.handle,
        follow_symlinks=False,
    )
    try:
        sync(folder)
    except BaseException as error:
        try:
            retry_on_eintr(os.unlink, name, dir_fd=folder.handle)
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
    with suppress(OSError), os.scandir(folder.handle) as found:
        for entry in found:
            if entry.name.startswith(".") and entry.name.endswith(NEW) and _is_old(entry):
                remove(folder, entry.name)


def _is_old(entry: os.DirEntry[str]) -> bool:
    return time.time() - entry.stat(follow_symlinks=False).st_mtime > LEFT_OVER


def change_session(path: str, decide: Callable[[bytes], tuple[str, int, T]]) -> T:
    """Appends to a session what `decide` makes of its bytes, under a lock, on disk before it
    returns.

    `decide` gives the text to append, how many bytes of the file are whole, and a result. What
    a power cut left half-written after those is set aside in a file of its own first. If the
    write fails the file is put back as it was.
    """
    with failing(_RECORDING, path), _alone(path) as mine:
        data = _bytes_of(mine, path)
        text, whole, result = decide(data)
        if text:
            refuse_full(path, data[:whole], text.encode())
            aside = _set_aside(mine, data, whole)
            with failing(_AFTER_A_CUT if aside else _RECORDING, path):
                _append(
                    mine.handle,
                    whole,
                    (text if data[:whole].endswith(b"\n") else f"\n{text}").encode(),
                )
        return result


def repair_session(path: str, decide: Callable[[bytes], tuple[int, T]]) -> tuple[str | None, T]:
    """Sets what a power cut left half-written aside, as recording would, under the same lock.

    `decide` gives how many bytes of the file are whole, and a result. Gives the path of the file
    that holds the rest now, None where nothing was cut, and the result.
    """
    with failing(marked("mending {path} failed: {why}"), path), _alone(path) as mine:
        data = _bytes_of(mine, path)
        whole, result = decide(data)
        return _set_aside(mine, data, whole), result


def remove_session(path: str, refuse_entries: Callable[[bytes], None]) -> None:
    """Removes a session file, under the same lock, unless `refuse_entries` raises at its bytes."""
    with failing(marked("removing {path} failed: {why}"), path), _alone(path) as mine:
        refuse_entries(_bytes_of(mine, path))
        retry_on_eintr(os.unlink, mine.name, dir_fd=mine.folder.handle)
        sync(mine.folder)
    forget_current(path)


def _append(handle: int, size: int, data: bytes) -> None:
    try:
        retry_on_eintr(os.lseek, handle, size, os.SEEK_SET)
        write_all(handle, data)
        retry_on_eintr(os.fsync, handle)
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
    retry_on_eintr(os.fsync, handle)


class _Mine(NamedTuple):
    """A session file that is open and locked, and the folder that it was found in."""

    folder: Folder
    name: str
    handle: int


@contextmanager
def _alone(path: str) -> Iterator[_Mine]:
    """The file, which nobody else changes meanwhile."""
    with ExitStack() as stack:
        with _opening(path):
            folder, name = stack.enter_context(_held(path)), os.path.basename(path)
            handle = _opened_alone(folder, name, path)
            stack.callback(close, handle)
        yield _Mine(folder, name, handle)


def _bytes_of(mine: _Mine, path: str) -> bytes:
    return session_within(path, read_all(mine.handle, most_bytes("session file")))


@contextmanager
def _opening(path: str) -> Iterator[None]:
    """Turns what keeps a file from being opened into words."""
    try:
        yield
    except NotOrdinary:
        raise refuse(
            "session-unknown", say("{path} is not an ordinary file", path=path), "session"
        ) from None
    except (FileNotFoundError, NotADirectoryError):
        raise refuse(
            "session-unknown", say("there is no session file {path}", path=path), "session"
        ) from None
    except IsADirectoryError:
        raise refuse(
            "session-unknown", say("{path} is a folder, not a session file", path=path), "session"
        ) from None
    except ValueError:
        raise refuse(
            "file-name", say("{path} cannot be the name of a file", path=repr(path)), "session"
        ) from None
    except OSError as error:
        if error.errno not in OF_A_LINK:
            raise
        message = say("{path} is a link, and nothing is written where a link leads", path=path)
        hint = say("name the file itself: --session {path}", path=as_typed(os.path.realpath(path)))
        raise refuse("session-link", message, "session", hint) from None


def _opened_alone(folder: Folder, name: str, path: str) -> int:
    """The file, open and locked. An editor puts a new file in the place of the one it read, so
    what was locked must still be what stands there."""
    until = time.monotonic() + PATIENCE
    while True:
        handle = opened(folder, name, os.O_RDWR)
        try:
            _lock(handle, path, until)
            there = retry_on_eintr(os.stat, name, dir_fd=folder.handle, follow_symlinks=False)
            if os.path.samestat(retry_on_eintr(os.fstat, handle), there):
                return handle
        except BaseException:
            close(handle)
            raise
        close(handle)


def _lock(handle: int, path: str, until: float) -> None:
    """Waits its turn for the file."""
    while True:
        try:
            retry_on_eintr(fcntl.flock, handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > until:
                message = say("another program holds {path}", path=path)
                raise MachineFailure(
                    Problem("locked", message, mends=(say("close it, then try again"),))
                ) from None
            time.sleep(PAUSE)


def _set_aside(mine: _Mine, data: bytes, whole: int) -> str | None:
    """Keeps what a power cut left of an entry in a file of its own, on disk before it is cut off
    here; gives that file's path. It is never deleted, but where nothing could be cut off yet."""
    if whole == len(data):
        return None
    aside = _written_aside(mine, data[whole:])
    try:
        sync(mine.folder)
    except BaseException:
        remove(mine.folder, aside)
        raise
    _cut_off(mine.handle, whole)
    return os.path.join(mine.folder.path, aside)


def _written_aside(mine: _Mine, data: bytes) -> str:
    """The name of a new file that holds this now."""
    base = mine.name.removesuffix(SUFFIX)
    for number in count(1):
        with suppress(FileExistsError):
            write_new(mine.folder, aside := f"{base}.cut-{number}", data)
            return aside
    raise AssertionError  # there is always another number

"""Writing sessions: a new one whole or not at all, an entry on disk or not there."""

import os
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from itertools import count
from typing import TypeVar

from scorekeeper.language import marked
from scorekeeper.message import CommandLine, say
from scorekeeper.problems import MachineFailure, Problem, Refused, refuse
from scorekeeper.store.disk import (
    SUFFIX,
    failing,
    made_folder,
    retry_on_eintr,
    stem,
    sync_handle,
    write_all,
)
from scorekeeper.store.file_names import named_too
from scorekeeper.store.folder import Folder, own_folder, remove, replace, sync, unlink, write_new
from scorekeeper.store.locked import LockedFile, bytes_of, folder_of, locked_session
from scorekeeper.store.locks import let_go
from scorekeeper.store.sessions import forget_current, is_archived
from scorekeeper.store.size import refuse_full, session_within

T = TypeVar("T")
NEW = ".new"  # the ending of a file that is being made
LEFT_OVER = 3600.0  # seconds after which nobody is making it any more
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
    made_folder(os.path.dirname(path))
    try:
        create_file(path, text, failed)
    except FileExistsError:
        raise taken from None
    return path


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
            if entry.name.startswith(".") and entry.name.endswith(NEW) and _is_old(entry):
                remove(folder, entry.name)


def _is_old(entry: os.DirEntry[str]) -> bool:
    return time.time() - entry.stat(follow_symlinks=False).st_mtime > LEFT_OVER


def change_session(
    path: str, decide: Callable[[bytes], tuple[str, int, T]], held: LockedFile | None = None
) -> T:
    """Appends to a session what `decide` makes of its bytes, under a lock, on disk before it
    returns.

    `decide` gives the text to append, how many bytes of the file are whole, and a result. What
    a power cut left half-written after those is set aside in a file of its own first. If the
    write fails the file is put back as it was. A file that is `held` already is not locked again.
    """
    refuse_archived(path)
    with failing(_RECORDING, path), nullcontext(held) if held else locked_session(path) as file:
        data = bytes_of(file, path)
        text, whole, result = decide(data)
        if text:
            append_to(file, path, data[:whole], data[whole:], text)
        return result


def append_to(file: LockedFile, path: str, whole: bytes, cut: bytes, text: str) -> None:
    """Appends to a session that is held what stands below its whole part; what was cut off after
    that is set aside first."""
    refuse_full(path, whole, text.encode())
    aside = _set_aside(file, whole + cut, len(whole))
    with failing(_AFTER_A_CUT if aside else _RECORDING, path):
        _append(file.handle, len(whole), (text if whole.endswith(b"\n") else f"\n{text}").encode())


def refuse_archived(path: str) -> None:
    """Raises Refused for a session that is archived: nothing is recorded in it."""
    if not is_archived(path):
        return
    name = stem(path)
    message = say("{session} is archived, and nothing is recorded in it", session=name)
    command = CommandLine("sessions restore", (name,))
    raise refuse(
        "session-archived", message, "session", say("bring it back: {command}", command=command)
    )


def repair_session(path: str, decide: Callable[[bytes], tuple[int, T]]) -> tuple[str | None, T]:
    """Sets what a power cut left half-written aside, as recording would, under the same lock.

    `decide` gives how many bytes of the file are whole, and a result. Gives the path of the file
    that holds the rest now, None where nothing was cut, and the result.
    """
    with failing(marked("mending {path} failed: {why}"), path), locked_session(path) as file:
        data = bytes_of(file, path)
        whole, result = decide(data)
        return _set_aside(file, data, whole), result


def remove_session(path: str, refuse_entries: Callable[[bytes], None]) -> None:
    """Removes a session file, under the same lock, unless `refuse_entries` raises at its bytes."""
    with failing(marked("removing {path} failed: {why}"), path), locked_session(path) as file:
        refuse_entries(bytes_of(file, path))
        let_go(file.handle)
        unlink(file.folder, file.name)
        sync(file.folder)
    forget_current(path)


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


def _set_aside(file: LockedFile, data: bytes, whole: int) -> str | None:
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

"""The end of a session's file: an entry on disk or not there, and what a power cut left of one set
aside."""

import os
from contextlib import suppress
from itertools import count

from scorekeeper.store.disk import SUFFIX, failing, retry_on_eintr, sync_handle, write_all
from scorekeeper.store.folder import remove, sync, write_new
from scorekeeper.store.locked import LockedFile
from scorekeeper.text.language import marked
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import MayStand, Problem

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

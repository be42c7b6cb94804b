"""A new file, whole or not at all, and one in the place of another."""

import os
import time
from contextlib import suppress

from scorekeeper.store.disk import failing
from scorekeeper.store.file_names import named_too
from scorekeeper.store.folder import Folder, is_left_over, remove, replace, sync, unlink, write_new
from scorekeeper.store.locked import folder_of
from scorekeeper.text.message import say
from scorekeeper.text.problems import MayStand, Problem

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

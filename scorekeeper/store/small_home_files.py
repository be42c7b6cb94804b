"""Small files of a home: people, board codes, the history of typed lines, file versions."""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeAlias, TypeVar

from scorekeeper.store.disk import create_folders, home, ordinary_bytes
from scorekeeper.store.folder import append_to_private, opened_folder, write_and_replace
from scorekeeper.store.home_choice import current_home, home_of
from scorekeeper.text.problems import MachineFailure

# --- The people file ---------------------------------------------------------------------------


T = TypeVar("T")


def people_path() -> str:
    """Return the path of the people file, even if there is none."""
    return current_home().people_path()


def people_bytes() -> bytes:
    """Return the bytes of the people file, b"" if there is none. Raises Refused if the path is not
    an ordinary file, or if the file is too large."""
    return current_home().people_bytes()


def change_people(decide: Callable[[bytes], tuple[str | None, T]]) -> T:
    """Replace the people file by the text that `decide` returns for its bytes, under a lock and
    safe before this returns. A text of None leaves the file unchanged. Return the result of
    `decide`."""
    return current_home().change_people(decide)


# --- board codes -------------------------------------------------------------------------------
# The codes of the boards of this home, so that the next board of a session has the same links.


CODES, REMEMBERED_BOARDS = "board-codes", 1_000
MOST_CODE_BYTES = 1 << 20  # bytes of it that are read


def saved_codes(of: str) -> tuple[str, ...]:
    """Return the codes of the last board of a session or event, given its id; () if unknown. A
    failure is ignored, since the codes are a convenience."""
    return _all_codes().get(of, ())


def save_codes(of: str, codes: tuple[str, ...]) -> None:
    """Save the codes of a board, readable only by the user. A failure is ignored."""
    every = _all_codes()
    every.pop(of, None)
    last = [*every.items(), (of, codes)][-REMEMBERED_BOARDS:]
    lines = "".join(f"{' '.join((one, *them))}\n" for one, them in last)
    with suppress(OSError, ValueError, MachineFailure):
        create_folders(home())
        with opened_folder(home(), may_be_link=True) as folder:
            write_and_replace(folder, current_home().note(CODES), [lines.encode()])


def _all_codes() -> dict[str, tuple[str, ...]]:
    path = os.path.join(home(), current_home().note(CODES))
    with suppress(OSError, ValueError):
        lines = ordinary_bytes(path, MOST_CODE_BYTES, is_own=True).decode().splitlines()
        parts = (line.split(" ") for line in lines)
        return {of: tuple(codes) for of, *codes in parts}
    return {}


# --- The history of lines typed at the live table ----------------------------------------------


HISTORY, REMEMBERED_LINES = "history", 500
MOST_HISTORY_BYTES = 16 << 20  # bytes of it that are read


def typed_history() -> list[str]:
    """Return the last lines typed at the live table, oldest first. If the file has become long,
    cut it to these lines. A failure is ignored, since the history is a convenience."""
    history = os.path.join(home(), HISTORY)
    try:
        lines = ordinary_bytes(history, MOST_HISTORY_BYTES, is_own=True).decode().splitlines()
        if len(lines) > 2 * REMEMBERED_LINES:
            with opened_folder(home(), may_be_link=True) as folder:
                write_and_replace(folder, HISTORY, [_as_lines(lines[-REMEMBERED_LINES:])])
        return lines[-REMEMBERED_LINES:]
    except (OSError, ValueError):
        return []


def add_to_history(line: str) -> None:
    """Append a typed line to the history file, readable only by the user."""
    with suppress(OSError, ValueError), opened_folder(home(), may_be_link=True) as folder:
        append_to_private(folder, HISTORY, _as_lines([line]))


def _as_lines(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


# --- Versions of a file, to notice a save ------------------------------------------------------


MOST_LOOKED_AT = 1 << 20  # bytes compared; beyond these only the time counts
# When a file was changed, in nanoseconds, and what it holds, as some disks count in seconds; None
# of one that is not there.
Saved: TypeAlias = tuple[int, bytes] | None
Look: TypeAlias = dict[str, Saved]


def saved_versions(paths: Iterable[str]) -> dict[str, Saved]:
    """Return the version and contents of each file by path; None for a missing file."""
    return {path: home_of(path).look(path, MOST_LOOKED_AT) for path in paths}


def file_stamp(path: str) -> object:
    """Return a value that differs after every change of the file, without reading the file; None
    if there is none."""
    return home_of(path).stamp(path)

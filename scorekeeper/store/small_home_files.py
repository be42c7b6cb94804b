"""Small files of a home: people, board codes, the history of typed lines, file versions."""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeAlias, TypeVar

from scorekeeper.store.disk import create_folders, home, ordinary_bytes
from scorekeeper.store.folder import append_to_private, opened_folder, write_and_replace
from scorekeeper.store.home_choice import current_home, home_of
from scorekeeper.text.problems import MachineFailure

# --- Who is who in the home: one file of people ------------------------------------------------


T = TypeVar("T")


def people_path() -> str:
    """Return the path of the file of people, even if there is no such file."""
    return current_home().people_path()


def people_bytes() -> bytes:
    """Return the bytes of the file of people, empty if there is none. Raises Refused if anything
    else is in its place, or if it is too large."""
    return current_home().people_bytes()


def change_people(decide: Callable[[bytes], tuple[str | None, T]]) -> T:
    """Replace the file of people by the text that `decide` makes of its bytes (None leaves it
    unchanged), and return the result of `decide`. Nobody else changes it meanwhile, and it is safe
    before this returns."""
    return current_home().change_people(decide)


# --- board codes -------------------------------------------------------------------------------
# The codes of the boards of this home, so that the next board of a session has the same links.


CODES, REMEMBERED_BOARDS = "board-codes", 1_000
MOST_CODE_BYTES = 1 << 20  # bytes of it that are read


def saved_codes(of: str) -> tuple[str, ...]:
    """Return the codes of the last board of a session or an event, by its id; empty if unknown.
    They are a convenience, so a failure is ignored."""
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


# --- What was typed at the live table, for the next time ---------------------------------------


HISTORY, REMEMBERED_LINES = "history", 500
MOST_HISTORY_BYTES = 16 << 20  # bytes of it that are read


def typed_history() -> list[str]:
    """Return the last lines typed at the live table, oldest first. A file that has become long is
    cut to them. This is only a convenience, so a failure is ignored."""
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
    """Save a typed line for the next time, readable only by its owner."""
    with suppress(OSError, ValueError), opened_folder(home(), may_be_link=True) as folder:
        append_to_private(folder, HISTORY, _as_lines([line]))


def _as_lines(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


# --- A file as somebody saved it: what tells one saving from another ---------------------------


MOST_LOOKED_AT = 1 << 20  # bytes looked at; of more, the time says that something was saved
# When a file was changed, in nanoseconds, and what it holds, as some disks count in seconds; None
# of one that is not there.
Saved: TypeAlias = tuple[int, bytes] | None
Look: TypeAlias = dict[str, Saved]


def saved_versions(paths: Iterable[str]) -> dict[str, Saved]:
    """Return the saved version of each file, by path."""
    return {path: home_of(path).look(path, MOST_LOOKED_AT) for path in paths}


def file_stamp(path: str) -> object:
    """Return a value that differs after the file is saved or appended to, or None if there is no
    file. The file is not read."""
    return home_of(path).stamp(path)

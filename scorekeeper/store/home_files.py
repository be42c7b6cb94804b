"""Small files of a home: people, board codes, the history of lines, file versions."""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeAlias, TypeVar

from scorekeeper.store.disk import home, made_folder, ordinary_bytes
from scorekeeper.store.folder import add_to, held, put_in_place
from scorekeeper.store.homes import home_of, the_home
from scorekeeper.text.problems import MachineFailure

# --- Who is who in the home: one file of people ------------------------------------------------


T = TypeVar("T")


def people_path() -> str:
    """Where the file of people is, or would be."""
    return the_home().people_path()


def people_bytes() -> bytes:
    """The bytes of the file of people; none where there is no such file. Raises Refused where
    anything else stands in its place, or more than is read."""
    return the_home().people_bytes()


def change_people(decide: Callable[[bytes], tuple[str | None, T]]) -> T:
    """Puts the text that `decide` makes of the file's bytes in its place, None where it stays, and
    gives the result. Nobody else changes it meanwhile, and it is safe before this returns."""
    return the_home().change_people(decide)


# --- board codes -------------------------------------------------------------------------------
# The codes of the boards of this home, so that the next board of a session has the same links.


CODES, REMEMBERED_BOARDS = "board-codes", 1_000
MOST_CODE_BYTES = 1 << 20  # bytes of it that are read


def remembered_codes(of: str) -> tuple[str, ...]:
    """Return the codes of the last board of a session or an event, by its id; none where they are
    not known. They are a convenience, so a failure is let pass."""
    return _all_codes().get(of, ())


def remember_codes(of: str, codes: tuple[str, ...]) -> None:
    """Keep the codes of a board where only the user can read them; a failure is let pass."""
    every = _all_codes()
    every.pop(of, None)
    last = [*every.items(), (of, codes)][-REMEMBERED_BOARDS:]
    lines = "".join(f"{' '.join((one, *them))}\n" for one, them in last)
    with suppress(OSError, ValueError, MachineFailure):
        made_folder(home())
        with held(home(), may_be_link=True) as folder:
            put_in_place(folder, the_home().note(CODES), [lines.encode()])


def _all_codes() -> dict[str, tuple[str, ...]]:
    path = os.path.join(home(), the_home().note(CODES))
    with suppress(OSError, ValueError):
        lines = ordinary_bytes(path, MOST_CODE_BYTES, is_own=True).decode().splitlines()
        parts = (line.split(" ") for line in lines)
        return {of: tuple(codes) for of, *codes in parts}
    return {}


# --- What was typed at the live table, for the next time ---------------------------------------


HISTORY, REMEMBERED_LINES = "history", 500
MOST_HISTORY_BYTES = 16 << 20  # bytes of it that are read


def remembered_lines() -> list[str]:
    """The last lines typed at the live table, oldest first; a file grown long is cut to them. It
    is only a convenience, so a failure is let pass."""
    history = os.path.join(home(), HISTORY)
    try:
        lines = ordinary_bytes(history, MOST_HISTORY_BYTES, is_own=True).decode().splitlines()
        if len(lines) > 2 * REMEMBERED_LINES:
            with held(home(), may_be_link=True) as folder:
                put_in_place(folder, HISTORY, [_as_lines(lines[-REMEMBERED_LINES:])])
        return lines[-REMEMBERED_LINES:]
    except (OSError, ValueError):
        return []


def remember_line(line: str) -> None:
    """Keeps a line for the next time, where only its owner can read it."""
    with suppress(OSError, ValueError), held(home(), may_be_link=True) as folder:
        add_to(folder, HISTORY, _as_lines([line]))


def _as_lines(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


# --- A file as somebody saved it: what tells one saving from another ---------------------------


MOST_LOOKED_AT = 1 << 20  # bytes looked at; of more, the time says that something was saved
# When a file was changed, in nanoseconds, and what it holds, as some disks count in seconds; None
# of one that is not there.
Saved: TypeAlias = tuple[int, bytes] | None
Look: TypeAlias = dict[str, Saved]


def look_at(paths: Iterable[str]) -> dict[str, Saved]:
    """How each file was saved."""
    return {path: home_of(path).look(path, MOST_LOOKED_AT) for path in paths}


def stamp_of(path: str) -> object:
    """What is another one after every saving or appending; None of a file that is not there. It is
    not read."""
    return home_of(path).stamp(path)

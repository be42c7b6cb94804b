"""The codes of the boards of this home, so that the next board of a session has the same links."""

import os
from contextlib import suppress

from scorekeeper.store.disk import home, made_folder, ordinary_bytes
from scorekeeper.store.folder import held, put_in_place
from scorekeeper.store.homes import the_home
from scorekeeper.text.problems import MachineFailure

CODES, REMEMBERED = "board-codes", 1_000
MOST = 1 << 20  # bytes of it that are read


def remembered_codes(of: str) -> tuple[str, ...]:
    """Return the codes of the last board of a session or an event, by its id; none where they are
    not known. They are a convenience, so a failure is let pass."""
    return _all_codes().get(of, ())


def remember_codes(of: str, codes: tuple[str, ...]) -> None:
    """Keep the codes of a board where only the user can read them; a failure is let pass."""
    every = _all_codes()
    every.pop(of, None)
    last = [*every.items(), (of, codes)][-REMEMBERED:]
    lines = "".join(f"{' '.join((one, *them))}\n" for one, them in last)
    with suppress(OSError, ValueError, MachineFailure):
        made_folder(home())
        with held(home(), may_be_link=True) as folder:
            put_in_place(folder, the_home().note(CODES), [lines.encode()])


def _all_codes() -> dict[str, tuple[str, ...]]:
    path = os.path.join(home(), the_home().note(CODES))
    with suppress(OSError, ValueError):
        lines = ordinary_bytes(path, MOST, is_own=True).decode().splitlines()
        parts = (line.split(" ") for line in lines)
        return {of: tuple(codes) for of, *codes in parts}
    return {}

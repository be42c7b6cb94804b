"""What was typed at the live table, for the next time."""

import os
from contextlib import suppress

from scorekeeper.store.disk import home, ordinary_bytes
from scorekeeper.store.folder import add_to, held, put_in_place

HISTORY, REMEMBERED = "history", 500
MOST = 16 << 20  # bytes of it that are read


def remembered_lines() -> list[str]:
    """The last lines typed at the live table, oldest first; a file grown long is cut to them. It
    is only a convenience, so a failure is let pass."""
    history = os.path.join(home(), HISTORY)
    try:
        lines = ordinary_bytes(history, MOST, is_own=True).decode().splitlines()
        if len(lines) > 2 * REMEMBERED:
            with held(home(), may_be_link=True) as folder:
                put_in_place(folder, HISTORY, [_as_lines(lines[-REMEMBERED:])])
        return lines[-REMEMBERED:]
    except (OSError, ValueError):
        return []


def remember_line(line: str) -> None:
    """Keeps a line for the next time, where only its owner can read it."""
    with suppress(OSError, ValueError), held(home(), may_be_link=True) as folder:
        add_to(folder, HISTORY, _as_lines([line]))


def _as_lines(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()

"""Work for the tests of several processes. A process that is started anew reads the module in which its
work stands: this one reads little."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path


def doubled() -> Callable[[int], tuple[int, int]]:
    """Twice a number, and who worked it out."""
    return lambda number: (2 * number, os.getpid())


def met(folder: Path) -> Callable[[int], tuple[int, int]]:
    """As `doubled`, by processes that wait for each other, two of them, before they begin."""
    folder.joinpath(str(os.getpid())).touch()
    end = time.monotonic() + 60
    while len([*folder.iterdir()]) < 2 and time.monotonic() < end:
        time.sleep(0.01)
    return doubled()


def dying(where: int, parent: int) -> Callable[[int], int]:
    """Twice a number; a process that was started for it is killed by one of them."""

    def told(number: int) -> int:
        if number == where and os.getpid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
        return 2 * number

    return told


def hindered() -> Callable[[int], int]:
    """Who works it out: whoever is asked for the first waits for the others before it goes on."""

    def told(number: int) -> int:
        if number == 0:
            time.sleep(1)
        return os.getpid()

    return told


def failing(where: int) -> Callable[[int], int]:
    """Twice a number, and a fault at one of them."""

    def told(number: int) -> int:
        if number == where:
            raise ZeroDivisionError(where)
        return 2 * number

    return told


def interrupted() -> Callable[[int], int]:
    """Twice a number; whoever works it out is interrupted."""

    def told(number: int) -> int:
        signal.raise_signal(signal.SIGINT)
        return 2 * number

    return told

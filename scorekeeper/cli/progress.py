"""A bar for what takes longer than a moment, on a terminal; silence elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import click

from scorekeeper.cli.common import is_terminal, terminal_width
from scorekeeper.text.width import cut, width_of

PATIENCE = 1.0  # seconds before a bar is shown
LEAST, MOST = 5, 30  # columns of a bar
# what stands beside it, and the last column, which stays free
BESIDE = len("  []  100%  00:00:00 ")


@contextmanager
def late_bar(length: int, label: str) -> Iterator[Callable[[int], None]]:
    """What hears of every stretch of work, and shows a bar of it once it takes longer than a
    moment."""
    with ExitStack() as stack:
        yield _bar(length, label, stack) if is_terminal(sys.stderr) else _unheard


def _unheard(number: int) -> None:
    """Nobody looks on."""


def _bar(length: int, label: str, stack: ExitStack) -> Callable[[int], None]:
    start, done, bars = time.monotonic(), 0, list[Any]()

    def tick(number: int) -> None:
        nonlocal done
        done += number
        if bars:
            bars[0].update(number)
        elif time.monotonic() - start > PATIENCE:
            bars.append(stack.enter_context(_fitting(length, label)))
            bars[0].update(done)

    return tick


def _fitting(length: int, label: str) -> Any:
    """The bar, no wider than the terminal: a wider one would begin a new line at every step."""
    room = terminal_width(sys.stderr) - BESIDE
    label = cut(label, max(room - LEAST, 0))
    width = max(LEAST, min(MOST, room - width_of(label)))
    return click.progressbar(length=length, label=label, file=sys.stderr, width=width)

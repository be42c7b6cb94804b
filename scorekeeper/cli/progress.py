"""A bar for what takes longer than a moment, on a terminal; silence elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import click

PATIENCE = 1.0  # seconds before a bar is shown


@contextmanager
def late_bar(length: int, label: str) -> Iterator[Callable[[int], None]]:
    """What hears of every stretch of work, and shows a bar of it once it takes longer than a moment."""
    with ExitStack() as stack:
        yield _bar(length, label, stack) if sys.stderr is not None and sys.stderr.isatty() else _unheard


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
            bars.append(stack.enter_context(click.progressbar(length=length, label=label, file=sys.stderr)))
            bars[0].update(done)

    return tick

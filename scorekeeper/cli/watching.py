"""Doing something again at every saving of a file."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress

from scorekeeper.cli.common import is_terminal, show, talk
from scorekeeper.language import tr
from scorekeeper.speech import listed
from scorekeeper.store.saved import Look, Saved, look_at

SECONDS = 0.2  # between two looks
GONE = 5  # looks without a file: by then no editor is about to put another in its place


def watched(paths: Sequence[str], report: Callable[[], Iterable[str]], timed: bool) -> None:
    """Reports now and at every saving, until Ctrl-C. A report gives the files that it hangs on,
    which are watched beside these from then on; where it is timed, the hour stands above it."""
    with suppress(KeyboardInterrupt):
        looked: Look = look_at(paths)
        hangs_on = {*paths, *report()}
        if is_terminal(sys.stderr):
            talk(tr("watching {files}: Ctrl-C ends it", files=listed([*paths], "and")))
        while True:
            looked = saving(look_at(hangs_on) | _of(looked, hangs_on), _looks(hangs_on))
            if timed:
                show(f"\n--- {time.strftime('%H:%M:%S')}")
            hangs_on = {*paths, *report()}


def _of(looked: Look, paths: Collection[str]) -> dict[str, Saved]:
    """What was seen of some files before they were read."""
    return {path: saved for path, saved in looked.items() if path in paths}


def _looks(paths: Iterable[str]) -> Iterator[Look]:
    while True:
        time.sleep(SECONDS)
        yield look_at(paths)


def saving(reported: Look, looks: Iterable[Look]) -> Look:
    """The first look at files that are no more as they were reported and that nobody is writing:
    they are as at the look before. One that is not there may be about to be replaced; it is
    gone after some looks."""
    before, gone = reported, 0
    for look in looks:
        gone = gone + 1 if None in look.values() else 0
        is_still, before = look == before, look
        if is_still and look != reported and (not gone or gone >= GONE):
            return look
    return before

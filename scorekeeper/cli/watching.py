"""Doing something again at every saving of a file."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from scorekeeper.cli.common import is_terminal, show, talk
from scorekeeper.store.saved import MOST, Look, look_at
from scorekeeper.text.language import tr
from scorekeeper.text.speech import listed

SECONDS = 0.2  # between two looks
GONE = 5  # looks without a file: by then no editor is about to put another in its place


def watched(paths: Sequence[str], report: Callable[[], Mapping[str, bytes]], timed: bool) -> None:
    """Reports now and at every saving, until Ctrl-C. A report gives the files that it read, each
    with what it held: these are watched too from then on, and where it could read none, those that
    were. Where it is timed, the hour stands above it."""
    with suppress(KeyboardInterrupt):
        looked: Look = look_at(paths)
        read = report()
        if is_terminal(sys.stderr):
            talk(tr("watching {files}: Ctrl-C ends it", files=listed([*paths], "and")))
        while True:
            reported = as_reported(looked, read)
            looked = saving(reported, _looks(reported))
            if timed:
                show(f"\n--- {time.strftime('%H:%M:%S')}")
            read = report()
            if read:
                looked = {path: looked[path] for path in looked if path in (*paths, *read)}


def as_reported(looked: Look, read: Mapping[str, bytes]) -> Look:
    """How each file was when a report read it: as at the look before that or, of one that it was
    the first to read, as it is now, unless it was saved since."""
    first = {path: text[:MOST] for path, text in read.items() if path not in looked}
    now = look_at(first)
    return looked | {
        path: saved if (saved := now[path]) and saved[1] == text else (0, text)
        for path, text in first.items()
    }


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

"""Two sessions that are held at once: one is appended to, the other thrown away."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from scorekeeper.store.disk import failing, stem
from scorekeeper.store.home import Held
from scorekeeper.store.homes import held_session, home_of
from scorekeeper.store.sessions import archive_folder, sessions_folder
from scorekeeper.store.shelves import archived_path, standing_path, throw_held_away
from scorekeeper.store.writing import append_to, refuse_archived
from scorekeeper.text.language import marked

_MERGING = marked("merging into {path} failed: {why}")
_MOVING = marked("recording in {path} failed: {why}")


def home_path(path: str) -> str | None:
    """The path that a session has in the home, whichever way it was named; None where it lies
    elsewhere."""
    folder = place_of(os.path.dirname(path) or os.curdir)
    if folder == place_of(sessions_folder()):
        return standing_path(stem(path))
    return archived_path(stem(path)) if folder == place_of(archive_folder()) else None


def place_of(path: str) -> str:
    """A path as it is whichever way it was named."""
    return home_of(path).place(path)


def is_same_session(path: str, other: str) -> bool:
    """Whether two paths are one session's."""
    return home_of(path).is_same(path, other)


class TwoSessions:
    """Two sessions that nobody else changes meanwhile, with the bytes of each."""

    def __init__(self, sessions: dict[str, Held], path: str, other: str) -> None:
        self._one, self._other = sessions[path], sessions[other]
        self.path, self.other = path, other
        self.data, self.others = self._one.data(), self._other.data()

    def append(self, text: str, whole: int) -> None:
        """Appends to the first what stands below its whole part, on disk before it returns."""
        with failing(_MERGING, self.path):
            append_to(self._one, self.path, self.data, whole, text)

    def throw_other_away(self) -> str:
        """Moves the other to the trash; gives the name that it has there."""
        return throw_held_away(self._other, self.other)


@contextmanager
def two_sessions(path: str, other: str) -> Iterator[TwoSessions]:
    """Both, held in the same order whoever asks; the first is one that is recorded in."""
    refuse_archived(path)
    with ExitStack() as stack:
        with failing(_MERGING, path):
            two = TwoSessions(stack.enter_context(both_locked(path, other)), path, other)
        yield two


@contextmanager
def both_held(path: str, other: str) -> Iterator[dict[str, Held]]:
    """Both, by their paths, held in the same order whoever asks: both are recorded in."""
    for one in (path, other):
        refuse_archived(one)
    with ExitStack() as stack:
        with failing(_MOVING, path):
            sessions = stack.enter_context(both_locked(path, other))
        yield sessions


@contextmanager
def both_locked(path: str, other: str) -> Iterator[dict[str, Held]]:
    """Two sessions by their paths; of two programs that want the same two, neither has one and
    waits for the other."""
    with ExitStack() as stack:
        in_order = sorted((path, other), key=place_of)
        yield {one: stack.enter_context(held_session(one)) for one in in_order}

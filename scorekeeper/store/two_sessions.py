"""Two files of sessions that are held at once: one is appended to, the other thrown away."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from scorekeeper.language import marked
from scorekeeper.store.disk import failing, stem
from scorekeeper.store.locked import LockedFile, bytes_of, locked_session
from scorekeeper.store.sessions import archive_folder, sessions_folder
from scorekeeper.store.shelves import archived_path, standing_path, throw_held_away
from scorekeeper.store.writing import append_to, refuse_archived

_MERGING = marked("merging into {path} failed: {why}")
_MOVING = marked("recording in {path} failed: {why}")


def home_path(path: str) -> str | None:
    """The path that a session's file has in the home, whichever way it was named; None where it
    lies elsewhere."""
    folder = os.path.realpath(os.path.dirname(path) or os.curdir)
    if folder == os.path.realpath(sessions_folder()):
        return standing_path(stem(path))
    return archived_path(stem(path)) if folder == os.path.realpath(archive_folder()) else None


def is_same_file(path: str, other: str) -> bool:
    """Whether two paths are one file's."""
    with suppress(OSError, ValueError):
        return os.path.samefile(path, other)
    return path == other


class TwoSessions:
    """Two sessions that nobody else changes meanwhile, with the bytes of each."""

    def __init__(self, files: dict[str, LockedFile], path: str, other: str) -> None:
        self._file, self._other = files[path], files[other]
        self.path, self.other = path, other
        self.data, self.others = bytes_of(self._file, path), bytes_of(self._other, other)

    def append(self, text: str, whole: int) -> None:
        """Appends to the first what stands below its whole part, on disk before it returns."""
        with failing(_MERGING, self.path):
            append_to(self._file, self.path, self.data[:whole], self.data[whole:], text)

    def throw_other_away(self) -> str:
        """Moves the other to the trash; gives the name that it has there."""
        return throw_held_away(self._other, self.other)


@contextmanager
def two_sessions(path: str, other: str) -> Iterator[TwoSessions]:
    """Both files, held in the same order whoever asks; the first is one that is recorded in."""
    refuse_archived(path)
    with ExitStack() as stack:
        with failing(_MERGING, path):
            two = TwoSessions(stack.enter_context(both_locked(path, other)), path, other)
        yield two


@contextmanager
def both_held(path: str, other: str) -> Iterator[dict[str, LockedFile]]:
    """Both files, by their paths, held in the same order whoever asks: both are recorded in."""
    for one in (path, other):
        refuse_archived(one)
    with ExitStack() as stack:
        with failing(_MOVING, path):
            files = stack.enter_context(both_locked(path, other))
        yield files


@contextmanager
def both_locked(path: str, other: str) -> Iterator[dict[str, LockedFile]]:
    """Two files by their paths; of two programs that want the same two, neither has one and waits
    for the other."""
    with ExitStack() as stack:
        in_order = sorted((path, other), key=os.path.realpath)
        yield {one: stack.enter_context(locked_session(one)) for one in in_order}

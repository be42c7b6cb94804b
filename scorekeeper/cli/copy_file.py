"""A copy of a session as it was named to be merged."""

from __future__ import annotations

import os
from typing import NamedTuple

from scorekeeper import store
from scorekeeper.league.copies import name_before_conflict
from scorekeeper.record.book import Book, opened
from scorekeeper.store.disk import is_club
from scorekeeper.store.sessions import is_archived
from scorekeeper.store.two_sessions import home_path
from scorekeeper.text.language import tr
from scorekeeper.text.speech import parted


class CopyFile(NamedTuple):
    """A copy as it was named: its letter, its path, whether it lies in the home, its bytes."""

    letter: str
    path: str
    is_of_home: bool
    data: bytes

    @property
    def name(self) -> str:
        return store.stem(self.path).encode(errors="replace").decode()

    @property
    def book(self) -> Book:
        return opened(self.data, self.name)


def copy_file(letter: str, chosen: str) -> CopyFile:
    """The copy of this name or path, which is called by a letter where both are shown."""
    path = store.session_path(chosen)
    at_home = home_path(path)
    path = at_home or path
    return CopyFile(letter, path, at_home is not None, store.session_bytes(path))


def labels_of(one: CopyFile, other: CopyFile) -> dict[str, str]:
    """What each copy is called beside its letter: its name, and where both have one name where it
    lies and when it was gone on with last."""
    files = one, other
    is_named_apart = one.name != other.name
    return {file.letter: file.name if is_named_apart else _apart(file) for file in files}


def _apart(file: CopyFile) -> str:
    if is_club(file.path):
        place = tr("of the club")
    elif file.is_of_home and not is_archived(file.path):
        place = tr("of this computer")
    else:
        place = tr("in {folder}", folder=os.path.dirname(file.path))
    last = next(reversed(file.book.journal.entries), None)
    when = tr("last entry {when}", when=last.at[:16].replace("T", " ")) if last else ""
    return parted(filter(None, [f"{file.name} {place}", when]))


def rank_of(file: CopyFile) -> tuple[bool, bool, bool]:
    """Which of two is kept: one of the home before another, one that stands before one that is
    archived, one that no synchroniser named, and else the first."""
    return (
        not file.is_of_home,
        file.is_of_home and is_archived(file.path),
        name_before_conflict(file.name) is not None,
    )

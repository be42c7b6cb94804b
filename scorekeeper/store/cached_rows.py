"""Rows computed from sessions and cached; they are never the truth."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import chain, islice, pairwise
from zlib import compress, decompress

from scorekeeper.store.disk import close, home_name, made_folder, retry_on_eintr
from scorekeeper.store.folder import Folder, held, opened, put_in_place
from scorekeeper.text.problems import MachineFailure

# --- rows --------------------------------------------------------------------------------------
# Rows told of sessions, kept so that a session which is as it was need not be told again; and
# what was made of all of them together.
#
# They are derived and never the truth. They lie in the user's own cache folder, not in the home,
# which may be sent or synced; a row is found by the SHA-256 of the session's whole text, so that
# a changed session has none, and has one of its own that an accident would break. Whatever is odd
# about file or folder, or belongs to somebody else, is ignored.


FOLDER = "scorekeeper"
SESSIONS, TOGETHER = ".rows", ".sums"  # the files: a row a session, and a row for all of them
DIGEST = 64  # letters of a SHA-256
FAST = 4  # of zlib's nine ways to compress: a sixth less than the first, for 2 µs a row
PIECE = 100  # rows written at a time
NAME = 32  # letters of it that tell one home from another


def digest_of(data: bytes) -> str:
    """The SHA-256 of a text, in hexadecimal."""
    return sha256(data).hexdigest()


def kept_rows(kind: str, ending: str = SESSIONS) -> dict[str, str]:
    """The rows that are kept for this home in the file of this ending, by the digest of the text
    they were told of; `kind` names what rows mean."""
    rows: dict[str, str] = {}
    with (
        suppress(OSError, ValueError),
        _cache(is_made=False) as folder,
        _lines(folder, ending) as lines,
    ):
        if next(lines, None) == _title(kind):
            for line in lines:
                digest, mark, row = line[:DIGEST], line[DIGEST : 2 * DIGEST], line[2 * DIGEST :]
                if mark == _mark(digest, row):
                    rows[digest] = row
    return rows


def keep_rows(kind: str, rows: Iterable[tuple[str, str]], ending: str = SESSIONS) -> None:
    """Keeps these rows, each with the digest of its text, for this home in the file of this ending
    and forgets all others of it. It only saves time, so a failure is let pass."""
    with suppress(OSError, ValueError, MachineFailure), _cache(is_made=True) as folder:
        put_in_place(folder, _name(ending), _pieces(kind, rows))


def _pieces(kind: str, rows: Iterable[tuple[str, str]]) -> Iterator[bytes]:
    """The file, some rows at a time: all of it at once would be half as much memory again."""
    yield f"{_title(kind)}\n".encode()
    left = iter(rows)
    while piece := [*islice(left, PIECE)]:
        yield "".join(f"{digest}{_mark(digest, row)}{row}\n" for digest, row in piece).encode()


class PendingRows:
    """Rows that wait to be kept, each with the digest of its text, in the order in which they come.
    They wait compressed: as they are, ten thousand would take a fifth of the memory of it all; and
    in one piece, which the machine has back as soon as they are kept."""

    def __init__(self) -> None:
        self._packed = bytearray()
        self._ends = [0]
        self._last: list[str] = []

    def add(self, digest: str, row: str) -> None:
        """Adds a row, which has no line break."""
        self._last.append(f"{digest}{row}")
        if len(self._last) == PIECE:
            self._packed += compress("\n".join(self._last).encode(), FAST)
            self._ends.append(len(self._packed))
            self._last.clear()

    @property
    def are_any(self) -> bool:
        return bool(self._packed or self._last)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        packed = (self._packed[first:end] for first, end in pairwise(self._ends))
        pieces = (decompress(piece).decode().split("\n") for piece in packed)
        return (
            (line[:DIGEST], line[DIGEST:])
            for line in chain(chain.from_iterable(pieces), self._last)
        )


def _title(kind: str) -> str:
    return f"scorekeeper rows {kind}"


def _mark(digest: str, row: str) -> str:
    """The checksum of a row and of the text that it was told of."""
    return digest_of(f"{digest}{row}".encode())


# --- where they lie ------------------------------------------------------------------------------


def _name(ending: str) -> str:
    """A file for each home, wherever links lead to it from."""
    return f"{digest_of(home_name())[:NAME]}{ending}"


def _caches() -> str:
    """The platform's folder for what a user's programs can make again; ValueError where there is
    none."""
    if sys.platform == "win32":
        folder = os.environ.get("LOCALAPPDATA", "")
    elif sys.platform == "darwin":
        folder = os.path.expanduser("~/Library/Caches")
    else:
        chosen = os.environ.get("XDG_CACHE_HOME", "")
        folder = chosen if os.path.isabs(chosen) else os.path.expanduser("~/.cache")
    if not os.path.isabs(folder):
        raise ValueError("nobody's home")
    return folder


def cache_folder() -> str:
    """Our folder among the caches, whether it is there or not; ValueError where there are none."""
    return os.path.join(_caches(), FOLDER)


@contextmanager
def _cache(is_made: bool) -> Iterator[Folder]:
    """Our folder among the caches; OSError where it is not the user's alone, or not there and
    not to be made."""
    path = cache_folder()
    if is_made:
        made_folder(path)
    with held(path) as folder:
        if not is_ours_alone(retry_on_eintr(os.stat, folder.asked())):
            raise PermissionError
        yield folder


@contextmanager
def _lines(folder: Folder, ending: str) -> Iterator[Iterator[str]]:
    """The lines of the file of this home; OSError where it is not the user's alone, or has
    another name too."""
    handle = opened(folder, _name(ending), os.O_RDONLY)
    try:
        found = retry_on_eintr(os.fstat, handle)
        if not is_ours_alone(found) or found.st_nlink != 1:
            raise PermissionError
        with open(handle, encoding="utf-8", newline="\n", closefd=False) as file:
            yield (line.removesuffix("\n") for line in file)
    finally:
        close(handle)


def is_ours_alone(found: os.stat_result) -> bool:
    """Whether a file or folder is the user's, and nobody else may do anything with it."""
    if not hasattr(os, "geteuid"):  # a system where a mode says nothing of others
        return True
    return found.st_uid == os.geteuid() and not stat.S_IMODE(found.st_mode) & 0o077


# --- What is told of a home once, not by every command -----------------------------------------


_KIND, _FILE = "promises", ".told"


def first_told(messages: Iterable[str]) -> list[str]:
    """Those of these messages that were never told of this home; from now on they are."""
    told = kept_rows(_KIND, _FILE)
    digests = {digest_of(message.encode()): message for message in messages}
    fresh = {digest: message for digest, message in digests.items() if digest not in told}
    if fresh:
        keep_rows(_KIND, [*told.items(), *((digest, "") for digest in fresh)], _FILE)
    return [*fresh.values()]

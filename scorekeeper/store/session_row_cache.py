"""A cache of rows computed from sessions. Only the sessions are authoritative."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import chain, islice, pairwise
from zlib import compress, decompress

from scorekeeper.store.disk import close, create_folders, home_name, retry_on_eintr
from scorekeeper.store.folder import Folder, open_in_folder, opened_folder, write_and_replace
from scorekeeper.text.problems import MachineFailure

# --- rows --------------------------------------------------------------------------------------
# Rows made from sessions, cached so that an unchanged session need not be read again; and a result
# made from all of them together.
#
# They are derived and never authoritative. They are in the user's own cache folder, not in the
# home, which may be sent or synced. A row is looked up by the SHA-256 of the session's whole text,
# so a changed session has none; each row also has a checksum against damage. A cache file or folder
# that is unusual or belongs to another user is ignored.


FOLDER = "scorekeeper"
SESSIONS, TOGETHER = ".rows", ".sums"  # cache files: one row per session, one row for all
DIGEST = 64  # letters of a SHA-256
FAST = 4  # of zlib's nine ways to compress: a sixth less than the first, for 2 µs a row
PIECE = 100  # rows written at a time
NAME = 32  # letters of the digest in a file name


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of some bytes, in hexadecimal."""
    return sha256(data).hexdigest()


def read_cached_rows(kind: str, ending: str = SESSIONS) -> dict[str, str]:
    """Return the rows cached for this home in the file with this ending, by the digest of the
    session's text. `kind` names the meaning of the rows; rows of another kind are ignored."""
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


def write_cached_rows(kind: str, rows: Iterable[tuple[str, str]], ending: str = SESSIONS) -> None:
    """Write the (digest of the text, row) pairs to this home's cache file with this ending, in
    place of all former rows. A failure is ignored, since the rows only save time."""
    with suppress(OSError, ValueError, MachineFailure), _cache(is_made=True) as folder:
        write_and_replace(folder, _name(ending), _pieces(kind, rows))


def _pieces(kind: str, rows: Iterable[tuple[str, str]]) -> Iterator[bytes]:
    """Yield the bytes of a cache file, some rows at a time, to save memory."""
    yield f"{_title(kind)}\n".encode()
    left = iter(rows)
    while piece := [*islice(left, PIECE)]:
        yield "".join(f"{digest}{_mark(digest, row)}{row}\n" for digest, row in piece).encode()


class PendingRows:
    """(Digest of the text, row) pairs to be saved, in the order of adding. They are compressed,
    because ten thousand uncompressed rows would take a fifth of the program's memory, and
    stored in one piece, which is freed after saving."""

    def __init__(self) -> None:
        self._packed = bytearray()
        self._ends = [0]
        self._last: list[str] = []

    def add(self, digest: str, row: str) -> None:
        """Add a row, which must not contain a line break."""
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
    """Return the checksum of a row and its text's digest."""
    return digest_of(f"{digest}{row}".encode())


# --- the cache folder ----------------------------------------------------------------------------


def _name(ending: str) -> str:
    """Return the name of this home's cache file, independent of links on the way to the home."""
    return f"{digest_of(home_name())[:NAME]}{ending}"


def _caches() -> str:
    """Return the platform's cache folder. Raises ValueError if there is none."""
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
    """Return the path of scorekeeper's cache folder, even if it does not exist. Raises ValueError
    if the platform has no cache folder."""
    return os.path.join(_caches(), FOLDER)


@contextmanager
def _cache(is_made: bool) -> Iterator[Folder]:
    """Open scorekeeper's cache folder and yield it. If it does not exist, create it if `is_made`,
    else raise OSError. Raises OSError if others have access to it."""
    path = cache_folder()
    if is_made:
        create_folders(path)
    with opened_folder(path) as folder:
        if not is_ours_alone(retry_on_eintr(os.stat, folder.asked())):
            raise PermissionError
        yield folder


@contextmanager
def _lines(folder: Folder, ending: str) -> Iterator[Iterator[str]]:
    """Yield an iterator over the lines of this home's cache file. Raises OSError if others have
    access to the file, or if it has a second name."""
    handle = open_in_folder(folder, _name(ending), os.O_RDONLY)
    try:
        found = retry_on_eintr(os.fstat, handle)
        if not is_ours_alone(found) or found.st_nlink != 1:
            raise PermissionError
        with open(handle, encoding="utf-8", newline="\n", closefd=False) as file:
            yield (line.removesuffix("\n") for line in file)
    finally:
        close(handle)


def is_ours_alone(found: os.stat_result) -> bool:
    """Return True if a file or folder belongs to the user and nobody else has any access to it."""
    if not hasattr(os, "geteuid"):  # a system where a mode says nothing of others
        return True
    return found.st_uid == os.geteuid() and not stat.S_IMODE(found.st_mode) & 0o077


# --- Messages shown once for each home ---------------------------------------------------------


_KIND, _FILE = "promises", ".told"


def messages_shown_first(messages: Iterable[str]) -> list[str]:
    """Return the messages never yet shown for this home, and record them as shown."""
    told = read_cached_rows(_KIND, _FILE)
    digests = {digest_of(message.encode()): message for message in messages}
    fresh = {digest: message for digest, message in digests.items() if digest not in told}
    if fresh:
        write_cached_rows(_KIND, [*told.items(), *((digest, "") for digest in fresh)], _FILE)
    return [*fresh.values()]

"""Rules that were parsed before, kept beside the sessions: all evenings of a game hold the same.

They are derived and never the truth: what is kept is used only for the very same text, may be
deleted at any time, and a failure to keep or to read it is let pass.
"""

from __future__ import annotations

import marshal
import os
import re
import sys
from binascii import crc32
from contextlib import suppress
from typing import Any

from scorekeeper.store.disk import PRIVATE_FOLDER, home, ordinary_bytes, put_in_place

FOLDER = "cache"
KIND = f"{sys.implementation.cache_tag}-{marshal.version}"  # how this Python writes values
_OURS = r"[0-9a-f]{8}\.[a-z]+-[0-9]+-[0-9]+(\.[0-9]+)?"
MOST = 200  # files; a table plays fewer games than that


class KeptRules:
    """Tables of rules by their text, in the cache of the home."""

    def __init__(self) -> None:
        self.read: dict[str, dict[str, Any]] = {}

    def get(self, text: str, /) -> dict[str, Any] | None:
        """The table of this very text, where it was kept whole."""
        if text not in self.read:
            with suppress(OSError, ValueError, EOFError, TypeError, MemoryError):
                data = ordinary_bytes(_path(text))
                if int.from_bytes(data[:4]) == crc32(data[4:]):
                    kept, table = marshal.loads(data[4:])
                    if kept == text and isinstance(table, dict) and isinstance(table.get("rules"), dict):
                        self.read[text] = table
        return self.read.get(text)

    def __setitem__(self, text: str, table: dict[str, Any], /) -> None:
        self.read[text] = table
        with suppress(OSError, ValueError):
            data = marshal.dumps((text, table))
            _keep(_path(text), crc32(data).to_bytes(4) + data)


def _path(text: str) -> str:
    return os.path.join(home(), FOLDER, f"{crc32(text.encode()):08x}.{KIND}")


def _keep(path: str, data: bytes) -> None:
    """Puts a file in its place whole; where the folder has grown full it is begun anew."""
    folder = os.path.dirname(path)
    if not os.path.isdir(home()):
        return  # a session outside any home leaves nothing behind
    with suppress(FileExistsError):
        os.mkdir(folder, PRIVATE_FOLDER)
    if os.path.islink(folder):
        return  # what lies there is somebody's
    ours = [name for name in os.listdir(folder) if re.fullmatch(_OURS, name)]
    for name in ours if len(ours) >= MOST else ():
        os.remove(os.path.join(folder, name))
    put_in_place(path, data)

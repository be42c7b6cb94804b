"""The file in the user's cache folder that is locked in the stead of one whose disk has no locks.

It keeps the programs of one user on one computer apart, and the system takes its lock back when
a process ends, however that ends. It holds nothing, and is never taken away: somebody else might
just have opened it.
"""

import errno
import os
from unicodedata import normalize

from scorekeeper.store.disk import made_folder, opened_file
from scorekeeper.store.rows import cache_folder, digest_of

FOLDER, ENDING = "locks", ".lock"


def opened_aside(path: str) -> int:
    """The handle of that file for this path. A name that could be spelt in two ways where capitals
    or accents say nothing has one file."""
    name = digest_of(os.fsencode(normalize("NFC", os.path.realpath(path)).casefold()))
    try:
        folder = made_folder(os.path.join(cache_folder(), FOLDER))
    except ValueError:  # this user has no cache folder
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK)) from None
    file = os.path.join(folder, f"{name}{ENDING}")
    return opened_file(file, os.O_RDWR | os.O_CREAT)

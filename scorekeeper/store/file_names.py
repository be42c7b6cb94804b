"""Giving a file its name, which another file that has it keeps."""

import os
import time
from contextlib import ExitStack

from scorekeeper.store.able import NO_LINKS
from scorekeeper.store.disk import retry_on_eintr
from scorekeeper.store.folder import Folder
from scorekeeper.store.locked import PATIENCE
from scorekeeper.store.locks import lock, unlock


def named_too(folder: Folder, name: str, to: Folder, other: str) -> bool:
    """Gives a file of one folder a name in another; FileExistsError where anything has it. Whether
    it has the old name too: not on a disk without hard links, such as FAT."""
    if not hasattr(os, "link"):
        _renamed(folder, name, to, other)
        return False
    try:
        retry_on_eintr(
            os.link,
            name,
            other,
            src_dir_fd=folder.handle,
            dst_dir_fd=to.handle,
            follow_symlinks=False,
        )
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        _renamed(folder, name, to, other)
        return False
    return True


def _renamed(folder: Folder, name: str, to: Folder, other: str) -> None:
    """Renames a file, in one piece. Renaming would put it in the place of another, so it is looked
    for while nobody else of us gives names in that folder."""
    with ExitStack() as stack:
        stack.callback(unlock, to.handle)
        lock(stack, to.handle, to.path, time.monotonic() + PATIENCE)
        if _is_there(to, other):
            raise FileExistsError
        retry_on_eintr(os.rename, name, other, src_dir_fd=folder.handle, dst_dir_fd=to.handle)


def _is_there(folder: Folder, name: str) -> bool:
    try:
        retry_on_eintr(os.stat, name, dir_fd=folder.handle, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True

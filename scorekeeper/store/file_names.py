"""Giving a file its name, which another file that has it keeps."""

import errno
import os
import time
from contextlib import ExitStack

from scorekeeper.store.able import NO_LINKS
from scorekeeper.store.disk import retry_on_eintr
from scorekeeper.store.folder import Folder, found_in
from scorekeeper.store.locked import PATIENCE
from scorekeeper.store.locks import let_go, lock, unlock


def named_too(folder: Folder, name: str, to: Folder, other: str, handle: int | None = None) -> bool:
    """Gives a file of one folder a name in another, which is held open by its handle or by nobody;
    FileExistsError where anything has that name. Whether it has the old one too: not on a disk
    without hard links, such as FAT."""
    if not hasattr(os, "link"):
        _renamed(folder, name, to, other, handle)
        return False
    try:
        retry_on_eintr(
            os.link,
            folder.at(name),
            to.at(other),
            src_dir_fd=folder.handle,
            dst_dir_fd=to.handle,
            follow_symlinks=False,
        )
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        _renamed(folder, name, to, other, handle)
        return False
    return True


def _renamed(folder: Folder, name: str, to: Folder, other: str, handle: int | None) -> None:
    """Renames a file, in one piece. Renaming would put it in the place of another, so it is looked
    for while nobody else of us gives names in that folder."""
    with ExitStack() as stack:
        stack.callback(unlock, to.handle)
        lock(stack, to.handle, to.path, time.monotonic() + PATIENCE)
        if _is_there(to, other):
            raise FileExistsError
        if _disk_of(folder) != _disk_of(to):  # known before what is to be copied is let go of
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        if handle is not None:
            let_go(handle)
        retry_on_eintr(
            os.rename, folder.at(name), to.at(other), src_dir_fd=folder.handle, dst_dir_fd=to.handle
        )


def _disk_of(folder: Folder) -> int:
    return retry_on_eintr(os.stat, folder.asked()).st_dev


def _is_there(folder: Folder, name: str) -> bool:
    try:
        found_in(folder, name)
    except FileNotFoundError:
        return False
    return True

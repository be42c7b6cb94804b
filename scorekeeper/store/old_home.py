"""The home of earlier versions, on Linux ~/.config/scorekeeper, and its move to that of today."""

import os
from contextlib import suppress

from scorekeeper.store.disk import (
    data_home,
    has_data,
    made_folder,
    old_home,
    retry_on_eintr,
    sync_folder,
)
from scorekeeper.text.problems import MachineFailure


def moved_home() -> tuple[str, str] | None:
    """Move the old home to the folder for data; return both paths, or None where nothing moved.

    It is one rename, so a program that is killed leaves the whole home in the one place or in the
    other. A home stays where it is, and is used there, where the new place holds something, where
    it is a link, and where it cannot be renamed, as on another disk.
    """
    if os.environ.get("SCOREKEEPER_HOME"):
        return None
    old, new = old_home(), data_home()
    if old is None or not has_data(old) or os.path.islink(old) or not _is_free(new):
        return None
    try:
        made_folder(os.path.dirname(new))
        retry_on_eintr(os.rename, old, new)
    except (OSError, MachineFailure):
        return None
    with suppress(OSError):  # power loss may undo the rename: the home is whole in either place
        for folder in (new, old):
            sync_folder(os.path.dirname(folder))
    return old, new


def two_homes() -> tuple[str, str] | None:
    """Return the old home and the new one where both hold something of a home; the old is used."""
    if os.environ.get("SCOREKEEPER_HOME"):
        return None
    old, new = old_home(), data_home()
    return (old, new) if old and has_data(old) and has_data(new) else None


def _is_free(folder: str) -> bool:
    """Return True if there is nothing in a folder, or no such folder."""
    try:
        return not os.path.islink(folder) and not os.listdir(folder)
    except FileNotFoundError:
        return True
    except OSError:
        return False

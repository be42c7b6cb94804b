"""The choice of the home, and the move of an old one."""

import os
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING

from scorekeeper.store.disk import (
    chosen_home,
    create_folders,
    data_home,
    has_data,
    is_club,
    old_home,
    retry_on_eintr,
    sync_folder,
)
from scorekeeper.store.folder_home import FolderHome
from scorekeeper.store.home_interface import Home, LockedSession
from scorekeeper.text.message import say
from scorekeeper.text.problems import MachineFailure, Refused, refuse

if TYPE_CHECKING:
    from scorekeeper.store.club.club_connection import Opening
    from scorekeeper.store.club.club_home import ClubHome


# --- The current home, and the home of a path --------------------------------------------------


_FOLDER = FolderHome()
_CLUBS: dict[str, "ClubHome"] = {}
_OPENING: dict[str, "Opening"] = {}


def current_home() -> Home:
    """Return the home that `$SCOREKEEPER_HOME` names, else this user's folder."""
    chosen = chosen_home()
    return club_at(chosen) if is_club(chosen) else _FOLDER


def user_folder() -> Home:
    """Return this user's folder, which exists even if the home is a club."""
    return _FOLDER


def home_of(path: str) -> Home:
    """Return the home that reads a path. Any path that is not a club's is read by the folder.
    Raises Refused for a path in another club than the current home."""
    if not is_club(path):
        return _FOLDER
    home = current_home()
    if not path.startswith(f"{home.folder('')}"):
        raise _elsewhere()
    return home


def club_at(address: str) -> "ClubHome":
    """Return the club at an address. A process connects to each club only once."""
    # takes as long as recording a deal, only for a club
    from scorekeeper.store.club.address import address_of  # noqa: PLC0415
    from scorekeeper.store.club.club_connection import Opening  # noqa: PLC0415
    from scorekeeper.store.club.club_home import ClubHome  # noqa: PLC0415

    if address not in _CLUBS:
        opening = _OPENING.pop(address, None) or Opening(address_of(address))
        _CLUBS[address] = ClubHome(opening)
    return _CLUBS[address]


def connect_early() -> None:
    """Begin to connect to the club's server while the program loads, if the home is a club.
    Problems are reported when the home is used."""
    if is_club(os.environ.get("SCOREKEEPER_HOME", "")) and (chosen := chosen_home()) not in _CLUBS:
        # 8 ms, only for a club, and as long as its server takes to answer
        from scorekeeper.store.club.address import address_of  # noqa: PLC0415
        from scorekeeper.store.club.club_connection import Opening  # noqa: PLC0415

        with suppress(Refused):  # an address that cannot be read
            _OPENING[chosen] = Opening(address_of(chosen))


def _elsewhere() -> Refused:
    message = say("that is a path in another club than the one that is the home")
    hint = say("name the club as the home: SCOREKEEPER_HOME=postgresql://HOST/DATABASE?club=NAME")
    return refuse("club-path", message, "session", hint)


def clubs_recorded_in() -> list[tuple[Home, list[str]]]:
    """Return the clubs in which this process has recorded since the last call. Each has the listed
    names of the sessions whose rows must be saved again."""
    return [(club, names) for club in _CLUBS.values() if (names := club.untold())]


def path_in(what: str, name: str) -> str:
    """Return the path of this name in the folder `what` of the home, even if nothing is there."""
    return current_home().path(what, name)


def held_session(path: str) -> AbstractContextManager[LockedSession]:
    """Return a context manager that locks a session against changes by others."""
    return home_of(path).held(path)


# --- old home ----------------------------------------------------------------------------------
# The home of earlier versions, on Linux ~/.config/scorekeeper, and its move to the present one.


def moved_home() -> tuple[str, str] | None:
    """Move the old home to the data folder by one rename. Return both paths, or None if nothing
    moved. The old home stays in use if the data folder is not empty, if the old home is a link,
    or if it cannot be renamed, for example on another disk."""
    if os.environ.get("SCOREKEEPER_HOME"):
        return None
    old, new = old_home(), data_home()
    if old is None or not has_data(old) or os.path.islink(old) or not _is_free(new):
        return None
    try:
        create_folders(os.path.dirname(new))
        retry_on_eintr(os.rename, old, new)
    except (OSError, MachineFailure):
        return None
    with suppress(OSError):  # power loss may undo the rename: the home is whole in either place
        for folder in (new, old):
            sync_folder(os.path.dirname(folder))
    return old, new


def two_homes() -> tuple[str, str] | None:
    """Return the old home, which is used, and the new one if both have data, else None."""
    if os.environ.get("SCOREKEEPER_HOME"):
        return None
    old, new = old_home(), data_home()
    return (old, new) if old and has_data(old) and has_data(new) else None


def _is_free(folder: str) -> bool:
    """Return True if a folder is empty or does not exist."""
    try:
        return not os.path.islink(folder) and not os.listdir(folder)
    except FileNotFoundError:
        return True
    except OSError:
        return False

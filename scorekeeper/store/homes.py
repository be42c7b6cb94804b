"""Which home is meant, and the move of an old one."""

import os
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING

from scorekeeper.store.disk import (
    chosen_home,
    data_home,
    has_data,
    is_club,
    made_folder,
    old_home,
    retry_on_eintr,
    sync_folder,
)
from scorekeeper.store.folder_home import FolderHome
from scorekeeper.store.home import Home, LockedSession
from scorekeeper.text.message import say
from scorekeeper.text.problems import MachineFailure, Refused, refuse

if TYPE_CHECKING:
    from scorekeeper.store.club.club_connection import Opening
    from scorekeeper.store.club.club_home import ClubHome


# --- Which home is meant: that of this user, and the one that has a path -----------------------


_FOLDER = FolderHome()
_CLUBS: dict[str, "ClubHome"] = {}
_OPENING: dict[str, "Opening"] = {}


def the_home() -> Home:
    """The home that `$SCOREKEEPER_HOME` names, else the folder of this user's."""
    chosen = chosen_home()
    return club_at(chosen) if is_club(chosen) else _FOLDER


def the_folder() -> Home:
    """The folder of this user's, which is also there where a club is the home."""
    return _FOLDER


def home_of(path: str) -> Home:
    """The home that has a path; a file that lies anywhere is a folder's. Refused where it is of
    another club than the one that is the home."""
    if not is_club(path):
        return _FOLDER
    home = the_home()
    if not path.startswith(f"{home.folder('')}"):
        raise _elsewhere()
    return home


def club_at(address: str) -> "ClubHome":
    """The club of an address, which is reached once by a process."""
    # as long as all that recording does, only for a club
    from scorekeeper.store.club.address import address_of  # noqa: PLC0415
    from scorekeeper.store.club.club_connection import Opening  # noqa: PLC0415
    from scorekeeper.store.club.club_home import ClubHome  # noqa: PLC0415

    if address not in _CLUBS:
        opening = _OPENING.pop(address, None) or Opening(address_of(address))
        _CLUBS[address] = ClubHome(opening)
    return _CLUBS[address]


def reach_early() -> None:
    """Where the home is a club, has its server answer while the rest of the program is loaded. What
    goes wrong is said to whoever asks for the home."""
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


def untold() -> list[tuple[Home, list[str]]]:
    """The clubs in which this process recorded something since this was asked last, each with the
    sessions, as they are listed, whose rows it is to keep anew."""
    return [(club, names) for club in _CLUBS.values() if (names := club.untold())]


def path_in(what: str, name: str) -> str:
    """The path of a session, or of rules, of the home, whether it is there or not."""
    return the_home().path(what, name)


def held_session(path: str) -> AbstractContextManager[LockedSession]:
    """A session that nobody else changes until it is let go of."""
    return home_of(path).held(path)


# --- old home ----------------------------------------------------------------------------------
# The home of earlier versions, on Linux ~/.config/scorekeeper, and its move to that of today.


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

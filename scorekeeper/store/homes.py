"""Which home is meant: that of this user, and the one that has a path."""

from contextlib import AbstractContextManager

from scorekeeper.store.folder_home import FolderHome
from scorekeeper.store.home import Held, Home

_FOLDER = FolderHome()


def the_home() -> Home:
    """The home that `$SCOREKEEPER_HOME` names, else the folder of this user's."""
    return _FOLDER


def home_of(path: str) -> Home:
    """The home that has a path; a file that lies anywhere is a folder's."""
    return _FOLDER


def path_in(what: str, name: str) -> str:
    """The path of a session, or of rules, of the home, whether it is there or not."""
    return the_home().path(what, name)


def held_session(path: str) -> AbstractContextManager[Held]:
    """A session that nobody else changes until it is let go of."""
    return home_of(path).held(path)

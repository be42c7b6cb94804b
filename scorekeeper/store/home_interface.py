"""The interface of a home of sessions, wherever it is. Rooms above the store use the store's
functions only, and cannot tell which home it is.

A path is a home's name for a session, a ruleset or the file of people. In a folder it is the file's
path; in any other home it is a text with `/` in it that ends with the name. A folder, in this
interface, is the beginning of such paths. Every home guarantees:

- A session is only ever appended to. When the function returns, the appended text is safe: on the
  disk, or committed. If that cannot be known, `MayStand` is raised. If it failed, `MachineFailure`
  is raised and none of the text remains.
- A session is locked while it is recorded in. Of two recorders one waits, reads what the first
  recorded, and decides again.
- A name is never taken from the file that has it. FileExistsError is raised, and nothing changes.
- The bytes of a session are the same in every home, and so are its hash chain and its seals."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, TypeAlias, TypeVar

from scorekeeper.text.message import Words

T = TypeVar("T")
SESSIONS, ARCHIVE, TRASH, RULESETS = "sessions", "archive", "trash", "rulesets"
EVENTS = "events"
PACKS = "packs"  # packs of cards, inside RULESETS


class StoredDigest(NamedTuple):
    """A session's digest and league row, in a home that stores league rows itself. The digest
    differs for each text that the session has had. The row is empty if none was made from the
    present text."""

    digest: str
    row: str


class SessionRows(NamedTuple):
    """The league rows of a session as JSON (`tables`), and the session's listed name."""

    name: str
    tables: str


class WrittenEntry(NamedTuple):
    """An entry in a home that saves writers: its position, and the login and time of writing as
    the server knows them. `why` is the reason if the entry is unreadable and left out, else ""."""

    position: int
    login: str
    at: str
    why: Words = ""


class StoredRows(NamedTuple):
    """The league rows of a session as JSON, saved by its home, and the login and time of saving as
    the server knows them."""

    tables: str
    login: str
    at: str


Tell: TypeAlias = Callable[[], SessionRows]  # makes the rows of a session after a change


class LockedSession(ABC):
    """A session that is locked against changes by others."""

    @abstractmethod
    def data(self) -> bytes:
        """Return all bytes of the session. Raises Refused if there are too many."""

    @abstractmethod
    def append(self, data: bytes, whole: int, text: str, tell: Tell | None = None) -> None:
        """Append a text after the complete part of the session. `data` must be all the session's
        bytes, `whole` is the size of the complete part.

        An incomplete end is first moved to a separate place. A home that stores league rows
        saves the rows that `tell` makes in the same commit; if that fails, the text is recorded
        all the same."""

    @abstractmethod
    def set_aside(self, data: bytes, whole: int) -> str | None:
        """Move the bytes after the complete part to a separate place. Return that place, or None
        if there were none."""

    @abstractmethod
    def move_to(self, path: str) -> bool:
        """Give the session another path. Return False, without any change, if another session has
        that path."""

    @abstractmethod
    def remove(self) -> None:
        """Remove the session from the home."""


class Home(ABC):
    """A place for sessions, the user's own rulesets and the file of people."""

    # --- paths -----------------------------------------------------------------------------------

    @abstractmethod
    def folder(self, what: str) -> str:
        """Return the beginning of all paths of one kind: `SESSIONS`, `ARCHIVE`, `TRASH`, `EVENTS`,
        …"""

    @abstractmethod
    def path(self, what: str, name: str) -> str:
        """Return the path of this name in one of the folders, even if nothing is there."""

    @abstractmethod
    def place(self, path: str) -> str:
        """Return the canonical form of a path, by which paths are compared and ordered."""

    @abstractmethod
    def target(self, path: str) -> str:
        """Return the target of a path that is a link, else the path itself."""

    @abstractmethod
    def is_there(self, path: str) -> bool:
        """Return True if the path exists."""

    @abstractmethod
    def is_same(self, path: str, other: str) -> bool:
        """Return True if two paths belong to one session."""

    @abstractmethod
    def is_taken(self, path: str, to: str) -> bool:
        """Return True if the path `to` belongs to another session than `path`."""

    @abstractmethod
    def note(self, what: str) -> str:
        """Return the file name of this machine's note about this home. `what` is the kind of note,
        such as the session used last."""

    @abstractmethod
    def login(self) -> str:
        """Return the server's login, which is the recorder if none is given, or "" in a home
        without logins."""

    # --- sessions --------------------------------------------------------------------------------

    @abstractmethod
    def names_in(self, folder: str, is_wanted: Callable[[str], bool], by_change: bool) -> list[str]:
        """Return the wanted names in a folder: by last change, oldest first, or in alphabetical
        order."""

    @abstractmethod
    def number_in(self, folder: str, most: int) -> int:
        """Return the number of files in a folder. The count ends at `most` + 1."""

    @abstractmethod
    def session_bytes(self, path: str) -> bytes:
        """Return the bytes of a session. Raises Refused if there is none, or if it is too large."""

    @abstractmethod
    def reader(self, folder: str) -> Callable[[str], bytes | None]:
        """Return a function from the names of a folder's sessions to their bytes, faster for many
        sessions than `session_bytes`. It gives None for a session that `session_bytes` must
        read or refuse."""

    @abstractmethod
    def create(self, path: str, text: str, failed: str) -> None:
        """Create a session or ruleset, completely or not at all. Raises FileExistsError if the
        path exists. `failed` is the marked message of a failure, with `{path}` and `{why}`."""

    @abstractmethod
    def held(self, path: str) -> AbstractContextManager[LockedSession]:
        """Return a context manager that locks a session against changes by others. Raises Refused
        if there is none, and MachineFailure if another program keeps the lock."""

    @abstractmethod
    def written(self, path: str) -> Sequence[WrittenEntry]:
        """Return the writer of each readable entry of a session, () in a home that does not save
        writers."""

    @abstractmethod
    def unread(self, path: str) -> Sequence[WrittenEntry]:
        """Return the writer of each unreadable entry of a session."""

    @abstractmethod
    def logins(self) -> Sequence[str]:
        """Return the logins with access to the home, () in a home without logins."""

    # --- changes by others -----------------------------------------------------------------------

    @abstractmethod
    def stamp(self, path: str) -> object:
        """Return a value that differs after every change of the file, cheaply; None if there is
        none."""

    @abstractmethod
    def look(self, path: str, most: int) -> tuple[int, bytes] | None:
        """Return the version of a file (in a folder, the time of its last change in nanoseconds)
        and its contents, or None if the path does not exist. `most` limits the bytes."""

    # --- the league ------------------------------------------------------------------------------

    @abstractmethod
    def told(self, kind: str, names: Sequence[str]) -> Mapping[str, StoredDigest] | None:
        """Return the stored digests and rows of these sessions, and perhaps of others, by listed
        name. Return None in a home that stores no rows of this kind itself."""

    @abstractmethod
    def untold(self) -> list[str]:
        """Return the listed names of the sessions that this process has changed since the last
        call without saving their rows. Return [] in a home that stores no rows."""

    @abstractmethod
    def keep_told(self, found: Iterable[SessionRows], is_asked: bool = False) -> None:
        """Save the rows of sessions that were read after a call of `told`. Rows are derived, so a
        failure is ignored unless `is_asked`."""

    @abstractmethod
    def kept_rows(self, path: str) -> StoredRows | None:
        """Return the saved rows of a session, or None if there are none or they are out of date."""

    # --- rules and people ------------------------------------------------------------------------

    @abstractmethod
    def own_rules(self) -> dict[str, str]:
        """Return the paths of the user's own rulesets, by id."""

    @abstractmethod
    def own_packs(self) -> dict[str, str]:
        """Return the paths of the user's own packs of cards, by name."""

    @abstractmethod
    def rules_bytes(self, path: str) -> bytes:
        """Return the bytes of a ruleset or a pack. Raises Refused if there is none."""

    @abstractmethod
    def replace_rules(self, path: str, text: str) -> None:
        """Write a ruleset of the user's own, over the present one if the path exists."""

    @abstractmethod
    def people_path(self) -> str:
        """Return the path of the people file, even if there is none."""

    @abstractmethod
    def people_bytes(self) -> bytes:
        """Return the bytes of the people file, b"" if there is none."""

    @abstractmethod
    def change_people(self, decide: Callable[[bytes], tuple[str | None, T]]) -> T:
        """Replace the people file by the text that `decide` returns for its bytes, under a lock
        and safe before this returns. A text of None leaves the file unchanged. Return the
        result of `decide`."""

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
PACKS = "packs"  # of the rulesets, those of cards


class StoredDigest(NamedTuple):
    """The digest and the league row of a session, in a home that stores league rows itself. The
    digest distinguishes the session's text from every other text that it had or will have. The row
    is empty if none was made from the present text."""

    digest: str
    row: str


class SessionRows(NamedTuple):
    """The league rows of a session, as JSON by table, with the name under which it is listed."""

    name: str
    tables: str


class WrittenEntry(NamedTuple):
    """An entry in a home that saves who wrote what: its position, the login that wrote it and the
    time, both as the server knows them, and the reason if it is unreadable and left out, else
    empty."""

    position: int
    login: str
    at: str
    why: Words = ""


class StoredRows(NamedTuple):
    """The rows of a session that a home saves for its league, as JSON, with the login that saved
    them and the time, both as the server knows them."""

    tables: str
    login: str
    at: str


Tell: TypeAlias = Callable[
    [], SessionRows
]  # the rows of a session as it is once an act stands in it


class LockedSession(ABC):
    """A session that is locked, so that nobody else changes it."""

    @abstractmethod
    def data(self) -> bytes:
        """Return all bytes of the session. Raises Refused if there are too many."""

    @abstractmethod
    def append(self, data: bytes, whole: int, text: str, tell: Tell | None = None) -> None:
        """Append a text after the complete part of these bytes, which must be all of the session's.
        An incomplete end is moved to a separate place first, and never lost. A home that stores
        league rows itself saves those that `tell` makes in the same commit. If they cannot be made
        or saved, the text is recorded all the same."""

    @abstractmethod
    def set_aside(self, data: bytes, whole: int) -> str | None:
        """Move what follows the complete part to a separate place, and return that place, or None
        if there was nothing."""

    @abstractmethod
    def move_to(self, path: str) -> bool:
        """Give the session another path. Return False if another session has it; then nothing
        changes."""

    @abstractmethod
    def remove(self) -> None:
        """Remove the session from the home."""


class Home(ABC):
    """A place for sessions, the user's own rulesets and the file of people."""

    # --- where -----------------------------------------------------------------------------------

    @abstractmethod
    def folder(self, what: str) -> str:
        """Return the beginning of the paths of `SESSIONS`, `ARCHIVE`, `TRASH`, `EVENTS`, …"""

    @abstractmethod
    def path(self, what: str, name: str) -> str:
        """Return the path of this name in one of the folders, even if nothing has it."""

    @abstractmethod
    def place(self, path: str) -> str:
        """Return a path in its one canonical form, by which paths are compared and ordered."""

    @abstractmethod
    def target(self, path: str) -> str:
        """Return the path to which a link in place of the file leads, or the path itself if there
        is no link."""

    @abstractmethod
    def is_there(self, path: str) -> bool:
        """Return True if something has this path."""

    @abstractmethod
    def is_same(self, path: str, other: str) -> bool:
        """Return True if two paths belong to one session."""

    @abstractmethod
    def is_taken(self, path: str, to: str) -> bool:
        """Return True if the path `to` belongs to another session than `path`."""

    @abstractmethod
    def note(self, what: str) -> str:
        """Return the name of a note that this machine saves about this home, such as the session
        used last."""

    @abstractmethod
    def login(self) -> str:
        """Return the recorder to use if none is given: the login, as the server knows it. Empty in
        a home without logins."""

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
        """Return a function that gives the bytes of many sessions of a folder by name, faster
        than one by one. It gives None for a session about which `session_bytes` has a problem to
        report."""

    @abstractmethod
    def create(self, path: str, text: str, failed: str) -> None:
        """Create a session or ruleset, completely or not at all. Raises FileExistsError if
        something has its path. `failed` is the marked message of a failure, with `{path}` and
        `{why}`."""

    @abstractmethod
    def held(self, path: str) -> AbstractContextManager[LockedSession]:
        """Return a context manager that locks a session, so that nobody else changes it. Raises
        Refused if there is none, and MachineFailure if another program does not release it."""

    @abstractmethod
    def written(self, path: str) -> Sequence[WrittenEntry]:
        """Return the writer of each readable entry of a session. Empty in a home that does not know
        writers."""

    @abstractmethod
    def unread(self, path: str) -> Sequence[WrittenEntry]:
        """Return the writer of each entry of a session that is unreadable and left out."""

    @abstractmethod
    def logins(self) -> Sequence[str]:
        """Return the logins that may read a home which knows writers."""

    # --- what others write -----------------------------------------------------------------------

    @abstractmethod
    def stamp(self, path: str) -> object:
        """Return a value that differs after every change, cheaply. Return None if nothing has this
        path."""

    @abstractmethod
    def look(self, path: str, most: int) -> tuple[int, bytes] | None:
        """Return the time of the last change and the contents, at most `most` bytes, or None if
        nothing has this path."""

    # --- the league ------------------------------------------------------------------------------

    @abstractmethod
    def told(self, kind: str, names: Sequence[str]) -> Mapping[str, StoredDigest] | None:
        """Return the stored digests and rows of at least these sessions, by the names under which
        they are listed. Return None in a home that stores no rows of this kind itself."""

    @abstractmethod
    def untold(self) -> list[str]:
        """Return the listed names of the sessions that this process has changed since the last call
        without saving their rows. Empty in a home that stores no rows."""

    @abstractmethod
    def keep_told(self, found: Iterable[SessionRows], is_asked: bool = False) -> None:
        """Save these rows of sessions that were read after a call of `told`. They are derived, so a
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
        """Save a ruleset of the user's own, in place of one with the same path."""

    @abstractmethod
    def people_path(self) -> str:
        """Return the path of the file of people, even if there is no such file."""

    @abstractmethod
    def people_bytes(self) -> bytes:
        """Return the bytes of the file of people, empty if there is none."""

    @abstractmethod
    def change_people(self, decide: Callable[[bytes], tuple[str | None, T]]) -> T:
        """Replace the file of people by the text that `decide` makes of its bytes (None leaves it
        unchanged), and return the result of `decide`. Nobody else changes it meanwhile, and it is
        safe before this returns."""

"""What a home of sessions promises, wherever it lies. Rooms above the store know it by the store's
functions alone, and cannot tell which home it is.

A path is how a home names a session, rules or the file of people: of a folder it is the file's, and
to all others a text with `/` in it that ends with the name. A folder, in this interface, is what
such paths begin with. What is promised of every home:

- A session is only ever appended to. What was appended is safe when the function returns: on the
  disk, or committed. Where that cannot be known it is `MayStand`, and where it failed it is
  `MachineFailure` and nothing stands of it.
- Who records holds the session: of two at once the other waits, sees what the first recorded, and
  decides anew on that.
- A name is never taken from what has it: FileExistsError says so, and nothing is changed.
- The bytes of a session are the same in every home, so that its chain and its seals are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TypeAlias, TypeVar

from scorekeeper.base.frozen_values import FrozenRecord
from scorekeeper.text.message import Words

T = TypeVar("T")
SESSIONS, ARCHIVE, TRASH, RULESETS = "sessions", "archive", "trash", "rulesets"
EVENTS = "events"
PACKS = "packs"  # of the rulesets, those of cards


class StoredDigest(FrozenRecord):
    """What a home that keeps the rows of its league has of a session: what tells its text from any
    other that it had or will have; and the row of it, empty where none knows of all that stands."""

    digest: str
    row: str


class Telling(FrozenRecord):
    """The rows of a session as tables have them, in JSON, by the name that it is listed under."""

    name: str
    tables: str


class Written(FrozenRecord):
    """An entry as a home knows it that keeps who wrote what: its position, the login that wrote it
    and when, by the server, and why it cannot be read and is left out, empty of one that can."""

    position: int
    login: str
    at: str
    why: Words = ""


class KeptRows(FrozenRecord):
    """The rows of a session that a home keeps for its league, in JSON, with the login that kept
    them and when, by the server."""

    tables: str
    login: str
    at: str


Tell: TypeAlias = Callable[[], Telling]  # the rows of a session as it is once an act stands in it


class LockedSession(ABC):
    """A session that nobody else changes meanwhile."""

    @abstractmethod
    def data(self) -> bytes:
        """All its bytes, refused where they are more than are read at once."""

    @abstractmethod
    def append(self, data: bytes, whole: int, text: str, tell: Tell | None = None) -> None:
        """Has a text stand at the end of the whole part of these bytes, which are all it has. What
        a power cut left below that is set aside first, and never lost. A home that keeps the rows
        of its league itself keeps in the same commit those that `tell` gives of the session then;
        where they cannot be kept, or told, the text stands all the same."""

    @abstractmethod
    def set_aside(self, data: bytes, whole: int) -> str | None:
        """Sets aside what stands below the whole part; gives where that is now, None where nothing
        stood there."""

    @abstractmethod
    def move_to(self, path: str) -> bool:
        """Gives it another path; False where another one has that, and nothing is changed."""

    @abstractmethod
    def remove(self) -> None:
        """Takes it out of the home."""


class Home(ABC):
    """Where sessions, rules of one's own and the people are."""

    # --- where -----------------------------------------------------------------------------------

    @abstractmethod
    def folder(self, what: str) -> str:
        """What the paths of `SESSIONS`, `ARCHIVE`, `TRASH`, `EVENTS`, … begin with."""

    @abstractmethod
    def path(self, what: str, name: str) -> str:
        """The path of this name in one of these, whether it is there or not."""

    @abstractmethod
    def place(self, path: str) -> str:
        """A path as it is whichever way it was named: what tells two, and orders them."""

    @abstractmethod
    def target(self, path: str) -> str:
        """The path to which a link leads that stands in its place; the path where none does."""

    @abstractmethod
    def is_there(self, path: str) -> bool:
        """Whether anything has this path."""

    @abstractmethod
    def is_same(self, path: str, other: str) -> bool:
        """Whether two paths are one session's."""

    @abstractmethod
    def is_taken(self, path: str, to: str) -> bool:
        """Whether a path is another session's than the one that has the first."""

    @abstractmethod
    def note(self, what: str) -> str:
        """The name of a note that this machine keeps of this home, such as which session was used
        last."""

    @abstractmethod
    def login(self) -> str:
        """Who records where nobody says so: the login, as the server knows it; empty in a home that
        knows none."""

    # --- sessions --------------------------------------------------------------------------------

    @abstractmethod
    def names_in(self, folder: str, is_wanted: Callable[[str], bool], by_change: bool) -> list[str]:
        """The wanted names in a folder: oldest change first, or in their order."""

    @abstractmethod
    def number_in(self, folder: str, most: int) -> int:
        """How many there are in a folder, counted no further than one more than `most`."""

    @abstractmethod
    def session_bytes(self, path: str) -> bytes:
        """The bytes of a session, refused where there is none, or more than are read at once."""

    @abstractmethod
    def reader(self, folder: str) -> Callable[[str], bytes | None]:
        """What gives the bytes of many sessions of a folder by their names, sooner than one by one;
        None of one of which `session_bytes` has something to say."""

    @abstractmethod
    def create(self, path: str, text: str, failed: str) -> None:
        """Has a new session or new rules stand, whole or not at all; FileExistsError where anything
        has its path. `failed` is the marked message of what failed, with `{path}` and `{why}`."""

    @abstractmethod
    def held(self, path: str) -> AbstractContextManager[LockedSession]:
        """A session that nobody else changes until it is let go of; refused where there is none,
        MachineFailure where somebody else does not let go of it."""

    @abstractmethod
    def written(self, path: str) -> Sequence[Written]:
        """Return who wrote each entry of a session that can be read; none in a home that does not
        know."""

    @abstractmethod
    def unread(self, path: str) -> Sequence[Written]:
        """Return who wrote each entry of a session that cannot be read and is left out."""

    @abstractmethod
    def logins(self) -> Sequence[str]:
        """Return the logins that may look at a home which knows who wrote what."""

    # --- what others write -----------------------------------------------------------------------

    @abstractmethod
    def stamp(self, path: str) -> object:
        """What is another one after every change, at no cost; None of what is not there."""

    @abstractmethod
    def look(self, path: str, most: int) -> tuple[int, bytes] | None:
        """When it was changed and what it holds, no more than `most` bytes; None of what is not
        there."""

    # --- the league ------------------------------------------------------------------------------

    @abstractmethod
    def told(self, kind: str, names: Sequence[str]) -> Mapping[str, StoredDigest] | None:
        """What a home that keeps rows of this kind itself has of these sessions at least, by the
        names that they are listed under; None of a home that keeps none."""

    @abstractmethod
    def untold(self) -> list[str]:
        """The sessions, as they are listed, that this process has changed since this was asked last
        and whose rows it did not keep with that; none of a home that keeps no rows."""

    @abstractmethod
    def keep_told(self, found: Iterable[Telling], is_asked: bool = False) -> None:
        """Keeps these rows, of sessions that were read after `told` was asked. They are derived, so
        a failure is let pass where nobody asked for it."""

    @abstractmethod
    def kept_rows(self, path: str) -> KeptRows | None:
        """Return the rows that are kept of a session and know of all of it; None where there are
        none."""

    # --- rules and people ------------------------------------------------------------------------

    @abstractmethod
    def own_rules(self) -> dict[str, str]:
        """The paths of the rules of one's own, by their ids."""

    @abstractmethod
    def own_packs(self) -> dict[str, str]:
        """The same of packs of cards."""

    @abstractmethod
    def rules_bytes(self, path: str) -> bytes:
        """The bytes of rules or of a pack; refused where there are none."""

    @abstractmethod
    def replace_rules(self, path: str, text: str) -> None:
        """Has rules of one's own stand, in the place of those that have the path."""

    @abstractmethod
    def people_path(self) -> str:
        """Where the file of people is, or would be."""

    @abstractmethod
    def people_bytes(self) -> bytes:
        """Its bytes; none where there is none."""

    @abstractmethod
    def change_people(self, decide: Callable[[bytes], tuple[str | None, T]]) -> T:
        """Puts the text that `decide` makes of its bytes in its place, None where they stay, and
        gives the result. Nobody else changes it meanwhile, and it is safe before that returns."""

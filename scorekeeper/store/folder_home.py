"""A home that is a folder: sessions, people, rulesets."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from typing import TypeVar

from scorekeeper.store.disk import (
    SUFFIX,
    SpecialFile,
    create_folders,
    file_errors_as_failures,
    file_failure,
    home,
    name_of_file,
    ordinary_bytes,
    read_all,
    read_bytes,
    retry_on_eintr,
)
from scorekeeper.store.file_changes import (
    append_to_file,
    create_file,
    is_taken,
    move_locked_file,
    replace_file,
    set_aside,
)
from scorekeeper.store.folder import Folder, is_own, opened_folder, own_folder, sync, unlink
from scorekeeper.store.home_interface import (
    ARCHIVE,
    PACKS,
    RULESETS,
    SESSIONS,
    TRASH,
    Home,
    LockedSession,
    SessionRows,
    Tell,
    WrittenEntry,
)
from scorekeeper.store.locked_file import (
    OF_A_LINK,
    LockedFile,
    bytes_of,
    folder_of,
    locked_session,
    open_and_lock,
    release_file,
)
from scorekeeper.store.size_limits import most_bytes, session_within, too_large
from scorekeeper.text.message import say
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.translation import marked

# --- people on disk ----------------------------------------------------------------------------
# The file of people in a folder: `people.toml`, replaced as a whole and on disk before the change
# is reported.


T = TypeVar("T")
# A function from a file's bytes to its new text (None: unchanged) and a result.
Decide = Callable[[bytes], tuple[str | None, T]]
PEOPLE_KIND = "people file"
_WRITING = marked("writing {path} failed: {why}")


class _Meanwhile(Exception):
    """An error for a file that another process created or removed since it was looked for."""


def people_file_bytes(path: str) -> bytes:
    """Return the bytes of the people file, b"" if there is none. Raises Refused if the path is a
    link or not an ordinary file, or if the file is too large."""
    with file_errors_as_failures(marked("reading {path} failed: {why}"), path):
        try:
            data = ordinary_bytes(path, most_bytes(PEOPLE_KIND), may_be_link=False, is_own=True)
        except (FileNotFoundError, NotADirectoryError):
            return b""
        except OSError as error:
            raise _odd(path, error) or error from None
    return _within(path, data)


def change_people_file(path: str, decide: Decide[T]) -> T:
    """Replace the people file by the text that `decide` returns for its bytes, under a lock and
    synced before this returns. Return the result of `decide`."""
    create_folders(os.path.dirname(path))
    while True:
        with suppress(_Meanwhile):
            return _people_changed(path, decide) if os.path.lexists(path) else _begun(path, decide)


def _begun(path: str, decide: Decide[T]) -> T:
    """Create the people file with the text that `decide` returns for b""."""
    text, result = decide(b"")
    if text is not None:
        _within(path, text.encode())
        try:
            create_file(path, text, _WRITING)
        except FileExistsError:
            raise _Meanwhile from None
    return result


def _people_changed(path: str, decide: Decide[T]) -> T:
    """Replace an existing people file, under a lock, by the text that `decide` returns."""
    with file_errors_as_failures(_WRITING, path), folder_of(path) as folder, ExitStack() as stack:
        handle = _opened(stack, folder, path)
        text, result = decide(_within(path, read_all(handle, most_bytes(PEOPLE_KIND))))
        if text is not None:
            release_file(handle)
            replace_file(folder, os.path.basename(path), _within(path, text.encode()))
        return result


def _opened(stack: ExitStack, folder: Folder, path: str) -> int:
    try:
        return open_and_lock(stack, folder, os.path.basename(path), path)
    except FileNotFoundError:
        raise _Meanwhile from None
    except OSError as error:
        raise _odd(path, error) or error from None


def _odd(path: str, error: OSError) -> Refused | None:
    """Return the refusal of a path that is not a people file, or None for any other error."""
    if error.errno in OF_A_LINK:
        message = say("{path} is a link, and nothing is written where a link leads", path=path)
        return refuse("people-file", message, None, say("put the file itself in its place"))
    if isinstance(error, (SpecialFile, IsADirectoryError)):
        return refuse("people-file", say("{path} is not an ordinary file", path=path))
    return None


def _within(path: str, data: bytes) -> bytes:
    """Return the bytes unchanged. Raises Refused if there are too many for a people file."""
    if len(data) > most_bytes(PEOPLE_KIND):
        raise too_large(path, PEOPLE_KIND)
    return data


# --- The rulesets and packs in a folder --------------------------------------------------------


_READING = marked("reading the folder {path} failed: {why}")


def rules_in(top: str) -> dict[str, str]:
    """Return the paths of the rulesets in a folder and its subfolders, by id."""
    found: dict[str, str] = {}
    for folder, inner, names in os.walk(top, onerror=_unlisted):
        inner[:] = sorted(name for name in inner if name != PACKS)
        _note(found, folder, names)
    return found


def _unlisted(error: OSError) -> None:
    """Raise MachineFailure for an unreadable folder, since it may contain the wanted ruleset. A
    missing folder is ignored."""
    if not isinstance(error, (FileNotFoundError, NotADirectoryError)):
        raise file_failure(_READING, error.filename, error)


def packs_in(top: str) -> dict[str, str]:
    """Return the paths of the packs of cards in a folder, by name."""
    found: dict[str, str] = {}
    folder = os.path.join(top, PACKS)
    with file_errors_as_failures(_READING, folder):
        names = retry_on_eintr(os.listdir, folder) if os.path.isdir(folder) else []
    _note(found, folder, names)
    return found


def _note(found: dict[str, str], folder: str, names: list[str]) -> None:
    for name in sorted(names):
        if name.endswith(SUFFIX):
            found.setdefault(name_of_file(name), os.path.join(folder, name))


# --- folder home -------------------------------------------------------------------------------
# A home that is a folder of this machine: one file for each session, in folders for active,
# archived and deleted sessions.


KIND = "session file"
READING = marked("reading the folder {path} failed: {why}")


class HeldFile(LockedSession):
    """A session's file that is open and locked."""

    def __init__(self, file: LockedFile, path: str) -> None:
        self.file, self.path = file, path

    def data(self) -> bytes:
        return bytes_of(self.file, self.path)

    def append(self, data: bytes, whole: int, text: str, tell: Tell | None = None) -> None:
        append_to_file(self.file, self.path, data, whole, text)

    def set_aside(self, data: bytes, whole: int) -> str | None:
        return set_aside(self.file, data, whole)

    def move_to(self, path: str) -> bool:
        return move_locked_file(self.file, self.path, path)

    def remove(self) -> None:
        release_file(self.file.handle)
        unlink(self.file.folder, self.file.name)
        sync(self.file.folder)


class FolderHome(Home):
    """A home that is a folder: `$SCOREKEEPER_HOME`, else the platform's data folder. Its methods
    also read and write files outside the home by path."""

    # --- paths -----------------------------------------------------------------------------------

    def folder(self, what: str) -> str:
        """Return the path of a folder of the home. The archive is inside the sessions' folder,
        which may be a link."""
        if what == ARCHIVE:
            return os.path.join(own_folder(SESSIONS), ARCHIVE)
        return os.path.join(home(), TRASH) if what == TRASH else own_folder(what)

    def path(self, what: str, name: str) -> str:
        return os.path.join(self.folder(what), f"{name}{SUFFIX}")

    def place(self, path: str) -> str:
        return os.path.realpath(path)

    def target(self, path: str) -> str:
        return os.path.realpath(path) if os.path.islink(path) else path

    def is_there(self, path: str) -> bool:
        try:
            retry_on_eintr(os.stat, path)
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError as error:
            raise file_failure(marked("looking for {path} failed: {why}"), path, error) from error
        return True

    def is_same(self, path: str, other: str) -> bool:
        with suppress(OSError, ValueError):
            return os.path.samefile(path, other)
        return path == other

    def is_taken(self, path: str, to: str) -> bool:
        return is_taken(path, to)

    def note(self, what: str) -> str:
        return what

    def login(self) -> str:
        return ""

    # --- sessions --------------------------------------------------------------------------------

    def names_in(self, folder: str, is_wanted: Callable[[str], bool], by_change: bool) -> list[str]:
        """Return the wanted names in a folder. Times of files are read only if `by_change`."""
        try:
            with retry_on_eintr(os.scandir, folder) as found:
                files = [
                    (changed, name)
                    for entry in found
                    if (name := entry.name.removesuffix(SUFFIX)) != entry.name
                    and is_wanted(name)
                    and (changed := _changed(entry, by_change)) is not None
                ]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise file_failure(READING, folder, error) from error
        return [name for _, name in sorted(files)]

    def number_in(self, folder: str, most: int) -> int:
        with suppress(OSError), retry_on_eintr(os.scandir, folder) as found:
            return sum(1 for _ in islice(found, most + 1))
        return 0

    def session_bytes(self, path: str) -> bytes:
        return session_within(path, read_bytes(path, KIND, is_own(os.path.dirname(path))))

    def reader(self, folder: str) -> Callable[[str], bytes | None]:
        """Return a function from a session's name to its bytes. The function gives None for a
        link, so that no path need be resolved, and for other errors."""
        most = most_bytes(KIND)

        def read(name: str) -> bytes | None:
            path = f"{folder}{os.sep}{name}{SUFFIX}"
            try:
                data = ordinary_bytes(path, most, may_be_link=False, is_own=True)
            except OSError:
                return None
            return session_within(path, data)

        return read

    def create(self, path: str, text: str, failed: str) -> None:
        create_folders(os.path.dirname(path))
        create_file(path, text, failed)

    @contextmanager
    def held(self, path: str) -> Iterator[LockedSession]:
        with locked_session(path) as file:
            yield HeldFile(file, path)

    def written(self, path: str) -> Sequence[WrittenEntry]:
        return ()

    def unread(self, path: str) -> Sequence[WrittenEntry]:
        return ()

    def logins(self) -> Sequence[str]:
        return ()

    # --- the league ------------------------------------------------------------------------------

    def told(self, kind: str, names: Sequence[str]) -> None:
        return None

    def untold(self) -> list[str]:
        return []

    def keep_told(self, found: Iterable[SessionRows], is_asked: bool = False) -> None:
        """Do nothing: rows of a folder's sessions are saved in the user's cache folder
        (`session_row_cache.py`)."""

    def kept_rows(self, path: str) -> None:
        return None

    # --- changes by others -----------------------------------------------------------------------

    def stamp(self, path: str) -> object:
        """Return the file's inode, modification time in nanoseconds and size in bytes, or None if
        there is no file."""
        try:
            found = os.stat(path)
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size

    def look(self, path: str, most: int) -> tuple[int, bytes] | None:
        try:
            return os.stat(path).st_mtime_ns, ordinary_bytes(path, most)
        except OSError:
            return None

    # --- rules and people ------------------------------------------------------------------------

    def own_rules(self) -> dict[str, str]:
        # 1 ms, only for rules

        return rules_in(os.path.join(home(), RULESETS))

    def own_packs(self) -> dict[str, str]:

        return packs_in(os.path.join(home(), RULESETS))

    def rules_bytes(self, path: str) -> bytes:
        """Return the bytes of a ruleset or pack. The folder of the user's own rulesets must be
        writable only by the user."""
        is_of_home = path.startswith(os.path.join(home(), RULESETS, ""))
        if is_of_home:
            folder = own_folder(RULESETS)
            with file_errors_as_failures(READING, folder), opened_folder(folder, may_be_link=True):
                pass
        return read_bytes(path, "ruleset", is_own=is_of_home)

    def replace_rules(self, path: str, text: str) -> None:
        create_folders(os.path.dirname(path))
        failed = marked("writing the ruleset {path} failed: {why}")
        with file_errors_as_failures(failed, path), folder_of(path) as folder:
            replace_file(folder, os.path.basename(path), text.encode())

    def people_path(self) -> str:
        return os.path.join(home(), "people.toml")

    def people_bytes(self) -> bytes:
        # 1 ms, only for people

        return people_file_bytes(self.people_path())

    def change_people(self, decide: Callable[[bytes], tuple[str | None, T]]) -> T:

        return change_people_file(self.people_path(), decide)


def _changed(entry: os.DirEntry[str], is_asked: bool) -> int | None:
    """Return the time of a file's last change in nanoseconds, or 0 if not `is_asked`. Return None
    if the entry is not a file, is gone, or is a broken link."""
    try:
        if not entry.is_file():
            return None
        return entry.stat().st_mtime_ns if is_asked else 0
    except OSError:
        return None

"""A home that is a folder of this machine: a file for each session, in a folder for those that
stand, that are put by, that are thrown away."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TypeVar

from scorekeeper.store.appending import append_below, set_aside
from scorekeeper.store.disk import (
    SUFFIX,
    failing,
    failure,
    home,
    made_folder,
    ordinary_bytes,
    read_bytes,
    retry_on_eintr,
)
from scorekeeper.store.folder import held, is_own, own_folder, sync, unlink
from scorekeeper.store.home import (
    ARCHIVE,
    RULESETS,
    SESSIONS,
    TRASH,
    Held,
    Home,
    Tell,
    Telling,
    Written,
)
from scorekeeper.store.locked import LockedFile, bytes_of, folder_of, locked_session
from scorekeeper.store.locks import let_go
from scorekeeper.store.size import most_bytes, session_within
from scorekeeper.text.language import marked

T = TypeVar("T")
KIND = "session file"
READING = marked("reading the folder {path} failed: {why}")


class HeldFile(Held):
    """A session's file that is open and locked."""

    def __init__(self, file: LockedFile, path: str) -> None:
        self.file, self.path = file, path

    def data(self) -> bytes:
        return bytes_of(self.file, self.path)

    def append(self, data: bytes, whole: int, text: str, tell: Tell | None = None) -> None:
        append_below(self.file, self.path, data, whole, text)

    def set_aside(self, data: bytes, whole: int) -> str | None:
        return set_aside(self.file, data, whole)

    def move_to(self, path: str) -> bool:
        # 1 ms, only for what gets another name
        from scorekeeper.store.moving_files import moved  # noqa: PLC0415

        return moved(self.file, self.path, path)

    def remove(self) -> None:
        let_go(self.file.handle)
        unlink(self.file.folder, self.file.name)
        sync(self.file.folder)


class FolderHome(Home):
    """`$SCOREKEEPER_HOME`, else the platform's folder for applications' data; and whatever file
    lies anywhere, by its path."""

    # --- where -----------------------------------------------------------------------------------

    def folder(self, what: str) -> str:
        """Archived sessions lie beside the others, wherever links lead to those."""
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
            raise failure(marked("looking for {path} failed: {why}"), path, error) from error
        return True

    def is_same(self, path: str, other: str) -> bool:
        with suppress(OSError, ValueError):
            return os.path.samefile(path, other)
        return path == other

    def is_taken(self, path: str, to: str) -> bool:
        # 1 ms, only for what gets another name
        from scorekeeper.store.moving_files import is_taken  # noqa: PLC0415

        return is_taken(path, to)

    def note(self, what: str) -> str:
        return what

    def login(self) -> str:
        return ""

    # --- sessions --------------------------------------------------------------------------------

    def names_in(self, folder: str, is_wanted: Callable[[str], bool], by_change: bool) -> list[str]:
        """No file is looked at where it is not asked which changed last."""
        try:
            with retry_on_eintr(os.scandir, folder) as found:
                files = [
                    (changed, name)
                    for entry in found
                    if (name := entry.name.removesuffix(SUFFIX)) != entry.name
                    and is_wanted(name)
                    and (changed := _changed(entry, by_change)) is not None
                ]
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise failure(READING, folder, error) from error
        return [name for _, name in sorted(files)]

    def number_in(self, folder: str, most: int) -> int:
        with suppress(OSError), retry_on_eintr(os.scandir, folder) as found:
            return sum(1 for _ in islice(found, most + 1))
        return 0

    def session_bytes(self, path: str) -> bytes:
        return session_within(path, read_bytes(path, KIND, is_own(os.path.dirname(path))))

    def reader(self, folder: str) -> Callable[[str], bytes | None]:
        """Where a file leads is not looked at unless it is a link."""
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
        # 1 ms, only for what is new
        from scorekeeper.store.new_files import create_file  # noqa: PLC0415

        made_folder(os.path.dirname(path))
        create_file(path, text, failed)

    @contextmanager
    def held(self, path: str) -> Iterator[Held]:
        with locked_session(path) as file:
            yield HeldFile(file, path)

    def written(self, path: str) -> Sequence[Written]:
        return ()

    def unread(self, path: str) -> Sequence[Written]:
        return ()

    def logins(self) -> Sequence[str]:
        return ()

    # --- the league ------------------------------------------------------------------------------

    def told(self, kind: str, names: Sequence[str]) -> None:
        return None

    def untold(self) -> list[str]:
        return []

    def keep_told(self, found: Iterable[Telling], is_asked: bool = False) -> None:
        """They are kept beside the home, among this user's caches (`rows.py`)."""

    def kept_rows(self, path: str) -> None:
        return None

    # --- what others write -----------------------------------------------------------------------

    def stamp(self, path: str) -> object:
        """Which file it is, when it was changed, its length."""
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
        from scorekeeper.store.rules_on_disk import rules_in  # noqa: PLC0415

        return rules_in(os.path.join(home(), RULESETS))

    def own_packs(self) -> dict[str, str]:
        from scorekeeper.store.rules_on_disk import packs_in  # noqa: PLC0415 - as above

        return packs_in(os.path.join(home(), RULESETS))

    def rules_bytes(self, path: str) -> bytes:
        """The folder of the user's own rules is the user's alone to write in."""
        is_of_home = path.startswith(os.path.join(home(), RULESETS, ""))
        if is_of_home:
            folder = own_folder(RULESETS)
            with failing(READING, folder), held(folder, may_be_link=True):
                pass
        return read_bytes(path, "ruleset", is_own=is_of_home)

    def replace_rules(self, path: str, text: str) -> None:
        # 1 ms, only for what is new
        from scorekeeper.store.new_files import replace_file  # noqa: PLC0415

        made_folder(os.path.dirname(path))
        failed = marked("writing the ruleset {path} failed: {why}")
        with failing(failed, path), folder_of(path) as folder:
            replace_file(folder, os.path.basename(path), text.encode())

    def people_path(self) -> str:
        return os.path.join(home(), "people.toml")

    def people_bytes(self) -> bytes:
        # 1 ms, only for people
        from scorekeeper.store.people_on_disk import bytes_of_people  # noqa: PLC0415

        return bytes_of_people(self.people_path())

    def change_people(self, decide: Callable[[bytes], tuple[str | None, T]]) -> T:
        from scorekeeper.store.people_on_disk import changed_people  # noqa: PLC0415 - as above

        return changed_people(self.people_path(), decide)


def _changed(entry: os.DirEntry[str], is_asked: bool) -> int | None:
    """When a file changed last, in nanoseconds, or 0 where that is not asked; None where it is
    no file, is gone by now, or is a link that leads nowhere."""
    try:
        if not entry.is_file():
            return None
        return entry.stat().st_mtime_ns if is_asked else 0
    except OSError:
        return None

"""Changes of session files: create, append, archive, delete, move, and lock two sessions."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from functools import partial
from itertools import count
from typing import TypeVar

from scorekeeper.store.disk import file_errors_as_failures, name_of_file
from scorekeeper.store.home_choice import current_home, held_session, home_of, path_in
from scorekeeper.store.home_interface import (
    ARCHIVE,
    PACKS,
    RULESETS,
    SESSIONS,
    TRASH,
    LockedSession,
    SessionRows,
    Tell,
)
from scorekeeper.store.sessions import (
    NAME_BYTES,
    archive_folder,
    follow_current,
    forget_current,
    is_archived,
    names_in,
    sessions_folder,
)
from scorekeeper.store.size_limits import refuse_full, session_within
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.translation import marked

# --- writing -----------------------------------------------------------------------------------
# Writing sessions: a new one completely or not at all, an entry on disk or not at all.


T = TypeVar("T")
_RECORDING = marked("recording in {path} failed: {why}")


def create_session(name: str, text: str) -> str:
    """Write a new session file, completely or not at all. Return its path. Raises Refused if the
    name is used."""
    hint = say(
        "choose another with --name, or go on with it: {command}",
        command=CommandLine("play", ("--session", name)),
    )
    taken = refuse(
        "session-exists", say("there is already a session `{session}`", session=name), "name", hint
    )
    session_within(name, text.encode())  # a session too large to read is not begun
    failed = marked("writing the session {path} failed: {why}")
    return _create(SESSIONS, name, text, failed, taken)


def create_ruleset(name: str, text: str) -> str:
    """Write a new ruleset of the user's own. Return its path. Raises Refused if the name
    is used."""
    taken = refuse(
        "game-exists",
        say("there is already a game `{game}`", game=name),
        "game",
        say("choose another name"),
    )
    failed = marked("writing the ruleset {path} failed: {why}")
    return _create(RULESETS, name, text, failed, taken)


def put_pack(name: str, text: str, replaces: bool) -> str:
    """Write a pack of cards of the user's own. Return its path. Raises Refused if the name is
    used, unless `replaces`."""
    if replaces:
        return _replaced(f"{PACKS}/{name}", text)
    taken = refuse(
        "game-exists",
        say("there is already a pack `{pack}`", pack=name),
        "pack",
        say("choose another name"),
    )
    failed = marked("writing the pack {path} failed: {why}")
    return _create(RULESETS, f"{PACKS}/{name}", text, failed, taken)


def put_ruleset(name: str, text: str, replaces: bool) -> str:
    """Write a ruleset of the user's own. Return its path. Raises Refused if the name is used,
    unless `replaces`."""
    return _replaced(name, text) if replaces else create_ruleset(name, text)


def _replaced(name: str, text: str) -> str:
    path = path_in(RULESETS, name)
    home_of(path).replace_rules(path, text)
    return path


def _create(folder: str, name: str, text: str, failed: str, taken: Refused) -> str:
    path = path_in(folder, name)
    try:
        home_of(path).create(path, text, failed)
    except FileExistsError:
        raise taken from None
    return path


def change_session(
    path: str,
    decide: Callable[[bytes], tuple[str, int, T]],
    held: LockedSession | None = None,
    tell: Callable[[T], SessionRows] | None = None,
    noting: Callable[[], None] | None = None,
) -> T:
    """Append to a session the text that `decide` makes of its bytes, under a lock and safe before
    this returns. Return the result of `decide`. If this fails, the session is unchanged.

    `decide` returns the text, the number of complete bytes of the session, and a result. An
    incomplete end is first moved to a separate file. `held` is the session if it is already
    locked. `tell` makes the session's league rows from the result, for a home that saves them
    in the same commit. `noting` is called right after the append."""
    refuse_archived(path)
    with (
        file_errors_as_failures(_RECORDING, path),
        nullcontext(held) if held else held_session(path) as session,
    ):
        data = session.data()
        text, whole, result = decide(data)
        if text:
            append_to(session, path, data, whole, text, partial(tell, result) if tell else None)
            if noting:
                noting()
        return result


def append_to(
    session: LockedSession, path: str, data: bytes, whole: int, text: str, tell: Tell | None = None
) -> None:
    """Append a text to a locked session after its complete part. `data` has the session's bytes,
    `whole` is the size of the complete part. An incomplete end is first moved to a separate
    file."""
    refuse_full(path, data[:whole], text.encode())
    session.append(data, whole, text, tell)


def refuse_archived(path: str) -> None:
    """Raise Refused if a session is archived: archived sessions are not recorded in."""
    if not is_archived(path):
        return
    name = name_of_file(path)
    message = say("{session} is archived, and nothing is recorded in it", session=name)
    command = CommandLine("sessions restore", (name,))
    raise refuse(
        "session-archived", message, "session", say("bring it back: {command}", command=command)
    )


def repair_session(path: str, decide: Callable[[bytes], tuple[int, T]]) -> tuple[str | None, T]:
    """Move the incomplete end of a session to a separate file, under a lock. `decide` returns the
    number of complete bytes, and a result. Return the path of the separate file (None if
    nothing was incomplete) and the result."""
    with (
        file_errors_as_failures(marked("mending {path} failed: {why}"), path),
        held_session(path) as session,
    ):
        data = session.data()
        whole, result = decide(data)
        return session.set_aside(data, whole), result


def remove_session(path: str, refuse_entries: Callable[[bytes], None]) -> None:
    """Remove a session, under a lock, unless `refuse_entries` raises an error for its bytes."""
    with (
        file_errors_as_failures(marked("removing {path} failed: {why}"), path),
        held_session(path) as session,
    ):
        refuse_entries(session.data())
        session.remove()
    forget_current(path)


# --- active, archived and deleted sessions -----------------------------------------------------
# Sessions that are renamed, archived, deleted or restored. A session keeps its bytes and gets
# another name or folder, never that of another session.


_MOVING = marked("moving {path} failed: {why}")


def active_path(name: str) -> str:
    """Return the path of this name among the sessions that are not archived, even if nothing is
    there."""
    return path_in(SESSIONS, name)


def archived_path(name: str) -> str:
    """Return the path of this name in the archive, even if nothing is there."""
    return path_in(ARCHIVE, name)


def trash_path(name: str) -> str:
    """Return the path of this name in the trash, even if nothing is there."""
    return path_in(TRASH, name)


def is_taken(path: str, to: str) -> bool:
    """Return True if the path `to` belongs to another session than `path`."""
    return home_of(to).is_taken(path, to)


def move_session(path: str, to: str) -> None:
    """Give a session another path, safely before this returns. Raises FileExistsError, without any
    change, if another session has that path."""
    with file_errors_as_failures(_MOVING, path), held_session(path) as session:
        has_moved = session.move_to(to)
    if not has_moved:
        raise FileExistsError


def trash_names() -> list[str]:
    """Return the names of the sessions in the trash, in order."""
    return names_in(current_home().folder(TRASH), by_change=False)


# --- rename, archive, delete, restore ------------------------------------------------------------


def rename_session(old: str, new: str) -> None:
    """Rename a session, also in the note of the session used last. Raises FileExistsError if
    another session has the new name."""
    move_session(active_path(old), active_path(new))
    follow_current(active_path(old), active_path(new))


def archive_session(name: str) -> None:
    """Archive a session. Raises FileExistsError if another archived session has its name."""
    move_session(active_path(name), archived_path(name))
    forget_current(active_path(name))


def move_to_trash(name: str, is_archived: bool) -> str:
    """Move a session to the trash. If its name is used there, add a number. Return the name in the
    trash."""
    path = archived_path(name) if is_archived else active_path(name)
    with file_errors_as_failures(_MOVING, path), held_session(path) as session:
        return move_locked_to_trash(session, path)


def move_locked_to_trash(session: LockedSession, path: str) -> str:
    """Move a locked session to the trash. If its name is used there, add a number. Return the name
    in the trash."""
    with file_errors_as_failures(_MOVING, path):
        for number in count(1):
            thrown = numbered(name_of_file(path), number)
            if session.move_to(trash_path(thrown)):
                forget_current(path)
                return thrown
    raise AssertionError  # there is always another number


def numbered(name: str, number: int) -> str:
    """Return a name with a number from 2 on after it, such as `friday-2`; number 1 adds none. The
    name is cut to the greatest allowed length."""
    ending = "" if number == 1 else f"-{number}"
    return name.encode()[: NAME_BYTES - len(ending)].decode(errors="ignore") + ending


def restore_session(path: str) -> None:
    """Restore a session from the archive or the trash. Raises FileExistsError if an active session
    has its name."""
    move_session(path, active_path(name_of_file(path)))


# --- two sessions ------------------------------------------------------------------------------
# Two sessions that are locked at once: one is appended to, the other deleted.


_MERGING = marked("merging into {path} failed: {why}")
_MOVING_BOTH = marked("recording in {path} failed: {why}")


def home_path(path: str) -> str | None:
    """Return the path of a session in the home's own spelling, or None if the session is outside
    the home."""
    folder = place_of(os.path.dirname(path) or os.curdir)
    if folder == place_of(sessions_folder()):
        return active_path(name_of_file(path))
    return archived_path(name_of_file(path)) if folder == place_of(archive_folder()) else None


def place_of(path: str) -> str:
    """Return the canonical form of a path."""
    return home_of(path).place(path)


def is_same_session(path: str, other: str) -> bool:
    """Return True if two paths belong to one session."""
    return home_of(path).is_same(path, other)


class TwoSessions:
    """Two locked sessions, and the bytes of each."""

    def __init__(self, sessions: dict[str, LockedSession], path: str, other: str) -> None:
        self._one, self._other = sessions[path], sessions[other]
        self.path, self.other = path, other
        self.data, self.others = self._one.data(), self._other.data()

    def append(self, text: str, whole: int) -> None:
        """Append a text to the first session after its complete part, of `whole` bytes, safe
        before this returns."""
        with file_errors_as_failures(_MERGING, self.path):
            append_to(self._one, self.path, self.data, whole, text)

    def throw_other_away(self) -> str:
        """Move the other session to the trash, and return its name in the trash."""
        return move_locked_to_trash(self._other, self.other)


@contextmanager
def two_sessions(path: str, other: str) -> Iterator[TwoSessions]:
    """Lock two sessions and yield both. Raises Refused if `path`, the first, is archived. Locks
    are always taken in the same order."""
    refuse_archived(path)
    with ExitStack() as stack:
        with file_errors_as_failures(_MERGING, path):
            two = TwoSessions(stack.enter_context(both_locked(path, other)), path, other)
        yield two


@contextmanager
def both_held(path: str, other: str) -> Iterator[dict[str, LockedSession]]:
    """Lock two sessions and yield both by path. Raises Refused if either is archived. Locks are
    always taken in the same order."""
    for one in (path, other):
        refuse_archived(one)
    with ExitStack() as stack:
        with file_errors_as_failures(_MOVING_BOTH, path):
            sessions = stack.enter_context(both_locked(path, other))
        yield sessions


@contextmanager
def both_locked(path: str, other: str) -> Iterator[dict[str, LockedSession]]:
    """Lock two sessions and yield both by path. Locks are always taken in the same order, so that
    two programs never wait for each other."""
    with ExitStack() as stack:
        in_order = sorted((path, other), key=place_of)
        yield {one: stack.enter_context(held_session(one)) for one in in_order}

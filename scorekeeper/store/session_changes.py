"""Changes of session files: new, appended, archived, dropped, moved between two."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from functools import partial
from itertools import count
from typing import TypeVar

from scorekeeper.store.disk import failing, stem
from scorekeeper.store.home import (
    ARCHIVE,
    PACKS,
    RULESETS,
    SESSIONS,
    TRASH,
    LockedSession,
    Tell,
    Telling,
)
from scorekeeper.store.homes import held_session, home_of, path_in, the_home
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
# Writing sessions: a new one whole or not at all, an entry on disk or not there.


T = TypeVar("T")
_RECORDING = marked("recording in {path} failed: {why}")


def create_session(name: str, text: str) -> str:
    """Writes a new session file, whole or not at all, and never over another; gives its path."""
    hint = say(
        "choose another with --name, or go on with it: {command}",
        command=CommandLine("play", ("--session", name)),
    )
    taken = refuse(
        "session-exists", say("there is already a session `{session}`", session=name), "name", hint
    )
    session_within(name, text.encode())  # what could not be read again is not begun
    failed = marked("writing the session {path} failed: {why}")
    return _create(SESSIONS, name, text, failed, taken)


def create_ruleset(name: str, text: str) -> str:
    """Writes a new ruleset of the user's own, never over another; gives its path."""
    taken = refuse(
        "game-exists",
        say("there is already a game `{game}`", game=name),
        "game",
        say("choose another name"),
    )
    failed = marked("writing the ruleset {path} failed: {why}")
    return _create(RULESETS, name, text, failed, taken)


def put_pack(name: str, text: str, replaces: bool) -> str:
    """Writes a pack of cards of the user's own, in the place of another only where it `replaces`
    that; gives its path."""
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
    """Writes a ruleset of the user's own, in the place of another only where it `replaces` that;
    gives its path."""
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
    tell: Callable[[T], Telling] | None = None,
    noting: Callable[[], None] | None = None,
) -> T:
    """Appends to a session what `decide` makes of its bytes, while nobody else changes it, and safe
    before it returns.

    `decide` gives the text to append, how many bytes of the session are whole, and a result. What
    a power cut left half-written after those is set aside first. If it fails the session is as it
    was. One that is `held` already is not held again. `tell` gives of the result the rows of the
    session, for a home that keeps them in the same commit. `noting` is called once something was
    appended, before anything else is done.
    """
    refuse_archived(path)
    with failing(_RECORDING, path), nullcontext(held) if held else held_session(path) as session:
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
    """Appends to a session that is held, and has these bytes, what stands below its whole part;
    what was cut off after that is set aside first."""
    refuse_full(path, data[:whole], text.encode())
    session.append(data, whole, text, tell)


def refuse_archived(path: str) -> None:
    """Raises Refused for a session that is archived: nothing is recorded in it."""
    if not is_archived(path):
        return
    name = stem(path)
    message = say("{session} is archived, and nothing is recorded in it", session=name)
    command = CommandLine("sessions restore", (name,))
    raise refuse(
        "session-archived", message, "session", say("bring it back: {command}", command=command)
    )


def repair_session(path: str, decide: Callable[[bytes], tuple[int, T]]) -> tuple[str | None, T]:
    """Sets what a power cut left half-written aside, as recording would, while nobody else changes
    the session.

    `decide` gives how many bytes of the session are whole, and a result. Gives the path of what
    holds the rest now, None where nothing was cut, and the result.
    """
    with failing(marked("mending {path} failed: {why}"), path), held_session(path) as session:
        data = session.data()
        whole, result = decide(data)
        return session.set_aside(data, whole), result


def remove_session(path: str, refuse_entries: Callable[[bytes], None]) -> None:
    """Removes a session, while nobody else changes it, unless `refuse_entries` raises at its
    bytes."""
    with failing(marked("removing {path} failed: {why}"), path), held_session(path) as session:
        refuse_entries(session.data())
        session.remove()
    forget_current(path)


# --- shelves -----------------------------------------------------------------------------------
# Sessions that get another name, are put by, or are thrown away and brought back: a session keeps
# its bytes and gets another name or folder, never that of another one.


_MOVING = marked("moving {path} failed: {why}")


def standing_path(name: str) -> str:
    """The path of a session that stands in the home, whether it is there or not."""
    return path_in(SESSIONS, name)


def archived_path(name: str) -> str:
    """The same of one that is archived."""
    return path_in(ARCHIVE, name)


def thrown_path(name: str) -> str:
    """The same of one that was thrown away."""
    return path_in(TRASH, name)


def is_taken(path: str, to: str) -> bool:
    """Whether a path is another session's than the one that has the first."""
    return home_of(to).is_taken(path, to)


def move_session(path: str, to: str) -> None:
    """Gives a session another path, safe before it returns; FileExistsError where another one has
    that, and nothing is changed."""
    with failing(_MOVING, path), held_session(path) as session:
        has_moved = session.move_to(to)
    if not has_moved:
        raise FileExistsError


def thrown_names() -> list[str]:
    """The names of the sessions in the trash, in their order."""
    return names_in(the_home().folder(TRASH), by_change=False)


# --- what is done with sessions ------------------------------------------------------------------


def rename_session(old: str, new: str) -> None:
    """Gives a session another name; FileExistsError where one has it. The note of the session used
    last goes with it."""
    move_session(standing_path(old), standing_path(new))
    follow_current(standing_path(old), standing_path(new))


def archive_session(name: str) -> None:
    """Puts a session by; FileExistsError where one of that name is put by already."""
    move_session(standing_path(name), archived_path(name))
    forget_current(standing_path(name))


def throw_away(name: str, is_archived: bool) -> str:
    """Moves a session to the trash, under its name or one with a number after it; gives that."""
    path = archived_path(name) if is_archived else standing_path(name)
    with failing(_MOVING, path), held_session(path) as session:
        return throw_held_away(session, path)


def throw_held_away(session: LockedSession, path: str) -> str:
    """The same of one that is held."""
    with failing(_MOVING, path):
        for number in count(1):
            thrown = numbered(stem(path), number)
            if session.move_to(thrown_path(thrown)):
                forget_current(path)
                return thrown
    raise AssertionError  # there is always another number


def numbered(name: str, number: int) -> str:
    """`friday`, `friday-2`: no longer than a name may be."""
    ending = "" if number == 1 else f"-{number}"
    return name.encode()[: NAME_BYTES - len(ending)].decode(errors="ignore") + ending


def bring_back(path: str) -> None:
    """Has a session of the archive or the trash stand again; FileExistsError where one of its name
    does."""
    move_session(path, standing_path(stem(path)))


# --- two sessions ------------------------------------------------------------------------------
# Two sessions that are held at once: one is appended to, the other thrown away.


_MERGING = marked("merging into {path} failed: {why}")
_MOVING_BOTH = marked("recording in {path} failed: {why}")


def home_path(path: str) -> str | None:
    """The path that a session has in the home, whichever way it was named; None where it lies
    elsewhere."""
    folder = place_of(os.path.dirname(path) or os.curdir)
    if folder == place_of(sessions_folder()):
        return standing_path(stem(path))
    return archived_path(stem(path)) if folder == place_of(archive_folder()) else None


def place_of(path: str) -> str:
    """A path as it is whichever way it was named."""
    return home_of(path).place(path)


def is_same_session(path: str, other: str) -> bool:
    """Whether two paths are one session's."""
    return home_of(path).is_same(path, other)


class TwoSessions:
    """Two sessions that nobody else changes meanwhile, with the bytes of each."""

    def __init__(self, sessions: dict[str, LockedSession], path: str, other: str) -> None:
        self._one, self._other = sessions[path], sessions[other]
        self.path, self.other = path, other
        self.data, self.others = self._one.data(), self._other.data()

    def append(self, text: str, whole: int) -> None:
        """Appends to the first what stands below its whole part, on disk before it returns."""
        with failing(_MERGING, self.path):
            append_to(self._one, self.path, self.data, whole, text)

    def throw_other_away(self) -> str:
        """Moves the other to the trash; gives the name that it has there."""
        return throw_held_away(self._other, self.other)


@contextmanager
def two_sessions(path: str, other: str) -> Iterator[TwoSessions]:
    """Both, held in the same order whoever asks; the first is one that is recorded in."""
    refuse_archived(path)
    with ExitStack() as stack:
        with failing(_MERGING, path):
            two = TwoSessions(stack.enter_context(both_locked(path, other)), path, other)
        yield two


@contextmanager
def both_held(path: str, other: str) -> Iterator[dict[str, LockedSession]]:
    """Both, by their paths, held in the same order whoever asks: both are recorded in."""
    for one in (path, other):
        refuse_archived(one)
    with ExitStack() as stack:
        with failing(_MOVING_BOTH, path):
            sessions = stack.enter_context(both_locked(path, other))
        yield sessions


@contextmanager
def both_locked(path: str, other: str) -> Iterator[dict[str, LockedSession]]:
    """Two sessions by their paths; of two programs that want the same two, neither has one and
    waits for the other."""
    with ExitStack() as stack:
        in_order = sorted((path, other), key=place_of)
        yield {one: stack.enter_context(held_session(one)) for one in in_order}

"""Writing sessions: a new one whole or not at all, an entry on disk or not there."""

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import TypeVar

from scorekeeper.store.disk import failing, stem
from scorekeeper.store.home import PACKS, RULESETS, SESSIONS, Held, Tell, Telling
from scorekeeper.store.homes import held_session, home_of, path_in
from scorekeeper.store.sessions import forget_current, is_archived
from scorekeeper.store.size import refuse_full, session_within
from scorekeeper.text.language import marked
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import Refused, refuse

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
    held: Held | None = None,
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
    session: Held, path: str, data: bytes, whole: int, text: str, tell: Tell | None = None
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

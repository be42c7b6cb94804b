"""The event files of a home."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import count

from scorekeeper.store.disk import (
    SUFFIX,
    create_folders,
    file_errors_as_failures,
    home,
    name_of_file,
    ordinary_bytes,
)
from scorekeeper.store.folder import opened_folder, write_and_replace
from scorekeeper.store.home_choice import current_home, home_of, path_in
from scorekeeper.store.home_interface import EVENTS
from scorekeeper.store.sessions import NOTE_BYTES, names_in, session_name_fault
from scorekeeper.store.size_limits import session_within
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import MachineFailure, Refused, did_you_mean, lists_them, refuse
from scorekeeper.text.translation import marked

_BEGIN = say("begin one: {command}", command=CommandLine("event new", rest=(say("NAME"),)))


def event_names(by_change: bool = True) -> list[str]:
    """Return the names of the events: oldest change first, or alphabetically if not `by_change`."""
    return names_in(current_home().folder(EVENTS), by_change)


def event_path(chosen: str | None) -> str:
    """Return the path of the chosen event, given by name or path. If None, use
    `$SCOREKEEPER_EVENT`, else the event used last."""
    named = os.environ.get("SCOREKEEPER_EVENT") or current_event() if chosen is None else chosen
    if named is None:
        raise refuse("event-none", say("there is no event yet"), None, _BEGIN)
    if "/" in named or os.sep in named or named.endswith(SUFFIX):
        return named
    if fault := session_name_fault(named):
        message = say("`{event}` cannot be an event's name: {fault}", event=named, fault=fault)
        raise refuse("event-name", message, "event")
    path = path_in(EVENTS, named)
    if not home_of(path).is_there(path):
        mend = did_you_mean(named, event_names()) or lists_them(CommandLine("event list"))
        raise refuse(
            "event-unknown", say("there is no event `{event}`", event=named), "event", mend
        )
    return path


def event_bytes(path: str) -> bytes:
    """Return the bytes of an event. Raises Refused if there is none, or if it is too large."""
    return home_of(path).session_bytes(path)


def create_event(name: str, text: str) -> str:
    """Write a new event, completely or not at all, never over an existing event. Return
    its path."""
    path = path_in(EVENTS, name)
    session_within(path, text.encode())  # a session too large to read is not begun
    try:
        home_of(path).create(path, text, marked("writing the event {path} failed: {why}"))
    except FileExistsError:
        command = CommandLine("event round", ("--event", name))
        hint = say("choose another name, or go on with it: {command}", command=command)
        message = say("there is already an event `{event}`", event=name)
        raise refuse("event-exists", message, "name", hint) from None
    return path


def set_event_aside(path: str, data: bytes) -> str | None:
    """Rename the file of an event that was merged into another, to a name that is not listed.
    Return the new path. Return None, without renaming, if the event is outside the home or its
    bytes differ from `data`."""
    if path != path_in(EVENTS, name_of_file(path)):
        return None
    with (
        file_errors_as_failures(marked("moving {path} failed: {why}"), path),
        home_of(path).held(path) as event,
    ):
        if event.data() != data:
            return None
        names = (f"{path.removesuffix(SUFFIX)}.merged-{number}" for number in count(1))
        return next(name for name in names if event.move_to(name))


# --- the one noted as used last ------------------------------------------------------------------


def current_event() -> str | None:
    """Return the event used last: its name, or its path if outside the home. If none is noted or
    the noted event is gone, return the event changed last, or None."""
    return next(_candidates(), None)


def _candidates() -> Iterator[str]:
    there = event_names()
    with suppress(Refused, MachineFailure, OSError, ValueError):
        noted = ordinary_bytes(_pointer(), NOTE_BYTES, is_own=True).decode().strip()
        if noted in there or ("/" in noted and home_of(noted).is_there(noted)):
            yield noted
    yield from reversed(there)


def make_current_event(path: str) -> None:
    """Note the event used last. This is only a convenience, so a failure is ignored."""
    is_inside = path == path_in(EVENTS, name_of_file(path))
    noted = name_of_file(path) if is_inside else os.path.abspath(path)
    with suppress(OSError, ValueError, MachineFailure):
        create_folders(home())
        with opened_folder(home(), may_be_link=True) as folder:
            write_and_replace(folder, _note(), [f"{noted}\n".encode()])


def _pointer() -> str:
    return os.path.join(home(), _note())


def _note() -> str:
    """Return the file name of the note of the event used last. The note is in the same folder as
    that of the session used last."""
    return current_home().note("current-event")

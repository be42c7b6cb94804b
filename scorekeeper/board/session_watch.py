"""The session or event that a board shows, read again when its files change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from threading import Lock
from typing import NamedTuple

from scorekeeper import store
from scorekeeper.event import Event, OpenEvent
from scorekeeper.event import opened as opened_event
from scorekeeper.event.session_assignment import TableSession
from scorekeeper.record.chain import seal_of_entry
from scorekeeper.record.open_session import Book, opened
from scorekeeper.store.event_files import event_bytes
from scorekeeper.store.session_changes import active_path
from scorekeeper.store.small_home_files import file_stamp
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import MachineFailure, Problem, Refused, refuse

# --- the session of a board, read again whenever its file has changed --------------------------


class WatchedSession(NamedTuple):
    """A session as last read, or the problems that prevent its display. `mark` is a revision that
    differs after every change."""

    mark: str
    book: Book | None = None
    problems: tuple[Problem, ...] = ()


class FollowedSession:
    """A session whose file others may write to. `find` returns the present path of a session by
    id, so that a renamed session is followed."""

    def __init__(self, path: str, find: Callable[[str], str | None] = lambda _: None) -> None:
        self.path, self._find = path, find
        self.name = store.name_of_file(path)
        self._lock = Lock()
        self._stamp: object = self
        self._now = WatchedSession("")
        self._id: str | None = None

    def now(self) -> WatchedSession:
        """Return the present session. The file is read only if it has changed."""
        with self._lock:
            stamp = file_stamp(self.path)
            if stamp != self._stamp:
                self._stamp = stamp
                self._now = self._read()
            return self._now

    def _read(self) -> WatchedSession:
        try:
            if self._stamp is None:
                self._go_after()
            book = self._own(opened(store.session_bytes(self.path), self.name))
        except Refused as refusal:
            return _not_shown(refusal.problems)
        except MachineFailure as failure:
            self._stamp = self  # try again next time, even if the file is unchanged
            unread = say("{session} cannot be read just now; it is tried again", session=self.name)
            return _not_shown((Problem(failure.problem.code, unread),))
        if book.standing.problems:
            return _not_shown(book.standing.problems)
        return WatchedSession(mark_of(book), book)

    def _go_after(self) -> None:
        """Set the path to that of the renamed session. Raises Refused if it is not found."""
        moved = self._find(self._id) if self._id else None
        if moved is None:
            raise Refused((_missing(self.name),))
        self.path, self.name = moved, store.name_of_file(moved)
        self._stamp = file_stamp(self.path)

    def _own(self, book: Book) -> Book:
        """Return the book unchanged. Raises Refused if it is another session than at the first
        reading: links to the board are for that session only."""
        self._id = session_id(book) if self._id is None else self._id
        if session_id(book) != self._id:
            raise _other(self.name)
        return book


def _missing(name: str) -> Problem:
    message = say("{session} is not there any more: it was put away or deleted", session=name)
    board = CommandLine("board", ("--session",), (say("NAME"),))
    back = say(
        "bring it back at the computer, or begin a board of another: {command}", command=board
    )
    return Problem("board-missing", message, None, (back,))


def _other(name: str) -> Refused:
    message = say("another session is now called `{name}`, not the one of this board", name=name)
    hint = say("start the board anew: {command}", command=CommandLine("board", ("--session", name)))
    return refuse("board-session", message, None, hint)


def mark_of(book: Book, number: int | None = None) -> str:
    """Return the revision of a session, after its first `number` entries if given: the number of
    entries and the last entry's seal, `12 ABFH-JKLM-12`. Without entries, the session's id
    replaces the seal."""
    entries = book.log.entries[:number]
    last = seal_of_entry(entries[-1], len(entries)) if entries else session_id(book)
    return f"{len(entries)} {last}"


def session_id(book: Book) -> str:
    """Return the id that distinguishes sessions of the same name."""
    return str(book.log.head.get("id", ""))


def _not_shown(problems: tuple[Problem, ...]) -> WatchedSession:
    return WatchedSession(f"- {'/'.join(problem.code for problem in problems)}", None, problems)


# --- event followed ----------------------------------------------------------------------------
# The event of a board, read again whenever its file or the session of a table has changed.


class EventNow(NamedTuple):
    """An event as last read, with the sessions of its tables, or the problems that prevent its
    display. `mark` is a revision that differs after every change."""

    mark: str
    event: Event | None = None
    told: Mapping[str, TableSession] = {}
    problems: tuple[Problem, ...] = ()


class FollowedEvent:
    """An event whose files others may write to. `tell` returns the sessions of its tables."""

    def __init__(self, path: str, tell: Callable[[Event], Mapping[str, TableSession]]) -> None:
        self.path, self.name = path, store.name_of_file(path)
        self._tell = tell
        self._lock = Lock()
        self._stamps: object = self
        self._now = EventNow("")
        self._id: str | None = None

    def shown(self) -> EventNow:
        """Return the present event. Files are read only if one has changed."""
        with self._lock:
            stamps = self._files()
            if stamps != self._stamps:
                self._stamps = stamps
                self._now = self._read()
            return self._now

    def _files(self) -> object:
        """Return a value that differs after every change of the event's file or a table's
        session."""
        now = self._now
        tables = now.event.tables if now.event else ()
        names = [now.told[one.id].name if one.id in now.told else one.session for one in tables]
        return [file_stamp(self.path), *(file_stamp(active_path(name)) for name in names)]

    def _read(self) -> EventNow:
        try:
            found = self._own(opened_event(event_bytes(self.path), self.name))
            if found.problems:
                return _event_not_shown(found.problems)
            told = self._tell(found.event)
        except Refused as refusal:
            return _event_not_shown(refusal.problems)
        except MachineFailure as failure:
            self._stamps = self  # try again next time, even if the files are unchanged
            return _event_not_shown((failure.problem,))
        return EventNow(_mark(found, told), found.event, told)

    def _own(self, found: OpenEvent) -> OpenEvent:
        """Return the event unchanged. Raises Refused if it is another event than at the first
        reading: links to the board are for that event only."""
        self._id = found.terms.id if self._id is None else self._id
        if found.terms.id != self._id:
            message = say(
                "another event is now called `{name}`, not the one of this board", name=self.name
            )
            again = CommandLine("board", ("--event", self.name))
            raise refuse(
                "board-session", message, None, say("start it anew: {command}", command=again)
            )
        return found


def _mark(found: OpenEvent, told: Mapping[str, TableSession]) -> str:
    """Return the revision of an event and its tables."""
    entries = found.log.entries
    seal = seal_of_entry(entries[-1], len(entries)) if entries else found.terms.id
    tables = [(one, told[one].evening.entries, told[one].evening.last) for one in sorted(told)]
    return f"{len(entries)} {sha256(repr((seal, tables)).encode()).hexdigest()[:16]}"


def _event_not_shown(problems: tuple[Problem, ...]) -> EventNow:
    return EventNow(f"- {'/'.join(problem.code for problem in problems)}", None, {}, problems)

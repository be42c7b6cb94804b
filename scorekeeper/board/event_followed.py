"""The one event of a board, read again whenever its file or the session of a table has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from threading import Lock

from scorekeeper import store
from scorekeeper.base.records import Record
from scorekeeper.event import Event, OpenEvent, opened
from scorekeeper.event.table_sessions import Told
from scorekeeper.record.journal import seal_of_entry
from scorekeeper.store.events_kept import event_bytes
from scorekeeper.store.saved import stamp_of
from scorekeeper.store.shelves import standing_path
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import MachineFailure, Problem, Refused, refuse


class EventNow(Record):
    """An event as it was read last, with the sessions of its tables, or what keeps it from being
    shown. The `mark` is another one whenever something else stands."""

    mark: str
    event: Event | None = None
    told: Mapping[str, Told] = {}
    problems: tuple[Problem, ...] = ()


class FollowedEvent:
    """The event of a file, whoever writes in it; `tell` looks for the sessions of its tables."""

    def __init__(self, path: str, tell: Callable[[Event], Mapping[str, Told]]) -> None:
        self.path, self.name = path, store.stem(path)
        self._tell = tell
        self._lock = Lock()
        self._stamps: object = self
        self._now = EventNow("")
        self._id: str | None = None

    def shown(self) -> EventNow:
        """The event as it stands. Nothing is read where every file is as it was."""
        with self._lock:
            stamps = self._files()
            if stamps != self._stamps:
                self._stamps = stamps
                self._now = self._read()
            return self._now

    def _files(self) -> object:
        """What is another one whenever one of the files is."""
        now = self._now
        tables = now.event.tables if now.event else ()
        names = [now.told[one.id].name if one.id in now.told else one.session for one in tables]
        return [stamp_of(self.path), *(stamp_of(standing_path(name)) for name in names)]

    def _read(self) -> EventNow:
        try:
            found = self._own(opened(event_bytes(self.path), self.name))
            told = self._tell(found.event)
        except Refused as refusal:
            return _not_shown(refusal.problems)
        except MachineFailure as failure:
            self._stamps = self  # they may be read the next time, though nobody changes them
            return _not_shown((failure.problem,))
        return EventNow(_mark(found, told), found.event, told)

    def _own(self, found: OpenEvent) -> OpenEvent:
        """The event that was there first: those who have a link of it may look at no other."""
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


def _mark(found: OpenEvent, told: Mapping[str, Told]) -> str:
    """What tells an event and its tables as they stand from all others."""
    entries = found.journal.entries
    seal = seal_of_entry(entries[-1], len(entries)) if entries else found.terms.id
    tables = [(one, told[one].evening.entries, told[one].evening.last) for one in sorted(told)]
    return f"{len(entries)} {sha256(repr((seal, tables)).encode()).hexdigest()[:16]}"


def _not_shown(problems: tuple[Problem, ...]) -> EventNow:
    return EventNow(f"- {'/'.join(problem.code for problem in problems)}", None, {}, problems)

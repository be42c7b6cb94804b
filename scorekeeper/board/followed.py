"""The one session of a board, read again whenever its file has changed."""

from __future__ import annotations

from threading import Lock

from scorekeeper import store
from scorekeeper.book import Book, opened
from scorekeeper.journal import seal_of_entry
from scorekeeper.problems import MachineFailure, Problem, Refused
from scorekeeper.records import Record
from scorekeeper.store.saved import stamp_of


class Now(Record):
    """A session as it was read last: the book, or what keeps it from being shown. The `mark` is
    another one whenever something else stands."""

    mark: str
    book: Book | None = None
    problems: tuple[Problem, ...] = ()


class Followed:
    """The session of a file, whoever writes in it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.name = store.stem(path)
        self._lock = Lock()
        self._stamp: object = self
        self._now = Now("")

    def now(self) -> Now:
        """The session as it stands. The file is read only where it is another than it was."""
        with self._lock:
            stamp = stamp_of(self.path)
            if stamp != self._stamp:
                self._now, self._stamp = self._read(), stamp
            return self._now

    def _read(self) -> Now:
        try:
            book = opened(store.session_bytes(self.path), self.name)
        except Refused as refusal:
            return _not_shown(refusal.problems)
        except MachineFailure as failure:
            return _not_shown((failure.problem,))
        if book.standing.problems:
            return _not_shown(book.standing.problems)
        return Now(mark_of(book), book)


def mark_of(book: Book) -> str:
    """How many entries a session has, and the seal of the last: `12 ABFH-JKLM`. Where there is
    none, the id of the session."""
    entries = book.journal.entries
    last = seal_of_entry(entries[-1]) if entries else str(book.journal.head.get("id", ""))
    return f"{len(entries)} {last}"


def _not_shown(problems: tuple[Problem, ...]) -> Now:
    return Now(f"- {'/'.join(problem.code for problem in problems)}", None, problems)

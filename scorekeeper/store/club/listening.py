"""Notifications from a club's server about entries of others. A recorder notifies after its
commit, and may be killed before that, so a viewer also polls every few seconds."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

from scorekeeper.store.club.club_connection import ClubConnection
from scorekeeper.store.club.libpq import Connection, ServerError
from scorekeeper.text.problems import MachineFailure, Refused

AGAIN = 1.0  # seconds between attempts to reach a lost server
UNHEARD = (
    5.0  # seconds after which it is asked whether a log has changed of which nothing was heard
)


class AskedQuery(NamedTuple):
    """The result of the last query for a log: its id ("" if none), the position of its last entry,
    the notifications counted until then (`mark`), and the time of the query."""

    log: str
    last: str
    mark: object
    at: float


class Listening:
    """The notifications received from a club since this object was created."""

    def __init__(
        self, reached: ClubConnection, tip_of: Callable[[str], tuple[str, str]],
        data_of: Callable[[str], bytes],
    ) -> None:  # fmt: skip
        self._reached, self._tip_of, self._data_of = reached, tip_of, data_of
        self._lock = Lock()
        self._connection: Connection | None = None
        self._begun: object = None  # another one each time that it begins to listen
        self._tried = 0.0
        self._heard = Counter[str]()
        self._asked: dict[str, AskedQuery] = {}
        self._data: dict[str, tuple[object, bytes | None]] = {}

    def stamp(self, path: str) -> object:
        """Return a value that differs after every change of the log at this path."""
        with self._lock:
            return self._stamp(path)

    def look(self, path: str, most: int) -> tuple[int, bytes] | None:
        """Return a number that grows with every change, and the contents of the log at this path,
        or None if there is no log."""
        with self._lock:
            stamp = self._stamp(path)
            if path not in self._data or self._data[path][0] != stamp:
                self._data[path] = stamp, self._read(path, most)
            data = self._data[path][1]
            return None if data is None else (self._heard.total(), data)

    def _read(self, path: str, most: int) -> bytes | None:
        try:
            return self._data_of(path)[:most]
        except (Refused, MachineFailure):
            return None

    def _stamp(self, path: str) -> object:
        if not self._hear():  # a server that is away is asked again, and whoever looks is told
            return "away", self._tried
        known = self._asked.get(path)
        if known is None or self._mark(known.log) != known.mark or self._is_old(known):
            try:
                log, last = self._tip_of(path)
            except (Refused, MachineFailure):
                return "away", self._heard.total()
            if known is not None and (log, last) != (known.log, known.last):
                self._heard[log] += 1  # whether or not somebody notified of it
            known = AskedQuery(log, last, self._mark(log), time.monotonic())
            self._asked[path] = known
        return (self._begun, known.mark, known.log) if known.log else None

    def _mark(self, log: str) -> object:
        """Return a value that differs after every change of the log with this id, or of any log if
        it is ""."""
        return self._begun, self._heard[log] if log else self._heard.total()

    def _is_old(self, known: AskedQuery) -> bool:
        return time.monotonic() - known.at >= UNHEARD

    def _hear(self) -> bool:
        """Read the pending notifications. Return True if the connection works."""
        if self._connection is not None:
            heard = self._connection.notified()
            if heard is not None:
                self._heard.update(heard)
                return True
            self._connection = None
        if time.monotonic() - self._tried < AGAIN:
            return False
        return self._begin()

    def _begin(self) -> bool:
        self._tried = time.monotonic()
        try:
            connection = self._reached.opened()
            connection.ask(f'LISTEN "{self._reached.club.channel}"')
        except ServerError:
            return False
        self._connection, self._begun = connection, object()
        return True

"""Reaching a club: connections that are lent and come back."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Thread

from scorekeeper.store.club.address import Address, bare_address
from scorekeeper.store.club.club_failures import (
    CLUBS,
    OPTIONS,
    chosen_club,
    failure_of,
    no_answer_problem,
)
from scorekeeper.store.club.libpq import Connection, Row, ServerError, Value
from scorekeeper.text.problems import MachineFailure, MayStand, Refused

QUIET = "-c client_min_messages=error"  # libpq writes what it is told on standard error
# What a holder of a lock is known by: the program and its machine.
PROGRAM = f"scorekeeper on {os.uname().nodename if hasattr(os, 'uname') else 'Windows'}"[:63]
IDLE = 1.0  # seconds after which a connection is asked whether it is still one


class Reached:
    """A club as this process reaches it. Each connection is one thread's at a time."""

    def __init__(self, opening: Opening) -> None:
        """`opening` becomes its first connection."""
        address = self.address = opening.address
        self._opening: Opening | None = opening
        self._free: list[tuple[float, Connection]] = []
        self._process = os.getpid()
        self.bare = address.bare
        with self.lent() as connection:
            self.bare = bare_address(*connection.place)
            self.club = chosen_club(address, connection.ask(CLUBS))

    @contextmanager
    def lent(self) -> Iterator[Connection]:
        """A connection, which comes back where it was not lost; failures are put into words, but
        those that `failing` has put into words already."""
        with self.failing():
            connection = self._taken()
            try:
                yield connection
            except BaseException:
                connection.close()
                raise
            if connection.is_open:
                self._free.append((time.monotonic(), connection))

    def _taken(self) -> Connection:
        if self._process != os.getpid():  # those are of the process that this was forked from
            self._free, self._process = [], os.getpid()
        while self._free:
            since, connection = self._free.pop()
            connection.settle()
            is_fresh = time.monotonic() - since < IDLE
            if connection.is_open and (is_fresh or _answers(connection)):
                return connection
        return self.opened()

    def opened(self) -> Connection:
        """A new connection; raises ServerError where there is none to be had."""
        opening, self._opening = self._opening, None
        connection = opening.done() if opening else _connected(self.address)
        if not connection.is_open:
            raise _NotIn(connection) if connection.needs_password else ServerError(connection.why)
        return connection

    def ask(self, statement: str, *values: Value) -> list[Row]:
        """The rows that are read."""
        with self.lent() as connection:
            return connection.ask(statement, *values)

    @contextmanager
    def failing(self, writes: bool = False, own: Sequence[str] = ()) -> Iterator[None]:
        """Turns what a server, or the way to it, answers into words; of what is written, that it
        may stand where that is so. What is answered in `own` SQLSTATEs is its caller's."""
        try:
            yield
        except ServerError as error:
            if error.state in own and error.state:
                raise
            raise self._failure(error, writes) from None
        except (Refused, MachineFailure):
            raise
        except BaseException as error:
            if writes:  # nobody knows how far the server came
                why = "Ctrl-C" if isinstance(error, KeyboardInterrupt) else type(error).__name__
                raise MayStand(no_answer_problem(self.bare, why)) from error
            raise

    def _failure(self, error: ServerError, writes: bool) -> Refused | MachineFailure:
        if writes and error.may_stand:
            return MayStand(no_answer_problem(self.bare, error.why))
        return failure_of(self.bare, error.state, error.why, isinstance(error, _NotIn))


class Opening:
    """A connection to a club that is opened while whoever wants it does something else."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._opened: list[Connection] = []
        self._thread = Thread(target=self._open, daemon=True)
        self._thread.start()

    def _open(self) -> None:
        self._opened.append(_connected(self.address))

    def done(self) -> Connection:
        """The connection, once the server has answered, or has not."""
        self._thread.join()
        return self._opened[0]


def _connected(address: Address) -> Connection:
    """A connection to a club, which is not open where there is none to be had."""
    params = {**address.params}
    options = f"{OPTIONS} {QUIET} {params.pop('options', '')}".strip()
    return Connection({"application_name": PROGRAM, **params, "options": options})


class _NotIn(ServerError):
    """Nobody was let in without a password, or with the one that there was."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection.why)


def _answers(connection: Connection) -> bool:
    try:
        connection.ask("SELECT true")
    except ServerError:
        connection.close()
    return connection.is_open

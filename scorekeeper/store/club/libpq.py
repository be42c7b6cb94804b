"""PostgreSQL's C library, libpq, from psycopg's wheel or from the system, called through ctypes.
Importing psycopg itself would take three times as long as recording a deal. Parameters and
results are text."""

import ctypes
import os
import select
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.machinery import PathFinder

from scorekeeper.store.optional_extras import without_extra
from scorekeeper.text.message import say

Value = str | int | None
Row = tuple[str | None, ...]

OK = 0  # of a connection
COMMAND_OK, TUPLES_OK = 1, 2  # of a result
SEVERITY, STATE, PRIMARY = ord("V"), ord("C"), ord("M")  # of what the server says of an error
ERROR = "ERROR"  # after which nothing of the statement stands; after FATAL nobody knows
# After how much silence the other machine is gone: milliseconds of what was sent, else seconds.
PATIENCE = {
    "tcp_user_timeout": "10000",
    "keepalives_idle": "20", "keepalives_interval": "5", "keepalives_count": "3",
}  # fmt: skip


class ServerError(Exception):
    """A failed statement or connection. `state` is the SQLSTATE, "" without an answer. `may_stand`
    is True if the statement may have been executed all the same."""

    def __init__(self, why: str, state: str = "", may_stand: bool = False) -> None:
        super().__init__(why)
        self.why, self.state, self.may_stand = why, state, may_stand


# --- the library ---------------------------------------------------------------------------------


class _Option(ctypes.Structure):
    """The C structure PQconninfoOption."""

    _fields_ = (
        ("keyword", ctypes.c_char_p), ("envvar", ctypes.c_char_p), ("compiled", ctypes.c_char_p),
        ("val", ctypes.c_char_p), ("label", ctypes.c_char_p), ("dispchar", ctypes.c_char_p),
        ("dispsize", ctypes.c_int),
    )  # fmt: skip


class _Notify(ctypes.Structure):
    """The C structure PGnotify."""

    _fields_ = (
        ("relname", ctypes.c_char_p), ("be_pid", ctypes.c_int), ("extra", ctypes.c_char_p),
    )  # fmt: skip


_P, _S, _I = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
_TEXTS = ctypes.POINTER(ctypes.c_char_p)
_NOTICE = ctypes.CFUNCTYPE(None, _P, _S)
_FUNCTIONS: Mapping[str, tuple[object, ...]] = {
    # return type, then argument types
    "PQconnectdbParams": (_P, _TEXTS, _TEXTS, _I),
    "PQfinish": (None, _P),
    "PQstatus": (_I, _P),
    "PQerrorMessage": (_S, _P),
    "PQconnectionNeedsPassword": (_I, _P),
    "PQconnectionUsedPassword": (_I, _P),
    "PQhost": (_S, _P),
    "PQport": (_S, _P),
    "PQdb": (_S, _P),
    "PQsocket": (_I, _P),
    "PQsendQueryParams": (_I, _P, _S, _I, _P, _TEXTS, _P, _P, _I),
    "PQflush": (_I, _P),
    "PQconsumeInput": (_I, _P),
    "PQisBusy": (_I, _P),
    "PQgetResult": (_P, _P),
    "PQclear": (None, _P),
    "PQresultStatus": (_I, _P),
    "PQresultErrorField": (_S, _P, _I),
    "PQresultErrorMessage": (_S, _P),
    "PQntuples": (_I, _P),
    "PQnfields": (_I, _P),
    "PQgetisnull": (_I, _P, _I, _I),
    "PQgetvalue": (_S, _P, _I, _I),
    "PQnotifies": (ctypes.POINTER(_Notify), _P),
    "PQfreemem": (None, _P),
    "PQsetNoticeProcessor": (_P, _P, _NOTICE, _P),
    "PQconninfoParse": (ctypes.POINTER(_Option), _S, ctypes.POINTER(_P)),
    "PQconndefaults": (ctypes.POINTER(_Option),),
    "PQconninfoFree": (None, ctypes.POINTER(_Option)),
}


def _unsaid(_: int, __: bytes) -> None:
    """Ignore a notice of the server, such as its shutdown, which the next answer reports too.
    libpq would write it to stderr."""


_UNSAID = _NOTICE(_unsaid)


@cache
def _lib() -> ctypes.CDLL:
    """Load libpq and declare the types of its functions. Raises Refused if it is not installed."""
    for name in _names():
        with suppress(OSError):
            lib = ctypes.CDLL(name)
            for function, (gives, *takes) in _FUNCTIONS.items():
                one = getattr(lib, function)
                one.restype, one.argtypes = gives, takes
            return lib
    message = say("a club needs what is not installed: {names}", names="psycopg")
    raise without_extra("club-extra", message, "club")


def _names() -> Iterator[str]:
    """Yield the possible paths of libpq: first in psycopg's wheel, then in the system."""
    spec = PathFinder.find_spec("psycopg_binary")
    if spec is not None and spec.origin:
        package = os.path.dirname(spec.origin)
        for folder in (f"{package}.libs", os.path.join(package, ".dylibs")):
            with suppress(OSError):
                yield from sorted(
                    os.path.join(folder, one)
                    for one in os.listdir(folder)
                    if one.startswith("libpq")
                )
    yield {"darwin": "libpq.5.dylib", "win32": "libpq.dll"}.get(sys.platform, "libpq.so.5")


# --- an address ----------------------------------------------------------------------------------


def parsed_address(address: str) -> dict[str, str]:
    """Return the parameters of an address, by libpq's names. Raises ValueError if it cannot be
    parsed."""
    lib, error = _lib(), ctypes.c_void_p()
    options = lib.PQconninfoParse(address.encode(), ctypes.byref(error))
    if not options:
        said = ctypes.cast(error, ctypes.c_char_p).value or b""
        lib.PQfreemem(error)
        raise ValueError(_line(said))
    return _values(options)


def default_values() -> dict[str, str]:
    """Return the values that libpq uses for missing parameters, from the environment, a service,
    or libpq itself."""
    options = _lib().PQconndefaults()
    return _values(options) if options else {}


def _values(options: "ctypes._Pointer[_Option]") -> dict[str, str]:
    found, number = {}, 0
    while keyword := options[number].keyword:
        if (value := options[number].val) is not None:
            found[keyword.decode()] = value.decode(errors="replace")
        number += 1
    _lib().PQconninfoFree(options)
    return found


# --- a connection --------------------------------------------------------------------------------


class Connection:
    """A connection that commits each statement at once, except between BEGIN and COMMIT. Only one
    thread at a time uses it. Ctrl-C interrupts waiting for an answer."""

    def __init__(self, params: Mapping[str, str]) -> None:
        """Connect to a server. If that fails, the connection is not open, and `why` has the
        reason."""
        self._lib = _lib()
        pairs = {**PATIENCE, **params, "client_encoding": "UTF8"}
        self._conn: int | None = self._lib.PQconnectdbParams(
            _texts([*pairs, None]), _texts([*pairs.values(), None]), 0
        )
        self._lib.PQsetNoticeProcessor(self._conn, _UNSAID, None)
        self.needs_password = bool(
            self._lib.PQconnectionNeedsPassword(self._conn)
            or self._lib.PQconnectionUsedPassword(self._conn)
        )
        self.why = ""
        self._is_answer_left = False
        if self._lib.PQstatus(self._conn) != OK:
            self.why = self._said()
            self.close()

    @property
    def is_open(self) -> bool:
        """Return True unless the connection is known to be lost."""
        return self._conn is not None and self._lib.PQstatus(self._conn) == OK

    @property
    def place(self) -> tuple[str, str, str]:
        """Return (host, port, database) of the connection."""
        lib = self._lib
        host, port, name = (one(self._conn) or b"" for one in (lib.PQhost, lib.PQport, lib.PQdb))
        return host.decode(), port.decode(), name.decode()

    def close(self) -> None:
        """Close the connection."""
        if self._conn is not None:
            self._lib.PQfinish(self._conn)
            self._conn = None

    def ask(self, statement: str, *values: Value) -> list[Row]:
        """Execute a statement and return the rows of the answer. Raises ServerError, with
        `may_stand` if no answer came. Any other exception while waiting closes the connection."""
        self.settle()
        self._send(statement, *values)
        return self._answered()

    def tell(self, statement: str, *values: Value) -> None:
        """Send a statement without waiting for its answer. The next call of `ask` or `tell` reads
        that answer first. Raises ServerError if sending fails."""
        self.settle()
        self._send(statement, *values)
        self._is_answer_left = True

    def settle(self) -> None:
        """Read the answer to a statement sent by `tell`. The connection may be lost afterwards."""
        if self._is_answer_left and self.is_open:
            with suppress(ServerError):
                self._answered()
        self._is_answer_left = False

    def _send(self, statement: str, *values: Value) -> None:
        if not self.is_open:
            raise ServerError(self.why or "the connection is closed")
        said = _texts([None if value is None else str(value) for value in values])
        sent = self._lib.PQsendQueryParams(
            self._conn, statement.encode(), len(values), None, said, None, None, 0
        )
        if not sent:
            raise self._lost(may_stand=False)

    def _answered(self) -> list[Row]:
        """Wait for the complete answer and return its rows."""
        try:
            self._wait()
            return self._answer()
        except ServerError:
            raise
        except BaseException:
            self.close()
            raise

    def _wait(self) -> None:
        """Wait until the answer is complete."""
        lib, socket = self._lib, lib_socket(self._lib, self._conn)
        while (left := lib.PQflush(self._conn)) == 1:
            select.select([socket], [socket], [])
            lib.PQconsumeInput(self._conn)
        if left:
            raise self._lost()
        while lib.PQisBusy(self._conn):
            select.select([socket], [], [])
            if not lib.PQconsumeInput(self._conn):
                raise self._lost()

    def _answer(self) -> list[Row]:
        rows: list[Row] = []
        failed: ServerError | None = None
        while result := self._lib.PQgetResult(self._conn):
            if self._lib.PQresultStatus(result) in (COMMAND_OK, TUPLES_OK):
                rows = self._rows(result)
            else:
                failed = failed or self._failure(result)
            self._lib.PQclear(result)
        if failed is not None:
            raise failed
        return rows

    def _rows(self, result: int) -> list[Row]:
        lib, columns = self._lib, range(self._lib.PQnfields(result))
        return [
            tuple(
                None
                if lib.PQgetisnull(result, row, column)
                else lib.PQgetvalue(result, row, column).decode()
                for column in columns
            )
            for row in range(lib.PQntuples(result))
        ]

    def _failure(self, result: int) -> ServerError:
        state = self._field(result, STATE)
        if not state:  # libpq's own: the connection was lost
            return self._lost()
        is_sure = self._field(result, SEVERITY) == ERROR
        return ServerError(self._field(result, PRIMARY), state, may_stand=not is_sure)

    def _field(self, result: int, which: int) -> str:
        return (self._lib.PQresultErrorField(result, which) or b"").decode(errors="replace")

    def _lost(self, may_stand: bool = True) -> ServerError:
        """Close a lost connection. Return the error to raise."""
        self.why = self._said()
        self.close()
        return ServerError(self.why, may_stand=may_stand)

    def _said(self) -> str:
        return _line(self._lib.PQerrorMessage(self._conn) or b"")

    # --- notifications ----------------------------------------------------------------------------

    def notified(self, seconds: float = 0.0) -> list[str] | None:
        """Return the notifications (LISTEN) received since the last call, waiting up to `seconds`
        for the first one. Return None if the connection is lost."""
        until = time.monotonic() + seconds
        while self.is_open:
            if not self._lib.PQconsumeInput(self._conn):
                self._lost()
                return None
            if (found := [*self._notes()]) or time.monotonic() >= until:
                return found
            socket = lib_socket(self._lib, self._conn)
            select.select([socket], [], [], max(0.0, until - time.monotonic()))
        return None

    def _notes(self) -> Iterator[str]:
        while note := self._lib.PQnotifies(self._conn):
            yield (note.contents.extra or b"").decode(errors="replace")
            self._lib.PQfreemem(note)


def lib_socket(lib: ctypes.CDLL, conn: int | None) -> int:
    """Return the socket of a connection."""
    return int(lib.PQsocket(conn))


def _texts(texts: Sequence[str | None]) -> "ctypes.Array[ctypes.c_char_p]":
    return (ctypes.c_char_p * len(texts))(
        *(None if text is None else text.encode() for text in texts)
    )


def _line(said: bytes) -> str:
    """Return the first line of a libpq message. It contains no password."""
    return said.decode(errors="replace").strip().partition("\n")[0]

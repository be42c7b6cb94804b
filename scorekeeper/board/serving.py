"""A board served until somebody ends it."""

from __future__ import annotations

import signal
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from scorekeeper.base.records import Record
from scorekeeper.board.application import Board
from scorekeeper.board.callers import counted_protocol
from scorekeeper.board.codes import Codes
from scorekeeper.board.guard import USUAL_BOUNDS, Bounds
from scorekeeper.board.live_pages import LivePages
from scorekeeper.board.phone_entries import Entries
from scorekeeper.board.reached import WAITING, Reached
from scorekeeper.text.message import say
from scorekeeper.text.problems import refuse

Server = uvicorn.Server
IDLE, FAREWELL = 10, 2  # seconds that a connection may say nothing, and that it has at the end
HEADERS = 16 << 10  # bytes
# What goes wrong is told by the board itself (`LivePages`), and no traceback on its terminal.
QUIET = {
    "version": 1, "disable_existing_loggers": False, "loggers": {"asyncio": {"level": "CRITICAL"}},
}  # fmt: skip


class Certificate(Record):
    """The files of a certificate and of its key."""

    cert: str
    key: str


def server_of(
    entries: Entries, reached: Reached, codes: Codes, certificate: Certificate | None = None,
    bounds: Bounds = USUAL_BOUNDS, failed: Callable[[Exception], None] = lambda _: None,
) -> Server:  # fmt: skip
    """What serves a board, with `run(sockets=…)`. It writes no log: a request is nobody's
    business, and one that was led here may hold what is not to be kept."""
    return served(Board(entries, reached, codes, bounds, failed), certificate, bounds)


def served(
    board: LivePages[Any], certificate: Certificate | None = None, bounds: Bounds = USUAL_BOUNDS
) -> Server:
    """What serves the pages of a board."""
    # uvicorn asks for a class, and does nothing but call it
    protocol: Any = counted_protocol(bounds, _tls(certificate) if certificate else None)
    config = uvicorn.Config(
        board.application(), log_config=QUIET, log_level="critical", access_log=False,
        server_header=False, proxy_headers=False,
        http=protocol, ws="none", lifespan="on", loop="asyncio",
        timeout_keep_alive=IDLE, timeout_graceful_shutdown=FAREWELL, backlog=WAITING,
        h11_max_incomplete_event_size=HEADERS,
    )  # fmt: skip
    server = Server(config)
    board.is_closing = lambda: server.should_exit
    return server


def _tls(certificate: Certificate) -> ssl.SSLContext:
    """Return the encryption of a certificate; raises Refused where that cannot be read."""
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        tls.load_cert_chain(certificate.cert, certificate.key)
    except (OSError, ssl.SSLError) as error:
        message = say("the certificate cannot be used: {why}", why=str(error))
        hint = say("--cert and --key are files in PEM form, of one certificate and its key")
        raise refuse("board-certificate", message, None, hint) from None
    return tls


@contextmanager
def ended_by_ctrl_c(server: Server) -> Iterator[None]:
    """Within this Ctrl-C ends the server, at whatever moment it comes. It raises nothing: a
    KeyboardInterrupt while the server begins can be lost, or leave a thread behind."""

    def end(*_: object) -> None:
        server.should_exit = True

    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)

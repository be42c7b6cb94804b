"""The board's server and its connections."""

from __future__ import annotations

import asyncio
import signal
import ssl
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ssl import SSLContext
from typing import Any, NamedTuple

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from scorekeeper.board.board_address import WAITING, BoardAddress, Codes
from scorekeeper.board.phone_entry import Entries
from scorekeeper.board.request_checks import USUAL_BOUNDS, Bounds
from scorekeeper.board.web_application import Board, LivePages
from scorekeeper.text.message import say
from scorekeeper.text.problems import refuse

# --- connections -------------------------------------------------------------------------------
# The connections to a board: counted when accepted, encrypted if there is a certificate, and ended
# where they are too many or too slow.


GOODBYE = 1.0  # seconds for the other side to end its encryption


def counted_protocol(bounds: Bounds, tls: SSLContext | None) -> Callable[..., asyncio.Protocol]:
    """Return a factory of connection protocols that count connections by client address from the
    moment they open. uvicorn counts connections only after the TLS handshake and not by client,
    so that one client could use them all up."""
    connected = Counter[str]()

    def made(*values: Any, **named: Any) -> asyncio.Protocol:
        return _Caller(H11Protocol(*values, **named), connected, bounds, tls)

    return made


class _Caller(asyncio.Protocol):
    """One client connection, below its HTTP protocol. The client has `patience` seconds for each
    of: the handshake, sending a request, receiving an answer."""

    def __init__(
        self, http: H11Protocol, connected: Counter[str], bounds: Bounds, tls: SSLContext | None
    ) -> None:
        self._http, self._connected, self._bounds, self._tls = http, connected, bounds, tls
        self._address: str | None = None  # None once it is not counted
        self._transport: asyncio.Transport | None = None  # the transport of HTTP
        self._early = b""  # data received before HTTP began
        self._deadline: asyncio.TimerHandle | None = None
        self._handshake: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._address = str((transport.get_extra_info("peername") or [""])[0])
        self._connected[self._address] += 1
        if (
            self._connected[self._address] > self._bounds.connections_each
            or self._connected.total() > self._bounds.connections
        ):
            transport.abort()
        elif self._tls is None:
            self._begin(transport)
        else:
            transport.pause_reading()
            self._handshake = self._http.loop.create_task(self._encrypt(transport, self._tls))

    async def _encrypt(self, accepted: asyncio.Transport, tls: SSLContext) -> None:
        encrypted = None
        try:
            encrypted = await self._http.loop.start_tls(
                accepted, self, tls, server_side=True,
                ssl_handshake_timeout=self._bounds.patience, ssl_shutdown_timeout=GOODBYE,
            )  # fmt: skip
        except OSError:
            pass  # it spoke no TLS, was too slow, or hung up
        finally:
            if encrypted is None or accepted.is_closing():
                accepted.abort()
                self._leave()
            else:
                self._begin(encrypted)

    def _begin(self, transport: asyncio.Transport) -> None:
        """Start the HTTP protocol on the connection."""
        self._transport = transport
        self._http.connection_made(transport)
        self._wait()
        if self._early:
            self.data_received(self._early)

    def data_received(self, data: bytes) -> None:
        if self._transport is None:
            self._early += data
            return
        self._http.data_received(data)
        cycle: Any = self._http.cycle  # may be None, against its type
        if cycle is not None and not cycle.response_complete:
            self._wait_no_more()
        elif self._deadline is None:
            self._wait()

    def eof_received(self) -> None:
        self._http.eof_received()

    def pause_writing(self) -> None:
        self._wait()
        self._http.pause_writing()

    def resume_writing(self) -> None:
        self._wait_no_more()
        self._http.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        self._leave()
        if self._transport is not None:
            self._http.connection_lost(exc)

    def _leave(self) -> None:
        """Stop counting the connection. A second call does nothing."""
        if self._address is not None:
            self._connected[self._address] -= 1
            if not self._connected[self._address]:
                del self._connected[self._address]
        self._address = None

    def _wait(self) -> None:
        """Abort the connection after `patience` seconds, unless `_wait_no_more` is called
        before."""
        assert self._transport is not None
        self._wait_no_more()
        patience = self._bounds.patience
        self._deadline = self._http.loop.call_later(patience, self._transport.abort)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None


# --- the server of a board ---------------------------------------------------------------------


Server = uvicorn.Server
IDLE, FAREWELL = 10, 2  # seconds: an idle connection, and closing
HEADERS = 16 << 10  # bytes
# The board itself reports errors (`LivePages`), without a traceback on the terminal.
QUIET = {
    "version": 1, "disable_existing_loggers": False, "loggers": {"asyncio": {"level": "CRITICAL"}},
}  # fmt: skip


class TlsFiles(NamedTuple):
    """The files of a certificate and its key."""

    cert: str
    key: str


def server_of(
    entries: Entries, reached: BoardAddress, codes: Codes, certificate: TlsFiles | None = None,
    bounds: Bounds = USUAL_BOUNDS, failed: Callable[[Exception], None] = lambda _: None,
) -> Server:  # fmt: skip
    """Return the server of a session's board, to be started with `run(sockets=…)`. It writes no
    log, since requests are private and may contain secrets."""
    return pages_server(Board(entries, reached, codes, bounds, failed), certificate, bounds)


def pages_server(
    board: LivePages[Any], certificate: TlsFiles | None = None, bounds: Bounds = USUAL_BOUNDS
) -> Server:
    """Return the server of a board's pages."""
    # uvicorn's type is a class, but it is only called
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


def _tls(certificate: TlsFiles) -> ssl.SSLContext:
    """Return the TLS context of a certificate. Raises Refused if its files cannot be read."""
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
    """Let Ctrl-C stop the server during the block, without a KeyboardInterrupt: one raised while
    the server starts can be lost, or leave a thread behind."""

    def end(*_: object) -> None:
        server.should_exit = True

    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)

"""The checks of every request (address, size, rate, access code), and the request's language."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse, Response

from scorekeeper.board.board_address import ENTER, BoardAddress, Codes, cookies_of
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.text.translation import LANGUAGES, language_of, speak, tr

# --- the language of an answer -----------------------------------------------------------------


CHOSEN = "scorekeeper-language"  # the cookie with the chosen language


def use_language_of(accepts: str, cookies: Mapping[str, str]) -> None:
    """Set the language of a request: the one chosen in a cookie, else the browser's
    preferred one."""
    chosen = cookies.get(CHOSEN, "")
    language = chosen if chosen in LANGUAGES else language_of([*_liked(accepts)])
    speak(language, catalogue(language))


def _liked(accepts: str) -> Iterator[str]:
    """Yield the languages of an `Accept-Language` header, the preferred one first."""
    named = [part.strip().partition(";") for part in accepts.split(",")]
    ranked = sorted(named, key=lambda part: -_liking(part[2]))
    yield from (name.strip() for name, _, _ in ranked)


def _liking(said: str) -> float:
    """Return the weight of a language from its `q=0.8`, 1 if it has none, 0 if it is invalid."""
    number = said.strip().removeprefix("q=")
    try:
        return float(number) if number else 1.0
    except ValueError:
        return 0.0


# --- checks ------------------------------------------------------------------------------------
# The checks before every request: its origin, its size, its rate, its access code; and the headers
# of every answer.


# Paths open to anybody: the page that asks for a code, and its files. They show no session.
OPEN = ("/", "/open", "/board.css", "/event.css", "/board.js", "/enter.js", "/referee.js")
# Paths only for those who may enter.
ENTERING = ("/try", "/say", "/yes", "/no")
MAY = "scorekeeper.may"  # key of the access right in a request's scope
METHODS = ("GET", "HEAD", "POST")
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    # To others nothing is referred; `no-referrer` would take the origin away from our own posts.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
Sent = Callable[[Mapping[str, Any]], Any]
Received = Callable[[], Any]


class Bounds(NamedTuple):
    """The limits of a board.

    `body` is the size of a post in bytes. `patience` is the time in seconds for each of:
    receiving a post, a handshake, receiving a request's header, sending an answer. Each address
    may make `burst` requests at once, then `each_second` per second; the last `addresses`
    addresses are remembered. `streams` and `connections` are limits in all, `streams_each` and
    `connections_each` per address."""

    body: int = 8 << 10
    patience: float = 10.0
    burst: int = 120
    each_second: float = 10.0
    addresses: int = 1000
    streams: int = 64
    streams_each: int = 16
    connections: int = 200
    connections_each: int = 64


USUAL_BOUNDS = Bounds()


class Rate:
    """The number of requests that each address may still make."""

    def __init__(self, bounds: Bounds, clock: Callable[[], float] = time.monotonic) -> None:
        self._bounds, self._clock = bounds, clock
        self._left: dict[str, tuple[float, float]] = {}

    def takes(self, address: str) -> bool:
        """Count a request from this address. Return True if it is within the limit."""
        now, bounds = self._clock(), self._bounds
        left, since = self._left.pop(address, (float(bounds.burst), now))
        left = min(bounds.burst, left + (now - since) * bounds.each_second)
        self._left[address] = (left - 1 if left >= 1 else left, now)
        while len(self._left) > bounds.addresses:
            del self._left[next(iter(self._left))]  # the address with the oldest request
        return left >= 1


class Guard:
    """An application that checks every request before it passes the request to the inner
    application."""

    def __init__(
        self, app: Any, reached: BoardAddress, codes: Codes, bounds: Bounds,
        failed: Callable[[Exception], None],
    ) -> None:  # fmt: skip
        self._app, self._reached, self._codes, self._failed = app, reached, codes, failed
        self._bounds, self._rate = bounds, Rate(bounds)

    async def __call__(self, scope: Any, receive: Received, send: Sent) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = _headers(scope)
        cookies = cookies_of(headers.get("cookie", ""))
        use_language_of(headers.get("accept-language", ""), cookies)
        begun = _Answer(send)
        refusal = self._refusal(scope, headers, cookies)
        if refusal is None and scope["method"] == "POST":
            refusal, receive = await self._whole(headers, receive)
        if refusal is not None:
            await refusal(scope, receive, begun.send)
            return
        try:
            await self._app(scope, receive, begun.send)
        except Exception as error:
            self._failed(error)
            if not begun.is_begun:
                await _said(500, tr("the board failed"))(scope, receive, begun.send)

    def _refusal(
        self, scope: Any, headers: Mapping[str, str], cookies: Mapping[str, str]
    ) -> Response | None:
        """Return the response that refuses a request, or None if it is allowed. Store the right of
        its access code in `scope`."""
        if headers.get("host", "").lower() not in self._reached.hosts:
            return _said(421, tr("this is no address of the board"))
        if scope["method"] not in METHODS:
            return _said(405, tr("that cannot be done here"))
        if not self._rate.takes((scope.get("client") or ("",))[0]):
            return _said(429, tr("too many requests: wait a moment"), {"Retry-After": "5"})
        if scope["method"] == "POST" and headers.get("origin", "") not in self._origins():
            return _said(403, tr("only a page of the board may send that"))
        scope[MAY] = self._codes.may(cookies.get(cookie_name(self._reached), ""))
        if scope[MAY] is None and scope["path"] not in OPEN:
            return _said(401, tr("no code of this board was given"))
        if scope[MAY] != ENTER and scope["path"] in ENTERING:
            return _said(403, tr("this code is for looking: to enter takes the other one"))
        return None

    def _origins(self) -> Iterable[str]:
        return {f"{self._reached.scheme}://{host}" for host in self._reached.hosts}

    async def _whole(
        self, headers: Mapping[str, str], receive: Received
    ) -> tuple[Response | None, Received]:
        """Read the body of a post completely. Return None and a function that receives the body
        again, or the response that refuses the post."""
        length = headers.get("content-length", "")
        if length.isdecimal() and len(length) < 20 and int(length) > self._bounds.body:
            return _said(413, tr("that is too long")), receive
        try:
            body = await asyncio.wait_for(self._read(receive), self._bounds.patience)
        except TimeoutError:
            return _said(408, tr("that took too long")), receive
        if body is None:
            return _said(413, tr("that is too long")), receive
        return None, _once_more(body, receive)

    async def _read(self, receive: Received) -> bytes | None:
        """Return the body of a request, or None if it is too long."""
        body, is_more = b"", True
        while is_more:
            message = await receive()
            body += message.get("body", b"")
            is_more = message.get("more_body", False)
            if len(body) > self._bounds.body:
                return None
        return body


def cookie_name(reached: BoardAddress) -> str:
    """Return the name of the cookie with the access code. It contains the port, since browsers
    share cookies between the ports of a host."""
    return f"scorekeeper-{reached.port}"


class _Answer:
    """A response that is being sent, to which the headers of every response are added."""

    def __init__(self, send: Sent) -> None:
        self._send, self.is_begun = send, False

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.is_begun = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
        await self._send(message)


def _headers(scope: Any) -> dict[str, str]:
    """Return the headers of a request by name in lower case. The values of a repeated header are
    joined, so that they match no expected value."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key = name.decode("latin-1").lower()
        said = value.decode("latin-1")
        found[key] = f"{found[key]};{said}" if key in found else said
    return found


def _once_more(body: bytes, receive: Received) -> Received:
    """Return a function that receives the given body first, then the messages of `receive`."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Any:
        return waiting.pop() if waiting else await receive()

    return received


def _said(code: int, words: str, headers: Mapping[str, str] | None = None) -> Response:
    return PlainTextResponse(f"{words}\n", code, headers)

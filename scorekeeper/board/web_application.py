"""The web application of a board: its pages, and streams that announce changes."""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from threading import Lock
from typing import Any, Generic, Protocol, TypeAlias, TypeVar
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.responses import StreamingResponse as Stream
from starlette.routing import Route

from scorekeeper import store
from scorekeeper.board.board_address import ENTER, LOOK, BoardAddress, Codes
from scorekeeper.board.board_page import door_page, event_page, need_page, view_page
from scorekeeper.board.phone_entry import Entries, PhoneState, answered, refereed
from scorekeeper.board.request_checks import (
    CHOSEN,
    ENTERING,
    MAY,
    USUAL_BOUNDS,
    Bounds,
    Guard,
    cookie_name,
)
from scorekeeper.board.session_watch import EventNow
from scorekeeper.text.translation import LANGUAGES, language, tr

# --- live pages --------------------------------------------------------------------------------
# The common part of all boards: pages are rendered once for each language, and streams of events
# announce a change.


LOOK_AGAIN = 0.3  # seconds between two checks for changes
ALIVE = 15.0  # seconds after which a stream says that nothing has changed
A_YEAR = 365 * 24 * 3600


Failed: TypeAlias = Callable[[Exception], None]  # is called with an error


def ignore_failure(_: Exception) -> None:
    """Ignore a failure."""


class Marked(Protocol):
    """A state to show, with a revision (`mark`) that differs after every change."""

    @property
    def mark(self) -> str: ...


Shows_co = TypeVar("Shows_co", bound=Marked, covariant=True)


class Source(Protocol[Shows_co]):
    """The source of what a board shows: a name, and the present state."""

    @property
    def name(self) -> str: ...

    def shown(self) -> Shows_co: ...


class LivePages(Generic[Shows_co]):
    """The application of a board whose pages are updated when the state changes."""

    def __init__(
        self, source: Source[Shows_co], reached: BoardAddress, codes: Codes,
        bounds: Bounds = USUAL_BOUNDS, failed: Failed = ignore_failure,
    ) -> None:  # fmt: skip
        self._source, self._reached, self._codes = source, reached, codes
        self._bounds, self._failed = bounds, failed
        self._pages: dict[tuple[str, ...], tuple[str, str]] = {}
        self._laying_out = Lock()
        self._streams = Counter[str]()
        self._changed = asyncio.Event()
        self._mark = ""
        self.is_closing: Callable[[], bool] = lambda: False

    def application(self) -> Guard:
        """Return the application, with the checks of every request."""
        routes = [
            *self.routes(),
            Route("/open", self._open, methods=["POST"]),
            Route("/events", self._events),
            Route("/board.css", file_of("board.css", "text/css")),
            Route("/board.js", file_of("board.js", "text/javascript")),
        ]
        app = Starlette(routes=routes, lifespan=self._following)
        app.router.redirect_slashes = False
        return Guard(app, self._reached, self._codes, self._bounds, self._failed)

    def routes(self) -> Sequence[Route]:
        """Return the routes of the pages."""
        raise NotImplementedError

    def behind_door(self, request: Request) -> Response | None:
        """Return the answer to a request that chooses a language or has no access code; None for
        any other request."""
        if answer := language_chosen(request):
            return answer
        return HTMLResponse(door_page(), 401) if request.scope[MAY] is None else None

    def laid_out(self, kind: tuple[str, ...], page_of: Callable[[Shows_co, str], str]) -> Response:
        """Return a page of the present state, rendered once for each kind and language. Other
        requests wait meanwhile."""
        with self._laying_out:
            return self.as_it_stands(kind, page_of)

    def as_it_stands(
        self, kind: tuple[str, ...], page_of: Callable[[Shows_co, str], str]
    ) -> Response:
        """Return a page of the present state, rendered once for each kind and language, without a
        lock: the caller allows only one request at a time."""
        shown = self._source.shown()
        key = *kind, language()
        mark, page = self._pages.get(key, ("", ""))
        if mark != shown.mark:
            page = page_of(shown, self._source.name)
            self._pages[key] = shown.mark, page
        return HTMLResponse(page)

    async def _open(self, request: Request) -> Response:
        """Give a browser with a valid code a cookie that contains the code, and redirect to the
        first page. A browser that may already enter keeps its cookie."""
        said = parse_qs((await request.body()).decode("utf-8", "replace"))
        code = said.get("code", [""])[0].strip()
        if self._codes.may(code) is None:
            return HTMLResponse(door_page(is_wrong=True), 401)
        answer = RedirectResponse("/", 303)
        if request.scope[MAY] == ENTER:
            return answer
        answer.set_cookie(
            cookie_name(self._reached), code,
            httponly=True, samesite="strict", secure=self._reached.scheme == "https",
        )  # fmt: skip
        return answer

    # --- events ----------------------------------------------------------------------------------

    async def _events(self, request: Request) -> Response:
        address = request.client.host if request.client else ""
        each, bounds = self._streams, self._bounds
        if each.total() >= bounds.streams or each[address] >= bounds.streams_each:
            words = tr("too many look at the board: close a page of it")
            return PlainTextResponse(f"{words}\n", 503, {"Retry-After": "30"})
        self._streams[address] += 1
        return _Watched(self._told(), lambda: self._leaves(address))

    def _leaves(self, address: str) -> None:
        self._streams[address] -= 1
        self._streams += Counter()  # removes addresses without streams

    async def _told(self) -> AsyncIterator[str]:
        """Yield messages with the revision of the present state: at once, after every change, and
        every `ALIVE` seconds."""
        yield "retry: 2000\n\n"
        while not self.is_closing():
            changed = self._changed
            yield f"event:stands\ndata:{json.dumps(self._mark)}\n\n"
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), ALIVE)

    @asynccontextmanager
    async def _following(self, _: Any) -> AsyncIterator[None]:
        """Watch the source while the server runs, and report errors that occur outside requests."""
        asyncio.get_running_loop().set_exception_handler(
            lambda _, told: self._failed(told.get("exception") or RuntimeError(told["message"]))
        )
        self._mark = (await run_in_threadpool(self._source.shown)).mark
        looking = asyncio.create_task(self._follow())
        try:
            yield
        finally:
            looking.cancel()

    async def _follow(self) -> None:
        while not self.is_closing():
            await asyncio.sleep(LOOK_AGAIN)
            try:
                await self.look()
            except Exception as error:  # the next look may be better
                self._failed(error)
        self._wake()

    async def look(self) -> None:
        """Check if the state has changed. If so, notify all streams."""
        mark = (await run_in_threadpool(self._source.shown)).mark
        if mark != self._mark:
            self._mark = mark
            self._wake()

    def _wake(self) -> None:
        """Notify all streams of a change."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


class _Watched(Stream):
    """A stream of messages that counts against the limit of streams from its request to its end,
    so that many requested at once are all counted."""

    def __init__(self, told: AsyncIterator[str], leaves: Callable[[], None]) -> None:
        super().__init__(told, media_type="text/event-stream")
        self._leaves = leaves

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._leaves()


def language_chosen(request: Request) -> Response | None:
    """Return the answer to a request with a valid `lang`: a redirect to the same page, and a
    cookie with the language. Return None for any other request."""
    wanted = request.query_params.get("lang", "")
    if wanted not in LANGUAGES:
        return None
    answer = RedirectResponse(request.url.path, 303)
    answer.set_cookie(CHOSEN, wanted, max_age=A_YEAR, httponly=True, samesite="strict")
    return answer


def file_of(name: str, kind: str) -> Callable[[Request], Response]:
    """Return a request handler that answers with a file of this folder."""
    content = store.read_path(os.path.join(os.path.dirname(__file__), name))
    return lambda _: Response(content, media_type=kind)


# --- the board of a session: its pages, and entries from phones --------------------------------


MOST_PEOPLE = 99


class Board(LivePages[PhoneState]):
    """The application of a session's board: pages, and entries from phones."""

    def __init__(
        self, entries: Entries, reached: BoardAddress, codes: Codes, bounds: Bounds = USUAL_BOUNDS,
        failed: Failed = ignore_failure,
    ) -> None:  # fmt: skip
        super().__init__(entries, reached, codes, bounds, failed)
        self._entries = entries
        self._one_need = asyncio.Lock()

    def routes(self) -> Sequence[Route]:
        return [
            Route("/", self._phone),
            Route("/wall", self._wall),
            Route("/referee", self._referee),
            Route("/ask", self._ask, methods=["POST"]),
            Route("/need", self._need),
            *(Route(path, self._entered, methods=["POST"]) for path in ENTERING),
            Route("/enter.js", file_of("enter.js", "text/javascript")),
            Route("/referee.js", file_of("referee.js", "text/javascript")),
        ]

    # --- pages -----------------------------------------------------------------------------------

    def _phone(self, request: Request) -> Response:
        return self.behind_door(request) or self._page("/", request.scope[MAY])

    def _wall(self, request: Request) -> Response:
        return language_chosen(request) or self._page("/wall", request.scope[MAY])

    def _referee(self, request: Request) -> Response:
        return language_chosen(request) or self._page("/referee", LOOK)

    async def _need(self, request: Request) -> Response:
        """Answer with the outlook of the player whose number, from 0, is in the query. Computing
        it may take seconds, so only one request at a time does."""
        said = request.query_params.get("for", "")
        number = int(said) if said.isascii() and said.isdecimal() and len(said) < 4 else 0
        number = min(number, MOST_PEOPLE)
        kind = "/need", str(number)
        async with self._one_need:
            return await run_in_threadpool(
                self.as_it_stands, kind, lambda shown, name: need_page(shown, name, number)
            )

    def _page(self, view: str, may: str) -> Response:
        """Return the page of a view of the session."""
        return self.laid_out((view, may), lambda shown, name: view_page(shown, name, view, may))

    # --- entries ---------------------------------------------------------------------------------

    async def _entered(self, request: Request) -> Response:
        """Handle an entry from a phone, and update the other phones at once."""
        said = (await request.body()).decode("utf-8", "replace")
        fields = parse_qs(said, keep_blank_values=True)
        told, code = await run_in_threadpool(answered, self._entries, request.url.path, fields)
        await self.look()
        return JSONResponse(told, code, background=BackgroundTask(self._entries.recorded))

    async def _ask(self, request: Request) -> Response:
        """Answer with the referee's ruling on tapped cards. Nothing is recorded."""
        fields = parse_qs((await request.body()).decode("utf-8", "replace"))
        return JSONResponse(*await run_in_threadpool(refereed, self._entries, fields))


# --- event board -------------------------------------------------------------------------------
# The board of an event: a page for phones and one for a wall display. Nothing is entered there;
# each table has its own board for that.


class EventBoard(LivePages[EventNow]):
    """The application for one event, on everybody's phones and on a wall display."""

    def routes(self) -> Sequence[Route]:
        return [
            Route("/", self._phone),
            Route("/wall", self._wall),
            Route("/event.css", file_of("event.css", "text/css")),
        ]

    def _phone(self, request: Request) -> Response:
        return self.behind_door(request) or self._page("/")

    def _wall(self, request: Request) -> Response:
        return language_chosen(request) or self._page("/wall")

    def _page(self, view: str) -> Response:
        return self.laid_out((view,), lambda now, name: event_page(now, name, view))

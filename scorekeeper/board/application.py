"""What a board answers: its pages, and the events that say when another one stands."""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from threading import Lock
from typing import Any
from urllib.parse import parse_qs

from starlette.applications import Starlette
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
from scorekeeper.board.board_page import door_page, need_page, view_page
from scorekeeper.board.codes import ENTER, LOOK, Codes
from scorekeeper.board.guard import ENTERING, MAY, USUAL_BOUNDS, Bounds, Guard, cookie_name
from scorekeeper.board.phone_answers import answered, refereed
from scorekeeper.board.phone_entries import Entries, Shown
from scorekeeper.board.reached import Reached
from scorekeeper.board.spoken_to import CHOSEN
from scorekeeper.language import LANGUAGES, language, tr

LOOK_AGAIN = 0.3  # seconds between two looks at the file
ALIVE = 15.0  # seconds after which a stream says that nothing has changed
MOST_PEOPLE = 99
A_YEAR = 365 * 24 * 3600


class Board:
    """One session on the phones of a table."""

    def __init__(
        self, entries: Entries, reached: Reached, codes: Codes, bounds: Bounds = USUAL_BOUNDS,
        failed: Callable[[Exception], None] = lambda _: None,
    ) -> None:  # fmt: skip
        self._entries, self._reached, self._codes = entries, reached, codes
        self._bounds, self._failed = bounds, failed
        self._pages: dict[tuple[str, str, str], tuple[str, str]] = {}
        self._laying_out = Lock()
        self._streams = Counter[str]()
        self._changed = asyncio.Event()
        self._mark = ""
        self.is_closing: Callable[[], bool] = lambda: False

    def application(self) -> Guard:
        """All of it, behind its guard."""
        routes = [
            Route("/", self._phone),
            Route("/wall", self._wall),
            Route("/referee", self._referee),
            Route("/ask", self._ask, methods=["POST"]),
            Route("/need", self._need),
            Route("/open", self._open, methods=["POST"]),
            Route("/events", self._events),
            *(Route(path, self._entered, methods=["POST"]) for path in ENTERING),
            Route("/board.css", _file("board.css", "text/css")),
            Route("/board.js", _file("board.js", "text/javascript")),
            Route("/enter.js", _file("enter.js", "text/javascript")),
            Route("/referee.js", _file("referee.js", "text/javascript")),
        ]
        app = Starlette(routes=routes, lifespan=self._following)
        app.router.redirect_slashes = False
        return Guard(app, self._reached, self._codes, self._bounds, self._failed)

    # --- pages -----------------------------------------------------------------------------------

    def _phone(self, request: Request) -> Response:
        if chosen := _chosen(request):
            return chosen
        if request.scope[MAY] is None:
            return HTMLResponse(door_page(), 401)
        return self._page("/", request.scope[MAY])

    def _wall(self, request: Request) -> Response:
        return _chosen(request) or self._page("/wall", request.scope[MAY])

    def _referee(self, request: Request) -> Response:
        return _chosen(request) or self._page("/referee", LOOK)

    def _need(self, request: Request) -> Response:
        """What a player needs, the first to last of those named as 0 and on."""
        said = request.query_params.get("for", "")
        number = int(said) if said.isascii() and said.isdecimal() and len(said) < 4 else 0
        number = min(number, MOST_PEOPLE)
        return self._laid_out(
            ("/need", str(number)), lambda shown, name: need_page(shown, name, number)
        )

    def _page(self, view: str, may: str) -> Response:
        """A page of the session as one view shows it."""
        return self._laid_out((view, may), lambda shown, name: view_page(shown, name, view, may))

    def _laid_out(self, kind: tuple[str, str], page_of: Callable[[Shown, str], str]) -> Response:
        """A page as it stands, laid out once for all who read one language: whoever asks meanwhile
        waits for it."""
        shown = self._entries.shown()
        key = *kind, language()
        with self._laying_out:
            mark, page = self._pages.get(key, ("", ""))
            if mark != shown.mark:
                page = page_of(shown, self._entries.name)
                self._pages[key] = shown.mark, page
        return HTMLResponse(page)

    async def _open(self, request: Request) -> Response:
        """Gives whoever says a code the cookie that says it from then on; who may enter already
        goes on to, whichever code they say."""
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

    # --- entries ---------------------------------------------------------------------------------

    async def _entered(self, request: Request) -> Response:
        """What a phone says, done; the others are told at once."""
        said = (await request.body()).decode("utf-8", "replace")
        fields = parse_qs(said, keep_blank_values=True)
        told, code = await run_in_threadpool(answered, self._entries, request.url.path, fields)
        await self._look()
        return JSONResponse(told, code)

    async def _ask(self, request: Request) -> Response:
        """What the referee says of cards; nothing is recorded."""
        fields = parse_qs((await request.body()).decode("utf-8", "replace"))
        return JSONResponse(*await run_in_threadpool(refereed, self._entries, fields))

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
        self._streams += Counter()  # forgets who has none

    async def _told(self) -> AsyncIterator[str]:
        """The mark of what stands, at once, whenever it is another, and now and then."""
        yield "retry: 2000\n\n"
        while not self.is_closing():
            changed = self._changed
            yield f"event:stands\ndata:{json.dumps(self._mark)}\n\n"
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), ALIVE)

    @asynccontextmanager
    async def _following(self, _: Any) -> AsyncIterator[None]:
        """While the board is open its session is looked at."""
        self._mark = (await run_in_threadpool(self._entries.shown)).mark
        looking = asyncio.create_task(self._follow())
        try:
            yield
        finally:
            looking.cancel()

    async def _follow(self) -> None:
        while not self.is_closing():
            await asyncio.sleep(LOOK_AGAIN)
            try:
                await self._look()
            except Exception as error:  # the next look may be better
                self._failed(error)
        self._wake()

    async def _look(self) -> None:
        """Looks whether something else stands, and has every stream say so."""
        mark = (await run_in_threadpool(self._entries.shown)).mark
        if mark != self._mark:
            self._mark = mark
            self._wake()

    def _wake(self) -> None:
        """Has every stream say what stands."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


class _Watched(Stream):
    """A stream that has its place from when it is promised until it ends, however that is: many
    that are asked for at once are counted before any of them begins."""

    def __init__(self, told: AsyncIterator[str], leaves: Callable[[], None]) -> None:
        super().__init__(told, media_type="text/event-stream")
        self._leaves = leaves

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._leaves()


def _chosen(request: Request) -> Response | None:
    """The answer to who chose a language: the same page in that, from now on."""
    wanted = request.query_params.get("lang", "")
    if wanted not in LANGUAGES:
        return None
    answer = RedirectResponse(request.url.path, 303)
    answer.set_cookie(CHOSEN, wanted, max_age=A_YEAR, httponly=True, samesite="strict")
    return answer


def _file(name: str, kind: str) -> Callable[[Request], Response]:
    """What answers with a file of the board's own."""
    content = store.read_path(os.path.join(os.path.dirname(__file__), name))
    return lambda _: Response(content, media_type=kind)

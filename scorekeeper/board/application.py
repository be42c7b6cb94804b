"""What a board of a session answers: its pages, and what phones enter."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from urllib.parse import parse_qs

from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from scorekeeper.board.board_page import need_page, view_page
from scorekeeper.board.codes import LOOK, Codes
from scorekeeper.board.guard import ENTERING, MAY, USUAL_BOUNDS, Bounds
from scorekeeper.board.live_pages import Failed, LivePages, chosen, file_of, nothing_said
from scorekeeper.board.phone_answers import answered, refereed
from scorekeeper.board.phone_entries import Entries, Shown
from scorekeeper.board.reached import Reached

MOST_PEOPLE = 99


class Board(LivePages[Shown]):
    """One session on the phones of a table."""

    def __init__(
        self, entries: Entries, reached: Reached, codes: Codes, bounds: Bounds = USUAL_BOUNDS,
        failed: Failed = nothing_said,
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
        return chosen(request) or self._page("/wall", request.scope[MAY])

    def _referee(self, request: Request) -> Response:
        return chosen(request) or self._page("/referee", LOOK)

    async def _need(self, request: Request) -> Response:
        """What a player needs, the first to last of those named as 0 and on. That may take seconds
        to work out: one is at a time, so that nothing else waits for it."""
        said = request.query_params.get("for", "")
        number = int(said) if said.isascii() and said.isdecimal() and len(said) < 4 else 0
        number = min(number, MOST_PEOPLE)
        kind = "/need", str(number)
        async with self._one_need:
            return await run_in_threadpool(
                self.as_it_stands, kind, lambda shown, name: need_page(shown, name, number)
            )

    def _page(self, view: str, may: str) -> Response:
        """A page of the session as one view shows it."""
        return self.laid_out((view, may), lambda shown, name: view_page(shown, name, view, may))

    # --- entries ---------------------------------------------------------------------------------

    async def _entered(self, request: Request) -> Response:
        """What a phone says, done; the others are told at once."""
        said = (await request.body()).decode("utf-8", "replace")
        fields = parse_qs(said, keep_blank_values=True)
        told, code = await run_in_threadpool(answered, self._entries, request.url.path, fields)
        await self.look()
        return JSONResponse(told, code, background=BackgroundTask(self._entries.recorded))

    async def _ask(self, request: Request) -> Response:
        """What the referee says of cards; nothing is recorded."""
        fields = parse_qs((await request.body()).decode("utf-8", "replace"))
        return JSONResponse(*await run_in_threadpool(refereed, self._entries, fields))

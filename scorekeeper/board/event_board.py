"""What a board of an event answers: its page for a phone and that for a wall. Nothing is entered
there; each table has a board of its own for that."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scorekeeper.board.board_page import event_page
from scorekeeper.board.event_followed import EventNow
from scorekeeper.board.live_pages import LivePages, chosen, file_of


class EventBoard(LivePages[EventNow]):
    """One event on the phones of everybody, and on a wall."""

    def routes(self) -> Sequence[Route]:
        return [
            Route("/", self._phone),
            Route("/wall", self._wall),
            Route("/event.css", file_of("event.css", "text/css")),
        ]

    def _phone(self, request: Request) -> Response:
        return self.behind_door(request) or self._page("/")

    def _wall(self, request: Request) -> Response:
        return chosen(request) or self._page("/wall")

    def _page(self, view: str) -> Response:
        return self.laid_out((view,), lambda now, name: event_page(now, name, view))

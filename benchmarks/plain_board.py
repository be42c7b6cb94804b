"""A page with server-sent events and nothing else, as a floor for what a board costs: it prints links
as a board does, takes any code, writes a line to disk for each entry, and tells all who watch."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import tempfile
from collections.abc import AsyncIterator

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

PAGE = f'<main data-follows="0">{"x" * 16_000}</main>'


class Plain:
    """Who watches, and the file."""

    def __init__(self, file: int) -> None:
        self.changed, self.file = asyncio.Event(), file

    async def page(self, _: Request) -> Response:
        return HTMLResponse(PAGE)

    async def opened(self, _: Request) -> Response:
        return Response(headers={"set-cookie": "code=1"})

    async def said(self, request: Request) -> Response:
        line = await request.body()
        await run_in_threadpool(self.written, line)
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()
        return JSONResponse({"done": ["recorded"]})

    def written(self, line: bytes) -> None:
        os.write(self.file, line + b"\n")
        os.fsync(self.file)

    async def events(self, _: Request) -> Response:
        return StreamingResponse(self.told(), media_type="text/event-stream")

    async def told(self) -> AsyncIterator[str]:
        while True:
            changed = self.changed
            yield "data:it\n\n"
            await changed.wait()


def main() -> None:
    """Serves it until it is ended."""
    # of a socket that says it is TCP an answer is not held back for what may follow it
    with (
        tempfile.TemporaryFile() as file,
        socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening,
    ):
        plain = Plain(file.fileno())
        routes = [
            Route("/", plain.page),
            Route("/open", plain.opened, methods=["POST"]),
            Route("/say", plain.said, methods=["POST"]),
            Route("/events", plain.events),
        ]
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        port = listening.getsockname()[1]
        print(f"look http://127.0.0.1:{port}/#x\nenter http://127.0.0.1:{port}/#x")
        sys.stdout.flush()
        config = uvicorn.Config(Starlette(routes=routes), log_level="critical", access_log=False)
        uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()

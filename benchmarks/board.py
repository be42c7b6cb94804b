"""What a board costs: a real one on this machine alone, and phones that look at it and enter.

    python benchmarks/board.py [--deals 11] [--phones 12] [--entries 10]

It needs the extra `board`. Every figure is a median: seconds from the start of the command to its
link, of a page that is laid out anew and of one that is known, of an entry until it is on disk and
answered, from the answer to the last of the phones that watch hearing of it, and from the end of a
`deal` at a terminal to the same; bytes of the pages and of all scripts; memory of the board then.
"""

from __future__ import annotations

import argparse
import http.client
import os
import re
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from startup import GAME, SCOREKEEPER, begin, environment, facts, run

CALL = [str(SCOREKEEPER), "board", "--local", "--port", "0", "--no-confirm"]
SCRIPTS = ("/board.css", "/board.js", "/enter.js", "/referee.js")


class Phone:
    """A phone that may enter: one connection to ask on, and one that is told what stands."""

    def __init__(self, port: int, code: str) -> None:
        self.origin = f"http://127.0.0.1:{port}"
        self.line = http.client.HTTPConnection("127.0.0.1", port)
        self.cookie = ""
        _, headers = self.asks("POST", "/open", urlencode({"code": code}))
        self.cookie = headers["set-cookie"].partition(";")[0]
        self.told = http.client.HTTPConnection("127.0.0.1", port)
        self.told.request("GET", "/events", headers={"Cookie": self.cookie})
        self.stream = self.told.getresponse()
        self.next()

    def asks(self, method: str, path: str, body: str | None = None) -> tuple[bytes, dict[str, str]]:
        """The body and the headers of an answer."""
        own = {"Origin": self.origin, "Cookie": self.cookie}
        self.line.request(method, path, body, own)
        answer = self.line.getresponse()
        return answer.read(), dict(answer.getheaders())

    def page(self) -> bytes:
        """The page of the session."""
        return self.asks("GET", "/")[0]

    def says(self, line: str) -> None:
        """Enters a line after what stands."""
        follows = re.search(rb'data-follows="([^"]*)"', self.page())
        assert follows is not None
        said = {
            "id": os.urandom(8).hex(),
            "who": "Anna",
            "line": line,
            "follows": follows[1].decode(),
        }
        body, _ = self.asks("POST", "/say", urlencode(said))
        assert b'"done"' in body, body

    def next(self) -> None:
        """Waits for the next word of what stands."""
        while line := self.stream.readline():
            if line.startswith(b"data: "):
                return
        raise EOFError("the board does not tell this phone anything")

    def close(self) -> None:
        """Ends both connections."""
        self.line.close()
        self.told.close()


def seconds(*deeds: object) -> float:
    """How long some deeds take together."""
    begun = time.perf_counter()
    for deed in deeds:
        assert callable(deed)
        deed()
    return time.perf_counter() - begun


def memory(process: int) -> str:
    """What a process holds in memory, where the machine tells it."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return "not told"
    held = re.search(r"VmRSS:\s+(\d+)", status)
    return f"{int(held[1]) // 1024} MiB" if held else "not told"


def measured(home: Path, board: subprocess.Popen[str], phones: int, entries: int) -> None:
    """Prints every figure of a board that was just started."""
    assert board.stdout is not None
    begun = time.perf_counter()
    board.stdout.readline()
    link = re.search(r":(\d+)/#([\w-]+)", board.stdout.readline())
    assert link is not None
    print(f"to its links           {time.perf_counter() - begun:8.3f} s")
    with ExitStack() as all_:
        watching = [
            all_.enter_context(closing(Phone(int(link[1]), link[2]))) for _ in range(phones)
        ]
        first, every = watching[0], [phone.next for phone in watching]
        anew, known, said, told, beside = [], [], [], [], []
        for _ in range(entries):
            said.append(seconds(lambda: first.says("note a word")))
            told.append(seconds(*every))
            anew.append(seconds(first.page))
            known.append(seconds(first.page))
            run(home, "note", "another")
            beside.append(seconds(*every))
        rows = {"a page anew": anew, "a page known": known, "an entry, answered": said,
                "then told to all": told, "told after a terminal": beside}  # fmt: skip
        for name, found in rows.items():
            print(f"{name:22} {median(found):8.3f} s, at most {max(found):.3f} s")
        scripts = sum(len(first.asks("GET", path)[0]) for path in SCRIPTS)
        print(f"bytes of the page      {len(first.page()):8,}; of scripts and style {scripts:,}")
    print(f"memory of the board    {memory(board.pid)}")


def main() -> int:
    """Measures a board, and ends it."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--deals", type=int, default=11, help="of the session (default: 11)")
    reader.add_argument("--phones", type=int, default=12, help="that watch: 1 to 16 (default: 12)")
    reader.add_argument("--entries", type=int, default=10, help="to a figure (default: 10)")
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as name:
        home = Path(name)
        begin(home, GAME, "tonight")
        for number in range(1, asked.deals + 1):
            run(home, "deal", *facts(number))
        print(f"{asked.deals} deals, {asked.phones} phones; Python {sys.version.split()[0]}")
        board = subprocess.Popen(
            CALL,
            env=environment(home),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            measured(home, board, asked.phones, asked.entries)
        finally:
            board.terminate()
            board.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What a board costs, beside a plain page with events that is served by the same library.

    python benchmarks/board.py [--phones 50] [--boards 20] [--entries 200] [--update]

It needs the extra `board`. Phones look at a board on this machine, each from an address of its own,
and enter in turn; after each entry every other phone is told, and asks for the page anew. Measured
is the time from the tap of one until it is answered, which is once it is on disk, and until the
last of the others has the page: the median and the 99th percentile. The same is done with the plain
page (`plain_board.py`), which writes a line to disk for each entry: less is not to be had. Then so
many boards are open at once, each with two phones, and each is entered in once. Memory is what a
board holds at the end. Exits 1 where a bound is missed; `--update` writes the table into
benchmarks/board.md.
"""

from __future__ import annotations

import argparse
import http.client
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple
from urllib.parse import urlencode

from startup import GAME, SCOREKEEPER, begin, environment, facts, run

HERE = Path(__file__).parent
PAGE = HERE / "board.md"
CALL = [str(SCOREKEEPER), "board", "--local", "--port", "0", "--no-confirm"]
PLAIN = [sys.executable, str(HERE / "plain_board.py")]
DEALS = 11
SCRIPTS = ("/board.css", "/board.js", "/enter.js", "/referee.js")
TOLD, HELD, SENT = 0.1, 80, 60_000  # bounds: seconds at the 99th percentile, MiB, bytes


class Phone:
    """A phone that may enter: a line to ask on, and one on which it is told what stands. Whatever
    it is told, it asks for the page."""

    def __init__(self, port: int, code: str, number: int) -> None:
        own = f"127.0.{1 + number // 200}.{1 + number % 200}", 0
        self.origin, self.cookie, self.page = f"http://127.0.0.1:{port}", "", b""
        self.line = http.client.HTTPConnection("127.0.0.1", port, source_address=own)
        _, headers = self.asks("POST", "/open", urlencode({"code": code}))
        self.cookie = headers.get("set-cookie", "").partition(";")[0]
        self.told = http.client.HTTPConnection("127.0.0.1", port, source_address=own)
        self.told.request("GET", "/events", headers={"Cookie": self.cookie})
        self.stream = self.told.getresponse()
        self.is_told()

    def asks(self, method: str, path: str, body: str | None = None) -> tuple[bytes, dict[str, str]]:
        """The body and the headers of an answer."""
        own = {"Origin": self.origin, "Cookie": self.cookie}
        self.line.request(method, path, body, own)
        answer = self.line.getresponse()
        return answer.read(), dict(answer.getheaders())

    def is_told(self) -> float:
        """Waits to be told what stands, and asks for the page; the moment when it has that."""
        for line in iter(self.stream.readline, b""):
            if line.startswith(b"data:"):
                self.page = self.asks("GET", "/")[0]
                return time.perf_counter()
        raise EOFError("the board does not tell this phone anything")

    def says(self, line: str) -> float:
        """Enters a line after what it knows of; the moment when it is answered."""
        follows = re.search(rb'data-follows="([^"]*)"', self.page)
        assert follows is not None, self.page
        said = {"id": os.urandom(8).hex(), "who": "Anna", "line": line}
        body, _ = self.asks("POST", "/say", urlencode({**said, "follows": follows[1].decode()}))
        assert b'"done"' in body, body
        return time.perf_counter()

    def close(self) -> None:
        """Ends both connections."""
        self.line.close()
        self.told.close()


class Figures(NamedTuple):
    """Seconds from each tap to its answer, and until the last of the other phones had the page;
    MiB that the process held then, bytes of a page."""

    answered: Sequence[float]
    shown: Sequence[float]
    memory: int
    page: int


def percentile(found: Sequence[float]) -> float:
    """The 99th."""
    return quantiles(found, n=100, method="inclusive")[98]


def memory(process: int) -> int:
    """What a process holds in memory, in MiB; 0 where the machine does not tell it."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    held = re.search(r"VmRSS:\s+(\d+)", status)
    return int(held[1]) // 1024 if held else 0


@contextmanager
def open_board(call: Sequence[str], home: Path) -> Iterator[tuple[int, int, str]]:
    """A board of the session in a home: its process, its port and the code to enter."""
    board = subprocess.Popen(
        call, env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert board.stdout is not None
        board.stdout.readline()  # to look
        link = re.search(r":(\d+)/#([\w-]+)", board.stdout.readline())
        assert link is not None
        yield board.pid, int(link[1]), link[2]
    finally:
        board.terminate()
        board.wait()


def entered(phones: Sequence[Phone], number: int) -> tuple[float, float]:
    """One of the phones enters something: until it is answered, and until all others show it."""
    shown: dict[int, float] = {}
    me = number % len(phones)

    def waits(other: int) -> None:
        shown[other] = phones[other].is_told()

    others = [place for place in range(len(phones)) if place != me]
    threads = [threading.Thread(target=waits, args=(other,)) for other in others]
    for thread in threads:
        thread.start()
    tapped = time.perf_counter()
    answered = phones[me].says(f"note {number}")
    for thread in threads:
        thread.join()
    phones[me].is_told()
    return answered - tapped, max(shown.values()) - tapped


def measured(call: Sequence[str], home: Path, number: int, entries: int) -> Figures:
    """What a board with so many phones takes for so many entries."""
    with open_board(call, home) as (process, port, code), ExitStack() as all_:
        phones = [all_.enter_context(closing(Phone(port, code, place))) for place in range(number)]
        found = [entered(phones, place) for place in range(entries)]
        return figures(found, memory(process), phones[0])


def figures(found: Sequence[tuple[float, float]], held: int, phone: Phone) -> Figures:
    """The figures of these entries, and of a process that holds so many MiB."""
    answered, shown = zip(*found, strict=True)
    return Figures(answered, shown, held, len(phone.page))


def together(homes: Sequence[Path]) -> Figures:
    """What boards that are open at once take, each with two phones, for an entry in each."""
    with ExitStack() as all_:
        boards = [all_.enter_context(open_board(CALL, home)) for home in homes]
        tables = [
            [all_.enter_context(closing(Phone(port, code, place))) for place in range(2)]
            for _, port, code in boards
        ]
        found = [entered(phones, place) for place in range(5) for phones in tables]
        return figures(found, max(memory(process) for process, _, _ in boards), tables[0][0])


def with_evening(home: Path) -> Path:
    """A home with an evening of so many deals."""
    home.mkdir()
    begin(home, GAME, "tonight")
    for number in range(1, DEALS + 1):
        run(home, "deal", *facts(number))
    return home


def scripts_of(home: Path) -> int:
    """Bytes of all scripts and styles."""
    with open_board(CALL, home) as (_, port, code), closing(Phone(port, code, 0)) as phone:
        return sum(len(phone.asks("GET", path)[0]) for path in SCRIPTS)


def row(name: str, found: Figures) -> str:
    """A row of the table."""
    cells = [
        *(f"{median(times) * 1000:.0f} / {percentile(times) * 1000:.0f} ms" for times in found[:2]),
        f"{found.memory} MiB",
    ]
    return f"| {name} | {' | '.join(cells)} |"


def main() -> int:
    """Measures boards, and ends them; 1 where a bound is missed."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--phones", type=int, default=50, help="on one board: 2 to 64")
    reader.add_argument("--boards", type=int, default=20, help="at once")
    reader.add_argument("--entries", type=int, default=200)
    reader.add_argument(
        "--update", action="store_true", help="writes the table into benchmarks/board.md"
    )
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as name:
        homes = [with_evening(Path(name) / str(place)) for place in range(asked.boards)]
        floor = measured(PLAIN, homes[0], asked.phones, asked.entries)
        one = measured(CALL, homes[0], asked.phones, asked.entries)
        many = together(homes)
        scripts = scripts_of(homes[1])
    sent = one.page + scripts
    table = [
        "| | answered: median / 99th percentile | shown on all other phones | memory of the process |",
        "|---|---:|---:|---:|",
        row(f"a plain page, {asked.phones} phones", floor),
        row(f"a board, {asked.phones} phones", one),
        row(f"one of {asked.boards} boards, 2 phones each", many),
        "",
        f"A page has {one.page:,} bytes after {asked.entries:,} notes, all scripts and styles {scripts:,}.",
    ]
    print("\n".join(table))
    if asked.update:
        head = PAGE.read_text(encoding="utf-8").partition("\n| ")[0]
        PAGE.write_text("\n".join([head, *table, ""]), encoding="utf-8")
    missed = percentile(one.shown) > TOLD or one.memory >= HELD or sent >= SENT
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

"""What size costs: commands on the largest that is read, on a tenth of it, and on what is refused.

    python benchmarks/growth.py [--runs 5]

A figure is the share of two seconds of a processor and of 300 MiB that a command takes,
whichever is more; beside it the time, the memory, and how many times a tenth of the size takes.
What passes a limit has to be refused. Exits 1 where a share is more than the whole.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator
from multiprocessing import Process
from pathlib import Path
from statistics import median
from typing import NamedTuple

from cost import Cost, cost
from startup import ENDLESS, HERE, SCOREKEEPER, Row, begin, environment, fresh_home, line

from scorekeeper.base import input_limits as limits
from scorekeeper.game.entry_kinds import AMEND, DEAL
from scorekeeper.game.log import Entry
from scorekeeper.record.log_text import entry_text

SECONDS, MEMORY = 2.0, 300.0  # of a processor, and MiB, that an answer may take
COMMENT = b"# what somebody wrote down beside it, and then some more\n"
READERS = (
    "next",
    "sheet",
    "sheet --format html",
    "summary",
    "summary --format html",
    "check",
    "log",
    "outlook",
)


class Asked(NamedTuple):
    """A command, the same at a tenth of the size, and the exit code that both have."""

    what: str
    words: str
    tenth: str = ""
    code: int = 0


def spent(home: Path, words: str) -> Cost:
    """What a command of ours costs."""
    return cost([str(SCOREKEEPER), *words.split()], environment(home))


def measured(home: Path, asked: Asked, runs: int) -> Row:
    """A command at its size, beside the same at a tenth of it where that is known."""
    costs = [spent(home, asked.words) for _ in range(runs)]
    if any(one.code != asked.code for one in costs):
        sys.exit(f"{asked.words} answered {costs[0].code}")
    seconds, memory = median(one.processor for one in costs), max(one.memory for one in costs)
    note = f"{seconds:.2f} s, {memory:.0f} MiB"
    if asked.tenth:
        times = seconds / median(spent(home, asked.tenth).processor for _ in range(runs))
        note += f"; {times:.1f} times a tenth"
    return Row(asked.what, max(seconds / SECONDS, memory / MEMORY), 1.0, True, note)


# --- what is read --------------------------------------------------------------------------------


def entry(number: int, what: str = DEAL) -> str:
    """A deal, or its correction."""
    first, second = 3 + number % 5, 4 + number % 4
    facts = {
        "contract": "plus" if what == DEAL else "minus",
        "tricks": [first, second, 16 - first - second],
    }
    return entry_text(Entry(what, number, "2026-11-21T20:00:00Z", facts))


def sessions(home: Path) -> None:
    """Sessions of many deals, of many corrections, of many words: at a limit, at a tenth of it
    and beyond."""
    begin(home, ENDLESS, "empty")
    folder = home / "sessions"
    head = (folder / "empty.toml").read_bytes()

    def written(name: str, text: str, comments: int = 0) -> None:
        own = re.sub(rb"(?m)^id = .*$", f'id = "{name}"'.encode(), head)  # no copy of another
        (folder / f"{name}.toml").write_bytes(
            own + text.encode() + COMMENT * (comments // len(COMMENT))
        )

    for number in (limits.DEALS, limits.DEALS // 10, limits.ENTRIES, limits.ENTRIES // 10, 50_000):
        deals = [entry(place) for place in range(1, number + 1)]
        written(f"deals-{number}", "".join(deals))
        amends = [entry(place, AMEND) for place in range(1, number // 2 + 1)]
        written(f"amended-{number}", "".join(deals[: number // 2] + amends))
        written(f"odd-{number}", "".join(deals).replace("tricks = [", "tricks = [\n"))
    for size in (limits.SESSION, limits.SESSION // 10, 60_000_000):
        written(f"comments-{size}", entry(1), size - len(head) - 1_000)


def rules(home: Path) -> None:
    """Rules with as many contracts and as many faults as are read, a tenth of them, and ten
    times as many."""
    base = (HERE / "endless.toml").read_text(encoding="utf-8")
    contract = '[contract.c{}]\nquota = {{ declarer = 8, others = 4 }}\npoints = "tricks - quota"\n'
    option = '[option.o{}]\nkind = "nonsense"\n'
    for number in (limits.KIND, limits.KIND // 10, limits.KIND * 10):
        for name, text in (("contracts", contract), ("faults", option)):
            more = "".join(text.format(place) for place in range(number - 2))
            (home / "rulesets" / f"{name}-{number}.toml").write_text(base + more, encoding="utf-8")


def papers(home: Path) -> None:
    """Paper sheets of as many deals as a session takes, right and wrong."""
    for number in (limits.DEALS, limits.DEALS // 10):
        rows = [
            f'plus,"{3 + place % 5},{4 + place % 4},{9 - place % 5 - place % 4}"'
            for place in range(number)
        ]
        for name, cells in (
            ("right", rows),
            ("wrong", [row.replace('"', '"9', 1) for row in rows]),
        ):
            (home / f"{name}-{number}.csv").write_text(
                "\n".join(["contract,tricks", *cells]), encoding="utf-8"
            )


def furnish(home: Path) -> None:
    """Writes all of it."""
    sessions(home)
    rules(home)
    papers(home)


# --- what is asked -------------------------------------------------------------------------------


def of_sessions() -> Iterator[Asked]:
    """Sessions at their limits, and beyond them."""
    for words in READERS:
        yield _sized(f"{words}, {limits.ENTRIES:,} deals", f"{words} -s deals-{{}}", limits.ENTRIES)
    for words in ("sheet", "log"):
        yield _sized(
            f"{words}, half of them corrections", f"{words} -s amended-{{}}", limits.ENTRIES
        )
    yield _sized(
        "amend, one more refused", "amend 3 plus 9 4 -s deals-{}", limits.ENTRIES
    )._replace(tenth="", code=1)
    yield _sized(f"undo, {limits.DEALS:,} deals", "undo -s deals-{}", limits.DEALS)
    yield _sized("sheet, deals in another spelling", "sheet -s odd-{}", limits.ENTRIES)
    yield _sized(
        f"sheet, {limits.SESSION >> 20} MiB of comments", "sheet -s comments-{}", limits.SESSION
    )
    for words in ("sheet", "deal plus 6 6"):
        yield Asked(f"{words}, 50,000 deals: refused", f"{words} -s deals-50000", code=1)
        yield Asked(f"{words}, 60 MB of comments: refused", f"{words} -s comments-60000000", code=1)


def of_rules() -> Iterator[Asked]:
    """Rules with the most of a kind that is read, and with ten times as many."""
    most, beyond = limits.KIND, limits.KIND * 10
    for words in ("rules check {}", "rules show {}"):
        yield _sized(words.format(f"{most} contracts"), words.format("contracts-{}"), most)
    for words in ("rules check {}", "new {} A B C"):
        yield _sized(words.format(f"{most} faults"), words.format("faults-{}"), most)._replace(
            code=1
        )
        for name in ("contracts", "faults"):
            what = f"{beyond:,} {name}: refused"
            yield Asked(words.format(what), words.format(f"{name}-{beyond}"), code=1)


def of_papers(home: Path) -> Iterator[Asked]:
    """Paper sheets of as many deals as a session takes."""
    for name, code in (("right", 0), ("wrong", 1)):
        words = f"import {home / name}-{{}}.csv --dry-run -s empty"
        yield _sized(f"import, {limits.DEALS:,} {name} rows", words, limits.DEALS)._replace(
            code=code
        )


def _sized(what: str, words: str, size: int) -> Asked:
    return Asked(what, words.format(size), words.format(size // 10))


def rows(folder: Path, runs: int) -> Iterator[Row]:
    """Everything that is measured."""
    home = fresh_home(folder, "growth")
    # a command's memory is counted from that of whoever starts it
    maker = Process(target=furnish, args=(home,))
    maker.start()
    maker.join()
    for asked in (*of_sessions(), *of_rules(), *of_papers(home)):
        yield measured(home, asked, runs)


def main() -> int:
    """Measures everything, prints the table; 1 where a share is more than the whole."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--runs", type=int, default=5)
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as name:
        found = list(rows(Path(name), asked.runs))
    for row in found:
        print(line(row))
    return 1 if any(row.missed for row in found) else 0


if __name__ == "__main__":
    sys.exit(main())

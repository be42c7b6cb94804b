"""Many evenings: what a home of 10,000 sessions costs, and the league against hledger and ledger.

    python benchmarks/league.py [--number 10000] [--runs 5] [--home FOLDER]

The same deals are written as sessions and as balanced transactions (benchmarks/evenings.py), and every
figure is a ratio to something timed in turn with it: the first `league` to `hledger balance`, a repeated
one to `ledger balance`, a command in the full home to the same in a home of one session. Memory is the
largest resident set of the process. hledger and ledger are Debian's packages; where one is missing its
rows are left out. Exits 1 where a bound is missed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from evenings import evenings, written
from startup import SCOREKEEPER, Row, environment, line

INDEX = "index.sqlite"


class Cost(NamedTuple):
    """What a process took: seconds from spawn to exit, and its largest resident set in MiB."""

    seconds: float
    memory: float


def cost(words: Sequence[str], home: Path) -> Cost:
    """Runs a command to its end."""
    begun = time.perf_counter()
    process = subprocess.Popen(words, env=environment(home), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(words)} answered {os.waitstatus_to_exitcode(status)}")
    return Cost(time.perf_counter() - begun, used.ru_maxrss / 1024)


def against(what: str, one: Callable[[], Cost], other: Callable[[], Cost], bound: float | None, runs: int) -> Row:
    """The time of two commands, run in turn."""
    one(), other()
    pairs = [(one(), other()) for _ in range(runs)]
    figure = median(mine.seconds / theirs.seconds for mine, theirs in pairs)
    mine, theirs = (median(cost.seconds for cost in costs) for costs in zip(*pairs, strict=True))
    return Row(what, figure, bound, True, f"{mine:.2f} s to {theirs:.2f} s")


def memory(what: str, one: Callable[[], Cost], other: Callable[[], Cost]) -> Row:
    """The memory of two commands; a tenth is asked."""
    mine, theirs = one().memory, other().memory
    return Row(what, mine / theirs, 0.1, True, f"{mine:.0f} MiB to {theirs:.0f} MiB")


def rows(full: Path, single: Path, runs: int) -> list[Row]:
    """Everything that is measured; `full` holds many sessions, `single` one."""
    own = str(SCOREKEEPER)
    journal = str(full / "evenings.journal")

    def command(home: Path, words: str) -> Callable[[], Cost]:
        return lambda: cost([own, *words.split()], home)

    def first() -> Cost:
        (full / INDEX).unlink(missing_ok=True)
        return cost([own, "league"], full)

    found: list[Row] = []
    peers = {name: (lambda name=name: cost([name, "-f", journal, "balance"], full)) for name in ("hledger", "ledger")}
    if shutil.which("hledger"):
        found.append(against("league, first: hledger", first, peers["hledger"], 1.0, max(1, runs // 2)))
        found.append(memory("  its memory: hledger", first, peers["hledger"]))
    if shutil.which("ledger"):
        found.append(memory("  its memory: ledger", first, peers["ledger"]))
        found.append(against("league, again: ledger", command(full, "league"), peers["ledger"], 1.0, runs))
        found.append(memory("  its memory: ledger", command(full, "league"), peers["ledger"]))
    for what, words in (("sheet", "sheet"), ("next", "next"), ("sheet -s NAME", f"sheet -s {newest(full)}")):
        found.append(against(f"{what}, many to one", command(full, words), command(single, words), 1.1, runs * 8))
    found.append(against("sessions: sheet", command(full, "sessions"), command(full, "sheet"), None, runs))
    if shutil.which("hledger"):
        found.append(against("check --all: hledger", command(full, "check --all"), peers["hledger"], None, 1))
    return found


def newest(home: Path) -> str:
    """The last session by name."""
    return max((home / "sessions").iterdir()).stem


def single_of(full: Path, single: Path) -> None:
    """Makes a home that holds the last session of another alone; it is the current one of both."""
    name = newest(full)
    (single / "sessions").mkdir(parents=True)
    shutil.copy(full / "sessions" / f"{name}.toml", single / "sessions")
    for home in (full, single):
        (home / "current").write_text(name)


def main() -> int:
    """Makes the homes, measures, prints the table; 1 where a bound is missed."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--number", type=int, default=10_000)
    reader.add_argument("--runs", type=int, default=5)
    reader.add_argument("--home", type=Path, help="a folder that evenings.py filled")
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as name:
        single = Path(name) / "single"
        full = asked.home or Path(name) / "full"
        if not asked.home:
            written(full, evenings(asked.number, 12))
        single_of(full, single)
        number = sum(1 for _ in (full / "sessions").iterdir())
        print(f"{number:,} sessions; medians of {asked.runs} pairs")
        found = rows(full, single, asked.runs)
    for row in found:
        print(line(row))
    return 1 if any(row.missed for row in found) else 0


if __name__ == "__main__":
    sys.exit(main())

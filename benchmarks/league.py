"""Many evenings: what a home of 10,000 sessions costs, and the league against hledger and ledger.

    python benchmarks/league.py [--number 10000] [--runs 5]

The same deals are written as sessions and as balanced transactions (benchmarks/evenings.py), and
every figure is a ratio to something timed in turn with it: the first `league` to `hledger
balance`, a repeated one to `ledger balance`, a command in the full home to the same in a home of
one session. Memory is the largest resident set of the process. hledger and ledger are Debian's
packages; where one is missing its rows are left out. The first `league` uses every core, hledger
and ledger one; all find their files in the machine's memory. Beside the time from spawn to exit
stands the processor time of all processes together, which other work on the machine stretches
less. Exits 1 where a bound is missed.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median

from cost import Cost, cost
from evenings import evenings, written
from startup import (
    ENDLESS,
    READERS,
    SCOREKEEPER,
    Row,
    begin,
    caches,
    environment,
    fresh_home,
    line,
    ratio,
    run,
    seconds_of_words,
    tricks,
)

TONIGHT = "tonight"


def spent(words: Sequence[str], home: Path) -> Cost:
    """What a command costs that must go well."""
    found = cost(words, environment(home))
    if found.code:
        sys.exit(f"{' '.join(words)} answered {found.code}")
    return found


def against(
    what: str, one: Callable[[], Cost], other: Callable[[], Cost], bound: float | None, runs: int
) -> Iterator[Row]:
    """The time of two commands, run in turn, and the time of processors that they took."""
    one(), other()
    pairs = [(one(), other()) for _ in range(runs)]
    yield _compared(what, bound, [(mine.seconds, theirs.seconds) for mine, theirs in pairs])
    yield _compared(
        "  processor time", None, [(mine.processor, theirs.processor) for mine, theirs in pairs]
    )


def _compared(what: str, bound: float | None, pairs: Sequence[tuple[float, float]]) -> Row:
    mine, theirs = (median(seconds) for seconds in zip(*pairs, strict=True))
    return Row(
        what, median(a / b for a, b in pairs), bound, True, f"{mine:.2f} s to {theirs:.2f} s"
    )


def memory(what: str, one: Callable[[], Cost], other: Callable[[], Cost]) -> Row:
    """The memory of two commands; a tenth is asked."""
    mine, theirs = one().memory, other().memory
    return Row(what, mine / theirs, 0.1, True, f"{mine:.0f} MiB to {theirs:.0f} MiB")


def rows(folder: Path, number: int, runs: int) -> Iterator[Row]:
    """Everything that is measured, in homes of so many sessions, of a tenth of them, and of one."""
    full, tenth, single = (fresh_home(folder, name) for name in ("full", "tenth", "single"))
    written(full, evenings(number, 12))
    written(tenth, evenings(number // 10, 12))
    yield from against_peers(full, runs)
    for what, timed in (("first", first), ("again", again)):
        yield from against(
            f"league, {what}: a tenth", partial(timed, full), partial(timed, tenth), None, runs
        )
    yield from many_to_one(full, single, runs * 5)
    yield from against(
        "sessions: sheet", partial(own, full, "sessions"), partial(own, full, "sheet"), None, runs
    )


def own(home: Path, words: str) -> Cost:
    """What a command of ours took."""
    return spent([str(SCOREKEEPER), *words.split()], home)


def again(home: Path) -> Cost:
    """The league of a home whose rows are kept."""
    return own(home, "league")


def first(home: Path) -> Cost:
    """The league of a home of which nothing is kept yet."""
    shutil.rmtree(caches(home), ignore_errors=True)
    at_hand(home)
    return again(home)


def at_hand(home: Path) -> None:
    """Reads what a command is about to read, so that no disk is measured: some machines drop files
    from memory that nobody has read for a few seconds, small ones at a greater price than one large
    one."""
    for file in [*home.rglob("sessions/*"), *home.glob("*.log")]:
        if file.is_file():
            file.read_bytes()


def against_peers(full: Path, runs: int) -> Iterator[Row]:
    """The league against hledger and ledger, which read the same deals."""

    def balance(name: str) -> Cost:
        at_hand(full)
        return spent([name, "-f", str(full / "evenings.log"), "balance"], full)

    mine, theirs = partial(first, full), partial(balance, "hledger")
    if shutil.which("hledger"):
        yield from against("league, first: hledger", mine, theirs, 0.6, max(1, runs // 2))
        yield memory("  its memory: hledger", mine, theirs)
        yield from against(
            "check --all: hledger", partial(own, full, "check --all"), theirs, None, 1
        )
    mine, theirs = partial(again, full), partial(balance, "ledger")
    if shutil.which("ledger"):
        yield memory("  its memory: ledger", partial(first, full), theirs)
        yield from against("league, again: ledger", mine, theirs, 0.3, runs)
        yield memory("  its memory: ledger", mine, theirs)


def many_to_one(full: Path, single: Path, runs: int) -> Iterator[Row]:
    """What the commands of an evening cost in a home of many sessions, against the same evening
    alone."""
    for home in (full, single):
        begin(home, ENDLESS, TONIGHT)
        for number in range(1, 10):
            run(home, "deal", "plus", tricks(number))

    by_name = {"sheet -s NAME": f"sheet -s {TONIGHT}", "deal": f"deal minus {tricks(10)}"}
    for what, words in (READERS | by_name).items():
        figure, seconds = ratio(
            partial(seconds_of_words, words, full), partial(seconds_of_words, words, single), runs
        )
        yield Row(f"{what}, many to one", figure, 1.1, True, f"{seconds * 1000:.0f} ms")


def main() -> int:
    """Makes the homes, measures, prints the table; 1 where a bound is missed."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--number", type=int, default=10_000)
    reader.add_argument("--runs", type=int, default=5)
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as name:
        print(f"{asked.number:,} sessions; medians of {asked.runs} pairs")
        found = list(rows(Path(name), asked.number, asked.runs))
    for row in found:
        print(line(row))
    return 1 if any(row.missed for row in found) else 0


if __name__ == "__main__":
    sys.exit(main())

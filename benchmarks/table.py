"""Every figure in one table: what a command costs against its floor or its peer, and how it grows.

    python benchmarks/table.py [--runs 25] [--sessions 10000] [--update]

`--update` writes the table into benchmarks/results.md. Ratios are to `python -c "import click"`
unless the row names another; both of a pair are whole processes, timed in turn in the same run,
and a figure is the median of the pairs. Exits 1 where a bound is missed.
"""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import completion
import growth as sizes
import league
import proof
from referee import COMMANDS
from startup import (
    READERS,
    SCOREKEEPER,
    Row,
    against_click,
    fresh_home,
    long_session,
    ratio,
    reading,
    recording,
    scoring,
    seconds_of,
    seconds_of_words,
    with_deals,
)

PAGE = Path(__file__).parent / "results.md"
PRESSES = ("deal ", "new bizon An", "sheet -s evening-5")
HEAD = """\
# Benchmarks

Written by `python benchmarks/table.py --update`. A figure is the median ratio of two whole processes, timed in turn in
the same run; where a row names no other, the other is `python -c "import click"`. Ratios carry over from machine to
machine, the times beside them do not. From `next, 10,000 deals` to the league a figure is the share that a command takes
of two seconds of a processor and of 300 MiB, whichever is more; after Tab it is the share of a fifth of a second beyond the
other. `benchmarks/startup.py`, `referee.py`, `outlook.py`,
`completion.py`, `growth.py`, `proof.py` and `league.py` measure each part by itself, with more rows.

"""


def rulings(folder: Path, runs: int) -> Iterator[Row]:
    """The referee's answers."""
    home = fresh_home(folder, "rulings")
    for name, words in COMMANDS.items():
        command = [str(SCOREKEEPER), "referee", *words.split()]
        yield against_click(f"referee {name}", home, partial(seconds_of, command, home), runs, 1.8)


def growth(folder: Path, runs: int) -> Iterator[Row]:
    """How reading grows with the number of deals: a long session against one of ten."""
    home = fresh_home(folder, "growing")
    names = {count: with_deals(home, count).stem for count in (10, 100, 1000)}

    def timed(words: str, count: int) -> float:
        return seconds_of_words(words, home, "-s", names[count])

    for what, words in READERS.items():
        for count in (100, 1000):
            figure, seconds = ratio(partial(timed, words, count), partial(timed, words, 10), runs)
            yield Row(
                f"{what} of {count:,} deals : of 10", figure, None, True, f"{seconds * 1000:.0f} ms"
            )


def tab(folder: Path, runs: int) -> Iterator[Row]:
    """The Tab key."""
    home = completion.furnished(folder / "tab")
    for typed in PRESSES:
        yield completion.row(home, typed, completion.PRESSES[typed], runs)._replace(
            what=f"Tab after `{typed}`"
        )


def told(row: Row) -> str:
    """A row of the page."""
    figure = f"{row.figure:.2f}×" if row.most else f"{row.figure:,.0f}"
    bound = (
        ""
        if row.bound is None
        else f"at most {row.bound:g}×"
        if row.most
        else f"at least {row.bound:,.0f}"
    )
    return f"| {row.what.strip()} | {figure} | {bound}{' **missed**' if row.missed else ''} | {row.note} |"


def main() -> int:
    """Measures everything and shows it; 1 where a bound is missed."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--runs", type=int, default=25)
    reader.add_argument("--sessions", type=int, default=10_000)
    reader.add_argument("--update", action="store_true")
    asked = reader.parse_args()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as name:
        folder = Path(name)
        rows += [
            recording(folder, asked.runs),
            *reading(folder, asked.runs),
            *rulings(folder, asked.runs),
        ]
        rows += [
            long_session(folder, asked.runs),
            *growth(folder, asked.runs // 2),
            *tab(folder, asked.runs // 2),
            *scoring(),
        ]
        rows += sizes.rows(folder, max(3, asked.runs // 5))
        rows += proof.rows(folder, max(1, asked.runs // 8))
        rows += league.rows(folder, asked.sessions, max(3, asked.runs // 5))
    table = ["| what | figure | asked | measured |", "|---|---|---|---|", *map(told, rows)]
    about = f"{platform.python_implementation()} {platform.python_version()}, medians of {asked.runs} pairs, {asked.sessions:,} sessions."
    page = HEAD + "\n".join([*table, "", about, ""])
    print(page)
    if asked.update:
        PAGE.write_text(page, encoding="utf-8")
    return 1 if any(row.missed for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())

"""What the Tab key costs beyond `python -c "import click"` measured in the same run.

    python benchmarks/completion.py [--runs 25]

Each row is one press: the shell's question to the program as its script puts it, a whole process
from spawn to exit, in a throw-away home with a hundred evenings. A figure is the share of a fifth
of a second that a press takes beyond the yardstick. Exits 1 where one takes more, or is not
answered with the word that it should be.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from startup import GAME, PLAYERS, SCOREKEEPER, YARDSTICK, Row, begin, environment, facts, line, run

MORE = 0.2  # seconds beyond the yardstick
EVENINGS = 100
# What is typed, and a word that must be among the answers.
PRESSES = {
    "she": "sheet",
    "deal --ses": "--session",
    "referee ru": "ruling",
    "sheet --format=m": "--format=markdown",
    "new biz": "bizon",
    "sheet -s evening-5": "evening-50",
    "new bizon An": "Anna",
    "new bizon Ada Bo Cy --dealer B": "Bo",
    "new bien A B C D --option ": "games=",
    "league --player Bj": "Björn",
    "outlook --for An": "Anna",
    "explain ": "11",
    "deal ": "trumf",
    "deal contract=": "contract=trumf",
    "deal trumf tri": "tricks=",
    "deal trumf trump=": "trump=hearts",
    "deal trumf tricks=An": "tricks=Anna:",
    "amend 3 contract=s": "contract=sang",
    "referee trick --rules bien --trump ": "spades",
    "referee trick --contract s": "sang",
    "referee trick --rules biz": "bizon",
    "referee ruling mis": "misdeal",
    "import ": "",
}


def asked(home: Path, typed: str) -> tuple[float, list[str]]:
    """The seconds of one press in zsh or fish, and the answers."""
    words = f"scorekeeper {typed}"
    env = {
        **environment(home),
        "_SCOREKEEPER_COMPLETE": "zsh_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
    }
    begun = time.perf_counter()
    done = subprocess.run([str(SCOREKEEPER)], env=env, capture_output=True, check=False)
    seconds = time.perf_counter() - begun
    return seconds, [line.partition(",")[2] for line in done.stdout.decode().splitlines()]


def floor(home: Path) -> float:
    """The seconds of the yardstick, with its output read in the same way."""
    begun = time.perf_counter()
    subprocess.run(YARDSTICK, env=environment(home), capture_output=True, check=False)
    return time.perf_counter() - begun


def row(home: Path, typed: str, wanted: str, runs: int) -> Row:
    """A press against the yardstick."""
    _, answers = asked(home, typed)
    if wanted not in answers:
        sys.exit(f"`{typed}` is not completed to `{wanted}` but to {answers}")
    pairs = [(asked(home, typed)[0], floor(home)) for _ in range(runs)]
    press, more = median(one for one, _ in pairs), median(one - other for one, other in pairs)
    return Row(
        typed if len(typed) < 24 else f"{typed[:22]}…",
        more / MORE,
        1,
        True,
        f"{press * 1000:.0f} ms, {more * 1000:.0f} ms more  {typed}",
    )


def furnished(home: Path) -> Path:
    """A home with many evenings, of which the last is all but over."""
    begin(home, GAME, "evening-1")
    first = home / "sessions" / "evening-1.toml"
    for number in range(2, EVENINGS + 1):
        (home / "sessions" / f"evening-{number}.toml").write_bytes(first.read_bytes())
    begin(home, GAME, "tonight")
    for number in range(1, len(PLAYERS) * 3 + 3):
        run(home, "deal", *facts(number))
    return home


def main() -> int:
    """Measures every press, prints the table; 1 where the bound is missed."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--runs", type=int, default=25, help="pairs to a figure (default: 25)")
    runs: int = reader.parse_args().runs
    os.environ.pop("_SCOREKEEPER_COMPLETE", None)
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as name:
        home = furnished(Path(name))
        rows = [row(home, typed, wanted, runs) for typed, wanted in PRESSES.items()]
    print(
        f"1.00× = {MORE} s more than python -c 'import click'; "
        f"Python {sys.version.split()[0]}, medians of {runs} pairs"
    )
    for one in rows:
        print(line(one))
    return 1 if any(one.missed for one in rows) else 0


if __name__ == "__main__":
    sys.exit(main())

"""What a proof takes, of every shipped game: seconds of two processor cores.

    python benchmarks/proof.py [--runs 3]

Every game is proved as a whole process, once with all that there is and once with `--quick`; a
figure is the share of the seconds that it may take, 20 and 2, that the processor spends on it, by
one core or by several: the least of the runs, which others at work on the machine disturb least.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from cost import cost
from startup import SCOREKEEPER, Row, environment

WHOLE, QUICK = 20.0, 2.0  # seconds
GAMES = sorted(
    path.stem
    for path in (Path(__file__).parent.parent / "rulesets").rglob("*.toml")
    if "packs" not in path.parts
)


def spent(home: Path, *words: str) -> float:
    """The processor's seconds of a proof, and of the processes that it starts."""
    found = cost([str(SCOREKEEPER), "rules", "prove", *words], environment(home))
    if found.code:
        sys.exit(f"rules prove {' '.join(words)} answered {found.code}")
    return found.processor


def rows(folder: Path, runs: int) -> Iterator[Row]:
    """The game that takes longest to prove, whole and quick."""
    home = folder / "proof"
    for what, words, bound in (("", (), WHOLE), (", quick", ("--quick",), QUICK)):
        seconds = {game: min(spent(home, game, *words) for _ in range(runs)) for game in GAMES}
        game = max(seconds, key=lambda one: seconds[one])
        note = f"{seconds[game]:.2f} s of a processor"
        yield Row(f"rules prove {game}{what} : {bound:g} s", seconds[game] / bound, 1.0, True, note)


def main() -> int:
    """Measures both and shows them; 1 where a bound is missed."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--runs", type=int, default=3)
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as name:
        found = [*rows(Path(name), asked.runs)]
    for row in found:
        print(f"{row.what:<40} {row.figure:6.2f}  {row.note}")
    return 1 if any(row.missed for row in found) else 0


if __name__ == "__main__":
    sys.exit(main())

"""Hostile input by coverage: `python -m tests.fuzz.guided KIND --number N`.

Inputs that reach a new place in the program are kept and spoilt further. This needs atheris,
which nothing else here does: `pip install atheris` (Linux or macOS, with the Python it has a
wheel for). What is found is written where the command stands, as `crash-…`; the words after `--`
go to libFuzzer.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

try:
    import atheris
except ImportError:  # pragma: no cover - told at once, and by itself
    raise SystemExit("the guided search needs atheris: pip install atheris") from None

SLOWER = 5  # a program that is watched takes four to five times as long

with atheris.instrument_imports(include=["scorekeeper"]):
    from . import guard
    from .guard import cap_memory, memory
    from .kinds import KINDS


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.guided", description=__doc__)
    parser.add_argument("kind", choices=sorted(KINDS))
    parser.add_argument("--number", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("more", nargs="*", help="what libFuzzer takes, after `--`")
    asked = parser.parse_args()
    kind = KINDS[asked.kind]

    def spoilt(data: bytes, most: int, seed: int) -> bytes:
        """As its kind is spoilt, and now and then as libFuzzer would."""
        chance = random.Random(seed)
        found = (
            atheris.Mutate(data, most)
            if chance.random() < 0.3
            else kind.mutated(chance, bytes(data))
        )
        return bytes(found[:most])

    guard.slower = SLOWER
    cap_memory()
    with tempfile.TemporaryDirectory(prefix="fuzz-seeds-") as folder:
        for place, data in enumerate(kind.seeds()):
            Path(folder, f"{place:04}").write_bytes(data)
        options = [
            f"-runs={asked.number}",
            f"-seed={asked.seed}",
            f"-max_len={1 << 17}",
            "-rss_limit_mb=0",
            "-print_final_stats=1",
        ]
        atheris.Setup(
            [sys.argv[0], *options, *asked.more, folder], kind.one_input, custom_mutator=spoilt
        )
        print(f"{asked.kind}: {memory() >> 20} MiB before the first input", file=sys.stderr)
        atheris.Fuzz()


if __name__ == "__main__":
    main()

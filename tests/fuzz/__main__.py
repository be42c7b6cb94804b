"""Hostile input by chance: `python -m tests.fuzz KIND --number N --seed S`.

Prints what was found, once for each place in the program, and then how it went as one line of JSON;
an input that shows a finding is written into the folder of `--keep`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from itertools import islice
from pathlib import Path

from .guard import cap_memory, memory
from .kinds import KINDS, inputs


def place_of(error: BaseException) -> str:
    """What went wrong and where; the same place is the same finding."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if "/scorekeeper/" in frame.filename
    ]
    where = (
        f"{frames[-1].filename.rpartition('/scorekeeper/')[2]}:{frames[-1].lineno}"
        if frames
        else "-"
    )
    cause = f" ({_cause(error)})" if error.__cause__ else ""
    return f"{type(error).__name__}: {str(error)[:160]} · {where}{cause}"


def _cause(error: BaseException) -> str:
    """Where the time went."""
    frames = traceback.extract_tb(error.__cause__.__traceback__ if error.__cause__ else None)
    return " < ".join(
        f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in reversed(frames[-6:])
    )


def run(kind: str, number: int, seed: int, keep: Path | None) -> int:
    """Puts so many inputs through a harness; gives the number of findings."""
    found: dict[str, int] = {}
    worst, begun, tried = 0.0, time.perf_counter(), 0
    for data in islice(inputs(kind, seed), number):
        at = time.process_time()
        try:
            KINDS[kind].one_input(data)
        except Exception as error:
            key = place_of(error)
            found[key] = found.get(key, 0) + 1
            if found[key] == 1:
                print(f"{kind}: {key}\n  {data[:300]!a}", flush=True)
                if keep is not None:
                    keep.mkdir(parents=True, exist_ok=True)
                    (keep / f"{kind}-{seed}-{len(found)}").write_bytes(data)
        worst = max(worst, time.process_time() - at)
        tried += 1
        if tried % 10_000 == 0:
            print(
                f"{kind}: {tried} in {time.perf_counter() - begun:.0f} s, {len(found)} found",
                file=sys.stderr,
                flush=True,
            )
    seconds = time.perf_counter() - begun
    print(
        json.dumps({
            "kind": kind, "seed": seed, "inputs": tried, "seconds": round(seconds, 1), "a_second": round(tried / seconds),
            "worst_seconds": round(worst, 3), "peak_mib": memory() >> 20, "refused": KINDS[kind].one_input.refused, "findings": len(found), "times": sum(found.values()),
        }),
        flush=True,
    )  # fmt: skip
    return len(found)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("kind", choices=sorted(KINDS))
    parser.add_argument("--number", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    cap_memory()
    return 1 if run(asked.kind, asked.number, asked.seed, asked.keep) else 0


if __name__ == "__main__":
    raise SystemExit(main())

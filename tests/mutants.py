"""Mutants: does any test notice when a line of the scoring, the schedule or the referee is changed?

mutmut makes the mutants, tries each with the tests that reach its function, and remembers the
results in `mutants/` (`[tool.mutmut]` in pyproject.toml; `pip install -e '.[thorough]'`). All of
them take it hours: this draws some by chance, has it try those, and says how many were killed.

    python -m tests.mutants [ROOM …] [--number N] [--seed S] [--at-once K]
    mutmut show NAME          what a mutant changes

ROOM is the beginning of a mutant's name below the package: `scoring`, `referee.pile`. Nothing of the
program is changed on disk but the copy in `mutants/`; the same seed draws the same mutants.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
from collections import Counter
from pathlib import Path

PACKAGE = "scorekeeper"
# Room enough for any test; a mutant that wants more of it has lost its end.
MEMORY = 8 << 30
KILLED = ("killed", "timeout")
NOTHING = "-"  # no mutant's name: mutmut makes the mutants and tries none


def mutmut(*words: str) -> str:
    """What a command of mutmut prints."""
    program = Path(sys.executable).with_name("mutmut")
    return subprocess.run([program, *words], capture_output=True, text=True, check=False).stdout


def results() -> dict[str, str]:
    """Every mutant by its name, with what came of it."""
    lines = mutmut("results", "--all", "True").splitlines()
    named = (line.strip().rpartition(": ") for line in lines if "__mutmut_" in line)
    return {name: result for name, _, result in named}


def main() -> None:
    """Tries mutants; prints those that survive, and how many of each room were tried and killed."""
    reader = argparse.ArgumentParser(
        prog="python -m tests.mutants", description=(__doc__ or "").partition("\n")[0]
    )
    reader.add_argument("rooms", nargs="*", metavar="ROOM", default=[""])
    reader.add_argument("--number", type=int, default=200, help="how many, chosen by chance")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--at-once", type=int, default=2, metavar="K", help="processes")
    asked = reader.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    mutmut("run", NOTHING)
    heads = tuple(f"{PACKAGE}.{room}" for room in asked.rooms)
    every = sorted(name for name in results() if name.startswith(heads))
    chosen = random.Random(asked.seed).sample(every, min(asked.number, len(every)))
    mutmut("run", "--max-children", str(asked.at_once), *chosen)
    report({name: result for name, result in results().items() if name in set(chosen)})


def report(found: dict[str, str]) -> None:
    """Prints every mutant that was not killed, and a line for each room."""
    for name, result in found.items():
        if result not in KILLED:
            print(f"{result}: {name}")
    tried = Counter(name.split(".")[1] for name in found)
    killed = Counter(name.split(".")[1] for name, result in found.items() if result in KILLED)
    for room in (*sorted(tried), *(["all"] if len(tried) > 1 else [])):
        number, dead = (
            (tried[room], killed[room]) if room in tried else (len(found), killed.total())
        )
        print(f"{room:12} {number:5} tried, {dead:5} killed, {dead / number:.0%}")


if __name__ == "__main__":
    main()

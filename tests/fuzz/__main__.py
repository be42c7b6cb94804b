"""Hostile input by chance: `python -m tests.fuzz KIND --number N --seed S`.

hypothesis draws the inputs and makes one that shows a finding as small as it can; its figures, of
how long they took and what was drawn, are printed at the end.
"""

from __future__ import annotations

import argparse

from hypothesis import given, seed, settings

from .guard import cap_memory, memory
from .kinds import KINDS


def main() -> None:
    """Puts so many inputs through a harness; raises what it found."""
    reader = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    reader.add_argument("kind", choices=sorted(KINDS))
    reader.add_argument("--number", type=int, default=1000)
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    kind = KINDS[asked.kind]

    @seed(asked.seed)
    @settings(max_examples=asked.number, deadline=None, database=None)
    @given(kind.inputs())
    def inputs_are_borne(data: bytes) -> None:
        kind.one_input(data)

    cap_memory()
    for data in kind.seeds():
        kind.one_input(data)
    inputs_are_borne()
    print(f"{asked.kind}: {asked.number} inputs borne, {memory() >> 20} MiB at most")


if __name__ == "__main__":
    main()

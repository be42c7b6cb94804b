"""Hostile input by coverage: `python -m tests.fuzz.guided KIND`, with atheris (`pip install -e
'.[thorough]'`; Linux or macOS, with a Python that it has a wheel for).

What hypothesis would draw, libFuzzer chooses: choices that reach a new place in the program are
kept and changed further. What is found is written where the command stands, as `crash-…`; the words
after the kind go to libFuzzer, as `-runs=10000`.
"""

from __future__ import annotations

import sys

import atheris
from hypothesis import given, settings

SLOWER = 5  # a program that is watched takes four to five times as long

with atheris.instrument_imports(include=["scorekeeper"]):
    from . import guard
    from .kinds import KINDS


def main() -> None:
    """Searches until it is ended, or for as many inputs as are asked for."""
    if len(sys.argv) < 2 or sys.argv[1] not in KINDS:
        sys.exit(f"python -m tests.fuzz.guided {'|'.join(sorted(KINDS))} [-runs=NUMBER]")
    kind = KINDS[sys.argv[1]]

    @settings(database=None, deadline=None)
    @given(kind.inputs())
    def one_input(data: bytes) -> None:
        kind.one_input(data)

    guard.slower = SLOWER
    guard.cap_memory()
    options = ["-max_len=8192", "-len_control=0", "-rss_limit_mb=0", *sys.argv[2:]]
    atheris.Setup([sys.argv[0], *options], vars(one_input)["hypothesis"].fuzz_one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

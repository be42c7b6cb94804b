"""Mutants: does any test notice when a line of the scoring, the schedule or the referee is changed?

A mutant is a module with one small change: a comparison, a limit moved by one, a statement left
out. The tests that reach the changed function are run in a process of their own until one fails;
one that does not end kills the mutant too. A mutant that survives shows a test that is missing, or
code that does nothing. Nothing on disk is changed, and the same seed gives the same mutants and the
same tests.

    python -m tests.mutants [ROOM …] [--number N] [--seed S]

ROOM is the beginning of a mutant's name: `scoring`, `referee/pile.py`, `referee/pile.py:40:12.0`.
"""

from __future__ import annotations

import argparse
import ast
import multiprocessing
import os
import pickle
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

from tests.changes import changes, put_in_place
from tests.trial import PACKAGE, Reach, alone, module_of, reached, survives, warmed

# The files of each room, its own tests, and those that see it from further away.
SCORING = ("scoring", "schedule", "standing", "laws", "piles", "auction", "rulings")
AFAR = (
    "referee_answers",
    "variants",
    "entry",
    "errors",
    "table",
    "report_sheet",
    "report_tables",
    "report_explain",
)
REFEREE = (
    "referee_words",
    "referee_answers",
    "referee_records",
    "referee_deal",
    "referee_melds",
    "referee_plays",
)
CASES = ("ruleset_words", "errors", "cli_json", "pages", "table")
ROOMS = {
    "scoring/*.py": (SCORING, AFAR),
    "schedule.py": (SCORING, AFAR),
    "standing.py": (SCORING, AFAR),
    "referee/*.py": (REFEREE, CASES),
}
AT_ONCE, SECONDS = 2, 30.0


class Mutant(NamedTuple):
    """One change of a file: its line, its place in the tree, which of those that may stand
    there, what it says, and the lines of the function around it."""

    file: str
    line: int
    place: int
    number: int
    said: str
    function: range

    @property
    def name(self) -> str:
        """What the mutant is asked for by."""
        return f"{self.file}:{self.line}:{self.place}.{self.number}"


def mutants(file: str) -> Iterator[Mutant]:
    """Every mutant of a file."""
    tree = ast.parse((PACKAGE / file).read_text(encoding="utf-8"))
    functions = [_lines_of(node) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for place, change in enumerate(changes(tree)):
        around = min(
            (lines for lines in functions if change.line in lines), key=len, default=range(0)
        )
        for number, new in enumerate(change.instead):
            yield Mutant(
                file, change.line, place, number, f"{change.said} → {ast.unparse(new)}", around
            )


def _lines_of(node: ast.FunctionDef) -> range:
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return range(first, (node.end_lineno or first) + 1)


def code_of(mutant: Mutant) -> CodeType:
    """The module of a mutant, compiled."""
    path = PACKAGE / mutant.file
    tree = ast.parse(path.read_text(encoding="utf-8"))
    put_in_place(list(changes(tree))[mutant.place], mutant.number)
    return compile(ast.fix_missing_locations(tree), str(path), "exec")


def batches(mutant: Mutant, reach: Mapping[str, Reach]) -> Iterator[list[str]]:
    """The tests that reach a mutant: those of its room, quick ones first, then those from
    further away."""
    for files in next(tests for room, tests in ROOMS.items() if Path(mutant.file).match(room)):
        heads = tuple(f"tests/test_{name}.py::" for name in files)
        names = [
            name
            for name, found in reach.items()
            if name.startswith(heads) and _touches(found, mutant)
        ]
        if names:
            yield sorted(names, key=lambda name: reach[name].seconds)


def _touches(found: Reach, mutant: Mutant) -> bool:
    """Whether a test calls the function of a mutant; a line outside every function is run by
    all."""
    return not mutant.function or any(
        file == mutant.file and line in mutant.function for file, line in found.calls
    )


def tried(chosen: Sequence[Mutant], reach: Mapping[str, Reach]) -> Iterator[tuple[Mutant, bool]]:
    """Tries the mutants, each in a process of its own, and says of each whether it survived."""
    waiting, running = list(reversed(chosen)), []
    while waiting or running:
        while waiting and len(running) < AT_ONCE:
            running.append(_begun(waiting.pop(), reach))
        time.sleep(0.02)
        for trial in list(running):
            mutant, process, end = trial
            if not process.is_alive() or time.monotonic() > end:
                process.kill()
                process.join()
                running.remove(trial)
                yield mutant, process.exitcode == 0


def _begun(mutant: Mutant, reach: Mapping[str, Reach]) -> tuple[Mutant, Any, float]:
    tests = list(batches(mutant, reach))
    process = multiprocessing.get_context("fork").Process(target=_try, args=(mutant, tests))
    process.start()
    return (
        mutant,
        process,
        time.monotonic() + SECONDS + 5 * sum(reach[n].seconds for names in tests for n in names),
    )


def _try(mutant: Mutant, tests: Sequence[Sequence[str]]) -> None:
    alone()
    os._exit(0 if survives(mutant.file, code_of(mutant), tests) else 1)


def main() -> None:
    """Tries mutants; prints those that survive, and how many of each file were tried and killed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("rooms", nargs="*", metavar="ROOM")
    parser.add_argument("--number", type=int, default=200, help="how many, chosen by chance")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--reach", type=Path, help="a file that remembers which tests reach what for the next time"
    )
    asked = parser.parse_args()
    files = sorted(str(path.relative_to(PACKAGE)) for room in ROOMS for path in PACKAGE.glob(room))
    every = [
        m
        for file in files
        for m in mutants(file)
        if not asked.rooms or m.name.startswith(tuple(asked.rooms))
    ]
    chosen = random.Random(asked.seed).sample(every, min(asked.number, len(every)))
    reach = _reach(chosen, asked.reach)
    warmed()
    early = sorted(
        name for name in {module_of(mutant.file) for mutant in chosen} if name in sys.modules
    )
    if early:  # a change would not be put in place, and every mutant would seem to survive
        sys.exit(f"tests/conftest.py imports what is to be changed: {', '.join(early)}")
    _report(tried(chosen, reach))


def _reach(chosen: Sequence[Mutant], kept: Path | None) -> Mapping[str, Reach]:
    if kept is not None and kept.exists():
        return dict(pickle.loads(kept.read_bytes()))
    rooms = [
        ROOMS[room] for room in ROOMS if any(Path(mutant.file).match(room) for mutant in chosen)
    ]
    reach = reached(
        dict.fromkeys(f"tests/test_{name}.py" for own, afar in rooms for name in (*own, *afar))
    )
    if kept is not None:
        kept.write_bytes(pickle.dumps(reach))
    return reach


def _report(results: Iterator[tuple[Mutant, bool]]) -> None:
    found, alive = Counter[str](), Counter[str]()
    for mutant, lives in results:
        found[mutant.file] += 1
        alive[mutant.file] += lives
        print(f"\r{found.total()}", end="\r", file=sys.stderr)
        if lives:
            print(f"survives: {mutant.name}  {mutant.said}", flush=True)
    for file in sorted(found):
        print(f"{file:28} {found[file]:4} tried, {found[file] - alive[file]:4} killed")
    killed = found.total() - alive.total()
    print(
        f"{'all':28} {found.total():4} tried, {killed:4} killed, {killed / max(1, found.total()):.0%}"
    )


if __name__ == "__main__":
    # sets are gone through in the same order every time
    if os.environ.get("PYTHONHASHSEED") != "0":
        words = [sys.executable, "-m", "tests.mutants", *sys.argv[1:]]
        os.execve(sys.executable, words, {**os.environ, "PYTHONHASHSEED": "0"})
    main()

"""What a ruling costs: as a process, as a ratio to `python -c "import click"`, and within one.

    python benchmarks/referee.py [--runs 25]

Each command is timed in turn with its yardstick as a whole process, from spawn to exit, by the time
that the processor spends on it; a figure is the least of the runs, which others at work on the
machine disturb least. Exits 1 where a bound is missed.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from startup import SCOREKEEPER, YARDSTICK, environment

from scorekeeper.game.session_settings import agree
from scorekeeper.referee.melds import best_melds
from scorekeeper.referee.question_context import Case, table_case
from scorekeeper.referee.trick_rules import possible_rules
from scorekeeper.referee.tricks import legal, winner
from scorekeeper.rules.cards import Card
from scorekeeper.store import ruleset_library as library

COMMANDS = {
    "trick": "trick KH 2S 7H --rules bismarck-swedish --contract sang",
    "legal": "legal --rules bizon --trump spades --trick 9H QH KH JS",
    "melds": "melds JS QS KS 7H 8H 9H --rules bien --trump spades",
}
MOST, TRICKS, MELDS = 1.8, 100_000, 1.0


def cost(command: list[str], home: Path) -> float:
    """The processor's seconds for one run of a command."""
    process = subprocess.Popen(command, env=environment(home), stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{' '.join(command)} failed")
    return used.ru_utime + used.ru_stime


def start_up(runs: int) -> bool:
    """Every command against its yardstick, run in turn with it."""
    commands = {
        name: [str(SCOREKEEPER), "referee", *line.split()] for name, line in COMMANDS.items()
    }
    times: dict[str, list[float]] = {name: [] for name in ("", *commands)}
    with tempfile.TemporaryDirectory() as home:
        for _ in range(runs):
            times[""].append(cost(YARDSTICK, Path(home)))
            for name, command in commands.items():
                times[name].append(cost(command, Path(home)))
    least = min(times[""])
    print(f"import click       {least * 1000:7.1f} ms  1.00")
    for name in commands:
        print(
            f"referee {name:<10} {min(times[name]) * 1000:7.1f} ms  {min(times[name]) / least:.2f}  (at most {MOST})"
        )
    return all(min(times[name]) / least <= MOST for name in commands)


def table(game: str, names: str, trump: str) -> Case:
    """A table of this game with these trumps."""
    agreed = agree(library.load_ruleset(game), names.split())
    return table_case(agreed, True, 0)._replace(trump=trump)


def dealt(case: Case, number: int, size: int) -> list[list[Card]]:
    """So many random handfuls of cards, the same in every run."""
    chance, pack = random.Random(4), [*case.pack.cards.values()]
    return [chance.sample(pack, size) for _ in range(number)]


def in_process() -> bool:
    """Rulings a second, and the time for the best melds of a hand."""
    case = table("bien", "Ann Bob Cal Dee", "spades")
    (rules,) = possible_rules(case)
    tricks, hands = dealt(case, 100_000, 4), dealt(case, 20_000, 8)
    begin = time.perf_counter()
    for trick in tricks:
        winner(rules, trick)
    rate = len(tricks) / (time.perf_counter() - begin)
    begin = time.perf_counter()
    for hand, trick in zip(hands, tricks, strict=False):
        legal(rules, hand, trick[:3])
    plays = len(hands) / (time.perf_counter() - begin)
    melds = case.referee.melds
    assert melds is not None
    spent = []
    for hand in hands:
        begin = time.perf_counter()
        best_melds(melds, case.pack, hand, "spades")
        spent.append(time.perf_counter() - begin)
    middle = sorted(spent)[len(spent) // 2] * 1000
    print(f"trick rulings      {rate:10,.0f} a second  (at least {TRICKS:,})")
    print(f"legal plays        {plays:10,.0f} a second")
    print(f"best melds         {middle:10.3f} ms a hand  (at most {MELDS})")
    return rate >= TRICKS and middle <= MELDS


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--runs", type=int, default=25)
    runs = options.parse_args().runs
    return 0 if start_up(runs) & in_process() else 1


if __name__ == "__main__":
    sys.exit(main())

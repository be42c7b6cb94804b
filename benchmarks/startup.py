"""What a command costs, as a ratio to `python -c "import click"` measured in the same run.

    python benchmarks/startup.py [--runs 25]

Ratios carry over from machine to machine, milliseconds do not. Every command is timed in turn with
its yardstick, as a whole process from spawn to exit, in a throw-away home; a figure is the median
of the pairs. The console script is the one beside the Python that runs this. Exits 1 where a
bound is missed.
"""

from __future__ import annotations

import argparse
import os
import pty
import random
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from scorekeeper.game.log import Entry
from scorekeeper.game.session_settings import agree
from scorekeeper.game.standing import standing
from scorekeeper.record.log_text import entry_text
from scorekeeper.store.ruleset_library import load_ruleset

HERE = Path(__file__).parent
SCOREKEEPER = Path(sys.executable).parent / "scorekeeper"
YARDSTICK = [sys.executable, "-c", "import click"]
PLAYERS = ["Anna", "Björn", "Cleo"]
GAME, ENDLESS = "bismarck-swedish", "endless"
CONTRACTS = ["spader", "sang", "pass", "trumf"]
DEALS = 12
READERS = {
    "next": "next",
    "sheet": "sheet --format csv",
    "check": "check",
    "referee": "referee trick KH 2S AH --contract plus",
    "play": "play",
}
QUIET = 0.4  # seconds without a word: what was printed last is a prompt that waits
PATIENCE = 20.0


class Row(NamedTuple):
    """A line of the table: what was measured, the figure, the bound (None: for information)."""

    what: str
    figure: float
    bound: float | None
    most: bool
    note: str

    @property
    def missed(self) -> bool:
        return self.bound is not None and (
            self.figure > self.bound if self.most else self.figure < self.bound
        )


# --- a throw-away home ---------------------------------------------------------------------------


def environment(home: Path) -> dict[str, str]:
    """The caller's environment with another home, and nothing that changes how Python starts."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "SCOREKEEPER"))
    }
    return {**kept, "SCOREKEEPER_HOME": str(home), "XDG_CACHE_HOME": str(caches(home))}


def caches(home: Path) -> Path:
    """Where what can be made again is kept for a home."""
    return home.with_name(f"{home.name}.cache")


def fresh_home(folder: Path, name: str) -> Path:
    """An empty home that knows the game without an end."""
    home = folder / name
    (home / "rulesets").mkdir(parents=True)
    shutil.copy(HERE / "endless.toml", home / "rulesets" / f"{ENDLESS}.toml")
    return home


def run(home: Path, *words: str, **settings: str) -> None:
    """Runs the program; a refusal ends the measuring, with what it said."""
    command = [str(SCOREKEEPER), *words]
    done = subprocess.run(
        command, env=environment(home) | settings, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"scorekeeper {' '.join(words)} answered {done.returncode}\n{done.stderr}")


def begin(home: Path, game: str, name: str, **settings: str) -> None:
    """Begins a session and makes it the current one."""
    run(home, "new", game, *PLAYERS, "--name", name, **settings)


def tricks(number: int) -> str:
    """Some possible result, another for each deal."""
    first, second = 3 + number % 5, 4 + number % 4
    return f"tricks={first},{second},{16 - first - second}"


def facts(number: int) -> list[str]:
    """What is typed for a deal of a whole game: every declarer picks each contract once."""
    return [f"contract={CONTRACTS[(number - 1) // len(PLAYERS)]}", tricks(number)]


def with_deals(home: Path, count: int) -> Path:
    """A session without an end with so many deals, brought in through `import`; gives its file."""
    name = f"deals-{count}"
    begin(home, ENDLESS, name)
    sheet = home / f"{name}.csv"
    rows = [f'plus,"{tricks(number).partition("=")[2]}"' for number in range(1, count + 1)]
    sheet.write_text("\n".join(["contract,tricks", *rows]), encoding="utf-8")
    run(home, "import", str(sheet))
    return home / "sessions" / f"{name}.toml"


# --- timing --------------------------------------------------------------------------------------


def seconds_of(words: Sequence[str], home: Path, **settings: str) -> float:
    """The time of a whole process, from spawn to exit, with these settings in its environment."""
    env = environment(home) | settings
    begun = time.perf_counter()
    done = subprocess.run(
        words, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
    )
    taken = time.perf_counter() - begun
    if done.returncode:
        sys.exit(
            f"{' '.join(words)} answered {done.returncode}\n{done.stderr.decode(errors='replace')}"
        )
    return taken


def seconds_to_answer(words: Sequence[str], home: Path, **settings: str) -> float:
    """The time of a process from spawn until what it prints has begun to come."""
    env = environment(home) | settings
    begun = time.perf_counter()
    with subprocess.Popen(
        words, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as command:
        assert command.stdout is not None
        said = command.stdout.read(1)
        taken = time.perf_counter() - begun
        command.stdout.read()
    if command.returncode or not said:
        sys.exit(f"{' '.join(words)} answered {command.returncode}")
    return taken


def seconds_to_prompt(words: Sequence[str], home: Path) -> float:
    """The time from spawn to the prompt, in a pseudo-terminal: the last thing printed before
    quiet."""
    env = {**environment(home), "TERM": "xterm", "COLUMNS": "80", "LINES": "40"}
    begun = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(words[0], list(words), env)
    printed, last = b"", begun
    try:
        while select.select([terminal], [], [], QUIET if printed else PATIENCE)[0]:
            printed += os.read(terminal, 65536)
            last = time.perf_counter()
    except OSError:  # the program ended: that is how a terminal says so
        sys.exit(f"{' '.join(words)} ended without a prompt\n{printed.decode(errors='replace')}")
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)
    if not printed or printed.endswith(b"\n"):
        sys.exit(f"{' '.join(words)} shows no prompt\n{printed.decode(errors='replace')}")
    return last - begun


def seconds_of_play(home: Path, *options: str) -> float:
    """The time until the live table asks for a deal."""
    taken = seconds_to_prompt([str(SCOREKEEPER), "play", *options], home)
    # waiting for quiet lets the machine doze; this wakes it for the other of the pair
    seconds_of(YARDSTICK, home)
    return taken


def seconds_of_words(words: str, home: Path, *options: str) -> float:
    """The time of a command of ours; of the live table until it asks."""
    if words == "play":
        return seconds_of_play(home, *options)
    return seconds_of([str(SCOREKEEPER), *words.split(), *options], home)


def ratio(one: Callable[[], float], other: Callable[[], float], runs: int) -> tuple[float, float]:
    """The median of the ratios of `one` to `other`, timed in turn; and the median seconds of
    `one`."""
    one(), other()  # the first of each reads cold files
    pairs = [(one(), other()) for _ in range(runs)]
    return median(a / b for a, b in pairs), median(a for a, _ in pairs)


# --- what is measured ----------------------------------------------------------------------------


def against_click(
    what: str, home: Path, timed: Callable[[], float], runs: int, bound: float | None
) -> Row:
    """A command against the yardstick."""
    figure, seconds = ratio(timed, lambda: seconds_of(YARDSTICK, home), runs)
    return Row(what, figure, bound, True, f"{seconds * 1000:.0f} ms")


def recording(folder: Path, runs: int) -> Row:
    """Recording a deal in a folder."""
    home = fresh_home(folder, "recording")
    return against_click("deal, on disk", home, deal_after_deal(home), runs, 1.6)


def deal_after_deal(
    home: Path, timed: Callable[..., float] = seconds_of, **settings: str
) -> Callable[[], float]:
    """What records a deal of a whole game after another, a new session after the last, and gives
    how long that took."""
    recorded = 0

    def one() -> float:
        nonlocal recorded
        if recorded % DEALS == 0:
            begin(home, GAME, f"evening-{home.name}-{recorded // DEALS}", **settings)
        recorded += 1
        command = [str(SCOREKEEPER), "deal", *facts((recorded - 1) % DEALS + 1)]
        return timed(command, home, **settings)

    return one


def reading(folder: Path, runs: int) -> list[Row]:
    """The commands that show something, on a whole game."""
    home = fresh_home(folder, "reading")
    begin(home, GAME, "evening")
    for number in range(1, DEALS):
        run(home, "deal", *facts(number))

    def row(what: str, bound: float | None) -> Row:
        command = [str(SCOREKEEPER), *what.split()]
        return against_click(what, home, lambda: seconds_of(command, home), runs, bound)

    return [
        row("sheet", 2.0),
        against_click("play, to its prompt", home, lambda: seconds_of_play(home), runs, 2.5),
        row("next", None),
        row("rules list", None),
    ]


def long_session(folder: Path, runs: int) -> Row:
    """Recording the 1,000th deal of a session against the 10th; each file is put back after."""
    home = fresh_home(folder, "long")
    files = {count: with_deals(home, count) for count in (9, 999)}
    before = {count: file.read_bytes() for count, file in files.items()}

    def recorded(count: int) -> float:
        files[count].write_bytes(before[count])
        return seconds_of(
            [str(SCOREKEEPER), "deal", "-s", files[count].stem, "minus", tricks(count)], home
        )

    figure, seconds = ratio(lambda: recorded(999), lambda: recorded(9), runs)
    return Row("1,000th deal to 10th", figure, 1.5, True, f"{seconds * 1000:.0f} ms")


def evenings(count: int) -> list[list[tuple[str, tuple[int, int, int]]]]:
    """Whole games of chance results: the order of contracts each declarer picks, and the tricks."""
    chance, games = random.Random(12), []
    for _ in range(count):
        picks = [chance.sample(CONTRACTS, len(CONTRACTS)) for _ in PLAYERS]
        deals = []
        for number in range(DEALS):
            low, high = sorted(chance.randrange(17) for _ in range(2))
            contract = picks[number % len(PLAYERS)][number // len(PLAYERS)]
            deals.append((contract, (low, high - low, 16 - high)))
        games.append(deals)
    return games


def scoring() -> list[Row]:
    """Deals scored in a second, in this process: whole games, from facts to totals and the end;
    and what that takes against the standard reader of TOML, which in turn reads the same deals
    as they are written down."""

    agreed = agree(load_ruleset(GAME), PLAYERS)

    def entry(number: int, contract: str, counts: tuple[int, int, int]) -> Entry:
        return Entry("deal", number, "", {"contract": contract, "tricks": counts})

    games = [
        [entry(number, *deal) for number, deal in enumerate(deals, 1)] for deals in evenings(500)
    ]
    texts = ["".join(map(entry_text, entries)) for entries in games]
    for entries in games:
        scored = standing(agreed, entries)
        if scored.problems or not scored.state.over:
            sys.exit(f"a game of the benchmark was refused: {scored.problems}")

    def seconds(work: Callable[[], object]) -> float:
        begun = time.perf_counter()
        work()
        return time.perf_counter() - begun

    pairs = [
        (
            seconds(lambda: [standing(agreed, entries) for entries in games]),
            seconds(lambda: [tomllib.loads(text) for text in texts]),
        )
        for _ in range(7)
    ]
    rate = median(len(games) * DEALS / own for own, _ in pairs)
    return [
        Row("deals scored a second", rate, 50_000, False, f"{len(games)} games of {DEALS}"),
        Row(
            "scoring : TOML's reader",
            median(own / read for own, read in pairs),
            None,
            True,
            "the same deals",
        ),
    ]


# --- the table -----------------------------------------------------------------------------------


def line(row: Row) -> str:
    """A row as it is printed."""
    figure = f"{row.figure:.2f}×" if row.most else f"{row.figure:,.0f}"
    if row.bound is None:
        return f"{row.what:<40}{figure:>10}  {'':<18}{'':<8}{row.note}"
    bound = f"at most {row.bound:g}×" if row.most else f"at least {row.bound:,.0f}"
    return (
        f"{row.what:<40}{figure:>10}  {bound:<18}{'MISSED' if row.missed else 'well':<8}{row.note}"
    )


def main() -> int:
    """Measures everything, prints the table; 1 where a bound is missed."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--runs", type=int, default=25, help="pairs to a figure (default: 25)")
    runs: int = reader.parse_args().runs
    if not SCOREKEEPER.is_file():
        sys.exit(
            f"there is no {SCOREKEEPER}: install the project into this Python's environment first"
        )
    rows = []
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as name:
        folder = Path(name)
        rows += [
            recording(folder, runs),
            *reading(folder, runs),
            long_session(folder, runs),
            *scoring(),
        ]
    print(
        f"1.00× = python -c 'import click'; Python {sys.version.split()[0]}, medians of {runs} pairs"
    )
    for row in rows:
        print(line(row))
    return 1 if any(row.missed for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())

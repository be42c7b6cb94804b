"""What `outlook` costs in every shipped game, as a ratio to `python -c "import click"` of the same
run.

    python benchmarks/outlook.py [--seed 1] [--runs 5] [GAME …]

Every game is played with results by chance, for each number of players that it allows, and
looked at before the first deal, after one, in the middle, before the last two, before the last
and after it: the outlook, and what each side needs. The worst of these moments is then timed as
a whole process, from spawn to exit, in turn with its yardstick; a figure is the median. Exits 1
where one is above a second.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from startup import SCOREKEEPER, YARDSTICK, ratio, seconds_of

from scorekeeper.base.random_draws import RandomSource, one_of
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.log import Entry
from scorekeeper.game.schedule import deals_per_game, turn
from scorekeeper.game.session_settings import Agreed, agree
from scorekeeper.game.standing import Standing, after, standing
from scorekeeper.proof.deal_enumeration import random_entry
from scorekeeper.proof.possible_results import Possible
from scorekeeper.proof.situations import Situation
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.session_head import head_text, new_head
from scorekeeper.report.outlook_sheet import outlook_sheet
from scorekeeper.store.ruleset_library import load_ruleset_file

RULESETS = Path(__file__).parent.parent / "rulesets"
NAMES = ["Anna", "Björn", "Cleo", "David", "Eva", "Fred", "Gun", "Hans"]
ENDLESS = 9  # deals played of a game that only a score ends


class Worst(NamedTuple):
    """The moment of a game that takes longest: seconds in this process, the deals played, who is
    asked about."""

    seconds: float
    played: tuple[Entry, ...]
    asked: int | None


class Row(NamedTuple):
    """A line of the table."""

    game: str
    players: int
    moment: str
    figure: float
    seconds: float


# --- games by chance -----------------------------------------------------------------------------


def evening(agreed: Agreed, chance: RandomSource) -> list[tuple[tuple[Entry, ...], Standing]]:
    """A whole game by chance, as it stands before each deal and after the last."""
    now, entries = standing(agreed, []), list[Entry]()
    order = Possible(agreed.rules).order
    course = [(tuple(entries), now)]
    while not now.state.over and len(entries) < (deals_per_game(agreed) or ENDLESS):
        facts = None
        while facts is None:
            contract, chance = one_of(chance, turn(agreed, now.state).contracts or (None,))
            drawn, chance = random_entry(Situation(agreed, now.state, contract), order, chance)
            verdict = judged(agreed, now.state, drawn)
            facts = drawn if verdict.scored else None
        assert verdict.scored is not None
        entries.append(Entry("deal", len(entries) + 1, "2026-01-01T20:00:00", facts))
        state = after(agreed, now.state, verdict.scored)
        now = now._replace(state=state, deals=(*now.deals, verdict.scored))
        course.append((tuple(entries), now))
    return course


def moments(length: int) -> list[int]:
    """How many deals have been played when it is looked at."""
    return sorted(
        {place for place in (0, 1, length // 2, length - 2, length - 1, length) if place >= 0}
    )


def worst(agreed: Agreed, seed: int) -> Worst:
    """The moment of one game that takes longest."""
    course = evening(agreed, RandomSource(seed))
    found = []
    for place in moments(len(course) - 1):
        entries, now = course[place]
        for asked in (None, *range(len(agreed.sides))):
            begun = time.perf_counter()
            outlook_sheet(now, asked)
            found.append(Worst(time.perf_counter() - begun, entries, asked))
    return max(found, key=lambda one: one.seconds)


# --- as a whole process --------------------------------------------------------------------------


def timed(home: Path, agreed: Agreed, moment: Worst, runs: int) -> tuple[float, float]:
    """The command at that moment: the median of its ratios to the yardstick, and its median
    seconds."""
    folder = home / "sessions"
    folder.mkdir(exist_ok=True)
    head = head_text(new_head(agreed, "evening", "2026-01-01T20:00:00"))
    (folder / "evening.toml").write_text(
        head + "".join(map(entry_text, moment.played)), encoding="utf-8"
    )
    who = [] if moment.asked is None else ["--for", agreed.players[agreed.sides[moment.asked][0]]]
    command = [str(SCOREKEEPER), "outlook", "-s", "evening", *who]
    return ratio(lambda: seconds_of(command, home), lambda: seconds_of(YARDSTICK, home), runs)


def rows(home: Path, files: list[Path], seed: int, runs: int) -> Iterator[Row]:
    """A row for every game and number of players."""
    for file in files:
        rules = load_ruleset_file(str(file))
        for players in rules.players:
            agreed = agree(rules, NAMES[:players])
            moment = worst(agreed, seed)
            figure, seconds = timed(home, agreed, moment, runs)
            who = "" if moment.asked is None else f", --for {agreed.side_names[moment.asked]}"
            yield Row(file.stem, players, f"after {len(moment.played)}{who}", figure, seconds)


def main() -> int:
    """Measures every game and prints the table; 1 where one takes more than a second."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument(
        "games", nargs="*", metavar="GAME", help="only these (default: every shipped game)"
    )
    reader.add_argument(
        "--seed", type=int, default=1, help="another seed, other results (default: 1)"
    )
    reader.add_argument("--runs", type=int, default=5, help="pairs to a figure (default: 5)")
    asked = reader.parse_args()
    files = sorted([*RULESETS.glob("*.toml"), *(RULESETS / "more").glob("*.toml")])
    files = [file for file in files if not asked.games or file.stem in asked.games]
    print(
        f"1.00× = python -c 'import click'; Python {sys.version.split()[0]}, medians of {asked.runs} pairs"
    )
    print(f"{'game':<26}{'players':>7}  {'worst moment':<38}{'figure':>8}{'seconds':>9}")
    slow = False
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as name:
        for row in rows(Path(name), files, asked.seed, asked.runs):
            slow = slow or row.seconds > 1
            print(
                f"{row.game:<26}{row.players:>7}  {row.moment:<38}{row.figure:>7.1f}×{row.seconds:>9.2f}",
                flush=True,
            )
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())

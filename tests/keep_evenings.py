"""Keeps an evening of every game for ever: the session file as this program writes it, and the
sheet it prints.

    python -m tests.keep_evenings        adds the evenings of games that have none in `tests/old/`

Run it by hand when there is a new game or a new format. What is kept is never written anew: if a
program of later days scores it otherwise, that program is wrong.
"""

from __future__ import annotations

import csv
import io
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from terminal import Person

from scorekeeper.record.session_head import FORMAT, read_session_log
from scorekeeper.rules.casebook import casebook
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.store import ruleset_library as library

KEPT = Path(__file__).parent / "old" / str(FORMAT)
NAMES = ["Åsa", "Björn", "Chloé", "Đorđe", "Éva", "Ömer", "Ægir", "Żaneta"]
DEALS, ROUNDS = 8, 4
SESSION = "evening"


def main() -> None:
    """An evening of each game that has none."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for game in sorted(games()):
            if not (KEPT / f"{game}.toml").exists():
                keep(game, Path(folder) / game)


def games() -> Iterator[str]:
    """The games that are shipped."""
    with tempfile.TemporaryDirectory() as folder:
        yield from (row["id"] for row in Person(Path(folder)).reads("rules list"))


def keep(game: str, folder: Path) -> None:
    """Plays an evening of a game and keeps the file and the sheet."""
    rules = library.load_ruleset(game)
    seats, lines = example(rules)
    trial = begun(game, seats, folder / "trial")
    typed = [line for line in lines * ROUNDS if dealt(trial, line)][:DEALS]
    facts = [entry.facts for entry in read_session_log(trial.file(SESSION)).entries][:DEALS]
    somebody, half = begun(game, seats, folder / "kept"), (len(typed) + 1) // 2
    for line in typed[:half]:
        assert dealt(somebody, line), line
    bring_in(somebody, facts[half:], folder)
    corrected(somebody, facts)
    (KEPT / f"{game}.toml").write_bytes(somebody.file(SESSION))
    said = somebody.types("sheet", "--format", "json", "--session", str(KEPT / f"{game}.toml"))
    (KEPT / f"{game}.sheet.json").write_text(said.out, encoding="utf-8")


def example(rules: Ruleset) -> tuple[int, list[str]]:
    """The rules' own longest example: how many play, and its deals typed with our players'
    names."""
    longest = max(casebook(rules).examples, key=lambda one: len(one.get("deal", ())))
    players = longest["players"]
    names = {re.escape(name): NAMES[seat] for seat, name in enumerate(players)}
    of_name = re.compile(rf"\b({'|'.join(names)})\b")
    return len(players), [
        of_name.sub(lambda m: names[re.escape(m[1])], deal["enter"]) for deal in longest["deal"]
    ]


def begun(game: str, seats: int, home: Path) -> Person:
    somebody = Person(home)
    said = somebody.types("new", game, *NAMES[:seats], "--name", SESSION)
    assert said.code == 0, said.err
    return somebody


def dealt(somebody: Person, line: str) -> bool:
    return somebody.types("deal", *line.split()).code == 0


def bring_in(somebody: Person, rows: list[Mapping[str, Any]], folder: Path) -> None:
    """Records the rest of the evening as one batch, from a sheet; by hand where a sheet cannot
    say it."""
    if not rows:
        return
    columns = list(dict.fromkeys(name for row in rows for name in row))
    sheet = io.StringIO()
    writer = csv.writer(sheet)
    writer.writerow(columns)
    writer.writerows([[cell(row.get(name, "")) for name in columns] for row in rows])
    (folder / "sheet.csv").write_text(sheet.getvalue(), encoding="utf-8")
    said = somebody.types("import", str(folder / "sheet.csv"), "--yes")
    assert said.code == 0, said.err


def cell(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def corrected(somebody: Person, facts: list[Mapping[str, Any]]) -> None:
    """A correction that stands, then one that is taken back, restored, and taken back again;
    where only one can be, it is taken back and restored."""
    ways = [(number, words) for number, deal in enumerate(facts, 1) for words in others(deal)]
    done = next(way for way in ways if amended(somebody, *way))
    more = next((way for way in ways if way != done and amended(somebody, *way)), None)
    for line in ("undo", "redo", *(["undo"] if more else ())):
        somebody.does(line)


def amended(somebody: Person, number: int, words: str) -> bool:
    return (
        somebody.types("amend", str(number), words, "--why", "en hög räknades fel – «désolé»").code
        == 0
    )


def others(facts: Mapping[str, Any]) -> Iterator[str]:
    """A deal with one thing different: a list of numbers or cards turned round, or a number that is
    one less, or five where it goes by fives."""
    for name, value in facts.items():
        if type(value) is int and value:
            yield from (f"{name}={value - step}" for step in (1, 5))
        turned = (
            (value[turn:] + value[:turn] for turn in range(1, len(value)))
            if isinstance(value, list)
            else ()
        )
        yield from (f"{name}={cell(one)}" for one in turned if one != value)


if __name__ == "__main__":
    main()

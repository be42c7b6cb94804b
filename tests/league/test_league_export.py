"""`league --export`: the rows of the league in a file for other programs."""

from __future__ import annotations

import csv
import importlib.util
import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from random import Random

import pages
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_evenings import made_league
from terminal import Person
from test_league import NAMES, somebody_after

from scorekeeper.league import league_rows as queries
from scorekeeper.league.league_rows import TABLES, columns_of, rows_of, together
from scorekeeper.league.standings import WON, EveningFilter
from scorekeeper.store.league_files import parquet_bytes

PAGE = (pages.ROOT / "docs/files.md").read_text(encoding="utf-8")
with_parquet = pytest.mark.skipif(
    importlib.util.find_spec("pyarrow") is None,
    reason="no Parquet is written here: pip install 'tablescore[duckdb]'",
)


def standings_of(file: Path) -> Mapping[str, tuple[object, ...]]:
    """What a file of SQLite answers: by player evenings, wins, shared wins, deals and points, as far
    as it says who won."""
    with closing(sqlite3.connect(file)) as engine:
        found = engine.execute(queries.STANDINGS, queries.parameters(EveningFilter(early=WON)))
        return {player: tuple(numbers[:5]) for _, player, *numbers in found}


def test_the_file_answers_as_the_league_does(tmp_path: Path) -> None:
    """Asked in SQL, the file of SQLite has the standings that `league` shows, a person under the
    name that they count as, and a copy of a session once."""
    somebody = somebody_after(
        tmp_path,
        ("one", NAMES[:3], ("spader 8 4 4", "sang 8 4 4")),
        ("two", ("Anne", "Björn", "Cleo"), ("pass 4 6 6",)),
    )
    somebody.does("people merge Anna Anne")
    for name in ("one", "two"):
        somebody.does(f"finish -s {name}")
    (tmp_path / "sessions" / "one (copy).toml").write_bytes(somebody.file("one"))
    file = tmp_path / "season.sqlite"
    said = somebody.types("league", "--export", str(file), "--early", "won")
    assert (said.code, said.out) == (0, f"2 evenings written into {file}\n")
    rows = somebody.reads("league --early won")["games"]["bismarck-swedish"]["players"]
    shown = {
        row["player"]: tuple(
            row[name] for name in ("evenings", "wins", "shared", "deals", "points")
        )
        for row in rows
    }
    assert standings_of(file) == shown
    assert shown["Anna"][0] == 2


def test_a_cell_of_csv_is_no_formula(tmp_path: Path) -> None:
    """A name that a spreadsheet would take for a formula is text, and yes and no are words that
    every program reads."""
    somebody = somebody_after(tmp_path, ("eve", ("=1+1", "Björn", "Cleo"), ("spader 8 4 4",)))
    file = tmp_path / "season.CSV"
    somebody.types("league", "--export", str(file))
    with file.open(encoding="utf-8", newline="") as lines:
        first, *_ = csv.DictReader(lines)
    assert list(first) == list(columns_of("players"))
    assert (first["player"], first["seated"], first["finished"], first["place"]) == (
        "'=1+1", "true", "false", "",
    )  # fmt: skip


@pytest.mark.parametrize("is_link", [False, True])
def test_no_file_is_written_over(tmp_path: Path, is_link: bool) -> None:
    """A file that is there, or that a link of this name leads to, stays as it is."""
    somebody = somebody_after(tmp_path, ("eve", NAMES[:3], ("spader 8 4 4",)))
    there, file = tmp_path / "there.csv", tmp_path / "season.csv"
    there.write_text("mine", encoding="utf-8")
    if is_link:
        file.symlink_to(there)
    else:
        there.rename(file)
    said = somebody.types("league", "--export", str(file), "--format", "text")
    assert said.code == 1
    assert "there is already a file" in said.err
    assert file.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    "words",
    ["--export season.xls", "--export season", "--export a.csv --full", "--export a.csv --ratings"],
)
def test_a_wrong_wish_is_told_before_anything_is_written(tmp_path: Path, words: str) -> None:
    """An ending that says no kind, and pages beside the rows, are wrong usage."""
    somebody = somebody_after(tmp_path, ("eve", NAMES[:3], ("spader 8 4 4",)))
    assert somebody.types("league", *words.split()).code == 2
    assert not [*Path().glob("season*")]


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    """The machine's own reason is said, with exit code 3."""
    somebody = somebody_after(tmp_path, ("eve", NAMES[:3], ("spader 8 4 4",)))
    said = somebody.types("league", "--export", str(tmp_path / "nowhere" / "a.csv"))
    assert (said.code, "No such file" in said.err) == (3, True)


def test_nothing_to_count_is_no_file(tmp_path: Path) -> None:
    """Where no evening counts nothing is written, and it is said why."""
    somebody = Person(tmp_path)
    assert somebody.types("league", "--export", str(tmp_path / "a.csv")).code == 1
    assert not (tmp_path / "a.csv").exists()


@pytest.mark.parametrize("table", TABLES)
def test_the_page_names_every_column(table: str) -> None:
    """Each table has a heading on the page, and below it every one of its columns."""
    part = PAGE.partition(f"\n### {table}\n")[2].partition("\n### ")[0]
    told = [name for line in part.splitlines() if line.startswith("| `") for name in re.findall("`([a-z_]+)`", line.split("|")[1])]  # fmt: skip
    assert sorted(told) == sorted(columns_of(table))


@with_parquet
@given(st.integers(0, 2**32).map(Random))
def test_a_file_of_columns_holds_the_rows(chance: Random) -> None:
    """Every row of the players comes back as it was, with what they declared."""
    import pyarrow
    from pyarrow import parquet

    rows = together(rows_of(name, one) for name, one in made_league(chance))
    read = parquet.read_table(pyarrow.BufferReader(parquet_bytes(rows)))
    assert read.column_names == [*columns_of("players"), "declared"]
    back = read.to_pylist()
    assert [{**one, "day": str(one["day"])} for one in back] == [
        {**row._asdict(), "declared": declared}
        for row, declared in zip(rows.players, (one["declared"] for one in back), strict=True)
    ]
    declared = [
        (one["session"], one["number"], made["contract"], made["deals"], made["points"])
        for one in back
        for made in one["declared"]
    ]
    assert sorted(declared) == sorted(
        (one.session, one.number, one.contract, one.deals, one.points) for one in rows.declared
    )


@with_parquet
def test_a_league_without_players_rows_is_a_file_too() -> None:
    """A day that is none is an empty cell, and rows without what anybody declared have none."""
    import pyarrow
    from pyarrow import parquet

    ((name, one), *_) = made_league(Random(1))
    odd = together([rows_of(name, one._replace(day="soon", declared={}))])
    back = parquet.read_table(pyarrow.BufferReader(parquet_bytes(odd))).to_pylist()
    assert {(row["day"], *row["declared"]) for row in back} == {(None,)}

"""Old evenings: files that were kept when they were written, by `python -m tests.keep_evenings`,
are scored for ever as they were then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import RULESETS
from terminal import Person

from scorekeeper.record.session_head import FORMAT, read_session_log
from scorekeeper.render.report_formats import json_text

OLD = Path(__file__).parent.parent / "old"
NEWER = OLD / "newer" / "evening.toml"
EVENINGS = sorted(path for path in OLD.glob("*/*.toml") if path != NEWER)
# Keys that the sheet has had since evenings were kept in this format: nobody rested in them.
ADDED = {"1": {"resting", "seats"}, "2": set[str]()}
NUMBERS = [f"{path.parent.name}-{path.stem}" for path in EVENINGS]


def without(keys: set[str], value: Any) -> Any:
    """A JSON value without these keys, wherever they stand."""
    if isinstance(value, dict):
        return {key: without(keys, inner) for key, inner in value.items() if key not in keys}
    return [without(keys, inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("evening", EVENINGS, ids=NUMBERS)
def test_an_old_evening_is_scored_as_it_was(tmp_path: Path, evening: Path) -> None:
    """The sheet is byte for byte the one that was printed when the file was kept, but for keys that
    programs read since then, and every check of it holds."""
    somebody, before = Person(tmp_path / "home"), evening.read_bytes()
    said = somebody.types("sheet", "--format", "json", "--session", str(evening))
    assert (said.code, said.err) == (0, "")
    kept = evening.with_name(f"{evening.stem}.sheet.json").read_bytes()
    assert f"{json_text(without(ADDED[evening.parent.name], said.json))}\n".encode() == kept
    assert all(check["holds"] for check in said.json["checks"])
    checked = somebody.types("check", str(evening))
    assert (checked.code, checked.out, checked.err) == (0, "", "")
    assert evening.read_bytes() == before


@pytest.mark.parametrize("evening", EVENINGS, ids=NUMBERS)
def test_an_old_evening_has_what_an_evening_has(evening: Path) -> None:
    """Each holds deals, a correction, an undo and a redo, and names that are not plain letters."""
    journal = read_session_log(evening.read_bytes())
    assert {entry.what for entry in journal.entries} == {"deal", "amend", "undo", "redo"}
    assert not "".join(journal.head["people"]).isascii()
    assert journal.cut == ""


@pytest.mark.parametrize("evening", EVENINGS, ids=NUMBERS)
def test_an_old_evening_can_be_corrected(tmp_path: Path, evening: Path) -> None:
    """A program of today records in a file of then: it takes the last entry back, and restores
    it."""
    somebody = Person(tmp_path / "home")
    mine = tmp_path / evening.name
    mine.write_bytes(evening.read_bytes())
    for command in ("undo", "redo", "undo"):
        assert somebody.types(command, "--session", str(mine)).code == 0
    assert somebody.types("check", str(mine)).code == 0
    assert mine.read_bytes().startswith(evening.read_bytes())


def test_every_game_has_an_old_evening() -> None:
    """Each game that is shipped has one in the format of today."""
    games = {path.stem for path in RULESETS.glob("*.toml")} | {
        path.stem for path in RULESETS.glob("more/*.toml")
    }
    assert {path.stem for path in EVENINGS if path.parent.name == str(FORMAT)} == games


@pytest.mark.parametrize(
    "words",
    [
        ("sheet",),
        ("log",),
        ("check",),
        ("check", "--repair"),
        ("deal", "Åsa", "20", "0"),
        ("undo",),
    ],
    ids=" ".join,
)
def test_an_evening_of_a_newer_program_is_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Whatever is asked of a file of a newer format, the file stays as it is and the way on is
    said."""
    mine = tmp_path / "evening.toml"
    mine.write_bytes(NEWER.read_bytes())
    said = Person(tmp_path / "home").types(*words, "--session", str(mine), "--format", "json")
    assert (said.code, said.out, said.codes) == (1, "", ["session-newer"])
    assert said.problems[0]["hint"] == "install a newer scorekeeper; nothing was changed"
    assert mine.read_bytes() == NEWER.read_bytes()
    assert [path.name for path in tmp_path.iterdir() if path.name != "home"] == ["evening.toml"]

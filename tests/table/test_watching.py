"""`rules check --watch`: a report at every saving, until Ctrl-C."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest
from test_play import PROGRAM, environment, listening
from work import PATIENCE

from scorekeeper.cli.rules_check import GONE, as_reported, saving
from scorekeeper.store.small_home_files import Look, saved_versions

PAGE = """name = "Three"
source = "house"
players = 3
pack = "french-52"
hand = 16
talon = 4
[count.tricks]
total = 16
[[outcome]]
points = "tricks"
"""
FAULTY = PAGE.replace("hand = 16", "hand = 17")


def seen(text: str | None, when: int = 1) -> dict[str, tuple[int, bytes] | None]:
    """A look at a file that was saved so at some time."""
    return {"page": None if text is None else (when, text.encode())}


def test_a_saving_is_reported_once_it_is_whole() -> None:
    """An editor that empties the file and then writes it saves once: what two looks one after the
    other show is there to stay."""
    looks = [seen("a"), seen("", 2), seen("b", 3), seen("bc", 3), seen("bc", 3), seen("d", 4)]
    assert saving(seen("a"), looks) == seen("bc", 3)


def test_what_is_saved_unchanged_or_in_the_same_second_is_a_saving_too() -> None:
    """A disk may count in seconds: what the file holds tells then; and the same text at another
    time was saved."""
    assert saving(seen("a"), [seen("b"), seen("b")]) == seen("b")
    assert saving(seen("a"), [seen("a", 2), seen("a", 2)]) == seen("a", 2)


def test_a_file_that_is_gone_for_a_moment_is_being_replaced() -> None:
    """It is reported as it comes back, and as gone only when it does not."""
    gone = [seen(None)] * (GONE - 1)
    assert saving(seen("a"), [*gone, seen("b", 2), seen("b", 2)]) == seen("b", 2)
    assert saving(seen("a"), [*gone, seen(None), seen("b", 2), seen("b", 2)]) == seen(None)
    assert saving(seen(None), [*gone, *gone, seen("a"), seen("a")]) == seen("a")


def test_a_look_at_a_file(tmp_path: Path) -> None:
    """When it was changed and what it holds; what is no file is as if it were not there."""
    page = tmp_path / "page.toml"
    page.write_text("x = 1\n")
    os.utime(page, ns=(5, 7))
    os.mkfifo(tmp_path / "pipe")
    paths = [str(page), str(tmp_path / "pipe"), str(tmp_path / "none")]
    assert list(saved_versions(paths).values()) == [(7, b"x = 1\n"), None, None]


def test_what_was_saved_while_it_was_reported_is_a_saving(tmp_path: Path) -> None:
    """A file that the first report was the first to read is known as it was read: what it holds when
    it is looked at may be newer, or gone."""
    paths = [str(tmp_path / name) for name in ("looked", "same", "newer", "gone")]
    for path in paths[:3]:
        Path(path).write_text("now")
    looked: Look = {paths[0]: (1, b"before")}
    read = {paths[0]: b"before", paths[1]: b"now", paths[2]: b"then", paths[3]: b"then"}
    reported = as_reported(looked, read)
    since = dict.fromkeys(paths[2:], (0, b"then"))
    assert reported == looked | saved_versions([paths[1]]) | since


# --- in a terminal ---------------------------------------------------------------------------------


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.toml"
    path.write_text(PAGE, "utf-8")
    return path


@pytest.fixture
def watching(tmp_path: Path, page: Path) -> Iterator[pexpect.spawn]:
    """A terminal in which the page is watched; its first report was shown."""
    child = pexpect.spawn(
        PROGRAM[0], [*PROGRAM[1:], "rules", "check", "--watch", str(page)], encoding="utf-8",
        env=environment(tmp_path / "home"), dimensions=(40, 200), timeout=PATIENCE, preexec_fn=listening,
    )  # fmt: skip
    child.expect_exact("Three: well; it has no worked example yet")
    child.expect_exact("watching ")
    yield child
    child.close(force=True)


@pytest.mark.surroundings
def test_each_saving_is_checked_until_ctrl_c(watching: pexpect.spawn, page: Path) -> None:
    """Written in place, replaced by another file, gone for good and made anew: one report each,
    one below the other; Ctrl-C ends it well."""
    page.write_text(FAULTY, "utf-8")
    watching.expect(r"--- \d\d:\d\d:\d\d\r\n")
    watching.expect_exact("refused: 1 fault")
    watching.expect_exact("3 players with 17 cards each and 4 beside are 55 cards")
    other = page.with_name("other")
    other.write_text(PAGE, "utf-8")
    other.replace(page)
    watching.expect_exact("Three: well")
    page.unlink()
    watching.expect_exact("there is no ruleset")
    page.write_text(FAULTY.replace("Three", "Again"), "utf-8")
    watching.expect_exact("3 players with 17 cards each")
    assert "\x1b[2J" not in watching.before and "\x1b[H" not in watching.before
    watching.sendintr()
    watching.expect(pexpect.EOF)
    watching.close()
    assert (watching.exitstatus, watching.signalstatus) == (0, None)


@pytest.mark.surroundings
def test_what_a_page_extends_is_watched_too(tmp_path: Path) -> None:
    """The page of one's own that it is built on is saved: it is checked again."""
    folder = tmp_path / "home" / "rulesets"
    folder.mkdir(parents=True)
    (folder / "base.toml").write_text(PAGE, "utf-8")
    (folder / "variant.toml").write_text('extends = "base"\nname = "Variant"\n', "utf-8")
    child = pexpect.spawn(
        PROGRAM[0], [*PROGRAM[1:], "rules", "check", "--watch", "variant"], encoding="utf-8",
        env=environment(tmp_path / "home"), dimensions=(40, 200), timeout=PATIENCE, preexec_fn=listening,
    )  # fmt: skip
    child.expect_exact("watching ")
    (folder / "base.toml").write_text(FAULTY, "utf-8")
    child.expect_exact("3 players with 17 cards each")
    child.close(force=True)


@pytest.mark.surroundings
def test_a_program_reads_a_line_for_each_saving(tmp_path: Path, page: Path) -> None:
    """Through a pipe each report is an object in a line of its own, faults included."""
    child = subprocess.Popen(
        [*PROGRAM, "rules", "check", "--watch", str(page), "--format", "json"], text=True,
        stdout=subprocess.PIPE, env=environment(tmp_path / "home"),
    )  # fmt: skip
    assert child.stdout is not None
    first = json.loads(child.stdout.readline())
    page.write_text(FAULTY, "utf-8")
    second = json.loads(child.stdout.readline())
    child.kill()
    child.communicate()
    assert [problem["code"] for problem in first["problems"]] == []
    assert [problem["code"] for problem in second["problems"]] == ["cards-dealt"]

"""The whole program on a simulated Windows (`windows.py`): each command in a process of its own,
without what Windows has not. It was never run on a real one."""

from __future__ import annotations

import errno
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from terminal import Person

from scorekeeper.store import disk
from scorekeeper.store import locked_file as locks
from scorekeeper.store.sessions import new_name_fault

pytestmark = pytest.mark.surroundings

HERE = Path(__file__).parent.parent
HERE_ALONE = ("--local", "--port", "0")
DISKS = (Path("/dev/shm"), Path("/var/tmp"))  # two file systems on most machines


class Windows:
    """Somebody at that machine."""

    def __init__(self, folder: Path) -> None:
        self.person, self.folder = Person(folder / "home"), folder

    @contextmanager
    def begins(self, *words: str) -> Iterator[subprocess.Popen[str]]:
        """A command that runs there, and may be typed into; it is ended in the end."""
        settings = {"PYTHONPATH": str(HERE.parent), "PYTHONDONTWRITEBYTECODE": "1"}
        with subprocess.Popen(
            [sys.executable, str(HERE / "windows.py"), *words],
            env={**os.environ, **self.person.settings, **settings}, cwd=self.folder, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        ) as running:  # fmt: skip
            try:
                yield running
            finally:
                running.kill()

    def asks(self, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """What a command comes to there."""
        with self.begins(*words) as running:
            out, err = running.communicate(typed)
        return subprocess.CompletedProcess(words, running.returncode, out, err)

    def does(self, *words: str, typed: str = "") -> str:
        """What a command shows there, which goes through."""
        done = self.asks(*words, typed=typed)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout


@pytest.fixture
def windows(tmp_path: Path) -> Windows:
    """Somebody who has a session there."""
    windows = Windows(tmp_path)
    windows.does("new", "whist", "Anna", "Bo", "Cleo", "Dan", "--name", "friday")
    return windows


EVERY = """
import pkgutil, windows
windows.become_windows()
import scorekeeper
for found in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper."):
    if not found.name.startswith(("scorekeeper.board", "scorekeeper.store.club", "scorekeeper.__main__")):
        __import__(found.name)
"""


def test_every_file_of_the_program_is_loaded_there() -> None:
    """But for the board, which has a test below, and the club's database, which are extras."""
    paths = f"{HERE}{os.pathsep}{HERE.parent}"
    done = subprocess.run(
        [sys.executable, "-c", EVERY],
        env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_an_evening_goes_through(windows: Windows) -> None:
    """From the help to the summary; and what it wrote is read, with the same score, elsewhere."""
    assert "scorekeeper" in windows.does("--version")
    assert "deal" in windows.does("--help")
    for line in (
        "deal 8 5", "deal 6 7", "undo", "redo", "amend 1 9 4", "note fine", "people add Anna Annie", "check", "sheet", "log",
        "explain 1", "outlook", "finish", "league", "sessions", "rules list",
    ):  # fmt: skip
        windows.does(*line.split())
    assert windows.does("summary") == windows.person.does("summary").out
    assert b"\r" not in windows.person.file("friday")


def test_the_live_table_and_the_referee_are_there(windows: Windows) -> None:
    """Lines are read without a module for editing them; a page is judged."""
    assert "deal 1" in windows.does("play", typed="8 5\n")
    assert "+2" in windows.does("sheet", "--plain")
    words = ("trick", "KH", "2S", "7H", "--rules", "bismarck-swedish", "--contract", "sang")
    assert windows.does("referee", *words) == windows.person.does(f"referee {' '.join(words)}").out


def test_phones_look_and_enter_there(windows: Windows) -> None:
    """The board listens, tells phones what stands, records what they enter, and ends by Ctrl-C."""
    pytest.importorskip("uvicorn", reason="the extra `board` is not installed")
    from phones import Phone

    from scorekeeper.board.board_address import HERE as HOST
    from scorekeeper.board.board_address import BoardAddress

    with windows.begins("board", *HERE_ALONE, "--no-confirm") as board:
        port, code = enters_at(board)
        phone = Phone(BoardAddress((), HOST, port))
        assert phone.opens(code).code == 303
        seen = re.findall(r'data-follows="([^"]*)"', phone.gets("/").text)[0]
        with phone.watches() as marks:
            assert next(marks).startswith(seen)
            fields = {"id": "0" * 16, "who": "Anna", "follows": seen, "line": "8 5"}
            assert phone.posts("/say", fields).code == 200
            assert next(marks).startswith("1 ")
        board.send_signal(signal.SIGINT)
        assert board.wait() == 0
    assert "+2" in windows.does("sheet", "--plain")


def test_no_two_boards_have_one_port_there(windows: Windows) -> None:
    """Where what frees a port elsewhere would let two programs listen at it."""
    pytest.importorskip("uvicorn", reason="the extra `board` is not installed")
    with windows.begins("board", *HERE_ALONE) as board:
        port, _ = enters_at(board)
        with windows.begins("board", "--local", "--port", str(port)) as second:
            assert second.stderr is not None
            assert "failed" in second.stderr.readline()
            assert second.wait() == 1


def enters_at(board: subprocess.Popen[str]) -> tuple[int, str]:
    """The port of a board, and the code to enter."""
    assert board.stdout is not None
    lines = [board.stdout.readline() for _ in ("to look", "to enter")]
    ((port, code),) = re.findall(r":(\d+)/#([\w-]+)", lines[-1])
    return int(port), code


def test_sessions_are_moved_there(windows: Windows) -> None:
    """A session gets another name and folder, and takes no other's place, though what is open keeps
    its name there."""
    before = windows.person.file("friday")
    windows.does("sessions", "rename", "friday", "sunday")
    windows.does("sessions", "archive", "sunday")
    windows.does("sessions", "restore", "sunday")
    windows.does("new", "whist", "Anna", "Bo", "Cleo", "Dan", "--name", "other")
    for words in (
        ("sessions", "rename", "other", "sunday"),
        ("new", "whist", "Anna", "Bo", "Cleo", "Dan", "--name", "sunday"),
    ):
        assert windows.asks(*words).returncode == 1
    windows.does("drop", "other")
    windows.does("sessions", "delete", "sunday")
    windows.does("sessions", "restore", "sunday")
    assert windows.person.file("sunday") == before


@pytest.fixture
def other_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on another disk than the home, where this machine has one."""
    others = (one for one in DISKS if one.is_dir() and one.stat().st_dev != tmp_path.stat().st_dev)
    there = next(others, None)
    if there is None:
        pytest.skip("needs a second file system")
    with TemporaryDirectory(dir=there) as folder:
        yield Path(folder)


def test_a_session_is_moved_to_another_disk_there(windows: Windows, other_disk: Path) -> None:
    """Where links are not to be had it is copied, whole, before it is taken away here."""
    windows.does("deal", "8", "5")
    person = windows.person
    before, folder = person.file("friday"), person.path("friday").parent
    shutil.move(folder, other_disk / "sessions")
    folder.symlink_to(other_disk / "sessions")
    windows.does("sessions", "delete", "friday")
    assert (person.home / "trash" / "friday.toml").read_bytes() == before
    windows.does("sessions", "restore", "friday")
    assert person.file("friday") == before


def test_what_was_let_go_of_is_not_taken_for_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To read it is an error."""
    (tmp_path / "file").write_bytes(b"an evening")
    handle = os.open(tmp_path / "file", os.O_RDWR)
    monkeypatch.setattr(locks, "HAS_FLOCK", False)
    locks.release_file(handle)
    with pytest.raises(OSError):
        os.read(handle, 1)
    os.close(handle)


def test_what_a_power_cut_left_is_mended_there(windows: Windows) -> None:
    """It is set aside."""
    windows.does("deal", "8", "5")
    whole = windows.person.file("friday")
    windows.person.path("friday").write_bytes(whole + b'\n[[entry]]\nwhat = "deal"\nnum')
    windows.does("check", "--repair")
    assert windows.person.file("friday").rstrip() == whole.rstrip()


def test_two_recorders_wait_for_each_other_there(windows: Windows) -> None:
    """Many at once lose nothing."""
    settings = {**os.environ, **windows.person.settings, "PYTHONPATH": str(HERE.parent)}
    recorders = [
        subprocess.Popen(
            [sys.executable, str(HERE / "windows.py"), "note", f"note-{number}", "-s", "friday"],
            env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for number in range(6)
    ]  # fmt: skip
    assert [recorder.wait() for recorder in recorders] == [0] * len(recorders)
    text = windows.person.file("friday").decode()
    assert all(f"note-{number}" in text for number in range(len(recorders)))


RESERVED = (
    "con",
    "NUL",
    "Com1",
    "lpt9",
    "com¹",
    "CONIN$",
    "aux.old",
    "name.",
    "name ",
    "a:b",
    "a?b",
)


@pytest.mark.parametrize("name", RESERVED)
def test_a_name_that_windows_reserves_is_refused_everywhere(tmp_path: Path, name: str) -> None:
    """For sessions and for rules of one's own: a home may be taken to another system."""
    assert new_name_fault(name) is not None
    person = Person(tmp_path / "home")
    assert person.types("new", "whist", "Anna", "Bo", "Cleo", "Dan", "--name", name).code == 1
    assert person.types("rules", "new", name).code == 1


def test_a_session_that_has_such_a_name_is_gone_on_with(windows: Windows) -> None:
    """It was begun before the name was refused."""
    person = windows.person
    person.path("friday").rename(person.path("com¹"))
    assert person.types("deal", "8", "5", "-s", "com¹").code == 0
    assert person.types("sessions", "rename", "com¹", "sunday").code == 0


# --- macOS ----------------------------------------------------------------------------------------------


class Mac:
    """What of `fcntl` macOS has: a sync that does not end in the disk's own memory."""

    def __init__(self, number: int = 0) -> None:
        self.number, self.asked = number, list[int]()

    def fcntl(self, handle: int, what: int) -> int:
        """Syncs, or fails with this error."""
        self.asked.append(what)
        if self.number:
            raise OSError(self.number, os.strerror(self.number))
        return 0


@pytest.mark.parametrize(
    ("number", "is_synced_otherwise"), [(0, False), (errno.ENOTSUP, True), (errno.ENOTTY, True)]
)
def test_what_is_on_disk_is_not_in_its_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, is_synced_otherwise: bool
) -> None:
    """Where there is F_FULLFSYNC it is asked for, at each sync; a disk that has none is synced as
    elsewhere."""
    person, mac, synced = Person(tmp_path / "home"), Mac(number), list[Any]()
    person.does("new whist Anna Bo Cleo Dan --name friday")
    real = os.fsync
    monkeypatch.setattr(disk, "FULL_SYNC", 51)
    monkeypatch.setattr(disk, "fcntl", mac)
    monkeypatch.setattr(os, "fsync", lambda handle: (synced.append(handle), real(handle)))
    person.does("deal 8 5")
    assert mac.asked == [51]
    assert bool(synced) == is_synced_otherwise


def test_a_full_sync_that_fails_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that fails is not taken for one that cannot do it."""
    person = Person(tmp_path / "home")
    person.does("new whist Anna Bo Cleo Dan --name friday")
    before = person.file("friday")
    monkeypatch.setattr(disk, "FULL_SYNC", 51)
    monkeypatch.setattr(disk, "fcntl", Mac(errno.EIO))
    assert person.types("deal", "8", "5").code == 4  # taking it back was not synced either
    assert person.file("friday") == before

"""Disks that cannot do what others can: no hard links, as on FAT and exFAT; no sync of a folder, as
on some network drives. All is recorded there as elsewhere, and what is not promised is said once."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from machine import (
    Killed,
    Machine,
    Trouble,
    error,
    failing,
    killed,
    no_links,
    no_locks,
    no_sync_of_folders,
)
from terminal import Person, environment
from test_faults import (
    COMMANDS,
    Table,
    nothing_is_half,
    nothing_is_left,
    the_next_command_works,
    the_person_was_told,
)

from scorekeeper.store import locked_file as locked
from scorekeeper.store.disk import NAMES_MAY_GO, TWO_COMPUTERS
from scorekeeper.store.locked_file import locked_session

pytestmark = pytest.mark.surroundings

DISKS: dict[str, Trouble] = {
    "links are not permitted": no_links(errno.EPERM),
    "links are not supported": no_links(errno.EOPNOTSUPP),
    "links are not known": no_links(errno.ENOSYS),
    "folders cannot be synced": no_sync_of_folders(errno.EINVAL),
    "locks are not supported": no_locks(errno.ENOTSUP),
    "locks are not known": no_locks(errno.ENOSYS),
    "syncing folders is not supported": no_sync_of_folders(errno.ENOTSUP),
}
NAMING = ("new", "again", "rules new", "merge")  # the commands that give a file a name
FAILING = error(errno.EIO)


@pytest.mark.parametrize("disk", DISKS)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_records_there(tmp_path: Path, command: str, disk: str) -> None:
    """Whatever records does so there, whole, and the next command goes on."""
    table = Table(COMMANDS[command], tmp_path)
    machine = Machine(unable=DISKS[disk])
    said = table.run(machine)
    assert said.code == 0, said
    nothing_is_half(table, said, disk)
    nothing_is_left(table, machine, disk)
    with failing(Machine(unable=DISKS[disk])):
        the_next_command_works(table, said, disk)


@pytest.mark.parametrize("command", NAMING)
def test_a_failure_on_a_disk_without_links(tmp_path: Path, command: str) -> None:
    """Whichever call fails there too, a new file is there whole or not at all."""
    table = Table(COMMANDS[command], tmp_path)
    for at in range(1, calls_of(table) + 1):
        table.put_back()
        machine = Machine(FAILING, at, unable=no_links(errno.EPERM))
        said = table.run(machine)
        where = at, machine.calls[at - 1]
        the_person_was_told(said, where)
        nothing_is_half(table, said, where)
        the_next_command_works(table, said, where)


@pytest.mark.parametrize("command", NAMING)
def test_a_kill_on_a_disk_without_links(tmp_path: Path, command: str) -> None:
    """Wherever the process dies there, the file is whole or not there, and the next goes on."""
    table = Table(COMMANDS[command], tmp_path)
    for at in range(1, calls_of(table) + 1):
        table.put_back()
        machine = killed(at, unable=no_links(errno.EPERM))
        with pytest.raises(Killed):
            table.run(machine)
        machine.died()
        nothing_is_half(table, None, at)
        the_next_command_works(table, None, at)


def calls_of(table: Table) -> int:
    """How many calls the command makes on a disk without links."""
    machine = Machine(unable=no_links(errno.EPERM))
    assert table.run(machine).code == 0
    return len(machine.calls)


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Somebody with a session and an archived one."""
    person = Person(tmp_path / "home")
    for name in ("friday", "sunday", "monday"):
        person.does(f"new whist Anna Bo Cleo Dan --name {name}")
    person.does("sessions archive monday")
    return person


SHELVES = {
    "sessions rename friday tuesday": "sessions/tuesday.toml",
    "sessions archive friday": "sessions/archive/friday.toml",
    "sessions delete friday": "trash/friday.toml",
}


@pytest.mark.parametrize("line", SHELVES)
def test_a_session_is_moved_without_links(person: Person, line: str) -> None:
    """It keeps its bytes and has one name, the new one."""
    before = person.file("friday")
    with failing(Machine(unable=no_links(errno.EPERM))):
        said = person.types(*line.split())
    assert said.code == 0, said
    assert (person.home / SHELVES[line]).read_bytes() == before
    assert not person.path("friday").exists()


def test_no_session_takes_the_place_of_another_without_links(person: Person) -> None:
    """A name that is taken stays with its file, for whatever would give it."""
    before = person.file("friday"), person.file("sunday")
    with failing(Machine(unable=no_links(errno.EPERM))):
        renamed = person.types("sessions", "rename", "friday", "sunday")
        begun = person.types("new", "whist", "Anna", "Bo", "Cleo", "Dan", "--name", "sunday")
    assert (renamed.code, begun.code) == (1, 1), (renamed, begun)
    assert (person.file("friday"), person.file("sunday")) == before


TOLD = {NAMES_MAY_GO: no_sync_of_folders(errno.EINVAL), TWO_COMPUTERS: no_locks(errno.ENOTSUP)}


@pytest.mark.parametrize("promise", TOLD)
def test_what_is_not_promised_is_said_once_for_each_home(tmp_path: Path, promise: str) -> None:
    """The first command that meets it says so, and no other in that home."""
    one, other = Person(tmp_path / "one"), Person(tmp_path / "other")
    other.settings["XDG_CACHE_HOME"] = one.settings["XDG_CACHE_HOME"]
    said = []
    for person, name in ((one, "a"), (one, "b"), (other, "c")):
        with failing(Machine(unable=TOLD[promise])):
            person_said = [
                person.does(f"new whist Anna Bo Cleo Dan --name {name}"),
                person.does("deal 8 5"),
                person.does("undo"),
            ]
        said.append("\n".join(one.err for one in person_said))
    words = " ".join(promise.split())
    assert [" ".join(err.split()).count(words) for err in said] == [1, 0, 1]


# --- two recorders where there are no locks --------------------------------------------------------------


def test_two_recorders_wait_for_each_other_without_locks(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that finds a session held, by whatever spelling of its name, waits and then gives up;
    once it is free, it records."""
    monkeypatch.setattr(locked, "PATIENCE", 0.01)
    with environment(person.settings), failing(Machine(unable=no_locks(errno.ENOTSUP))):
        with locked_session(str(person.path("friday"))):
            said = person.types("deal", "8", "5", "-s", "friday")
            assert "another program holds" in said.err
            assert person.types("deal", "8", "5", "-s", "sunday").code == 0
        assert person.types("deal", "8", "5", "-s", "friday").code == 0


def test_many_recorders_without_locks_lose_nothing(person: Person) -> None:
    """As many processes as like, at once: each entry that was acknowledged is there."""
    children = []
    for number in range(6):
        child = os.fork()
        if not child:
            with failing(Machine(unable=no_locks(errno.ENOSYS))):
                said = [person.types("note", f"{number}.{n}", "-s", "friday") for n in range(5)]
            os._exit(max(one.code for one in said))
        children.append(child)
    ends = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    assert ends == [0] * len(children)
    text = person.file("friday").decode()
    assert all(f'"{number}.{n}"' in text for number in range(6) for n in range(5))
    assert person.types("check", "friday").code == 0


# --- where capitals say nothing ---------------------------------------------------------------------------


class OneCase(Machine):
    """A disk on which any spelling of a name opens its file; it remembers which were opened to be
    written in."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []

    def open(self, path: str, how: int, *args: Any, **named: Any) -> int:
        if how & os.O_RDWR:
            self.written.append(os.path.basename(path))
        return os.open(as_it_stands(path, named), how, *args, **named)

    def stat(self, path: Any, **named: Any) -> os.stat_result:
        return os.stat(as_it_stands(path, named), **named)


def as_it_stands(path: Any, named: Mapping[str, Any]) -> Any:
    """The spelling of a file that is there, asked for by another one."""
    if not isinstance(path, str) or not path.casefold().endswith(".toml"):
        return path
    folder, name = os.path.split(path)
    there = os.listdir(named.get("dir_fd") or folder or ".")
    return os.path.join(folder, next((one for one in there if one.lower() == name.lower()), name))


def test_a_session_is_recorded_in_by_the_spelling_that_it_has(person: Person) -> None:
    """Whichever was typed: two spellings of one file may have a memory each."""
    machine = OneCase()
    with failing(machine):
        for name in ("FRIDAY", "Friday", "friday"):
            assert person.types("note", f"by {name}", "-s", name).code == 0
    assert {*machine.written} == {"friday.toml"}
    assert person.types("check", "friday").code == 0


def test_where_there_is_no_lock_anywhere_nothing_is_recorded(person: Person) -> None:
    """It is refused, with what to do."""
    before = person.file("friday")

    def unable(name: str, args: tuple[object, ...]) -> None:
        if name == "flock":
            raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))

    with failing(Machine(unable=unable)):
        said = person.types("deal", "8", "5", "-s", "friday", "--format", "json")
    assert (said.code, said.codes) == (3, ["no-locks"])
    assert person.file("friday") == before


# --- real disks ------------------------------------------------------------------------------------------

ROOM = 64 << 20
MAKERS = {"vfat": ("mkfs.vfat", "-F", "32"), "exfat": ("mkfs.exfat",)}
# By the system itself, else by FUSE, which wants the image or a device for it.
MOUNTERS = {
    "vfat": (("mount", "-t", "vfat", "-o", "umask=077"), ("fusefat", "-o", "rw+")),
    "exfat": (("mount", "-t", "exfat", "-o", "umask=077"), ("mount.exfat-fuse", "-o", "umask=077")),
}


@pytest.fixture(params=MAKERS)
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """The folder of a real disk of this kind, where this machine can make and mount one."""
    maker, *words = MAKERS[request.param]
    if os.geteuid() or not shutil.which(maker) or not shutil.which("losetup"):
        pytest.skip(f"needs root, losetup and {maker} to mount a real {request.param} disk")
    image, folder = tmp_path / "image", tmp_path / "disk"
    image.touch()
    os.truncate(image, ROOM)
    folder.mkdir()
    done(maker, *words, str(image))
    device = done("losetup", "--find", "--show", str(image)).stdout.strip()
    try:
        ways = [words for words in MOUNTERS[request.param] if shutil.which(words[0])]
        if not device or not any(is_mounted(words, image, device, folder) for words in ways):
            pytest.skip(f"this machine mounts no {request.param} disk")
        yield folder
        done("umount", str(folder))
    finally:
        done("losetup", "--detach", device)


def is_mounted(words: tuple[str, ...], image: Path, device: str, folder: Path) -> bool:
    """Whether the disk is there now."""
    done(*words, str(image) if words[0] == "fusefat" else device, str(folder))
    return os.path.ismount(folder)


def done(*words: str) -> subprocess.CompletedProcess[str]:
    """What a command of the system came to."""
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_an_evening_on_a_real_disk(disk: Path) -> None:
    """An evening goes through on a disk that has no hard links."""
    (disk / "one").write_bytes(b"")
    with pytest.raises(OSError):
        os.link(disk / "one", disk / "two")
    person = Person(disk / "home")
    person.does("new whist Anna Bo Cleo Dan --name friday")
    for line in (
        "deal 8 5", "undo", "redo", "note fine", "check", "sheet", "league",
        "sessions rename friday sunday", "sessions archive sunday", "sessions restore sunday",
        "new whist Anna Bo Cleo Dan --name other", "drop other",
    ):  # fmt: skip
        person.does(line)
    assert person.types("new", "whist", "Anna", "Bo", "Cleo", "Dan", "--name", "sunday").code == 1


def test_many_recorders_on_a_real_disk(disk: Path) -> None:
    """Whichever spelling of the session's name each has, nothing that was acknowledged is lost. Of
    exFAT alone: fusefat itself loses what programs append in turn."""
    if disk_of(disk) == "fuse.fusefat":
        pytest.skip("fusefat loses what two programs append in turn, each under the lock")
    person = Person(disk / "home")
    person.does("new whist Anna Bo Cleo Dan --name friday")
    settings = {**os.environ, **person.settings}

    def recorded(number: int) -> int:
        words = "note", f"{number}.", "-s", ("friday", "FRIDAY", "Friday")[number % 3]
        call = [sys.executable, "-m", "scorekeeper", *words]
        return subprocess.run(call, env=settings, capture_output=True, check=False).returncode

    with ThreadPoolExecutor(6) as recorders:
        assert {*recorders.map(recorded, range(30))} == {0}
    text = person.file("friday").decode()
    assert [number for number in range(30) if f'"{number}."' not in text] == []
    assert person.types("check", "friday").code == 0


def disk_of(folder: Path) -> str:
    """What kind of disk is mounted at a folder."""
    mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
    return next(kind for _, at, kind, *_ in mounts if at == str(folder))

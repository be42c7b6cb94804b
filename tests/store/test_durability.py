"""What was acknowledged is there: wherever a file is cut off, whenever the program is killed,
and however many record at once. (`test_faults` lets each call of each command fail.)"""

from __future__ import annotations

import errno
import fcntl
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import FOUR
from machine import Machine, error, failing, half_written
from terminal import ENDLESS, Person, Said, Typed
from work import PATIENCE

from scorekeeper.record.log_text import Log, ParseCache, entry_text
from scorekeeper.record.session_head import FORMAT, read_session_log
from scorekeeper.store import locked_file as locked
from scorekeeper.store import locked_file as locks
from scorekeeper.text.message_text import hint_of
from scorekeeper.text.problems import Refused

pytestmark = pytest.mark.surroundings

ROOT = Path(__file__).parent.parent.parent
NEW = "new endless Anna Bo Cleo --name eve"
DEAL = ("deal", "plus", "6", "6")
HALF = b'\n[[entry]]\nwhat = "deal"\nnumber = 2\nfacts.tricks = [6, 6, 4'


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Somebody with a session of one deal, of a game without an end."""
    somebody = Person(tmp_path / "home").with_rules(ENDLESS).after(NEW)
    somebody.types(*DEAL)
    # keeps the rules parsed, so that every later command makes the same calls
    somebody.does("sheet")
    return somebody


def session_file(person: Person) -> Path:
    return person.path("eve")


def journal(person: Person) -> Log:
    return read_session_log(person.file("eve"))


# --- a call that fails ---------------------------------------------------------------------------------


def on(machine: Machine, person: Person, *words: str) -> Said:
    """What a command comes to on this machine."""
    with failing(machine):
        return person.types(*words)


def test_a_full_disk_is_said_with_what_to_do(person: Person) -> None:
    """The failure names the file, the reason and the way on."""
    wrote = [name for name, _ in _calls(person)].index("write") + 1
    said = on(Machine(half_written(errno.ENOSPC), wrote), person, *DEAL)
    assert said.code == 3
    assert said.err == (
        f"failed: recording in {session_file(person)} failed: No space left on device\n"
        "try: make room on the disk, then try again\n"
    )


def _calls(person: Person) -> list[tuple[str, str]]:
    """The calls that recording a deal makes; the deal is taken away again."""
    before, machine = person.file("eve"), Machine()
    assert on(machine, person, *DEAL).code == 0
    session_file(person).write_bytes(before)
    return machine.calls


def test_a_failure_that_cannot_be_undone_says_so(person: Person) -> None:
    """Where the disk fails for good, nobody is told that nothing was recorded: it may have been."""
    calls = [name for name, _ in _calls(person)]

    class Broken(Machine):
        def _watched(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
            if name in ("fsync", "ftruncate"):
                return lambda *args: error(errno.EIO)(name, args)
            return super()._watched(name, real)

    assert {"fsync", "write"} <= set(calls)
    said = on(Broken(), person, *DEAL)
    assert said.code == 4
    assert "see with `scorekeeper log` whether it was recorded" in said.err


# --- cut off anywhere ----------------------------------------------------------------------------------

OLD = Path(__file__).parent.parent / "old" / str(FORMAT)


class Evening:
    """An evening that was kept: its bytes, its entries, and where the mark of each ends."""

    def __init__(self, game: str) -> None:
        self.data = (OLD / f"{game}.toml").read_bytes()
        self.entries = read_session_log(self.data).entries
        head, *ends = [match.end() for match in re.finditer(rb"\nwhole = true(?=\n)", self.data)]
        self.head, self.ends = head, ends
        assert len(self.ends) == len(self.entries)

    def whole(self, end: int) -> tuple[int, int]:
        """How many entries are whole in so many bytes, a batch being one; and where the last of
        them ends."""
        number = sum(stop <= end for stop in self.ends)
        while number and self.entries[number - 1].more:
            number -= 1
        return number, self.ends[number - 1] if number else self.head


@pytest.mark.parametrize("game", FOUR)
def test_a_session_cut_at_any_byte_keeps_every_whole_entry(game: str) -> None:
    """A real evening, with corrections, an undo, a batch and names of many bytes a letter, opens
    at whatever byte after its head it ends: with every whole entry, no half one and no half
    batch; what was cut is named, and the next entry goes on from there."""
    evening, seen = Evening(game), ParseCache()
    more = entry_text(evening.entries[0]).encode()
    tried = 0
    for end in range(evening.head, len(evening.data) + 1):
        data, (number, stop) = evening.data[:end], evening.whole(end)
        found = read_session_log(data, seen)
        assert found.entries == evening.entries[:number], end
        assert bool(found.cut.strip()) == bool(data[stop:].strip()), end
        assert data[: found.whole].decode() + found.cut == data.decode(errors="replace"), end
        kept = data[: found.whole]
        again = read_session_log(kept + (b"" if kept.endswith(b"\n") else b"\n") + more, seen)
        assert (len(again.entries), again.cut) == (number + 1, ""), end
        tried += 1
    assert tried > 1000


@pytest.mark.parametrize("game", FOUR)
@pytest.mark.parametrize("step", [211, pytest.param(1, marks=pytest.mark.thorough)])
def test_a_session_cut_in_its_head_is_refused(game: str, step: int) -> None:
    """At whatever byte of its head a file ends, it is refused in words: half of the rules are
    other rules."""
    evening = Evening(game)
    for end in range(0, evening.head, step):
        with pytest.raises(Refused) as refusal:
            read_session_log(evening.data[:end])
        (problem,) = refusal.value.problems
        assert problem.code == "session-broken" and hint_of(problem), end


@pytest.mark.parametrize("game", FOUR)
@pytest.mark.parametrize("step", [31, pytest.param(1, marks=pytest.mark.thorough)])
def test_the_next_deal_works_after_any_cut(tmp_path: Path, game: str, step: int) -> None:
    """Whatever was cut is said by `check`, set aside by the next deal or by `check --repair`,
    and the deal is recorded behind the last whole entry."""
    evening, somebody = Evening(game), Person(tmp_path / "home")
    (somebody.home / "sessions").mkdir(parents=True)
    for end in range(evening.head, len(evening.data) + 1, step):
        for left in (somebody.home / "sessions").iterdir():
            left.unlink()
        data, (number, stop) = evening.data[:end], evening.whole(end)
        session_file(somebody).write_bytes(data)
        cut = data[stop:].strip()
        checked = somebody.types("check", "eve")
        assert (checked.code, "ends in a half-written entry" in checked.err) == (
            int(bool(cut)),
            bool(cut),
        ), end
        if end % 2:
            said = somebody.types("check", "--repair", "eve")
            assert (said.code, "eve.cut-1" in said.out) == (0, bool(cut)), (end, said)
        said = somebody.types(*next_deal(evening, number), "--session", "eve")
        assert said.code == 0, (end, said)
        assert ("half-written entry" in said.err) == bool(cut and not end % 2), (end, said)
        assert len(journal(somebody).entries) == number + 1 and journal(somebody).cut == "", end
        asides = list((somebody.home / "sessions").glob("*.cut-*"))
        assert [aside.read_bytes().strip() for aside in asides] == ([cut] if cut else []), end


def next_deal(evening: Evening, number: int) -> list[str]:
    """What to type as the deal after so many entries: the one that came then, and at the end an
    undo."""
    coming = evening.entries[number] if number < len(evening.entries) else evening.entries[-1]
    if coming.what != "deal":
        return ["undo"]
    return ["deal", *(f"{name}={cell(value)}" for name, value in coming.facts.items()), "--yes"]


def cell(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


# --- mended on demand ----------------------------------------------------------------------------------


def test_a_cut_is_set_aside_on_demand(person: Person) -> None:
    """`check --repair` sets aside what a power cut left, says what and where, and says too when
    nothing was cut; neither the entries nor what was set aside before are touched."""
    whole = person.file("eve")
    for number, tail in enumerate((HALF, b'\n[[entry]]\nwhat = "d\xc3', b"\0\0\0\0"), 1):
        session_file(person).write_bytes(whole + tail)
        assert person.types("check").code == 1
        aside, lines = f"{person.home}/sessions/eve.cut-{number}", len(tail.strip().splitlines())
        said = person.does("check --repair")
        counted = "1 line" if lines == 1 else f"{lines} lines"
        assert said.out == (
            f"eve: a half-written entry ({counted}), as a power cut leaves it, was set aside in {aside}\n"
        )
        assert Path(aside).read_bytes().strip(b"\n") == tail.strip(b"\n")
        assert person.file("eve").rstrip() == whole.rstrip()
        assert person.does("check").out == ""
        assert (
            person.does("check --repair").out
            == "eve: every entry is whole; there is nothing to mend\n"
        )
    assert len(list((person.home / "sessions").iterdir())) == 4


def test_a_program_reads_what_was_mended(person: Person) -> None:
    """With `--format json` there is a row a session: its name, the file that holds what was cut,
    and how much."""
    person.does("new endless Anna Bo Cleo --name other")
    session_file(person).write_bytes(person.file("eve") + HALF)
    rows = person.reads("check --repair eve other")["repaired"]
    assert rows == [
        {"session": "eve", "file": f"{person.home}/sessions/eve.cut-1", "lines": 4},
        {"session": "other", "file": None, "lines": 0},
    ]
    again = person.reads("check --repair --all")["repaired"]
    assert {row["session"]: row["file"] for row in again} == {"eve": None, "other": None}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"whole = true\n\n[[entry]]", b"\n[[entry]]"),
        (b'what = "deal"', b"what = deal"),
        (b"[head]", b"[had]"),
        (b"Anna", b"\xff"),
    ],
    ids=["a mark is missing", "a line is broken", "no head", "no text"],
)
def test_what_no_cut_broke_is_not_mended(person: Person, old: bytes, new: bytes) -> None:
    """A fault that is not a cut at the end is refused with its code and what to do, and nothing
    is written; the other sessions that were named are mended all the same."""
    person.does("new endless Anna Bo Cleo --name other")
    spoilt = person.file("eve").replace(old, new, 1) + HALF
    session_file(person).write_bytes(spoilt)
    other = person.path("other")
    other.write_bytes(other.read_bytes() + HALF)
    said = person.types("check", "--repair", "eve", "other")
    assert said.code == 1
    assert said.err.splitlines()[0] == (
        "refused: only a half-written entry at the end of a file can be set aside; this is another fault"
    )
    assert "  eve · " in said.err or "  eve: " in said.err
    assert "try: mend it" in said.err
    assert person.types("check", "--repair", "eve", "--format", "json").codes == ["session-broken"]
    assert person.file("eve") == spoilt
    assert sorted(path.name for path in other.parent.iterdir()) == [
        "eve.toml",
        "other.cut-1",
        "other.toml",
    ]


def test_mending_waits_its_turn_as_recording_does(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that somebody else is writing is not cut off under their hands."""
    monkeypatch.setattr(locked, "PATIENCE", 0.05)
    session_file(person).write_bytes(person.file("eve") + HALF)
    before = person.file("eve")
    with open(session_file(person), "rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        said = person.types("check", "--repair")
    assert (said.code, person.file("eve")) == (3, before)
    assert "another program holds" in said.err


def test_mending_is_asked_for_alone(person: Person) -> None:
    """A fingerprint is of what stands after the mending: asking for both at once is wrong usage."""
    assert person.types("check", "--repair", "--fingerprint", "AAAA-AAAA-AAAA").code == 2


# --- on disk before it is said ------------------------------------------------------------------------


def test_an_entry_is_on_disk_before_it_is_said(person: Person) -> None:
    """After the write and before success comes fsync of the very file."""
    calls = _calls(person)
    on_session = [name for name, path in calls if path == str(session_file(person))]
    assert on_session[-3:] == ["write", "fsync", "close"]
    assert on_session.count("write") == 1


def test_what_is_set_aside_is_on_disk_before_it_is_cut_off(person: Person) -> None:
    """What a power cut left is never only in the memory of the machine."""
    whole = person.file("eve")
    session_file(person).write_bytes(whole + HALF)
    calls = _calls(person)
    aside, folder = f"{person.home}/sessions/eve.cut-1", f"{person.home}/sessions"
    order = [calls.index(call) for call in (("write", aside), ("fsync", aside), ("fsync", folder))]
    cut = calls.index(("ftruncate", str(session_file(person))))
    assert order == sorted(order) and order[-1] < cut
    assert Path(aside).read_bytes() == HALF.lstrip()
    session_file(person).write_bytes(whole + HALF + b"x")
    said = person.types(*DEAL)
    assert said.code == 0
    assert "half-written entry" in said.err and "set aside" in said.err
    assert (person.home / "sessions" / "eve.cut-2").read_bytes() == HALF.lstrip() + b"x"


def test_a_new_session_and_its_folders_are_on_disk_before_it_is_said(tmp_path: Path) -> None:
    """The file is written and synced before it gets its name, the folder after; each folder that
    is made is synced into the one above."""
    somebody, machine = Person(tmp_path / "home"), Machine()
    assert on(machine, somebody, "new", "bizon", "A", "B", "C", "--name", "eve").code == 0
    home, folder = str(somebody.home), str(somebody.home / "sessions")
    fresh = next(
        path for name, path in machine.calls if name == "write" and str(path).endswith(".new")
    )
    wanted = [
        ("mkdir", home), ("fsync", str(tmp_path)), ("mkdir", folder), ("fsync", home), ("write", fresh),
        ("fsync", fresh), ("link", fresh), ("fsync", folder),
    ]  # fmt: skip
    places = [machine.calls.index(call) for call in wanted]
    assert places == sorted(places)
    assert os.listdir(folder) == ["eve.toml"]


def test_a_folder_that_may_not_be_on_disk_goes_again(tmp_path: Path) -> None:
    """Where the folder above cannot be synced the new one is taken away: the next `new` would
    take it for one that is on disk, and acknowledge a session in it."""
    somebody, machine = Person(tmp_path / "home"), Machine()
    words = ("new", "bizon", "A", "B", "C", "--name", "eve")
    assert on(machine, somebody, *words).code == 0
    synced = [number for number, (name, _) in enumerate(machine.calls, 1) if name == "fsync"]
    for at, folder in zip(synced, ("", "sessions"), strict=False):
        shutil.rmtree(somebody.home)
        assert on(Machine(error(errno.EIO), at), somebody, *words).code == 3
        assert not (somebody.home / folder).exists()
        assert somebody.types(*words).code == 0


def test_a_limit_of_the_system_is_a_full_disk(person: Person) -> None:
    """Where the file may not grow (`ulimit -f`), the real machine's short write is taken back
    whole."""
    before = person.file("eve")
    limit = len(before) + 40

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = started(person, *DEAL, preexec_fn=limited)
    _, said = done.communicate(timeout=PATIENCE)
    assert (done.returncode, "File too large" in said) == (3, True)
    assert person.file("eve") == before
    assert person.types(*DEAL).code == 0


# --- several at once ---------------------------------------------------------------------------------


def started(person: Person, *words: str, program: str = "", **how: Any) -> Any:
    """The program, or some lines of Python that use it, as a process of its own."""
    command = ["-c", program] if program else ["-m", "scorekeeper", *words]
    # A Python that may not write long files would leave half of its compiled modules behind.
    env = {**os.environ, **person.settings, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, *command], env=env, text=True, **{**pipes, **how})


# Records without an end (or so many times), and says the number of every deal that was
# acknowledged.
RECORDING = """
import os
from scorekeeper.record.deal_changes import new_deal
from scorekeeper.cli.click_parts import clock
from scorekeeper.cli.open_log import change
from scorekeeper.store import locked_file as locked
locked.PATIENCE = 300.0  # seconds: on a busy machine eight may wait long for each other
for _ in range({times}):
    _, done = change("eve", lambda opened: new_deal(opened, ["plus", "6", "6"], clock()))
    os.write(1, b"%d\\n" % done.recorded)
"""


def test_eight_recorders_at_once_lose_nothing(person: Person) -> None:
    """Each deal that was acknowledged to any of eight is there, once, whole and in its place."""
    recorders = [started(person, program=RECORDING.format(times=12)) for _ in range(8)]
    told = []
    for recorder in recorders:
        out, err = recorder.communicate(timeout=PATIENCE)
        assert (recorder.returncode, err) == (0, "")
        told += [int(number) for number in out.split()]
    assert sorted(told) == list(range(2, 98))
    assert [entry.number for entry in journal(person).entries] == list(range(1, 98))
    assert journal(person).cut == ""
    assert person.types("check").code == 0


def test_a_kill_at_any_moment_loses_nothing_acknowledged(person: Person) -> None:
    """After kill -9 at random moments every acknowledged deal is there, and recording goes on."""
    chance = random.Random(7)
    for _ in range(6):
        recorder = started(person, program=RECORDING.format(times=10**6))
        told = [int(recorder.stdout.readline())]
        time.sleep(chance.uniform(0, 0.15))
        recorder.send_signal(signal.SIGKILL)
        told += [int(number) for number in re.findall(r"(\d+)\n", recorder.stdout.read())]
        recorder.wait()
        recorder.stdout.close()
        recorder.stderr.close()
        entries = [entry.number for entry in journal(person).entries]
        assert entries == list(range(1, len(entries) + 1))
        assert told == list(range(told[0], told[-1] + 1))
        assert entries[-1] - told[-1] in (0, 1)  # at most the one that was about to be acknowledged
    assert person.types(*DEAL).code == 0
    assert person.types("check").code == 0


def test_of_several_beginnings_of_one_name_one_wins(tmp_path: Path) -> None:
    """Of six `new` of the same name at the same moment one begins the session, and the others
    say so."""
    somebody = Person(tmp_path / "home")
    names = ["Anna", "Bo", "Cleo", "Dan", "Eva", "Fia"]
    begun = [started(somebody, "new", "bizon", name, "X", "Y", "--name", "eve") for name in names]
    for process in begun:
        process.communicate(timeout=PATIENCE)
    codes = [process.returncode for process in begun]
    assert sorted(codes) == [0, 1, 1, 1, 1, 1]
    assert read_session_log(somebody.file("eve")).head["people"][0] == names[codes.index(0)]
    assert os.listdir(somebody.home / "sessions") == ["eve.toml"]


def test_a_file_that_is_held_is_the_machines_failure(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who holds the file too long is not waited for without end; reading does not wait."""
    monkeypatch.setattr(locked, "PATIENCE", 0.05)
    before = person.file("eve")
    with open(session_file(person), "rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        said = person.types(*DEAL)
        assert (said.code, person.file("eve")) == (3, before)
        assert (
            said.err
            == f"failed: another program holds {session_file(person)}\ntry: close it, then try again\n"
        )
        assert person.types("sheet").code == 0
    assert person.types(*DEAL).code == 0


def test_a_file_system_without_locks_is_the_machines_failure(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing can be locked nothing is recorded, rather than perhaps lost."""

    class Lockless:
        LOCK_EX, LOCK_NB = fcntl.LOCK_EX, fcntl.LOCK_NB

        @staticmethod
        def flock(handle: int, how: int) -> None:
            raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    before = person.file("eve")
    monkeypatch.setattr(locks, "fcntl", Lockless)
    assert person.types(*DEAL).code == 3
    assert person.file("eve") == before


def test_an_entry_goes_to_the_file_that_an_editor_saved(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An editor that puts a new file in the old one's place, while a command waits its turn,
    gets the entry: it does not vanish with the old file."""
    file = session_file(person)
    said: list[Said] = []
    is_waiting = threading.Event()

    class Watched:
        LOCK_EX, LOCK_NB = fcntl.LOCK_EX, fcntl.LOCK_NB

        @staticmethod
        def flock(handle: int, how: int) -> None:
            is_waiting.set()
            fcntl.flock(handle, how)

    monkeypatch.setattr(locks, "fcntl", Watched)
    with open(file, "rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        waiting = threading.Thread(target=lambda: said.append(person.types(*DEAL)))
        waiting.start()
        assert is_waiting.wait(PATIENCE)
        saved = file.with_name("eve.toml~")
        saved.write_bytes(file.read_bytes() + b"\n# an evening to remember\n")
        saved.replace(file)
    waiting.join(PATIENCE)
    assert said[0].code == 0
    assert [entry.number for entry in journal(person).entries] == [1, 2]
    assert b"to remember" in person.file("eve")


def test_a_question_does_not_hold_the_file(tmp_path: Path) -> None:
    """While somebody is asked whether an odd deal is so, another may record; the deal is then
    judged anew."""
    somebody = Person(tmp_path / "home")
    somebody.does("new bien Ann Bob Cal Dee --name eve")

    class Slow(Typed):
        def readline(self, *_: Any) -> str:
            other = Person(somebody.home)
            other.does("deal bidder=Bob bid=100 meld=0 points=60,81")
            return super().readline()

    odd = ("deal", "bidder=Ann", "bid=350", "meld=410", "points=60,81")
    said = somebody.types(*odd, stdin=Slow("y\n", is_terminal=True))
    assert said.code == 0, said.err
    found = read_session_log(somebody.file("eve")).entries
    assert [(entry.number, entry.facts["bidder"]) for entry in found] == [(1, "Bob"), (2, "Ann")]

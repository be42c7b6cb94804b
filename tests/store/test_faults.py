"""Every write, every failure: each command that records, with each call that it makes of the
machine failing in each way there is. Whatever happens, what was acknowledged is whole on disk,
what was not is not there by half, the person is told, and the next command goes on."""

from __future__ import annotations

import errno
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Container, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from machine import (
    CALLS,
    Call,
    Killed,
    Machine,
    Trouble,
    error,
    failing,
    half_written,
    killed,
    short,
    signalled,
    unsynced,
)
from terminal import ENDLESS, WITH_CHOICE, Person, Said, Typed

from scorekeeper.record.session_head import read_session_log

pytestmark = pytest.mark.surroundings

ROOT = Path(__file__).parent.parent.parent
HALF = b'\n[[entry]]\nwhat = "deal"\nnumber = 4\nfacts.tricks = [6, 6, 4'
DEAL = ("deal", "plus", "6", "6")
SHEET = 'contract,tricks\nplus,"6,6,4"\nminus,"5,5,6"\nplus,"9,4,3"\n'


class Case(NamedTuple):
    """A command that records: its words, what is typed, which session it is about, how many
    entries it adds."""

    words: tuple[str, ...]
    adds: int
    session: str = "Evé"
    typed: str = ""
    first: str = ""  # what was said before
    tail: bytes = b""  # what a power cut left of an entry before
    by_hand: tuple[bytes, bytes] = (b"", b"")  # what somebody changed in the file before
    is_first: bool = False  # in a home that is not there yet


RECORD = ("referee", "deal", "record.toml", "plus", "--record", "--yes")
COMMANDS = {
    "new": Case(("new", "endless", "Anna", "Bo", "Cleo", "--name", "it"), 0, "it"),
    "new, first use": Case(
        ("new", "whist", "Anna", "Bo", "Cleo", "Dan", "--name", "it"), 0, "it", is_first=True
    ),
    "deal": Case(DEAL, 1),
    "deal after a cut": Case(DEAL, 1, tail=HALF),
    "amend": Case(("amend", "1", "tricks=8,5,3", "--why", "é"), 1),
    "note": Case(("note", "é"), 1),
    "insert": Case(("insert", "1", "plus", "6", "6"), 1),
    "strike": Case(("strike", "1"), 1),
    "move": Case(("move", "1", "--to", "older"), 1),
    "swap": Case(("swap", "1", "2"), 1),
    "deal, counted in two ways": Case(("deal", "plus", "6", "6", "--or", "7", "5"), 1),
    "amend --or": Case(("amend", "1", "--or", "9", "4"), 1),
    "settle": Case(("settle", "3", "2", "é"), 1, first="amend 3 --or 9 4"),
    "undo": Case(("undo",), 1),
    "redo": Case(("redo",), 1),
    "known": Case(("known", "plus"), 1),
    "deal that completes what is known": Case(("deal", "6", "6"), 1, first="known plus"),
    "count": Case(("count", "--by", "é", "plus", "6", "6"), 1),
    "count, the second": Case(
        ("count", "--by", "Bo", "plus", "6", "6"), 1, first="count --by Anna plus 6 6"
    ),
    "misdeal": Case(("misdeal", "é"), 1),
    "turn": Case(("turn", "Bo"), 1),
    "seat": Case(("seat", "Dora", "for", "Bo"), 1),
    "seat --from": Case(("seat", "Dora", "for", "Bo", "--from", "1"), 1),
    "seat --own-score": Case(("seat", "Dora", "for", "Bo", "--own-score"), 1),
    "seat swap": Case(("seat", "swap", "Anna", "Bo"), 1),
    "penalty": Case(("penalty", "Anna", "10", "--to", "nobody"), 1),
    "agree": Case(("agree", "late=yes", "--from", "2"), 1),
    "finish": Case(("finish",), 1),
    "merge": Case(("merge", "Evé", "copy", "--take", "b1"), 3),
    "import": Case(("import", "evening.csv"), 3),
    "play": Case(("play",), 1, typed="plus 6 6\n"),
    "play, from the beginning": Case(
        ("play", "endless", "Anna", "Bo", "Cleo", "--name", "it"), 1, "it", typed="plus 6 6\n"
    ),
    "referee deal": Case(RECORD, 1),
    "check --repair": Case(("check", "--repair"), 0, tail=HALF),
    "again": Case(("again", "-s", "Evé", "--name", "it"), 0, "it", first="finish"),
    "check --accept": Case(("check", "--accept"), 1, by_hand=(b"[6, 6, 4]", b"[7, 5, 4]")),
    "rules new": Case(("rules", "new", "mine"), 0),
}


class Table:
    """A home as it was before the command, which can be put back; and the command in it."""

    def __init__(self, case: Case, folder: Path) -> None:
        self.case, self.folder = case, folder
        self.person = Person(folder / "home")
        self.home = self.person.home
        (folder / "evening.csv").write_text(SHEET, encoding="utf-8")
        (folder / "record.toml").write_text(record(), encoding="utf-8")
        furniture = {} if case.is_first else furnished(case.first, case.words[0] == "merge")
        self.before = {folder / name: data for name, data in furniture.items()}
        if self.file in self.before:
            data = self.before[self.file].replace(*case.by_hand, 1)
            self.before[self.file] = data + case.tail
        self.put_back()
        self.entries = self.found() if self.file.exists() else ()

    @property
    def file(self) -> Path:
        return self.home / "sessions" / f"{self.case.session}.toml"

    @property
    def made(self) -> Path:
        """The file that the command is about."""
        return self.home / "rulesets" / "mine.toml" if self.case.words[0] == "rules" else self.file

    def found(self) -> tuple[object, ...]:
        """The entries of the session, as anybody reads them."""
        return read(self.file.read_bytes())[0]

    def is_whole(self) -> bool:
        """Whether nothing of an entry stands at the end of the session."""
        return not read(self.file.read_bytes())[1]

    def put_back(self) -> None:
        """All as it was before, folders private as the program makes them; the older session
        first."""
        for folder in (self.home, self.person.cache):
            shutil.rmtree(folder, ignore_errors=True)
        for path, data in self.before.items():
            for above in reversed([path.parent, *path.parent.parents]):
                above.mkdir(mode=0o700, exist_ok=True)
            path.write_bytes(data)
            if path.stem == "older":
                os.utime(path, (1, 1))

    def run(self, machine: Machine | None = None, is_terminal: bool = False) -> Said:
        """What the command comes to, on a machine."""
        with failing(machine or Machine()):
            words = [
                str(self.folder / word) if word.endswith((".csv", "record.toml")) else word
                for word in self.case.words
            ]
            return self.person.types(*words, stdin=Typed(self.case.typed, is_terminal))


@cache
def furnished(first: str, is_copied: bool) -> dict[str, bytes]:
    """The files of a home with two sessions, of which the one with entries was used last; one of
    those is taken back, and then this was said. There may be a copy of it, and both gone on with."""
    with TemporaryDirectory() as folder:
        person = Person(Path(folder) / "home")
        rules = person.home / "rulesets" / ENDLESS.name
        rules.parent.mkdir(parents=True)
        rules.write_text(WITH_CHOICE, encoding="utf-8")
        for line in (
            "new endless Anna Bo Cleo --name older",
            "new endless Anna Bo Cleo --name Evé",
        ):
            person.does(line)
        for _ in range(3):
            person.types(*DEAL)
        lines = [first] if first else []
        for line in ("amend 2 tricks=8,5,3", "undo", *lines, "sheet -s older", "sheet"):
            person.does(line)
        if is_copied:
            shutil.copy(person.path("Evé"), person.path("copy"))
            person.after("note one -s copy", "note two -s Evé")
        files = [path for path in Path(folder).rglob("*") if path.is_file()]
        return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@cache
def read(data: bytes) -> tuple[tuple[object, ...], str]:
    """The entries of a session file, wherever they stand, and what is cut of it."""
    journal = read_session_log(data)
    return tuple(entry._replace(line=0) for entry in journal.entries), journal.cut


def record() -> str:
    """A deal of sixteen tricks written down; nobody at that table minds what is revoked."""
    cards = [
        rank + suit
        for suit in "SHDC"
        for rank in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    ]
    tricks = [" ".join(cards[start : start + 3]) for start in range(0, 48, 3)]
    return f"tricks = {tricks}\n"


def each_call(
    table: Table,
    machine: Callable[[int], Machine],
    of: Container[str] = CALLS,
    is_terminal: bool = False,
) -> Iterator[tuple[int, Machine, Said | None]]:
    """Runs the command anew with trouble at its first call, its second, … to the last; no word
    of one that died."""
    names = calls_of(table, is_terminal)
    for at in [number for number, name in enumerate(names, 1) if name in of]:
        table.put_back()
        now, said = machine(at), None
        try:
            said = table.run(now, is_terminal)
        except Killed:
            now.died()
        assert now.failed, at
        yield at, now, said


def calls_of(table: Table, is_terminal: bool) -> list[str]:
    """The names of the calls that the command makes where all is well."""
    machine = Machine()
    table.put_back()
    assert table.run(machine, is_terminal).code == 0
    return [name for name, _ in machine.calls]


# --- what has to hold, whatever happened ---------------------------------------------------------------


def nothing_is_half(table: Table, said: Said | None, at: object) -> None:
    """The file holds what it held and all of the new, or nothing of it: and by the exit code
    which."""
    case, made = table.case, table.made
    if case.words[0] == "rules":
        assert not made.exists() or made.read_bytes().endswith(last_lines()), at
        assert said is None or made.exists() == (said.code == 0), at
        return
    is_begun = table.file.exists() and case.session == "it"
    assert table.file.exists() or (case.session == "it" and (said is None or said.code)), at
    assert not is_begun or said is None or said.code != 3, (at, said)
    if not table.file.exists():
        return
    new = len(table.found()) - len(table.entries)
    assert table.found()[: len(table.entries)] == table.entries, at
    assert new in (0, case.adds), at
    if said is not None:
        assert said.code or new == case.adds, at
        assert said.code != 3 or not new, at
        assert not said.code or not new or is_told_to_look(said), at
    kept = [table.file, *table.file.parent.glob("*.cut-*")]
    assert not case.tail or any(path.read_bytes().endswith(case.tail.strip()) for path in kept), at


def last_lines() -> bytes:
    """The last lines of the starting file for rules of one's own."""
    return (ROOT / "scorekeeper" / "cli" / "my-game.toml").read_bytes()[-200:]


def is_told_to_look(said: Said) -> bool:
    """Whether somebody who was told of a failure was told too, in words and by the exit code, that
    something may be recorded."""
    return said.code == 4 and bool(re.search("`scorekeeper log`|see whether .* is there", said.err))


def the_person_was_told(said: Said, at: object) -> None:
    """Done, or the machine's failure in words with what to do; never a trace of the program's
    insides."""
    assert said.code in (0, 3, 4), (at, said)
    assert "Traceback" not in said.err + said.out, at
    assert "made a mistake" not in said.err, (at, said)
    if said.code:
        assert re.search(r"^failed: ", said.err, re.MULTILINE), (at, said)
        assert re.search(r"^try: ", said.err, re.MULTILINE), (at, said)


def begin_of(case: Case) -> str:
    """The command that begins a session as this case does."""
    return "again" if case.words[0] == "again" else "new"


def the_next_command_works(table: Table, said: Said | None, at: object) -> None:
    """The same said again where it was not done, then a deal: in the session that the person
    means."""
    case, begins = table.case, table.case.session == "it"
    if begins and not table.file.exists():
        again = table.person.types(begin_of(case), *case.words[1:])
        assert again.code == 0, (at, again)
    elif case.words[0] == "rules" and not table.made.exists():
        assert table.run().code == 0, at
    elif case.words[0] == "check" and table.found() == table.entries:
        assert table.run().code == 0, at
        assert table.is_whole(), at
    was = len(table.found()) if table.file.exists() else 0
    named = () if said is not None and said.code == 0 else ("-s", case.session)
    deal = ("deal", "8", "5") if case.is_first else DEAL
    act = ("note", "more") if case.words[0] == "finish" else deal  # no deal follows an end
    done = table.person.types(*act, *named)
    assert done.code == 0, (at, done)
    assert len(table.found()) == was + 1, at
    assert table.is_whole(), at


def another_beginning_changes_nothing(table: Table, at: object) -> None:
    """A session begun after a kill, by a process of the same number, leaves the one before as it
    was."""
    if table.case.session == "it" and table.file.exists():
        before, words = table.file.read_bytes(), table.case.words[1:-2]
        done = table.person.types(begin_of(table.case), *words, "--name", "other")
        assert (done.code, table.file.read_bytes() == before) == (0, True), (at, done)


def nothing_is_left(table: Table, machine: Machine, at: object) -> None:
    """What was begun and given up is gone again: only whole sessions, and what was set aside on
    purpose."""
    for folder in (table.home / "sessions", table.home / "rulesets"):
        names = {path.name for path in folder.iterdir()} if folder.exists() else set[str]()
        known = {"older.toml", "copy.toml", "Evé.toml", "it.toml", "endless.toml", "mine.toml"}
        left = names - known - ({"Evé.cut-1", "Evé.cut-2"} if table.case.tail else set())
        if machine.failed == ["unlink"]:  # then it stays, under a name that nobody reads
            left = {name for name in left if not name.endswith(".new")}
        assert not left, (at, left)


def holds(table: Table, machine: Machine, said: Said | None, at: int) -> None:
    """All of it, after one failure."""
    where = at, machine.calls[at - 1]
    if said is not None:
        the_person_was_told(said, where)
        nothing_is_left(table, machine, where)
    nothing_is_half(table, said, where)
    the_next_command_works(table, said, where)


# --- the failures --------------------------------------------------------------------------------------

FAILURES: dict[str, Trouble] = {
    "the disk is full": half_written(errno.ENOSPC),
    "the disk fails": half_written(errno.EIO),
}
# those that can want room
TAKING_ROOM = ("open", "write", "fsync", "close", "ftruncate", "link", "mkdir", "replace")
NO_FAILURES: dict[str, Trouble] = {"a signal comes": signalled, "a write is short": short}
MORE: dict[str, Trouble] = {
    "nothing is taken": error(errno.ENOSPC),
    "no more is allowed": half_written(errno.EDQUOT),
    "read-only": error(errno.EROFS),
    "not permitted": error(errno.EACCES),
    "too many files": error(errno.EMFILE),
    "no locks": error(errno.ENOLCK),
    "stale": error(errno.ESTALE),
}


@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_call_that_fails(tmp_path: Path, command: str, failure: str) -> None:
    """Whichever call of whichever command fails: exit code 3 and nothing new, or 0 and all of
    it; said in words, nothing left over, and the next command goes on."""
    table, tried = Table(COMMANDS[command], tmp_path), 0
    of = TAKING_ROOM if failure == "the disk is full" else CALLS
    for at, machine, said in each_call(table, lambda at: Machine(FAILURES[failure], at), of):
        assert said is not None
        # the table goes on to show what it has recorded, and a copy is moved after that
        if said.code and table.case.words[0] not in ("play", "merge"):
            assert (table.found() if table.file.exists() else ()) == table.entries, machine.calls[
                at - 1
            ]
            assert table.file.exists() == (table.file in table.before), machine.calls[at - 1]
        holds(table, machine, said, at)
        tried += 1
    assert tried >= 8


@pytest.mark.parametrize("event", NO_FAILURES)
@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_no_failure_is_carried_through(tmp_path: Path, command: str, event: str) -> None:
    """A signal in the midst of a call, and a write that takes a few bytes, stop nothing: it is
    done, exit code 0."""
    table = Table(COMMANDS[command], tmp_path)
    of = ("write",) if NO_FAILURES[event] is short else set(CALLS) - {"walk"}
    for at, machine, said in each_call(table, lambda at: Machine(NO_FAILURES[event], at), of):
        assert said is not None and said.code == 0, (at, machine.calls[at - 1], said)
        nothing_is_half(table, said, at)
        nothing_is_left(table, machine, at)
    table.put_back()
    said = table.run(Machine(short, 1, lasting=True))
    assert said.code == 0
    nothing_is_half(table, said, "every write is short")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_process_that_is_killed(tmp_path: Path, command: str) -> None:
    """At whatever call a command dies, half way through a write too, it is done whole or not at
    all; whoever comes next, under the same number of process too, goes on."""
    table, tried = Table(COMMANDS[command], tmp_path), 0
    for at, machine, said in each_call(table, killed):
        assert said is None
        holds(table, machine, said, at)
        another_beginning_changes_nothing(table, at)
        tried += 1
    assert tried >= 12


@pytest.mark.parametrize("is_terminal", [False, True])
def test_the_live_table_knows_what_it_recorded(tmp_path: Path, is_terminal: bool) -> None:
    """Where a deal is on disk and the machine fails only then, nobody is told that nothing was
    recorded."""
    table = Table(
        COMMANDS["play"]._replace(typed="plus 6 6\n\n" if is_terminal else "plus 6 6\n"), tmp_path
    )
    told = 0
    for at, _, said in each_call(
        table, lambda at: Machine(FAILURES["the disk fails"], at), ("open",), is_terminal
    ):
        assert said is not None
        if said.code and len(table.found()) > len(table.entries):
            assert is_told_to_look(said), (at, said)
            assert "nothing was recorded" not in said.out + said.err, (at, said)
            told += 1
    assert told


LASTING = ("write", "fsync", "ftruncate", "mkdir", "link", "replace")


@pytest.mark.parametrize(
    "failure", ["the disk is full", pytest.param("the disk fails", marks=pytest.mark.thorough)]
)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_machine_that_fails_for_good(tmp_path: Path, command: str, failure: str) -> None:
    """Where from one call on every write, sync and cut fails, what was acknowledged before is
    there, somebody is told, and when the machine is well again the next command goes on."""
    table = Table(COMMANDS[command], tmp_path)

    def trouble(name: str, args: tuple[object, ...]) -> None:
        if name in LASTING:
            FAILURES[failure](name, args)

    for at, machine, said in each_call(
        table, lambda at: Machine(trouble, at, lasting=True), LASTING
    ):
        assert said is not None
        where = at, machine.calls[at - 1]
        the_person_was_told(said, where)
        nothing_is_half(table, said, where)
        the_next_command_works(table, said, where)


@pytest.mark.thorough
@pytest.mark.parametrize("failure", MORE)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_call_that_fails_in_other_ways(tmp_path: Path, command: str, failure: str) -> None:
    """The same for what the machine says less often."""
    table = Table(COMMANDS[command], tmp_path)
    for at, machine, said in each_call(table, lambda at: Machine(MORE[failure], at)):
        holds(table, machine, said, at)


@pytest.mark.thorough
@pytest.mark.parametrize("command", COMMANDS)
def test_a_process_that_really_ends(tmp_path: Path, command: str) -> None:
    """The same with a process of its own that ends at once, at every call."""
    table = Table(COMMANDS[command], tmp_path)
    for at in range(1, 400):
        table.put_back()
        child = os.fork()
        if not child:
            try:
                os._exit(table.run(killed(at, lambda: os._exit(7))).code)
            finally:
                os._exit(9)  # where the test itself failed
        _, how = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(how) == 0:
            assert at > 12
            return
        assert os.waitstatus_to_exitcode(how) == 7, at
        nothing_is_half(table, None, at)
        the_next_command_works(table, None, at)
    raise AssertionError("the program never came to an end of its calls")


# --- on disk before it is said -------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_it_is_on_disk_before_it_is_said(tmp_path: Path, command: str) -> None:
    """Between what a command writes and the next word that it shows stands fsync: of the file,
    and of the folder where a file or a folder is new."""
    table, machine = Table(COMMANDS[command], tmp_path), Machine()
    assert table.run(machine).code == 0
    assert unsynced(machine.log) == []
    names = [call.name for call in machine.log]
    assert "fsync" in names[: len(names) - names[::-1].index("say")]
    without = [call for call in machine.log if call.name != "fsync"]
    assert unsynced(without)


STRACE = shutil.which("strace")
TRACED = "openat,write,fsync,fdatasync,ftruncate,mkdir,link,linkat,rename,unlink"
LINE = re.compile(r"(?:\d+ +)?(\w+)\((.*)\) += (-?\d+).*")


def traced(path: Path) -> list[Call]:
    """What the system itself says that a process asked of it."""
    log = []
    for line in path.read_text(errors="replace").splitlines():
        match = LINE.fullmatch(line)
        if match is None or match[3].startswith("-"):
            continue
        name, words = match[1], match[2]
        of_handle = re.match(r"(\d+)<(.*?)>", words)
        named = re.findall(r'"((?:[^"\\]|\\.)*)"', words)
        if name == "write" and of_handle and of_handle[1] in "12":
            log.append(Call("say", "", (words,)))
        elif name == "openat" and named:
            log.append(Call("open", named[0], (named[0], os.O_CREAT if "O_CREAT" in words else 0)))
        elif name in ("link", "linkat", "rename"):
            log.append(Call("link", named[0], (named[0], named[1])))
        elif of_handle:
            log.append(Call(name.replace("fdatasync", "fsync"), of_handle[2], ()))
        elif named:
            log.append(Call(name, named[0], ()))
    return log


@pytest.mark.thorough
@pytest.mark.skipif(STRACE is None, reason="strace is not installed")
@pytest.mark.parametrize("command", COMMANDS)
def test_the_system_says_so_too(tmp_path: Path, command: str) -> None:
    """The same, as seen from outside of the program: by the system calls of a process of its
    own."""
    table = Table(COMMANDS[command], tmp_path)
    trace = tmp_path / "trace"
    words = [
        str(tmp_path / word) if word.endswith((".csv", "record.toml")) else word
        for word in table.case.words
    ]
    env = {
        **os.environ,
        **table.person.settings,
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [str(STRACE), "-f", "-y", "-s", "4096", "-o", trace, "-e", f"trace={TRACED}", sys.executable, "-m", "scorekeeper", *words],
        env=env, input=table.case.typed, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    log = [call for call in traced(trace) if call.name == "say" or str(tmp_path) in call.path]
    assert unsynced(log) == []
    assert [call for call in log if call.name == "fsync"]
    assert unsynced([call for call in log if call.name != "fsync"])

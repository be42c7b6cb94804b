"""Work that is shared out among processes: the same answers in the same order, and nobody left
behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from evening import Evening
from shared_work import doubled, dying, failing, hindered, interrupted, met
from terminal import Person

from scorekeeper.store import processes
from scorekeeper.store.processes import CHUNK, mapped
from scorekeeper.store.session_records import FEW

MANY = 10 * CHUNK + 3


@pytest.fixture(autouse=True)
def _two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that can run two processes at once, whatever this one can."""
    monkeypatch.setattr(processes, "cores", lambda: 2)


@pytest.fixture(params=["fork", "spawn"])
def way(request: pytest.FixtureRequest) -> Iterator[str]:
    """How a process is started: as Linux does it, and as macOS and Windows do."""
    if request.param not in multiprocessing.get_all_start_methods():
        pytest.skip("this system has no other way")
    before = multiprocessing.get_start_method()
    multiprocessing.set_start_method(request.param, force=True)
    yield str(request.param)
    multiprocessing.set_start_method(before, force=True)


def test_many_are_done_by_several_in_order(way: str, tmp_path: Path) -> None:
    """Two processes other than this one do the work, and the answers come as they were asked
    for."""
    found = list(mapped(partial(met, tmp_path), range(MANY), few=CHUNK))
    assert [twice for twice, _ in found] == [2 * number for number in range(MANY)]
    workers = {worker for _, worker in found}
    assert len(workers) == 2
    assert os.getpid() not in workers


def test_whoever_is_slower_does_less() -> None:
    """A process that has less of the machine than another leaves it more of the work."""
    workers = list(mapped(hindered, range(MANY), few=CHUNK))
    assert len(set(workers)) == 2
    assert 0 < workers.count(workers[0]) < MANY // 2


@pytest.mark.parametrize("number", [0, 1, CHUNK, 2 * CHUNK - 1])
def test_few_are_done_here(number: int) -> None:
    """What is not enough for two is done by this process."""
    assert list(mapped(doubled, range(number), few=CHUNK)) == [
        (2 * one, os.getpid()) for one in range(number)
    ]


def test_one_core_does_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only one can run at a time no other is started."""
    monkeypatch.setattr(processes, "cores", lambda: 1)
    assert {worker for _, worker in mapped(doubled, range(MANY), few=1)} == {os.getpid()}


@pytest.mark.parametrize("where", [0, CHUNK, MANY - 1])
def test_the_work_of_one_that_dies_is_done_here(way: str, where: int) -> None:
    """A process that the machine kills, for want of memory it may be, takes no answer with it."""
    found = list(mapped(partial(dying, where, os.getpid()), range(MANY), few=CHUNK))
    assert found == [2 * number for number in range(MANY)]


def test_a_machine_that_gives_no_process_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where none can be started all of it is done here."""

    def start(process: BaseProcess) -> None:
        raise BlockingIOError

    monkeypatch.setattr(BaseProcess, "start", start)
    assert [twice for twice, _ in mapped(doubled, range(MANY), few=CHUNK)] == [
        2 * one for one in range(MANY)
    ]


def test_a_fault_is_met_by_whoever_asked(way: str, capfd: pytest.CaptureFixture[str]) -> None:
    """It is raised here, where it is told in the program's words; the process itself prints
    nothing."""
    with pytest.raises(ZeroDivisionError):
        list(mapped(partial(failing, CHUNK + 1), range(MANY), few=CHUNK))
    assert capfd.readouterr() == ("", "")
    assert multiprocessing.active_children() == []


def test_whoever_has_heard_enough_leaves_nobody_working(way: str) -> None:
    """Answers that are no longer asked for end the processes, and Ctrl-C is as before."""
    before = signal.getsignal(signal.SIGINT)
    answers = mapped(doubled, range(MANY), few=CHUNK)
    assert next(answers)[0] == 0
    assert isinstance(answers, Iterator)
    answers.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_while_they_are_started_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is heard once all of them are there, and nobody goes on."""
    begin = BaseProcess.start

    def interrupted(process: BaseProcess) -> None:
        begin(process)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(BaseProcess, "start", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            next(mapped(doubled, range(MANY), few=CHUNK))
    finally:
        signal.signal(signal.SIGINT, before)
    assert multiprocessing.active_children() == []


def test_ctrl_c_is_not_for_those_that_are_started(way: str) -> None:
    """A terminal sends it to every process: the one that asked ends the others."""
    assert list(mapped(interrupted, range(MANY), few=CHUNK)) == [2 * one for one in range(MANY)]


# --- the league of many evenings -----------------------------------------------------------------------


def with_evenings(home: Path, number: int) -> Person:
    """Somebody with so many evenings; the one in the middle is no evening."""
    person = Person(home)
    sessions = person.home / "sessions"
    sessions.mkdir(parents=True)
    evening = Evening("bismarck-swedish")
    for deal in ("sang 6 6", "pass 4 6", "spader 9 3"):
        evening.deal(deal)
    for place in range(number):
        (sessions / f"e{place:04}.toml").write_bytes(evening.data)
    (sessions / f"e{number // 2:04}.toml").write_bytes(b"nothing of ours")
    return person


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Somebody with more evenings than several processes are worth."""
    return with_evenings(tmp_path_factory.mktemp("crowded") / "home", 1_000)


def test_the_league_is_the_same_by_however_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process or two: the same page, the same words about what cannot be read, in the
    language spoken."""
    person = with_evenings(tmp_path / "home", 2 * FEW + CHUNK + 3)
    for spoken in ("en", "sv"):
        said = []
        for number in (2, 1):
            monkeypatch.setattr(processes, "cores", lambda number=number: number)
            said.append(person.types("league", "--lang", spoken, XDG_CACHE_HOME="/dev/null/none"))
        assert said[0] == said[1]
        assert said[0].code == 0
        assert "e0126" in said[0].err


def test_what_other_processes_made_private_is_told_once(
    crowded: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files that others could write in, met by the processes that read them."""
    monkeypatch.setattr(processes, "cores", lambda: 2)
    files = sorted((crowded.home / "sessions").glob("e0*.toml"))
    for file in files:
        file.chmod(0o666)
    said = crowded.does("league", XDG_CACHE_HOME="/dev/null/none")
    assert said.err.count("others could write in 1,000 files of the home until now") == 1
    assert not any(file.stat().st_mode & 0o022 for file in files)
    assert "others could write" not in crowded.does("league", XDG_CACHE_HOME="/dev/null/none").err


# The league as somebody begins it who may end it; each evening takes long enough for that.
SLOWLY = """
import signal, sys, time
from scorekeeper.__main__ import main
from scorekeeper.cli import session_list as evenings
from scorekeeper.store import processes

signal.signal(signal.SIGINT, signal.default_int_handler)
processes.cores = lambda: 2
evenings._teller = lambda: lambda data: time.sleep(0.01) or "[]"
sys.argv = ["scorekeeper", "league"]
main()
"""


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    return [
        int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()
    ]


def is_there(process: int) -> bool:
    """Whether a process is still at work; one that nobody has asked after is not."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


@contextmanager
def begun(
    program: str, environment: Mapping[str, str]
) -> Iterator[tuple[subprocess.Popen[bytes], list[int]]]:
    """A program that runs, once it has started its processes, and these."""
    with subprocess.Popen(
        [sys.executable, "-c", program], env=environment, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:  # fmt: skip
        while process.poll() is None and len(started := children(process.pid)) < 2:
            time.sleep(0.001)
        assert process.poll() is None, process.communicate()
        yield process, started


@pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="nothing tells here who started whom"
)
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_the_league_ends_its_processes(crowded: Person, how: signal.Signals) -> None:
    """Ctrl-C, which a terminal sends to them all, and signals that only the first hears: no
    trace of the program's insides, and nobody who goes on working."""
    environment = {**os.environ, **crowded.settings, "XDG_CACHE_HOME": "/dev/null/none"}
    with begun(SLOWLY, environment) as (league, started):
        if how is signal.SIGINT:
            os.killpg(league.pid, how)
        else:
            league.send_signal(how)
        _, err = league.communicate()
    assert league.returncode == (1 if how is signal.SIGINT else -how)
    assert b"Traceback" not in err
    assert (b"Aborted!" in err) == (how is signal.SIGINT)
    while any(map(is_there, started)):
        time.sleep(0.01)


# A long proof as somebody begins it at a terminal.
LONG_PROOF = """
import signal, sys
from scorekeeper.__main__ import main
from scorekeeper.store import processes

signal.signal(signal.SIGINT, signal.default_int_handler)
processes.cores = lambda: 2
sys.argv = ["scorekeeper", "rules", "prove", "oh-hell"]
main()
"""


@pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="nothing tells here who started whom"
)
def test_ctrl_c_ends_a_proof_and_its_processes(tmp_path: Path) -> None:
    """Ctrl-C in the middle of a proof says `Aborted!` and nothing else, and nobody goes on
    working."""
    environment = {**os.environ, **Person(tmp_path).settings}
    with begun(LONG_PROOF, environment) as (proof, started):
        os.killpg(proof.pid, signal.SIGINT)
        out, err = proof.communicate()
    assert (proof.returncode, out, err.strip()) == (1, b"", b"Aborted!")
    while any(map(is_there, started)):
        time.sleep(0.01)


# --- Ctrl-C before the program is there ---------------------------------------------------------

EARLY = """
import signal, sys
from scorekeeper.__main__ import main

class AtOnce:
    def find_spec(self, name, *rest):
        if name == "scorekeeper.cli.main":
            signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, AtOnce())
main()
"""


def test_ctrl_c_while_the_program_is_read_is_no_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-c", EARLY], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "Aborted!\n")

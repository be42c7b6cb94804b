"""Parallel work in one process for each core, with the results in the order of the input."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Generic, TypeVar

from scorekeeper.store.disk import made_private, note_private

if TYPE_CHECKING:
    from multiprocessing import Process
    from multiprocessing.connection import Connection

A = TypeVar("A")
B = TypeVar("B")
CHUNK = 50  # done before an answer is sent, where nothing else is said
AHEAD = 2  # chunks that a process has to do, so that it never waits for the next
MOST = 16  # processes; each takes its 30 MiB


def cores() -> int:
    """Return the number of processes that can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def mapped(
    make: Callable[[], Callable[[A], B]], given: Sequence[A], few: int, chunk: int = CHUNK
) -> Iterator[B]:
    """Return an iterator over the results of a function for the given values, in order. `make`
    builds the function in each process. A process is started only for at least `few` values, and
    answers after every `chunk`."""
    number = min(cores(), len(given) // few, MOST)
    return _by_processes(make, given, number, chunk) if number > 1 else map(make(), given)


def _by_processes(
    make: Callable[[], Callable[[A], B]], given: Sequence[A], number: int, chunk: int
) -> Iterator[B]:
    """Yield the results computed by `number` processes. A process waits when its pipe is full, so
    memory does not grow with the work."""
    chunks = [given[at : at + chunk] for at in range(0, len(given), chunk)]
    with _crew(make, chunks, number) as crew:
        answers = _Answers[B](crew, len(chunks))
        for place, asked in enumerate(chunks):
            found = answers.of(place)
            yield from map(make(), asked) if found is None else found


class _Answers(Generic[B]):
    """The answers of the worker processes. Half of the chunks are distributed at once, so that the
    workers are busy while the caller does something else. The others are given one by one to
    workers that are nearly done, so that all have work to the end even if one is slower."""

    def __init__(self, crew: Sequence[Connection], number: int) -> None:
        self._owed: dict[Connection, set[int]] = {worker: set() for worker in crew}
        self._found: dict[int, list[B]] = {}
        half = number // 2
        self._left = iter(range(half, number))
        for first, worker in enumerate(crew):
            self._ask(worker, range(first, half, len(crew)))

    def of(self, place: int) -> list[B] | None:
        """Return the answers to a chunk, only once, or None if the process that had it has
        ended."""
        from multiprocessing.connection import wait  # noqa: PLC0415 - 15 ms, as Pipe and Process

        while place not in self._found and self._owed:
            for worker in list(self._owed):
                if len(self._owed[worker]) < AHEAD:
                    self._ask(worker, islice(self._left, AHEAD))
            if not any(place in owed for owed in self._owed.values()):
                break
            ready = wait(list(self._owed))
            for worker in [one for one in self._owed if one in ready]:
                self._hear(worker)
        return self._found.pop(place, None)

    def _ask(self, worker: Connection, places: Iterable[int]) -> None:
        asked = list(places)
        if asked:
            self._owed[worker] |= {*asked}
            with suppress(OSError):  # it has ended, which is heard where its answers are
                worker.send(asked)

    def _hear(self, worker: Connection) -> None:
        try:
            place, found, private = worker.recv()
        except (EOFError, OSError):
            del self._owed[worker]
            return
        note_private(private)
        self._owed[worker].remove(place)
        self._found[place] = found


@contextmanager
def _crew(
    make: Callable[[], Callable[[A], B]], chunks: Sequence[Sequence[A]], number: int
) -> Iterator[Sequence[Connection]]:
    """Start `number` processes and yield the connections to them. All are ended with the block."""
    from multiprocessing import Pipe, Process  # noqa: PLC0415 - 15 ms, only for many sessions

    processes: list[Process] = []
    crew: list[Connection] = []
    try:
        with _not_interrupted():
            for _ in range(number):
                worker, ours = Pipe()
                crew.append(worker)
                process = Process(target=_work, args=(make, chunks, worker, ours), daemon=True)
                # the machine gives no more of them: then its chunks are done here
                with suppress(OSError):
                    process.start()
                    processes.append(process)
                ours.close()
        yield crew
    finally:
        for worker in crew:
            worker.close()
        for process in processes:
            process.terminate()
            process.join()


def _work(
    make: Callable[[], Callable[[A], B]],
    chunks: Sequence[Sequence[A]],
    worker: Connection,
    ours: Connection,
) -> None:
    """Work on the requested chunks in a worker process until the caller is gone. Each answer
    includes the paths that the worker made private. An error ends the worker; the caller meets the
    error again and reports it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asked ends this process
    worker.close()
    made_private()  # what stands there already is told by the process that asked
    with suppress(Exception):
        done = make()
        while True:
            for place in ours.recv():
                ours.send((place, list(map(done, chunks[place])), made_private()))


@contextmanager
def _not_interrupted() -> Iterator[None]:
    """Block SIGINT in the processes started within; the process that started them ends them. A
    SIGINT that arrives meanwhile is handled at the end."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

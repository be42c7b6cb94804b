"""Much work of one kind done by as many processes as the machine has cores, and answered in the
order it was asked."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from scorekeeper.store.owned import made_private, note_private

if TYPE_CHECKING:
    from multiprocessing import Process
    from multiprocessing.connection import Connection

A = TypeVar("A")
B = TypeVar("B")
CHUNK = 50  # done before an answer is sent
MOST = 16  # processes; each takes its 30 MiB


def cores() -> int:
    """How many processes can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def mapped(make: Callable[[], Callable[[A], B]], given: Sequence[A], few: int) -> Iterator[B]:
    """The answers of a function to what is given, in the same order. `make` builds the function
    in each process; a process is started only for at least `few` of them."""
    number = min(cores(), len(given) // few, MOST)
    return _by_processes(make, given, number) if number > 1 else map(make(), given)


def _by_processes(
    make: Callable[[], Callable[[A], B]], given: Sequence[A], number: int
) -> Iterator[B]:
    """The same by `number` processes, which take the chunks in turn. A process waits once its pipe
    is full, so memory does not grow with the work."""
    chunks = [given[at : at + CHUNK] for at in range(0, len(given), CHUNK)]
    with _crew(make, [chunks[first::number] for first in range(number)]) as crew:
        for place, chunk in enumerate(chunks):
            yield from _answers(crew[place % number], chunk, make)


@contextmanager
def _crew(
    make: Callable[[], Callable[[A], B]], shares: Sequence[Sequence[Sequence[A]]]
) -> Iterator[Sequence[Connection]]:
    """A process for each share, and where it answers; all are ended with the block."""
    from multiprocessing import Pipe, Process  # noqa: PLC0415 - 15 ms, only for many sessions

    processes: list[Process] = []
    crew: list[Connection] = []
    try:
        with _not_interrupted():
            for share in shares:
                answers, ours = Pipe(duplex=False)
                crew.append(answers)
                process = Process(target=_work, args=(make, share, answers, ours), daemon=True)
                # the machine gives no more of them: then this share is done here
                with suppress(OSError):
                    process.start()
                    processes.append(process)
                ours.close()
        yield crew
    finally:
        for answers in crew:
            answers.close()
        for process in processes:
            process.terminate()
            process.join()


def _answers(
    answers: Connection, chunk: Sequence[A], make: Callable[[], Callable[[A], B]]
) -> list[B]:
    """The answers to a chunk; they are worked out here where its process has ended."""
    try:
        found: list[B]
        found, private = answers.recv()
        note_private(private)
    except (EOFError, OSError):
        found = list(map(make(), chunk))
    return found


def _work(
    make: Callable[[], Callable[[A], B]],
    chunks: Sequence[Sequence[A]],
    answers: Connection,
    ours: Connection,
) -> None:
    """What a process does: its chunks, until it is done or nobody is there to hear. With the
    answers go the paths of what it made private. A fault in it is met again, and told, by the
    process that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asked ends this process
    answers.close()
    made_private()  # what stands there already is told by the process that asked
    with suppress(Exception):
        done = make()
        for chunk in chunks:
            ours.send((list(map(done, chunk)), made_private()))


@contextmanager
def _not_interrupted() -> Iterator[None]:
    """Processes started within hear no SIGINT: the one that started them ends them. One that comes
    meanwhile is heard at the end."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

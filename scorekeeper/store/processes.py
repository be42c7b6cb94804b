"""Parallel work in one process for each core, with the results in the order of the input."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

from scorekeeper.store.disk import note_private, paths_made_private

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

A = TypeVar("A")
B = TypeVar("B")
CHUNK = 50  # values that a process works on before it answers, unless another number is given
AHEAD = 32  # chunks for each process that are begun before their answers are read
MOST = 16  # processes; each takes its 30 MiB
# In a worker process: what makes its function.
_given: list[Callable[[], Callable[[Any], Any]]] = []


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
    """Yield the results computed by `number` processes. A chunk without an answer is done here: its
    process has ended or could not be started, or an error in it is to be raised here."""
    chunks = [given[at : at + chunk] for at in range(0, len(given), chunk)]
    begun: deque[Future[tuple[list[B] | None, list[str]]] | None] = deque()
    own = cache(make)
    with _pool(make, number) as pool:
        for place, values in enumerate(chunks):
            with _not_interrupted():
                for later in chunks[place + len(begun) : place + AHEAD * number]:
                    begun.append(_begun(pool, later))
            found = _answer(begun.popleft())
            yield from map(own(), values) if found is None else found


@contextmanager
def _pool(make: Callable[[], Callable[[A], B]], number: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of `number` processes. All are ended with the block, whatever they do."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - 24 ms, for many sessions

    before = multiprocessing.active_children()
    pool = ProcessPoolExecutor(number, initializer=_start, initargs=(make,))
    try:
        yield pool
    finally:
        for process in multiprocessing.active_children():
            if process not in before:
                process.terminate()
        pool.shutdown(cancel_futures=True)


def _begun(
    pool: ProcessPoolExecutor, values: Sequence[A]
) -> Future[tuple[list[B] | None, list[str]]] | None:
    """Give a chunk to the pool. Return None if a process has ended or cannot be started."""
    with suppress(OSError, RuntimeError):  # a BrokenProcessPool
        return pool.submit(_work, values)
    return None


def _answer(begun: Future[tuple[list[B] | None, list[str]]] | None) -> list[B] | None:
    """Wait for the results of a chunk; None if there are none."""
    if begun is not None:
        with suppress(RuntimeError):  # a BrokenProcessPool
            found, private = begun.result()
            note_private(private)
            return found
    return None


# --- in a worker process -------------------------------------------------------------------------


def _start(make: Callable[[], Callable[[A], B]]) -> None:
    """Prepare a worker process. It ignores Ctrl-C and ends with the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    paths_made_private()  # those that the other process reports
    _given[:] = [make]


def _end_with_parent() -> None:
    """Wait until the process that started this one has ended, however it ended, and end this one,
    which would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _work(values: Sequence[Any]) -> tuple[list[Any] | None, list[str]]:
    """Return the results for a chunk and the paths that were made private meanwhile. The results
    are None if there was an error: the other process meets it again and reports it."""
    found = None
    with suppress(Exception):
        found = list(map(_function(), values))
    return found, paths_made_private()


@cache
def _function() -> Callable[[Any], Any]:
    """Return the function of this process."""
    return _given[0]()


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

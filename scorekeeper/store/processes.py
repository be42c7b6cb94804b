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
CHUNK = 50  # values per chunk, by default
AHEAD = 32  # chunks submitted in advance for each process
MOST = 16  # processes; each takes its 30 MiB
# In a worker process: the function that builds its function.
_given: list[Callable[[], Callable[[Any], Any]]] = []


def cores() -> int:
    """Return the number of CPU cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def mapped(
    make: Callable[[], Callable[[A], B]], given: Sequence[A], few: int, chunk: int = CHUNK
) -> Iterator[B]:
    """Return an iterator over the results of a function for the given values, in order. `make`
    builds the function in each process. One process is used for every `few` values, at most one
    per core; with fewer than two, the work is done here. A process returns its results `chunk`
    by `chunk`."""
    number = min(cores(), len(given) // few, MOST)
    return _by_processes(make, given, number, chunk) if number > 1 else map(make(), given)


def _by_processes(
    make: Callable[[], Callable[[A], B]], given: Sequence[A], number: int, chunk: int
) -> Iterator[B]:
    """Yield the results computed by `number` processes. A chunk without results is computed here:
    its process ended or could not start, or an error occurred, which must be raised here."""
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
    """Yield a pool of `number` processes. All of them are terminated at the end of the block."""
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
    """Wait for the results of a chunk. Return None if there are none."""
    if begun is not None:
        with suppress(RuntimeError):  # a BrokenProcessPool
            found, private = begun.result()
            note_private(private)
            return found
    return None


# --- in a worker process -------------------------------------------------------------------------


def _start(make: Callable[[], Callable[[A], B]]) -> None:
    """Prepare a worker process: it ignores Ctrl-C, and ends when its parent process ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    paths_made_private()  # the parent process reports these
    _given[:] = [make]


def _end_with_parent() -> None:
    """End this worker process as soon as its parent has ended; it would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _work(values: Sequence[Any]) -> tuple[list[Any] | None, list[str]]:
    """Return the results for a chunk, and the paths made private meanwhile. After an error the
    results are None: the parent process computes the chunk again and reports the error."""
    found = None
    with suppress(Exception):
        found = list(map(_function(), values))
    return found, paths_made_private()


@cache
def _function() -> Callable[[Any], Any]:
    """Build and return the function of this worker process."""
    return _given[0]()


@contextmanager
def _not_interrupted() -> Iterator[None]:
    """Block SIGINT in processes that are started in the block; their parent terminates them. A
    SIGINT to the parent is handled after the block."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

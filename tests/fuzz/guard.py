"""What no input may do: end in a mistake, take two seconds, or make the process 300 MiB larger."""

from __future__ import annotations

import gc
import io
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import lru_cache, wraps
from pathlib import Path
from types import FrameType
from typing import Any

from scorekeeper.cli.refusal import unworkable
from scorekeeper.render.report_formats import json_text
from scorekeeper.rules.formula import FormulaError
from scorekeeper.text.message_text import problem_row, text_of
from scorekeeper.text.problems import MachineFailure, Problem, Refused

from .harmless import terminal_faults

# of the processor's time; of the clock's, for what waits and does not work
SECONDS, PATIENCE = (2.0, 10.0)
slower = 1  # how much longer a program takes whose every step is watched
MOST_MEMORY = 300 << 20
CEILING = 2 << 30  # what a run may map at all, so that a finding does not take the machine with it


_CACHE = type(lru_cache(len))


class Finding(AssertionError):
    """An input that the program does not bear."""


class TooLong(BaseException):
    """Out of time; not an Exception, so that nothing of the program's takes it for its own."""


def guarded(one_input: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """The harness with its limits of time and memory; a refusal is an answer."""

    @wraps(one_input)
    def limited(data: bytes) -> None:
        before = memory()
        try:
            with in_time():
                one_input(data)
        except Refused as refusal:
            with in_time():
                refusal_is_harmless(refusal)
        except FormulaError as error:  # rules that cannot be worked out, which `main` refuses
            refusal_is_harmless(unworkable(error) or Refused([]))
        except MachineFailure as failure:
            said_is_harmless([failure.problem])
        except TooLong as error:
            forget_memory()
            raise Finding(f"it takes more than {SECONDS} seconds") from error
        taken = memory() - before
        if taken > MOST_MEMORY:
            forget_memory()
            raise Finding(f"it takes {taken >> 20} MiB more")

    return limited


@contextmanager
def in_time(seconds: float = SECONDS) -> Iterator[None]:
    """Raises TooLong where what is inside works or waits too long."""

    def late(number: int, frame: FrameType | None) -> None:
        raise TooLong

    limits = (
        (signal.SIGPROF, signal.ITIMER_PROF, seconds),
        (signal.SIGALRM, signal.ITIMER_REAL, PATIENCE),
    )
    kinds = [(number, timer, after * slower) for number, timer, after in limits]
    before = [signal.signal(number, late) for number, _, _ in kinds]
    for _, timer, after in kinds:
        signal.setitimer(timer, after)
    try:
        yield
    finally:
        for (number, timer, _), handler in zip(kinds, before, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(number, handler)


def memory() -> int:
    """The most bytes that this process has held at once."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def forget_memory() -> None:
    """Begins the measuring anew, where the machine can, with nothing kept of what came before."""
    for kept in [kept for kept in gc.get_objects() if isinstance(kept, _CACHE)]:
        if (kept.__module__ or "").startswith("scorekeeper"):
            kept.cache_clear()
    gc.collect()
    clear = Path("/proc/self/clear_refs")
    if clear.exists():
        clear.write_text("5", encoding="ascii")


def cap_memory() -> None:
    """Lets the process fail before the machine does."""
    resource.setrlimit(resource.RLIMIT_AS, (CEILING, CEILING))


# --- refusals ----------------------------------------------------------------------------------------


def refusal_is_harmless(refusal: Refused) -> None:
    """A refusal can be shown, as lines and as JSON, and no line steers a terminal."""
    from scorekeeper.cli.refusal import refusal_lines

    said_is_harmless(refusal.problems)
    check("\n".join(map(str, refusal_lines(refusal.problems, refusal.heading, refusal.context))))
    if not refusal.problems:
        raise Finding("a refusal names no problem")


def said_is_harmless(problems: Any) -> None:
    """Problems are problems, and can be told to a program."""
    for problem in problems:
        if not isinstance(problem, Problem):
            raise Finding(f"this is no problem: {problem!r}")
        if problem.code == "mistake":
            raise Finding(text_of(problem.message))
        check(json_text(problem_row(problem)))


def shown_is_harmless(found: Any) -> None:
    """An answer of the referee as the command shows it, in lines and as JSON."""
    from scorekeeper.cli.referee_commands import show_answer

    for form in ("text", "json"):
        with redirect_stdout(io.StringIO()) as told:
            show_answer(found, form)
        check(told.getvalue())


def check(text: str) -> None:
    """Raises Finding where the text would steer a terminal."""
    for fault in terminal_faults(text):
        raise Finding(fault)

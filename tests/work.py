"""How much work something is, whatever machine does it and whoever else is busy on it: the calls
that Python makes. What takes how long is asked by `benchmarks/`."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from reading import parsing

# Seconds after which a test gives up on another process. No bound on how fast it is: it only ends
# a test that would otherwise wait for ever.
PATIENCE = 300


class TooMuch(BaseException):
    """More calls than allowed; not an Exception, so that nothing takes it for its own."""


def calls_of(act: Callable[[], Any], most: int = 10**9, only: str = "") -> int:
    """How many functions are called by an act, Python's own included, or only those built in that
    have this name; TooMuch past `most`."""
    number = 0

    def count(frame: FrameType, event: str, called: object) -> None:
        nonlocal number
        number += event in ("call", "c_call") and only in ("", getattr(called, "__name__", None))
        if number > most:
            raise TooMuch(f"more than {most} calls")

    before, collects = sys.getprofile(), gc.isenabled()
    # what watches it, as hypothesis does, is called at moments that are no work of the act's
    gc.disable()
    with parsing():
        sys.setprofile(count)
        try:
            act()
        finally:
            sys.setprofile(before)
            if collects:
                gc.enable()
    return number

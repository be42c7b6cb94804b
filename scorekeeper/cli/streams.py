"""Standard input, output and error: what holds of them from the first word to the last."""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress
from typing import TextIO


class Closed(io.TextIOBase):
    """A standard output that was closed before the program began: whatever is shown fails."""

    def write(self, text: str, /) -> int:
        """Raises OSError: nobody can read this."""
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def open_streams() -> None:
    """Readies the streams: a closed standard output fails where something is shown. Standard error
    that is closed says nothing."""
    _fill_closed_numbers()
    if sys.stdout is None:
        sys.stdout = Closed()


def _fill_closed_numbers() -> None:
    """Opens a device that leads nowhere as every stream that is closed: a session file that got
    the number of one would be written into by whoever writes to that stream."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one


def flush(stream: TextIO | None) -> None:
    """Writes out what a stream still holds; OSError where it takes no more."""
    if stream is None or stream.closed:
        return
    try:
        stream.flush()
    except OSError:
        silence(stream)
        raise


def silence(stream: TextIO | None) -> None:
    """Sends what a stream still holds, and all that follows, to nowhere: the interpreter flushes
    its streams once more as it ends, and a failure then would change the exit code to 120."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())  # type: ignore[union-attr]
        os.close(nowhere)

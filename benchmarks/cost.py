"""What a command costs from its start to its end.

    python cost.py COMMAND [WORD…]      runs it without a word from it; prints the cost as JSON

Linux counts to a process's largest resident set what the one that started it held, for it is a
copy of that until it becomes another program. So each command is started by a small process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Cost(NamedTuple):
    """Seconds from start to exit, seconds of processors, the largest resident set of one of its
    processes in MiB, and the exit code."""

    seconds: float
    processor: float
    memory: float
    code: int


def cost(words: Sequence[str], surroundings: Mapping[str, str]) -> Cost:
    """Runs a command to its end, with these variables of the environment."""
    starter = [sys.executable, "-I", "-S", __file__, *words]
    done = subprocess.run(starter, env=surroundings, stdout=subprocess.PIPE, check=True)
    return Cost(*json.loads(done.stdout))


def own_cost(words: Sequence[str]) -> Cost:
    """What a command costs that this process starts."""
    quiet = subprocess.DEVNULL
    begun = time.perf_counter()
    process = subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet)
    _, status, used = os.wait4(process.pid, 0)
    return Cost(
        seconds=time.perf_counter() - begun,
        processor=used.ru_utime + used.ru_stime,
        memory=used.ru_maxrss / 1024,
        code=os.waitstatus_to_exitcode(status),
    )


if __name__ == "__main__":
    print(json.dumps(own_cost(sys.argv[1:])))

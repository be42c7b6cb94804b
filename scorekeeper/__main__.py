"""`scorekeeper` and `python -m scorekeeper`: the program as a process of its own."""

import gc
import os
import sys


def main() -> None:
    """Runs the program, or answers a shell that asks how a word goes on."""
    # All that starting up makes stays to the end, so looking through it for garbage is wasted;
    # the collector is started once the command that was called has been loaded.
    gc.disable()
    shell = os.environ.get("_SCOREKEEPER_COMPLETE")
    if shell:
        from scorekeeper.cli.completing import answer

        answer(shell, sys.argv[1:])
        return
    from scorekeeper.cli.main import main as program

    program()


if __name__ == "__main__":
    main()

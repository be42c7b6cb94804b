"""`scorekeeper` and `python -m scorekeeper`: the program as a process of its own."""

import gc
import os
import sys

OBJECTS = 50_000  # three times what recording a deal makes


def main() -> None:
    """Runs the program, or answers a shell that asks how a word goes on.

    Nearly all that a short command makes, its modules and its rules, lasts to the end, and the
    collector would look through it some forty times. Nor is it taken apart again at the end, which
    would be a twentieth of what recording a deal takes: by then all is written and flushed.
    """
    gc.set_threshold(OBJECTS)
    try:
        _run(os.environ.get("_SCOREKEEPER_COMPLETE"))
    except KeyboardInterrupt:  # before the program could see to it
        raise SystemExit("Aborted!") from None
    except SystemExit as end:
        # a word would still have to be said, and who watches the program tells at its end
        if isinstance(end.code, int) and not _is_watched():
            os._exit(end.code)
        raise


def _is_watched() -> bool:
    """Whether a profiler, a debugger or who counts the lines that are run looks on."""
    if sys.gettrace() or sys.getprofile() or sys.flags.inspect:
        return True
    watching = getattr(sys, "monitoring", None)  # from Python 3.12 on
    return watching is not None and any(map(watching.get_tool, range(6)))


def _run(asked: str | None) -> None:
    if asked:
        from scorekeeper.cli.completion import answer  # noqa: PLC0415 - 1 ms, only for Tab

        answer(asked)
        raise SystemExit(0)
    else:
        # once the collector is set
        from scorekeeper.cli.main import main as program  # noqa: PLC0415

        program()


if __name__ == "__main__":
    main()

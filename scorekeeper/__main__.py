"""`scorekeeper` and `python -m scorekeeper`: the program as a process of its own."""

import gc
import os

OBJECTS = 50_000  # three times what recording a deal makes


def main() -> None:
    """Runs the program, or answers a shell that asks how a word goes on.

    Nearly all that a short command makes, its modules and its rules, lasts to the end, and the
    collector would look through it some forty times. With the two lines about the collector
    `deal` takes 283 million instructions, without the first 297, without both 324; `import click`
    takes 170.
    """
    gc.set_threshold(OBJECTS)
    try:
        _run(os.environ.get("_SCOREKEEPER_COMPLETE"))
    except KeyboardInterrupt:  # before the program could see to it
        raise SystemExit("Aborted!") from None
    finally:
        gc.freeze()


def _run(asked: str | None) -> None:
    if asked:
        from scorekeeper.cli.completing import answer  # noqa: PLC0415 - 1 ms, only for Tab

        answer(asked)
    else:
        # once the collector is set
        from scorekeeper.cli.main import main as program  # noqa: PLC0415

        program()


if __name__ == "__main__":
    main()

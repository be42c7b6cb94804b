"""`scorekeeper` and `python -m scorekeeper`: the program as a process of its own."""

import os


def main() -> None:
    """Run the program, or answer a shell that asks for completions."""
    try:
        _run(os.environ.get("_SCOREKEEPER_COMPLETE"))
    except KeyboardInterrupt:  # before the program could handle it
        raise SystemExit("Aborted!") from None


def _run(asked: str | None) -> None:
    if asked:
        from scorekeeper.cli.completion import answer  # noqa: PLC0415 - only for Tab

        answer(asked)
    else:
        from scorekeeper.cli.main import main as program  # noqa: PLC0415 - Ctrl-C may end this too

        program()


if __name__ == "__main__":
    main()

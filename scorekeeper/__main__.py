"""`scorekeeper` and `python -m scorekeeper`: the program as a process of its own."""

import gc


def main() -> None:
    """Runs the program."""
    # All that starting up makes stays to the end, so looking through it for garbage is wasted;
    # the collector is started once the command that was called has been loaded.
    gc.disable()
    from scorekeeper.cli import main as program

    program()


if __name__ == "__main__":
    main()

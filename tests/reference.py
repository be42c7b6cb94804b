"""The command reference, `docs/reference.md`: the text of `--help`, of every command.

python -m tests.reference            fails if the page differs from the program
python -m tests.reference --update   writes it
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from scorekeeper.cli.main import TITLES, commands
from scorekeeper.cli.main import main as program

PAGE = Path(__file__).parent.parent / "docs" / "reference.md"
# An option's line, and those lines below that belong to it.
COMMON = re.compile(r"^  (?:--lang|--no-color|-h, --help) .*\n(?: {10,}.*\n)*", re.MULTILINE)
HEAD = """\
# Commands

This page is the text of `scorekeeper COMMAND --help`, for every command. Options that every command takes
(`--lang`, `--no-color`, `--help`) are listed once, at the top. `python -m tests.reference --update` writes the page.
[Files and JSON](files.md#exit-codes) explains exit codes.
"""


def page() -> str:
    """Return the whole page."""
    return "\n".join([HEAD, *_contents(), *_section((), 2), *_sections(TITLES)])


def _contents() -> Iterator[str]:
    """Yield a line of links for each heading."""
    for title, names in TITLES.items():
        yield f"- {title}: " + ", ".join(f"[{name}](#scorekeeper-{name})" for name in names)
    yield ""


def _sections(titles: Iterable[str]) -> Iterator[str]:
    for title in titles:
        yield f"## {title}\n"
        for name in TITLES[title]:
            yield from _of_command(name)


def _of_command(name: str) -> Iterator[str]:
    """A command, and those of its group."""
    ctx = click.Context(commands)
    yield from _section((name,), 3)
    command = commands.get_command(ctx, name)
    if isinstance(command, click.Group):
        for inner in command.list_commands(ctx):
            yield from _section((name, inner), 4)


def _section(words: Sequence[str], level: int) -> Iterator[str]:
    yield f"{'#' * level} {' '.join(['scorekeeper', *words])}\n"
    said = help_of(words)
    yield f"```text\n{_without_common(said) if words else said}```\n"


def _without_common(said: str) -> str:
    """The help of a command without the options that every command takes."""
    return COMMON.sub("", said).removesuffix("\nOptions:\n")


def help_of(words: Sequence[str]) -> str:
    """What the help of a command prints on a screen of 80 columns."""
    from terminal import environment

    screen = io.StringIO()
    with (
        environment({"COLUMNS": "80"}),
        contextlib.redirect_stdout(screen),
        contextlib.suppress(SystemExit),
    ):
        program([*words, "--help"])
    return screen.getvalue()


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    from written import main

    main(PAGE, page())

"""The command reference, `docs/commands.md`, `docs/commands-tables.md` and `docs/commands-games.md`:
what `--help` says, of every command.

python -m tests.reference            says whether the page is what the program says
python -m tests.reference --update   writes it anew
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from scorekeeper.cli.main import TITLES, commands
from scorekeeper.cli.main import main as program

DOCS = Path(__file__).parent.parent / "docs"
PAGES = PAGE, TABLES_PAGE, GAMES_PAGE = tuple(
    DOCS / name for name in ("commands.md", "commands-tables.md", "commands-games.md")
)
# The headings that have a page of their own.
TABLES = ("Many tables",)
GAMES = ("Many evenings", "The games", "The program")
# An option's line, and what of its words stands in the lines below.
COMMON = re.compile(r"^  (?:--lang|--no-color|-h, --help) .*\n(?: {10,}.*\n)*", re.MULTILINE)
HEAD = """\
# Commands

What `scorekeeper COMMAND --help` says, of every command, without the options that all of them take: `--lang`,
`--no-color` and `--help` are said once, of the program. (This page is written by `python -m tests.reference
--update`, and a test fails when it is not what the program says.)

Results go to standard output and talk to standard error. The exit code is 0 when it is done; 1 when the rules or the
data say no, and then nothing was recorded; 2 when the command was not understood; 3 when the machine failed (a full
disk, no permission), and then nothing was recorded or is half-written; 4 when it is recorded, or may be, and only the
answer could not be shown: trying again could record it twice, unless it is `deal --once ID` that is tried again.
[errors.md](errors.md) has every message, its cause and its fix. What is about many evenings, about the games themselves, `rules`,
`referee` and `demo`, and about the program, `completion`, is in [commands-games.md](commands-games.md); `event` and `club`
are in [commands-tables.md](commands-tables.md).

The Tab key completes commands, games, sessions, players, contracts and facts in bash, zsh and fish: see
`scorekeeper completion`. `man scorekeeper` has this page as a manual.
"""


GAMES_HEAD = """\
# Commands about many evenings, the games and the program

What `--help` says of the commands that are about many evenings, the games and their rules, or the program itself; [commands.md](commands.md) has all others.
(This page is written by `python -m tests.reference --update`.)
"""


TABLES_HEAD = """\
# Commands about many tables

What `--help` says of the commands for an evening at many tables, `event`, and for a home that several machines share, `club`;
[events.md](events.md) and [club.md](club.md) teach them, [commands.md](commands.md) has all others. (This page is written by
`python -m tests.reference --update`.)
"""


def pages() -> dict[Path, str]:
    """Each page as a whole."""
    others = [title for title in TITLES if title not in (*TABLES, *GAMES)]
    return {
        PAGE: "\n".join([HEAD, *_section((), 2), *_sections(others)]),
        TABLES_PAGE: "\n".join([TABLES_HEAD, *_sections(TABLES)]),
        GAMES_PAGE: "\n".join([GAMES_HEAD, *_sections(GAMES)]),
    }


def _sections(titles: Sequence[str]) -> Iterator[str]:
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

    for page, text in pages().items():
        main(page, text)

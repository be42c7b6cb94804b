"""The manual page, `docs/scorekeeper.1`: what `--help` says, of every command, for `man
scorekeeper`.

python -m tests.manual            says whether the page is what the program says
python -m tests.manual --update   writes it anew
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from scorekeeper import __version__
from scorekeeper.cli.main import TITLES, commands
from scorekeeper.cli.program_help import examples

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "scorekeeper.1"
COMMENT = '.\\" Written by `python -m tests.manual --update`; a test fails when it is not what the program says.'
DESCRIPTION = """\
You play with real cards at a real table. scorekeeper keeps the sheet, knows the rules of the game, refuses what
cannot be and says why, and settles disputes with the source of the rule.

Results go to standard output and talk to standard error. Every command takes `--help`."""
EXITS = {
    "0": "It is done.",
    "1": "Refused: the rules or the data say no, and nothing was recorded.",
    "2": "The command was not understood.",
    "3": "The machine failed (a full disk, no permission); nothing is half-written.",
}
ENVIRONMENT = {
    "SCOREKEEPER_HOME": "The folder of sessions and of rules of your own (default: the platform's for applications' data).",
    "SCOREKEEPER_SESSION": "The session meant where `--session` does not say (default: the one used last).",
    "SCOREKEEPER_LIMITS": "If `off`, files beyond what is read in a moment are read however long it takes.",
    "SCOREKEEPER_DEBUG": "If set, a mistake of the program itself shows where it happened.",
    "NO_COLOR": "If not empty, no bold and no colours, as with `--no-color`.",
    "CLICOLOR_FORCE, FORCE_COLOR": "If neither empty nor 0, colours in a pipe too.",
    "COLUMNS": "How wide the screen is.",
    "LANGUAGE, LC_ALL, LC_MESSAGES, LANG": "The language to speak where `--lang` does not say.",
}
FILES = {
    "$SCOREKEEPER_HOME/sessions/*.toml": "The sessions, a file each: text that a person can read, mend and keep.",
    "$SCOREKEEPER_HOME/rulesets/*.toml": "Rules of your own, found beside the shipped ones.",
}


def manual() -> str:
    """The whole page."""
    ctx = click.Context(commands, info_name="scorekeeper", **commands.context_settings)
    lines = [
        COMMENT,
        f'.TH SCOREKEEPER 1 {_date()} "scorekeeper {__version__}" "User Commands"',
        ".SH NAME",
        f"scorekeeper \\- {roff(_first_line(commands))}",
        ".SH SYNOPSIS",
        ".B scorekeeper",
        f"[OPTIONS] {roff('COMMAND [ARGS]…')}",
        ".SH DESCRIPTION",
        *paragraphs(DESCRIPTION),
        ".SH COMMANDS",
        *_families(ctx),
        ".SH OPTIONS",
        *_options(commands, ctx),
        *_table("EXIT STATUS", EXITS),
        *_table("ENVIRONMENT", ENVIRONMENT),
        *_table("FILES", FILES),
        ".SH EXAMPLES",
        *_examples(),
    ]
    return "\n".join(lines) + "\n"


def _date() -> str:
    """The day of the newest version that the changelog has."""
    found = re.search(
        r"^## .*(\d{4}-\d\d-\d\d)$",
        (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert found is not None
    return found[1]


# --- text as roff has it ---------------------------------------------------------------------------


def roff(text: str) -> str:
    """Words as they are to be seen; what stands between backticks is bold."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    shown = re.sub(r"`([^`]*)`", r"\\fB\1\\fR", plain)
    return f"\\&{shown}" if shown[:1] in (".", "'") else shown


def paragraphs(text: str) -> Iterator[str]:
    """Paragraphs; one that begins with the mark `\\b` keeps its lines."""
    for number, paragraph in enumerate(text.strip().split("\n\n")):
        yield from [".PP"] if number else []
        first, _, rest = paragraph.partition("\n")
        if first.strip() == "\b":
            yield from (".nf", *map(roff, rest.split("\n")), ".fi")
        else:
            yield roff(" ".join(paragraph.split()))


def _table(title: str, rows: dict[str, str]) -> Iterator[str]:
    yield f".SH {title}"
    for name, words in rows.items():
        yield from (".TP", f".B {roff(name)}", roff(words))


# --- commands --------------------------------------------------------------------------------------


def _families(ctx: click.Context) -> Iterator[str]:
    for title, names in TITLES.items():
        yield f".SS {title}"
        for name in names:
            command = commands.get_command(ctx, name)
            assert command is not None
            yield from _command(command, click.Context(command, ctx, info_name=name))


def _command(command: click.Command, ctx: click.Context) -> Iterator[str]:
    """A command with its options set in, and after it those that are in it."""
    pieces = " ".join(command.collect_usage_pieces(ctx))
    yield from (".TP", f"\\fB{roff(ctx.command_path)}\\fR {roff(pieces)}")
    first, *more = paragraphs(_help(command))
    yield first
    if more or _own_options(command, ctx):
        yield from (".RS", *more, *_options(command, ctx), ".RE")
    if not isinstance(command, click.Group):
        return
    for name in command.list_commands(ctx):
        inner = command.get_command(ctx, name)
        assert inner is not None
        yield from _command(inner, click.Context(inner, ctx, info_name=name))


def _help(command: click.Command) -> str:
    """The help without the examples that stand in it: those are in a section of their own."""
    text = inspect.cleandoc(command.help or "")
    return "\n\n".join(
        part for part in text.split("\n\n") if not part.lstrip("\b\n ").startswith("Example: ")
    )


def _first_line(command: click.Command) -> str:
    return _help(command).partition("\n")[0].rstrip(".")


def _own_options(command: click.Command, ctx: click.Context) -> list[tuple[str, str]]:
    """The options of a command, each with what it is for; those of every command are said once,
    of the program."""
    everywhere = {"--lang", "--no-color", "--help"}
    is_program = ctx.parent is None
    shown = [p for p in command.get_params(ctx) if isinstance(p, click.Option)]
    records = [p.get_help_record(ctx) for p in shown if is_program or not everywhere & {*p.opts}]
    return [record for record in records if record is not None]


def _options(command: click.Command, ctx: click.Context) -> Iterator[str]:
    for names, words in _own_options(command, ctx):
        yield from (".TP", f".B {roff(names)}", roff(words))


def _examples() -> Iterator[str]:
    """The examples of every command, a line each, the words beside them in brackets as they are."""
    lines = [line for rows in examples().values() for line in rows]
    yield from (".nf", *(roff(f"scorekeeper {line}") for line in dict.fromkeys(lines)), ".fi")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    from written import main

    main(PAGE, manual())

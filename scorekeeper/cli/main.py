"""The program itself: finds the command, and turns what went wrong into text and an exit code."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, TextIO

import click

from scorekeeper.cli.speaking import speak_as_asked
from scorekeeper.cli.wording import Worded, version_option
from scorekeeper.language import marked, tr
from scorekeeper.problems import MachineFailure, Problem, Refused

# Each family of commands is one file, read only when one of its commands is called: starting up
# is most of what recording a deal costs.
FAMILIES = {
    "begin": ("new",),
    "record": ("deal", "undo", "redo", "amend", "import"),
    "live": ("play",),
    "read": ("next", "sheet", "explain", "summary", "log"),
    "check": ("check",),
    "evenings": ("sessions",),
    "audit": ("audit",),
    "outlook": ("outlook",),
    "league": ("league",),
    "rules": ("rules",),
    "referee": ("referee",),
    "demo": ("demo",),
    "completion": ("completion",),
}
FAMILY_OF = {command: family for family, commands in FAMILIES.items() for command in commands}
REFUSED, FAILED = 1, 3


class Commands(Worded, click.Group):
    """The commands by name, each loaded from its family's file when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(FAMILY_OF)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        family = FAMILY_OF.get(cmd_name)
        if family is None:
            return None
        command: click.Command = import_module(f"scorekeeper.cli.{family}").COMMANDS[cmd_name]
        if not gc.isenabled():  # what is there by now stays to the end
            gc.freeze()
            gc.enable()
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in FAMILY_OF and not name.startswith("-"):
            from scorekeeper.problems import nearest

            meant = nearest(name, FAMILY_OF)
            ctx.fail(
                tr("there is no command `{name}`; did you mean `{meant}`?", name=name, meant=meant)
                if meant
                else tr("there is no command `{name}`", name=name)
            )
        return super().resolve_command(ctx, args)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        with _usage_made_safe():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _usage_made_safe():
            return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, names in TITLES.items():
            with formatter.section(tr(title)):
                formatter.write_dl([(name, _short(self.get_command(ctx, name))) for name in names])


TITLES = {
    marked("At the table"): ("new", "play", "next", "deal"),
    marked("Correcting"): ("amend", "undo", "redo", "import", "audit"),
    marked("Reading"): ("sheet", "explain", "summary", "outlook", "log", "check", "sessions", "league"),
    marked("The games"): ("rules", "referee", "demo"),
    marked("The program"): ("completion",),
}


def _short(command: click.Command | None) -> str:
    return command.get_short_help_str(64) if command else ""


@click.command(cls=Commands, params=[version_option], context_settings={"max_content_width": 100})
def commands() -> None:
    """Keeps score of card games played with real cards, and referees them."""


def main(args: list[str] | None = None) -> None:
    """Runs the program. Exit codes: 0 done, 1 refused, 2 wrong usage, 3 the machine failed."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    meta: dict[str, Any] = {}
    speak_as_asked(sys.argv[1:] if args is None else args, os.environ)
    try:
        _run(args, meta)
    except Refused as refusal:
        from scorekeeper.cli.refusal import show_refusal

        with suppress(OSError):  # nobody hears it; the exit code still says it
            show_refusal(refusal, meta.get("format"), meta.get("session"))
        sys.exit(REFUSED)
    except MachineFailure as failure:
        from scorekeeper.cli.refusal import show_failure

        with suppress(OSError):
            show_failure(failure, meta.get("format"), meta.get("session"))
        sys.exit(FAILED)
    except Exception as error:
        from scorekeeper.cli.refusal import show_refusal, unworkable

        if of_rules := unworkable(error):
            with suppress(OSError):
                show_refusal(of_rules, meta.get("format"))
            sys.exit(REFUSED)
        if os.environ.get("SCOREKEEPER_DEBUG"):
            raise
        from scorekeeper.cli.refusal import mistake, show_failure

        show_failure(mistake(error), meta.get("format"))
        sys.exit(FAILED)


@contextmanager
def _usage_made_safe() -> Iterator[None]:
    """click's own refusals repeat what was typed: no word of that steers the terminal."""
    try:
        yield
    except click.UsageError as error:
        from scorekeeper.report.width import safe

        told = error.format_message()
        harmless = "\n".join(map(safe, told.split("\n")))
        if harmless == told:
            raise
        raise click.UsageError(harmless, error.ctx) from None


def _run(args: list[str] | None, meta: dict[str, Any]) -> None:
    """Runs a command to its last word; a screen or file that takes no more is the machine's failure."""
    try:
        commands.main(args, prog_name="scorekeeper", standalone_mode=True, obj=meta)
    except SystemExit:
        if sys.stdout is not None:
            _flush(sys.stdout)
        raise
    except OSError as error:
        raise unheard(error) from error


def _flush(stream: TextIO) -> None:
    try:
        stream.flush()
    except BrokenPipeError:  # somebody heard enough
        _hush(stream)
    except OSError as error:
        _hush(stream)
        raise unheard(error) from error


def _hush(stream: TextIO) -> None:
    """Sends what is left to nowhere, so that the interpreter does not try again as it leaves."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def unheard(error: OSError) -> MachineFailure:
    """What to say when the answer cannot be written."""
    message = tr("the answer could not be written: {why}", why=error.strerror or error)
    return MachineFailure(Problem("output", message, None, tr("what was recorded stands: see `scorekeeper log`")))

"""The entry point of the program: runs a command, and turns errors into text and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, NoReturn

import click

from scorekeeper.cli.click_parts import (
    LazyGroup,
    format_option,
    is_terminal,
    note,
    plain_option,
    terminal_width,
)
from scorekeeper.cli.program_help import fault_said, head_said, version_option
from scorekeeper.cli.refusal import mistake, show_failure, show_refusal, unheard, unworkable
from scorekeeper.cli.terminal import (
    flush,
    open_streams,
    silence,
    speak_as_asked,
    talk_to_people,
    words_typed,
)
from scorekeeper.record.acts import ACTS, IRREGULAR, PLAYED, WRONG
from scorekeeper.store import MayStand, clubs_recorded_in, paths_made_private, unmet_guarantees
from scorekeeper.store.home_choice import connect_early, moved_home, two_homes
from scorekeeper.store.session_row_cache import messages_shown_first
from scorekeeper.text.message import CommandLine
from scorekeeper.text.problems import MachineFailure, Refused
from scorekeeper.text.terminal_text import echoed, wrapped
from scorekeeper.text.translation import marked, thousands, tr

# A file of commands is loaded when one of them is called, so what a command needs stands at its
# head: starting up is most of what recording a deal costs.
FAMILIES: Mapping[str, Sequence[str]] = {
    "begin": ("new", "drop", "again"),
    "act_commands": [row.name for row in ACTS],
    "move_deal": ("move",),
    "paper": ("import", "audit"),
    "play": ("play",),
    "live_board": ("board",),
    "session_reports": ("next", "explain", "log", "rescore", "outlook"),
    "sheet_commands": ("sheet", "summary"),
    "check": ("check",),
    "session_list": ("sessions",),
    "merge_copies": ("merge",),
    "main": ("people", "club", "event", "rules", "referee"),
    "league": ("league",),
    "demo": ("demo",),
    "completion": ("completion",),
}
FAMILY_OF = {command: family for family, commands in FAMILIES.items() for command in commands}
DONE, REFUSED, FAILED, RECORDED = 0, 1, 3, 4
BEFORE_FAULT = len("Erreur : ")  # the longest prefix of click's errors
FEW = 3  # files named one by one


class Commands(LazyGroup):
    """The program's top-level commands, in the order of the modules that contain them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(FAMILY_OF)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: object,
    ) -> click.Context:
        with _usage_made_safe():
            try:
                return super().make_context(info_name, args, parent, **extra)
            except click.NoSuchOption as error:
                raise self._behind(error) from None

    def _behind(self, error: click.NoSuchOption) -> click.UsageError:
        """Return the usage error for an unknown option. For an option of commands, it says to type
        the option after the command."""
        ctx, option = error.ctx, error.option_name
        if ctx is None or ctx.parent is not None or option not in self._options_of(ctx, "next"):
            return error
        return click.UsageError(
            tr("`{option}` stands behind the command: scorekeeper COMMAND {option}", option=option),
            ctx,
        )

    def _options_of(self, ctx: click.Context, name: str) -> Sequence[str]:
        command = self.get_command(ctx, name)
        return [opt for param in command.params for opt in param.opts] if command else []

    def invoke(self, ctx: click.Context) -> object:
        with _usage_made_safe():
            return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, names in TITLES.items():
            with formatter.section(head_said(title)):
                formatter.write_dl([(name, _short(self.get_command(ctx, name))) for name in names])


def _acts_of(section: str) -> list[str]:
    return [row.name for row in ACTS if row.section == section]


# By what happened at the table; each command under one heading.
TITLES: Mapping[str, Sequence[str]] = {
    marked("An evening begins"): ("new", "again", "play", "drop"),
    PLAYED: ("next", *_acts_of(PLAYED), "import"),
    IRREGULAR: _acts_of(IRREGULAR),
    WRONG: (*_acts_of(WRONG), "move", "audit"),
    marked("How it stands"): ("sheet", "explain", "outlook", "summary", "rescore", "board"),
    marked("What was recorded"): ("log", "check"),
    marked("Many evenings"): ("sessions", "merge", "people", "league"),
    marked("Many tables"): ("event", "club"),
    marked("The games"): ("rules", "referee", "demo"),
    marked("The program"): ("completion",),
}


def _short(command: click.Command | None) -> str:
    return command.get_short_help_str(64) if command else ""


@click.group(
    cls=Commands,
    files=FAMILIES,
    params=[version_option],
    context_settings={"max_content_width": 100},
)
def commands() -> None:
    """Keeps score of card games played with real cards, and referees them."""


# --- The group `club`: a home in PostgreSQL that several machines share ------------------------


CLUB_FILES = {"club_commands": ("init", "push", "pull", "status", "merge")}


@click.group("club", cls=LazyGroup, files=CLUB_FILES)
def club() -> None:
    """A home in PostgreSQL that several machines share.

    Set SCOREKEEPER_HOME to its address, postgresql://HOST/DATABASE?club=NAME, and every command
    works there as in a folder. docs/club.md tells how a club is set up.
    """


# --- The group `event`: many people at many tables, over several rounds ------------------------


EVENT_FILES = {
    "event_setup": ("new", "list"),
    "event_rounds": ("seat", "swap", "next", "round", "missing", "use", "finish"),
    "event_pages": ("standings", "explain", "ratings", "seating", "slips", "slip"),
    "event_people": ("join", "late", "absent", "drop", "penalty"),
    "event_log": ("note", "undo", "redo", "log", "check", "merge"),
}


@click.group("event", cls=LazyGroup, files=EVENT_FILES, invoke_without_command=True)
@format_option()
@click.pass_context
def event(ctx: click.Context, form: str) -> None:
    """Events: many tables, several rounds; alone it lists them."""
    if ctx.invoked_subcommand is None:
        # the command's own module
        from scorekeeper.cli.event_setup import show_events  # noqa: PLC0415

        show_events(form)


# --- The group `people`: all players, each under one name --------------------------------------


PEOPLE_FILES = {"people_commands": ("list", "add", "alias", "rename", "merge", "part")}


@click.group("people", cls=LazyGroup, files=PEOPLE_FILES, invoke_without_command=True)
@format_option()
@plain_option
@click.pass_context
def people(ctx: click.Context, form: str, plain: bool) -> None:
    """Everybody who plays, each under one name.

    Alone it lists them. What is said here stands in `people.toml`, which may be
    mended by hand; no session is changed.
    """
    if ctx.invoked_subcommand is None:
        # the command's own module
        from scorekeeper.cli.people_commands import show_people  # noqa: PLC0415

        show_people(form, plain)


# --- The group `referee` -----------------------------------------------------------------------


REFEREE_FILES = {
    "referee_commands": (
        "trick",
        "legal",
        "melds",
        "points",
        "discard",
        "auction",
        "stops",
        "ruling",
        "dealing",
        "miscount",
        "deal",
    )
}


@click.group("referee", cls=LazyGroup, files=REFEREE_FILES)
def referee() -> None:
    """Settles disputes about cards by the rules of the game, with their source.

    Cards are rank and suit, apart or in one quoted string: KH, 10S, "2S 7H".
    """


# --- The group `rules` -------------------------------------------------------------------------


RULES_FILES = {
    "games": ("list", "show", "diff", "which"),
    "rules_check": ("check", "prove"),
    "rules_edit": ("new", "schema", "put", "page"),
}


@click.group("rules", cls=LazyGroup, files=RULES_FILES)
def rules() -> None:
    """The games there are, and their rules."""


COMMANDS = {"club": club, "event": event, "people": people, "referee": referee, "rules": rules}


# --- the run of a command ------------------------------------------------------------------------


def main(args: list[str] | None = None) -> NoReturn:
    """Run the program and exit: 0 done, 1 refused, 2 usage error, 3 machine failure with nothing
    recorded, 4 recorded but the output failed."""
    open_streams()
    talk_to_people()
    meta: dict[str, object] = {}
    words = words_typed(sys.argv[1:] if args is None else args)
    speak_as_asked(words, os.environ)
    connect_early()
    _tell(_move_home)
    code = _exit_code(words, meta)
    with suppress(KeyboardInterrupt):  # by now the command is through
        code = _shown_code(code, meta)
        tell_league()
    sys.exit(code)


def _shown_code(code: int, meta: dict[str, object]) -> int:
    """Write the remaining notes and flush the output. Return the exit code, which is changed if
    that fails."""
    if paths := paths_made_private():
        _tell(lambda: _note_private(paths))
    if promises := unmet_guarantees():
        _tell(lambda: _note_once(promises))
    try:
        flush(sys.stdout)
    except OSError as error:
        code = code or _unheard_code(error, meta)
    with suppress(OSError):
        flush(sys.stderr)
    return code


def _exit_code(words: list[str], meta: dict[str, object]) -> int:
    """Run a command and return its exit code. Errors are printed on stderr. It replaces click's
    own `main`, which exits with 1 when the reader of a pipe leaves early."""
    try:
        with commands.make_context("scorekeeper", words, obj=meta) as ctx:
            commands.invoke(ctx)
        return DONE
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        _tell(_fitted(fault_said(error)).show)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt, EOFError):
        _tell(lambda: click.echo(f"\n{tr('Aborted!')}", err=True))
        return _aborted_code(meta)
    except Refused as refusal:
        return _refused_code(refusal, meta)
    except MachineFailure as failure:
        return _failed_code(failure, meta)
    except OSError as error:
        silence(sys.stdout)
        return _unheard_code(error, meta)
    except Exception as error:
        if of_rules := unworkable(error):
            return _refused_code(of_rules, meta)
        if os.environ.get("SCOREKEEPER_DEBUG"):
            raise
        return _failed_code(mistake(error), meta)


def _refused_code(refusal: Refused, meta: dict[str, Any]) -> int:
    _tell(lambda: show_refusal(refusal, meta.get("format"), _naming_of(meta)))
    return REFUSED


def _failed_code(failure: MachineFailure, meta: dict[str, Any]) -> int:
    """Print a machine failure. Return the exit code, which tells if repeating the command could
    record something twice."""
    _tell(lambda: show_failure(failure, meta.get("format"), _naming_of(meta)))
    return RECORDED if meta.get("recorded") or isinstance(failure, MayStand) else FAILED


def _naming_of(meta: Mapping[str, Any]) -> Callable[[CommandLine], CommandLine] | None:
    return naming(meta.get("session"), meta.get("event"))


def naming(
    session: str | None, event: str | None = None
) -> Callable[[CommandLine], CommandLine] | None:
    """Return a function that adds the name of the session or event to suggested commands that can
    take it and lack it. Return None if neither is given."""
    if event:
        return partial(_named, "event", ("--event", "-e"), event)
    return partial(_named, "session", ("-s", "--session"), session) if session else None


def _named(what: str, options: Sequence[str], name: str, command: CommandLine) -> CommandLine:
    is_said = any(word in options for word in command.words)
    if is_said or not _takes(command.name, what):
        return command
    return command._replace(words=(options[0], name, *command.words))


def _takes(name: str, what: str) -> bool:
    """Return True if the command `name` takes the parameter `what`. A subcommand's name has
    several words."""
    found: click.Command | None = commands
    for word in name.split():
        if not isinstance(found, click.Group):
            return False
        found = found.get_command(click.Context(found), word)
    return found is not None and any(param.name == what for param in found.params)


def _unheard_code(error: OSError, meta: dict[str, Any]) -> int:
    """Return the exit code after an output error. If the reader of a pipe left early, such as
    `head`, that is an error only if something was recorded."""
    recorded = meta.get("recorded")
    if isinstance(error, BrokenPipeError):
        return RECORDED if recorded else DONE
    return _failed_code(unheard(error, recorded), meta)


def _aborted_code(meta: dict[str, Any]) -> int:
    """Return the exit code after Ctrl-C. If something was recorded, print that, unless repeating
    the command would only do the rest."""
    recorded = meta.get("recorded")
    if recorded is None or recorded.is_part:
        return REFUSED
    return _unheard_code(InterruptedError("Ctrl-C"), meta)


def _fitted(fault: click.ClickException) -> click.ClickException:
    """Return a usage error, wrapped if stderr is a terminal."""
    is_help = isinstance(fault, click.exceptions.NoArgsIsHelpError)  # which fits by itself
    if is_help or not (isinstance(fault, click.UsageError) and is_terminal(sys.stderr)):
        return fault
    room, told = terminal_width() - BEFORE_FAULT, fault.format_message().split("\n")
    lines = [part for line in told for part in wrapped(line, room, "  ")]
    return click.UsageError("\n".join(lines), fault.ctx)


def _note_private(paths: Sequence[str]) -> None:
    """Print a note about files that others could write to: each path, or their number if there are
    many."""
    if len(paths) > FEW:
        note(
            tr(
                "others could write in {number} files of the home until now, {path} among them; "
                "from now on only you can",
                number=thousands(len(paths)),
                path=paths[0],
            )
        )
    else:
        for path in paths:
            note(tr("others could write in {path} until now; from now on only you can", path=path))


def _move_home() -> None:
    """Move an earlier version's home to the present place, and print a note."""
    if moved := moved_home():
        old, new = moved
        note(tr("the sessions and rules of {old} are in {new} now", old=old, new=new))
    elif homes := two_homes():
        old, new = homes
        words = tr(
            "there are sessions in {old} and in {new}; those in {old} are used. "
            "SCOREKEEPER_HOME={new} uses the others",
            old=old, new=new,
        )  # fmt: skip
        note(words)


def _note_once(promises: Sequence[str]) -> None:
    """Print a note about each guarantee that the home's disk cannot give, unless it was already
    printed for this home."""
    for promise in messages_shown_first(promises):
        note(tr(promise))


def _tell(say: Callable[[], None]) -> None:
    """Call a function that prints on stderr. If printing fails, silence stderr: the exit code
    still reports the result."""
    if sys.stderr is None:  # closed: click would say a fault on standard output instead
        return
    try:
        say()
    except OSError:
        silence(sys.stderr)


@contextmanager
def _usage_made_safe() -> Iterator[None]:
    """Escape control characters in usage errors of the block: the errors repeat typed text, which
    must not control the terminal."""
    try:
        yield
    except click.UsageError as error:
        told = error.format_message()
        harmless = "\n".join(map(echoed, told.split("\n")))
        if harmless == told:
            raise
        raise click.UsageError(harmless, error.ctx) from None


def tell_league() -> None:
    """Update the league rows of the sessions that this process has changed in clubs. The sessions
    are already safe; a failure here is ignored, and reported by the next `league`."""
    for home, names in clubs_recorded_in():
        # 9 ms, only in a club
        from scorekeeper.cli.session_list import keep_league  # noqa: PLC0415

        with suppress(Exception):
            keep_league(home, names)

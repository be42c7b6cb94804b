"""Parts that several commands share: options, groups that load lazily, a progress bar."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from typing import Any, TextIO, TypeVar

import click
from click.shell_completion import CompletionItem

from scorekeeper.cli.program_help import Worded
from scorekeeper.cli.terminal import write_files
from scorekeeper.game.log import LAST, OR
from scorekeeper.record.acts import LEAVE, WHY_OPTION, YES_OPTION, Kind, synonyms_of
from scorekeeper.text.message import CommandLine
from scorekeeper.text.message_text import heading, listed
from scorekeeper.text.problems import nearest
from scorekeeper.text.terminal_text import cut, safe, width_of, wrapped
from scorekeeper.text.translation import NO, YES, tr

# --- Shared by commands: options, terminal, JSON -----------------------------------------------


F = TypeVar("F", bound=Callable[..., object] | click.Command)
FORMATS = ("text", "json", "csv", "markdown", "html")  # of saved reports
WIDTH = 80  # columns without a terminal
FACTS = {"ignore_unknown_options": True}  # settings of a command whose words may begin with a dash


def offered(kind: Kind) -> Callable[..., list[CompletionItem]]:
    """Return click's completion function for an argument or option of this kind. It calls the
    function `items`, which the `completion` module puts into the click context."""

    def complete(ctx: click.Context, _: click.Parameter, word: str) -> list[CompletionItem]:
        found: list[CompletionItem] = ctx.obj["items"](kind, ctx, word)
        return found

    return complete


class CliCommand(Worded):
    """The base class of this program's commands."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse arguments as click does. During completion, leave out a last option that still
        lacks its value, so that the value is completed."""
        is_waiting = ctx.resilient_parsing and args and args[-1] in self._names_with_value(ctx)
        return super().parse_args(ctx, args[:-1] if is_waiting else args)

    def _names_with_value(self, ctx: click.Context) -> set[str]:
        options = (param for param in self.get_params(ctx) if isinstance(param, click.Option))
        return {name for option in options if not option.is_flag for name in option.opts}

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return click's completions. For an empty word these are the options."""
        return super().shell_complete(ctx, incomplete or "--")


class CommandGroup(Worded, click.Group):
    """A group of this program's commands."""

    command_class = CliCommand


class _Whole(click.types.IntParamType):
    """A parameter type for whole numbers with a translated error message; click's contains an
    English word."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            int(value)
        except ValueError:
            self.fail(tr("{value!r} is not a valid integer.", value=value), param, ctx)
        return super().convert(value, param, ctx)


class WholeNumber(_Whole):
    """A parameter type for a whole number."""


class WholeNumberWithin(_Whole, click.IntRange):
    """A parameter type for a whole number with a minimum, a maximum or both."""


class DealNumber(WholeNumber):
    """The number of a deal, or `last`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        return LAST if value == "last" else super().convert(value, param, ctx)


WHOLE_NUMBER, DEAL_NUMBER = WholeNumber(), DealNumber()


def _note_session(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    if isinstance(ctx.obj, dict):
        ctx.obj["session"] = value
    return value


session_option = click.option(
    "-s", "--session", metavar="NAME", callback=_note_session,
    shell_complete=offered("sessions"),
    help="Which session: a name or a path (default: the one used last).",
)  # fmt: skip

before_option = click.option(
    "-s", "--session", "--from", "session", metavar="OLD", callback=_note_session,
    shell_complete=offered("sessions"), help="After which session (default: the one used last).",
)  # fmt: skip

evening_option = click.option(
    "--evening", is_flag=True, help="All sessions of that evening, with one ranking."
)


def _note_recorder(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    if isinstance(ctx.obj, dict):
        ctx.obj["by"] = value


# No command receives it: functions that append call `recorder`.
by_option = click.option(
    "--by", metavar="NAME", callback=_note_recorder, expose_value=False,
    shell_complete=offered("players"), help="Who records it (default: $SCOREKEEPER_BY).",
)  # fmt: skip


def recorder() -> str:
    """Return the recorder's name from `--by` or `$SCOREKEEPER_BY`, or ""."""
    return recorder_said() or ""


def recorder_said() -> str | None:
    """Return the recorder's name from `--by` or `$SCOREKEEPER_BY`, or None if neither is given."""
    ctx = click.get_current_context(silent=True)
    said = ctx.obj.get("by") if ctx is not None and isinstance(ctx.obj, dict) else None
    return said if said is not None else os.environ.get("SCOREKEEPER_BY")


def choices_option(words: str) -> Callable[[F], F]:
    """Return the decorator that adds `--option`. `words` are its help."""
    return click.option(
        "--option", "options", multiple=True, metavar="KEY=VALUE",
        shell_complete=offered("options"), help=words,
    )  # fmt: skip


dealing_option = click.option(
    "--brief/--full",
    "brief",
    default=True,
    help="The dealing in a line (default), or every step of it.",
)
plain_option = click.option(
    "--plain", is_flag=True, help="Plain lines instead of tables, for a screen reader."
)
why_option = click.option(
    WHY_OPTION.flag, default="", metavar=WHY_OPTION.shown, help=WHY_OPTION.help
)
yes_option = click.option(YES_OPTION.flag, is_flag=True, help=YES_OPTION.help)


def format_option(*formats: str) -> Callable[[F], F]:
    """Return the decorator that adds `--format`, by default with text and json. The format applies
    to refusals too. If `formats` are given, the help lists them."""
    words = (
        f"{', '.join(formats[:-1])} or {formats[-1]} (default: text)."
        if formats
        else "How to show it (default: text)."
    )
    return click.option(
        "--format", "form", type=click.Choice(formats or ("text", "json")), default="text",
        callback=_note_format,
        metavar="FORMAT" if formats else None, help=words,
    )  # fmt: skip


def _note_format(ctx: click.Context, _: click.Parameter, value: str) -> str:
    if isinstance(ctx.obj, dict):
        ctx.obj["format"] = value
    if value == "json":  # a refusal is JSON too
        write_files(sys.stdout, sys.stderr)
    elif value != "text":
        write_files(sys.stdout)
    return value


LOG = CommandLine("log")


class Recorded:
    """A running command's effect on disk. `command` shows the effect. `stands` is True if
    something was added or changed, False if removed. `is_part` is True if only a part is done
    and the same command would do the rest."""

    def __init__(
        self, command: CommandLine = LOG, stands: bool = True, is_part: bool = False
    ) -> None:
        self.command, self.stands, self.is_part = command, stands, is_part


DEAL_RECORDED = Recorded()


def note_recorded(what: Recorded = DEAL_RECORDED) -> None:
    """Note that the running command has changed something on disk. If its output then fails, the
    exit code tells the user not to repeat the command."""
    ctx = click.get_current_context(silent=True)
    if ctx is not None and isinstance(ctx.obj, dict):
        ctx.obj["recorded"] = what


def recorded() -> Recorded | None:
    """Return the running command's effect on disk, or None if there is none."""
    ctx = click.get_current_context(silent=True)
    return ctx.obj.get("recorded") if ctx is not None and isinstance(ctx.obj, dict) else None


def is_confirmed(question: str, or_enter: bool = False) -> bool:
    """Ask a yes-or-no question, answered in any language. Return True for yes. Enter alone means
    no, or yes if `or_enter`."""
    keys = tr("[Y/n]") if or_enter else tr("[y/N]")
    colon = f"{heading('')} "
    lines = wrapped(f"{question} {keys}", max(terminal_width() - len(colon), 1), "  ")
    asked = "\n".join(lines)
    answer = partial(_is_yes, enter=or_enter)
    return click.prompt(
        asked, default="", prompt_suffix=colon, show_default=False, value_proc=answer, err=True
    )


def _is_yes(said: str, enter: bool) -> bool:
    word = said.strip().casefold()
    if word and word not in (*YES, *NO):
        raise click.UsageError(tr("say y or n"))
    return word in YES if word else enter


def talk(words: str) -> None:
    """Print a message on stderr, wrapped on a terminal. Results go to stdout."""
    lines = wrapped(words, _room(words), "  ") if is_terminal(sys.stderr) else [safe(words)]
    click.echo("\n".join(lines), err=True)


def _room(words: str) -> int:
    """Return the width for wrapping these words: the terminal's, or more if a word is longer,
    since paths are never broken."""
    return max(terminal_width(sys.stderr), 2 + max(map(width_of, words.split(" "))))


def note(words: str) -> None:
    """Print a note on stderr."""
    talk(tr("note: {words}", words=words))


def show(text: str) -> None:
    """Print a result."""
    click.echo(text)


def show_json(value: object) -> None:
    """Print a result as JSON."""
    from scorekeeper.render.report_formats import json_text  # noqa: PLC0415 - 1.5 ms, only for JSON

    click.echo(json_text(value))


def clock() -> str:
    """Return the time as saved in entries, in UTC."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def new_id(size: int = 8) -> str:
    """Return a random id of `size` bytes, in hexadecimal."""
    return os.urandom(size).hex()


def is_terminal(stream: TextIO | None) -> bool:
    """Return True if the stream is an open terminal."""
    return stream is not None and stream.isatty()


def terminal_width(stream: TextIO | None = None) -> int:
    """Return the width of the terminal in columns: $COLUMNS if set, else that of the stream
    (default: stdout), else 80 for a file or a pipe."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and int(asked):
        return int(asked)
    with suppress(OSError, ValueError, AttributeError):  # no stream at all, or none of a terminal
        number = (stream or sys.__stdout__).fileno()  # type: ignore[union-attr]
        return os.get_terminal_size(number).columns or WIDTH
    return WIDTH


def no_such_option(ctx: click.Context, words: Sequence[str]) -> None:
    """Raise click's error if a word looks like an option. Negative numbers and the dash for a
    missing number do not."""
    for word in words:
        is_option = word.startswith("-") and word[1:2] not in ("", ",") and not word[1].isdigit()
        if is_option and word != OR:
            spelt = [
                name
                for option in ctx.command.params
                for name in (*option.opts, *option.secondary_opts)
            ]
            known = [name for name in spelt if name.startswith("-")]
            raise click.NoSuchOption(word, possibilities=get_close_matches(word, known), ctx=ctx)


# --- lazy group --------------------------------------------------------------------------------
# A group of commands of which each is loaded when it is called: starting up is most of what
# recording a deal costs. So what a command needs stands at the head of its file.


HELP = ("help", "aide", "hjälp")  # often typed for `--help`


class LazyGroup(Worded, click.Group):
    """A group of commands, each loaded from its module only when it is called. `files` maps a
    module's name to its commands."""

    def __init__(self, *args: Any, files: Mapping[str, Sequence[str]], **more: Any) -> None:
        super().__init__(*args, **more)
        self.file_of = {name: file for file, names in files.items() for name in names}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self.file_of)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.file_of:
            return None
        module = import_module(f"scorekeeper.cli.{self.file_of[cmd_name]}")
        command: click.Command = module.COMMANDS[cmd_name]
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the names of the commands, without loading them, and the options."""
        names = (name for name in self.list_commands(ctx) if name.startswith(incomplete))
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [*map(CompletionItem, names), *options]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name in HELP:
            return self._helped(ctx, args[1:])
        if name not in self.file_of and not name.startswith("-"):
            if within := self._within(ctx, name):
                commands = listed([f"`{command}`" for command in within])
                ctx.fail(
                    tr(
                        "there is no command `{name}`; did you mean {commands}?",
                        name=name, commands=commands,
                    )
                )  # fmt: skip
            self._refuse_elsewhere(ctx, name)
            meant = nearest(name, (*self.file_of, *HELP))
            ctx.fail(
                tr("there is no command `{name}`; did you mean `{meant}`?", name=name, meant=meant)
                if meant
                else tr("there is no command `{name}`", name=name)
            )
        return super().resolve_command(ctx, args)

    def _refuse_elsewhere(self, ctx: click.Context, name: str) -> None:
        """Raise a usage error if a command exists only at the live table, with this group's
        command for the same."""
        words = synonyms_of(name)
        meant = [f"`{command}`" for command in words if command in self.file_of]
        if meant:
            commands = listed(meant)
            ctx.fail(
                tr(
                    "there is no command `{name}`; did you mean {commands}?",
                    name=name, commands=commands,
                )
            )  # fmt: skip
        if LEAVE in words and ctx.parent is None:
            ctx.fail(tr("nothing runs that `{name}` could leave: all is on disk", name=name))

    def _helped(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Print the group's help for `help`, or the help of one command for `help deal`."""
        if args:
            return self.resolve_command(ctx, [*args, "--help"])
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse arguments as click does. If only options were typed, show the help."""
        _, typed, _ = self.make_parser(ctx).parse_args([*args])
        rest = super().parse_args(ctx, args)  # ends with --help and --version
        if not (typed or self.invoke_without_command or ctx.resilient_parsing):
            raise click.exceptions.NoArgsIsHelpError(ctx)
        return rest

    def _within(self, ctx: click.Context, name: str) -> list[str]:
        """Return the commands of this name in subgroups, such as `sessions delete` for `delete`."""
        commands = {own: self.get_command(ctx, own) for own in self.list_commands(ctx)}
        return [
            f"{own} {name}"
            for own, group in commands.items()
            if isinstance(group, LazyGroup) and name in group.file_of
        ]


# --- A progress bar on a terminal for long work ------------------------------------------------


PATIENCE = 1.0  # seconds before a bar is shown
LEAST, MOST = 5, 30  # columns of a bar
# columns beside the bar, and the last one, left free
BESIDE = len("  []  100%  00:00:00 ")


@contextmanager
def late_bar(length: int, label: str) -> Iterator[Callable[[int], None]]:
    """Yield a function to call with the amount of work done since the last call. On a terminal it
    shows a progress bar if the work takes longer than a moment. `length` is the total amount."""
    with ExitStack() as stack:
        yield _bar(length, label, stack) if is_terminal(sys.stderr) else _unheard


def _unheard(number: int) -> None:
    """Ignore progress: stderr is not a terminal."""


def _bar(length: int, label: str, stack: ExitStack) -> Callable[[int], None]:
    start, done, bars = time.monotonic(), 0, list[Any]()

    def tick(number: int) -> None:
        nonlocal done
        done += number
        if bars:
            bars[0].update(number)
        elif time.monotonic() - start > PATIENCE:
            bars.append(stack.enter_context(_fitting(length, label)))
            bars[0].update(done)

    return tick


def _fitting(length: int, label: str) -> Any:
    """Return a progress bar that fits the terminal; a wider one would print a new line at each
    step."""
    room = terminal_width(sys.stderr) - BESIDE
    label = cut(label, max(room - LEAST, 0))
    width = max(LEAST, min(MOST, room - width_of(label)))
    return click.progressbar(length=length, label=label, file=sys.stderr, width=width)

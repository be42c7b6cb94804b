"""What many commands share: their options, opening the session, showing JSON."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TextIO, TypeVar

import click

from scorekeeper.cli.encoding import write_files
from scorekeeper.cli.help_words import Worded
from scorekeeper.record.events import LAST, OR
from scorekeeper.text.language import NO, YES, tr
from scorekeeper.text.message import CommandLine
from scorekeeper.text.speech import heading
from scorekeeper.text.width import safe, width_of, wrapped

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

F = TypeVar("F", bound=Callable[..., object])
FORMATS = ("text", "json", "csv", "markdown", "html")  # of what is kept
WIDTH = 80  # columns of what is no terminal
FACTS = {"ignore_unknown_options": True}  # of a command whose words may begin with a dash


# What the Tab key may complete a word to.
Kind = Literal[
    "games", "games and files", "files", "sessions", "friends", "players", "contracts", "suits",
    "topics", "options", "deals", "facts", "events", "event people",
]  # fmt: skip


def offered(kind: Kind) -> Callable[..., list["CompletionItem"]]:
    """What click is to complete an argument or an option with."""

    def complete(ctx: click.Context, _: click.Parameter, word: str) -> list["CompletionItem"]:
        from scorekeeper.cli.offers import items  # noqa: PLC0415 - 3 ms, only for Tab

        return items(kind, ctx, word)

    return complete


class Command(Worded):
    """A command as all of ours are."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click's, which for Tab reads no argument where an option waits for its value."""
        is_waiting = ctx.resilient_parsing and args and args[-1] in self._names_with_value(ctx)
        return super().parse_args(ctx, args[:-1] if is_waiting else args)

    def _names_with_value(self, ctx: click.Context) -> set[str]:
        options = (param for param in self.get_params(ctx) if isinstance(param, click.Option))
        return {name for option in options if not option.is_flag for name in option.opts}

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list["CompletionItem"]:
        """As click's; where no word is left to say, the options follow by themselves."""
        return super().shell_complete(ctx, incomplete or "--")


class Group(Worded, click.Group):
    """A group of such commands."""

    command_class = Command


class _Whole(click.types.IntParamType):
    """click's own refusal names the kind of number in English, whatever is spoken."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            int(value)
        except ValueError:
            self.fail(tr("{value!r} is not a valid integer.", value=value), param, ctx)
        return super().convert(value, param, ctx)


class WholeNumber(_Whole):
    """A whole number."""


class WholeNumberWithin(_Whole, click.IntRange):
    """A whole number between two bounds, or beyond one."""


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


# No command takes it: whoever appends asks `recorder`.
by_option = click.option(
    "--by", metavar="NAME", callback=_note_recorder, expose_value=False,
    shell_complete=offered("players"), help="Who records it (default: $SCOREKEEPER_BY).",
)  # fmt: skip


def recorder() -> str:
    """Who records, as `--by` or `$SCOREKEEPER_BY` says; empty where nobody does."""
    return recorder_said() or ""


def recorder_said() -> str | None:
    """The same; None where nothing is said at all."""
    ctx = click.get_current_context(silent=True)
    said = ctx.obj.get("by") if ctx is not None and isinstance(ctx.obj, dict) else None
    return said if said is not None else os.environ.get("SCOREKEEPER_BY")


def choices_option(words: str) -> Callable[[F], F]:
    """`--option`, with what its help says."""
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
why_option = click.option("--why", default="", metavar="TEXT", help="A word for the log.")
yes_option = click.option(
    "--yes", is_flag=True, help="Record what is odd but possible without asking."
)


def format_option(*formats: str) -> Callable[[F], F]:
    """`--format`, which also decides how a refusal is shown; many formats are named beside it,
    to keep the help narrow."""
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
    """What a command has done on disk: the command that shows it, whether there is something that
    stands now, rather than something that was taken away, and whether it is a part, after which the
    same command does the rest."""

    def __init__(
        self, command: CommandLine = LOG, stands: bool = True, is_part: bool = False
    ) -> None:
        self.command, self.stands, self.is_part = command, stands, is_part


DEAL_RECORDED = Recorded()


def note_recorded(what: Recorded = DEAL_RECORDED) -> None:
    """Notes that the running command has recorded something: where its answer cannot be shown, its
    exit code says that it must not be tried again."""
    ctx = click.get_current_context(silent=True)
    if ctx is not None and isinstance(ctx.obj, dict):
        ctx.obj["recorded"] = what


def recorded() -> Recorded | None:
    """What the running command has recorded; None where it has recorded nothing."""
    ctx = click.get_current_context(silent=True)
    return ctx.obj.get("recorded") if ctx is not None and isinstance(ctx.obj, dict) else None


def is_confirmed(question: str, or_enter: bool = False) -> bool:
    """Whether a person says yes, in whatever language; Enter alone says no, or yes where it may."""
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
    """A word to the person, beside the results: on stderr, on a terminal broken between words."""
    lines = wrapped(words, _room(words), "  ") if is_terminal(sys.stderr) else [safe(words)]
    click.echo("\n".join(lines), err=True)


def _room(words: str) -> int:
    """The width of the terminal, or that of the longest word: a path is never cut."""
    return max(terminal_width(sys.stderr), 2 + max(map(width_of, words.split(" "))))


def note(words: str) -> None:
    """The same, marked as something to know."""
    talk(tr("note: {words}", words=words))


def show(text: str) -> None:
    """A result."""
    click.echo(text)


def show_json(value: object) -> None:
    """A result for a program."""
    from scorekeeper.render.json_text import json_text  # noqa: PLC0415 - 1.5 ms, only for JSON

    click.echo(json_text(value))


def clock() -> str:
    """The time, as entries carry it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def new_id(size: int = 8) -> str:
    """An id that nobody else has, of so many bytes."""
    return os.urandom(size).hex()


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody sits at the stream, which may have been closed."""
    return stream is not None and stream.isatty()


def terminal_width(stream: TextIO | None = None) -> int:
    """How wide the terminal is, that of a stream where one is named; what goes to a file or a
    pipe gets 80 columns or $COLUMNS."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and int(asked):
        return int(asked)
    with suppress(OSError, ValueError, AttributeError):  # no stream at all, or none of a terminal
        number = (stream or sys.__stdout__).fileno()  # type: ignore[union-attr]
        return os.get_terminal_size(number).columns or WIDTH
    return WIDTH


def no_such_option(ctx: click.Context, words: Sequence[str]) -> None:
    """Facts may begin with a dash only as a number or as the dash for a missing one."""
    for word in words:
        is_option = word.startswith("-") and word[1:2] not in ("", ",") and not word[1].isdigit()
        if is_option and word != OR:
            from difflib import get_close_matches  # noqa: PLC0415 - 1 ms, only for what is refused

            spelt = [
                name
                for option in ctx.command.params
                for name in (*option.opts, *option.secondary_opts)
            ]
            known = [name for name in spelt if name.startswith("-")]
            raise click.NoSuchOption(word, possibilities=get_close_matches(word, known), ctx=ctx)

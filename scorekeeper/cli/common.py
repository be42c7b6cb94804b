"""What many commands share: their options, opening the session, showing JSON."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO, TypeVar

import click

from scorekeeper import store
from scorekeeper.cli.encoding import write_files
from scorekeeper.cli.help_words import Worded
from scorekeeper.language import marked, tr, trn
from scorekeeper.message import CommandLine, Joined, say
from scorekeeper.problems import Problem, Refused, labelled, parted
from scorekeeper.speech import text_of
from scorekeeper.words.ink import NO_INK, Ink
from scorekeeper.words.width import safe, wrapped

if TYPE_CHECKING:
    from scorekeeper.book import Act, Book
    from scorekeeper.journal import Seen

F = TypeVar("F", bound=Callable[..., Any])
FORMATS = ("text", "json", "csv", "markdown", "html")  # of what is kept
WIDTH = 80  # columns of what is no terminal
LACKS_REST = marked(
    "its deals are whole, but were entered together with others that are missing: to keep them, "
    "take the last"
    " `more = true` out of the file"
)
SAY_YES = marked("say --yes if it is so")


class Command(Worded):
    """A command as all of ours are."""


class Group(Worded, click.Group):
    """A group of such commands."""

    command_class = Command


def _note_session(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    if isinstance(ctx.obj, dict):
        ctx.obj["session"] = value
    return value


session_option = click.option(
    "-s", "--session", metavar="NAME", callback=_note_session,
    help="Which session: a name or a path (default: the one used last).",
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
        "--format", "form", type=click.Choice(formats or ("text", "json")), default="text", callback=_note_format,
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


def path_and_name(session: str | None) -> tuple[str, str]:
    """The file of the session meant, and its name."""
    path = store.session_path(session)
    return path, store.stem(path)


def open_book(session: str | None, same: Seen | None = None) -> Book:
    """Opens the session meant for reading, with a word about what a power cut left; `same` is what
    was read in others of the same run."""
    from scorekeeper import book  # a question about a game by itself opens no session

    path, name = path_and_name(session)
    opened = book.opened(store.session_bytes(path), name, same)
    if opened.journal.cut:
        note(cut_words(opened))
    return opened


def of_session(problem: Problem, name: str | None) -> Problem:
    """The problem with the session's name before its place, where one was named."""
    places = [place for place in (name, problem.place) if place]
    return problem._replace(place=Joined(tuple(places), " · ") if places else None)


def whole_book(session: str | None) -> Book:
    """The session meant, refused where a deal of it does not hold under its rules."""
    opened = open_book(session)
    if opened.standing.problems:
        heading = say(
            "the session holds a deal that its rules refuse; `{command}` corrects it",
            command=CommandLine("amend"),
        )
        raise Refused(opened.standing.problems, heading)
    return opened


def cut_words(opened: Book) -> str:
    """What to say of an entry that was cut off, and of whole ones whose company was."""
    said = trn(
        opened.journal.cut_lines,
        "the session file ends in a half-written entry ({n} line), as a power cut leaves it;"
        " every entry before it stands",
        "the session file ends in a half-written entry ({n} lines), as a power cut leaves it;"
        " every entry before it stands",
    )
    return parted((said, tr(LACKS_REST))) if opened.journal.lacks_rest else said


def change(session: str | None, act: Callable[[Book], Act], yes: bool = True) -> tuple[Book, Act]:
    """Does an act on the session meant and has it on disk before it returns.

    An act with questions is asked about first on a terminal, and refused elsewhere; meanwhile
    the file is not held, so the act is then done anew on what the file holds by that time.
    """
    from scorekeeper import book
    from scorekeeper.journal import entry_text

    path, name = path_and_name(session)
    answered: set[Problem] = set()

    def decide(data: bytes) -> tuple[str, int, tuple[Book, Act]]:
        opened = book.opened(data, name)
        done = act(opened)
        is_meant = yes or answered.issuperset(done.questions)
        return (
            "".join(map(entry_text, done.entries)) if is_meant else "",
            opened.journal.whole,
            (opened, done),
        )

    opened, done = store.change_session(path, decide)
    while not yes and not answered.issuperset(done.questions):
        _ask([question for question in done.questions if question not in answered])
        answered.update(done.questions)
        opened, done = store.change_session(path, decide)
    if opened.journal.cut:
        note(parted((cut_words(opened), tr("it was set aside beside the file"))))
    if done.entries:
        note_recorded()
    store.make_current(path)
    return opened, done


class Recorded(NamedTuple):
    """What a command has done on disk: the command that shows it, and whether there is something
    that stands now, rather than something that was taken away."""

    command: CommandLine = CommandLine("log")
    stands: bool = True


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


def _ask(questions: Sequence[Problem]) -> None:
    if not is_terminal(sys.stdin):
        raise Refused(
            [q._replace(mends=(tr(SAY_YES),)) for q in questions],
            tr("this is odd, so it is asked about first"),
        )
    for question in questions:
        place = labelled(text_of(question.place), "") if question.place else ""
        if not is_confirmed(f"{place}{text_of(question.message)}"):
            raise Refused([question._replace(mends=())], tr("nothing was recorded"))


def is_confirmed(question: str, or_enter: bool = False) -> bool:
    """Whether a person says yes, in whatever language; Enter alone says no, or yes where it may."""
    keys = tr("[Y/n]") if or_enter else tr("[y/N]")
    lines = wrapped(f"{question} {keys}", max(terminal_width() - len(": "), 1), "  ")
    asked = "\n".join(lines)
    answer = partial(_is_yes, enter=or_enter)
    return click.prompt(asked, default="", show_default=False, value_proc=answer, err=True)


def _is_yes(said: str, enter: bool) -> bool:
    from scorekeeper.table.entering import NO, YES

    word = said.strip().casefold()
    if word and word not in (*YES, *NO):
        raise click.UsageError(tr("invalid input"))
    return word in YES if word else enter


def talk(words: str) -> None:
    """A word to the person, beside the results: on stderr."""
    click.echo(safe(words), err=True)


def note(words: str) -> None:
    """The same, marked as something to know."""
    talk(tr("note: {words}", words=words))


def show(text: str) -> None:
    """A result."""
    click.echo(text)


def show_page(text: str, ink: Ink) -> None:
    """A result whose headings and tables were set off with this ink."""
    click.echo(text, color=ink is not NO_INK or None)


def show_json(value: Any) -> None:
    """A result for a program."""
    from scorekeeper.render.json_text import json_text

    click.echo(json_text(value))


def clock() -> str:
    """The time, as entries carry it."""
    import time

    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


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
        return os.get_terminal_size((stream or sys.__stdout__).fileno()).columns or WIDTH  # type: ignore[union-attr]
    return WIDTH


def no_such_option(ctx: click.Context, words: Sequence[str]) -> None:
    """Facts may begin with a dash only as a number or as the dash for a missing one."""
    for word in words:
        if word.startswith("-") and word[1:2] not in ("", ",") and not word[1].isdigit():
            from difflib import get_close_matches

            spelt = [
                name
                for option in ctx.command.params
                for name in (*option.opts, *option.secondary_opts)
            ]
            known = [name for name in spelt if name.startswith("-")]
            raise click.NoSuchOption(word, possibilities=get_close_matches(word, known), ctx=ctx)

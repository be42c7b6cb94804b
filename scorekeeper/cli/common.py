"""What many commands share: their options, opening the session, showing JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from scorekeeper import book, store
from scorekeeper.book import Act, Book
from scorekeeper.journal import entry_text
from scorekeeper.problems import Problem, Refused

F = TypeVar("F", bound=Callable[..., Any])

session_option = click.option("-s", "--session", metavar="NAME", help="Which session: a name or a path (default: the one used last).")
plain_option = click.option("--plain", is_flag=True, help="Plain lines instead of tables, for a screen reader.")
yes_option = click.option("--yes", is_flag=True, help="Record what is odd but possible without asking.")


def format_option(*formats: str) -> Callable[[F], F]:
    """`--format`, which also decides how a refusal is shown."""
    return click.option("--format", "form", type=click.Choice(formats or ("text", "json")), default="text", callback=_note_format, help="How to show it (default: text).")


def _note_format(ctx: click.Context, _: click.Parameter, value: str) -> str:
    if isinstance(ctx.obj, dict):
        ctx.obj["format"] = value
    return value


def path_and_name(session: str | None) -> tuple[Path, str]:
    """The file of the session meant, and its name."""
    path = store.session_path(session)
    return path, path.stem


def open_book(session: str | None) -> Book:
    """Opens the session meant for reading, with a word about what a power cut left."""
    path, name = path_and_name(session)
    opened = book.opened(store.read_bytes(path, "session file"), name)
    if opened.journal.cut:
        talk(cut_words(opened))
    return opened


def whole_book(session: str | None) -> Book:
    """The session meant, refused where a deal of it does not hold under its rules."""
    opened = open_book(session)
    if opened.standing.problems:
        raise Refused(opened.standing.problems, "the session holds a deal that its rules refuse; `scorekeeper amend` corrects it")
    return opened


def cut_words(opened: Book) -> str:
    """What to say of an entry that was cut off."""
    lines = len(opened.journal.cut.strip().splitlines())
    return f"note: the session file ends in a half-written entry ({lines} lines), which was never acknowledged; every entry before it stands"


def change(session: str | None, act: Callable[[Book], Act], yes: bool = True) -> tuple[Book, Act]:
    """Does an act on the session meant and has it on disk before it returns.

    An act with questions is asked about first on a terminal, and refused elsewhere.
    """
    path, name = path_and_name(session)
    if not yes:
        before = book.opened(store.read_bytes(path, "session file"), name)
        _ask(act(before).questions)

    def decide(data: bytes) -> tuple[str, int, tuple[Book, Act]]:
        opened = book.opened(data, name)
        done = act(opened)
        text = "".join(map(entry_text, done.entries))
        return text, opened.journal.whole, (opened, done)

    opened, done = store.change_session(path, decide)
    if opened.journal.cut:
        talk(cut_words(opened) + "; it was set aside beside the file")
    store.make_current(path)
    return opened, done


def _ask(questions: Sequence[Problem]) -> None:
    if not questions:
        return
    if not sys.stdin.isatty():
        raise Refused([q._replace(hint="say --yes if it is so") for q in questions], "this is odd, so it is asked about first")
    for question in questions:
        if not click.confirm(question.message, err=True):
            raise Refused([question])


def talk(words: str) -> None:
    """A word to the person, beside the results: on stderr."""
    from scorekeeper.report.width import safe

    click.echo(safe(words), err=True)


def show(text: str) -> None:
    """A result."""
    click.echo(text)


def show_json(value: Any) -> None:
    """A result for a program."""
    from scorekeeper.report.jsontext import json_text

    click.echo(json_text(value))


def clock() -> str:
    """The time, as entries carry it."""
    import time

    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def terminal_width() -> int:
    """How wide the terminal is; what goes to a file or a pipe gets 80 columns or $COLUMNS."""
    import shutil

    return shutil.get_terminal_size((80, 24)).columns


def no_such_option(words: Sequence[str]) -> None:
    """Facts may begin with a dash only as a number or as the dash for a missing one."""
    for word in words:
        if word.startswith("-") and not word[1:2].isdigit() and word != "-":
            raise click.NoSuchOption(word)


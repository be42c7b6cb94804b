"""Sessions by other names and in other places: `sessions rename archive delete restore`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import TypeVar

import click

from scorekeeper import store
from scorekeeper.cli.common import (
    Command,
    Recorded,
    format_option,
    note_recorded,
    offered,
    show,
    show_json,
)
from scorekeeper.store import shelves
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import Problem, Refused, did_you_mean, lists_them
from scorekeeper.text.speech import text_of

T = TypeVar("T")
LIST = CommandLine("sessions", ("--all",))
names_argument = click.argument(
    "names", metavar="SESSION…", nargs=-1, required=True, shell_complete=offered("sessions")
)


@click.command("rename", cls=Command)
@click.argument("old", metavar="OLD", shell_complete=offered("sessions"))
@click.argument("new", metavar="NEW")
@format_option()
def rename(old: str, new: str, form: str) -> None:
    """Gives a session another name."""
    path = shelves.standing_path(old)
    paths = (shelves.standing_path(new), shelves.archived_path(new))
    taken = [_taken(new)] if any(shelves.is_taken(path, to) for to in paths) else []
    _refuse([*_unknown([old], store.session_names()), *(_misnamed(new) or taken)])
    _moved(new, lambda: shelves.rename_session(old, new))
    if form == "json":
        show_json({"renamed": old, "session": new})
    else:
        show(tr("{session} is called {name} now", session=old, name=new))


@click.command("archive", cls=Command)
@names_argument
@format_option()
def archive(names: tuple[str, ...], form: str) -> None:
    """Puts sessions by: they count as before."""
    names = tuple(dict.fromkeys(names))
    taken = [
        name
        for name in names
        if shelves.is_taken(shelves.standing_path(name), shelves.archived_path(name))
    ]
    _refuse([*_unknown(names, store.session_names()), *map(_taken, taken)])
    for name in names:
        _moved(name, partial(shelves.archive_session, name))
    if form == "json":
        show_json({"archived": names})
        return
    for name in names:
        show(tr("archived {session}", session=name))


@click.command("delete", cls=Command)
@names_argument
@format_option()
def delete(names: tuple[str, ...], form: str) -> None:
    """Moves sessions to the trash of the home."""
    standing = store.session_names()
    _refuse(_unknown(names, [*standing, *store.archived_names()]))
    thrown = {}
    for name in dict.fromkeys(names):
        thrown[name] = _moved(name, partial(shelves.throw_away, name, name not in standing))
    if form == "json":
        show_json({"deleted": list(thrown), "trash": list(thrown.values())})
        return
    for name, trashed in thrown.items():
        back = text_of(CommandLine("sessions restore", (trashed,)))
        show(tr("deleted {session}; it comes back with: {command}", session=name, command=back))


@click.command("restore", cls=Command)
@names_argument
@format_option()
def restore(names: tuple[str, ...], form: str) -> None:
    """Brings sessions back, from the archive or else from the trash."""
    names, archived = tuple(dict.fromkeys(names)), store.archived_names()
    paths = {
        name: shelves.archived_path(name) if name in archived else shelves.thrown_path(name)
        for name in names
    }
    standing = store.session_names()
    taken = [
        name
        for name, path in paths.items()
        if name in standing and shelves.is_taken(path, shelves.standing_path(name))
    ]
    _refuse([*_unknown(names, [*archived, *shelves.thrown_names()], standing), *map(_taken, taken)])
    for name, path in paths.items():
        _moved(name, partial(shelves.bring_back, path))
    if form == "json":
        show_json({"restored": names})
        return
    for name in names:
        show(tr("{session} is back", session=name))


def _moved(name: str, move: Callable[[], T]) -> T:
    """Moves a session, which takes the name; raises Refused where another has it by now."""
    try:
        moved = move()
    except FileExistsError:
        raise Refused([_taken(name)]) from None
    note_recorded(Recorded(LIST))
    return moved


def _refuse(problems: Sequence[Problem]) -> None:
    if problems:
        raise Refused(problems)


def _unknown(
    names: Iterable[str], there: Collection[str], known: Collection[str] = ()
) -> list[Problem]:
    """What to say of each name that no session has; those that are `known` are told otherwise."""
    return [
        Problem(
            "session-unknown",
            tr("there is no session `{session}`", session=name),
            "session",
            (did_you_mean(name, there) or lists_them(LIST),),
        )
        for name in names
        if name not in there and name not in known
    ]


def _misnamed(name: str) -> list[Problem]:
    """Why a name cannot be a session's."""
    fault = store.new_name_fault(name)
    if fault is None:
        return []
    message = say("`{session}` cannot be a session's name: {fault}", session=name, fault=fault)
    return [Problem("session-name", message, "name")]


def _taken(name: str) -> Problem:
    rename_ = CommandLine("sessions rename", (name,), (say("NEW"),))
    message = tr("there is already a session `{session}`", session=name)
    hint = say("give one of them another name: {command}", command=rename_)
    return Problem("session-exists", message, "name", (hint,))


COMMANDS: dict[str, click.Command] = {
    "rename": rename, "archive": archive, "delete": delete, "restore": restore,
}  # fmt: skip

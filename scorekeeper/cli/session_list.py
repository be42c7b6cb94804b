"""The sessions of the home: `sessions`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeVar

import click

from scorekeeper import store
from scorekeeper.cli.click_parts import (
    CliCommand,
    LazyGroup,
    Recorded,
    format_option,
    late_bar,
    note,
    note_recorded,
    offered,
    plain_option,
    show,
    show_json,
    talk,
    terminal_width,
)
from scorekeeper.cli.home_sessions import tell_copies
from scorekeeper.cli.refusal import no_answer
from scorekeeper.cli.terminal import ink_of_page, show_page
from scorekeeper.league.copy_detection import copies_of
from scorekeeper.league.evening_ranking import first_session_of_evening
from scorekeeper.league.session_record import (
    KIND,
    Evening,
    evening_of,
    evening_of_row,
    row_of_evening,
)
from scorekeeper.record.log_text import ParseCache
from scorekeeper.record.open_session import KnownDeals, opened
from scorekeeper.render.session_lists import session_row, sessions_text
from scorekeeper.rules.formula import FormulaError
from scorekeeper.store import bare_name, every_session
from scorekeeper.store import session_changes as shelves
from scorekeeper.store.home_interface import Home, SessionRows
from scorekeeper.store.session_records import (
    rows_of_session,
    save_rows_in_home,
    summarised_sessions,
    with_day,
)
from scorekeeper.text.message import CommandLine, Words, say
from scorekeeper.text.message_text import in_a_line, parted, text_of
from scorekeeper.text.problems import Problem, Refused, as_typed, did_you_mean, lists_them
from scorekeeper.text.translation import tr

# --- home sessions -----------------------------------------------------------------------------
# Sessions of the home in one row each, as `sessions` lists them and `league` sums them up.


def evenings(
    names: Sequence[str], whole: bool = False, is_anew: bool = False
) -> Iterator[tuple[str, str, Evening]]:
    """Yield for each session: its name, the digest of its text, and its row. Rows are cached while
    the file is unchanged, unless `is_anew`. Unreadable sessions are skipped with a note. A
    session with an invalid deal gets a note, and is skipped if `whole`."""
    with late_bar(len(names), tr("reading the sessions")) as tick:
        for name, digest, evening, why in summarised_sessions(
            KIND, names, _teller, evening_of_row, _telling, is_anew
        ):
            tick(1)
            if evening is None:
                session = bare_name(name)
                note(tr("{session} cannot be read: {why}", session=session, why=in_a_line(why)))
                continue
            if evening.fails:
                _spoilt(bare_name(name), evening.fails, whole)
            if not (whole and evening.fails):
                yield name, digest, with_day(evening)


def _told(names: Sequence[str]) -> Iterator[tuple[str, str, Evening | None, Words]]:
    return summarised_sessions(KIND, names, _teller, evening_of_row, _telling)


def build_anew(names: Sequence[str]) -> None:
    """Compute and save the rows of these sessions again, without the cache."""
    for _ in evenings(names, is_anew=True):
        pass


def keep_league(home: Home, names: Sequence[str]) -> None:
    """Update the rows of these sessions in a home that stores league rows."""
    with late_bar(len(names), tr("telling the league")) as tick:
        for _ in save_rows_in_home(home, KIND, names, _teller(), evening_of_row, _telling):
            tick(1)


def told_quietly(names: Sequence[str] | None = None) -> Iterator[tuple[str, Evening]]:
    """Yield the rows of these sessions by name, or of all in the home, archived ones included.
    Unreadable sessions are skipped without a note."""
    sessions = every_session() if names is None else names
    for name, _, evening, _ in _told(sessions):
        if evening is not None:
            yield bare_name(name), with_day(evening)


def _telling(name: str, evening: Evening) -> SessionRows:
    """Return the league rows of a session, for a home that stores them."""
    return rows_of_session(name, evening)


def _teller() -> Callable[[bytes], str]:
    """Return a function from a session's bytes to its row. Data that sessions share is parsed
    once."""
    seen, known = ParseCache(), KnownDeals()

    def told(data: bytes) -> str:
        try:
            return row_of_evening(evening_of(opened(data, "", seen, known.effects())))
        except FormulaError as error:
            raise no_answer(error) from None

    return told


def _spoilt(name: str, deal: int, is_left_out: bool) -> None:
    """Print a note about a session with an invalid deal, `deal`: it is left out, or only the deals
    before count."""
    if is_left_out:
        said = tr(
            "{session} is left out: deal {number} does not hold under its rules",
            session=name,
            number=deal,
        )
    else:
        said = tr(
            "deal {number} of {session} does not hold under its rules, and what follows is not "
            "counted",
            number=deal,
            session=name,
        )
    note(parted((said, tr("see `{command}`", command=f"scorekeeper check {as_typed(name)}"))))


# --- The group `sessions`: listing and moving sessions -----------------------------------------


FILES = {"session_list": ("rename", "archive", "delete", "restore")}


@click.group("sessions", cls=LazyGroup, files=FILES, invoke_without_command=True)
@click.option("--all", "is_all", is_flag=True, help="Archived ones too.")
@format_option()
@plain_option
@click.pass_context
def sessions(ctx: click.Context, is_all: bool, form: str, plain: bool) -> None:
    """The sessions there are: players, deals so far, leader.

    A star marks the one used last.
    """
    if ctx.invoked_subcommand is None:
        _show_sessions(is_all, form, plain)


def _show_sessions(is_all: bool, form: str, plain: bool) -> None:
    current, names = store.current_session(), store.session_names()
    if is_all:
        archived = [name for name in store.every_session() if store.bare_name(name) != name]
        names = [*archived, *names]
    told = [(name, evening) for name, _, evening in evenings(names)]
    bare = [(store.bare_name(name), evening) for name, evening in told]
    copies, firsts = copies_of(bare), first_session_of_evening(bare)
    rows = [
        session_row(
            short, evening, name == current, short != name, copies.get(short), firsts.get(short)
        )
        for (name, evening), (short, _) in zip(told, bare, strict=True)
    ]
    if form == "json":
        show_json(rows)
    elif not names:
        talk(tr("there is no session yet; begin one: scorekeeper new GAME PLAYER…"))
    elif rows:
        ink = ink_of_page(plain)
        show_page(sessions_text(rows, terminal_width(), plain, ink), ink)
    tell_copies(bare)


# --- moving sessions ---------------------------------------------------------------------------
# Sessions by other names and in other places: `sessions rename archive delete restore`.


T = TypeVar("T")
LIST = CommandLine("sessions", ("--all",))
names_argument = click.argument(
    "names", metavar="SESSION…", nargs=-1, required=True, shell_complete=offered("sessions")
)


@click.command("rename", cls=CliCommand)
@click.argument("old", metavar="OLD", shell_complete=offered("sessions"))
@click.argument("new", metavar="NEW")
@format_option()
def rename(old: str, new: str, form: str) -> None:
    """Gives a session another name."""
    path = shelves.active_path(old)
    paths = (shelves.active_path(new), shelves.archived_path(new))
    taken = [_taken(new)] if any(shelves.is_taken(path, to) for to in paths) else []
    _refuse([*_unknown([old], store.session_names()), *(_misnamed(new) or taken)])
    _moved(new, lambda: shelves.rename_session(old, new))
    if form == "json":
        show_json({"renamed": old, "session": new})
    else:
        show(tr("{session} is called {name} now", session=old, name=new))


@click.command("archive", cls=CliCommand)
@names_argument
@format_option()
def archive(names: tuple[str, ...], form: str) -> None:
    """Puts sessions by: they count as before."""
    names = tuple(dict.fromkeys(names))
    taken = [
        name
        for name in names
        if shelves.is_taken(shelves.active_path(name), shelves.archived_path(name))
    ]
    _refuse([*_unknown(names, store.session_names()), *map(_taken, taken)])
    for name in names:
        _moved(name, partial(shelves.archive_session, name))
    if form == "json":
        show_json({"archived": names})
        return
    for name in names:
        show(tr("archived {session}", session=name))


@click.command("delete", cls=CliCommand)
@names_argument
@format_option()
def delete(names: tuple[str, ...], form: str) -> None:
    """Moves sessions to the trash of the home."""
    standing = store.session_names()
    _refuse(_unknown(names, [*standing, *store.archived_names()]))
    thrown = {}
    for name in dict.fromkeys(names):
        thrown[name] = _moved(name, partial(shelves.move_to_trash, name, name not in standing))
    if form == "json":
        show_json({"deleted": list(thrown), "trash": list(thrown.values())})
        return
    for name, trashed in thrown.items():
        back = text_of(CommandLine("sessions restore", (trashed,)))
        show(tr("deleted {session}; it comes back with: {command}", session=name, command=back))


@click.command("restore", cls=CliCommand)
@names_argument
@format_option()
def restore(names: tuple[str, ...], form: str) -> None:
    """Brings sessions back, from the archive or else from the trash."""
    names, archived = tuple(dict.fromkeys(names)), store.archived_names()
    paths = {
        name: shelves.archived_path(name) if name in archived else shelves.trash_path(name)
        for name in names
    }
    standing = store.session_names()
    taken = [
        name
        for name, path in paths.items()
        if name in standing and shelves.is_taken(path, shelves.active_path(name))
    ]
    _refuse([*_unknown(names, [*archived, *shelves.trash_names()], standing), *map(_taken, taken)])
    for name, path in paths.items():
        _moved(name, partial(shelves.restore_session, path))
    if form == "json":
        show_json({"restored": names})
        return
    for name in names:
        show(tr("{session} is back", session=name))


def _moved(name: str, move: Callable[[], T]) -> T:
    """Call `move`, which moves a session to this name. Raises Refused if another session has the
    name."""
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
    """Return a problem for each name that is not in `there`, except names in `known`, whose
    problems are reported elsewhere."""
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
    """Return the problem of a name that is invalid for a session, or []."""
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


COMMANDS = {
    "sessions": sessions,
    "rename": rename,
    "archive": archive,
    "delete": delete,
    "restore": restore,
}

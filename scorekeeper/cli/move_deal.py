"""Moving a deal that was recorded in the wrong session: `move`."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from scorekeeper import store
from scorekeeper.cli.act_commands import show_act
from scorekeeper.cli.click_parts import (
    DEAL_NUMBER,
    WHOLE_NUMBER,
    CliCommand,
    by_option,
    clock,
    format_option,
    offered,
    session_option,
    show,
    show_json,
    why_option,
    yes_option,
)
from scorekeeper.cli.home_sessions import known_people
from scorekeeper.cli.open_log import ask, change, open_book, path_and_name
from scorekeeper.cli.refusal import fitted
from scorekeeper.record.irregular_changes import TO, to_session
from scorekeeper.record.moved_deals import arriving, leaving
from scorekeeper.record.open_session import Act, Book
from scorekeeper.report.change_text import totals_line
from scorekeeper.report.change_value import act_of
from scorekeeper.store.home_interface import LockedSession
from scorekeeper.store.session_changes import both_held, place_of
from scorekeeper.text.message import CommandLine, Words, say
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import MachineFailure, Problem, refuse
from scorekeeper.text.translation import tr


@click.command("move", cls=CliCommand)
@click.argument("number", type=DEAL_NUMBER, shell_complete=offered("deals"))
@click.argument("into", nargs=-1, metavar="[SESSION]", shell_complete=offered("sessions"))
@click.option(
    "--to",
    metavar="SESSION",
    shell_complete=offered("sessions"),
    help="The session that the deal is of.",
)
@click.option(
    "--as",
    "place",
    type=WHOLE_NUMBER,
    metavar="N",
    help="Which deal it is there (default: the coming one).",
)
@session_option
@by_option
@format_option()
@yes_option
@why_option
def move(
    number: int, into: tuple[str, ...], to: str | None, place: int | None, session: str | None,
    form: str, yes: bool, why: str,
) -> None:  # fmt: skip
    """Moves deal NUMBER to the session that it is of.

    It is recorded there as the coming deal, matched by who played, and struck here; both stand in
    the logs. Refused, with the reasons, where either cannot be. Undo takes back one of the two,
    in its own session. What later deals become where people rest is asked about first.
    """
    named = to_session([TO, to] if to else into)
    if len(named) != 1 or (to and into):
        raise click.UsageError(tr("say which session the deal is of, as `sessions` lists them"))
    _refuse_same(session, named[0])
    _ask_first(session, number, named[0], place, yes)
    opened, done, there, arrived = moved(session, number, named[0], place, why)
    if form == "json":
        other = {**act_of(arrived), "session": there.name}
        show_json({**act_of(done), "session": opened.name, "moved": other})
        return
    show_act(opened, done, form, session)
    lines = (text_of(moved_words(there, arrived)), totals_line(arrived.standing, there.name))
    show("\n".join(fitted(lines, sys.stdout)))


def _ask_first(session: str | None, number: int, to: str, place: int | None, yes: bool) -> None:
    """Ask about changes to later deals that the move would cause in either session, unless
    `yes`."""
    if yes:
        return
    here, there = open_book(session), open_book(to)
    struck, deal = leaving(here, number, there.name, clock())
    arrived = arriving(there, deal, place, clock(), known_people().counts_as)
    if questions := (*struck.questions, *arrived.questions):
        ask(questions)


def moved(
    session: str | None,
    number: int,
    to: str,
    place: int | None = None,
    why: str = "",
    by: str = "",
    look: Callable[[Book], object] = lambda _: None,
) -> tuple[Book, Act, Book, Act]:
    """Record a deal in the session `to`, then delete it here. Return both sessions before, each
    followed by its change. `look` may refuse this session's present state.

    The new record is on disk before the deletion. If the machine fails in between, the same
    command does the rest."""
    here, (target, name) = store.session_path(session), path_and_name(to)
    _refuse_same(session, to)
    counts_as = known_people().counts_as
    there: list[tuple[Book, Act]] = []

    def act(opened: Book, held: LockedSession) -> Act:
        look(opened)
        struck, deal = leaving(opened, number, name, clock(), why)

        def arrives(book: Book) -> Act:
            return arriving(book, deal, place, clock(), counts_as)

        there[:] = [change(target, arrives, by=by, is_used=False, held=held)]
        return struck

    try:
        with both_held(here, target) as held:
            opened, done = change(
                here, lambda book: act(book, held[target]), by=by, held=held[here]
            )
    except MachineFailure as failure:
        if not there:
            raise
        raise store.MayStand(_cut_short(failure.problem, name)) from failure
    return opened, done, *there[0]


def moved_words(there: Book, arrived: Act) -> Words:
    """Return the message with the deal's new session and number, and the command that undoes the
    addition there."""
    return say(
        "in {session} it is deal {number}; `{command}` takes that back",
        session=there.name,
        number=arrived.recorded or 0,
        command=CommandLine("undo", ("--session", there.name)),
    )


def _refuse_same(session: str | None, to: str) -> None:
    here, (target, name) = store.session_path(session), path_and_name(to)
    if place_of(here) == place_of(target):
        message = say("deals of {session} cannot be moved to it", session=name)
        raise refuse("move-same", message, "to", say("name another: --to SESSION"))


def _cut_short(problem: Problem, name: str) -> Problem:
    """Return the problem of a deal that was recorded in the other session but not deleted here."""
    message = say(
        "the deal is recorded in {session}, and striking it here failed: {why}",
        session=name,
        why=problem.message,
    )
    hint = say("say it again, it is not recorded twice; see `{log}`", log=CommandLine("log"))
    return problem._replace(message=message, mends=(hint,))


COMMANDS = {"move": move}

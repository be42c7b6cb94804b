"""The rounds of an event: `event next round missing finish`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from scorekeeper.cli.common import (
    WHOLE_NUMBER,
    Command,
    by_option,
    clock,
    format_option,
    new_id,
    note,
    offered,
    show,
    show_json,
    talk,
    why_option,
    yes_option,
)
from scorekeeper.cli.event_shown import show_rounds
from scorekeeper.cli.event_standing import standing_of
from scorekeeper.cli.event_tables import (
    SESSION_ID,
    begin_missing,
    free_names,
    likely_offers,
    meanwhile,
    offered_session,
    refuse_undone,
    told_tables,
)
from scorekeeper.cli.fitted_lines import fitted
from scorekeeper.cli.main import naming
from scorekeeper.cli.opened_event import change_event, event_option, open_event, show_done
from scorekeeper.cli.opened_session import ask
from scorekeeper.event import OpenEvent
from scorekeeper.event.drawing import Seats
from scorekeeper.event.event_acts import Done, beginning, finishing
from scorekeeper.event.event_state import Event, no_such_round
from scorekeeper.event.terms import STANDING
from scorekeeper.event.using import likely_sessions, using
from scorekeeper.record.events import kept_why
from scorekeeper.render.event_text import missing_lines
from scorekeeper.report.event.event_round import MissingRow, missing_rows
from scorekeeper.store.design_files import drawn_with_designs
from scorekeeper.text.language import tr, trn
from scorekeeper.text.message import CommandLine, listing, say, say_n
from scorekeeper.text.problems import Problem, refuse
from scorekeeper.text.speech import text_of

MISSING = CommandLine("event missing")


@click.command("next", cls=Command)
@event_option
@by_option
@yes_option
@format_option()
def next_(event: str | None, yes: bool, form: str) -> None:
    """Begins the next round: a session for each table.

    It is drawn first where it is not yet. Where this was cut off in the middle, the same again
    does the rest.
    """
    opened = open_event(event)
    completed = begin_missing(opened.event)
    if completed:
        refuse_undone(event, opened.event)
        _tell_completed(opened.event, len(completed))
        show_rounds(opened.event, [opened.event.begun], form)
        return

    if not yes:
        _ask_if_empty(opened.event)

    def act(now: OpenEvent) -> Done:
        before, begun = opened.event.begun, now.event.begun
        if begun > before:
            raise meanwhile(say("round {number} was begun meanwhile", number=begun))
        if begun < before:
            raise meanwhile(say("round {number} was taken back meanwhile", number=before))
        terms = now.terms
        names = free_names(now.event)
        seats = Seats(terms.seating, terms.seed, drawn_with_designs, standing_of)
        return beginning(now, names, lambda: new_id(SESSION_ID), seats, clock())

    _, done = change_event(event, act)
    begin_missing(done.event)
    refuse_undone(event, done.event)
    show_rounds(done.event, [done.event.begun], form)
    _note_missing(done.event, event)


def _ask_if_empty(event: Event) -> None:
    """Asks about a round of which tables have no deal at all: it may have been said a moment ago,
    or by mistake. Nobody is asked where the next cannot begin."""
    waits = event.terms.seating == STANDING and event.coming not in event.drawn
    if not event.begun or event.finished or event.is_played_out or waits:
        return
    tables, told = event.drawn[event.begun].tables, told_tables(event)
    on_paper = [one for one in tables if not one.slip]
    empty = [
        one.session for one in on_paper if one.id not in told or not told[one.id].evening.deals
    ]
    if empty:
        message = say(
            "no deal of round {number} is recorded in {sessions}. Does round {next} begin?",
            number=event.begun, sessions=listing(empty, "and"), next=event.coming,
        )  # fmt: skip
        ask([Problem("event-empty", message)])


def _tell_completed(event: Event, number: int) -> None:
    note(
        trn(
            number,
            "round {number} had begun, and {n} session of it was not there: it is now",
            "round {number} had begun, and {n} sessions of it were not there: they are now",
            number=event.begun,
        )
    )


def _of_event(command: CommandLine, chosen: str | None) -> CommandLine:
    """A command for the event that was named, where one was."""
    named = naming(None, chosen)
    return named(command) if named else command


def _note_missing(event: Event, chosen: str | None) -> None:
    """A word about tables of earlier rounds whose results are missing."""
    rows = [row for row in missing_rows(event, told_tables(event)) if row.round < event.begun]
    if rows:
        said = say_n(
            len(rows),
            "the result of {n} earlier table is missing: {command}",
            "the results of {n} earlier tables are missing: {command}",
            command=_of_event(MISSING, chosen),
        )
        note(text_of(said))


@click.command("round", cls=Command)
@click.argument("number", type=WHOLE_NUMBER, metavar="[NUMBER]", required=False)
@event_option
@format_option()
def round_(number: int | None, event: str | None, form: str) -> None:
    """Who sits where in a round, and how far the tables are.

    The one that has begun last, unless one is named.
    """
    found = open_event(event).event
    which = max(found.begun, 1) if number is None else number
    if not 1 <= which <= found.terms.rounds:
        raise refuse("event-round", no_such_round(found, which), "round")
    show_rounds(found, [which], form, told_tables(found))


@click.command("missing", cls=Command)
@event_option
@format_option()
def missing(event: str | None, form: str) -> None:
    """Which tables have no result yet, and why."""
    found = open_event(event)
    told = told_tables(found.event)
    rows = missing_rows(found.event, told)
    likely = likely_sessions(found.event, told, likely_offers(found.event)) if rows else {}
    rows = [row._replace(perhaps=likely.get((row.round, row.table))) for row in rows]
    if form == "json":
        show_json({"event": found.name, "missing": rows})
    elif rows:
        show("\n".join(fitted(missing_lines(rows), sys.stdout)))
        _note_likely(rows, event)
    else:
        talk(tr("nothing is missing") if found.event.begun else tr("no round has begun yet"))


def _note_likely(rows: Sequence[MissingRow], event: str | None) -> None:
    """A word about sessions that may be those of tables without a deal."""
    for row in rows:
        if row.perhaps:
            named = ("--round", str(row.round), "--table", str(row.table))
            command = CommandLine("event use", (row.perhaps, *named))
            said = say(
                "perhaps `{session}` is round {number}, table {table}: {command}",
                session=row.perhaps, number=row.round, table=row.table,
                command=_of_event(command, event),
            )  # fmt: skip
            note(text_of(said))


@click.command("use", cls=Command)
@click.argument("session", metavar="SESSION", shell_complete=offered("sessions"))
@click.option("--round", "number", type=WHOLE_NUMBER, metavar="NUMBER", help="Of which round.")
@click.option("--table", "place", type=WHOLE_NUMBER, metavar="NUMBER", help="Of which table.")
@why_option
@event_option
@by_option
@format_option()
def use(
    session: str, number: int | None, place: int | None, why: str, event: str | None, form: str
) -> None:
    """Takes a session for that of a table.

    Where it was recorded in another one than the event began, as on a laptop without network. Found
    by its people unless the round and the table are named.
    """
    found = offered_session(session)

    def act(now: OpenEvent) -> Done:
        told = told_tables(now.event)
        return using(now, found, told, number, place, clock(), kept_why(why))

    before, done = change_event(event, act)
    show_done(before.name, done, form)


@click.command("finish", cls=Command)
@why_option
@event_option
@by_option
@format_option()
def finish(why: str, event: str | None, form: str) -> None:
    """Ends the event: no round begins any more."""
    before, done = change_event(event, lambda now: finishing(now, clock(), kept_why(why)))
    show_done(before.name, done, form)
    if rows := missing_rows(done.event, told_tables(done.event)):
        said = say_n(
            len(rows),
            "the result of {n} table is missing: {command}",
            "the results of {n} tables are missing: {command}",
            command=_of_event(MISSING, event),
        )
        note(text_of(said))


COMMANDS = {"next": next_, "round": round_, "missing": missing, "use": use, "finish": finish}

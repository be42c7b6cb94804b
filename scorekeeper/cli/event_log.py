"""The log of an event: `event note undo redo log check`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from scorekeeper import store
from scorekeeper.cli.common import (
    Command,
    by_option,
    clock,
    format_option,
    is_terminal,
    note_recorded,
    show,
    show_json,
    talk,
    terminal_width,
)
from scorekeeper.cli.event_copies import note_copies, readable_events
from scorekeeper.cli.event_tables import begin_missing, refuse_undone, remove_late, take_back
from scorekeeper.cli.opened_event import LOG, change_event, event_option, open_event, show_done
from scorekeeper.event import OpenEvent, opened
from scorekeeper.event.event_acts import Done, accepting, noting, redoing, undoing
from scorekeeper.event.event_entries import BEGIN
from scorekeeper.record.events import kept_text
from scorekeeper.render.event_text import log_lines
from scorekeeper.report.event.event_chain import (
    event_held,
    event_held_line,
    event_problems,
    event_seal_problems,
)
from scorekeeper.report.event.event_log_row import event_log
from scorekeeper.store.events_kept import event_path
from scorekeeper.text.language import tr, trn
from scorekeeper.text.problems import Problem, Refused
from scorekeeper.text.width import all_wrapped


@click.command("note", cls=Command)
@click.argument("words", metavar="TEXT…", nargs=-1, required=True)
@event_option
@by_option
@format_option()
def note_(words: tuple[str, ...], event: str | None, form: str) -> None:
    """Notes something down in the log of the event."""
    text = kept_text(" ".join(words), "note")
    before, done = change_event(event, lambda opened: noting(opened, text, clock()))
    show_done(before.name, done, form)


@click.command("undo", cls=Command)
@event_option
@by_option
@format_option()
def undo(event: str | None, form: str) -> None:
    """Takes back what was done last at the event.

    The begin of a round as long as no table has recorded anything: its empty sessions are taken
    away.
    """
    before, done = change_event(event, _undone)
    show_done(before.name, done, form)
    if _is_begin(before):  # somebody who was still beginning it may have made one since
        remove_late(before.event.drawn[before.event.begun].tables)


def _undone(opened: OpenEvent) -> Done:
    """The act; where it is the begin of a round its sessions are taken away first, so that nobody
    records in one of them meanwhile."""
    done = undoing(opened, clock())
    if _is_begin(opened):
        take_back(opened.event)
    return done


def _is_begin(opened: OpenEvent) -> bool:
    """Whether what was done last is that a round began."""
    return any(entry.what == BEGIN for entry in opened.acts.done[-1])


@click.command("redo", cls=Command)
@event_option
@by_option
@format_option()
def redo(event: str | None, form: str) -> None:
    """Restores what was taken back last."""
    before, done = change_event(event, lambda opened: redoing(opened, clock()))
    if any(entry.what == BEGIN for entry in before.acts.undone[-1]):
        begin_missing(done.event)
        refuse_undone(event, done.event)
    show_done(before.name, done, form)


@click.command("log", cls=Command)
@event_option
@format_option()
def log(event: str | None, form: str) -> None:
    """Every entry of the event in the order it was made: when, what, who, why."""
    found = open_event(event)
    rows = event_log(found)
    if form == "json":
        show_json(rows)
    elif rows:
        lines = [*log_lines(rows)]
        show("\n".join(all_wrapped(lines, terminal_width()) if is_terminal(sys.stdout) else lines))
    else:
        talk(tr("nothing has been recorded yet"))


@click.command("check", cls=Command)
@event_option
@click.option("--accept", is_flag=True, help="Take in what was changed by hand.")
@click.option(
    "--repair", is_flag=True,
    help="Set what a power cut left half-written aside, in a file beside it.",
)  # fmt: skip
@click.option(
    "--seal", metavar="XXXX-XXXX-N", help="Is all up to the entry of this seal as it was?"
)
@by_option
@format_option()
def check(event: str | None, accept: bool, repair: bool, seal: str | None, form: str) -> None:
    """Whether the file of the event holds; silent when well.

    Names what was changed by hand.
    """
    if accept + repair + (seal is not None) > 1:
        raise click.UsageError(tr("one at a time: --accept, --repair or --seal"))
    if accept:
        before, done = change_event(event, lambda opened: accepting(opened, clock()))
        show_done(before.name, done, form)
    elif repair:
        _repair(event, form)
    elif seal is not None:
        _check_seal(event, seal, form)
    else:
        _check(event, form)


def _check(event: str | None, form: str) -> None:
    found = open_event(event)
    note_copies(readable_events(), found.name)
    _refuse(event_problems(found))
    if form == "json":
        show_json({"event": found.name, "problems": []})


def _check_seal(event: str | None, seal: str, form: str) -> None:
    """Says which entry bears a seal; refuses where all up to it is not as it was."""
    found = open_event(event)
    _refuse(event_seal_problems(found, seal))
    held = event_held(found, seal)
    if form == "json":
        show_json({"event": found.name, **held._asdict()})
    else:
        show(event_held_line(held))


def _refuse(problems: Sequence[Problem]) -> None:
    """Raises Refused with everything that does not hold, if anything."""
    if problems:
        raise Refused(
            problems, trn(len(problems), "{n} thing does not hold", "{n} things do not hold")
        )


def _repair(event: str | None, form: str) -> None:
    path = event_path(event)
    name = store.stem(path)

    def decide(data: bytes) -> tuple[int, int]:
        journal = opened(data, name).journal
        return journal.whole, journal.cut_lines

    file, lines = store.repair_session(path, decide)
    if file is not None:
        note_recorded(LOG)
    if form == "json":
        show_json({"event": name, "file": file, "lines": lines})
    elif file is None:
        show(tr("{event}: every entry is whole; there is nothing to mend", event=name))
    else:
        show(
            trn(
                lines,
                "{event}: a half-written entry ({n} line), as a power cut leaves it, was set aside "
                "in {file}",
                "{event}: a half-written entry ({n} lines), as a power cut leaves it, was set "
                "aside in {file}",
                event=name, file=file,
            )
        )  # fmt: skip


COMMANDS = {"note": note_, "undo": undo, "redo": redo, "log": log, "check": check}

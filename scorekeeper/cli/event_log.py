"""The log of an event: `event note undo redo log check merge`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

import click

from scorekeeper import store
from scorekeeper.cli.click_parts import (
    CliCommand,
    by_option,
    clock,
    format_option,
    note,
    note_recorded,
    offered,
    show,
    show_json,
)
from scorekeeper.cli.event_tables import (
    begin_missing,
    note_slips,
    refuse_undone,
    remove_late,
    take_back,
    told_tables,
)
from scorekeeper.cli.open_event import LOG, change_event, event_option, open_event, show_done
from scorekeeper.cli.open_log import (
    note_cut,
    refuse_problems,
    repair_log,
    repair_words,
    show_entries,
)
from scorekeeper.cli.refusal import fitted
from scorekeeper.event import OpenEvent, opened, read_event_log
from scorekeeper.event.event_acts import Done, accepting, noting, redoing, undoing
from scorekeeper.event.event_merge import CODE, SkippedAct, joining
from scorekeeper.event.event_state import BEGIN
from scorekeeper.league.copy_detection import Trace, copies_of, name_before_conflict, trace_of
from scorekeeper.record.changes_between_deals import kept_text
from scorekeeper.render.session_lists import log_line
from scorekeeper.report.event.event_values import (
    event_held,
    event_log,
    event_log_value,
    event_problems,
    event_seal_problems,
)
from scorekeeper.report.log_report import held_line
from scorekeeper.store.event_files import event_bytes, event_names, event_path, set_event_aside
from scorekeeper.store.session_changes import is_same_session
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.message_text import in_a_line, text_of
from scorekeeper.text.problems import MachineFailure, Refused, refuse
from scorekeeper.text.terminal_text import safe
from scorekeeper.text.translation import tr, trn

# --- event copies ------------------------------------------------------------------------------
# Copies of an event, as two laptops or a folder that is synchronised leave them: `event merge`,
# and the word that there is one.


NOT_ALL = 1  # exit code if an entry that only the copy has was left out
MOST_ENTRIES = 1_000_000  # more than any event has


@click.command("merge", cls=CliCommand)
@click.argument("copy", metavar="COPY", shell_complete=offered("events"))
@event_option
@by_option
@format_option()
@click.pass_context
def merge(ctx: click.Context, copy: str, event: str | None, form: str) -> None:
    """Joins a copy of an event with it, as a synchroniser leaves one.

    What only the copy has is done after what is here, as far as it still can be. The rest is named,
    and where the copy alone has it the exit code is 1. The copy is put aside under another name.
    """
    path = event_path(copy)
    data = event_bytes(path)
    other = opened(data, store.name_of_file(path))
    left = list[SkippedAct]()

    def act(ours: OpenEvent) -> Done:
        told = {**told_tables(ours.event), **told_tables(other.event)}
        done, left[:] = joining(ours, other, told)
        return done

    name = event or _original(other, path)
    if is_same_session(event_path(name), path):
        message = say("`{copy}` is the event itself", copy=other.name)
        raise refuse(CODE, message, "event", say("name a copy of it"))
    before, done = change_event(name, act)
    note_recorded(LOG)
    aside = _put_aside(path, data)
    note_cut(other.log, other.name)
    if form == "json":
        _show_json(before.name, other.name, done, left, aside)
    else:
        _show(before.name, other.name, done)
        for one in left:
            note(tr("not taken: {act}: {why}", act=text_of(one.said), why=text_of(one.why)))
        if aside:
            note(tr("the copy is put aside: {file}", file=aside))
    if not all(one.is_settled for one in left):
        ctx.exit(NOT_ALL)


def _put_aside(path: str, data: bytes) -> str | None:
    """Rename the file of a merged copy so that it is no event any more, and return its new path.
    Return None if it cannot be renamed, for example outside the home; the merge is recorded all
    the same."""
    try:
        return set_event_aside(path, data)
    except (Refused, MachineFailure) as error:
        note(tr("the copy stays where it is: {why}", why=in_a_line(error.messages)))
        return None


def _show(event: str, copy: str, done: Done) -> None:
    if not done.said:
        show(safe(tr("{event} has all that can be taken of {copy}", event=event, copy=copy)))
        return
    said = trn(
        len(done.said),
        "{event} has {n} more act, of {copy}",
        "{event} has {n} more acts, of {copy}",
        event=event, copy=copy,
    )  # fmt: skip
    lines = [said, *(f"  {text_of(one)}" for one in done.said)]
    show("\n".join(fitted(map(safe, lines), sys.stdout)))


def _show_json(
    event: str, copy: str, done: Done, left: list[SkippedAct], aside: str | None
) -> None:
    show_json(
        {
            "event": event, "copy": copy, "taken": [text_of(one) for one in done.said],
            "left": [{"act": text_of(one.said), "why": text_of(one.why)} for one in left],
            "aside": aside,
        }
    )  # fmt: skip


def _original(copy: OpenEvent, path: str) -> str:
    """Return the name of the home's event of which this is a copy. If there are several, return
    the one that counts."""
    same = {
        name: _trace(name, event)
        for name, event in readable_events()
        if event.terms.id == copy.terms.id and not is_same_session(event_path(name), path)
    }
    if not same:
        message = say("there is no other event of which `{copy}` is a copy", copy=copy.name)
        raise refuse(CODE, message, "event", say("say which: --event NAME"))
    copies = copies_of(same.items())
    counts = next(name for name in same if name not in copies)
    if _is_named_by_hand(copy.name) and not _is_named_by_hand(counts):
        message = say("`{copy}` is the event itself", copy=copy.name)
        command = CommandLine("event merge", (counts, "--event", copy.name))
        raise refuse(CODE, message, "event", say("name a copy of it: {command}", command=command))
    return counts


def readable_events() -> Iterator[tuple[str, OpenEvent]]:
    """Yield the readable events of the home."""
    for name in event_names(by_change=False):
        with suppress(Refused, MachineFailure):
            yield name, opened(event_bytes(event_path(name)), name)


def _trace(name: str, event: OpenEvent) -> Trace:
    """Return the trace by which the event that counts is chosen among copies. A name given by a
    synchroniser loses to any other, because an event keeps its name."""
    trace = trace_of(event.terms.id, event.log.entries)
    return (
        trace if _is_named_by_hand(name) else trace._replace(entries=trace.entries - MOST_ENTRIES)
    )


def _is_named_by_hand(name: str) -> bool:
    return name_before_conflict(name) is None


def note_copies(
    events: Iterable[tuple[str, OpenEvent]], name: str | None = None
) -> Mapping[str, str]:
    """Print a note about each event that is a copy of another. If `name` is given, only notes that
    concern this event are printed. Return the name of the event that counts by the name of each
    copy."""
    copies = copies_of((one, _trace(one, event)) for one, event in events)
    for copy, event in copies.items():
        if name in (None, copy, event):
            command = CommandLine("event merge", (copy, "--event", event))
            said = say(
                "{copy} is a copy of the event {event}; {command} joins them",
                copy=copy, event=event, command=command,
            )  # fmt: skip
            note(text_of(said))
    return copies


# --- The log of an event: `event note undo redo log check` -------------------------------------


@click.command("note", cls=CliCommand)
@click.argument("words", metavar="TEXT…", nargs=-1, required=True)
@event_option
@by_option
@format_option()
def note_(words: tuple[str, ...], event: str | None, form: str) -> None:
    """Notes something down in the log of the event."""
    text = kept_text(" ".join(words), "note")
    before, done = change_event(event, lambda opened: noting(opened, text, clock()))
    show_done(before.name, done, form)


@click.command("undo", cls=CliCommand)
@event_option
@by_option
@format_option()
def undo(event: str | None, form: str) -> None:
    """Takes back what was done last at the event.

    The begin of a round as long as no table has recorded anything: its empty sessions are taken
    away.
    """
    before, done = change_event(event, _undone, is_fix=True)
    show_done(before.name, done, form)
    if _is_begin(before):  # somebody who was still beginning it may have made one since
        remove_late(before.event.drawn[before.event.begun].tables)


def _undone(opened: OpenEvent) -> Done:
    """Return the change that undoes the last one. If that began a round, the round's sessions are
    removed first, so that nobody records in them."""
    done = undoing(opened, clock())
    if _is_begin(opened):
        take_back(opened.event)
    return done


def _is_begin(opened: OpenEvent) -> bool:
    """Return True if the last change began a round, and the event has no problems."""
    return not opened.problems and any(entry.what == BEGIN for entry in opened.acts.done[-1])


@click.command("redo", cls=CliCommand)
@event_option
@by_option
@format_option()
def redo(event: str | None, form: str) -> None:
    """Restores what was taken back last."""
    before, done = change_event(event, lambda opened: redoing(opened, clock()), is_fix=True)
    if any(entry.what == BEGIN for entry in before.acts.undone[-1]):
        begin_missing(done.event)
        refuse_undone(event, done.event)
    show_done(before.name, done, form)


@click.command("log", cls=CliCommand)
@event_option
@format_option()
def log(event: str | None, form: str) -> None:
    """Every entry of the event in the order it was made: when, what, who, why."""
    rows = event_log(open_event(event))
    if form == "json":
        show_json(event_log_value(rows))
    else:
        show_entries([safe(log_line(row)) for row in rows])


@click.command("check", cls=CliCommand)
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
        before, done = change_event(event, lambda opened: accepting(opened, clock()), is_fix=True)
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
    note_slips(found.event, told_tables(found.event))
    refuse_problems(event_problems(found))
    if form == "json":
        show_json({"event": found.name, "problems": []})


def _check_seal(event: str | None, seal: str, form: str) -> None:
    """Print the entry that has this seal. Raises Refused if the log up to that entry was
    changed."""
    found = open_event(event)
    refuse_problems(event_seal_problems(found, seal))
    held = event_held(found, seal)
    if form == "json":
        value = {"seal": held.seal, "entry": held.entry, "round": held.deal, "say": held.say}
        show_json({"event": found.name, **value, "accepted": held.accepted})
    else:
        show(held_line(held))


def _repair(event: str | None, form: str) -> None:
    path = event_path(event)
    name = store.name_of_file(path)
    repair = repair_log(path, name, read_event_log)
    if repair.file is not None:
        note_recorded(LOG)
    if form == "json":
        show_json({"event": name, "file": repair.file, "lines": repair.lines})
    else:
        show(repair_words(repair))


COMMANDS = {"note": note_, "undo": undo, "redo": redo, "log": log, "check": check, "merge": merge}

"""Copies of an event, as two laptops or a folder that is synchronised leave them: `event merge`,
and the word that there is one."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

import click

from scorekeeper import store
from scorekeeper.cli.common import (
    Command,
    by_option,
    format_option,
    note,
    note_recorded,
    offered,
    show,
    show_json,
)
from scorekeeper.cli.event_tables import told_tables
from scorekeeper.cli.fitted_lines import fitted
from scorekeeper.cli.opened_event import LOG, change_event, event_option
from scorekeeper.event import OpenEvent, opened
from scorekeeper.event.event_acts import Done
from scorekeeper.event.joining import CODE, Left, joining
from scorekeeper.league.copies import Trace, copies_of, name_before_conflict
from scorekeeper.store.events_kept import event_bytes, event_names, event_path, put_aside
from scorekeeper.store.two_sessions import is_same_session
from scorekeeper.text.language import tr, trn
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import MachineFailure, Refused, refuse
from scorekeeper.text.speech import in_a_line, text_of
from scorekeeper.text.width import safe

NOT_ALL = 1  # the exit code where something that only the copy has was not taken
MOST_ENTRIES = 1_000_000  # more than any file of an event has


@click.command("merge", cls=Command)
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
    other = opened(data, store.stem(path))
    left = list[Left]()

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
    if other.journal.cut:
        note(_cut_words(other))
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
    """Where the copy lies now; None where it stays, as one does that is a link: what was joined
    stands."""
    try:
        return put_aside(path, data)
    except (Refused, MachineFailure) as error:
        note(tr("the copy stays where it is: {why}", why=in_a_line(error.messages)))
        return None


def _cut_words(copy: OpenEvent) -> str:
    return trn(
        copy.journal.cut_lines,
        "{copy} ends in a half-written entry ({n} line), which is not taken",
        "{copy} ends in a half-written entry ({n} lines), which is not taken",
        copy=copy.name,
    )


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


def _show_json(event: str, copy: str, done: Done, left: list[Left], aside: str | None) -> None:
    show_json(
        {
            "event": event, "copy": copy, "taken": [text_of(one) for one in done.said],
            "left": [{"act": text_of(one.said), "why": text_of(one.why)} for one in left],
            "aside": aside,
        }
    )  # fmt: skip


def _original(copy: OpenEvent, path: str) -> str:
    """The event of the home that a copy is one of; of several the one that counts."""
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
    """The events of the home that can be read."""
    for name in event_names(by_change=False):
        with suppress(Refused, MachineFailure):
            yield name, opened(event_bytes(event_path(name)), name)


def _trace(name: str, event: OpenEvent) -> Trace:
    """What tells which of two copies counts: never one that has the name of a synchroniser, for an
    event keeps the name under which it counts."""
    entries = event.journal.entries
    number = len(entries) if _is_named_by_hand(name) else len(entries) - MOST_ENTRIES
    return Trace(event.terms.id, number, max((entry.at for entry in entries), default=""))


def _is_named_by_hand(name: str) -> bool:
    return name_before_conflict(name) is None


def note_copies(
    events: Iterable[tuple[str, OpenEvent]], name: str | None = None
) -> Mapping[str, str]:
    """A word about each of these events that is a copy of another, or about those of the event of
    this name; gives, by each copy of any, the event that counts in its place."""
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


COMMANDS = {"merge": merge}

"""The event of a command: opened for reading, or changed on disk."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

import click

from scorekeeper import store
from scorekeeper.cli.click_parts import (
    WHOLE_NUMBER,
    Recorded,
    new_id,
    note,
    note_recorded,
    offered,
    show,
    show_json,
)
from scorekeeper.cli.open_session import recorder_in
from scorekeeper.cli.refusal import fitted
from scorekeeper.event import OpenEvent, opened
from scorekeeper.event.event_acts import Done
from scorekeeper.event.event_state import DRAW
from scorekeeper.record.journal import chained, entry_text, seal_of_entry
from scorekeeper.store.event_files import event_bytes, event_path, make_current_event
from scorekeeper.text.message import CommandLine
from scorekeeper.text.message_text import parted, text_of
from scorekeeper.text.terminal_text import safe
from scorekeeper.text.translation import tr, trn

LOG = Recorded(CommandLine("event log"))


def _note_event(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    if isinstance(ctx.obj, dict):
        ctx.obj["event"] = value
    return value


event_option = click.option(
    "-e", "--event", metavar="NAME", callback=_note_event, shell_complete=offered("events"),
    help="Which event (default: the one used last).",
)  # fmt: skip
round_option = click.option(
    "--round", "number", type=WHOLE_NUMBER, metavar="NUMBER",
    help="Which round (default: the coming one).",
)  # fmt: skip


def open_event(chosen: str | None) -> OpenEvent:
    """Open the event meant, with a note about a half-written entry."""
    path = event_path(chosen)
    found = opened(event_bytes(path), store.stem(path))
    if found.journal.cut:
        note(_cut_words(found))
    return found


def change_event(chosen: str | None, act: Callable[[OpenEvent], Done]) -> tuple[OpenEvent, Done]:
    """Change the event meant and write it to disk. Return the event before, and the change. The
    event becomes the one used last."""
    path = event_path(chosen)
    by = recorder_in(path)

    def decide(data: bytes) -> tuple[str, int, tuple[OpenEvent, Done]]:
        before = opened(data, store.stem(path))
        done = act(before)
        journal = before.journal
        entries = chained(journal.blocks, journal.entries, done.entries, by, new_id)
        done = done._replace(entries=entries, last=len(journal.entries) + len(entries))
        return "".join(map(entry_text, entries)), journal.whole, (before, done)

    before, done = store.change_session(path, decide, noting=partial(note_recorded, LOG))
    if before.journal.cut:
        note(parted((_cut_words(before), tr("it was set aside beside the file"))))
    make_current_event(path)
    return before, done


def _cut_words(found: OpenEvent) -> str:
    return trn(
        found.journal.cut_lines,
        "the event's file ends in a half-written entry ({n} line), as a power cut leaves it; every "
        "entry before it stands",
        "the event's file ends in a half-written entry ({n} lines), as a power cut leaves it; "
        "every entry before it stands",
    )


def show_done(name: str, done: Done, form: str) -> None:
    """Print a change of an event, with its notes."""
    if form == "json":
        rounds = [entry.number for entry in done.entries if entry.what == DRAW]
        said, notes = ([text_of(one) for one in words] for words in (done.said, done.notes))
        seal = seal_of_entry(done.entries[-1], done.last) if done.entries else None
        show_json({"event": name, "done": said, "drawn": rounds, "notes": notes, "seal": seal})
    else:
        show("\n".join(fitted([safe(text_of(one)) for one in done.said], sys.stdout)))
    for one in done.notes:
        note(text_of(one))

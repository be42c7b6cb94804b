"""The event that a command concerns: opening and changing it."""

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
from scorekeeper.cli.open_log import change_log, note_cut, recorder_in
from scorekeeper.cli.refusal import fitted
from scorekeeper.event import OpenEvent, opened, refuse_if_broken
from scorekeeper.event.event_acts import Done, appended
from scorekeeper.event.event_state import DRAW
from scorekeeper.record.chain import seal_of_entry
from scorekeeper.store.event_files import event_bytes, event_path, make_current_event
from scorekeeper.text.message import CommandLine
from scorekeeper.text.message_text import text_of
from scorekeeper.text.terminal_text import safe

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
    """Open the chosen event, and print a note if its last entry is incomplete."""
    path = event_path(chosen)
    found = opened(event_bytes(path), store.name_of_file(path))
    note_cut(found.log)
    return found


def whole_event(chosen: str | None) -> OpenEvent:
    """Open the chosen event. Raises Refused if one of its changes does not fit those before it."""
    found = open_event(chosen)
    refuse_if_broken(found)
    return found


def change_event(
    chosen: str | None, act: Callable[[OpenEvent], Done], is_fix: bool = False
) -> tuple[OpenEvent, Done]:
    """Change the chosen event on disk, and note it as the one used last. Return the event before,
    and the change. Raises Refused if a change in the event's log does not fit those before it,
    unless `is_fix`: the new change corrects that."""
    path = event_path(chosen)
    by = recorder_in(path)

    def changed_event(before: OpenEvent) -> Done:
        if not is_fix:
            refuse_if_broken(before)
        return appended(before, act(before), by, new_id)

    changed = change_log(
        path,
        lambda data: opened(data, store.name_of_file(path)),
        changed_event,
        noting=partial(note_recorded, LOG),
    )
    make_current_event(path)
    return changed


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

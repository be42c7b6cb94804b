"""The events there are: `event list`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from scorekeeper import store
from scorekeeper.cli.common import Command, format_option, note, show, show_json, talk
from scorekeeper.cli.event_copies import note_copies
from scorekeeper.cli.fitted_lines import fitted
from scorekeeper.event import OpenEvent, opened
from scorekeeper.render.event_text import events_lines
from scorekeeper.report.event.event_round import event_row
from scorekeeper.store.events_kept import current_event, event_bytes, event_names, event_path
from scorekeeper.text.language import tr
from scorekeeper.text.problems import MachineFailure, Refused
from scorekeeper.text.speech import in_a_line


@click.command("list", cls=Command)
@format_option()
def list_(form: str) -> None:
    """The events there are, the latest last; a star marks the one used last."""
    show_events(form)


def show_events(form: str) -> None:
    """Shows every event; of one that cannot be read a word is said."""
    events, current = dict(_told_events()), current_event()
    copies = note_copies(events.items())
    rows = [
        event_row(name, event.event, name == current)._replace(copy_of=copies.get(name))
        for name, event in events.items()
    ]
    if form == "json":
        show_json(rows)
    elif rows:
        show("\n".join(fitted(events_lines(rows), sys.stdout)))
    else:
        talk(tr("there is no event yet; begin one: scorekeeper event new NAME"))


def _told_events() -> Iterator[tuple[str, OpenEvent]]:
    for name in event_names():
        try:
            yield name, opened(event_bytes(event_path(name)), store.stem(name))
        except (Refused, MachineFailure) as error:
            note(tr("{event} cannot be read: {why}", event=name, why=in_a_line(error.messages)))


COMMANDS = {"list": list_}

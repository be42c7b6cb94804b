"""An event: many people, many tables, several rounds.

Its log is a separate file with the same guarantees as a session's. Each table of a round has an
ordinary session. `Event` is the state after the log: who plays in which round, seats, and the
tables' sessions."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.event.event_settings import Terms, read_event_head, terms_of
from scorekeeper.event.event_state import EVENT_LOG, Event, begun_event, event_after
from scorekeeper.game.log import Acts, acts_of
from scorekeeper.record.log_text import Log, read_log
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import Problem, Refused

__all__ = ["Event", "OpenEvent", "read_event_log", "event_of", "opened", "refuse_if_broken"]


class OpenEvent(NamedTuple):
    """An event's file as read: its name, log, active acts, and the event after them.

    If an act cannot follow the earlier ones, as after a manual edit, `problems` has the
    reasons, and `event` is the event before that act."""

    name: str
    log: Log
    acts: Acts
    event: Event
    problems: tuple[Problem, ...] = ()

    @property
    def terms(self) -> Terms:
        """Return the settings with which the event began."""
        return self.event.terms


def opened(data: bytes, name: str) -> OpenEvent:
    """Read an event's file. Raises Refused, with line and reason, if it is broken."""
    log = read_event_log(data)
    acts = acts_of(EVENT_LOG, log.entries)
    return OpenEvent(name, log, acts, *event_of(terms_of(log.head), acts))


def read_event_log(data: bytes) -> Log:
    """Read the entries of an event's file. Raises Refused, with line and reason, if it is
    broken."""
    return read_log(data, EVENT_LOG, read_event_head)


def event_of(terms: Terms, acts: Acts) -> tuple[Event, tuple[Problem, ...]]:
    """Return the event after its active acts; if an act cannot follow, the event before it, and
    its problems."""
    event = begun_event(terms)
    for group in acts.done:
        try:
            event = event_after(event, group)
        except Refused as refusal:
            return event, tuple(refusal.problems)
    return event, ()


def refuse_if_broken(opened: OpenEvent) -> None:
    """Raise Refused if an act of the event cannot follow the earlier ones."""
    if opened.problems:
        heading = say(
            "`{event}` holds an entry that cannot follow those before it; `{command}` takes back "
            "the last ones",
            event=opened.name, command=CommandLine("event undo"),
        )  # fmt: skip
        raise Refused(opened.problems, heading)

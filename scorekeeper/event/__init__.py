"""An event: many people, many tables, several rounds. Its log is a file of its own, with the same
guarantees as a session's; each table of each round is an ordinary session. `Event` is the state
after the log: who plays when, who sits where, which sessions the tables have."""

from __future__ import annotations

from scorekeeper.base.frozen_values import FrozenRecord
from scorekeeper.event.event_settings import Terms, read_event_head, terms_of
from scorekeeper.event.event_state import EVENT, Event, begun_event, event_after
from scorekeeper.game.log import Acts, acts_of
from scorekeeper.record.journal import Journal, ParseCache, read_journal

__all__ = ["Event", "OpenEvent", "event_journal", "opened"]


class OpenEvent(FrozenRecord):
    """An event's file as read: its name, its journal, the active acts, and the event after them."""

    name: str
    journal: Journal
    acts: Acts
    event: Event

    @property
    def terms(self) -> Terms:
        """Return the settings with which the event was begun."""
        return self.event.terms


def opened(data: bytes, name: str) -> OpenEvent:
    """Read an event's file. Raises Refused, with line and reason, if it is broken."""
    journal = event_journal(data)
    terms = terms_of(journal.head)
    acts = acts_of(EVENT, journal.entries)
    return OpenEvent(name, journal, acts, event_of(terms, acts))


def event_journal(data: bytes) -> Journal:
    """Read the entries of an event's file. Raises Refused, with line and reason, if it is
    broken."""
    return read_journal(data, ParseCache(), EVENT, read_event_head)


def event_of(terms: Terms, acts: Acts) -> Event:
    """Return the event after its active acts."""
    return event_after(begun_event(terms), (entry for group in acts.done for entry in group))

"""Two logs of one event that both went on, as two laptops or a folder that is synchronised leave
them: what only one of them has is done after what the other has."""

from __future__ import annotations

from contextlib import suppress

from scorekeeper.book.two_homes import CHANGED, compared
from scorekeeper.event import OpenEvent
from scorekeeper.event.event_acts import Done
from scorekeeper.event.event_entries import DRAW, Group, entry_said
from scorekeeper.event.event_state import Event, event_after
from scorekeeper.message import CommandLine, Words, in_turn, say
from scorekeeper.problems import Refused, refuse
from scorekeeper.records import Record

CODE = "event-merge"


class Left(Record):
    """An act of a copy that was not taken, and why."""

    said: Words
    why: Words


def joining(ours: OpenEvent, copy: OpenEvent) -> tuple[Done, tuple[Left, ...]]:
    """The act that an event takes what only its copy has, as far as that can still be done, and
    what it leaves. Raises Refused for what is no copy of it."""
    _refuse_another(ours, copy)
    common = compared(ours.journal, copy.journal).common
    shared, beyond = copy.journal.entries[:common], copy.journal.entries[common:]
    known = {entry.id for entry in ours.journal.entries}
    event, taken, left = ours.event, list[Group](), list[Left]()
    for group in copy.acts.done:
        if group[0] not in beyond or group[0].id in known:
            continue
        try:
            event, fitting = _after(event, group)
        except Refused as refusal:
            left.append(Left(_said(group), refusal.problems[0].message))
        else:
            taken.append(fitting)
    for group in ours.acts.done:
        if group[0] in shared and group not in copy.acts.done:
            left.append(Left(_said(group), say("it was taken back there, and stands here")))
    entries = tuple(entry for group in taken for entry in group)
    return Done(entries, event, tuple(map(_said, taken))), tuple(left)


def _after(event: Event, group: Group) -> tuple[Event, Group]:
    """The event after an act, and what of that was done: its draws only where they are still of
    those who play."""
    with suppress(Refused):
        return event_after(event, group), group
    others = tuple(entry for entry in group if entry.what != DRAW) or group
    return event_after(event, others), (*others[:-1], others[-1]._replace(more=False))


def _said(group: Group) -> Words:
    return in_turn(*map(entry_said, group))


def _refuse_another(ours: OpenEvent, copy: OpenEvent) -> None:
    names = {"copy": copy.name, "event": ours.name}
    if copy.terms.id != ours.terms.id:
        message = say("`{copy}` is no copy of `{event}`: they are two events", **names)
        raise refuse(CODE, message, "event", say("name a copy of it"))
    if compared(ours.journal, copy.journal).state == CHANGED:
        message = say("`{copy}` and `{event}` do not begin with the same", **names)
        command = CommandLine("event check", ("--event", copy.name))
        hint = say("see whether a hand changed one: `{command}`", command=command)
        raise refuse(CODE, message, "event", hint)

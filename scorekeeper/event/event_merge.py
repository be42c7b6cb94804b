"""The merge of two copies of an event's log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from scorekeeper.event import OpenEvent, refuse_if_broken
from scorekeeper.event.event_acts import Done
from scorekeeper.event.event_settings import people_problems
from scorekeeper.event.event_state import (
    BEGIN,
    DRAW,
    JOIN,
    LATE,
    SCORE,
    USE,
    Event,
    begun_event,
    entry_said,
    event_after,
)
from scorekeeper.event.round_draws import drawn_again
from scorekeeper.event.session_assignment import TableSession, own_deals_problems
from scorekeeper.game.log import SWAP, Entry, EntryGroup
from scorekeeper.record.chain import breaks_of
from scorekeeper.record.diverged_copies import CHANGED, changed_by_hand, common_of, compared
from scorekeeper.text.message import CommandLine, Words, in_turn, say
from scorekeeper.text.problems import Problem, Refused, refuse

CODE = "event-merge"


class SkippedAct(NamedTuple):
    """An act of a copy that was not merged, and the reason.

    `is_settled` is True if nothing is lost, because this event has the same act or one log
    undid it."""

    said: Words
    why: Words
    is_settled: bool = False


def joining(
    ours: OpenEvent, copy: OpenEvent, told: Mapping[str, TableSession]
) -> tuple[Done, tuple[SkippedAct, ...]]:
    """Return the change that merges the acts that only `copy` has, as far as possible, and the
    skipped acts.

    `told` are the sessions of both events' tables by id. Raises Refused if `copy` is not a copy
    of this event."""
    _refuse_another(ours, copy)
    here = _Here(ours, copy)
    event, there = ours.event, begun_event(copy.terms)
    taken, left = list[EntryGroup](), list[SkippedAct]()
    for group in copy.acts.done:
        there = event_after(there, group)
        if here.has(group):
            continue
        if why := here.settled(group):
            left.append(SkippedAct(_said(group), why, is_settled=True))
            continue
        try:
            here.refuse_changed(group)
            event, fitting = _after(event, _with_its_seats(event, group, there), told)
        except Refused as refusal:
            left.append(SkippedAct(_said(group), refusal.problems[0].message))
        else:
            taken.append(fitting)
    shared = copy.log.entries[: common_of(ours.log, copy.log)]
    for group in ours.acts.done:
        if group[0] in shared and group not in copy.acts.done:
            why = say("it was taken back there, and stands here")
            left.append(SkippedAct(_said(group), why, is_settled=True))
    entries = tuple(entry for group in taken for entry in group)
    return Done(entries, event, tuple(map(_said, taken))), tuple(left)


# --- acts already in this event ------------------------------------------------------------------


class _Here:
    """The acts of this event, for comparison with a copy: its entries by id, the ids of active
    entries, its active acts, and the effects of acts that only this event has.

    Each such effect matches at most one act of the copy."""

    def __init__(self, ours: OpenEvent, copy: OpenEvent) -> None:
        theirs = {entry.id for entry in copy.log.entries if entry.id}
        own = (group for group in ours.acts.done if theirs.isdisjoint(entry.id for entry in group))
        self.known = {entry.id: entry for entry in ours.log.entries if entry.id}
        self.standing = {one.id for group in ours.acts.done for one in group if one.id}
        self.done = ours.acts.done
        self.deeds = [*map(_deeds, own)]

    def has(self, group: EntryGroup) -> bool:
        """Return True if an act of the copy is also active in this event, unchanged."""
        if group in self.done:
            return True
        same = [entry for entry in group if entry.id in self.standing]
        return bool(same) and all(_deed(self.known[one.id]) == _deed(one) for one in same)

    def refuse_changed(self, group: EntryGroup) -> None:
        """Raise Refused if an act is active in both logs but was changed manually in one."""
        if any(entry.id in self.standing for entry in group):
            raise refuse(CODE, say("it stands here otherwise; a hand changed it in one of them"))

    def settled(self, group: EntryGroup) -> Words | None:
        """Return the reason why an act of the copy need not be merged, or None.

        Also None if the act is active in both logs; call `refuse_changed` then."""
        if any(entry.id in self.standing for entry in group):
            return None
        if any(entry.id in self.known for entry in group):
            return say("it was taken back here")
        if (deeds := _deeds(group)) in self.deeds:
            self.deeds.remove(deeds)
            return say("the same was done here")
        return None


def _deeds(group: EntryGroup) -> Sequence[object]:
    """Return the effect of an act, without time, author and the draws that follow from it."""
    return [*map(_deed, [entry for entry in group if entry.what != DRAW] or group)]


def _deed(entry: Entry) -> object:
    facts = {*entry.facts.values()} if entry.what == SWAP else entry.facts
    return entry.what, entry.number, facts, entry.why if entry.what == SCORE else ""


# --- acts that are still possible ----------------------------------------------------------------


def _with_its_seats(event: Event, group: EntryGroup, there: Event) -> EntryGroup:
    """Return an act of the copy; one that begins a round gets the copy's draw of it, unless this
    event has the same.

    `there` is the copy's event after the act."""
    *draws, last = group
    if last.what != BEGIN or any(draw.number == last.number for draw in draws):
        return group
    drawn, here = there.drawn[last.number], event.drawn.get(last.number)
    if here is not None and here.seating == drawn.seating:
        return group
    return (drawn_again(drawn, last.at)._replace(by=last.by, more=True), *group)


def _after(
    event: Event, group: EntryGroup, told: Mapping[str, TableSession]
) -> tuple[Event, EntryGroup]:
    """Return the event after an act of the copy, and the applied entries.

    Draws that do not fit the people present are left out, except when a round begins."""
    if problems := [*_look_alikes(event, group), *_played_here(event, group, told)]:
        raise Refused(problems)
    if group[-1].what != BEGIN:
        with suppress(Refused):
            return event_after(event, group), group
        others = tuple(entry for entry in group if entry.what != DRAW) or group
        group = (*others[:-1], others[-1]._replace(more=False))
    return event_after(event, group), group


def _look_alikes(event: Event, group: EntryGroup) -> list[Problem]:
    """Return the problems of new people's names: invalid, or too similar to a name in this
    event."""
    names = [entry.facts["player"] for entry in group if entry.what in (JOIN, LATE)]
    return people_problems([name for name in names if name not in event.names], event.names)


def _played_here(
    event: Event, group: EntryGroup, told: Mapping[str, TableSession]
) -> Iterator[Problem]:
    """Yield a problem for each session assigned to a table that has deals in another session."""
    for entry in group:
        if entry.what == USE:
            for table in event.tables:
                if (table.round, table.number) == (entry.number, entry.facts["table"]):
                    yield from own_deals_problems(table, entry.facts["id"], told)


def _said(group: EntryGroup) -> Words:
    return in_turn(*map(entry_said, group))


def _refuse_another(ours: OpenEvent, copy: OpenEvent) -> None:
    names = {"copy": copy.name, "event": ours.name}
    if copy.terms.id != ours.terms.id:
        message = say("`{copy}` is no copy of `{event}`: they are two events", **names)
        raise refuse(CODE, message, "event", say("name a copy of it"))
    if compared(ours.log, copy.log).state == CHANGED:
        message = say("`{copy}` and `{event}` do not begin with the same", **names)
        command = CommandLine("event check", ("--event", copy.name))
        hint = say("see whether a hand changed one: `{command}`", command=command)
        raise refuse(CODE, message, "event", hint)
    if changed := [_changed(one.name) for one in (copy, ours) if breaks_of(one.log)]:
        raise Refused(changed)
    refuse_if_broken(copy)


def _changed(name: str) -> Problem:
    """Return the problem of an event whose manual edits are not accepted."""
    return changed_by_hand(name, "event check", "--event")._replace(code=CODE, fact="event")

"""The entries of a log that cannot be read: whoever may record can write anything into a club, and
what is no entry, or cannot follow the ones above it, is left out when the log is read."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import cast

from scorekeeper.game.log import Entry, folded_entries
from scorekeeper.record.entry import SESSION as OF_SESSION
from scorekeeper.record.journal import Form, Seen, digest_of, entry_of_part
from scorekeeper.store.club.club_queries import EVENT
from scorekeeper.text.message import Message, Words, say
from scorekeeper.text.problems import Refused

MOST_LOOKED_FOR = 100  # entries that cannot follow; beyond those the log is refused as a file is


def entry_faults(kind: str, head: str, blocks: Sequence[str | None], seen: Seen) -> list[Words]:
    """Return for each block why it is left out, empty where it is not. None is one that is too
    large to be an entry; `seen` is what was read in other logs of this kind."""
    seen.make_room()
    faults, entries = _parsed(kind, blocks, seen)
    holds = _event_holds(head, blocks) if kind == EVENT else _session_holds(entries)
    left = [place for place, fault in enumerate(faults) if not fault]
    if holds(left) is None or holds([]) is not None:  # the head itself, which is told as of a file
        return faults
    for _ in range(MOST_LOOKED_FOR):
        if holds(left) is None:
            break
        # the shortest beginning that does not hold ends with an entry that cannot follow
        number = 1 + bisect_left(
            range(1, len(left) + 1), True, key=lambda most: holds(left[:most]) is not None
        )
        fault = holds(left[:number])
        if number > len(left) or fault is None:
            break
        faults[left.pop(number - 1)] = fault
    return faults


def _parsed(
    kind: str, blocks: Sequence[str | None], seen: Seen
) -> tuple[list[Words], list[Entry | None]]:
    """Return for each block why it is no entry by itself, and the entry that it is. One that was
    recorded together with others that never came is none."""
    form = _form(kind)
    faults, entries = list[Words](), list[Entry | None]()
    below: Entry | None = None
    for block in reversed(blocks):
        fault, entry = cast(Words, ""), cast(Entry | None, None)
        if block is None:
            fault = say("it is too large")
        else:
            try:
                entry, body = entry_of_part(block, seen, form)
            except Refused as refusal:
                message = cast(Message, refusal.problems[0].message)
                fault = cast(Words, message.value("why"))
            else:
                if entry.more and not _goes_on(body, below):
                    fault = say("what was recorded with it is missing")
                else:
                    below = entry
        faults.append(fault)
        entries.append(entry)
    return faults[::-1], entries[::-1]


def _form(kind: str) -> Form:
    """Return the form of the entries of a session, or of an event."""
    if kind != EVENT:
        return OF_SESSION
    # only for events
    from scorekeeper.event.event_entries import FORM  # noqa: PLC0415

    return FORM


def _goes_on(body: str, below: Entry | None) -> bool:
    """Return True if the entry below was recorded together with the one of this block."""
    return below is not None and below.before in ("", digest_of(body))


Holds = Callable[[Sequence[int]], Words | None]  # why the entries at these places do not


def _session_holds(entries: Sequence[Entry | None]) -> Holds:
    def holds(places: Sequence[int]) -> Words | None:
        try:
            folded_entries(entry for place in places if (entry := entries[place]))
        except Refused as refusal:
            return refusal.problems[0].message
        return None

    return holds


def _event_holds(head: str, blocks: Sequence[str | None]) -> Holds:
    # only for events
    from scorekeeper.event import opened  # noqa: PLC0415

    def holds(places: Sequence[int]) -> Words | None:
        try:
            opened((head + "".join(blocks[place] or "" for place in places)).encode(), "")
        except Refused as refusal:
            return refusal.problems[0].message
        return None

    return holds

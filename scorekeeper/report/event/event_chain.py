"""The chain of an event: what does not hold in its file, and what is known of a seal."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.event import OpenEvent
from scorekeeper.record.breaks import accepted_joints, noted_seal, sealed
from scorekeeper.record.journal import seal_of
from scorekeeper.report.chain_words import (
    ChainedLog,
    break_problems,
    held_said,
    named_entry,
    seal_problems,
)
from scorekeeper.report.event.event_log_row import event_log
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import Problem

CHECK = "event check"


class EventHeld(NamedTuple):
    """What is known of a seal of an event: the entry that bears it, counted from 1, its round, all
    of it in words, and how many changes by hand were taken in. The names are keys of the JSON."""

    seal: str
    entry: int
    round: int
    say: str
    accepted: int


def event_problems(opened: OpenEvent) -> list[Problem]:
    """Entries that do not follow from what stands above them, and an entry cut off at the end; that
    the entries can follow each other was seen when the file was read."""
    found = break_problems(_log(opened))
    return [*found, *([_cut()] if opened.journal.cut else [])]


def event_seal_problems(opened: OpenEvent, seal: str) -> list[Problem]:
    """Return what is wrong where somebody noted this seal of an event down."""
    return seal_problems(_log(opened), seal)


def event_held(opened: OpenEvent, seal: str) -> EventHeld:
    """Return the entry of an event that bears a seal; it must be there."""
    found = sealed(opened.journal, noted_seal(seal))
    assert found is not None
    row = event_log(opened)[found.place]
    number = found.place + 1
    bearing = seal_of(opened.journal.blocks[number], number)
    return EventHeld(bearing, number, row.round, row.say, len(accepted_joints(opened.journal)))


def event_held_line(held: EventHeld) -> str:
    """`ABFH-JKLM-3 is entry 3, round 2 begins …; all up to it is as it was`."""
    return held_said(held.seal, named_entry(held.entry), held.say, held.accepted)


def _log(opened: OpenEvent) -> ChainedLog:
    return ChainedLog(opened.journal, opened.event.names, CHECK, "event log")


def _cut() -> Problem:
    command = CommandLine(CHECK, ("--repair",))
    return Problem(
        "event-cut",
        tr("the file ends in a half-written entry, as a power cut leaves it"),
        place=tr("end of file"),
        mends=(
            say("do what comes next, or say `{command}`: what was cut is then set aside in a file "
                "of its own", command=command),
        ),
    )  # fmt: skip

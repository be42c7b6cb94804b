"""What does not hold in the file of an event."""

from __future__ import annotations

from scorekeeper.event import OpenEvent
from scorekeeper.language import tr
from scorekeeper.message import CommandLine, say
from scorekeeper.problems import Problem
from scorekeeper.sheet.chain_words import break_problems

CHECK = "event check"
TAKE_IN = say(
    "if it is meant so, `{command}` takes it in", command=CommandLine(CHECK, ("--accept",))
)


def event_problems(opened: OpenEvent) -> list[Problem]:
    """Entries that do not follow from what stands above them, and an entry cut off at the end; that
    the entries can follow each other was seen when the file was read."""
    found = break_problems(opened.journal, opened.event.names, TAKE_IN)
    return [*found, *([_cut()] if opened.journal.cut else [])]


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

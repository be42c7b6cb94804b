"""Who is where at an event before a round that is drawn by the standings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from scorekeeper.cli.event_tables import told_tables
from scorekeeper.event.event_standings import event_standings
from scorekeeper.event.event_state import Event
from scorekeeper.event.table_sessions import played_of
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import refuse, see


def standing_of(event: Event) -> Sequence[Sequence[str]]:
    """Those who play in the coming round, who shares a place together, the first first; raises
    Refused while a result is missing."""
    played = played_of(event, told_tables(event))
    if played.missing:
        message = say(
            "round {number} is drawn by the standings, and results are missing", number=event.coming
        )
        raise refuse("event-missing", message, None, see(CommandLine("event missing")))
    here = {*event.playing(event.coming)}
    rows = [row for row in event_standings(event.terms.plan, played).rows if row.name in here]
    return [[row.name for row in level] for _, level in groupby(rows, lambda row: row.place)]

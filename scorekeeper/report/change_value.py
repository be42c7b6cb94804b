"""A change of a session as a value: the JSON of `deal`, `amend`, `undo` and `redo`."""

from __future__ import annotations

from scorekeeper.game.standing import Standing
from scorekeeper.record.chain import seal_of_entry
from scorekeeper.record.open_session import Act
from scorekeeper.report.change_text import flags_of
from scorekeeper.report.deal_row import deal_value
from scorekeeper.report.sheet import counts_value, row_of
from scorekeeper.report.upcoming_deal import coming_value, next_of
from scorekeeper.text.message_text import text_of


def act_of(act: Act) -> dict[str, object]:
    """Return the JSON of a change: the recorded deal, the changed deals, the warnings, and the next
    deal. `repeated` is true if nothing had to be recorded."""
    now = act.standing
    recorded = now.deals[act.recorded - 1] if act.recorded else None
    repeated = {} if act.entries else {"repeated": True}
    return {
        "recorded": deal_value(row_of(now, recorded.turn.number)) if recorded else None,
        "changed": [deal_value(row_of(now, number)) for number in act.changed],
        "flags": [*map(text_of, flags_of(act))],
        "next": coming_value(next_of(now)),
        **repeated,
        **open_value(now),
        **_counts_value(now),
        **_entry_value(act),
    }


def open_value(now: Standing) -> dict[str, object]:
    """Return the disputed deals and the incomplete deals by JSON key, without empty keys."""
    waits = now.waits
    disputed = [number for number in now.readings if number not in waits] if now.ways else []
    return {
        **({"disputed": disputed} if disputed else {}),
        **({"waits": [*waits]} if waits else {}),
    }


def _counts_value(now: Standing) -> dict[str, object]:
    """Return the pending counts by JSON key; empty without any."""
    if not now.counts:
        return {}
    return counts_value(now)


def _entry_value(act: Act) -> dict[str, object]:
    """Return the id, recorder and seal of the last recorded entry; empty without an entry."""
    if not act.entries:
        return {}
    entry = act.entries[-1]
    return {"id": entry.id, "by": entry.by or None, "seal": seal_of_entry(entry, act.last) or None}

"""The day that a time was, by the clock of whoever reads: sessions keep times in UTC."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.league.evening import Evening


def day_of(at: str) -> str:
    """The day of a time as entries carry it, `2026-03-01`; what is no time stands as it is."""
    try:
        return datetime.fromisoformat(at).astimezone().date().isoformat()
    except (ValueError, OverflowError, OSError):
        return at[:10]


def with_day(evening: Evening) -> Evening:
    """An evening with the day that its time was here."""
    return evening._replace(day=day_of(evening.day), begun=evening.day)

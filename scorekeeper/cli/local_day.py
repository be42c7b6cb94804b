"""The day that a time was, by the clock of whoever reads: sessions keep times in UTC."""

from __future__ import annotations

from datetime import datetime

from scorekeeper.book.occasion import Occasion
from scorekeeper.words.days import days_words
from scorekeeper.words.held import Held

TODAY = "%Y-%m-%d"


def day_of(at: str) -> str:
    """The day of a time as entries carry it, `2026-03-01`; what is no time stands as it is."""
    try:
        return datetime.fromisoformat(at).astimezone().date().isoformat()
    except (ValueError, OverflowError, OSError):
        return at[:10]


def held_words(occasion: Occasion) -> Held:
    """When an evening was, its day or its first day and its last, and where; in the language
    spoken."""
    return Held(days_words(day_of(occasion.first), day_of(occasion.last)), occasion.place)

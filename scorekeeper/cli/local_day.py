"""When an evening was, by the clock of whoever reads."""

from __future__ import annotations

from scorekeeper.record.occasion import Occasion
from scorekeeper.store.calendar_day import day_of
from scorekeeper.text.days import days_words
from scorekeeper.text.held import Held

TODAY = "%Y-%m-%d"


def held_words(occasion: Occasion) -> Held:
    """When an evening was, its day or its first day and its last, and where; in the language
    spoken."""
    return Held(days_words(day_of(occasion.first), day_of(occasion.last)), occasion.place)

"""When an evening was, and where: what its page says beside the score."""

import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.game.session import words_fault
from scorekeeper.record.book import Book
from scorekeeper.record.journal import times_entered
from scorekeeper.text.message import say
from scorekeeper.text.problems import refuse

LONGEST_PLACE = 80


class Occasion(NamedTuple):
    """The times at which the first deal and the last were entered, as the session file has them, or
    the day of an evening that was entered later; and the place. Empty where that is not known."""

    first: str = ""
    last: str = ""
    place: str = ""


def occasion_of(book: Book) -> Occasion:
    """The occasion of a session: the day that was said of it, else when its deals were entered;
    before the first deal the time at which it was begun."""
    head = book.journal.head
    times = times_entered(head, book.journal.entries)
    return Occasion(min(times), max(times), _place(head))


def _place(head: Mapping[str, object]) -> str:
    place = head.get("place", "")
    return place if isinstance(place, str) else ""


def place_kept(text: str) -> str:
    """A place as a session keeps it; raises Refused for one that no page could show."""
    place = unicodedata.normalize("NFC", text.strip())
    fault = words_fault(place, LONGEST_PLACE)
    if fault is None:
        return place
    raise refuse(
        "place", say("`{place}` cannot be a place: {fault}", place=place, fault=fault), "place"
    )

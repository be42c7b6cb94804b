"""Two people who changed places: who meets again by it, and who no longer does."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.event.event_state import Event
from scorekeeper.message import Words, say
from scorekeeper.seating.seated import meetings


def swap_notes(before: Event, after: Event, number: int) -> Iterator[Words]:
    """Each pair that meets in a round only before or only after a change of it, where they meet in
    another round as well."""
    was, now = (meetings([event.drawn[number].seating]) for event in (before, after))
    others = meetings([drawn.seating for n, drawn in sorted(after.drawn.items()) if n != number])
    for one, other in sorted({*now} - {*was}):
        if times := others[one, other]:
            yield say(
                "{player} and {other} meet here once more: they meet in {times} other rounds",
                player=one, other=other, times=times,
            ) if times > 1 else say(
                "{player} and {other} meet here once more: they meet in another round too",
                player=one, other=other,
            )  # fmt: skip
    for one, other in sorted({*was} - {*now}):
        if others[one, other]:
            yield say(
                "{player} and {other} no longer meet here, where they met once more",
                player=one, other=other,
            )  # fmt: skip

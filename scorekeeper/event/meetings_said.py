"""Who meets whom again at an event, in words."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.event.evenness import evenness
from scorekeeper.event.event_state import Event
from scorekeeper.event.seated import meetings
from scorekeeper.text.message import Words, in_turn, say, say_n


def meetings_said(event: Event, least: int = 0) -> Words:
    """How often people meet in all rounds that are drawn, and whether another draw of those that
    have not begun could do better; `least` is what a solver has proved of that. Empty of a single
    round."""
    begun = event.before(event.coming)
    later = [event.drawn[number].seating for number in event.later if number in event.drawn]
    rounds = [*begun, *later]
    if len(rounds) < 2:
        return ""
    found = evenness(event.names, begun, later)
    if not found.again:
        return say("in these {n} rounds nobody meets anybody twice", n=len(rounds))
    said = say_n(
        len(found.again),
        "{n} pair meets more than once, at most {most} times",
        "{n} pairs meet more than once, at most {most} times",
        most=found.most,
    )
    least = max(least, found.least_repeats)
    if found.repeats <= least:
        return in_turn(said, say("no draw has fewer"))
    fewer = say_n(
        found.repeats,
        "that is {n} meeting again; a draw with {least} is not excluded",
        "that is {n} meetings again; a draw with {least} is not excluded",
        least=least,
    )
    return in_turn(said, fewer)


def swap_notes(before: Event, after: Event, number: int) -> Iterator[Words]:
    """Each pair that meets in a round only before or only after a change of it, where they meet in
    another round as well."""
    was, now = (meetings([event.drawn[number].seating]) for event in (before, after))
    others = meetings([drawn.seating for n, drawn in sorted(after.drawn.items()) if n != number])
    for one, other in sorted({*now} - {*was}):
        if times := others[one, other]:
            yield say_n(
                times,
                "{player} and {other} meet here again: they meet in {n} other round",
                "{player} and {other} meet here again: they meet in {n} other rounds",
                player=one, other=other,
            )  # fmt: skip
    for one, other in sorted({*was} - {*now}):
        if others[one, other]:
            yield say("{player} and {other} no longer meet here again", player=one, other=other)

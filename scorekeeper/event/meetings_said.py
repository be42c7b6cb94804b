"""Who meets whom again at an event, in words."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.event.event_state import Event
from scorekeeper.message import Words, in_turn, say, say_n
from scorekeeper.seating.evenness import evenness
from scorekeeper.seating.seated import meetings


def meetings_said(event: Event) -> Words:
    """How often people meet in all rounds that are drawn, and whether a draw could do better; empty
    of a single round."""
    rounds = [drawn.seating for _, drawn in sorted(event.drawn.items())]
    if len(rounds) < 2:
        return ""
    found = evenness(sorted({name for one in rounds for name in one.people}), (), rounds)
    if not found.again:
        return say("in these {n} rounds nobody meets anybody twice", n=len(rounds))
    said = say_n(
        len(found.again),
        "{n} pair meets more than once, at most {most} times",
        "{n} pairs meet more than once, at most {most} times",
        most=found.most,
    )
    are_alike = len({(frozenset(one.people), tuple(map(len, one.tables))) for one in rounds}) == 1
    if not are_alike:  # what could be is known where all rounds are of the same people
        return said
    if found.is_best:
        return in_turn(said, say("no draw has fewer"))
    least = say(
        "that is {repeats} meetings again, and no draw has fewer than {least}",
        repeats=found.repeats, least=found.least_repeats,
    )  # fmt: skip
    return in_turn(said, least)


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

"""A round that somebody seats by hand, or changes: what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scorekeeper.event.seated import Round, Sizes
from scorekeeper.text.message import listing, say
from scorekeeper.text.problems import Problem, did_you_mean, known_mends


def round_problems(one: Round, people: Sequence[str], wanted: Sizes) -> list[Problem]:
    """Why a round cannot be played so by these people: whoever is named twice, not at all, or is
    not of the event, and tables that are too small or too large."""
    return [*_who_problems(one, people), *_size_problems(one, wanted)]


def _who_problems(one: Round, people: Sequence[str]) -> Iterator[Problem]:
    named = Counter(one.people)
    for person in named:
        if person not in people:
            message = say("{person} does not play in this round", person=person)
            yield Problem(
                "seating-unknown", message, person, known_mends(did_you_mean(person, people))
            )
        elif named[person] > 1:
            message = say("{person} has {n} places", person=person, n=named[person])
            yield Problem("seating-twice", message, person)
    left = [person for person in people if person not in named]
    if left:
        message = (
            say("{people} have no place", people=listing(left, "and"))
            if len(left) > 1
            else say("{person} has no place", person=left[0])
        )
        mend = say("name who sits out too")
        yield Problem("seating-left", message, None, (mend,))


def _size_problems(one: Round, wanted: Sizes) -> Iterator[Problem]:
    for number, table in enumerate(one.tables, 1):
        if not wanted.least <= len(table) <= wanted.most:
            message = say(
                "table {number} has {people} people; from {least} to {most} can sit there",
                number=number,
                people=len(table),
                least=wanted.least,
                most=wanted.most,
            )
            yield Problem("seating-size", message, None)
    if wanted.tables and len(one.tables) > wanted.tables:
        message = say(
            "these are {n} tables, and there are {tables}", n=len(one.tables), tables=wanted.tables
        )
        yield Problem("seating-tables", message)

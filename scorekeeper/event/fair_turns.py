"""Who sits out and who sits at a larger table: it goes round, whoever draws.

Both fall to those who have had the fewest, so that after every round nobody has had two more than
another who was there from the first. A round that somebody missed counts as one sat out: who came
late is not sent away again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.event.seated import Round, larger_tables


class Turns(NamedTuple):
    """Who sits out, who at a larger table than others, and the others."""

    out: list[str]
    larger: list[str]
    others: list[str]


def turns_of(order: Sequence[str], before: Sequence[Round], sizes: Sequence[int]) -> Turns:
    """Whose turn it is in a round at tables of these sizes: of those who had as few, whoever is
    earlier in this order."""
    out = _fewest(order, missed(order, before), len(order) - sum(sizes))
    here = [person for person in order if person not in out]
    places = sum(size for size in sizes if size > min(sizes))
    larger = _fewest(here, larger_tables(before), places)
    return Turns(out, larger, [person for person in here if person not in larger])


def missed(people: Iterable[str], before: Sequence[Round]) -> dict[str, int]:
    """How many of these rounds each person did not play: out, not yet here, or away."""
    played = Counter(person for one in before for table in one.tables for person in table)
    return {person: len(before) - played[person] for person in people}


def _fewest(order: Sequence[str], had: Mapping[str, int], number: int) -> list[str]:
    return sorted(order, key=lambda person: had[person])[:number]

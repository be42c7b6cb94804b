"""Ratings: how strong everybody seems after the evenings of a game, in the order in which these
were played.

What an evening makes of the ratings before it is a function that is given, so that nothing here
knows a library. They are always worked out from the first evening on: one that is corrected later
counts as if it had been right from the start.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from scorekeeper.league.form import moment
from scorekeeper.league.session_record import Evening, places_of_sides

_PARTS = re.compile("([0-9]+)").split  # words and numbers in turn


class Rating(NamedTuple):
    """How strong somebody seems, and how unsure that is."""

    mu: float
    sigma: float

    @property
    def least(self) -> float:
        """The strength that they have almost surely: three times as unsure below what it seems."""
        return self.mu - 3 * self.sigma


# The ratings of all sides after they came to these places, those who are level with the same one.
Rate: TypeAlias = Callable[[Sequence[Sequence[Rating]], Sequence[int]], Sequence[Sequence[Rating]]]


class Rated(NamedTuple):
    """Somebody's rating after so many evenings."""

    player: str
    rating: Rating
    evenings: int


def ratings(
    told: Iterable[tuple[str, Evening]], rate: Rate, start: Rating
) -> Mapping[str, tuple[Rated, ...]]:
    """By game everybody who finished one, the strongest first. Partners are one side; who left a
    seat before the end has no place there, and is not rated by that evening."""
    known: dict[str, dict[str, Rated]] = {}
    for _, evening in sorted(told, key=_when):
        if evening.over and len(evening.sides) > 1:
            _rate(known.setdefault(evening.game, {}), evening, rate, start)
    return {game: _in_order(known[game].values()) for game in sorted(known)}


def _when(told: tuple[str, Evening]) -> tuple[object, ...]:
    """What puts evenings in the order in which they were begun, whichever is read first; where that
    is not known, by their names, numbers in these by their size."""
    name, evening = told
    parts = [(int(part), "") if at % 2 else (0, part) for at, part in enumerate(_PARTS(name))]
    return moment(evening), evening.begun, parts, evening.id


def _rate(known: dict[str, Rated], evening: Evening, rate: Rate, start: Rating) -> None:
    sides = [[evening.players[seat] for seat in seats] for seats in evening.sides]
    before = [[known.get(who, Rated(who, start, 0)) for who in side] for side in sides]
    found = rate([[one.rating for one in side] for side in before], places_of_sides(evening))
    for side, after in zip(before, found, strict=True):
        for one, rating in zip(side, after, strict=True):
            known[one.player] = Rated(one.player, rating, one.evenings + 1)


def _in_order(known: Iterable[Rated]) -> tuple[Rated, ...]:
    return tuple(sorted(known, key=lambda one: (-one.rating.least, one.player)))

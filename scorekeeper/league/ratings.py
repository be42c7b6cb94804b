"""Ratings: the players' estimated strengths after a game's evenings, in order of play.

The function that updates ratings is a parameter, so that this module needs no library. Ratings
are always computed from the first evening on, so a corrected evening counts as if it had always
been right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from scorekeeper.league.player_form import entry_moment
from scorekeeper.league.session_record import Evening, places_of_sides

_PARTS = re.compile("([0-9]+)").split  # words and numbers in turn


class Rating(NamedTuple):
    """A player's estimated strength, and its standard deviation."""

    mu: float
    sigma: float

    @property
    def least(self) -> float:
        """Return the strength that the player almost surely has: the estimate less three standard
        deviations."""
        return self.mu - 3 * self.sigma


# A function (ratings of the players by side, places of the sides) that returns the new ratings.
# Tied sides have equal places.
Rate: TypeAlias = Callable[[Sequence[Sequence[Rating]], Sequence[int]], Sequence[Sequence[Rating]]]


class Rated(NamedTuple):
    """A player's rating after `evenings` evenings."""

    player: str
    rating: Rating
    evenings: int


def ratings(
    told: Iterable[tuple[str, Evening]], rate: Rate, start: Rating
) -> Mapping[str, tuple[Rated, ...]]:
    """Return by game the ratings of all players with a finished evening, the strongest first.

    Partners are one side. A player who left a seat is not rated by that evening."""
    known: dict[str, dict[str, Rated]] = {}
    for _, evening in sorted(told, key=_when):
        if evening.over and len(evening.sides) > 1:
            _rate(known.setdefault(evening.game, {}), evening, rate, start)
    return {game: _in_order(known[game].values()) for game in sorted(known)}


def _when(told: tuple[str, Evening]) -> tuple[object, ...]:
    """Return a sort key that orders evenings by their time of beginning, else by name, with
    numbers in names by value."""
    name, evening = told
    parts = [(int(part), "") if at % 2 else (0, part) for at, part in enumerate(_PARTS(name))]
    return entry_moment(evening), evening.begun, parts, evening.id


def _rate(known: dict[str, Rated], evening: Evening, rate: Rate, start: Rating) -> None:
    sides = [[evening.players[seat] for seat in seats] for seats in evening.sides]
    before = [[known.get(who, Rated(who, start, 0)) for who in side] for side in sides]
    found = rate([[one.rating for one in side] for side in before], places_of_sides(evening))
    for side, after in zip(before, found, strict=True):
        for one, rating in zip(side, after, strict=True):
            known[one.player] = Rated(one.player, rating, one.evenings + 1)


def _in_order(known: Iterable[Rated]) -> tuple[Rated, ...]:
    return tuple(sorted(known, key=lambda one: (-one.rating.least, one.player)))

"""Ratings: the estimated strength of the players after the evenings of a game, in the order in
which these were played. The function that updates the ratings by an evening is a parameter, so that
this module depends on no library. Ratings are always computed from the first evening on, so an
evening that is corrected later counts as if it had always been right."""

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
        """Return the strength that the player almost surely has: three standard deviations below
        the estimate."""
        return self.mu - 3 * self.sigma


# The ratings of all sides after they came to these places, those who are level with the same one.
Rate: TypeAlias = Callable[[Sequence[Sequence[Rating]], Sequence[int]], Sequence[Sequence[Rating]]]


class Rated(NamedTuple):
    """A player's rating after a number of evenings."""

    player: str
    rating: Rating
    evenings: int


def ratings(
    told: Iterable[tuple[str, Evening]], rate: Rate, start: Rating
) -> Mapping[str, tuple[Rated, ...]]:
    """Return, by game, the ratings of all players who finished one, the strongest first. Partners
    are one side. A player who left a seat before the end has no place there and is not rated by
    that evening."""
    known: dict[str, dict[str, Rated]] = {}
    for _, evening in sorted(told, key=_when):
        if evening.over and len(evening.sides) > 1:
            _rate(known.setdefault(evening.game, {}), evening, rate, start)
    return {game: _in_order(known[game].values()) for game in sorted(known)}


def _when(told: tuple[str, Evening]) -> tuple[object, ...]:
    """Return the sort key that orders evenings by the time at which they began, in whatever
    order they are read. Where that is unknown, they are ordered by name, with numbers in names
    by value."""
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

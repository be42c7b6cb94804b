"""Ratings as a value. The names of the fields are the keys of the JSON, and promised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.league.ratings import Rated

PLACES = 4  # decimals: what comes after them differs from one machine to another


class RatingModel(NamedTuple):
    """A model and its constants: the rating that everybody begins with, `mu` and `sigma`; by how
    much luck moves a result, `beta`; the least part of `sigma` that is left, `kappa`; how much less
    sure a rating is before each evening, `tau`."""

    name: str
    library: str
    mu: float
    sigma: float
    beta: float
    kappa: float
    tau: float


class RatingRow(NamedTuple):
    """Somebody's place, and their rating: `mu` less three times `sigma`."""

    place: int
    player: str
    rating: float
    mu: float
    sigma: float
    evenings: int


class RatingsValue(NamedTuple):
    """The ratings by game, and the model; `evenings` are how many finished ones made them."""

    model: RatingModel
    evenings: int
    games: Mapping[str, Sequence[RatingRow]]


def ratings_value(
    found: Mapping[str, Sequence[Rated]], model: RatingModel, evenings: int
) -> RatingsValue:
    """The ratings with their places; who is level to the last decimal shown shares one."""
    return RatingsValue(model, evenings, {game: _rows(rated) for game, rated in found.items()})


def _rows(rated: Sequence[Rated]) -> list[RatingRow]:
    shown = [round(one.rating.least, PLACES) for one in rated]
    return [
        RatingRow(
            1 + shown.index(least), one.player, least, round(one.rating.mu, PLACES),
            round(one.rating.sigma, PLACES), one.evenings,
        )
        for one, least in zip(rated, shown, strict=True)
    ]  # fmt: skip

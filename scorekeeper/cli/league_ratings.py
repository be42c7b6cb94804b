"""The ratings of everybody over many evenings: `league --ratings`."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cli.common import show, show_json
from scorekeeper.cli.league_made import Asked, Words, evenings_asked_for
from scorekeeper.cli.rating_model import MODEL, START, rate_of
from scorekeeper.cli.shown_sections import show_sections
from scorekeeper.league.evening import Evening
from scorekeeper.league.ratings import ratings
from scorekeeper.render.ratings_page import ratings_csv, ratings_sections
from scorekeeper.report.league.ratings_value import RatingsValue, ratings_value


def show_league_ratings(names: Sequence[str], asked: Asked, form: str, plain: bool) -> None:
    """The ratings after those of these sessions that are asked for."""
    rate_of()  # without which nothing is read
    show_ratings(rated_value(evenings_asked_for(names, asked)), form, plain)


def rated_value(told: Sequence[tuple[str, Evening]]) -> RatingsValue:
    """The ratings after those of these evenings that are finished, and not disputed."""
    whole = [one for one in told if one[1].over and not one[1].disputed]
    return ratings_value(ratings(whole, rate_of(), START), MODEL, len(whole))


def show_ratings(value: RatingsValue, form: str, plain: bool) -> None:
    """Ratings in any form."""
    if form == "json":
        show_json(value)
        return
    if form == "csv":
        show(ratings_csv(value))
        return
    show_sections(ratings_sections(value, Words().of(value.games)), form, plain)

"""The ratings of everybody over many evenings: `league --ratings`."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cli.colour import ink_of_page, show_page
from scorekeeper.cli.common import show, show_json, terminal_width
from scorekeeper.cli.league_made import Asked, Words, evenings_asked_for
from scorekeeper.cli.rating_model import MODEL, START, rate_of
from scorekeeper.cli.showing import WIDEST
from scorekeeper.league.evening import Evening
from scorekeeper.league.ratings import ratings
from scorekeeper.render.html.section_page import section_page
from scorekeeper.render.ratings_page import ratings_csv, ratings_sections
from scorekeeper.render.section import as_markdown, as_text
from scorekeeper.sheet.ratings_value import RatingsValue, ratings_value


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
    sections = ratings_sections(value, Words().of(value.games))
    if form == "text":
        ink = ink_of_page(plain)
        width = min(terminal_width(), WIDEST)
        show_page(as_text(sections, width, ink, plain), ink)
    else:
        show({"markdown": as_markdown, "html": section_page}[form](sections).rstrip("\n"))

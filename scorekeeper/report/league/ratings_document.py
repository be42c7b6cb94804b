"""Ratings as a document: the model with its constants, then a table for each game."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.report.document import Document, Table, document_of, listed_section, table_of
from scorekeeper.report.league.league_value import (
    Games,
    RatingModel,
    RatingRow,
    RatingsValue,
    game_name,
)
from scorekeeper.text.local_formats import decimal_words
from scorekeeper.text.translation import tr, trn

HEADS = ("game", *RatingRow._fields)


def ratings_document(value: RatingsValue, known: Games) -> Document:
    """Return the ratings, one section a game. Games missing from `known` appear by id."""
    number = trn(value.evenings, "{n} finished evening", "{n} finished evenings")
    about = [number, *_model_lines(value.model)]
    games = [
        listed_section(game_name(game, known), [], [_chart(rows)])
        for game, rows in value.games.items()
    ]
    return document_of([listed_section(tr("Ratings"), about), *games])


def _model_lines(model: RatingModel) -> list[str]:
    """Return lines that explain the ratings and their model."""
    constants = {
        name: decimal_words(f"{getattr(model, name):.4g}")
        for name in ("mu", "sigma", "beta", "kappa", "tau")
    }
    return [
        tr(
            "rating: mu − 3 × sigma, the strength that somebody has almost surely; mu is how "
            "strong they seem, sigma how unsure that is"
        ),
        tr(
            "model: {name} (Weng and Lin 2011) by {library}; everybody begins with mu {mu} and "
            "sigma {sigma}; beta {beta}, kappa {kappa}, tau {tau}",
            name=model.name, library=model.library, **constants,
        ),
        tr(
            "each game is rated by itself, from the first evening to the last: an evening that is "
            "corrected later counts as if it had been right from the start"
        ),
        tr("partners are one side, a shared place is a draw; who left a seat is not rated by it"),
    ]  # fmt: skip


def _chart(rows: Sequence[RatingRow]) -> Table:
    heads = (tr("player"), tr("place"), tr("rating"), "mu", "sigma", tr("evenings"))
    return table_of(
        heads,
        (
            (row.player, str(row.place), *map(_shown, (row.rating, row.mu, row.sigma)),
             str(row.evenings))
            for row in rows
        ),
    )  # fmt: skip


def _shown(number: float) -> str:
    return decimal_words(f"{number:.2f}".replace("-", "−"))


def ratings_rows(value: RatingsValue) -> list[list[object]]:
    """Return the CSV of the ratings: a row for each game and player."""
    rows = [[game, *row] for game, found in value.games.items() for row in found]
    return [[*HEADS], *rows]

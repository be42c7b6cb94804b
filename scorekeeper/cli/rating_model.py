"""The model of the ratings: Plackett-Luce as openskill has it, an extra, with its constants."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.league.ratings import Rate, Rating
from scorekeeper.report.league.ratings_value import RatingModel
from scorekeeper.store.extras import without_extra
from scorekeeper.text.message import say
from scorekeeper.text.problems import Refused

# As the library has them when nobody says otherwise; said here, so that another version of it
# changes no rating.
MODEL = RatingModel(
    name="Plackett-Luce", library="openskill", mu=25.0, sigma=25 / 3, beta=25 / 6, kappa=0.0001,
    tau=25 / 300,
)  # fmt: skip
START = Rating(MODEL.mu, MODEL.sigma)


def rate_of(model: RatingModel = MODEL) -> Rate:
    """What makes ratings of those before and of places; raises Refused where the extra is not
    installed."""
    try:
        from openskill.models import PlackettLuce  # noqa: PLC0415 - an extra, which need not be there
    except ImportError:
        raise without_library() from None
    found = PlackettLuce(
        mu=model.mu, sigma=model.sigma, beta=model.beta, kappa=model.kappa, tau=model.tau
    )

    def rate(sides: Sequence[Sequence[Rating]], places: Sequence[int]) -> list[list[Rating]]:
        teams = [[found.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in sides]
        after = found.rate(teams, ranks=[float(place) for place in places])
        return [[Rating(one.mu, one.sigma) for one in side] for side in after]

    return rate


def without_library() -> Refused:
    """The refusal where the extra is not installed."""
    return without_extra(
        "ratings-library",
        say("ratings are worked out by the library openskill, which is not installed"),
        "ratings",
    )

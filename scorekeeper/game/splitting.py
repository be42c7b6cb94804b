"""A deal of which two counts were given, scored as the rules split them."""

from collections.abc import Sequence
from operator import add

from scorekeeper.base.exact import signed
from scorekeeper.game.facts import DealFacts
from scorekeeper.game.judge import Scored
from scorekeeper.game.resting import of_seats
from scorekeeper.rules.formula import number_of
from scorekeeper.rules.model_events import DOWN, UP
from scorekeeper.text.message import listing, say
from scorekeeper.text.problems import refuse


def split(deals: Sequence[Scored]) -> Scored:
    """The first of these, which are the readings of one deal, with the points that lie between
    those of all of them. Raises Refused where the rules have no word for that, or it cannot be."""
    first = deals[0]
    dispute = first.agreed.rules.dispute
    if dispute is None:
        raise refuse("settle-split", say("these rules do not split a disputed deal"))
    if any(_kind(deal) != _kind(first) for deal in deals):
        message = say("only what was counted can be split: the readings are of two kinds of deal")
        raise refuse("settle-split", message)
    columns = zip(*(deal.points for deal in deals), strict=True)
    points = tuple(
        _between(column, dispute["split"], first.agreed.rules.game.step) for column in columns
    )
    _refuse_broken_promise(first, points)
    totals = tuple(map(add, first.state.totals, points))
    return first._replace(points=points, totals=totals, outcome=None, split_of=tuple(deals))


def _kind(deal: Scored) -> tuple[object, ...]:
    """What later deals follow from, beside the points."""
    return deal.turn, deal.contract, deal.carry


def _between(column: Sequence[int], rounded: str, step: int) -> int:
    """The mean of some points, which is rounded where it lies between two steps of the score; where
    the rules do not say how, refused."""
    whole, rest = divmod(sum(column), len(column) * step)
    if rest and rounded not in (DOWN, UP):
        message = say(
            "{points} cannot be split: the mean is no whole number",
            points=listing(map(signed, column), "and"),
        )
        raise refuse("settle-split", message)
    return (whole + bool(rest and rounded == UP)) * step


def _refuse_broken_promise(first: Scored, points: Sequence[int]) -> None:
    """Raises Refused where the points no longer add up to what the rules promise."""
    promise, played = first.agreed.rules.scoring.promise, of_seats(first)
    if promise is None:
        return
    facts = DealFacts(played.agreed, played.state, played.turn, played.facts)
    found, promised = sum(points), number_of(promise, facts)
    if found != promised:
        message = say(
            "split, the points of this deal add up to {found}, and the rules promise {promised}",
            found=found,
            promised=promised,
        )
        raise refuse("promise", message)

"""A session and its deals scored under other rules, as one typed value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.game.agreement import Agreed
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.standing import Standing, ranking
from scorekeeper.record.rescoring import Rescored, Rescoring
from scorekeeper.report.deal_row import by_side
from scorekeeper.report.sheet import sheet_of
from scorekeeper.report.summary import RankingPlace, place_value, places
from scorekeeper.text.message_text import problem_row, spoken
from scorekeeper.text.problems import Problem


class Version(NamedTuple):
    """The session's result by one of the two rulesets."""

    game: str
    options: Mapping[str, bool | int | str]
    ranking: tuple[RankingPlace, ...]
    totals: Mapping[str, int]
    finished: bool
    winners: tuple[str, ...]


class PointsOfDeal(NamedTuple):
    """The points of a deal and the totals after it, by side."""

    points: Mapping[str, int]
    totals: Mapping[str, int]


class RescoredRow(NamedTuple):
    """One deal under both rules. `from_` and `to` are None if it does not count. `problems` are the
    reasons why the other rules cannot score it, `left_out` names the facts that they do not use."""

    number: int
    contract: str | None
    from_: PointsOfDeal | None
    to: PointsOfDeal | None
    problems: tuple[Problem, ...]
    left_out: tuple[str, ...]


class Turning(NamedTuple):
    """A deal after which the rankings under the two rules begin to differ, or agree again: the
    sides of each place under both."""

    deal: int
    from_: tuple[tuple[str, ...], ...]
    to: tuple[tuple[str, ...], ...]


class RescoreSheet(NamedTuple):
    """A session scored by its own rules and by others. The names of the fields are the keys of the
    JSON of `rescore`."""

    session: str
    sides: tuple[str, ...]
    from_: Version
    to: Version
    deals: tuple[RescoredRow, ...]
    turns: tuple[Turning, ...]


def rescore_sheet(found: Rescoring, session_name: str) -> RescoreSheet:
    """Return both results side by side: deals, totals, places, and the deals after which the
    rankings differ."""
    return RescoreSheet(
        session=session_name,
        sides=found.own.side_names,
        from_=_version(found.own_standing, session_name),
        to=_version(found.other_standing, session_name),
        deals=tuple(_row(found, deal) for deal in found.deals),
        turns=tuple(
            Turning(deal.number, _ranked(deal.own_standing), _ranked(deal.other_standing))
            for deal in found.turns
        ),
    )


def _version(standing: Standing, session_name: str) -> Version:
    sheet = sheet_of(standing, session_name)
    return Version(
        game=sheet.game,
        options=standing.agreed.options,
        ranking=tuple(places(sheet)),
        totals=sheet.final_totals,
        finished=sheet.finished,
        winners=sheet.winners,
    )


def _row(found: Rescoring, deal: Rescored) -> RescoredRow:
    return RescoredRow(
        number=deal.number,
        contract=deal.contract,
        from_=_points(found.own, deal.own),
        to=_points(found.other, deal.other),
        problems=deal.problems,
        left_out=deal.left_out,
    )


def _points(agreed: Agreed, scored: Scored | None) -> PointsOfDeal | None:
    if scored is None:
        return None
    return PointsOfDeal(by_side(agreed, scored.points), by_side(agreed, scored.totals))


def _ranked(standing: Standing) -> tuple[tuple[str, ...], ...]:
    names = standing.agreed.side_names
    return tuple(tuple(names[side] for side in place) for place in ranking(standing))


def rescore_value(found: RescoreSheet) -> dict[str, object]:
    """Return the JSON of `rescore`."""
    rows = [
        {**spoken(deal._replace(problems=())), "problems": [*map(problem_row, deal.problems)]}
        for deal in found.deals
    ]
    told = {**spoken(found._replace(deals=())), "deals": rows}
    for key, version in (("from", found.from_), ("to", found.to)):
        told[key]["ranking"] = [*map(place_value, version.ranking)]
    return told

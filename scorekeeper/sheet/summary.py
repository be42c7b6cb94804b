"""The end of a session as one plain value: places, how each side did, turning points."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from scorekeeper.analysis.recap import recap_of
from scorekeeper.book.occasion import Occasion
from scorekeeper.scoring import Scored
from scorekeeper.scoring.facts import roles_of_sides
from scorekeeper.session import Agreed
from scorekeeper.sheet.sheet import Sheet, sheet_of
from scorekeeper.standing import Standing, game_winners
from scorekeeper.words.phrases import final_totals

NOT_SAID = Occasion()
Results = dict[str, dict[str, dict[str, Any]]]


def summary_of(
    standing: Standing,
    session_name: str,
    amended: Collection[int] = (),
    occasion: Occasion = NOT_SAID,
) -> dict[str, Any]:
    """What there is to say of the session; the whole sheet is within. `amended` are the numbers of
    the deals that were corrected."""
    agreed, rules = standing.agreed, standing.agreed.rules
    sheet = sheet_of(standing, session_name)
    outcomes = [outcome.name.shown() for outcome in rules.outcomes]
    return {
        "session": session_name,
        "game": sheet["game"],
        "first": occasion.first or None,
        "last": occasion.last or None,
        "place": occasion.place or None,
        "players": sheet["players"],
        "sides": sheet["sides"],
        "finished": sheet["finished"],
        "winners": sheet["winners"],
        "ranking": list(_places(sheet)),
        "totals": final_totals(sheet),
        "by_contract": _results(
            standing, rules.contracts, lambda scored: [scored.contract] * len(agreed.sides)
        ),
        "by_role": _results(standing, rules.roles, lambda scored: _roles(agreed, scored)),
        "by_outcome": _results(
            standing,
            outcomes,
            lambda scored: (
                [scored.outcome.name.shown() if scored.outcome else None] * len(agreed.sides)
            ),
        ),
        "best_and_worst": {
            side: _extremes(standing, number) for number, side in enumerate(agreed.side_names)
        },
        "lead_changes": list(_lead_changes(standing)),
        "recap": recap_of(standing, amended),
        "sheet": sheet,
    }


def _places(sheet: Sheet) -> Iterable[dict[str, Any]]:
    """A row a place: sides that are level share it, and the next place counts them all."""
    totals, place = final_totals(sheet), 1
    for sides in sheet["ranking"]:
        yield {"place": place, "sides": sides, "total": totals[sides[0]]}
        place += len(sides)


def _results(
    standing: Standing, kinds: Iterable[str], kind_of: Callable[[Scored], Sequence[str | None]]
) -> Results:
    """For each kind of deal there was and each side: deals, points together, points a deal."""
    points: dict[str, dict[str, list[int]]] = {kind: {} for kind in kinds}
    for scored in standing.deals:
        for side, kind, number in zip(
            standing.agreed.side_names, kind_of(scored), scored.points, strict=True
        ):
            if kind is not None:
                points[kind].setdefault(side, []).append(number)
    return {
        kind: {side: _result(sides[side]) for side in standing.agreed.side_names if side in sides}
        for kind, sides in points.items()
        if sides
    }


def _result(numbers: Sequence[int]) -> dict[str, Any]:
    return {
        "deals": len(numbers),
        "points": sum(numbers),
        "average": round(sum(numbers) / len(numbers), 2),
    }


def _roles(agreed: Agreed, scored: Scored) -> Sequence[str | None]:
    """Each side's role; in a deal without its leading role nobody had one."""
    roles = roles_of_sides(agreed, scored.turn, scored.facts)
    return roles if len(set(roles)) > 1 or len(agreed.rules.roles) < 2 else [None] * len(roles)


def _extremes(standing: Standing, side: int) -> dict[str, Any]:
    """The side's best and worst deal, the first of those that are alike."""
    if not standing.deals:
        return {"best": None, "worst": None}
    best, worst = (min, max) if standing.agreed.rules.game.lowest_wins else (max, min)
    found = (pick(standing.deals, key=lambda scored: scored.points[side]) for pick in (best, worst))
    return {
        name: {"deal": scored.turn.number, "points": scored.points[side]}
        for name, scored in zip(("best", "worst"), found, strict=True)
    }


def _lead_changes(standing: Standing) -> Iterable[dict[str, Any]]:
    """Each deal after which another side leads alone; a game of a match begins with no leader."""
    names, leader, game = standing.agreed.side_names, None, 0
    for scored in standing.deals:
        if scored.turn.game != game:
            leader, game = None, scored.turn.game
        ahead = game_winners(standing.agreed, scored.totals)
        if len(ahead) == 1 and ahead[0] != leader:
            if leader is not None:
                yield {"deal": scored.turn.number, "from": names[leader], "to": names[ahead[0]]}
            leader = ahead[0]

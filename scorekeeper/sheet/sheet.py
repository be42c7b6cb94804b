"""The sheet: a session as one plain value, which every rendering starts from. Its shape is the
JSON that programs read, so names here are fixed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from scorekeeper.formula import number_of
from scorekeeper.language import tr, trn
from scorekeeper.ruleset.model import Count
from scorekeeper.scoring import Scored
from scorekeeper.scoring.counts import counted, total_of
from scorekeeper.scoring.facts import DealFacts
from scorekeeper.session import Agreed, Facts
from scorekeeper.sheet.coming import next_of
from scorekeeper.speech import text_of
from scorekeeper.standing import Standing, match_totals, ranking, states_before, winners
from scorekeeper.words.deeds import player_at

Sheet = dict[str, Any]


def sheet_of(standing: Standing, session_name: str) -> Sheet:
    """The score sheet: every deal with its points and running totals, and where all stand."""
    agreed = standing.agreed
    return {
        "session": session_name,
        "game": agreed.rules.id,
        "players": list(agreed.players),
        "sides": list(agreed.side_names),
        "deals": [deal_of(agreed, scored) for scored in standing.deals],
        "totals": by_side(agreed, standing.state.totals),
        "ranking": [_names(agreed, place) for place in ranking(standing)],
        "checks": checks_of(standing),
        "finished": standing.state.over,
        "winners": _names(agreed, winners(standing)),
        "match": _match_of(standing),
        "next": next_of(standing),
    }


def deal_of(agreed: Agreed, scored: Scored) -> dict[str, Any]:
    """One deal: who sat where, what was entered, what it scored."""
    rules, turn = agreed.rules, scored.turn
    apart = {"contract", "trump", *rules.counts}
    return {
        "number": turn.number,
        "game": turn.game,
        "round": turn.round,
        "dealer": agreed.players[turn.dealer],
        "declarer": player_at(agreed, turn.declarer),
        "leader": player_at(agreed, turn.leader),
        "contract": scored.contract,
        "trump": scored.trump,
        "facts": {name: _plain(value) for name, value in scored.facts.items() if name not in apart},
        "counts": counts_of(agreed, scored.facts),
        "quotas": by_side(agreed, scored.quotas) if scored.quotas is not None else {},
        "outcome": scored.outcome.name.shown() if scored.outcome else None,
        "points": by_side(agreed, scored.points),
        "totals": by_side(agreed, scored.totals),
        "flags": [*map(text_of, scored.flags)],
    }


def counts_of(agreed: Agreed, facts: Facts) -> dict[str, dict[str, int]]:
    """The numbers that were entered for each count, by the name of whom each is for."""
    return {
        name: dict(zip(counted(count, agreed), facts[name], strict=True))
        for name, count in agreed.rules.counts.items()
        if name in facts
    }


def by_side(agreed: Agreed, column: Sequence[int]) -> dict[str, int]:
    """A number for each side, by the side's name."""
    return dict(zip(agreed.side_names, column, strict=True))


def _names(agreed: Agreed, sides: Iterable[int]) -> list[str]:
    return [agreed.side_names[side] for side in sides]


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _match_of(standing: Standing) -> dict[str, Any] | None:
    totals = match_totals(standing)
    if totals is None:
        return None
    agreed = standing.agreed
    games = [
        {"deals": [first, last], "result": by_side(agreed, result)}
        for first, last, result in standing.state.results
    ]
    return {"games": games, "totals": by_side(agreed, totals)}


# --- checks: what the rules promise, worked out once more from the deals -------------------------


def checks_of(standing: Standing) -> list[dict[str, Any]]:
    """One check for each thing that the rules promise of every deal."""
    agreed, rules = standing.agreed, standing.agreed.rules
    played = zip(states_before(standing), standing.deals, strict=True)
    deals = [DealFacts(agreed, state, scored.turn, scored.facts) for state, scored in played]
    promised = [_promise_check(standing, deals)] if rules.promise is not None else []
    return promised + [
        _total_check(count, deals) for count in rules.counts.values() if count.total is not None
    ]


def _promise_check(standing: Standing, deals: Sequence[DealFacts]) -> dict[str, Any]:
    """The points of the deals add up to what is promised, and so do the totals they led to."""
    promise = standing.agreed.rules.promise
    assert promise is not None
    wanted = [number_of(promise, facts) for facts in deals]
    kept = all(
        sum(scored.points) == number for scored, number in zip(standing.deals, wanted, strict=True)
    )
    found = _gained(standing)
    name = "zero-sum" if promise.text.strip() == "0" else "sum"
    return {"name": name, "holds": kept and found == sum(wanted), "detail": str(found)}


def _gained(standing: Standing) -> int:
    """What all sides together gained: the last totals of each game less what it started from."""
    last_totals = {scored.turn.game: sum(scored.totals) for scored in standing.deals}
    start = standing.agreed.rules.game.start * len(standing.agreed.sides)
    return sum(total - start for total in last_totals.values())


def _total_check(count: Count, deals: Iterable[DealFacts]) -> dict[str, Any]:
    found = [
        (facts.turn.number, sum(facts.entered[count.id]), total_of(count, facts))
        for facts in deals
        if count.id in facts.entered
    ]
    wrong = [
        tr("{total} and not {wanted} in deal {number}", total=total, wanted=wanted, number=number)
        for number, total, wanted in found
        if total != wanted
    ]
    return {
        "name": f"{count.id}-total",
        "holds": not wrong,
        "detail": ", ".join(wrong) or _in_each([total for _, total, _ in found]),
    }


def _in_each(totals: Sequence[int]) -> str:
    if not totals:
        return tr("no deal yet")
    numbers = f" {tr('or')} ".join(str(total) for total in dict.fromkeys(totals))
    return trn(len(totals), "{totals} in {n} deal", "{totals} in each of {n} deals", totals=numbers)

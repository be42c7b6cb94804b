"""What the rules promise of every deal, worked out once more from the deals."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.game.counts import total_of
from scorekeeper.game.facts import DealFacts
from scorekeeper.game.judge import Scored
from scorekeeper.game.log import PENALTY
from scorekeeper.game.resting import of_seats
from scorekeeper.game.standing import Standing
from scorekeeper.rules.formula import number_of
from scorekeeper.rules.model import Count
from scorekeeper.text.language import tr, trn


class Check(NamedTuple):
    """A promise of the rules: its name, whether every deal keeps it, what was found."""

    name: str
    holds: bool
    detail: str


def checks_of(standing: Standing) -> list[Check]:
    """One check for each thing that the rules promise of every deal."""
    rules = standing.agreed.rules
    deals = [_facts(scored) for scored in standing.deals]
    promised = [_promise_check(standing, deals)] if rules.scoring.promise is not None else []
    return promised + [
        _total_check(count, deals) for count in rules.counts.values() if count.total is not None
    ]


def _facts(of_all: Scored) -> DealFacts:
    """The facts of a deal as those had them who played it."""
    scored = of_seats(of_all)
    return DealFacts(scored.agreed, scored.state, scored.turn, scored.facts)


def _promise_check(standing: Standing, deals: Sequence[DealFacts]) -> Check:
    """The points of the deals add up to what is promised, and so do the totals they led to."""
    promise = standing.agreed.rules.scoring.promise
    assert promise is not None
    wanted = [number_of(promise, facts) for facts in deals]
    kept = all(
        sum(scored.points) == number for scored, number in zip(standing.deals, wanted, strict=True)
    )
    found = _gained(standing) - _penalties(standing)
    name = "zero-sum" if promise.text.strip() == "0" else "sum"
    return Check(name, kept and found == sum(wanted), str(found))


def _gained(standing: Standing) -> int:
    """What all sides together gained: the last totals of each game less what it started from."""
    last_totals = {scored.turn.game: sum(scored.totals) for scored in standing.deals}
    start = standing.agreed.rules.game.start * len(standing.agreed.sides)
    return sum(total - start for total in last_totals.values())


def _penalties(standing: Standing) -> int:
    """What penalties before the last deal took from all sides together, or gave to them."""
    last = len(standing.deals)
    return sum(
        sum(event.facts["points"])
        for event in standing.events
        if event.what == PENALTY and event.number <= last
    )


def _total_check(count: Count, deals: Iterable[DealFacts]) -> Check:
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
    detail = ", ".join(wrong) or _in_each([total for _, total, _ in found])
    return Check(f"{count.id}-total", not wrong, detail)


def _in_each(totals: Sequence[int]) -> str:
    if not totals:
        return tr("no deal yet")
    numbers = f" {tr('or')} ".join(str(total) for total in dict.fromkeys(totals))
    return trn(len(totals), "{totals} in {n} deal", "{totals} in each of {n} deals", totals=numbers)

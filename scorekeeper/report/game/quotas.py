"""The quotas of a contract in words, and how the sides did against theirs, where points are
tricks above one or below."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.game.facts import DealFacts, quotas
from scorekeeper.game.judge import Scored
from scorekeeper.game.resting import of_seats
from scorekeeper.game.schedule import first_state, turn
from scorekeeper.game.session import Agreed
from scorekeeper.game.standing import Standing
from scorekeeper.report.game.roles import AgainstQuota, against_quota, by_role, settled
from scorekeeper.report.phrases import role_word
from scorekeeper.rules.formula import FormulaError
from scorekeeper.rules.model import EVERY_SIDE, Contract


class Declared(NamedTuple):
    """A contract in which the declarer reached the quota every time or never; `at_most` says that
    it is a quota not to go over."""

    contract: str
    at_most: bool
    reached: bool
    deals: tuple[int, ...]


def declared(standing: Standing) -> Iterable[Declared]:
    """Each contract that was played at least twice and always came out the same way for its
    declarer."""
    for contract in standing.agreed.rules.contracts.values():
        deals = [scored for scored in standing.deals if scored.contract == contract.id]
        margins = [_of_declarer(scored, _margins(standing, contract, scored)) for scored in deals]
        told = [margin for margin in margins if margin is not None]
        reached = {margin >= 0 for margin in told}
        held = _held(contract)
        if held and len(told) == len(deals) >= 2 and len(reached) == 1:
            numbers = tuple(scored.turn.number for scored in deals)
            yield Declared(contract.id, held.at_most, reached.pop(), numbers)


def exact_deals(standing: Standing) -> tuple[int, ...]:
    """The deals in which every side had its quota, no more and no less."""
    contracts = standing.agreed.rules.contracts
    margins = {
        scored.turn.number: _margins(standing, contracts[scored.contract], scored)
        for scored in standing.deals
        if scored.contract is not None
    }
    return tuple(number for number, own in margins.items() if own and not any(own))


def _held(contract: Contract) -> AgainstQuota | None:
    """The count that every side holds against its quota; None where the points come about in
    another way."""
    held = {against_quota(formula) for formula in contract.points.values()}
    return held.pop() if len(held) == 1 else None


def _margins(standing: Standing, contract: Contract, scored: Scored) -> Sequence[int]:
    """By how much each side did better than its quota; nothing where there is none."""
    held = _held(contract)
    known = standing.agreed.rules.counts.get(held.counted) if held else None
    if (
        held is None
        or known is None
        or known.by_player
        or scored.quotas is None
        or held.counted not in scored.facts
    ):
        return ()
    sign = -1 if held.at_most else 1
    return [
        sign * (own - quota)
        for own, quota in zip(scored.facts[held.counted], scored.quotas, strict=True)
    ]


def _of_declarer(scored: Scored, margins: Sequence[int]) -> int | None:
    played = of_seats(scored)
    seat = played.turn.declarer
    return None if seat is None or not margins else margins[played.agreed.side_of[seat]]


def quota_words(agreed: Agreed, contract: str) -> str:
    """`declarer 8, others 4`: each role's number, or its formula where only the deal decides it."""
    state = first_state(agreed)
    facts = DealFacts(agreed, state, turn(agreed, state), {"contract": contract})
    formulas = agreed.rules.contracts[contract].quota
    try:
        numbers = quotas(facts) if set(formulas) <= {*facts.roles, EVERY_SIDE} else None
    except FormulaError:
        numbers = None
    if numbers is None or not all(facts.roles):
        return by_role(
            agreed.rules,
            {role: settled(formula, agreed.known) for role, formula in formulas.items()},
        )
    found = dict(zip(facts.roles, numbers, strict=True))
    if len(found) == 1:
        return str(numbers[0])
    return ", ".join(
        f"{role_word(agreed.rules, role)} {found[role]}"
        for role in agreed.rules.roles
        if role in found
    )

"""The coming deal: who deals, declares and leads, what is left, every quota, what is needed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scorekeeper.formula import FormulaError, value_of
from scorekeeper.language import tr
from scorekeeper.report.deeds import player_at, who_does
from scorekeeper.ruleset.model import EVERY_SIDE, Fact
from scorekeeper.schedule import Turn, deals_per_game
from scorekeeper.scoring.facts import DealFacts, holds, quotas
from scorekeeper.session import Agreed, Facts
from scorekeeper.standing import Standing


def next_of(standing: Standing) -> dict[str, Any] | None:
    """The coming deal as a plain value; None when the session is over."""
    turn, agreed = standing.next_turn, standing.agreed
    if turn is None:
        return None
    return {
        "deal": turn.number,
        "of": deals_per_game(agreed),
        "game": turn.game,
        "round": turn.round,
        "dealer": agreed.players[turn.dealer],
        "declarer": player_at(agreed, turn.declarer),
        "leader": player_at(agreed, turn.leader),
        "contracts": list(turn.contracts),
        "quotas": {contract: _quotas(standing, turn, contract) for contract in turn.contracts},
        "needs": list(_needs(standing, turn)),
        "say": _said(agreed, turn),
    }


def _quotas(standing: Standing, turn: Turn, contract: str) -> dict[str, int]:
    """Each side's quota; none while the deal itself decides who has which role."""
    facts = DealFacts(standing.agreed, standing.state, turn, {"contract": contract})
    named = standing.agreed.rules.contracts[contract].quota.keys() - {EVERY_SIDE}
    numbers = quotas(facts) if named <= set(facts.roles) else None
    return dict(zip(standing.agreed.side_names, numbers, strict=True)) if numbers is not None else {}


def _needs(standing: Standing, turn: Turn) -> Iterable[str]:
    """What must be entered: the contract where there is a choice, then facts, then counts."""
    rules = standing.agreed.rules
    known: Facts = {"contract": turn.contracts[0]} if len(turn.contracts) == 1 else {}
    facts = DealFacts(standing.agreed, standing.state, turn, known)
    if len(turn.contracts) > 1:
        yield "contract"
    for fact in rules.facts.values():
        if not (fact.optional or fact.alone or _is_settled(fact, facts)) and holds(fact.when, facts):
            yield fact.id
    for count in rules.counts.values():
        if not count.optional and holds(count.when, facts):
            yield count.id


def _is_settled(fact: Fact, facts: DealFacts) -> bool:
    """Whether the rules' own default already says it."""
    try:
        return fact.default is not None and value_of(fact.default, facts) is not None
    except FormulaError:
        return False


def _said(agreed: Agreed, turn: Turn) -> str:
    """The coming deal in one spoken sentence."""
    people = who_does(*(player_at(agreed, seat) for seat in (turn.dealer, turn.declarer, turn.leader)))
    words = [agreed.rules.contracts[name].name.shown().lower() for name in turn.contracts]
    if not words:
        return f"{people}."
    if agreed.rules.deals.picked or len(words) > 1:
        # Translators: who does what, and which contracts are left to choose from
        return tr("{people}; left: {contracts}.", people=people, contracts=", ".join(words))
    return tr("{people}; contract: {contract}.", people=people, contract=words[0])

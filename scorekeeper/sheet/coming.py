"""The coming deal: who deals, declares and leads, what is left, every quota, what is needed."""

from __future__ import annotations

from typing import Any

from scorekeeper.entry.asked import Asks, asks
from scorekeeper.ruleset.model import EVERY_SIDE
from scorekeeper.schedule import Turn, deals_per_game
from scorekeeper.scoring.facts import DealFacts, quotas
from scorekeeper.standing import Standing
from scorekeeper.words.coming_words import turn_words
from scorekeeper.words.deeds import player_at


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
        "needs": _needs(asks(agreed, standing.state)),
        "say": turn_words(agreed, turn),
    }


def _needs(asked: Asks) -> list[str]:
    """What must be entered: the contract where there is a choice, then facts, then counts."""
    return [*(["contract"] if len(asked.by_contract) > 1 else []), *asked.always]


def _quotas(standing: Standing, turn: Turn, contract: str) -> dict[str, int]:
    """Each side's quota; none while the deal itself decides who has which role."""
    facts = DealFacts(standing.agreed, standing.state, turn, {"contract": contract})
    named = standing.agreed.rules.contracts[contract].quota.keys() - {EVERY_SIDE}
    numbers = quotas(facts) if named <= set(facts.roles) else None
    return (
        dict(zip(standing.agreed.side_names, numbers, strict=True)) if numbers is not None else {}
    )

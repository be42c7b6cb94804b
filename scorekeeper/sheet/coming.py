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
from scorekeeper.words.example import example_lines


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


def card_of(standing: Standing) -> dict[str, Any] | None:
    """The coming deal with all that the dealer's card says of it beyond what stands in every
    sheet."""
    from scorekeeper.words.beforehand import beforehand

    turn, coming = standing.next_turn, next_of(standing)
    if turn is None or coming is None:
        return None
    return {**coming, **_asked(standing), **beforehand(standing, turn, coming["quotas"])}


def _needs(asked: Asks) -> list[str]:
    """What must be entered: the contract where there is a choice, then facts, then counts."""
    return [*(["contract"] if len(asked.by_contract) > 1 else []), *asked.always]


def _asked(standing: Standing) -> dict[str, Any]:
    """What each contract needs, where that is not the same; what may be said instead, or may
    follow; when a contract is chosen; a line that can be typed."""
    agreed, state = standing.agreed, standing.state
    asked, lines = asks(agreed, state), example_lines(agreed, state)
    by_contract = asked.by_contract.items() if asked.differs else ()
    has_choice = len(asked.by_contract) > 1
    return {
        "needs_by_contract": {str(name): list(facts) for name, facts in by_contract},
        "may_follow": list(asked.follow),
        "instead": [list(facts) for facts in asked.instead],
        "chosen": "before the deal" if has_choice and agreed.rules.deals.before else None,
        "example": lines[0] if lines else None,
    }


def _quotas(standing: Standing, turn: Turn, contract: str) -> dict[str, int]:
    """Each side's quota; none while the deal itself decides who has which role."""
    facts = DealFacts(standing.agreed, standing.state, turn, {"contract": contract})
    named = standing.agreed.rules.contracts[contract].quota.keys() - {EVERY_SIDE}
    numbers = quotas(facts) if named <= set(facts.roles) else None
    return (
        dict(zip(standing.agreed.side_names, numbers, strict=True)) if numbers is not None else {}
    )

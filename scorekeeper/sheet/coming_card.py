"""What the dealer's card says of the coming deal."""

from __future__ import annotations

from typing import Any

from scorekeeper.entry.asked import asks
from scorekeeper.sheet.coming import next_of
from scorekeeper.standing import Standing
from scorekeeper.words.beforehand import beforehand
from scorekeeper.words.example import example_lines


def card_of(standing: Standing) -> dict[str, Any] | None:
    """The coming deal with all that the dealer's card says of it beyond what stands in every
    sheet."""
    turn, coming = standing.next_turn, next_of(standing)
    if turn is None or coming is None:
        return None
    return {**coming, **_asked(standing), **beforehand(standing, turn, coming["quotas"])}


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

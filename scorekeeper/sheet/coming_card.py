"""What the dealer's card says of the coming deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.disputes import is_coming_alike
from scorekeeper.entry.asked import asks
from scorekeeper.problems import Problem
from scorekeeper.sheet.coming import Coming, coming_value, next_of
from scorekeeper.spent import spent_problem
from scorekeeper.standing import Standing
from scorekeeper.words.beforehand import Beforehand, beforehand
from scorekeeper.words.example import example_lines


class Asked(NamedTuple):
    """How the coming deal is entered: what each contract needs, where that is not the same; what
    may follow, or be said instead; when a contract is chosen; a line that can be typed."""

    needs_by_contract: Mapping[str, Sequence[str]]
    may_follow: Sequence[str]
    instead: Sequence[Sequence[str]]
    chosen: str | None
    example: str | None


class Card(NamedTuple):
    """All that the dealer's card says of the coming deal; `stuck` is why it cannot be played. It is
    the deal by the first readings of those that are `disputed`; `hangs` says that it is another by
    others."""

    coming: Coming
    asked: Asked
    before: Beforehand
    stuck: Problem | None = None
    disputed: tuple[int, ...] = ()
    hangs: bool = False


def card_of(standing: Standing) -> Card | None:
    """The coming deal with all that the dealer's card says of it beyond what stands in every
    sheet; None when the session is over."""
    turn, coming = standing.next_turn, next_of(standing)
    if turn is None or coming is None:
        return None
    before = beforehand(standing, turn, coming.quotas)
    if stuck := spent_problem(standing.agreed, standing.state):
        return Card(coming._replace(needs=()), Asked({}, [], [], None, None), before, stuck)
    disputed = tuple(standing.readings) if standing.ways else ()
    hangs = not is_coming_alike(standing)
    return Card(coming, _asked(standing), before, disputed=disputed, hangs=hangs)


def _asked(standing: Standing) -> Asked:
    agreed, state = standing.seating.agreed, standing.seating.state
    asked, lines = asks(agreed, state), example_lines(agreed, state)
    by_contract = asked.by_contract.items() if asked.differs else ()
    has_choice = len(asked.by_contract) > 1
    return Asked(
        needs_by_contract={str(name): list(facts) for name, facts in by_contract},
        may_follow=list(asked.follow),
        instead=[list(facts) for facts in asked.instead],
        chosen="before the deal" if has_choice and agreed.rules.deals.before else None,
        example=lines[0] if lines else None,
    )


def card_value(card: Card | None) -> dict[str, object] | None:
    """The JSON of `next`; what is disputed only where something is."""
    value = coming_value(card.coming) if card else None
    if card is None or value is None:
        return None
    before = {**card.before._asdict(), "dealing": card.before.dealing._asdict()}
    told = {**value, **card.asked._asdict(), **before}
    if card.disputed:
        told |= {"disputed": list(card.disputed), "hangs_on_dispute": card.hangs}
    return told

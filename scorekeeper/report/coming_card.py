"""What the dealer's card says of the coming deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.disputes import is_coming_alike
from scorekeeper.game.session import Agreed
from scorekeeper.game.spent import spent_problem
from scorekeeper.game.standing import Standing
from scorekeeper.record.asked import asks
from scorekeeper.record.entry_words import known_words
from scorekeeper.report.coming import Coming, coming_value, next_of
from scorekeeper.report.example import example_lines, shortest
from scorekeeper.report.game.beforehand import Beforehand, beforehand
from scorekeeper.rules.model import OF_PLAYERS
from scorekeeper.text.problems import Problem
from scorekeeper.text.speech import text_of


class Asked(NamedTuple):
    """How the coming deal is entered: what each contract needs, where that is not the same; what
    may follow, or be said instead; when a contract is chosen; a line that can be typed,
    and the same in the fewest letters."""

    needs_by_contract: Mapping[str, Sequence[str]]
    may_follow: Sequence[str]
    instead: Sequence[Sequence[str]]
    chosen: str | None
    example: str | None
    shortest: str | None = None


class Card(NamedTuple):
    """All that the dealer's card says of the coming deal; `stuck` is why it cannot be played. It is
    the deal by the first readings of those that are `disputed`, and of those that `waits` names,
    which wait for what is said later; `hangs` says that it is another by others. `sides` are those
    of partners, in the order of their numbers; none in other games. `known` is what was recorded of
    the deal before its result, in words."""

    coming: Coming
    asked: Asked
    before: Beforehand
    stuck: Problem | None = None
    disputed: tuple[int, ...] = ()
    hangs: bool = False
    sides: tuple[str, ...] = ()
    waits: tuple[int, ...] = ()
    known: str = ""


def card_of(standing: Standing) -> Card | None:
    """The coming deal with all that the dealer's card says of it beyond what stands in every
    sheet; None when the session is over."""
    turn, coming = standing.next_turn, next_of(standing)
    if turn is None or coming is None:
        return None
    before = beforehand(standing, turn, coming.quotas)
    if stuck := spent_problem(standing.agreed, standing.state):
        return Card(coming._replace(needs=()), Asked({}, [], [], None, None), before, stuck)
    known = text_of(known_words(standing.seating.agreed, standing.known)) if coming.known else ""
    waits = standing.waits
    disputed = tuple(n for n in standing.readings if n not in waits) if standing.ways else ()
    hangs = not is_coming_alike(standing)
    sides = _in_order(standing.seating.agreed)
    return Card(coming, _asked(standing), before, None, disputed, hangs, sides, waits, known)


def _in_order(agreed: Agreed) -> tuple[str, ...]:
    """The sides in the order in which their numbers are typed; nothing where that is plain, for
    each plays alone and no deal names anybody."""
    is_named = any(fact.kind in OF_PLAYERS for fact in agreed.rules.facts.values())
    return tuple(agreed.side_names) if agreed.rules.teams or is_named else ()


def _asked(standing: Standing) -> Asked:
    agreed, state = standing.seating.agreed, standing.seating.state
    asked = asks(agreed, state, standing.known_so_far)
    lines = example_lines(agreed, state, standing.known)
    by_contract = asked.by_contract.items() if asked.differs else ()
    has_choice = len(asked.by_contract) > 1
    return Asked(
        needs_by_contract={str(name): list(facts) for name, facts in by_contract},
        may_follow=list(asked.follow),
        instead=[list(facts) for facts in asked.instead],
        chosen="before the deal" if has_choice and agreed.rules.deals.before else None,
        example=lines[0] if lines else None,
        shortest=shortest(agreed, state, lines[0], standing.known) if lines else None,
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
    if card.waits:
        told |= {"waits": list(card.waits), "hangs_on_waiting": card.hangs}
    return told

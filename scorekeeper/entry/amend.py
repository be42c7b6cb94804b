"""Corrections: only the facts given change; what they make pointless goes, in words."""

from __future__ import annotations

from typing import Any

from scorekeeper.formula import FormulaError, value_of
from scorekeeper.schedule import State, turn
from scorekeeper.scoring.facts import DealFacts
from scorekeeper.session import Agreed, Facts


def amended(agreed: Agreed, state: State, before: Facts, typed: Facts) -> dict[str, Any]:
    """The facts of a deal after a correction, from those before it and those typed now.

    A fact that was not typed again is dropped where the correction leaves no use for it (its
    `when` no longer holds, it stands alone, it was worked out from others, an auction said it).
    """
    rules = agreed.rules
    if any(fact.alone and fact.id in typed for fact in rules.facts.values()):
        return dict(typed)
    facts = {name: value for name, value in before.items() if not _superseded(agreed, state, name, before, typed)}
    facts.update(typed)
    view = DealFacts(agreed, state, turn(agreed, state, facts), facts)
    return {name: value for name, value in facts.items() if name in typed or _has_use(view, name)}


def _superseded(agreed: Agreed, state: State, name: str, before: Facts, typed: Facts) -> bool:
    fact = agreed.rules.facts.get(name)
    if fact is None:
        return False
    if fact.alone:
        return bool(typed)
    if fact.kind == "auction" and any(given in typed for given in fact.gives):
        return True
    auctions = [other for other in agreed.rules.facts.values() if other.kind == "auction" and other.id in typed]
    return any(name in auction.gives for auction in auctions) or _was_worked_out(agreed, state, name, before)


def _was_worked_out(agreed: Agreed, state: State, name: str, before: Facts) -> bool:
    default = agreed.rules.facts[name].default
    if default is None:
        return False
    rest = {other: value for other, value in before.items() if other != name}
    try:
        return bool(value_of(default, DealFacts(agreed, state, turn(agreed, state, rest), rest)) == before[name])
    except FormulaError:
        return False


def _has_use(view: DealFacts, name: str) -> bool:
    rules = view.agreed.rules
    if name == "trump" and view.entered.get("contract") in rules.contracts:
        return rules.contracts[view.entered["contract"]].trump == "open"
    thing = rules.facts.get(name) or rules.counts.get(name)
    try:
        return thing is None or thing.when is None or bool(value_of(thing.when, view))
    except FormulaError:
        return True

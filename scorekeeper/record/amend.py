"""Corrections: only the facts given change; what they make pointless goes, in words."""

from collections.abc import Collection

from scorekeeper.game.facts import DealFacts
from scorekeeper.game.filled import default_value
from scorekeeper.game.schedule import State, turn
from scorekeeper.game.session import Agreed, Facts
from scorekeeper.record.bare import CONTRACT
from scorekeeper.rules.formula import Formula, FormulaError, value_of
from scorekeeper.rules.model import Ruleset


def amended(
    agreed: Agreed, state: State, before: Facts, typed: Facts, without: Collection[str] = ()
) -> dict[str, object]:
    """The facts of a deal after a correction, from those before it, those typed now and those taken
    out.

    A fact that was not typed again is dropped where the correction leaves no use for it (its
    `when` no longer holds, it stands alone, it was worked out from others, an auction said it).
    """
    rules = agreed.rules
    before = {name: value for name, value in before.items() if name not in without}
    for fact in rules.facts.values():
        if fact.alone and fact.id in typed:
            return {
                **{name: value for name, value in before.items() if name in fact.beside},
                **typed,
            }
    facts = {
        name: value for name, value in before.items() if not _is_replaced(rules, name, typed)
    } | dict(typed)
    facts |= _worked_out_anew(agreed, state, before, facts, typed)
    view = _with_only_contract(DealFacts(agreed, state, turn(agreed, state, facts), facts))
    return {name: value for name, value in facts.items() if name in typed or _has_use(view, name)}


def _with_only_contract(view: DealFacts) -> DealFacts:
    """Return the facts with the contract of the deal where there is only one, which nobody says."""
    contracts = view.turn.contracts
    if len(contracts) != 1 or CONTRACT in view.entered:
        return view
    return view.with_entered({**view.entered, CONTRACT: contracts[0]})


def _is_replaced(rules: Ruleset, name: str, typed: Facts) -> bool:
    """Whether a fact goes because another was typed: what stands alone, what an auction said,
    the auction that said otherwise."""
    fact = rules.facts.get(name)
    if fact is None:
        return False
    if fact.alone:
        return any(other not in fact.beside for other in typed)
    if fact.kind == "auction":
        return any(given in typed for given in fact.gives)
    return any(
        name in other.gives
        for other in rules.facts.values()
        if other.kind == "auction" and other.id in typed
    )


def _worked_out_anew(
    agreed: Agreed, state: State, before: Facts, now: Facts, typed: Facts
) -> dict[str, object]:
    """The facts that followed from others, as they follow from the corrected ones. Where two each
    follow from the other both stay: which of them was meant nobody knows."""
    untyped = [
        fact for fact in agreed.rules.facts.values() if fact.id in now and fact.id not in typed
    ]
    defaults = {
        fact.id: fact.default
        for fact in untyped
        if fact.default is not None
        and _default_of(agreed, state, fact.id, fact.default, before) == before[fact.id]
    }
    alone = {
        name: default
        for name, default in defaults.items()
        if defaults.keys().isdisjoint(default.names - {name})
    }
    values = {
        name: _default_of(agreed, state, name, default, now) for name, default in alone.items()
    }
    return {name: value for name, value in values.items() if value is not None}


def _default_of(agreed: Agreed, state: State, name: str, default: Formula, facts: Facts) -> object:
    rest = {other: value for other, value in facts.items() if other != name}
    return default_value(default, DealFacts(agreed, state, turn(agreed, state, rest), rest))


def _has_use(view: DealFacts, name: str) -> bool:
    rules = view.agreed.rules
    if name == "trump" and view.entered.get(CONTRACT) in rules.contracts:
        return rules.contracts[view.entered[CONTRACT]].trump == "open"
    thing = rules.facts.get(name) or rules.counts.get(name)
    try:
        return thing is None or thing.when is None or bool(value_of(thing.when, view))
    except FormulaError:
        return True

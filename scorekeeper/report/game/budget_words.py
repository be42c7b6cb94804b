"""How often contracts may be declared, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorekeeper.game.over_budget import declarers
from scorekeeper.game.schedule import State, Turn
from scorekeeper.game.session import Agreed
from scorekeeper.report.game.worth import with_source
from scorekeeper.rules.budgets import PLAYER, ROUND, SIDE, Use, covered, uses
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.model_deals import Budget
from scorekeeper.text.language import tr, trn
from scorekeeper.text.speech import labelled, names_listed, parted, text_of


def budget_lines(rules: Ruleset) -> list[str]:
    """A line for each budget: which contracts, and how often."""
    return [_line(rules, name, budget) for name, budget in rules.budgets.items()]


def _line(rules: Ruleset, name: str, budget: Budget) -> str:
    contracts = covered(rules, name, budget)
    called = names_listed(rules.contracts[one].name.shown() for one in contracts)
    if budget.each and len(contracts) > 1:
        called = tr("each of {contracts}", contracts=called)
    elif name := budget.name.shown():
        called = tr("{name} ({contracts})", name=name, contracts=called)
    return with_source(labelled(called, parted(_bounds(budget))), budget.source)


def _bounds(budget: Budget) -> Iterator[str]:
    if budget.player is not None:
        yield trn(
            budget.player,
            "a player may declare it at most once in a game",
            "a player may declare it at most {n} times in a game",
        )
    if budget.side is not None:
        yield trn(
            budget.side,
            "partners together may declare it at most once in a game",
            "partners together may declare it at most {n} times in a game",
        )
    if budget.round is not None:
        yield trn(budget.round, "at most once in a round", "at most {n} times in a round")
    if budget.game is not None:
        yield trn(budget.game, "at most once in a game", "at most {n} times in a game")


def use_words(agreed: Agreed, use: Use, declarer: int | None) -> str:
    """`the low ones: Anna 1 of 2 in the game`: how often it was declared, and may be."""
    rules = agreed.rules
    called = use.budget.name.shown() if len(use.contracts) > 1 else ""
    called = called or names_listed(rules.contracts[one].name.shown() for one in use.contracts)
    numbers = {"used": use.used, "most": use.most}
    if use.scope in (PLAYER, SIDE) and declarer is not None:
        who = text_of(declarers(agreed, use, declarer))
        said = tr("{player} {used} of {most} in the game", player=who, **numbers)
    elif use.scope == ROUND:
        said = tr("{used} of {most} in the round", **numbers)
    else:
        said = tr("{used} of {most} in the game", **numbers)
    return labelled(called, said)


def coming_uses(agreed: Agreed, state: State, coming: Turn) -> Iterable[str]:
    """How often contracts were declared, of every budget that was used and that the coming deal
    falls under, each once; that of a player or a side only of who declares it."""
    sides = len(state.totals)
    found = (
        use_words(agreed, use, coming.declarer)
        for contract in agreed.rules.contracts
        for use in uses(
            agreed.rules, state.declared, coming.round, coming.declarer, contract, sides
        )
        if use.used
    )
    return dict.fromkeys(found)

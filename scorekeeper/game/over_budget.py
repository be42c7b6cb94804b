"""A contract that was declared as often as the rules let it be."""

from __future__ import annotations

from scorekeeper.game.schedule import State, Turn
from scorekeeper.game.session import Agreed
from scorekeeper.rules.budgets import PLAYER, ROUND, SIDE, Use, spent_use
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.message import Listing, Words, say
from scorekeeper.text.problems import Mend, Problem


def over_budget(
    agreed: Agreed, state: State, turn: Turn, name: str, left: Words, mends: tuple[Mend, ...]
) -> Problem | None:
    """The refusal of a contract whose budget is spent, with the numbers and what is left; None
    where no budget stands against it."""
    sides = len(state.totals)
    use = spent_use(agreed.rules, state.declared, turn.round, turn.declarer, name, sides)
    if use is None:
        return None
    if not turn.contracts:
        message = say("{why}, and no contract is left", why=_why(agreed, turn, use))
    else:
        message = say(
            "{why}; left to choose: {contracts}", why=_why(agreed, turn, use), contracts=left
        )
    rule = use.budget.source.if_any()
    return Problem("contract-budget", message, "contract", mends, rule=rule)


def _why(agreed: Agreed, turn: Turn, use: Use) -> Words:
    numbers = {"contract": used_name(agreed.rules, use), "used": use.used, "most": use.most}
    if use.scope == PLAYER and turn.declarer is not None:
        return say(
            "{player} has declared {contract} {used} of {most} times in this game",
            player=declarers(agreed, use, turn.declarer), **numbers,
        )  # fmt: skip
    if use.scope == SIDE and turn.declarer is not None:
        return say(
            "{side} have declared {contract} {used} of {most} times in this game",
            side=declarers(agreed, use, turn.declarer), **numbers,
        )  # fmt: skip
    if use.scope == ROUND:
        return say("{contract}: {used} of {most} declared in this round", **numbers)
    return say("{contract}: {used} of {most} declared in this game", **numbers)


def declarers(agreed: Agreed, use: Use, declarer: int) -> str:
    """Whose declaring is counted: the player's, or that of the side."""
    if use.scope == SIDE:
        return agreed.side_names[agreed.side_of[declarer]]
    return agreed.players[declarer]


def used_name(rules: Ruleset, use: Use) -> Words:
    """What the contracts that are counted together are called."""
    if len(use.contracts) > 1 and use.budget.name.by_language:
        return use.budget.name
    names = tuple(rules.contracts[one].name for one in use.contracts)
    return Listing(names, "and", are_names=True)

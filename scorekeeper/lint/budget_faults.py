"""Contracts that may not be declared often enough for all the deals there are."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.budgets import most_deals
from scorekeeper.message import say
from scorekeeper.possibilities.situations import tables
from scorekeeper.problems import Problem
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.schedule import deals_per_game


def budgets_suffice(rules: Ruleset) -> Iterator[Problem]:
    """The budgets leave a contract to every deal, as far as their sum tells."""
    for agreed in tables(rules) if rules.budgets else ():
        players, number, stint = len(agreed.players), deals_per_game(agreed), rules.deals.stint
        if number is None:
            continue
        most = most_deals(rules, players, -(-number // (stint if stint > 1 else players)))
        if most is not None and most < number:
            message = say(
                "with {players} players contracts may be declared {most} times in a game of "
                "{number} deals",
                players=players, most=most, number=number,
            )  # fmt: skip
            hint = say("let a contract be declared more often, or leave one without a `[budget]`")
            yield Problem("deals-budget", message, "deals.number", (hint,))

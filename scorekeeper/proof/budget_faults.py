"""Contracts that may not be declared often enough for all the deals there are."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.game.schedule import deals_per_game
from scorekeeper.proof.situations import tables
from scorekeeper.rules.budgets import most_deals
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.message import Words, say
from scorekeeper.text.problems import Mend, Problem

ROUNDS = 100_000  # of which no game has as many


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


def contracts_last(rules: Ruleset) -> Iterator[Problem]:
    """A game that neither a number of deals nor a score ends never runs out of contracts."""
    most = _most_declared(rules)
    if most is not None and rules.game.over is None:
        message = say(
            "after {most} deals no contract is left, and nothing says that the game is over then",
            most=most,
        )
        yield _runs_out(message, "deals.contract", _say_number(rules, most))


def contracts_may_run_out(rules: Ruleset) -> Iterator[Problem]:
    """Where a score ends the game the contracts may be used up before; and who declares because of
    the deal before may have none left."""
    most = _most_declared(rules)
    if most is not None and rules.game.over is not None:
        message = say(
            "after {most} deals no contract is left, and the game may not be over then", most=most
        )
        yield _runs_out(message, "deals.contract", _say_number(rules, most))
    following = rules.following
    if rules.deals.once and following is not None and following.declarer is not None:
        message = say("who declares then may have no contract left")
        hint = say("let contracts be picked more than once: `declarer picks`")
        yield _runs_out(message, "next.declarer", hint)


def _runs_out(message: Words, path: str, hint: Mend) -> Problem:
    return Problem("contracts-run-out", message, path, (hint,))


def _most_declared(rules: Ruleset) -> int | None:
    """More deals than this contracts cannot be declared in, with the fewest players; None where
    the number of deals is fixed, or some contract may be declared for ever."""
    if rules.deals.number is not None or not rules.contracts:
        return None
    most = most_deals(rules, min(rules.every_number), ROUNDS)
    return most if most is not None and most < ROUNDS else None


def _say_number(rules: Ruleset, most: int) -> Mend:
    """Says how many deals there are."""
    each = len(rules.contracts)
    if len(rules.every_number) > 1 and most == each * min(rules.every_number):
        return say(
            "say how many deals there are: `number = {number}`", number=f'"{each} * players"'
        )
    return say("say how many deals there are: `number = {number}`", number=most)

"""Rules that depend on options, and limits on declaring contracts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from scorekeeper.rules.fact_names import option_chosen
from scorekeeper.rules.formula import number_of, value_of
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_schedule import Budget
from scorekeeper.rules.ruleset_scoring import LOWEST
from scorekeeper.text.message import Words, listing

# --- Rules with chosen options -----------------------------------------------------------------
# Options may decide the numbers of players, the starting score, and which score wins. These are
# fixed before the first deal.


CHOSEN = "chosen"  # the kind of an option of which one value is left


def as_chosen(rules: Ruleset, players: int, options: Mapping[str, object]) -> Ruleset:
    """Return the rules for this number of players and these options, in place of any earlier
    options. Raises FormulaError if a formula has no value."""
    known, game = {"players": players, **options}, rules.game
    if "start" in game.chosen:
        game = replace(game, start=number_of(game.chosen["start"], known))
    if "best" in game.chosen:
        game = replace(game, lowest_wins=value_of(game.chosen["best"], known) == LOWEST)
    return replace(rules, game=game, players=players_allowed(rules, options))


def usual_as_chosen(rules: Ruleset, options: Mapping[str, Any]) -> Ruleset:
    """Return the rules with these options as the only possible values, and the numbers of players
    that these allow."""
    allowed = players_allowed(rules, options)
    only = {
        name: replace(option, default=options[name], kind=CHOSEN, values=())
        for name, option in rules.options.items()
    }
    return replace(rules, options=only, players=allowed, every_number=allowed)


def players_allowed(rules: Ruleset, options: Mapping[str, object]) -> tuple[int, ...]:
    """Return the numbers of players allowed with these options."""
    allowed = rules.every_number
    for option in rules.options.values():
        only = option.players.get(option.key_of(options[option.id]))
        allowed = tuple(n for n in allowed if only is None or n in only)
    return allowed


def what_decides(rules: Ruleset, options: Mapping[str, Any]) -> Words:
    """Return the options that limit the number of players, as typed."""
    chosen = [
        option_chosen(rules, name, options[name])
        for name, option in rules.options.items()
        if option.key_of(options[name]) in option.players
    ]
    return listing(chosen, "and")


# --- Limits on declaring contracts -------------------------------------------------------------


# The scopes of a limit: by whom, or in which deals, contracts are counted.
PLAYER, SIDE, ROUND, GAME = "player", "side", "round", "game"
Declared = tuple[int, int | None, str]  # an earlier deal: round, declarer, contract


class Use(NamedTuple):
    """The use of a budget: how often its contracts were declared (`used`) and may be declared
    (`most`) in one scope, PLAYER, SIDE, ROUND or GAME."""

    budget: Budget
    contracts: tuple[str, ...]
    scope: str
    used: int
    most: int

    @property
    def is_spent(self) -> bool:
        """Return True if the contracts may not be declared again."""
        return self.used >= self.most


def covered(rules: Ruleset, name: str, budget: Budget) -> tuple[str, ...]:
    """Return the contracts of a budget, in the order of the ruleset."""
    words = budget.contracts or (name,)
    return tuple(
        contract.id for contract in rules.contracts.values()
        if contract.id in words or (contract.group and contract.group in words)
    )  # fmt: skip


def uses(
    rules: Ruleset,
    declared: Iterable[Declared],
    round_number: int,
    declarer: int | None,
    contract: str,
    sides: int,
) -> Iterator[Use]:
    """Yield the use of every budget that limits `contract` in the next deal. `declared` are the
    earlier deals. Limits of a player or side need a declarer. Partners sit `sides` seats apart."""
    for name, budget in rules.budgets.items():
        contracts = covered(rules, name, budget)
        if contract not in contracts:
            continue
        together = (contract,) if budget.each else contracts
        found = [one for one in declared if one[2] in together]
        for scope, most, deals in (
            (PLAYER, budget.player, [one for one in found if one[1] == declarer]),
            (SIDE, budget.side, [one for one in found if _partners(rules, sides, one, declarer)]),
            (ROUND, budget.round, [one for one in found if one[0] == round_number]),
            (GAME, budget.game, found),
        ):
            if most is not None and (scope not in (PLAYER, SIDE) or declarer is not None):
                yield Use(budget, together, scope, len(deals), most)


def _partners(rules: Ruleset, sides: int, deal: Declared, declarer: int | None) -> bool:
    """Return True if a deal's declarer was this declarer or the partner."""
    before = deal[1]
    if before is None or declarer is None or not rules.teams:
        return before == declarer
    return before % sides == declarer % sides


def spent_use(
    rules: Ruleset,
    declared: Iterable[Declared],
    round_number: int,
    declarer: int | None,
    contract: str,
    sides: int,
) -> Use | None:
    """Return the use of the first budget that forbids declaring a contract, or None."""
    found = uses(rules, declared, round_number, declarer, contract, sides)
    return next((use for use in found if use.is_spent), None)


def most_deals(rules: Ruleset, players: int, rounds: int) -> int | None:
    """Return the maximum number of deals that budgets allow. Return None if there is no limit:
    some contract has no budget and may be picked more than once."""
    bounds, sides = [], players // 2 if rules.teams else players
    for name, budget in rules.budgets.items():
        contracts = covered(rules, name, budget)
        together = [(one,) for one in contracts] if budget.each else [contracts]
        times = [
            one for one in (
                budget.game,
                budget.player and budget.player * players,
                budget.side and budget.side * sides,
                budget.round and budget.round * rounds,
            ) if one is not None
        ]  # fmt: skip
        bounds += [(set(some), min(times)) for some in together if times]
    counted = set[str]().union(*(some for some, _ in bounds))
    if rules.deals.once:
        bounds = [(some, min(times, players * len(some))) for some, times in bounds]
        bounds += [({name}, players) for name in rules.contracts if name not in counted]
        counted = {*rules.contracts}
    return sum(times for _, times in bounds) if counted == set(rules.contracts) else None

"""The facts of one deal as formulas see them: names that are worked out when first asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.cards import find_card
from scorekeeper.formula import Formula, FormulaError, number_of, value_of
from scorekeeper.language import tr
from scorekeeper.ruleset.model import EVERY_SIDE, Outcome
from scorekeeper.schedule import State, Turn, seat
from scorekeeper.session import Agreed, Facts


class DealFacts(dict[str, Any]):
    """Names to values for one deal.

    A fact that nobody entered is None. `role.count`, `all.count` and the ruleset's own `let`s
    are worked out when a formula first asks; a side's own count, quota and total are there while
    `per_side` works on that side.
    """

    __slots__ = ("agreed", "entered", "roles", "state", "turn")

    def __init__(self, agreed: Agreed, state: State, turn: Turn, entered: Facts) -> None:
        super().__init__(agreed.options)
        self.agreed, self.state, self.turn, self.entered = agreed, state, turn, entered
        self.roles = roles_of_sides(agreed, turn, entered)
        self["contract"] = entered.get("contract")  # ready, for nearly every formula asks for it

    def __missing__(self, name: str) -> Any:
        value = self[name] = self._worked_out(name)
        return value

    def _worked_out(self, name: str) -> Any:
        rules = self.agreed.rules
        if "." in name:
            return self._of_role(*name.split(".", 1))
        if name in rules.facts and name != "trump":
            return self._entered(name, rules.facts[name].kind)
        if name in _COMMON:
            return _COMMON[name](self)
        if name in rules.lets:
            return value_of(rules.lets[name], self)
        if name in rules.ladders:
            return rules.ladders[name]
        raise KeyError(name)

    def _entered(self, name: str, kind: str) -> Any:
        value, pack = self.entered.get(name), self.agreed.rules.pack
        if value is not None and kind == "card":
            return find_card(pack, value)
        if value is not None and kind == "cards":
            return tuple(find_card(pack, code) for code in value)
        return value

    def _of_role(self, role: str, what: str) -> Any:
        """`role.count`: one number where the role is one side, all of them where it is several."""
        carry = self.agreed.rules.carry
        if what == "total":
            column: Any = self.state.totals
        elif what in carry:
            column = self.state.carry[list(carry).index(what)]
        else:
            column = quotas(self) if what == "quota" else self.entered.get(what)
        if column is None or role == "all":
            return column if column is None else tuple(column)
        by_side = self.of_sides(what, column)
        chosen = tuple(by_side[side] for side, name in enumerate(self.roles) if name == role)
        return chosen[0] if len(chosen) == 1 else chosen

    def of_sides(self, name: str, column: Sequence[Any]) -> Sequence[Any]:
        """A column with one value a side: partners who are counted apart are a list of their
        side."""
        counts, sides = self.agreed.rules.counts, self.agreed.sides
        if name not in counts or not counts[name].by_player:
            return column
        return partners(column, sides)


def partners(column: Sequence[Any], sides: Sequence[Sequence[int]]) -> Sequence[Any]:
    """One value a player as one a side: the player's own, or the list of the partners'."""
    return [
        column[side[0]] if len(side) == 1 else tuple(column[seat] for seat in side)
        for side in sides
    ]


_COMMON: dict[str, Any] = {
    "players": lambda facts: len(facts.agreed.players),
    "sides": lambda facts: len(facts.agreed.sides),
    "deal": lambda facts: facts.turn.number,
    "round": lambda facts: facts.turn.round,
    "hand": lambda facts: (
        number_of(facts.agreed.rules.hand, facts) if facts.agreed.rules.hand else None
    ),
    "game": lambda facts: facts.turn.game,
    "open": lambda facts: facts.turn.contracts,
    "contract": lambda facts: facts.entered.get("contract"),
    "trump": lambda facts: trump_of(facts.agreed, facts.entered),
    "group": lambda facts: _group(facts.agreed, facts.entered),
}


def _group(agreed: Agreed, entered: Facts) -> str | None:
    contract = agreed.rules.contracts.get(entered.get("contract", ""))
    return contract.group if contract else None


def roles_of_sides(agreed: Agreed, turn: Turn, entered: Facts) -> tuple[str | None, ...]:
    """The role of each side: the first of the ruleset's roles that fits it."""
    roles: list[str | None] = [None] * len(agreed.sides)
    rest: str | None = None
    for role, who in agreed.rules.roles.items():
        if who == "others":
            rest = role
            continue
        place = seat(agreed, who, turn.dealer, turn.declarer, entered)
        if place is not None and roles[agreed.side_of[place]] is None:
            roles[agreed.side_of[place]] = role
    return tuple([role or rest for role in roles])


def trump_of(agreed: Agreed, entered: Facts) -> str | None:
    """The trump suit: the contract's own, or the one entered where the deal decides."""
    contract = agreed.rules.contracts.get(entered.get("contract", ""))
    kind = contract.trump if contract else "open"
    if kind == "none":
        return None
    trump: str | None = entered.get("trump") if kind == "open" else kind
    return trump


def holds(when: Formula | None, facts: DealFacts) -> bool:
    """Whether a condition holds, the facts that nobody gave being none; one that has no answer is
    not known to be false."""
    try:
        return when is None or bool(value_of(when, facts))
    except FormulaError:
        return True


def quotas(facts: DealFacts) -> tuple[int, ...] | None:
    """Each side's quota in this contract, or None where the game has none."""
    contract = facts.agreed.rules.contracts.get(facts.entered.get("contract", ""))
    if contract is None or not contract.quota:
        return None
    return per_side(contract.quota, facts, {})


def per_side(
    formulas: Mapping[str, Formula], facts: DealFacts, columns: Mapping[str, Any]
) -> tuple[int, ...]:
    """One number a side, each from its role's formula; `columns` give each side its own values."""
    every, numbers = formulas.get(EVERY_SIDE), []
    for side, role in enumerate(facts.roles):
        formula = every or formulas.get(role or "")
        if formula is None:
            raise FormulaError(tr("nothing is said for the role `{role}`", role=role))
        if formula.constant is not None:
            numbers.append(formula.constant)
            continue
        for name in formula.names:
            if name in columns:
                facts[name] = columns[name][side]
        numbers.append(number_of(formula, facts))
    return tuple(numbers)


def columns_of(facts: DealFacts, quota: tuple[int, ...] | None) -> dict[str, Any]:
    """What each side's own formula sees: its counts, quota, role and total so far."""
    rules, entered = facts.agreed.rules, facts.entered
    columns: dict[str, Any] = {"total": facts.state.totals, "role": facts.roles}
    if quota is not None:
        columns["quota"] = quota
    for name in rules.counts:
        if name in entered:
            columns[name] = facts.of_sides(name, entered[name])
    for name, fact in rules.facts.items():
        if fact.each and name in entered:
            columns[name] = facts[name]
    if rules.carry:
        columns |= zip(rules.carry, facts.state.carry, strict=True)
    if rules.each:
        _add_each(facts, columns)
    for name, formula in rules.side.items():
        columns[name] = per_side({EVERY_SIDE: formula}, facts, columns)
    return columns


def _add_each(facts: DealFacts, columns: dict[str, Any]) -> None:
    """What the ruleset works out for every player, as a list a side where partners play."""
    rules, seats = facts.agreed.rules, range(len(facts.agreed.players))
    columns_by_player = {
        name: facts.entered[name]
        for name, count in rules.counts.items()
        if name in facts.entered and (count.by_player or len(facts.agreed.sides) == len(seats))
    }
    for name, formula in rules.each.items():
        column = []
        for player in seats:
            for other, numbers in columns_by_player.items():
                facts[other] = numbers[player]
            column.append(number_of(formula, facts))
        columns_by_player[name] = column
        columns[name] = partners(column, facts.agreed.sides)


def outcome_of(facts: DealFacts) -> Outcome | None:
    """The row of the settlement table that applies: the first whose test holds."""
    for outcome in facts.agreed.rules.outcomes:
        if outcome.when is None or value_of(outcome.when, facts):
            return outcome
    return None

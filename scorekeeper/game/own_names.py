"""The columns of names that only one side, or one player, has, for whoever asks for others':
`me`, `left.NAME`, counts and counters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from scorekeeper.game.schedule import State
from scorekeeper.game.session import Agreed, Facts
from scorekeeper.rules.model import LEFT, ME, PAIRS

Column = Sequence[Any]


class Partners:
    """A side of several players in formulas: it is the same as each of them."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Partners):
            return self.players == other.players
        return other in self.players

    def __hash__(self) -> int:
        return hash(self.players)

    def __str__(self) -> str:
        return " & ".join(self.players)


class Asked:
    """Columns that are worked out when they are asked for; what the game itself calls `me` or
    `left` goes before them."""

    def __init__(self, column_of: Callable[[str], Column | None]) -> None:
        self._column_of = column_of

    def get(self, name: str, /) -> Column | None:
        return None if name == ME or "." in name else self._column_of(name)


class Deal(Protocol):
    """The facts of a deal, `DealFacts`, as far as columns are made of them."""

    agreed: Agreed
    state: State
    entered: Facts
    roles: tuple[str | None, ...]

    def __getitem__(self, name: str, /) -> Any: ...
    def by_side(self, name: str, column: Column, /) -> Column: ...
    def side_column(self, name: str, /) -> Column | None: ...
    def player_column(self, name: str, /) -> Column | None: ...


def of_sides(deal: Deal, name: str) -> Column | None:
    """What a name stands for that no formula works out, a value a side; None where no side has
    it."""
    if name.startswith(f"{LEFT}."):
        return _of_the_left(deal.agreed, deal.side_column(name.removeprefix(f"{LEFT}.")))
    agreed, rules = deal.agreed, deal.agreed.rules
    if name in rules.scoring.carry:
        return deal.state.carry[list(rules.scoring.carry).index(name)]
    if name in rules.counts:
        column = deal.entered.get(name)
        return None if column is None else deal.by_side(name, column)
    if name in rules.facts:
        return _said_by_each(deal, name)
    if name == "total":
        return deal.state.totals
    if name == "role":
        return deal.roles
    return [_side(agreed.players, seats) for seats in agreed.sides] if name == ME else None


def _said_by_each(deal: Deal, name: str) -> Column | None:
    """What each side said of a fact that each has; of pairs nothing with anybody where nobody
    did."""
    fact, sides = deal.agreed.rules.facts[name], len(deal.agreed.sides)
    if fact.kind == PAIRS and name not in deal.entered:
        return [(0,) * (sides - 1)] * sides
    said: Column | None = deal[name] if fact.each else None
    return said


def of_players(deal: Deal, name: str) -> Column | None:
    """The same, a value a player: partners have what their side has, and are each themselves."""
    if name.startswith(f"{LEFT}."):
        return _of_the_left(deal.agreed, deal.player_column(name.removeprefix(f"{LEFT}.")))
    agreed = deal.agreed
    if name == ME:
        return agreed.players
    count = agreed.rules.counts.get(name)
    if count is not None and count.by_player:
        return deal.entered.get(name)
    column = deal.side_column(name)
    return None if column is None else [column[side] for side in agreed.side_of]


def _side(players: Sequence[str], seats: Sequence[int]) -> str | Partners:
    """A side as formulas compare it with the players that facts name."""
    return players[seats[0]] if len(seats) == 1 else Partners([players[seat] for seat in seats])


def _of_the_left(agreed: Agreed, column: Column | None) -> Column | None:
    """A column with each one's value at the place of whoever sits on the right; columns are in the
    order of play."""
    step = -1 if agreed.rules.deals.to_the_right else 1
    return None if column is None else [*column[step:], *column[:step]]

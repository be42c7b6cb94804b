"""The kinds of what goes on from deal to deal: the totals, and the counters of a game.

Their bounds are those of the start, widened deal by deal until no deal leads out of them. A bound
that still moves after a few deals is given up, and then narrowed again to what a deal leads to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from scorekeeper.rules import bounds
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.formula_views import DEAL, RESULT, SIDE, View
from scorekeeper.rules.kind import A_NUMBER, ENDLESS, Kind, number
from scorekeeper.rules.model import Ruleset

TOTAL = "total"
WIDENED_AFTER = 3  # deals whose bounds are taken as they are
NARROWED = 2  # times that given up bounds are worked out again


class Found(Protocol):
    """Where the kinds of formulas are found."""

    @property
    def rules(self) -> Ruleset:
        """The game."""

    @property
    def start(self) -> Kind:
        """The score that everybody begins with."""

    @property
    def most_deals(self) -> float:
        """The most deals of a game."""

    def found(self, formula: Formula, view: View) -> Kind:
        """The kind of what a formula gives."""


Kept = Mapping[str, Kind]


def kept_kinds(kinds: Found, with_kept: Callable[[Kept], Found]) -> Kept:
    """Return the kind of the total and of each counter; `with_kept` finds kinds where these are
    given."""
    carry = kinds.rules.scoring.carry
    start = {name: number(one.start, one.start) for name, one in carry.items()}
    begun: Kept = {TOTAL: with_kept({}).start, **start}
    kept, after = begun, _joined(begun, _after(with_kept(begun), begun))
    for deals in range(WIDENED_AFTER + 2 * len(begun) + 1):
        if after == kept:
            break
        kept = after if deals < WIDENED_AFTER else _widened(kept, after)
        after = _joined(begun, kept, _after(with_kept(kept), kept))
    else:
        return {name: A_NUMBER._replace(step=0) for name in begun}
    for _ in range(NARROWED):
        kept = _joined(begun, _after(with_kept(kept), kept))
    return {**kept, TOTAL: _in_so_many_deals(with_kept(kept), kept[TOTAL])}


def _after(kinds: Found, kept: Kept) -> Kept:
    """Return the kinds after a deal that began with these."""
    carry, of_table = kinds.rules.scoring.carry, kinds.rules.tables_counters
    total = bounds.added(kept[TOTAL], bounds.hull([number(0, 0), _of_a_deal(kinds)]))
    return {TOTAL: total} | {
        name: _number(kinds, one.next, DEAL if name in of_table else SIDE)
        for name, one in carry.items()
    }


def _joined(*kept: Kept) -> Kept:
    return {name: bounds.hull([one[name] for one in kept]) for name in kept[0]}


def _widened(kept: Kept, after: Kept) -> Kept:
    """Return the kinds without the bounds that a deal has moved."""
    return {
        name: after[name]._replace(
            least=one.least if after[name].least == one.least else -ENDLESS,
            most=one.most if after[name].most == one.most else ENDLESS,
        )
        for name, one in kept.items()
    }


def _in_so_many_deals(kinds: Found, total: Kind) -> Kind:
    """Return the totals that a game of so many deals may come to."""
    if kinds.most_deals == ENDLESS:
        return total
    each = bounds.hull([number(0, 0), _of_a_deal(kinds)])
    gained = bounds.multiplied(each, number(0, kinds.most_deals))
    reached = bounds.added(kinds.start, gained)
    least, most = max(total.least, reached.least), min(total.most, reached.most)
    return total._replace(least=least, most=most, step=1 if total.step else 0)


def _of_a_deal(kinds: Found) -> Kind:
    """Return what a side scores in a deal, or between two: its points, a penalty, a bonus."""
    rules = kinds.rules
    found = [
        _number(kinds, formula, SIDE._replace(contract=name))
        for name, contract in rules.contracts.items()
        for formula in contract.points.values()
    ]
    found += [_number(kinds, one) for row in rules.scoring.outcomes for one in row.points.values()]
    if rules.resting is not None and rules.resting.score is not None:
        found.append(_number(kinds, rules.resting.score, DEAL))
    if rules.game.bonus is not None:
        found.append(_number(kinds, rules.game.bonus.points, RESULT))
    for penalty in rules.penalties.values():
        most = max(penalty.costs, penalty.gives)
        found.append(number(-most, most))
    return bounds.hull(found)


def _number(kinds: Found, formula: Formula, view: View = SIDE) -> Kind:
    kind = kinds.found(formula, view)
    return kind if kind.is_number and not kind.words else A_NUMBER

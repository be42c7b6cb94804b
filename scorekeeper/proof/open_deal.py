"""A deal of which the facts are entered and the numbers are not: what is left of everything that
decides its points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.agreement import Facts
from scorekeeper.game.deal_facts import (
    DealFacts,
    FactColumns,
    LazyColumns,
    OwnFacts,
    PlayerFacts,
    of_pairs,
    of_players,
    of_sides,
    partners,
)
from scorekeeper.game.derived_facts import needs_nothing_left_out
from scorekeeper.proof.dependencies import base_names
from scorekeeper.proof.left_formulas import PartialScope, left_of, number_left_of
from scorekeeper.proof.open_numbers import FAILED, CannotBeLeft, Failed, Left, may_fail, total
from scorekeeper.proof.open_tests import any_of, choice, truth
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.model import EVERY_SIDE, LEFT, CheckRule

NO_ROW = -1  # what stands for the row where the settlement has none that applies


class LeftDeal(NamedTuple):
    """What is left of a deal: whether the rules refuse it, the row of the settlement by its place,
    each side's points (None once they are told), how much these are above what the rules promise,
    and what else may have no answer."""

    refused: Left
    row: Left
    points: tuple[Left, ...]
    excess: Left
    others: tuple[Left, ...]


class OpenDeal:
    """The facts of a deal as formulas see them, as `DealFacts`, with numbers that are not known:
    `counts` have one for each side or player, `numbers` are facts, and of `pairs` each side has
    one for each of the others, which only their own formulas see."""

    def __init__(
        self,
        base: DealFacts,
        counts: Mapping[str, Sequence[Left]],
        numbers: Mapping[str, Left],
        pairs: Mapping[str, Sequence[Left]],
    ) -> None:
        self.base, self.counts, self.numbers, self.pairs = base, counts, numbers, pairs
        self.agreed, self.state, self.roles = base.agreed, base.state, base.roles
        self.entered: Facts = {**base.entered, **counts, **numbers}
        self._found: dict[str, Left] = {**numbers}
        self._columns: dict[tuple[str, bool], Sequence[Left] | None] = {}

    def __getitem__(self, name: str) -> Left:
        if name not in self._found:
            self._found[name] = self._value(name)
        return self._found[name]

    def _value(self, name: str) -> Left:
        rules = self.agreed.rules
        if "." in name:
            return self._of_role(*name.split(".", 1))
        if name in rules.scoring.lets:
            return left_of(rules.scoring.lets[name], self)
        if name == "hand" and rules.hand is not None:
            return number_left_of(rules.hand, self)
        return self._of_base(name)

    def _of_base(self, name: str) -> Left:
        """What does not hang on what is not known."""
        rules = self.agreed.rules
        if name in rules.scoring.pair:
            raise KeyError(name)
        if base_names(rules, [name]) & {*self.counts, *self.numbers, *self.pairs}:
            raise CannotBeLeft
        return self.base[name]

    def _of_role(self, role: str, what: str) -> Left:
        """`role.count`, one number or several, as in the facts of a deal."""
        column = self._column_of(role, what)
        if column is None:
            return self._of_base(f"{role}.{what}")
        if role == "all":
            return tuple(column)
        by_side = self.by_side(what, column)
        chosen = tuple(by_side[side] for side, name in enumerate(self.roles) if name == role)
        if role == LEFT and LEFT not in self.agreed.rules.roles and len(chosen) != 1:
            raise KeyError(f"{role}.{what}")  # who is on the left only a side can say
        return chosen[0] if len(chosen) == 1 else chosen

    def _column_of(self, role: str, what: str) -> Sequence[Left] | None:
        """What is entered or worked out for everybody, where it may hang on what is not known."""
        scoring = self.agreed.rules.scoring
        if what in self.counts:
            return self.counts[what]
        if what == "quota":
            return self.quotas
        if what in scoring.each and role == "all":
            return self.player_column(what)
        return self.side_column(what) if what in scoring.side or what in scoring.each else None

    def by_side(self, name: str, column: Sequence[Left]) -> Sequence[Left]:
        """A column with one value a side: partners who are counted apart are a list of their
        side."""
        return self.base.by_side(name, column)

    def side_column(self, name: str) -> Sequence[Left] | None:
        """A value for each side of a name that only one side has; None where it is no such name."""
        return self._column((name, False), self._side_column)

    def player_column(self, name: str) -> Sequence[Left] | None:
        """The same for each player."""
        return self._column((name, True), self._player_column)

    def _column(
        self, key: tuple[str, bool], work_out: Callable[[str], Sequence[Left] | None]
    ) -> Sequence[Left] | None:
        if key not in self._columns:
            self._columns[key] = work_out(key[0])
        return self._columns[key]

    def _side_column(self, name: str) -> Sequence[Left] | None:
        scoring = self.agreed.rules.scoring
        if name in scoring.side:
            return self.per_side({EVERY_SIDE: scoring.side[name]}, LazyColumns(self.side_column))
        if name in scoring.pair:
            return self._pair_column(scoring.pair[name])
        if name in self.pairs:
            return self.pairs[name]
        if name in scoring.each:
            return partners(self.player_column(name) or (), self.agreed.sides)
        return self.quotas if name == "quota" else of_sides(self, name)

    def _pair_column(self, formula: Formula) -> Sequence[Left]:
        """What is left of the number that every side has with each of the others, from its left
        on."""
        agreed, columns = self.agreed, LazyColumns(self.side_column)
        sides = range(len(agreed.sides))
        pairs = of_pairs(agreed.rules, [OwnFacts(self, columns, side) for side in sides])
        found = [
            tuple(
                number_left_of(formula, pairs[me, (me + step) % len(sides)]) for step in sides[1:]
            )
            for me in sides
        ]
        if any(may_fail(one) for row in found for one in row):
            raise CannotBeLeft  # where one has no answer, all have none
        return found

    def _player_column(self, name: str) -> Sequence[Left] | None:
        formula = self.agreed.rules.scoring.each.get(name)
        if formula is None:
            return of_players(self, name)
        own, seats = LazyColumns(self.player_column), range(len(self.agreed.players))
        return [number_left_of(formula, PlayerFacts(self, own, seat)) for seat in seats]

    @property
    def quotas(self) -> Sequence[Left] | None:
        """Each side's quota, or None where the deal has none."""
        contract = self.base.contract
        return self.per_side(contract.quota, {}) if contract and contract.quota else None

    def per_side(self, formulas: Mapping[str, Formula], columns: FactColumns) -> tuple[Left, ...]:
        """What is left of each side's number, by its role's formula."""
        every, found = formulas.get(EVERY_SIDE), list[Left]()
        for side, role in enumerate(self.roles):
            formula = every or formulas.get(role or "")
            own = OwnFacts(self, columns, side)
            found.append(FAILED if formula is None else number_left_of(formula, own))
        return tuple(found)

    def worked_out(self) -> dict[str, Sequence[Left]]:
        """What the table works out of a deal before the points: what its sides' formulas see."""
        rules = self.agreed.rules
        names = (*rules.counts, *rules.facts, *rules.scoring.carry, "quota", "total", "role")
        found = {name: self.side_column(name) for name in names}
        columns = {name: column for name, column in found.items() if column is not None}
        self._add_each(columns)
        for name, formula in rules.scoring.side.items():
            columns[name] = self.per_side({EVERY_SIDE: formula}, columns)
        return columns

    def _add_each(self, columns: dict[str, Sequence[Left]]) -> None:
        """Adds what the ruleset works out for every player, as a tuple where partners play."""
        agreed, seats = self.agreed, range(len(self.agreed.players))
        by_player = {
            name: column
            for name, column in self.counts.items()
            if agreed.rules.counts[name].by_player or len(agreed.sides) == len(seats)
        }
        for name, formula in agreed.rules.scoring.each.items():
            column = [number_left_of(formula, PlayerFacts(self, by_player, seat)) for seat in seats]
            by_player[name] = column
            columns[name] = partners(column, agreed.sides)


def left_deal(deal: OpenDeal) -> LeftDeal:
    """What is left of a deal. Raises CannotBeLeft where that cannot be said."""
    rules = deal.base.agreed.rules
    columns = deal.worked_out()
    row, points = _settled(deal, columns)
    promise = rules.scoring.promise
    excess: Left = 0
    if promise is not None:
        excess = total([*((one, 1) for one in points), (number_left_of(promise, deal), -1)])
    return LeftDeal(_refused(deal), row, points, excess, tuple(_others(deal, columns)))


def _settled(deal: OpenDeal, columns: FactColumns) -> tuple[Left, tuple[Left, ...]]:
    """The row of the settlement that applies, and each side's points."""
    rules, tests, rows = deal.base.agreed.rules, list[Left](), list[tuple[Left, ...]]()
    for place, outcome in enumerate(rules.scoring.outcomes):
        test = True if outcome.when is None else truth(left_of(outcome.when, deal))
        if test is False:
            continue
        tests.append(test)
        rows.append((place, *deal.per_side(outcome.points, columns)))
        if test is True or isinstance(test, Failed):
            break
    contract = deal.base.contract
    left = (NO_ROW, *deal.per_side(contract.points if contract else {}, columns))
    for test, row in zip(reversed(tests), reversed(rows), strict=True):
        left = tuple(choice(test, one, other) for one, other in zip(row, left, strict=True))
    return left[0], left[1:]


def _refused(deal: OpenDeal) -> Left:
    """Whether the ruleset's own checks refuse the deal."""
    rules, base = deal.base.agreed.rules, deal.base
    given = {**base.entered, **dict.fromkeys(deal.counts, ()), **dict.fromkeys(deal.numbers, 0)}
    shown = base.with_entered(given)
    checks = [check for check in rules.scoring.checks if check.tier == "refuse"]
    if any(check.of == "deal" and check.when.things & {*deal.pairs} for check in checks):
        raise CannotBeLeft  # it is asked only where somebody said a pair
    tests = [
        _trouble_left(check, shown, seen) for check in checks for seen in _seen_by(check, deal)
    ]
    if any(isinstance(test, Failed) for test in tests):
        return FAILED
    if any(map(may_fail, tests)):
        raise CannotBeLeft  # every check is worked out, also beside one that refuses
    is_open_trump = base.contract is not None and base.contract.trump == "open"
    unsaid = rules.deals.trump_unsaid == "refuse" and is_open_trump and base.trump is None
    return any_of([*tests, unsaid], True)


def _trouble_left(check: CheckRule, shown: DealFacts, seen: PartialScope) -> Left:
    """Return what is left of the test of a check; it finds nothing where it needs what was left
    out."""
    test = truth(left_of(check.when, seen))
    if not may_fail(test) or needs_nothing_left_out(check.when, shown):
        return test
    if isinstance(test, Failed):
        return False
    raise CannotBeLeft


def _seen_by(check: CheckRule, deal: OpenDeal) -> Iterator[PartialScope]:
    """The facts as each whom a check is asked of sees them; of every two nothing can be said."""
    if check.of == "deal":
        yield deal
    elif check.of == "pair":
        raise CannotBeLeft
    elif check.of == "player":
        own = LazyColumns(deal.player_column)
        yield from (PlayerFacts(deal, own, seat) for seat in range(len(deal.agreed.players)))
    else:
        own = LazyColumns(deal.side_column)
        yield from (OwnFacts(deal, own, side) for side in range(len(deal.roles)))


def _others(deal: OpenDeal, columns: dict[str, Sequence[Left]]) -> Iterator[Left]:
    """What else is worked out in a deal, where it may have no answer."""
    for counter in deal.base.agreed.rules.scoring.carry.values():
        yield from filter(may_fail, deal.per_side({EVERY_SIDE: counter.next}, columns))
    for column in columns.values():
        for value in column:
            yield from filter(may_fail, value if isinstance(value, tuple) else [value])

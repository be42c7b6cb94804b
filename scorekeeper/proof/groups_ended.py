"""What came of groups of results once all their numbers are known; some are scored as at the table
to see that they are what their groups say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.game.agreement import Agreed
from scorekeeper.game.deal_facts import words_of
from scorekeeper.proof.deal_enumeration import Facts
from scorekeeper.proof.groups_added import End
from scorekeeper.proof.groups_begun import KnownNumber, Path, ResultGroup, rows_of_pairs
from scorekeeper.proof.open_deal import NO_ROW, LeftDeal
from scorekeeper.proof.open_numbers import CannotBeLeft, Failed, Open
from scorekeeper.proof.results import NOTHING, RowSeen, scored_alone
from scorekeeper.proof.situations import Situation

MOST_CHECKED = 30  # groups of which one result is scored as at the table


class GroupTotals(NamedTuple):
    """What came of all results: how many there are and how many can be, the rows of the settlement
    by their place, and of each kind of fault the entry with the smallest numbers."""

    tried: int
    possible: int
    rows: Mapping[int, RowSeen]
    broken: Mapping[str, Facts]


class Finished:
    """What came of the groups of which nothing is open any more. One result of each of the first
    is scored as at the table, and must be what its group says."""

    def __init__(self, situation: Situation) -> None:
        self.tried = self.possible = self._checked = 0
        self.rows: dict[int, RowSeen] = {}
        self.broken: dict[str, Facts] = {}
        self._situation, self._weights = situation, dict[str, int]()

    def add(
        self,
        left: LeftDeal,
        group: ResultGroup,
        numbers: Sequence[KnownNumber],
        ends: Iterable[End] = (),
    ) -> None:
        """Puts a group with the others; `ends` are where it says that a side scores least and
        most."""
        if self._checked < MOST_CHECKED:
            self._checked += 1
            _check(self._situation, left, group, self._entry(group.path, numbers))
            for end in ends:
                _check_end(self._situation, end, self._entry(end.path, numbers))
        self.tried += group.number
        if left.refused is True:
            return
        fault = _fault(left)
        self.possible += 0 if isinstance(left.refused, Failed) else group.number
        if fault is not None:
            self._note(fault, group, numbers)
        if fault in (None, "promise"):
            seen = RowSeen(group.number, group.sums, group.reach)
            self.rows[left.row] = self.rows.get(left.row, NOTHING).with_more(seen)

    def _note(self, code: str, group: ResultGroup, numbers: Sequence[KnownNumber]) -> None:
        if code not in self.broken or group.weight < self._weights[code]:
            self.broken[code] = self._entry(group.path, numbers)
            self._weights[code] = group.weight

    def _entry(self, path: Path, numbers: Sequence[KnownNumber]) -> Facts:
        """What was entered along a path."""
        values: list[int] = []
        while len(path) == 2:
            path, value = path
            values.append(value)
        entered: dict[str, Any] = dict(path[0])
        for number, value in zip(numbers, reversed(values), strict=True):
            if number.thing == number.name:
                entered[number.thing] = value
            else:
                column = entered.setdefault(number.thing, [0] * number.columns.parts)
                column[number.place] = value
        return _with_words_of_pairs(self._situation.agreed, entered)


def _fault(left: LeftDeal) -> str | None:
    """What breaks in results of which this is left, by its code."""
    asked = (left.refused, left.row, left.excess, *left.points)
    if any(isinstance(one, Open) for one in asked):
        raise CannotBeLeft
    if left.others or any(isinstance(one, Failed) for one in asked):
        return "no-points"
    return "promise" if left.excess else None


def _check(situation: Situation, left: LeftDeal, group: ResultGroup, entered: Facts) -> None:
    """Raises CannotBeLeft where a result, scored as at the table, is not what its group says."""
    tally = scored_alone(situation, entered)
    if left.refused is True:
        if tally.possible or tally.broken:
            raise CannotBeLeft
        return
    fault = _fault(left)
    if [*tally.broken] != ([fault] if fault else []):
        raise CannotBeLeft
    outcomes = situation.agreed.rules.scoring.outcomes
    for row, roles, points in tally.seen:
        name = None if left.row == NO_ROW else outcomes[left.row].name.in_english()
        is_within = all(
            group.reach[role or ""][0] <= one <= group.reach[role or ""][1]
            for role, one in zip(roles, points, strict=True)
        )
        if row != name or sum(points) not in group.sums or not is_within:
            raise CannotBeLeft


def _check_end(situation: Situation, end: End, entered: Facts) -> None:
    """Raises CannotBeLeft where a side, scored as at the table, has not what a group says."""
    tally = scored_alone(situation, entered)
    if [points[end.side] for _, _, points in tally.seen] != [end.points]:
        raise CannotBeLeft


def _with_words_of_pairs(agreed: Agreed, entered: Facts) -> Facts:
    """What was entered, with words for what was said of pairs."""
    rules, sides, found = agreed.rules, len(agreed.sides), {**entered}
    for name in found.keys() & {*rules.pair_names}:
        words = words_of(agreed, rows_of_pairs(found.pop(name), sides))
        found |= {name: words} if words else {}
    return found

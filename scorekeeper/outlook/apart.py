"""Deals in which everybody scores by their own numbers alone: what each side may have is looked
up, and a few well-chosen results say what all of them would, however many there are.

The others matter to a side only through totals that are shared and through checks, and whether
these leave room for a result is tried.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod
from typing import Any, NamedTuple

from scorekeeper.formula import Formula
from scorekeeper.language import tr
from scorekeeper.outlook.possible import Points, Possible, Result, known, result_of, scored_of
from scorekeeper.outlook.unknown import Unknown
from scorekeeper.outlook.weight import MOST, too_many
from scorekeeper.possibilities.domains import Columns, columns_of_count
from scorekeeper.possibilities.reach import base_names, entry_formulas, scoring_formulas
from scorekeeper.possibilities.situations import Situation
from scorekeeper.possibilities.ways import Order, fact_ways, looked_at
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.scoring.facts import DealFacts, holds

FEW, MOST_ROWS, MOST_TRIED = 2_000, 10_000, 20_000
MOST_IN_ALL = 60_000  # rows of all the kinds of deals to come
Numbers = tuple[int, ...]  # what one side has of each count


class Apart(NamedTuple):
    """A deal: what is entered beside the counts, the counts with their columns, and for each side
    the points that its own numbers bring."""

    situation: Situation
    entered: dict[str, Any]
    counts: Mapping[str, Columns]
    points: tuple[Mapping[Numbers, int], ...]

    def with_points(self, side: int, wanted: Iterable[int]) -> list[Numbers]:
        """The numbers that bring the side any of these points."""
        return [numbers for numbers, points in self.points[side].items() if points in wanted]


def apart_of(possible: Possible, situation: Situation) -> Apart | None:
    """The deal side by side, or None where its results are few enough to try them all, or where
    the sides' points do hang together."""
    kind = possible.kind(situation)
    if kind not in possible.apart:
        fits = scores_apart(possible.rules, possible.order) and possible.weight(situation) > FEW
        possible.apart[kind] = _telling(possible, situation) if fits else None
    found: Apart | None = possible.apart[kind]
    return found


def _telling(possible: Possible, situation: Situation) -> Apart | None:
    """The deal side by side where that tells all; where it does not, all results are tried if
    they can be."""
    try:
        apart = _apart(possible, situation)
        if apart is not None:
            extremes(apart, -1 if possible.rules.game.lowest_wins else 1)
    except Unknown:
        if possible.weight(situation) > MOST:
            raise
        return None
    return apart


def _apart(possible: Possible, situation: Situation) -> Apart | None:
    order = possible.order
    ways = list(islice(fact_ways(situation, order), 2))
    base = looked_at(situation, ways[0])
    counts = {
        count.id: columns_of_count(count, base) for count in order.counts if holds(count.when, base)
    }
    if len(ways) > 1 or not counts:
        return None
    number = prod(len(columns.numbers) for columns in counts.values()) * len(situation.agreed.sides)
    possible.rows += number
    if number > MOST_ROWS or possible.rows > MOST_IN_ALL:
        raise too_many()
    rows = list(product(*(columns.numbers for columns in counts.values())))
    every = [_scored(situation, base, counts, row) for row in rows]
    points = [
        {row: result.points[side] for row, result in zip(rows, every, strict=True)}
        for side in range(_sides(counts))
    ]
    return Apart(situation, ways[0], counts, tuple(points))


def _scored(
    situation: Situation, base: DealFacts, counts: Mapping[str, Columns], row: Numbers
) -> Result:
    """What it brings to everybody to have these numbers."""
    return known(
        situation.agreed.rules, lambda: scored_of(_filled(base, counts, [row] * _sides(counts)))
    )


def _sides(counts: Mapping[str, Columns]) -> int:
    return next(iter(counts.values())).parts


def _filled(base: DealFacts, counts: Iterable[str], rows: Sequence[Numbers]) -> DealFacts:
    """The deal in which each side has these numbers."""
    columns = {
        name: list(column) for name, column in zip(counts, zip(*rows, strict=True), strict=True)
    }
    return base.with_entered({**base.entered, **columns})


# --- looking for a result ------------------------------------------------------------------------


def a_result(apart: Apart, allowed: Sequence[Sequence[Numbers]]) -> Result | None:
    """Some result of the deal in which each side has numbers that are allowed to it; None where
    the rules let there be none."""
    base = looked_at(apart.situation, apart.entered)
    for tried, rows in enumerate(_rows(apart, allowed)):
        if tried > MOST_TRIED:
            raise too_many()
        found = result_of(apart.situation, _filled(base, apart.counts, rows)) if rows else None
        if found is not None:
            return found
    return None


def _rows(apart: Apart, allowed: Sequence[Sequence[Numbers]]) -> Iterator[list[Numbers]]:
    """Numbers side by side that keep the totals; an empty row for each dead end, so that these
    count too."""
    totals = [columns.total for columns in apart.counts.values()]
    if not all(allowed):
        return
    reach = [
        [
            (min(numbers[place] for numbers in own), max(numbers[place] for numbers in own))
            for own in allowed
        ]
        for place in range(len(totals))
    ]

    def fits(used: Numbers, done: int) -> bool:
        return all(
            total is None
            or sum(low for low, _ in ends[done:])
            <= total - have
            <= sum(high for _, high in ends[done:])
            for total, have, ends in zip(totals, used, reach, strict=True)
        )

    def more(rows: list[Numbers], used: Numbers) -> Iterator[list[Numbers]]:
        if len(rows) == len(allowed):
            yield rows
            return
        for numbers in allowed[len(rows)]:
            then = tuple(a + b for a, b in zip(used, numbers, strict=True))
            if fits(then, len(rows) + 1):
                yield from more([*rows, numbers], then)
            else:
                yield []

    yield from more([], (0,) * len(totals))


def with_numbers(apart: Apart, side: int, numbers: list[Numbers]) -> list[list[Numbers]]:
    """These numbers for one side, any for the others."""
    return [numbers if other == side else list(own) for other, own in enumerate(apart.points)]


def extremes(apart: Apart, sign: int) -> frozenset[Points]:
    """For each side the result that is best for it, and among those worst for everybody else,
    and the result that is worst: no other says more of what a side can reach. `sign` is -1 where
    the lowest wins."""
    ends = [
        (_end(apart, side, sign), _end(apart, side, -sign)) for side in range(len(apart.points))
    ]
    worst = [points[side] for side, (_, points) in enumerate(ends)]
    ideal = [
        against(apart, side, apart.with_points(side, [points[side]]), worst)
        for side, (points, _) in enumerate(ends)
    ]
    return frozenset([*(result.points for result in ideal), *(points for _, points in ends)])


def worst_of(apart: Apart, sign: int) -> list[int]:
    """The worst that each side can have of the deal."""
    return [_end(apart, side, -sign)[side] for side in range(len(apart.points))]


def against(apart: Apart, side: int, own: Sequence[Numbers], worst: Sequence[int]) -> Result:
    """A result with the side's own numbers in which every rival has the worst that it ever has."""
    allowed = [
        own if other == side else apart.with_points(other, [worst[other]])
        for other in range(len(worst))
    ]
    found = a_result(apart, allowed)
    if found is None:
        raise hang_together()
    return found


def hang_together() -> Unknown:
    """The reason where no single result is best for one side and worst for all the others."""
    return Unknown(tr("the results of the deals to come hang together in too many ways"))


def _end(apart: Apart, side: int, sign: int) -> Points:
    for points in sorted(set(apart.points[side].values()), key=lambda p: -sign * p):
        found = a_result(apart, with_numbers(apart, side, apart.with_points(side, [points])))
        if found is not None:
            return found.points
    raise Unknown(tr("the rules leave no possible result to a deal to come"))


# --- which games they are ------------------------------------------------------------------------


def scores_apart(rules: Ruleset, order: Order) -> bool:
    """Whether everybody's points look at their own numbers only, and nothing else but a check
    looks at any."""
    if not order.counts or any(c.by_player for c in order.counts) or rules.each or rules.side:
        return False
    if any(fact.alone for fact in rules.facts.values()):
        return False
    counts = {count.id for count in order.counts}
    tables = (*(o.points for o in rules.outcomes), *(c.points for c in rules.contracts.values()))
    points = [formula for table in tables for formula in table.values()]
    aside = {formula.text for formula in points} | {check.when.text for check in rules.checks}
    rest = [f for f in (*scoring_formulas(rules), *entry_formulas(rules)) if f.text not in aside]
    return not any(_looks_at(rules, f, counts) for f in rest) and all(
        _is_own(rules, f, counts) for f in points
    )


def _is_own(rules: Ruleset, formula: Formula, counts: set[str]) -> bool:
    """Whether of a count a formula looks at the side's own number only."""
    return not any(
        base_names(rules, [name]) & counts for name in formula.names if name not in counts
    )


def _looks_at(rules: Ruleset, formula: Formula, counts: set[str]) -> bool:
    """Whether a formula looks at the numbers of a count, not only at whether they were given."""
    if not base_names(rules, formula.names) & counts:
        return False
    if any(name in rules.lets and base_names(rules, [name]) & counts for name in formula.names):
        return True
    tree = ast.parse(formula.text.strip(), mode="eval")
    given = {id(part) for call in ast.walk(tree) if _asks_given(call) for part in ast.walk(call)}
    return any(_name(node) in counts and id(node) not in given for node in ast.walk(tree))


def _asks_given(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "given"
    )


def _name(node: ast.AST) -> Any:
    return (
        node.attr
        if isinstance(node, ast.Attribute)
        else node.id
        if isinstance(node, ast.Name)
        else None
    )

"""Tables of each side's points, for games in which a side's own counts decide its points."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod
from typing import NamedTuple

from scorekeeper.game.deal_facts import DealFacts, holds
from scorekeeper.proof.deal_enumeration import Facts, Order, each_fact_entry, facts_of
from scorekeeper.proof.dependencies import base_names, entry_formulas, scoring_formulas
from scorekeeper.proof.domains import CountDomain, columns_of_count
from scorekeeper.proof.possible_results import (
    MOST,
    DealResult,
    Points,
    Possible,
    Unknown,
    legal_result,
    or_unknown,
    scored_result,
    too_many,
)
from scorekeeper.proof.situations import Situation
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message import say

# --- independent scoring -------------------------------------------------------------------------


def scores_independently(rules: Ruleset, order: Order) -> bool:
    """Return True if each side's own counts decide its points, and only checks use other counts."""
    if (
        not order.counts
        or any(c.by_player for c in order.counts)
        or rules.scoring.each
        or rules.scoring.side
        or rules.scoring.pair
    ):
        return False
    if any(fact.alone for fact in rules.facts.values()):
        return False
    counts = {count.id for count in order.counts}
    tables = (
        *(o.points for o in rules.scoring.outcomes),
        *(c.points for c in rules.contracts.values()),
    )
    points = [formula for table in tables for formula in table.values()]
    aside = {formula.text for formula in points} | {
        check.when.text for check in rules.scoring.checks
    }
    rest = [f for f in (*scoring_formulas(rules), *entry_formulas(rules)) if f.text not in aside]
    return not any(_looks_at(rules, f, counts) for f in rest) and all(
        _is_own(rules, f, counts) for f in points
    )


def _is_own(rules: Ruleset, formula: Formula, counts: set[str]) -> bool:
    """Return True if a formula uses only the side's own number of each count."""
    return not any(
        base_names(rules, [name]) & counts for name in formula.names if name not in counts
    )


def _looks_at(rules: Ruleset, formula: Formula, counts: set[str]) -> bool:
    """Return True if a formula uses the numbers of a count, not only whether the count was
    entered."""
    if not base_names(rules, formula.names) & counts:
        return False
    if any(
        name in rules.scoring.lets and base_names(rules, [name]) & counts for name in formula.names
    ):
        return True
    tree = ast.parse(formula.text.strip(), mode="eval")
    given = {id(part) for call in ast.walk(tree) if _asks_given(call) for part in ast.walk(call)}
    return any(_name(node) in counts and id(node) not in given for node in ast.walk(tree))


def _asks_given(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "given"
    )


def _name(node: ast.AST) -> object:
    return (
        node.attr
        if isinstance(node, ast.Attribute)
        else node.id
        if isinstance(node, ast.Name)
        else None
    )


# --- tables of sides -----------------------------------------------------------------------------
# If each side's own counts decide its points, each side is optimised by itself, without
# enumerating every deal.
#
# A table has a side's points by its own counts. The sides still share a count's total, and checks
# may use the counts of all sides, so one complete legal result confirms every optimum.


FEW, MOST_ROWS, MOST_TRIED = 2_000, 10_000, 20_000
MOST_IN_ALL = 60_000  # rows for all kinds of remaining deals
Numbers = tuple[int, ...]  # one side's number in each count


class IndependentDeal(NamedTuple):
    """A deal in which each side's own counts decide its points: its facts, the possible columns of
    each count, and a table of each side's points by its counts."""

    situation: Situation
    entered: Facts
    counts: Mapping[str, CountDomain]
    points: tuple[Mapping[Numbers, int], ...]

    def with_points(self, side: int, wanted: Iterable[int]) -> list[Numbers]:
        """Return the counts with which the side scores one of these points."""
        return [numbers for numbers, points in self.points[side].items() if points in wanted]


def independent_deal(possible: Possible, situation: Situation) -> IndependentDeal | None:
    """Return the deal with a table for each side; None if all results can be tried, or if sides do
    not score independently."""
    kind = possible.kind(situation)
    if kind not in possible.independent:
        fits = (
            scores_independently(possible.rules, possible.order)
            and possible.result_count(situation) > FEW
        )
        possible.independent[kind] = _confirmed(possible, situation) if fits else None
    found: IndependentDeal | None = possible.independent[kind]
    return found


def _confirmed(possible: Possible, situation: Situation) -> IndependentDeal | None:
    """Return the deal if its extreme results are legal, else None. Raises Unknown if there are
    then too many results to try."""
    try:
        deal = _tabulated(possible, situation)
        if deal is not None:
            extremes(deal, -1 if possible.rules.game.lowest_wins else 1)
    except Unknown:
        if possible.result_count(situation) > MOST:
            raise
        return None
    return deal


def _tabulated(possible: Possible, situation: Situation) -> IndependentDeal | None:
    """Return the deal with each side's points by its counts; None if there are several ways to
    enter the facts, or no counts. Raises Unknown if there are too many rows."""
    order = possible.order
    ways = list(islice(each_fact_entry(situation, order), 2))
    base = facts_of(situation, ways[0])
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
    return IndependentDeal(situation, ways[0], counts, tuple(points))


def _scored(
    situation: Situation, base: DealFacts, counts: Mapping[str, CountDomain], row: Numbers
) -> DealResult:
    """Return the result in which every side has the counts of this row."""
    return or_unknown(
        situation.agreed.rules,
        lambda: scored_result(_facts_of_rows(base, counts, [row] * _sides(counts))),
    )


def _sides(counts: Mapping[str, CountDomain]) -> int:
    return next(iter(counts.values())).parts


def _facts_of_rows(base: DealFacts, counts: Iterable[str], rows: Sequence[Numbers]) -> DealFacts:
    """Return the facts of the deal in which each side has the counts of its row."""
    columns = {
        name: list(column) for name, column in zip(counts, zip(*rows, strict=True), strict=True)
    }
    return base.with_entered({**base.entered, **columns})


# --- legal results of chosen rows ----------------------------------------------------------------


def a_result(deal: IndependentDeal, allowed: Sequence[Sequence[Numbers]]) -> DealResult | None:
    """Return the first legal result in which each side has one of its allowed rows; None where
    there is none. Raises Unknown after MOST_TRIED rows."""
    base = facts_of(deal.situation, deal.entered)
    for tried, rows in enumerate(_rows(deal, allowed)):
        if tried > MOST_TRIED:
            raise too_many()
        found = (
            legal_result(deal.situation, _facts_of_rows(base, deal.counts, rows)) if rows else None
        )
        if found is not None:
            return found
    return None


class _RowLimits(NamedTuple):
    """The limits for a choice of rows: the total of each count, and each side's minimum and
    maximum."""

    totals: tuple[int | None, ...]
    reach: tuple[tuple[tuple[int, int], ...], ...]

    def fits(self, used: Numbers, done: int) -> bool:
        """Return True if the sides after the first `done` can still bring each count to
        its total."""
        return all(
            total is None
            or sum(low for low, _ in ends[done:])
            <= total - have
            <= sum(high for _, high in ends[done:])
            for total, have, ends in zip(self.totals, used, self.reach, strict=True)
        )


def _rows(deal: IndependentDeal, allowed: Sequence[Sequence[Numbers]]) -> Iterator[list[Numbers]]:
    """Yield one allowed row for each side, so that each count adds up to its total. An empty list
    is a dead end, which counts as tried."""
    if not all(allowed):
        return
    totals = tuple(columns.total for columns in deal.counts.values())
    columns = [[[row[place] for row in own] for own in allowed] for place in range(len(totals))]
    reach = tuple(tuple((min(own), max(own)) for own in sides) for sides in columns)
    yield from _more_rows(_RowLimits(totals, reach), allowed, [], (0,) * len(totals))


def _more_rows(
    room: _RowLimits, allowed: Sequence[Sequence[Numbers]], rows: list[Numbers], used: Numbers
) -> Iterator[list[Numbers]]:
    """Yield `rows` extended by one row for each remaining side. `used` is the sum of each count so
    far."""
    if len(rows) == len(allowed):
        yield rows
        return
    for numbers in allowed[len(rows)]:
        then = tuple(a + b for a, b in zip(used, numbers, strict=True))
        if room.fits(then, len(rows) + 1):
            yield from _more_rows(room, allowed, [*rows, numbers], then)
        else:
            yield []


def rows_with_own(deal: IndependentDeal, side: int, numbers: list[Numbers]) -> list[list[Numbers]]:
    """Return the allowed rows of each side: `numbers` for this side, every row for the others."""
    return [numbers if other == side else list(own) for other, own in enumerate(deal.points)]


def extremes(deal: IndependentDeal, sign: int) -> frozenset[Points]:
    """Return the points of each side's best result, with every rival at its worst, and of each
    side's worst result. `sign` is -1 if the lowest total wins."""
    ends = [(_end(deal, side, sign), _end(deal, side, -sign)) for side in range(len(deal.points))]
    worst = [points[side] for side, (_, points) in enumerate(ends)]
    ideal = [
        result_against(deal, side, deal.with_points(side, [points[side]]), worst)
        for side, (points, _) in enumerate(ends)
    ]
    return frozenset([*(result.points for result in ideal), *(points for _, points in ends)])


def worst_of(deal: IndependentDeal, sign: int) -> list[int]:
    """Return each side's worst points in the deal; `sign` is -1 if the lowest total wins."""
    return [_end(deal, side, -sign)[side] for side in range(len(deal.points))]


def result_against(
    deal: IndependentDeal, side: int, own: Sequence[Numbers], worst: Sequence[int]
) -> DealResult:
    """Return a result in which the side has a row of `own` and each rival its worst points. Raises
    Unknown if none is legal."""
    allowed = [
        own if other == side else deal.with_points(other, [worst[other]])
        for other in range(len(worst))
    ]
    found = a_result(deal, allowed)
    if found is None:
        raise interdependent()
    return found


def interdependent() -> Unknown:
    """Return the error that no result is best for one side and worst for all others."""
    return Unknown(say("the results of the deals to come hang together in too many ways"))


def _end(deal: IndependentDeal, side: int, sign: int) -> Points:
    """Return the points of the best legal result for a side; with `sign` negated, of the worst."""
    for points in sorted(set(deal.points[side].values()), key=lambda p: -sign * p):
        found = a_result(deal, rows_with_own(deal, side, deal.with_points(side, [points])))
        if found is not None:
            return found.points
    raise Unknown(say("the rules leave no possible result to a deal to come"))

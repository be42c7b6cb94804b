"""Tallies of enumerated deals, each scored as at the table."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

from scorekeeper.base.input_limits import Steps
from scorekeeper.base.random_draws import RandomSource
from scorekeeper.game.deal_facts import (
    DealFacts,
    columns_of,
    holds,
    kept_numbers,
    outcome_of,
    point_formulas,
    quotas,
    scored_points,
)
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.rule_checks import failing_checks
from scorekeeper.proof.deal_enumeration import (
    Facts,
    Order,
    count_domains,
    each_count_entry,
    each_fact_entry,
    facts_of,
    is_late,
    names_used_by_all,
    number_of_values,
    random_entry,
)
from scorekeeper.proof.dependencies import SCHEDULE, STEADY, base_names
from scorekeeper.proof.domains import columns_of_count
from scorekeeper.proof.situations import Situation
from scorekeeper.rules.formula import Formula, FormulaError, number_of, value_of
from scorekeeper.rules.formula_faults import deal_steps
from scorekeeper.rules.rule_text import no_answer
from scorekeeper.rules.ruleset import Count, Fact, OutcomeRow
from scorekeeper.text.message import Words, say

# --- results by row ------------------------------------------------------------------------------


PointsReach = Mapping[str, tuple[int, int]]


class RowResults(NamedTuple):
    """The results of one settlement row: their number, every sum of points, and the minimum and
    maximum points by role."""

    number: int
    sums: frozenset[int]
    reach: PointsReach

    def with_more(self, other: RowResults) -> RowResults:
        """Return these and the other results, combined."""
        sums = self.sums | other.sums
        return RowResults(
            self.number + other.number, sums, ranges_together(self.reach, other.reach)
        )


NOTHING = RowResults(0, frozenset(), {})


def ranges_together(*reaches: PointsReach) -> PointsReach:
    """Return the combined minimum and maximum by role."""
    if len(reaches) == 2 and reaches[0] == reaches[1]:
        return reaches[0]
    found: dict[str, tuple[int, int]] = {}
    for reach in reaches:
        for role, (least, most) in reach.items():
            low, high = found.get(role, (least, most))
            found[role] = (min(low, least), max(high, most))
    return found


def rows_together(rows: Iterable[RowResults]) -> RowResults:
    """Return the combined results of several rows."""
    found = NOTHING
    for row in rows:
        found = found.with_more(row)
    return found


# --- trying results ------------------------------------------------------------------------------
# Each result is scored as at the table and added to a tally.


STRETCH = 1000
A_ROW = 5  # steps to find a result's row, in addition to the parts of the tests


class Counterexample(NamedTuple):
    """A result that breaks a promise of the rules: the code, the message, the deal and its
    points."""

    code: str
    message: Words
    situation: Situation
    facts: Mapping[str, object]
    points: tuple[int, ...] | None = None

    @property
    def weight(self) -> tuple[int, int]:
        """Return the size of the example: its number of facts, then the sum of its numbers."""
        numbers = [
            n
            for value in self.facts.values()
            for n in (value if isinstance(value, (list, tuple)) else [value])
        ]
        return len(self.facts), sum(abs(n) for n in numbers if isinstance(n, int))


class Tally:
    """The tally of one situation: the numbers of tried, possible and grouped results; how often
    each combination of row (by English name), roles and points occurred; and the smallest
    counterexample of each kind."""

    def __init__(self) -> None:
        self.tried = 0
        self.possible = 0
        self.grouped = 0
        self.seen: Counter[tuple[str | None, tuple[str | None, ...], tuple[int, ...]]] = Counter()
        self.broken: dict[str, Counterexample] = {}

    def rows(self) -> dict[str | None, RowResults]:
        """Return the results by row."""
        found: dict[str | None, RowResults] = {}
        for (row, roles, points), number in self.seen.items():
            own = zip(roles, points, strict=True)
            reach = ranges_together(*({role or "": (one, one)} for role, one in own))
            seen = RowResults(number, frozenset([sum(points)]), reach)
            found[row] = found.get(row, NOTHING).with_more(seen)
        return found

    def note(self, example: Counterexample) -> None:
        kept = self.broken.get(example.code)
        if kept is None or example.weight < kept.weight:
            self.broken[example.code] = example._replace(facts=dict(example.facts))


def result_and_way_counts(
    situation: Situation, order: Order, most: int, ways: int
) -> tuple[int, int]:
    """Return the number of results of a situation, and the number of entries of its facts. The
    first is `most + 1` if there are more results, or more than `ways` entries."""
    asked = names_used_by_all(situation.agreed.rules, [*order.facts, *order.counts])
    counted = tuple(fact for fact in order.facts if fact.id not in asked)
    others = order._replace(facts=tuple(fact for fact in order.facts if fact.id in asked))
    number = looked = 0
    for entered in each_fact_entry(situation, others):
        times = prod(number_of_values(fact, situation, order, entered) for fact in counted)
        looked += times
        base = facts_of(situation, entered)
        counts = [c for c in order.counts if c.id in order.late or holds(c.when, base)]
        number += times * prod(
            columns_of_count(c, base).size + (c.optional or c.id in order.late) for c in counts
        )
        if number > most or looked > ways:
            return most + 1, min(looked, ways + 1)
    return number, looked


def try_all(
    situation: Situation, order: Order, tally: Tally, steps: Steps | None = None
) -> Iterator[None]:
    """Try every result of a situation while steps are left. Yields after each STRETCH of results
    and each group."""
    alike = _GroupedResults(situation, order, steps)
    each = deal_steps(situation.agreed.rules)
    for entered in each_fact_entry(situation, order):
        base = facts_of(situation, entered)
        if alike.tally_group(base, tally):
            yield
            continue
        steady = base.steady()
        for result in each_count_entry(base, order):
            if steps and not steps.take(each):
                return
            _try(situation, base.with_entered(result, steady), tally)
            if tally.tried % STRETCH == 0:
                yield


def _try(situation: Situation, facts: DealFacts, tally: Tally) -> None:
    """Check one result by the rules' own checks, score it and add it to the tally."""
    rules = facts.agreed.rules
    tally.tried += 1
    try:
        if rules.scoring.checks and failing_checks(facts, ("refuse",)):
            return
        tally.possible += 1
        outcome = outcome_of(facts)
        points = _points(facts, point_formulas(facts, outcome))
        promised = (
            None if rules.scoring.promise is None else number_of(rules.scoring.promise, facts)
        )
    except FormulaError as error:
        message = say("the rules cannot score this: {problem}", problem=no_answer(rules, error))
        tally.note(Counterexample("no-points", message, situation, facts.entered))
        return
    tally.seen[outcome.name.in_english() if outcome else None, facts.roles, points] += 1
    if promised not in (None, sum(points)):
        message = say(
            "the points add up to {found}, and the rules promise {promised}",
            found=sum(points),
            promised=promised,
        )
        tally.note(Counterexample("promise", message, situation, facts.entered, points=points))


def _points(facts: DealFacts, formulas: Mapping[str, Formula]) -> tuple[int, ...]:
    """Return each side's points, after computing all other formulas of a deal."""
    columns = columns_of(facts, quotas(facts))
    points = scored_points(formulas, facts, columns)
    for counter in facts.agreed.rules.scoring.carry.values():
        kept_numbers(counter.next, facts, columns)
    return points


# --- results tallied as groups -------------------------------------------------------------------


class _GroupedResults:
    """Results that are tallied as a group: given the facts, the counts decide only which row of
    the settlement applies. The frequency of each row is cached for facts that are equal in the
    rows' tests."""

    def __init__(self, situation: Situation, order: Order, steps: Steps | None) -> None:
        rules, scoring = situation.agreed.rules, situation.agreed.rules.scoring
        quotas_of = rules.contracts[situation.contract].quota if situation.contract else {}
        self.rules, self.order, self.steps = rules, order, steps
        self.names: dict[str, set[str]] = {}
        self.told: dict[Hashable, Sequence[int]] = {}
        self.formulas = [
            *(one for table in (scoring.each, scoring.side, quotas_of) for one in table.values()),
            *(counter.next for counter in scoring.carry.values()),
            *(check.when for check in scoring.checks if check.tier == "refuse"),
            *filter(None, [scoring.promise]),
        ]
        things: list[Fact | Count] = [*order.facts, *order.counts]
        self.is_late = any(is_late(one, order, rules) for one in things)

    def tally_group(self, base: DealFacts, tally: Tally) -> bool:
        """Tally every result with these facts and return True. Return False if each must be tried,
        because counts decide more than the row, or a formula fails."""
        counts: dict[str, Any] = dict(zip(*count_domains(base, self.order), strict=True))
        waits = any(fact.default and fact.id not in base.entered for fact in self.order.facts)
        if not counts or waits or self.is_late:
            return False
        number = prod(each.columns.size + len(each.more) for each in counts.values())
        try:
            rows = self._rows(base, counts)
            formulas = [one for row in rows for one in point_formulas(base, row).values()]
            if any(self._depends_on(one, counts) for one in (*self.formulas, *formulas)):
                return False
            is_refused = bool(self.rules.scoring.checks and failing_checks(base, ("refuse",)))
            points = [] if is_refused else [_points(base, point_formulas(base, r)) for r in rows]
            promise = self.rules.scoring.promise
            if promise and any(number_of(promise, base) != sum(one) for one in points):
                return False
            times = [] if is_refused else self._times(base, counts, rows, number)
        except FormulaError:
            return False
        if not (is_refused or times):
            return False
        for row, own, often in zip(rows, points, times, strict=False):
            if often:
                tally.seen[row.name.in_english() if row else None, base.roles, own] += often
        tally.tried += number
        tally.grouped += number
        tally.possible += sum(times)
        return True

    def _rows(self, base: DealFacts, counts: Collection[str]) -> list[OutcomeRow | None]:
        """Return the rows that may apply, in order; the last applies if no earlier one does."""
        rows: list[OutcomeRow | None] = []
        for row in self.rules.scoring.outcomes:
            if row.when is not None and self._depends_on(row.when, counts):
                rows.append(row)
            elif row.when is None or value_of(row.when, base):
                return [*rows, row]
        return [*rows, None]

    def _depends_on(self, formula: Formula, counts: Collection[str]) -> bool:
        if formula.text not in self.names:
            self.names[formula.text] = base_names(self.rules, formula.names)
        return not self.names[formula.text].isdisjoint(counts)

    def _times(
        self,
        base: DealFacts,
        counts: Mapping[str, Any],
        rows: Sequence[OutcomeRow | None],
        number: int,
    ) -> Sequence[int]:
        """Return how often each row applies; empty if counting takes too many steps."""
        tests = [row.when for row in rows[:-1] if row and row.when]
        key = (
            self._facts_named_by(base, tests),
            *((name, one.columns) for name, one in counts.items()),
        )
        if key not in self.told:
            parts = sum(1 for test in tests for _ in ast.walk(test.tree))
            if self.steps and not self.steps.take(number * (A_ROW + parts)):
                return ()
            found, steady = [0] * len(rows), base.steady()
            for result in each_count_entry(base, self.order):
                facts = base.with_entered(result, steady)
                met = (place for place, test in enumerate(tests) if value_of(test, facts))
                found[next(met, len(tests))] += 1
            self.told[key] = found
        return self.told[key]

    def _facts_named_by(self, base: DealFacts, tests: Sequence[Formula]) -> str:
        """Return a key of the facts and roles in these tests; of every fact if the tests use other
        names."""
        rules, names = self.rules, set[str]()
        for name in {name for test in tests for name in test.names}:
            role, _, what = name.rpartition(".")
            names |= base_names(rules, [what if role in {*rules.roles, "all"} else name])
        scoring = rules.scoring
        known = {*rules.options, *rules.counts, *scoring.ladders, *scoring.lets, *STEADY, *SCHEDULE}
        facts = names if names <= known | {*rules.facts} else base.entered
        seen = [base.entered.get(name) for name in rules.facts if name in facts]
        return repr((seen, base.roles, [test.text for test in tests]))


# --- random results ------------------------------------------------------------------------------


def try_some(
    situation: Situation, order: Order, number: int, chance: RandomSource, tally: Tally
) -> Iterator[None]:
    """Try `number` random results, judged as at the table. Yields after each."""
    for _ in range(number):
        entered, chance = random_entry(situation, order, chance)
        verdict = judged(situation.agreed, situation.state, entered)
        tally.tried += 1
        broken = {
            problem.code: problem
            for problem in verdict.problems
            if problem.code in ("promise", "formula")
        }
        for problem in broken.values():
            code = "promise" if problem.code == "promise" else "no-points"
            tally.note(Counterexample(code, problem.message, situation, entered))
        if verdict.scored is not None:
            scored = verdict.scored
            row = scored.outcome.name.in_english() if scored.outcome else None
            roles = facts_of(situation, entered).roles
            tally.possible += 1
            tally.seen[row, roles, scored.points] += 1
        yield


def tally_of_one(situation: Situation, entered: Facts) -> Tally:
    """Return the tally of one result."""
    tally = Tally()
    _try(situation, facts_of(situation, entered), tally)
    return tally


def try_alone(situation: Situation, name: str, tally: Tally) -> None:
    """Try the deal that consists of one fact, such as that all passed."""
    _try(situation, facts_of(situation, {**situation.known, name: True}), tally)


# --- facts that change no points -----------------------------------------------------------------


class ExtraFacts(NamedTuple):
    """Facts that change no points, with the numbers of tried and of legal ways to enter them."""

    names: tuple[str, ...]
    tried: int
    possible: int


def try_extra(
    situation: Situation, order: Order, result: Facts, most: int, steps: Steps
) -> ExtraFacts | None:
    """Try every way to enter some facts with one result. Returns None if there are too many ways,
    or if the deal does not use the facts."""
    names = tuple(fact.id for fact in order.facts)
    tried = possible = 0
    for entered in each_fact_entry(situation, order):
        if tried >= most or not steps.take():
            return None
        tried += 1
        verdict = judged(situation.agreed, situation.state, {**result, **entered})
        possible += not any(problem.fact in (*names, None) for problem in verdict.problems)
    return ExtraFacts(names, tried, possible) if tried > 1 else None

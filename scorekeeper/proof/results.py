"""Results of enumerated deals: each is scored as at the table and tallied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from math import prod
from typing import NamedTuple

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
from scorekeeper.game.rule_checks import troubles
from scorekeeper.proof.deal_enumeration import (
    Facts,
    Order,
    asked_about,
    drawn_way,
    fact_ways,
    facts_of,
    number_of_ways,
    results,
)
from scorekeeper.proof.domains import columns_of_count
from scorekeeper.proof.situations import Situation
from scorekeeper.rules.formula import Formula, FormulaError, number_of
from scorekeeper.rules.rule_text import no_answer
from scorekeeper.text.message import Words, say

# --- tally -------------------------------------------------------------------------------------
# What came of results: how many led to a row of the settlement, what the points of these add up
# to, and from which least to which most each role scored.


PointsReach = Mapping[str, tuple[int, int]]


class RowSeen(NamedTuple):
    """The results of one row: how many, every sum of their points, the least and the most by
    role."""

    number: int
    sums: frozenset[int]
    reach: PointsReach

    def with_more(self, other: RowSeen) -> RowSeen:
        """These and other results together."""
        sums = self.sums | other.sums
        return RowSeen(self.number + other.number, sums, joined(self.reach, other.reach))


NOTHING = RowSeen(0, frozenset(), {})


def joined(*reaches: PointsReach) -> PointsReach:
    """The least and the most by role in any of these."""
    if len(reaches) == 2 and reaches[0] == reaches[1]:
        return reaches[0]
    found: dict[str, tuple[int, int]] = {}
    for reach in reaches:
        for role, (least, most) in reach.items():
            low, high = found.get(role, (least, most))
            found[role] = (min(low, least), max(high, most))
    return found


def all_seen(rows: Iterable[RowSeen]) -> RowSeen:
    """The results of several rows together."""
    found = NOTHING
    for row in rows:
        found = found.with_more(row)
    return found


# --- trying ------------------------------------------------------------------------------------
# Trying results: each is scored as at the table, and what came of it is put on a tally.


STRETCH = 1000


class Counterexample(NamedTuple):
    """A result under which the rules break a promise: what breaks, the deal, the numbers."""

    code: str
    message: Words
    situation: Situation
    facts: Mapping[str, object]
    points: tuple[int, ...] | None = None

    @property
    def weight(self) -> tuple[int, int]:
        """How big an example is: the fewest facts and the smallest numbers are the plainest."""
        numbers = [
            n
            for value in self.facts.values()
            for n in (value if isinstance(value, (list, tuple)) else [value])
        ]
        return len(self.facts), sum(abs(n) for n in numbers if isinstance(n, int))


class Tally:
    """What came of the results tried in one situation: how many were tried and how many are
    possible, how often each row (by its English name), roles and points came up, and the plainest
    counter-example of each kind."""

    def __init__(self) -> None:
        self.tried = 0
        self.possible = 0
        self.seen: Counter[tuple[str | None, tuple[str | None, ...], tuple[int, ...]]] = Counter()
        self.broken: dict[str, Counterexample] = {}

    def rows(self) -> dict[str | None, RowSeen]:
        """What came of it by row."""
        found: dict[str | None, RowSeen] = {}
        for (row, roles, points), number in self.seen.items():
            own = zip(roles, points, strict=True)
            reach = joined(*({role or "": (one, one)} for role, one in own))
            seen = RowSeen(number, frozenset([sum(points)]), reach)
            found[row] = found.get(row, NOTHING).with_more(seen)
        return found

    def note(self, example: Counterexample) -> None:
        kept = self.broken.get(example.code)
        if kept is None or example.weight < kept.weight:
            self.broken[example.code] = example._replace(facts=dict(example.facts))


def size(situation: Situation, order: Order, most: int, ways: int) -> tuple[int, int]:
    """How many results a situation has, and how many ways to enter its facts were counted. One
    above `most` where results are more, or ways more than `ways`."""
    asked = asked_about(situation.agreed.rules, [*order.facts, *order.counts])
    counted = tuple(fact for fact in order.facts if fact.id not in asked)
    others = order._replace(facts=tuple(fact for fact in order.facts if fact.id in asked))
    number = looked = 0
    for entered in fact_ways(situation, others):
        times = prod(number_of_ways(fact, situation, order, entered) for fact in counted)
        looked += times
        base = facts_of(situation, entered)
        counts = [c for c in order.counts if c.id in order.late or holds(c.when, base)]
        number += times * prod(
            columns_of_count(c, base).size + (c.optional or c.id in order.late) for c in counts
        )
        if number > most or looked > ways:
            return most + 1, min(looked, ways + 1)
    return number, looked


def tried_all(
    situation: Situation, order: Order, tally: Tally, part: slice = slice(0, None, 1)
) -> Iterator[None]:
    """Tries every result of a situation, or of this part of the ways to enter its facts; yields
    after every STRETCH of them."""
    for entered in islice(fact_ways(situation, order), part.start, None, part.step):
        base = facts_of(situation, entered)
        steady = base.steady()
        for result in results(base, order):
            _try(situation, base.with_entered(result, steady), tally)
            if tally.tried % STRETCH == 0:
                yield


def _try(situation: Situation, facts: DealFacts, tally: Tally) -> None:
    """One result: refused by the rules' own checks, or scored and put on the tally."""
    rules = facts.agreed.rules
    tally.tried += 1
    try:
        if rules.scoring.checks and troubles(facts, ("refuse",)):
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
    """What each side scores, once all else that the table works out has an answer too."""
    columns = columns_of(facts, quotas(facts))
    points = scored_points(formulas, facts, columns)
    for counter in facts.agreed.rules.scoring.carry.values():
        kept_numbers(counter.next, facts, columns)
    return points


# --- by chance -----------------------------------------------------------------------------------


def tried_some(
    situation: Situation, order: Order, number: int, chance: RandomSource, tally: Tally
) -> Iterator[None]:
    """Tries `number` results drawn by chance, judged as at the table; yields after each."""
    for _ in range(number):
        entered, chance = drawn_way(situation, order, chance)
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


def scored_alone(situation: Situation, entered: Facts) -> Tally:
    """What comes of one result."""
    tally = Tally()
    _try(situation, facts_of(situation, entered), tally)
    return tally


def alone(situation: Situation, name: str, tally: Tally) -> None:
    """Tries the deal in which one fact stands for the whole deal, such as that everybody passed."""
    _try(situation, facts_of(situation, {**situation.known, name: True}), tally)


# --- what changes no points ----------------------------------------------------------------------


class Beside(NamedTuple):
    """Facts that change no points: how many ways to enter them were tried, and how many are
    possible."""

    names: tuple[str, ...]
    tried: int
    possible: int


def tried_beside(
    situation: Situation, order: Order, result: Facts, most: int, steps: Steps
) -> Beside | None:
    """Tries every way to give some facts beside one result; None where they are too many, or
    where the deal has no use for them."""
    names = tuple(fact.id for fact in order.facts)
    tried = possible = 0
    for entered in fact_ways(situation, order):
        if tried >= most or not steps.take():
            return None
        tried += 1
        verdict = judged(situation.agreed, situation.state, {**result, **entered})
        possible += not any(problem.fact in (*names, None) for problem in verdict.problems)
    return Beside(names, tried, possible) if tried > 1 else None

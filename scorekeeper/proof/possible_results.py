"""Every possible result of a deal, computed once for each kind of deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from math import prod
from typing import Any, NamedTuple, TypeVar

from scorekeeper.game.deal_facts import (
    DealFacts,
    columns_of,
    holds,
    outcome_of,
    point_formulas,
    quotas,
    scored_points,
)
from scorekeeper.game.deal_results import rest_scores
from scorekeeper.game.rule_checks import failing_checks
from scorekeeper.game.schedule import Seating, seat
from scorekeeper.game.session_settings import Facts
from scorekeeper.proof.deal_enumeration import (
    Order,
    each_count_entry,
    each_fact_entry,
    facts_of,
    order_of,
)
from scorekeeper.proof.dependencies import (
    Dependencies,
    base_names,
    dependencies_of,
    entry_formulas,
    needs_dealer,
    schedule_parts,
    scoring_formulas,
)
from scorekeeper.proof.domains import bounds_of, columns_of_count, is_open_ended
from scorekeeper.proof.situations import Situation
from scorekeeper.rules.formula import Formula, FormulaError, value_of
from scorekeeper.rules.rule_text import no_answer
from scorekeeper.rules.ruleset import OF_PLAYERS, Count, Fact, Ruleset
from scorekeeper.text.message import Words, in_english, say

# --- errors with their reasons -------------------------------------------------------------------


class Unknown(Exception):
    """Raised if the remaining possibilities cannot be computed; `why` is the reason."""

    def __init__(self, why: Words) -> None:
        self.why = why
        super().__init__(in_english(why))


# --- number of results ---------------------------------------------------------------------------
# Counted without enumeration, so that rules with too many results are refused at once.


MOST = 25_000


def result_count(situation: Situation, order: Order) -> int:
    """Return the number of results of a deal, or a number above MOST if there are more. Raises
    Unknown if a fact or count is unlimited."""
    for fact in order.facts:
        _check_number_limit(fact)
    number = 0
    for tried, entered in enumerate(islice(each_fact_entry(situation, order), MOST + 1)):
        base = facts_of(situation, entered)
        counts = [c for c in order.counts if c.id in order.late or holds(c.when, base)]
        for count in counts:
            _check_count_limit(count)
        number += prod(
            columns_of_count(c, base).size + (c.optional or c.id in order.late) for c in counts
        )
        if max(number, tried) > MOST:
            return MOST + 1
    return number


def too_many() -> Unknown:
    """Return the error that there are too many results to try."""
    return Unknown(say("the deals to come have too many possible results to try them all"))


def _check_number_limit(fact: Fact) -> None:
    if fact.kind != "number":
        return
    if is_open_ended(fact):
        raise unlimited(fact)
    least, most = bounds_of(fact)
    if most - least > MOST * fact.step:
        raise too_many()


def _check_count_limit(count: Count) -> None:
    if count.total is None and count.most is None:
        raise unlimited(count)


def unlimited(thing: Fact | Count) -> Unknown:
    """Return the error that the rules set no limit to a number."""
    return Unknown(say("the rules set no limit to “{what}”", what=thing.name))


# --- results by kind of deal ---------------------------------------------------------------------


Points = tuple[int, ...]
T = TypeVar("T")


class DealResult(NamedTuple):
    """A result of one deal: each side's points and role, and the entered facts without the
    contract."""

    points: Points
    roles: tuple[str | None, ...]
    facts: Facts


class Possible:
    """The possible results of deals under some rules, cached by kind of deal."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.reach: Dependencies = dependencies_of(rules)
        self.order: Order = order_of(rules, self.reach.scoring)
        self.named = {
            n
            for f in (*scoring_formulas(rules), *entry_formulas(rules))
            for n in base_names(rules, f.names)
        }
        self.schedule = schedule_parts(rules)
        self.deciding, self.dealers = self._deciding(), dict[str | None, bool]()
        self.names_players = any(fact.kind in OF_PLAYERS for fact in rules.facts.values())
        self.kept: dict[object, tuple[DealResult, ...]] = {}
        self.points: dict[object, frozenset[frozenset[Points]]] = {}
        self.fronts: dict[Any, Any] = {}
        self.ends: dict[object, tuple[int, int]] = {}
        self.found: dict[object, DealResult | None] = {}
        self.result_counts: dict[object, int] = {}
        self.independent: dict[Any, Any] = {}
        self.tried = self.rows = 0

    def results(self, situation: Situation, begins: int | None = None) -> tuple[DealResult, ...]:
        """Return the results of a deal, one for each set of points, roles and counts. If the deal
        decides which seat begins, `begins` selects a seat. Raises Unknown if there are too
        many."""
        key = (self.kind(situation), begins)
        if key not in self.kept:
            self._weigh(situation)
            self.kept[key] = tuple(_distinct_results(situation, self.order, begins))
        return self.kept[key]

    def result_count(self, situation: Situation) -> int:
        """Return the number of results to try in a deal."""
        kind = self.kind(situation)
        if kind not in self.result_counts:
            self.result_counts[kind] = result_count(situation, self.order)
        return self.result_counts[kind]

    def kind(self, situation: Situation) -> object:
        """Return a key of everything known before a deal that affects its points. Deals with equal
        keys have equal results."""
        rules, name = self.rules, situation.contract
        contract = rules.contracts.get(name or "")
        dealer: object = (
            situation.state.dealer
            if self._needs_dealer(name) or self._is_begun(situation)
            else None
        )
        if self.names_players and situation.agreed.rota is not None:
            dealer = dealer, situation.agreed.players  # because entries may name players
        if contract is None or "contract" in self.deciding:
            return name, dealer, self._time(situation)
        texts = tuple(
            (role, f.text)
            for table in (contract.quota, contract.points)
            for role, f in table.items()
        )
        trump = contract.trump if "trump" in self.reach.scoring else None
        return texts, contract.group, trump, dealer, self._time(situation)

    def _is_begun(self, situation: Situation) -> bool:
        return self.rules.deals.first is not None and situation.state.deal == 1

    def _needs_dealer(self, name: str | None) -> bool:
        """Return True if the dealer affects points in a contract."""
        if name not in self.dealers:
            self.dealers[name] = needs_dealer(self.rules, self.rules.contracts.get(name or ""))
        return self.dealers[name]

    def _deciding(self) -> set[str]:
        """Return the names in the formulas of facts, counts, refusing checks and points."""
        facts = (formula for fact in self.order.facts for formula in (fact.when, fact.default))
        counts = (
            formula for c in self.order.counts for formula in (c.when, c.total, c.least, c.most)
        )
        checks = (check.when for check in self.rules.scoring.checks if check.tier == "refuse")
        formulas = filter(None, (*facts, *counts, *checks, *scoring_formulas(self.rules)))
        return {name for formula in formulas for name in base_names(self.rules, formula.names)}

    def _time(self, situation: Situation) -> tuple[object, ...]:
        """Return the values of the rules' formulas about deal, round and game."""
        formulas, names = self.schedule
        if not formulas and not names:
            return ()
        facts = facts_of(situation, situation.known)
        seen = [_value_or_none(formula, facts) for formula in formulas]
        try:
            return (*seen, *(facts[name] for name in names))
        except FormulaError:
            # unknown before the numbers are entered: every deal is its own kind
            return (facts.turn,)

    def _weigh(self, situation: Situation) -> None:
        """Add a deal's number of results to the total. Raises Unknown if the total exceeds MOST."""
        self.tried += self.result_count(situation)
        if self.tried > MOST:
            raise too_many()


def _value_or_none(formula: Formula, facts: DealFacts) -> object:
    try:
        return value_of(formula, facts)
    except FormulaError:
        return None


# --- results of one deal -------------------------------------------------------------------------


def _distinct_results(
    situation: Situation, order: Order, begins: int | None
) -> Iterator[DealResult]:
    """Yield the results of a deal that differ in points, roles or counts."""
    seen = set()
    for facts in _each_filled_deal(situation, order):
        if begins is not None and _beginner(situation, facts.entered) != begins:
            continue
        found = legal_result(situation, facts)
        if found is None:
            continue
        key = (
            found.points,
            found.roles,
            *(tuple(found.facts.get(c.id) or ()) for c in order.counts),
        )
        if key not in seen:
            seen.add(key)
            yield found


def _beginner(situation: Situation, entered: Facts) -> int | None:
    agreed, dealer = situation.agreed, situation.state.dealer
    return seat(agreed, agreed.rules.deals.first, dealer, None, entered)


def _each_filled_deal(situation: Situation, order: Order) -> Iterator[DealFacts]:
    """Yield the facts of every way to enter the deal, including each fact that is a whole deal by
    itself."""
    rules = situation.agreed.rules
    for entered in each_fact_entry(situation, order):
        base = facts_of(situation, entered)
        steady = base.steady()
        yield from (base.with_entered(result, steady) for result in each_count_entry(base, order))
    for fact in rules.facts.values():
        if fact.alone:
            yield facts_of(situation, {**situation.known, fact.id: True})


def legal_result(situation: Situation, facts: DealFacts) -> DealResult | None:
    """Return the scored result; None if the rules refuse it."""
    rules = situation.agreed.rules
    if or_unknown(rules, lambda: failing_checks(facts, ("refuse",))):
        return None
    return or_unknown(rules, lambda: scored_result(facts))


def scored_result(facts: DealFacts) -> DealResult:
    """Return the scored result, without applying the rules' checks."""
    formulas = point_formulas(facts, outcome_of(facts))
    points = scored_points(formulas, facts, columns_of(facts, quotas(facts)))
    entered = {name: value for name, value in facts.entered.items() if name != "contract"}
    return DealResult(points, facts.roles, entered)


def or_unknown(rules: Ruleset, work: Callable[[], T]) -> T:
    """Return the result of `work`. Raises Unknown if a formula fails."""
    try:
        return work()
    except FormulaError as error:
        why = no_answer(rules, error)
        raise Unknown(
            say("the rules cannot score every result of the deals to come: {reason}", reason=why)
        ) from None


# --- players who sit out -------------------------------------------------------------------------


def points_of_all(seating: Seating, points: Points, people: int) -> Points:
    """Return the points of all `people`, given the points of a deal's players. The score for
    sitting out must not depend on the deal."""
    return seating.of_people(points, rest_scores(seating.agreed, people))


def points_of_seats(seating: Seating, points: Points) -> Points:
    """Return the points of a deal's players, given the points of all people."""
    return points if seating.people is None else tuple(points[person] for person in seating.people)


def result_of_all(seating: Seating, result: DealResult, people: int) -> DealResult:
    """Return a result with values for all people. A person who sits out has no role, and 0 in
    counts."""
    if seating.people is None:
        return result
    counts = seating.agreed.rules.counts
    return DealResult(
        points=points_of_all(seating, result.points, people),
        roles=seating.of_people(result.roles, [None] * people),
        facts={
            name: seating.of_people(value, [0] * people) if name in counts else value
            for name, value in result.facts.items()
        },
    )

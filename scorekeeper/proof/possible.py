"""Every result that the rules allow for a deal to come, worked out once for each kind of deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

from scorekeeper.game.facts import (
    DealFacts,
    columns_of,
    outcome_of,
    point_formulas,
    quotas,
    scored_points,
)
from scorekeeper.game.own_checks import troubles
from scorekeeper.game.schedule import seat
from scorekeeper.game.session import Facts
from scorekeeper.proof.reach import (
    Reach,
    base_names,
    entry_formulas,
    needs_dealer,
    reach_of,
    schedule_parts,
    scoring_formulas,
)
from scorekeeper.proof.result_count import MOST, result_count, too_many
from scorekeeper.proof.situations import Situation
from scorekeeper.proof.unknown import Unknown
from scorekeeper.proof.ways import Order, fact_ways, facts_of, order_of, results
from scorekeeper.rules.formula import Formula, FormulaError, value_of
from scorekeeper.rules.formulas import no_answer
from scorekeeper.rules.model import OF_PLAYERS, Ruleset
from scorekeeper.text.message import say

Points = tuple[int, ...]
T = TypeVar("T")


class Result(NamedTuple):
    """A result of one deal: each side's points and role, and what is entered for it, the contract
    apart."""

    points: Points
    roles: tuple[str | None, ...]
    facts: Facts


class Possible:
    """The results of deals to come under some rules, remembered by kind of deal."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.reach: Reach = reach_of(rules)
        self.order: Order = order_of(rules, self.reach.scoring)
        self.named = {
            n
            for f in (*scoring_formulas(rules), *entry_formulas(rules))
            for n in base_names(rules, f.names)
        }
        self.schedule = schedule_parts(rules)
        self.deciding, self.dealers = self._deciding(), dict[str | None, bool]()
        self.names_players = any(fact.kind in OF_PLAYERS for fact in rules.facts.values())
        self.kept: dict[object, tuple[Result, ...]] = {}
        self.points: dict[object, frozenset[frozenset[Points]]] = {}
        self.fronts: dict[Any, Any] = {}
        self.ends: dict[object, tuple[int, int]] = {}
        self.found: dict[object, Result | None] = {}
        self.result_counts: dict[object, int] = {}
        self.independent: dict[Any, Any] = {}
        self.tried = self.rows = 0

    def results(self, situation: Situation, begins: int | None = None) -> tuple[Result, ...]:
        """Every result of a deal, one for each set of points, roles and counts; of a deal in which
        only the deal says who begins, those in which seat `begins` does. Raises Unknown where there
        are too many."""
        key = (self.kind(situation), begins)
        if key not in self.kept:
            self._weigh(situation)
            self.kept[key] = tuple(_of_deal(situation, self.order, begins))
        return self.kept[key]

    def result_count(self, situation: Situation) -> int:
        """How many results there are to try in a deal."""
        kind = self.kind(situation)
        if kind not in self.result_counts:
            self.result_counts[kind] = result_count(situation, self.order)
        return self.result_counts[kind]

    def kind(self, situation: Situation) -> object:
        """The key of all that a deal's points depend on before it is played: deals with the same
        key have the same results."""
        rules, name = self.rules, situation.contract
        contract = rules.contracts.get(name or "")
        dealer: object = (
            situation.state.dealer
            if self._needs_dealer(name) or self._is_begun(situation)
            else None
        )
        if self.names_players and situation.agreed.rota is not None:
            dealer = dealer, situation.agreed.players  # whom an entry names is not the same
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
        """Whether it matters in a contract who deals."""
        if name not in self.dealers:
            self.dealers[name] = needs_dealer(self.rules, self.rules.contracts.get(name or ""))
        return self.dealers[name]

    def _deciding(self) -> set[str]:
        """The names that decide a result, by formulas of facts, counts, refusing checks and
        points."""
        facts = (formula for fact in self.order.facts for formula in (fact.when, fact.default))
        counts = (
            formula for c in self.order.counts for formula in (c.when, c.total, c.least, c.most)
        )
        checks = (check.when for check in self.rules.scoring.checks if check.tier == "refuse")
        formulas = filter(None, (*facts, *counts, *checks, *scoring_formulas(self.rules)))
        return {name for formula in formulas for name in base_names(self.rules, formula.names)}

    def _time(self, situation: Situation) -> tuple[object, ...]:
        """The values of what the rules ask about deal, round and game."""
        formulas, names = self.schedule
        if not formulas and not names:
            return ()
        facts = facts_of(situation, situation.known)
        seen = [_told(formula, facts) for formula in formulas]
        try:
            return (*seen, *(facts[name] for name in names))
        except FormulaError:
            # no answer before the numbers are entered: every deal is a kind by itself
            return (facts.turn,)

    def _weigh(self, situation: Situation) -> None:
        """Counts a deal's results as tried; raises Unknown once they are more than MOST in all."""
        self.tried += self.result_count(situation)
        if self.tried > MOST:
            raise too_many()


def _told(formula: Formula, facts: DealFacts) -> object:
    try:
        return value_of(formula, facts)
    except FormulaError:
        return None


# --- the results of one deal ---------------------------------------------------------------------


def _of_deal(situation: Situation, order: Order, begins: int | None) -> Iterator[Result]:
    """Every result of a deal that differs in points, roles or counts."""
    seen = set()
    for facts in _entered(situation, order):
        if begins is not None and _beginner(situation, facts.entered) != begins:
            continue
        found = result_of(situation, facts)
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


def _entered(situation: Situation, order: Order) -> Iterator[DealFacts]:
    """The facts of every way to fill in the deal, and of each fact that stands for a whole deal."""
    rules = situation.agreed.rules
    for entered in fact_ways(situation, order):
        base = facts_of(situation, entered)
        steady = base.steady()
        yield from (base.with_entered(result, steady) for result in results(base, order))
    for fact in rules.facts.values():
        if fact.alone:
            yield facts_of(situation, {**situation.known, fact.id: True})


def result_of(situation: Situation, facts: DealFacts) -> Result | None:
    """A result scored, or None where the rules refuse it."""
    rules = situation.agreed.rules
    if known(rules, lambda: troubles(facts, ("refuse",))):
        return None
    return known(rules, lambda: scored_of(facts))


def scored_of(facts: DealFacts) -> Result:
    """A result scored, whatever the rules' own checks say to it."""
    formulas = point_formulas(facts, outcome_of(facts))
    points = scored_points(formulas, facts, columns_of(facts, quotas(facts)))
    entered = {name: value for name, value in facts.entered.items() if name != "contract"}
    return Result(points, facts.roles, entered)


def known(rules: Ruleset, work: Callable[[], T]) -> T:
    """What `work` returns; raises Unknown where a formula has no answer."""
    try:
        return work()
    except FormulaError as error:
        why = no_answer(rules, error)
        raise Unknown(
            say("the rules cannot score every result of the deals to come: {reason}", reason=why)
        ) from None

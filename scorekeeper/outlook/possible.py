"""What one deal to come may bring: every result that the rules allow, each kind of deal worked out once."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from scorekeeper.formula import Formula, FormulaError, value_of
from scorekeeper.proof.domains import columns_of_count
from scorekeeper.proof.reach import (
    Reach,
    base_names,
    entry_formulas,
    needs_dealer,
    reach_of,
    schedule_parts,
    scoring_formulas,
)
from scorekeeper.proof.situations import Situation
from scorekeeper.proof.trying import size
from scorekeeper.proof.ways import Order, fact_ways, holds, looked_at, order_of, results
from scorekeeper.ruleset.model import Count, Ruleset
from scorekeeper.schedule import seat
from scorekeeper.scoring.facts import DealFacts, per_side, quotas
from scorekeeper.scoring.judge import columns_of, outcome_of, troubles
from scorekeeper.session import Facts

MOST = 40_000
Points = tuple[int, ...]


class Unknown(Exception):
    """What is still possible cannot be worked out; says why."""


class Result(NamedTuple):
    """A result of one deal: the points and the role of each side, and what is entered for it, the
    contract apart."""

    points: Points
    roles: tuple[str | None, ...]
    facts: Facts


class Possible:
    """The results of the deals to come under some rules, kept by all that points depend on."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.reach: Reach = reach_of(rules)
        self.order: Order = order_of(rules, self.reach.scoring)
        self.named = {n for f in (*scoring_formulas(rules), *entry_formulas(rules)) for n in base_names(rules, f.names)}
        self.schedule = schedule_parts(rules)
        self.kept: dict[Any, tuple[Result, ...]] = {}
        self.points: dict[Any, frozenset[Points]] = {}
        self.tried = 0

    def results(self, situation: Situation, begins: int | None = None) -> tuple[Result, ...]:
        """Every result of a deal, one for each set of points, roles and counts; where only the deal
        says who begins, of those in which that seat does."""
        key = (self.kind(situation), begins)
        if key not in self.kept:
            self._weigh(situation)
            self.kept[key] = tuple(_of_deal(situation, self.order, begins))
        return self.kept[key]

    def kind(self, situation: Situation) -> Any:
        """All that the points of a deal depend on before it is played: deals alike in this have the same results."""
        rules, name = self.rules, situation.contract
        contract = rules.contracts.get(name or "")
        dealer = situation.state.dealer if needs_dealer(rules, contract) or self._is_begun(situation) else None
        if contract is None or "contract" in self._deciding(situation):
            return name, dealer, self._time(situation)
        texts = tuple((role, f.text) for table in (contract.quota, contract.points) for role, f in table.items())
        trump = contract.trump if "trump" in self.reach.scoring else None
        return texts, contract.group, trump, dealer, self._time(situation)

    def _is_begun(self, situation: Situation) -> bool:
        return self.rules.deals.first is not None and situation.state.deal == 1

    def _deciding(self, situation: Situation) -> set[str]:
        """The names in what decides a result; what facts that change no points ask about is no part of it."""
        things: list[Any] = [*self.order.facts, *self.order.counts]
        own = [
            f
            for thing in things
            for f in (
                thing.when,
                getattr(thing, "default", None),
                getattr(thing, "total", None),
                getattr(thing, "most", None),
            )
            if isinstance(f, Formula)
        ]
        own += [check.when for check in self.rules.checks if check.tier == "refuse"]
        return {name for f in (*own, *scoring_formulas(self.rules)) for name in base_names(self.rules, f.names)}

    def _time(self, situation: Situation) -> tuple[Any, ...]:
        """What the rules see of the schedule in this deal."""
        formulas, names = self.schedule
        if not formulas and not names:
            return ()
        facts = looked_at(situation, situation.known)
        return (*(_told(formula, facts) for formula in formulas), *(facts[name] for name in names))

    def _weigh(self, situation: Situation) -> None:
        """Gives up where there are more results than can be tried at the table."""
        if _free_count(self.rules, self.order):
            return
        self.tried += size(situation, self.order, MOST)
        if self.tried > MOST:
            raise Unknown("the deals to come have too many possible results to try them all")


def _told(formula: Formula, facts: DealFacts) -> Any:
    try:
        return value_of(formula, facts)
    except FormulaError:
        return None


# --- the results of one deal ------------------------------------------------------------------------


def _of_deal(situation: Situation, order: Order, begins: int | None) -> Iterator[Result]:
    """Every result of a deal that differs in points, roles or counts."""
    seen = set()
    for facts in _entered(situation, order):
        if begins is not None and _beginner(situation, facts.entered) != begins:
            continue
        found = _result(situation, facts)
        if found is None:
            continue
        key = (found.points, found.roles, *(tuple(found.facts.get(c.id) or ()) for c in order.counts))
        if key not in seen:
            seen.add(key)
            yield found


def _beginner(situation: Situation, entered: Facts) -> int | None:
    agreed, dealer = situation.agreed, situation.state.dealer
    return seat(agreed, agreed.rules.deals.first, dealer, None, entered)


def _entered(situation: Situation, order: Order) -> Iterator[DealFacts]:
    """Every way to fill in the deal, and the facts that stand for a whole deal alone."""
    rules = situation.agreed.rules
    free = _free_count(rules, order)
    for entered in fact_ways(situation, order):
        base = looked_at(situation, entered)
        every = results(base, order) if free is None else _spread(situation, base, free)
        facts = DealFacts(base.agreed, base.state, base.turn, entered)
        for result in every:  # the counts change nobody's role: the same facts, what was worked out forgotten
            facts.clear()
            facts.update(base.agreed.options)
            facts.entered = result
            yield facts
    for fact in rules.facts.values():
        if fact.alone:
            yield looked_at(situation, {**situation.known, fact.id: True})


def _result(situation: Situation, facts: DealFacts) -> Result | None:
    """The result scored, or None where the rules refuse it."""
    rules = facts.agreed.rules
    try:
        if rules.checks and troubles(facts, ("refuse",)):
            return None
        outcome = outcome_of(facts)
        contract = rules.contracts.get(situation.contract or "")
        formulas = outcome.points if outcome else contract.points if contract else {}
        points = per_side(formulas, facts, columns_of(facts, quotas(facts)))
    except FormulaError as error:
        raise Unknown(f"the rules cannot score every result of the deals to come: {error}") from None
    return Result(points, facts.roles, {name: value for name, value in facts.entered.items() if name != "contract"})


# --- counts that leave each other alone ---------------------------------------------------------------


def _free_count(rules: Ruleset, order: Order) -> Count | None:
    """The only count of a game, where no side's number has a say in anybody else's points: then
    the least and the most of each side say all, and not every column need be tried."""
    if len(order.counts) != 1 or order.counts[0].total is not None or order.counts[0].by_player:
        return None
    count = order.counts[0]
    own = {
        f.text
        for table in (*(o.points for o in rules.outcomes), *(c.points for c in rules.contracts.values()))
        for f in table.values()
        if count.id in f.names and f"all.{count.id}" not in f.names
    }
    others = [f for f in _all_formulas(rules) if f.text not in own]
    return count if all(not _looks_at(f, count.id) for f in others) and not (rules.each or rules.side) else None


def _all_formulas(rules: Ruleset) -> Iterable[Formula]:
    return (*scoring_formulas(rules), *entry_formulas(rules), *rules.lets.values())


def _looks_at(formula: Formula, count: str) -> bool:
    """Whether a formula looks at the numbers of a count, not only at whether they were given."""
    if not any(name.rpartition(".")[2] == count for name in formula.names):
        return False
    tree = ast.parse(formula.text.strip(), mode="eval")
    given = {
        id(part)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "given"
        for part in ast.walk(call)
    }
    return any(_name(node) == count and id(node) not in given for node in ast.walk(tree))


def _name(node: ast.AST) -> str | None:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else None


def _spread(situation: Situation, base: DealFacts, count: Count) -> Iterator[Facts]:
    """Each number of each side, while every other side has its least or its most points."""
    if not holds(count.when, base):
        return
    columns = columns_of_count(count, base)
    made = {
        n: _result(
            situation, DealFacts(base.agreed, base.state, base.turn, {**base.entered, count.id: [n] * columns.parts})
        )
        for n in columns.numbers
    }
    scored: Mapping[int, Points] = {n: found.points for n, found in made.items() if found}
    ends = [
        (min(scored, key=lambda n: scored[n][s]), max(scored, key=lambda n: scored[n][s])) for s in range(columns.parts)
    ]
    for side in range(columns.parts):
        for row in product(*(scored if s == side else ends[s] for s in range(columns.parts))):
            yield {**base.entered, count.id: list(row)}

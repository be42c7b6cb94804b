"""Deals that were judged before: over many evenings the same numbers come again in the same deal,
and rules that look at nothing but the deal give them the same points."""

from collections.abc import Hashable, Iterator, Mapping
from operator import add
from typing import NamedTuple

from scorekeeper.base.records import Record
from scorekeeper.game.facts import DealFacts
from scorekeeper.game.judge import Scored
from scorekeeper.game.log import AMEND, COMPLETE, DEAL, INSERT, Entry
from scorekeeper.game.schedule import State, Turn, turn
from scorekeeper.game.session import Agreed, Facts
from scorekeeper.game.standing import EFFECTS, Effect, Step, after
from scorekeeper.rules.formula import Formula, FormulaError, value_of
from scorekeeper.rules.model import OF_PLAYERS, Outcome, Ruleset
from scorekeeper.rules.read import COMMON_NAMES, SIDE_NAMES
from scorekeeper.text.message import Words

NAMING = frozenset((*OF_PLAYERS, "auction"))  # the kinds of facts that name players
# What formulas may ask of the deal itself besides the rules' own words; whatever else they may ask
# is of the course of the session, or of who plays.
OF_DEAL = frozenset(
    ("players", "people", "sides", "hand", "contract", "group", "trump", "quota", "role")
)
BEYOND = {name.rpartition(".")[2] for name in (*COMMON_NAMES, *SIDE_NAMES)} - OF_DEAL
# What is asked once a deal is scored, or of those who had no part in it.
NOT_OF_DEAL = frozenset(("game", "match", "resting", "raw"))


class Worth(NamedTuple):
    """What a deal comes to, as `Scored` has it, whoever plays it and whenever."""

    facts: Facts
    contract: str | None
    points: tuple[int, ...]
    trump: str | None
    quotas: tuple[int, ...] | None
    outcome: Outcome | None
    flags: tuple[Words, ...]
    carry: tuple[tuple[int, ...], ...]


class KnownDeals:
    """What deals come to, each worked out but once.

    A deal is known by all that is looked at when it is scored: the rules, how many play, the
    options, the facts, who deals, declares and leads, and what the rules carry on. So where rules
    look at more of the course of the session, or at who somebody is, and where people rest, every
    deal is judged for itself.
    """

    MOST = 2_000  # deals that are kept; then the keeping begins anew
    MOST_RULES = 100

    def __init__(self) -> None:
        self._worth: dict[Hashable, Worth] = {}
        self._rules: dict[int, tuple[Ruleset, bool]] = {}

    def effects(self) -> Mapping[str, Effect]:
        """What follows in one more session from each kind of entry."""
        if len(self._worth) > self.MOST or len(self._rules) > self.MOST_RULES:
            self._worth.clear()
            self._rules.clear()
        own = (DEAL, AMEND, INSERT, COMPLETE)
        return {**EFFECTS, **dict.fromkeys(own, self._deal)}

    def _deal(self, agreed: Agreed, state: State, entry: Entry) -> Step:
        """What follows from a deal, as where it is judged."""
        if agreed.rota or not self._is_near(agreed.rules):
            return EFFECTS[DEAL](agreed, state, entry)
        coming = turn(agreed, state)
        key = _looked_at(agreed, state, coming, entry)
        if known := self._worth.get(key):
            totals = tuple(map(add, state.totals, known.points))
            scored = Scored(
                agreed, state, coming, known.facts, known.contract, known.points, totals,
                known.trump, known.quotas, known.outcome, known.flags, known.carry,
            )  # fmt: skip
            return Step(agreed, after(agreed, state, scored), scored)
        step = EFFECTS[DEAL](agreed, state, entry)
        if step.deal and not step.deal.waits and _is_odd_by_itself(step.deal):
            self._worth[key] = Worth(*[getattr(step.deal, name) for name in Worth._fields])
        return step

    def _is_near(self, rules: Ruleset) -> bool:
        """The same as `looks_at_deal_alone`. Rules are known by their identity, which no others
        have while they are kept."""
        if id(rules) not in self._rules:
            self._rules[id(rules)] = rules, looks_at_deal_alone(rules)
        return self._rules[id(rules)][1]


def _looked_at(agreed: Agreed, state: State, coming: Turn, entry: Entry) -> Hashable:
    """What is looked at when a deal is scored. Options and facts are told apart as text: 1 and
    true are equal, but two facts."""
    said = repr((agreed.options, entry.facts))
    is_open = entry.facts.get("contract") in coming.contracts
    return (
        id(agreed.rules), len(agreed.players), said, is_open or coming.contracts, coming.held,
        coming.dealer, coming.declarer, coming.leader, state.carry, state.over,
    )  # fmt: skip


def _is_odd_by_itself(scored: Scored) -> bool:
    """Whether none of the checks that refuse nothing had to look past the deal to say whether it is
    odd; in rules that look at the deal alone only these may."""
    checks = scored.agreed.rules.scoring.checks
    if not checks:
        return True
    near = _Near(DealFacts(scored.agreed, scored.state, scored.turn, scored.facts))
    try:
        for check in checks:
            value_of(check.when, near)
    except FormulaError:
        return False
    return True


class _Near:
    """The facts of a deal; KeyError for what is beyond it."""

    def __init__(self, facts: DealFacts) -> None:
        self._facts = facts

    def __getitem__(self, name: str) -> object:
        if name.rpartition(".")[2] in BEYOND:
            raise KeyError(name)
        return self._facts[name]


def looks_at_deal_alone(rules: Ruleset) -> bool:
    """Whether a deal of these rules is scored or refused by itself, wherever in a session it is and
    whoever plays it."""
    refusing = tuple(check for check in rules.scoring.checks if check.tier == "refuse")
    scoring = vars(rules._replace(scoring=rules.scoring._replace(checks=refusing)))
    parts = [part for name, part in scoring.items() if name not in NOT_OF_DEAL]
    names = {name.rpartition(".")[2] for formula in formulas_in(parts) for name in formula.names}
    who = (*rules.roles.values(), rules.deals.declarer, rules.deals.leader, rules.deals.first)
    return (
        names.isdisjoint(BEYOND)
        and NAMING.isdisjoint(fact.kind for fact in rules.facts.values())
        and not any(one.startswith("fact ") for one in who if one)
    )


def formulas_in(part: object) -> Iterator[Formula]:
    """Every formula in a part of the rules, however deep."""
    if isinstance(part, Formula):
        yield part
    elif isinstance(part, Record):
        yield from formulas_in(vars(part))
    elif isinstance(part, Mapping):
        yield from formulas_in(tuple(part.values()))
    elif isinstance(part, (tuple, list)):
        for inner in part:
            yield from formulas_in(inner)

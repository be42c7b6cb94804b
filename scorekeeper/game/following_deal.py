"""What follows from a deal for the next: who deals, declares and leads, which suit is trump, what
is said of whom. Its formulas know the deal, and the totals and counters after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.game.checks_of_sides import Seen, everybody
from scorekeeper.game.facts import DealFacts
from scorekeeper.game.judge import Scored
from scorekeeper.game.own_checks import sentence_of_one
from scorekeeper.game.resting import of_seats
from scorekeeper.game.schedule import Follows
from scorekeeper.rules.formula import Formula, NoAnswer, value_of
from scorekeeper.rules.model import Following
from scorekeeper.text.language import marked
from scorekeeper.text.message import Words


class Played:
    """A deal that is over, with everybody who played it."""

    def __init__(self, of_all: Scored) -> None:
        scored = of_seats(of_all)
        state = scored.state._replace(totals=scored.totals, carry=scored.carry)
        people = of_all.seating.people if of_all.seating else None
        self.facts = DealFacts(scored.agreed, state, scored.turn, scored.facts)
        self.seen: Sequence[Seen] = [*everybody("player", self.facts)]
        self.people: Sequence[int] = range(len(self.seen)) if people is None else people

    def of_whom(self, test: Formula) -> list[int]:
        """The people for whom a test holds. Raises FormulaError where it has no answer."""
        asked = zip(self.people, self.seen, strict=True)
        return [person for person, one in asked if value_of(test, one.facts)]

    def first(self, test: Formula | None, order: Iterable[int]) -> int | None:
        """The first, in this order, for whom a test holds; None where it does for nobody."""
        found = [] if test is None else self.of_whom(test)
        return next((person for person in order if person in found), None)


def next_dealer_of(rules: Following, of_all: Scored, usual: int, around: Sequence[int]) -> int:
    """Who deals after a deal, where by the schedule it would be `usual`; `around` are all in the
    order of their seats. Raises FormulaError where a formula has no answer."""
    played = Played(of_all)
    if rules.stays is not None and value_of(rules.stays, played.facts):
        return of_all.turn.dealer
    dealer = played.first(rules.dealer, _from(around, usual))
    return usual if dealer is None else dealer


def follows_of(rules: Following, of_all: Scored, dealer: int, around: Sequence[int]) -> Follows:
    """Who declares and leads in the deal that this player deals next, and its trump suit. Raises
    FormulaError where a formula has no answer."""
    played, order = Played(of_all), _from(around, dealer)
    order = [*order[1:], *order[:1]]
    declarer, leader = (played.first(test, order) for test in (rules.declarer, rules.leader))
    return Follows(declarer, leader, _trump_of(rules.trump, played.facts))


def _trump_of(formula: Formula | None, facts: DealFacts) -> str | None:
    """The suit that a formula gives; None for none. Raises FormulaError for what is no suit."""
    suit = None if formula is None else value_of(formula, facts)
    if formula is None or suit is None:
        return None
    if not isinstance(suit, str) or suit not in facts.agreed.rules.pack.suits:
        raise NoAnswer(formula, marked("{formula} gives {value}, not a suit"), value=str(suit))
    return suit


def _from(around: Sequence[int], person: int) -> Sequence[int]:
    """Everybody in turn, this one first."""
    place = around.index(person)
    return [*around[place:], *around[:place]]


def owed_after(rules: Following, of_all: Scored) -> list[Words]:
    """What is said of whom after a deal, in the order of the page and of the seats. Raises
    FormulaError where a formula has no answer."""
    played = Played(of_all)
    return [
        sentence_of_one(row.text, played.facts, one)
        for row in rules.says
        for one in played.seen
        if value_of(row.when, one.facts)
    ]

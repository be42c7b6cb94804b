"""The results of a scored deal: the next deal, scores for sitting out, disputes to split, the end
of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import add

from scorekeeper.base.exact_numbers import signed
from scorekeeper.game.deal_facts import DealFacts, columns_of, per_side, scored_points
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.rule_checks import CheckScope, everybody, sentence_of_one
from scorekeeper.game.schedule import (
    Follows,
    Seating,
    State,
    turn,
    turn_of_people,
    with_blank_columns,
)
from scorekeeper.game.session_settings import Agreed
from scorekeeper.rules.formula import Formula, FormulaScope, NoAnswer, number_of, value_of
from scorekeeper.rules.ruleset import DOWN, EVERY_SIDE, UP, Following, Settlement
from scorekeeper.rules.ruleset_scoring import Bonus
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import refuse
from scorekeeper.text.translation import marked

# --- sitting out -------------------------------------------------------------------------------
# Conversion of a deal between its players only and everybody with a column; deals played per side.


def rest_score(seating: Seating, scored: Scored) -> int:
    """Return the score of each player who sits out a deal; 0 if the rules give none."""
    resting = seating.agreed.rules.resting
    if resting is None or resting.score is None:
        return 0
    facts = DealFacts(seating.agreed, seating.state, scored.turn, scored.facts)
    return number_of(resting.score, facts)


def rest_scores(agreed: Agreed, people: int, score: int | None = None) -> list[int]:
    """Return each person's score for sitting out; 0 for people not at the table.

    `score` defaults to the ruleset's if that is constant, else to 0."""
    if agreed.rota is None:
        return [0] * people
    resting = agreed.rules.resting
    if score is None:
        score = (resting.score.constant if resting and resting.score else None) or 0
    return [score if person in agreed.rota.around else 0 for person in range(people)]


def deal_of_people(seating: Seating, state: State, scored: Scored) -> Scored:
    """Return a deal scored for its players as a deal with columns for everybody.

    `state` is everybody's state before the deal. Raises FormulaError if the score for sitting
    out has no result."""
    if seating.people is None:
        return scored
    rests = rest_scores(seating.agreed, len(state.totals), rest_score(seating, scored))
    points = seating.of_people(scored.points, rests)
    return scored._replace(
        turn=turn_of_people(seating, state.dealer, scored.turn),
        points=points,
        totals=tuple(map(add, state.totals, points)),
        carry=tuple(_carried(seating, state, place, c) for place, c in enumerate(scored.carry)),
        state=state,
        seating=seating,
    )


def _carried(
    seating: Seating, state: State, place: int, counter: tuple[int, ...]
) -> tuple[int, ...]:
    """Return a counter for everybody. People who sit out keep their value; a counter of the whole
    table has one value."""
    before = state.carry[place]
    if place in seating.agreed.rules.tables_counters.values():
        return (counter[0],) * len(before)
    return seating.of_people(counter, before)


def deal_of_seats(scored: Scored) -> Scored:
    """Return a deal with columns for everybody as a deal of its players only."""
    seating = scored.seating
    if seating is None or seating.people is None:
        return scored
    people = seating.people
    seat = {person: place for place, person in enumerate(people)}

    def those(column: Sequence[int]) -> tuple[int, ...]:
        return tuple(column[person] for person in people)

    return scored._replace(
        turn=scored.turn._replace(
            dealer=seating.state.dealer,
            declarer=_seat(seat, scored.turn.declarer),
            leader=_seat(seat, scored.turn.leader),
        ),
        points=those(scored.points),
        totals=those(scored.totals),
        carry=tuple(map(those, scored.carry)),
        state=seating.state,
        seating=None,
    )


def _seat(seat: dict[int, int], person: int | None) -> int | None:
    return None if person is None else seat[person]


def with_later_columns(scored: Scored, blank: State) -> Scored:
    """Return a deal with a column for everybody in `blank`, the state before the first deal;
    people who came later have 0 points."""
    people, state = tuple(range(len(scored.points))), with_blank_columns(scored.state, blank)
    before = with_blank_columns(state._replace(totals=scored.totals, carry=scored.carry), blank)
    seating = scored.seating or Seating(agreed=scored.agreed, state=scored.state, people=people)
    return scored._replace(
        points=(*scored.points, *(0,) * (len(blank.totals) - len(people))),
        totals=before.totals,
        carry=before.carry,
        state=state,
        seating=seating if seating.people is not None else seating._replace(people=people),
        split_of=tuple(with_later_columns(reading, blank) for reading in scored.split_of),
    )


def deals_played(deals: Iterable[Scored], sides: int) -> tuple[int, ...]:
    """Return the number of deals that each side played, without those in which it sat out."""
    played = [0] * sides
    for scored in deals:
        for side in played_in(scored):
            played[side] += 1
    return tuple(played)


def played_in(scored: Scored) -> Sequence[int]:
    """Return the indices of the sides that played a deal, without sides that sat out."""
    people = scored.seating.people if scored.seating else None
    return range(len(scored.points)) if people is None else people


# --- following deal ----------------------------------------------------------------------------
# The next deal's dealer, declarer, leader and trump suit, and sentences about players, by formulas
# about the last deal and the totals and counters after it.


class FinishedDeal:
    """A finished deal with its players, and with the totals and counters after it."""

    def __init__(self, of_all: Scored) -> None:
        scored = deal_of_seats(of_all)
        state = scored.state._replace(totals=scored.totals, carry=scored.carry)
        people = of_all.seating.people if of_all.seating else None
        self.facts = DealFacts(scored.agreed, state, scored.turn, scored.facts)
        self.seen: Sequence[CheckScope] = [*everybody("player", self.facts)]
        self.people: Sequence[int] = range(len(self.seen)) if people is None else people

    def of_whom(self, test: Formula) -> list[int]:
        """Return the players for whom a condition is true. Raises FormulaError if it has no
        result."""
        asked = zip(self.people, self.seen, strict=True)
        return [person for person, one in asked if value_of(test, one.facts)]

    def first(self, test: Formula | None, order: Iterable[int]) -> int | None:
        """Return the first player in `order` for whom a condition is true, or None."""
        found = [] if test is None else self.of_whom(test)
        return next((person for person in order if person in found), None)


def next_dealer_of(rules: Following, of_all: Scored, usual: int, around: Sequence[int]) -> int:
    """Return the person who deals next by the ruleset's formulas, else `usual`, the dealer by the
    schedule.

    `around` has all people in seat order. Raises FormulaError if a formula has no result."""
    played = FinishedDeal(of_all)
    if rules.stays is not None and value_of(rules.stays, played.facts):
        return of_all.turn.dealer
    dealer = played.first(rules.dealer, _from(around, usual))
    return usual if dealer is None else dealer


def follows_of(rules: Following, of_all: Scored, dealer: int, around: Sequence[int]) -> Follows:
    """Return declarer, leader and trump suit of the next deal, as far as the deal just played
    decides them.

    `dealer` deals the next deal. Raises FormulaError if a formula has no result."""
    played, order = FinishedDeal(of_all), _from(around, dealer)
    order = [*order[1:], *order[:1]]
    declarer, leader = (played.first(test, order) for test in (rules.declarer, rules.leader))
    return Follows(declarer, leader, _trump_of(rules.trump, played.facts))


def _trump_of(formula: Formula | None, facts: DealFacts) -> str | None:
    """Return the suit that a formula gives, or None. Raises FormulaError if its value is no
    suit."""
    suit = None if formula is None else value_of(formula, facts)
    if formula is None or suit is None:
        return None
    if not isinstance(suit, str) or suit not in facts.agreed.rules.pack.suits:
        raise NoAnswer(formula, marked("{formula} gives {value}, not a suit"), value=str(suit))
    return suit


def _from(around: Sequence[int], person: int) -> Sequence[int]:
    """Return everybody in turn, beginning with this person."""
    place = around.index(person)
    return [*around[place:], *around[:place]]


def sentences_after_deal(rules: Following, of_all: Scored) -> list[Words]:
    """Return the ruleset's sentences about players after a deal, in file order, then seat order.

    Raises FormulaError if a formula has no result."""
    played = FinishedDeal(of_all)
    return [
        sentence_of_one(row.text, played.facts, one)
        for row in rules.says
        for one in played.seen
        if value_of(row.when, one.facts)
    ]


# --- a disputed deal, split by the rules -------------------------------------------------------


def mean_of_versions(deals: Sequence[Scored]) -> Scored:
    """Return the first version of a disputed deal with the mean points of all versions.

    Raises Refused if the rules do not split disputes, or if the versions differ in more than
    points."""
    first = deals[0]
    dispute = first.agreed.rules.dispute
    if dispute is None:
        raise refuse("settle-split", say("these rules do not split a disputed deal"))
    if any(_kind(deal) != _kind(first) for deal in deals):
        message = say("only what was counted can be split: the readings are of two kinds of deal")
        raise refuse("settle-split", message)
    columns = zip(*(deal.points for deal in deals), strict=True)
    points = tuple(
        _between(column, dispute.split, first.agreed.rules.game.step) for column in columns
    )
    _refuse_broken_promise(first, points)
    totals = tuple(map(add, first.state.totals, points))
    return first._replace(points=points, totals=totals, outcome=None, split_of=tuple(deals))


def _kind(deal: Scored) -> tuple[object, ...]:
    """Return the parts of a scored deal, except points, that affect later deals."""
    return deal.turn, deal.contract, deal.carry


def _between(column: Sequence[int], rounded: str, step: int) -> int:
    """Return the mean of some points, rounded to a multiple of `step`.

    Raises Refused if rounding is needed and `rounded` is neither DOWN nor UP."""
    whole, rest = divmod(sum(column), len(column) * step)
    if rest and rounded not in (DOWN, UP):
        message = say(
            "{points} cannot be split: the mean is no whole number",
            points=listing(map(signed, column), "and"),
        )
        raise refuse("settle-split", message)
    return (whole + bool(rest and rounded == UP)) * step


def _refuse_broken_promise(first: Scored, points: Sequence[int]) -> None:
    """Raise Refused if the sum of the points differs from the sum that the rules promise."""
    promise, played = first.agreed.rules.scoring.promise, deal_of_seats(first)
    if promise is None:
        return
    facts = DealFacts(played.agreed, played.state, played.turn, played.facts)
    found, promised = sum(points), number_of(promise, facts)
    if found != promised:
        message = say(
            "split, the points of this deal add up to {found}, and the rules promise {promised}",
            found=found,
            promised=promised,
        )
        raise refuse("promise", message)


# --- game end ----------------------------------------------------------------------------------
# Winners that the rules name, and a bonus.


def named_winners(scored: Scored, test: Formula) -> tuple[int, ...]:
    """Return the sides that played the last deal and fulfil the condition of a winner.

    The condition can use the deal, and totals and counters after it. Raises FormulaError if it
    has no result."""
    seen = deal_of_seats(scored)
    state = seen.state._replace(totals=seen.totals, carry=seen.carry)
    facts = DealFacts(seen.agreed, state, seen.turn, seen.facts)
    columns = columns_of(facts, seen.quotas)
    seats = [s for s in range(len(seen.points)) if _holds(test, facts.of_side(columns, s))]
    people = scored.seating.people if scored.seating else None
    return tuple(seats if people is None else sorted(people[seat] for seat in seats))


def first_to_end(scored: Scored, counting: Sequence[str], over: Formula) -> tuple[int, ...]:
    """Return the side that ended the game first during the last deal, in a tuple; empty if none
    did.

    Points are counted name by name as in `counting`, each from the dealer's left. Raises
    FormulaError if a formula has no result."""
    seen = deal_of_seats(scored)
    facts = DealFacts(seen.agreed, seen.state, seen.turn, seen.facts)
    players, side_of = len(seen.agreed.players), seen.agreed.side_of
    around = [side_of[(seen.turn.dealer + step) % players] for step in range(1, players + 1)]
    state = seen.state._replace(carry=seen.carry)
    for name in counting:
        column = facts.side_column(name) or (0,) * len(state.totals)
        for side in dict.fromkeys(around):
            totals = [*state.totals]
            totals[side] += _all_of(column[side])
            state = state._replace(totals=tuple(totals))
            if _holds(over, DealFacts(seen.agreed, state, seen.turn, seen.facts)):
                people = scored.seating.people if scored.seating else None
                return (side if people is None else people[side],)
    return ()


def _all_of(number: int | tuple[int, ...]) -> int:
    """Return a side's number, or the sum of its partners' numbers."""
    return sum(number) if isinstance(number, tuple) else number


def _holds(test: Formula, facts: FormulaScope) -> bool:
    return bool(value_of(test, facts))


def bonus_points(agreed: Agreed, state: State, bonus: Bonus, won: Sequence[int]) -> tuple[int, ...]:
    """Return each side's bonus in the finished game that `won` have won. Raises FormulaError where
    the formula has no result."""
    return scored_points({EVERY_SIDE: bonus.points}, *end_facts(agreed, state, won))


def end_facts(
    agreed: Agreed, state: State, won: Sequence[int]
) -> tuple[DealFacts, dict[str, Sequence[object]]]:
    """Return the facts and the columns for formulas after the end of a game.

    The facts are of no deal; the columns are `total`, `won` and `role`."""
    facts, sides = DealFacts(agreed, state, turn(agreed, state), {}), range(len(state.totals))
    return facts, {
        "total": state.totals, "won": [side in won for side in sides], "role": facts.roles,
    }  # fmt: skip


# --- settlement at the end of a game -----------------------------------------------------------


def settled_points(
    agreed: Agreed, state: State, rules: Settlement, won: Sequence[int]
) -> tuple[int, ...]:
    """Return each side's points after settlement; `won` are the winners by totals.

    Raises FormulaError if a formula has no result."""
    facts, columns = end_facts(agreed, state, won)
    points = [0] * len(state.totals)
    step = agreed.rules.game.step
    if rules.points is not None:
        own = per_side({EVERY_SIDE: rules.points}, facts, columns)
        points = [rounded_quotient(number, rules.per, rules.rounding, step) for number in own]
    if rules.pair is not None:
        for (me, other), seen in facts.of_pairs(columns).items():
            paid = rounded_quotient(number_of(rules.pair, seen), rules.per, rules.rounding, step)
            points[me] += paid
            points[other] -= paid
    return tuple(points)


def rounded_quotient(number: int, by: int, rounding: str, step: int = 1) -> int:
    """Return `number / by`, rounded to a multiple of `step`: `down`, `up` or `nearest` (halves
    away from 0)."""
    by *= step
    if rounding == "down":
        return number // by * step
    if rounding == "up":
        return -(-number // by) * step
    nearest = (2 * abs(number) + by) // (2 * by) * step
    return nearest if number >= 0 else -nearest

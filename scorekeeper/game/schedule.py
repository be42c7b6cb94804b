"""The schedule of a session: who deals, declares, leads, plays and sits out, and which contracts
are available."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from scorekeeper.game.session_settings import Agreed, Facts, deals_of_rota, seated
from scorekeeper.rules.formula import whole_of
from scorekeeper.rules.rules_by_option import spent_use
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message import say
from scorekeeper.text.problems import Problem

T = TypeVar("T")


class Ended(NamedTuple):
    """The end of a game whose rules name winners or give a bonus.

    `deal` is the game's last deal. `won` are the winners that the rules name, empty if the best
    total wins. `bonus` has a number per side, empty if the rules give none."""

    deal: int
    won: tuple[int, ...]
    bonus: tuple[int, ...]


class Follows(NamedTuple):
    """The declarer, leader and trump suit of the next deal, as far as the last deal
    decides them.

    Each is None if the schedule or the next deal itself decides."""

    declarer: int | None
    leader: int | None
    trump: str | None = None

    def seen_by(self, people: Sequence[int]) -> "Follows":
        """Return the roles with seats in place of people; None for a person who sits out."""
        seats = {person: seat for seat, person in enumerate(people)}
        return self.moved(lambda one: None if one is None else seats.get(one))

    def moved(self, at: Callable[[int | None], int | None]) -> "Follows":
        """Return the roles with new indices: `at` maps a person's old index to the new one."""
        return self._replace(declarer=at(self.declarer), leader=at(self.leader))


class KnownSeats(NamedTuple):
    """Facts of the next deal that were recorded before its result, and its players in the order of
    its counts."""

    players: tuple[str, ...]
    facts: Facts


class State(NamedTuple):
    """The state before a deal, the next one: all that it needs to know of earlier deals.

    `deal` is the next deal's number, `game_start` the number of its game's first deal. `used`
    are the contracts that each seat declared in this game, `results` the finished games of a
    match, `carry` each counter's number per side, in ruleset order. `held` is the contract that
    stays after a misdeal. If another player deals the next deal, `due` is its scheduled dealer;
    `back` is the dealer after that, if the turn goes back. `early` is True if the players ended
    the session early, and `undos` is the number of undos that reverse that end. `ended` are
    finished games whose rules name winners or give a bonus. `follows` are the next deal's roles
    that the last deal decided. Where contracts have budgets, `declared` has the round, declarer
    and contract of each deal in this game. `known` are facts of the next deal that were
    recorded before its result."""

    deal: int
    game: int
    game_start: int
    dealer: int
    used: tuple[frozenset[str], ...]
    totals: tuple[int, ...]
    results: tuple[tuple[int, int, tuple[int, ...]], ...]
    over: bool
    carry: tuple[tuple[int, ...], ...]
    held: str | None = None
    due: int | None = None
    back: int | None = None
    early: bool = False
    undos: int = 1
    ended: tuple[Ended, ...] = ()
    declared: tuple[tuple[int, int | None, str], ...] = ()
    follows: Follows | None = None
    known: KnownSeats | None = None


class Turn(NamedTuple):
    """The roles of one deal as seats; None if only the deal itself decides. `held` is True if the
    contract stayed after a misdeal."""

    number: int
    game: int
    round: int
    dealer: int
    declarer: int | None
    leader: int | None
    contracts: tuple[str, ...]
    held: bool = False


class Seating(NamedTuple):
    """A deal with its players only: the settings and the state, in seat order.

    `people` are the players' indices among all people; None if everybody plays, in the order of
    the names."""

    agreed: Agreed
    state: State
    people: tuple[int, ...] | None

    @property
    def known(self) -> Facts:
        """Return the facts of the next deal that were recorded before its result.

        Empty if they were recorded for other players, or if the session is over."""
        known = self.state.known
        is_of_these = known is not None and known.players == self.agreed.players
        return known.facts if known and is_of_these and not self.state.over else {}

    def of_people(self, column: Sequence[T], others: Sequence[T]) -> tuple[T, ...]:
        """Return a column per seat as a column for everybody. People who sit out get the value at
        their index in `others`."""
        if self.people is None:
            return tuple(column)
        by_person = dict(zip(self.people, column, strict=True))
        return tuple(by_person.get(place, other) for place, other in enumerate(others))

    def person(self, seat: int | None) -> int | None:
        """Return the index among all people of the player at a seat; None for None."""
        return seat if seat is None or self.people is None else self.people[seat]


def seating_of(agreed: Agreed, state: State) -> Seating:
    """Return the next deal with its players only."""
    rota = agreed.rota
    if rota is None or _all_play(agreed):
        return Seating(agreed=agreed, state=state, people=None)
    people = rota.playing(state.dealer)
    resting = tuple(agreed.players[person] for person in rota.resters(state.dealer))
    names, dealer = tuple(agreed.players[person] for person in people), rota.deals_for(state.dealer)
    of_deal = seated(agreed.rules, names, dealer, agreed.options)
    seen = state._replace(
        dealer=dealer,
        used=_at(people, state.used),
        totals=_at(people, state.totals),
        carry=tuple(_carried_by(people, agreed, place, c) for place, c in enumerate(state.carry)),
        follows=state.follows and state.follows.seen_by(people),
        declared=_by_seats(people, state.declared),
    )
    of_table = rota._replace(resting=resting, dealer=agreed.players[state.dealer])
    return Seating(agreed=of_deal._replace(rota=of_table), state=seen, people=people)


def _carried_by(
    people: Sequence[int], agreed: Agreed, place: int, counter: tuple[int, ...]
) -> tuple[int, ...]:
    """Return a counter for these players only. A counter of the whole table has one value."""
    if place in agreed.rules.tables_counters.values():
        return (counter[0],) * len(people)
    return _at(people, counter)


def _all_play(agreed: Agreed) -> bool:
    """Return True if everybody at this table plays the next deal."""
    return agreed.rota is None or agreed.rota.is_of_deal


def _by_seats(
    people: Sequence[int], declared: tuple[tuple[int, int | None, str], ...]
) -> tuple[tuple[int, int | None, str], ...]:
    """Return the declared contracts with seats in place of people; None for a declarer who sits
    out."""
    seats: Mapping[int | None, int] = {person: seat for seat, person in enumerate(people)}
    return tuple((number, seats.get(who), name) for number, who, name in declared)


def _at(people: Sequence[int], column: Sequence[T]) -> tuple[T, ...]:
    return tuple(column[person] for person in people)


def first_state(agreed: Agreed) -> State:
    """Return the state before the first deal."""
    totals = (agreed.rules.game.start,) * len(agreed.sides)
    carry = tuple(
        (counter.start,) * len(agreed.sides) for counter in agreed.rules.scoring.carry.values()
    )
    return State(
        deal=1,
        game=1,
        game_start=1,
        dealer=agreed.dealer,
        used=(frozenset(),) * len(agreed.players),
        totals=totals,
        results=(),
        over=False,
        carry=carry,
    )


def with_blank_columns(state: State, blank: State) -> State:
    """Return the state with the additional columns of `blank`, the state before the first deal.

    They belong to people who had no part in earlier deals."""
    used, totals = blank.used[len(state.used) :], blank.totals[len(state.totals) :]
    carry = (
        (*own, *fresh[len(own) :]) for own, fresh in zip(state.carry, blank.carry, strict=True)
    )
    return state._replace(
        used=(*state.used, *used), totals=(*state.totals, *totals), carry=tuple(carry)
    )


def deals_per_game(agreed: Agreed) -> int | None:
    """Return the number of deals of a game, or None where only a score ends it."""
    if agreed.rota is not None:
        return deals_of_rota(agreed.rules, agreed.rota, agreed.options)
    number = agreed.rules.deals.number
    if number is None:
        return None
    return whole_of(number, agreed.known) if number.constant is None else number.constant


def number_problems(agreed: Agreed) -> list[Problem]:
    """Return the problem of a game that would have no deals, in a list; empty if it has some."""
    number, rules = deals_per_game(agreed), agreed.rules
    if number is None or number > 0 or rules.deals.number is None:
        return []
    message = say(
        "`number = {formula!r}` gives {deals} deals with {players} players; a game has at least "
        "one",
        formula=rules.deals.number.text,
        deals=number,
        players=agreed.hands,
    )
    return [Problem("deals-none", message, "option", (say("choose one of the options otherwise"),))]


def turn(agreed: Agreed, state: State, facts: Facts | None = None) -> Turn:
    """Return the roles of the next deal; with `facts`, the deal's own facts, also roles that they
    decide."""
    if not _all_play(agreed):
        seating = seating_of(agreed, state)
        return turn_of_people(seating, state.dealer, turn(seating.agreed, seating.state, facts))
    deals = agreed.rules.deals
    declarer = seat(agreed, deals.declarer, state.dealer, None, facts)
    if state.follows is not None and state.follows.declarer is not None:
        declarer = state.follows.declarer
    leader = seat(agreed, deals.leader, state.dealer, declarer, facts)
    if state.follows is not None and state.follows.leader is not None:
        leader = state.follows.leader
    if deals.first and state.deal == 1:
        declarer = leader = seat(agreed, deals.first, state.dealer, declarer, facts)
    length = deals.stint if deals.stint > 1 else agreed.people
    round_number = (state.deal - state.game_start) // length + 1
    contracts = open_contracts(agreed.rules, state, round_number, declarer)
    is_held = state.held is not None
    return Turn(
        state.deal, state.game, round_number, state.dealer, declarer, leader, contracts, is_held
    )


def turn_of_people(seating: Seating, dealer: int, seen: Turn) -> Turn:
    """Return a deal's roles `seen` with people in place of seats. `dealer` may be a person who
    sits out."""
    return seen._replace(
        dealer=dealer, declarer=seating.person(seen.declarer), leader=seating.person(seen.leader)
    )


_STEPS: Mapping[str | None, int] = {"dealer": 0, "dealer's left": 1, "dealer's right": -1}


def seat(
    agreed: Agreed, who: str | None, dealer: int, declarer: int | None, facts: Facts | None
) -> int | None:
    """Return the seat for a phrase such as `dealer's left`, or None if unknown. Seats go
    clockwise: the left neighbour plays next."""
    if who == "declarer":
        return declarer
    step = _STEPS.get(who)
    if step is not None:
        if who == "dealer's right" and agreed.dealer_rests:
            return dealer  # who plays in the dealer's place is the player on the dealer's right
        return (dealer + step) % len(agreed.players)
    if who is None or facts is None:
        return None
    return agreed.seat_of.get(facts.get(who.removeprefix("fact "), ""))


def open_contracts(
    rules: Ruleset, state: State, round_number: int, declarer: int | None
) -> tuple[str, ...]:
    """Return the contracts available in the next deal, by a fixed order or by what the declarer
    has left."""
    deals = rules.deals
    if not rules.contracts:
        return ()
    if state.held is not None:
        return (state.held,)
    if deals.picked:
        used = state.used[declarer] if deals.once and declarer is not None else frozenset()
        left = tuple([name for name in rules.contracts if name not in used])
        return _within(rules, state, round_number, declarer, left) if rules.budgets else left
    position = round_number - 1 if deals.by_round else state.deal - state.game_start
    return deals.order[position % len(deals.order)]


def _within(
    rules: Ruleset, state: State, round_number: int, declarer: int | None, left: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the contracts in `left` whose budgets are not used up."""
    return tuple(
        name
        for name in left
        if not spent_use(rules, state.declared, round_number, declarer, name, len(state.totals))
    )


def is_spent(rules: Ruleset, coming: Turn) -> bool:
    """Return True if a deal needs a contract and its declarer has none left."""
    return bool(rules.contracts) and not coming.contracts


def next_dealer(agreed: Agreed, state: State, played: Turn | None = None) -> int:
    """Return the dealer after the next deal: the person on the left, or the same during a dealer
    run.

    After a session's first deal, the rules may choose its declarer. After a deal out of turn,
    the turn may go back."""
    if state.back is not None:
        return state.back
    if (
        played is not None
        and agreed.rules.deals.first
        and state.deal == 1
        and played.declarer is not None
    ):
        return played.declarer
    stint = agreed.rules.deals.stint
    done = state.deal - state.game_start + 1
    return state.dealer if done % stint else left_of(agreed, state.dealer)


def left_of(agreed: Agreed, person: int) -> int:
    """Return the next person on the left."""
    around = agreed.rota.around if agreed.rota else range(len(agreed.players))
    return around[(around.index(person) + 1) % len(around)]


def moved_on(
    state: State,
    dealer: int,
    used: tuple[frozenset[str], ...],
    totals: tuple[int, ...],
    carry: tuple[tuple[int, ...], ...],
) -> State:
    """Return the state one deal later, with this dealer, used contracts, totals and counters.

    Values for a single deal are reset."""
    return State(
        state.deal + 1, state.game, state.game_start, dealer, used, totals, state.results,
        over=False, carry=carry, ended=state.ended, declared=state.declared,
    )  # fmt: skip


def passed_on(state: State, dealer: int) -> State:
    """Return the state before the next deal after one without a score."""
    return moved_on(state, dealer, state.used, state.totals, state.carry)

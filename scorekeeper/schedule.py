"""Who deals, declares and leads, and which contracts are open: the schedule of a session."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.formula import number_of
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.session import Agreed, Facts


class State(NamedTuple):
    """All that the next deal needs to know of those before it.

    `deal` is the coming deal's number, `game_start` the number of its game's first deal; `used`
    holds the contracts each seat has declared in this game; `results` the games finished; `carry`
    each side's counters, by their order in the ruleset.
    """

    deal: int
    game: int
    game_start: int
    dealer: int
    used: tuple[frozenset[str], ...]
    totals: tuple[int, ...]
    results: tuple[tuple[int, int, tuple[int, ...]], ...]
    over: bool
    carry: tuple[tuple[int, ...], ...]


class Turn(NamedTuple):
    """One deal of the schedule; seats, or None while the deal itself decides."""

    number: int
    game: int
    round: int
    dealer: int
    declarer: int | None
    leader: int | None
    contracts: tuple[str, ...]


def first_state(agreed: Agreed) -> State:
    """The state before the first deal."""
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


def deals_per_game(agreed: Agreed) -> int | None:
    """How many deals one game has, or None where only a score ends it."""
    number = agreed.rules.deals.number
    if number is None:
        return None
    return number_of(number, agreed.known) if number.constant is None else number.constant


def turn(agreed: Agreed, state: State, facts: Facts | None = None) -> Turn:
    """The coming deal; with its facts, also the seats that only the deal decides."""
    deals, seats = agreed.rules.deals, len(agreed.players)
    declarer = seat(agreed, deals.declarer, state.dealer, None, facts)
    leader = seat(agreed, deals.leader, state.dealer, declarer, facts)
    if deals.first and state.deal == 1:
        declarer = leader = seat(agreed, deals.first, state.dealer, declarer, facts)
    length = deals.stint if deals.stint > 1 else seats
    round_number = (state.deal - state.game_start) // length + 1
    contracts = open_contracts(agreed.rules, state, round_number, declarer)
    return Turn(
        number=state.deal,
        game=state.game,
        round=round_number,
        dealer=state.dealer,
        declarer=declarer,
        leader=leader,
        contracts=contracts,
    )


_STEPS: Mapping[str | None, int] = {"dealer": 0, "dealer's left": 1, "dealer's right": -1}


def seat(
    agreed: Agreed, who: str | None, dealer: int, declarer: int | None, facts: Facts | None
) -> int | None:
    """The seat that a phrase of the schedule points to: clockwise, left is next to play."""
    if who == "declarer":
        return declarer
    if who in _STEPS:
        return (dealer + _STEPS[who]) % len(agreed.players)
    if who is None or facts is None:
        return None
    return agreed.seat_of.get(facts.get(who.removeprefix("fact "), ""))


def open_contracts(
    rules: Ruleset, state: State, round_number: int, declarer: int | None
) -> tuple[str, ...]:
    """The contracts that may be played in this deal: those whose turn it is where the order is
    fixed, else those left to the declarer."""
    deals = rules.deals
    if not rules.contracts:
        return ()
    if deals.picked:
        used = state.used[declarer] if deals.once and declarer is not None else frozenset()
        return tuple([name for name in rules.contracts if name not in used])
    position = round_number - 1 if deals.by_round else state.deal - state.game_start
    return deals.order[position % len(deals.order)]


def next_dealer(agreed: Agreed, state: State, played: Turn | None = None) -> int:
    """The dealer after this one: the deal passes left, or stays for a stint; after the very first
    deal it may go to the player who began that."""
    if (
        played is not None
        and agreed.rules.deals.first
        and state.deal == 1
        and played.declarer is not None
    ):
        return played.declarer
    stint = agreed.rules.deals.stint
    done = state.deal - state.game_start + 1
    return state.dealer if done % stint else (state.dealer + 1) % len(agreed.players)

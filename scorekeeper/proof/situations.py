"""The situations in which a deal can be played: players, options, dealer and contract, by the
schedule."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from math import prod
from typing import Any, NamedTuple

from scorekeeper.game.deal_facts import DealFacts
from scorekeeper.game.schedule import (
    Follows,
    State,
    Turn,
    deals_per_game,
    first_state,
    seating_of,
    turn,
)
from scorekeeper.game.session_settings import Agreed, seated
from scorekeeper.game.standing import passed_over
from scorekeeper.proof.dependencies import Dependencies, needs_dealer, needs_roles, schedule_parts
from scorekeeper.rules.formula import Formula, FormulaError, value_of, whole_of
from scorekeeper.rules.ruleset import Contract, Ruleset, TableOption

NAMES = "ABCDEFGHIJKLMNOP"
LONGEST_WALK = 240
MOST_CHOICES = 32
MOST_WITHIN = 1_000  # values of an option
MOST_LOOKED_AT = 10_000  # scheduled deals; no real game has a thousand


class Situation(NamedTuple):
    """A deal before its facts: the settings, the state, and the contract if the game has any."""

    agreed: Agreed
    state: State
    contract: str | None

    @property
    def known(self) -> dict[str, object]:
        """Return the facts that the situation decides: the contract, if any."""
        return {} if self.contract is None else {"contract": self.contract}

    @property
    def choices(self) -> dict[str, object]:
        """Return the options with other values than their defaults."""
        options = self.agreed.rules.options
        return {
            name: value
            for name, value in self.agreed.options.items()
            if value != options[name].default
        }

    @property
    def turn(self) -> Turn:
        """Return the deal's turn in the schedule."""
        return turn(self.agreed, self.state, self.known)


def situation_of(agreed: Agreed, state: State, contract: str | None) -> Situation:
    """Return the situation of the next deal, with only its players."""
    seating = seating_of(agreed, state)
    return Situation(seating.agreed, seating.state, contract)


def each_table(rules: Ruleset, options: Iterable[str] = ()) -> Iterator[Agreed]:
    """Yield the settings for every number of players with every choice of these options, and of
    options that limit the number of players."""
    defaults = {name: option.default for name, option in rules.options.items()}
    options = dict.fromkeys([*options, *(o.id for o in rules.options.values() if o.players)])
    chosen = [[(name, value) for value in rules.options[name].each()] for name in options]
    for players in rules.every_number:
        for choice in islice(product(*chosen), MOST_CHOICES):
            agreed = seated(rules, tuple(NAMES[:players]), 0, {**defaults, **dict(choice)})
            if players in agreed.rules.players:
                yield agreed


def values_tried(option: TableOption) -> tuple[bool | int | str, ...]:
    """Return every value of an option; of a number, only default, minimum and maximum."""
    if option.kind != "number":
        return option.each()
    ends = (option.default, option.least or 0, option.most)
    return tuple(dict.fromkeys(value for value in ends if value is not None))


def values_within(option: TableOption) -> Sequence[bool | int | str]:
    """Return every value of an option; of a number, at most MOST_WITHIN above the minimum."""
    if option.kind != "number":
        return option.each()
    least, most = option.bounds
    return range(least, min(most, least + MOST_WITHIN) + 1)


def number_of_choices(rules: Ruleset, options: Iterable[str]) -> int:
    """Return the number of ways to choose these options."""
    return prod(len(rules.options[name].each()) for name in options)


def scheduled_states(agreed: Agreed) -> Iterator[State]:
    """Yield the states of a game by the schedule, for every first dealer, without points."""
    number = deals_per_game(agreed) or _full_turn(agreed)
    for dealer in range(len(agreed.players)):
        state = first_state(agreed)._replace(dealer=dealer)
        for _ in range(min(number, LONGEST_WALK)):
            yield state
            yield from _states_by_declarer(agreed, state)
            state = passed_over(agreed, state)._replace(over=False)


def _states_by_declarer(agreed: Agreed, state: State) -> Iterator[State]:
    """Yield the state with each player as declarer, if a deal decides the next declarer; else
    nothing."""
    following = agreed.rules.following
    if following is not None and following.declarer is not None:
        for person in range(len(agreed.players)):
            yield state._replace(follows=Follows(person, None))


def _full_turn(agreed: Agreed) -> int:
    """Return a number of deals that includes every contract, for a game that only a score ends."""
    deals = agreed.rules.deals
    return len(agreed.players) * deals.stint * max(1, len(deals.order))


def situations(rules: Ruleset, reach: Dependencies) -> list[Situation]:
    """Return every situation with different points, among the first MOST_LOOKED_AT."""
    every = (found for agreed in each_table(rules, reach.options) for found in _of_table(agreed))
    return [found for found in islice(every, MOST_LOOKED_AT) if found is not None]


def _of_table(agreed: Agreed) -> Iterator[Situation | None]:
    """Yield a situation for each contract, dealer and time that affects points; None for a
    repeated one."""
    rules, seen = agreed.rules, set()
    moves = rules.following is not None and rules.following.moves
    needs = needs_roles if moves else needs_dealer
    matters = {name: needs(rules, contract) for name, contract in _contracts(rules).items()}
    parts = schedule_parts(rules)
    for state in scheduled_states(agreed):
        for contract in turn(agreed, state).contracts or (None,):
            found = Situation(agreed, state, contract)
            seats = (state.dealer, state.follows) if matters[contract] else None
            key = (contract, seats, _schedule_values(found, *parts))
            yield None if key in seen else found
            seen.add(key)


def _contracts(rules: Ruleset) -> dict[str | None, Contract | None]:
    found: dict[str | None, Contract | None] = dict(rules.contracts.items())
    return found or {None: None}


def _schedule_values(
    situation: Situation, formulas: Sequence[Formula], names: Sequence[str]
) -> tuple[object, ...]:
    """Return the values of the formulas and names about deal, round and game."""
    if not (formulas or names):
        return ()
    facts = DealFacts(situation.agreed, situation.state, situation.turn, situation.known)
    return (
        *(_value_or_none(lambda f=f: value_of(f, facts)) for f in formulas),
        *(_value_or_none(lambda n=n: facts[n]) for n in names),
    )


def _value_or_none(value: Any) -> Any:
    try:
        return value()
    except (FormulaError, LookupError):
        return None


def contracts_never_up(rules: Ruleset) -> list[str]:
    """Return the contracts that no deal of the schedule can have."""
    up = {
        name
        for agreed in each_table(rules)
        for state in scheduled_states(agreed)
        for name in turn(agreed, state).contracts
    }
    return [name for name in rules.contracts if name not in up]


def cards_each(agreed: Agreed) -> list[int]:
    """Return the different sizes of a hand, in the order of deals."""
    rules = agreed.rules
    if rules.hand is None:
        return []
    facts = (
        DealFacts(agreed, state, turn(agreed, state), {}) for state in scheduled_states(agreed)
    )
    return list(dict.fromkeys(whole_of(rules.hand, found) for found in facts))


def cards_dealt_each(agreed: Agreed) -> list[tuple[int, int]]:
    """Return the different pairs of a hand's size and the number of undealt cards, in the order of
    deals."""
    hand, talon = agreed.rules.hand, agreed.rules.talon
    if hand is None:
        return []
    facts = (
        DealFacts(agreed, state, turn(agreed, state), {}) for state in scheduled_states(agreed)
    )
    each = ((whole_of(hand, one), whole_of(talon, one) if talon else 0) for one in facts)
    return list(dict.fromkeys(each))


def undealt_cards(agreed: Agreed) -> list[int]:
    """Return the different numbers of undealt cards, in the order of deals."""
    talon = agreed.rules.talon
    if talon is None:
        return [0]
    if talon.constant is not None:
        return [talon.constant]
    facts = (
        DealFacts(agreed, state, turn(agreed, state), {}) for state in scheduled_states(agreed)
    )
    return list(dict.fromkeys(whole_of(talon, found) for found in facts))

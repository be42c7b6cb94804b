"""A declarer to whom no contract is left: where nobody declares one twice, and somebody dealt out
of turn."""

from collections.abc import Iterator

from scorekeeper.game.happenings import UNDO
from scorekeeper.game.schedule import (
    State,
    Turn,
    deals_per_game,
    is_spent,
    moved_on,
    next_dealer,
    turn,
)
from scorekeeper.game.session import Agreed
from scorekeeper.text.message import CommandLine, Words, listing, say
from scorekeeper.text.problems import Problem

FINISH = CommandLine("finish")


def first_spent(agreed: Agreed, state: State) -> Turn | None:
    """The first deal to come in this game whose declarer has no contract left by then, as far as
    the schedule tells; None where there is none. Which contracts are picked does not matter: each
    deal uses up one of its declarer's."""
    deals, last = agreed.rules.deals, deals_per_game(agreed)
    following = agreed.rules.following
    if following is not None and following.moves:
        return None  # who deals and declares later hangs on the deals before
    if state.over or last is None or not (deals.picked and deals.once):
        return None
    while state.deal - state.game_start < last:
        coming = turn(agreed, state)
        if is_spent(agreed.rules, coming):
            return coming
        if coming.declarer is None:
            return None
        state = _after(agreed, state, coming, coming.declarer)
    return None


def _after(agreed: Agreed, state: State, coming: Turn, declarer: int) -> State:
    """The state after a deal in which its declarer picked the first contract that was open."""
    used = (
        *state.used[:declarer],
        state.used[declarer] | {coming.contracts[0]},
        *state.used[declarer + 1 :],
    )
    return moved_on(state, next_dealer(agreed, state, coming), used, state.totals, state.carry)


def spent_problem(agreed: Agreed, state: State) -> Problem | None:
    """What is wrong where the declarer of the coming deal has no contract left, with the commands
    by which the evening goes on; None where one is left, or the session is over."""
    if state.over or not is_spent(agreed.rules, coming := turn(agreed, state)):
        return None
    dealers = [CommandLine("turn", (name,)) for name in _dealers_instead(agreed, state)]
    message = say(
        "{player} declares deal {number} and has no contract left",
        player=_declarer(agreed, coming),
        number=coming.number,
    )
    mend = listing((*dealers[:1], UNDO, FINISH))
    return Problem("contract-spent", message, "contract", (mend,))


def _declarer(agreed: Agreed, coming: Turn) -> Words:
    return agreed.players[coming.declarer] if coming.declarer is not None else say("the declarer")


def _dealers_instead(agreed: Agreed, state: State) -> list[str]:
    """Who could deal instead, so that a contract is left to the declarer; first those after whom
    that holds to the end of the game."""
    found = [*_others(agreed, state)]
    found.sort(key=lambda other: first_spent(agreed, other) is not None)
    return [agreed.players[other.dealer] for other in found]


def _others(agreed: Agreed, state: State) -> Iterator[State]:
    """The states in which somebody else deals the coming deal, and a contract is left."""
    for name in agreed.at_table:
        other = state._replace(dealer=agreed.seat_of[name], back=None)
        if not is_spent(agreed.rules, turn(agreed, other)):
            yield other

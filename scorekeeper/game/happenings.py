"""What happens at the table between deals: what follows from it for the state, or a refusal where
the rules say no.

A misdeal is dealt again, or the deal passes; somebody deals out of turn; a penalty moves points;
the players go home early; they agree anew on what the rules leave to them. The facts are those of
the entry (`log.KINDS`).
"""

from collections.abc import Sequence
from operator import add, sub
from typing import NoReturn

from scorekeeper.game.log import PLAYERS, players_of
from scorekeeper.game.schedule import Known, State, deals_per_game, left_of, next_dealer, turn
from scorekeeper.game.session import Agreed, Facts, is_ranking, ranked_by, settled_options
from scorekeeper.game.shape import is_exact, shaped
from scorekeeper.text.message import CommandLine, Joined, listing, say, say_n
from scorekeeper.text.problems import Mend, Refused, refuse

UNDO = CommandLine("undo")


def misdealt(agreed: Agreed, state: State, facts: Facts) -> State:
    """The state after a misdeal, which is no deal: who deals again, and the contract that is held.
    Where the rules say nothing the same dealer deals again."""
    refuse_over(state)
    rules, contract = agreed.rules, facts.get("contract")
    held = state.held if contract is None else contract
    state = state._replace(known=None)  # new hands are dealt
    if contract is not None:
        _refuse_contract(agreed, state, contract)
    if rules.misdeal is None or not rules.misdeal.passes:
        return state._replace(held=held)
    dealer = left_of(agreed, state.dealer) if state.back is None else state.back
    return state._replace(dealer=dealer, held=held, due=None, back=None)


def _refuse_contract(agreed: Agreed, state: State, contract: str) -> None:
    """Refuses a contract that the rules do not hold, or that could not have been named."""
    rules = agreed.rules
    if rules.misdeal is None or not rules.misdeal.holds:
        message = say("these rules hold no contract after a misdeal: it is chosen anew")
        raise refuse("misdeal-contract", message, "contract", say("leave the contract out"))
    coming = turn(agreed, state).contracts
    if contract not in coming:
        message = say(
            "`{contract}` could not have been named for deal {number}; left are {contracts}",
            contract=contract,
            number=state.deal,
            contracts=listing((rules.contracts[name].name for name in coming), "and"),
        )
        raise refuse("misdeal-contract", message, "contract")


def turned(agreed: Agreed, state: State, facts: Facts) -> State:
    """The state in which somebody else deals the coming deal. The turn goes on from there, or,
    where it `returns`, the deal after it is dealt by whoever would have dealt it."""
    refuse_over(state)
    due = state.dealer if state.due is None else state.due
    planned = state._replace(dealer=due, due=None, back=None)
    back = next_dealer(agreed, planned) if facts.get("then") == RETURNS else None
    dealer = _seat(agreed, facts["dealer"], agreed.at_table)
    return state._replace(dealer=dealer, due=due, back=back)


def known_before(agreed: Agreed, state: State, facts: Facts) -> State:
    """Return the state with facts of the coming deal that were recorded before its result; what a
    hand has spoilt is as if it had not been said."""
    said, _ = shaped(agreed.rules, {k: value for k, value in facts.items() if k != PLAYERS})
    return state._replace(known=Known(players_of(facts), said))


STAYS, RETURNS = "stays", "returns"
SPENT = "turn-spent"  # the code of a turn that leaves somebody without a contract


def penalised(agreed: Agreed, state: State, facts: Facts) -> State:
    """The state after a penalty, which moves the totals and is no deal."""
    if state.over and agreed.rules.match is not None:
        message = say("the match is over: no game is left that a penalty could count in")
        raise refuse("session-over", message, None, _takes_back(state))
    points = facts["points"]
    _seat(agreed, facts["player"], agreed.players)
    if len(points) != len(agreed.sides) or not all(map(is_exact, points)):
        message = say_n(
            len(agreed.sides),
            "a penalty has a number for the {n} side",
            "a penalty has a number for each of the {n} sides",
        )
        raise refuse("penalty-points", message, "points")
    return state._replace(totals=tuple(map(add, state.totals, points)))


def finished(agreed: Agreed, state: State, _: Facts) -> State:
    """The state of a session that the players end before its end; the places are as they stand."""
    refuse_over(state)
    if state.deal == 1:
        message = say("no deal has been recorded: there is nothing to finish")
        raise refuse("finish-empty", message, None, CommandLine("drop", (), (say("SESSION"),)))
    return state._replace(over=True, early=True)


def agreed_anew(agreed: Agreed, state: State, facts: Facts) -> tuple[Agreed, State]:
    """What is agreed from now on, and the state under it: an end that hangs on what was chosen may
    come sooner or later. Refused where more deals are played than the game then has. What ranks
    can be another one also when the session is over."""
    if is_ranking(agreed.rules, facts["option"]):
        return ranked_by(agreed, facts["value"]), state
    if state.early or (state.over and agreed.rules.match is not None):
        refuse_over(state)
    chosen = {facts["option"]: facts["value"]}
    options, problems = settled_options(agreed.rules, {**agreed.options, **chosen})
    if problems:
        raise Refused(problems)
    anew = agreed._replace(options=options)
    if agreed.rules.hangs_on_options:
        anew, state = _with_rules_anew(agreed, anew, state)
    return anew, state if agreed.rules.match else _ended(agreed, anew, state)


def _with_rules_anew(before: Agreed, now: Agreed, state: State) -> tuple[Agreed, State]:
    """The table with the rules as they are with its new choices, and the state. Before the first
    deal everybody begins at another score, less what penalties cost; later what was fixed then
    cannot be another, nor which score wins once there was a penalty."""
    from scorekeeper.rules.chosen_rules import as_chosen  # noqa: PLC0415 - 0.3 ms, few games

    rules, old = as_chosen(before.rules, now.hands, now.options), before.rules
    begun = (old.game.start,) * len(state.totals)
    if now.hands not in rules.players:
        message = say("so {number} could not play this game", number=now.hands)
        raise refuse("agree-players", message, "option", say("begin a new session for that"))
    if state.deal > 1 and rules.game.start != old.game.start:
        message = say(
            "a game would start from {new}, and this one started from {old}",
            new=rules.game.start,
            old=old.game.start,
        )
        raise refuse("agree-start", message, "option", say("begin a new session for that"))
    if state.deal > 1 and rules.game.lowest_wins != old.game.lowest_wins:
        message = say("another score would win, with deals played already")
        raise refuse("agree-best", message, "option", say("begin a new session for that"))
    if rules.game.lowest_wins != old.game.lowest_wins and state.totals != begun:
        message = say("another score would win, and a penalty was given already")
        mend = say(
            "take the penalty back with `{command}`, agree, and record it again", command=UNDO
        )
        raise refuse("agree-best", message, "option", mend)
    moved = tuple(total + rules.game.start - old.game.start for total in state.totals)
    return now._replace(rules=rules), state._replace(totals=moved)


def _ended(before: Agreed, now: Agreed, state: State) -> State:
    old, new, played = deals_per_game(before), deals_per_game(now), state.deal - state.game_start
    if new is not None and played > new:
        message = say(
            "{played} deals are played, and the game would have {deals}", played=played, deals=new
        )
        raise refuse("agree-deals", message, "option")
    by_score = state.over and not (old is not None and played >= old)
    over = by_score or (new is not None and played >= new)
    if over != state.over and now.rules.game.has_ending:
        return _without_ending(state) if state.over else _refuse_end(played)
    return state._replace(over=over)


def _refuse_end(played: int) -> NoReturn:
    """Refuses an end that no deal brings: who wins it, or what a side gets, hangs on the last."""
    message = say_n(
        played,
        "the game would be over now, after {n} deal, and its rules settle the end with the "
        "last deal",
        "the game would be over now, after {n} deals, and its rules settle the end with the "
        "last deal",
    )
    mend = say("take the last deal back with `{command}`, agree, and record it again", command=UNDO)
    raise refuse("agree-ends", message, "option", mend)


def _without_ending(state: State) -> State:
    """The state of a game that goes on: nobody has won it, and its bonus is taken back."""
    if not state.ended:
        return state._replace(over=False)
    bonus = state.ended[-1].bonus or (0,) * len(state.totals)
    totals = tuple(map(sub, state.totals, bonus))
    return state._replace(over=False, totals=totals, ended=state.ended[:-1])


def _seat(agreed: Agreed, name: str, people: Sequence[str]) -> int:
    """The seat of one of these people; raises Refused where none of them is called so."""
    if name in people:
        return agreed.seat_of[name]
    message = say(
        "`{player}` does not play here; {players} do", player=name, players=listing(people, "and")
    )
    raise refuse("player-unknown", message, "player")


def refuse_over(state: State) -> None:
    """Refuses what is of a coming deal where there is none."""
    if state.over:
        message = say("the session is over: nothing is left to play")
        raise refuse("session-over", message, None, _takes_back(state))


def _takes_back(state: State) -> Mend | None:
    """How play goes on where the players ended it."""
    return say("`{command}` takes the end back", command=UNDO) if state.early else None


# --- what a penalty moves ------------------------------------------------------------------------


def shares(agreed: Agreed, side: int, costs: int, gives: Sequence[int]) -> list[int]:
    """The points of each side: who made the fault loses, the others win; where the lowest score
    wins it is the other way round."""
    sign = -1 if agreed.rules.game.lowest_wins else 1
    return [sign * (-costs if place == side else gain) for place, gain in enumerate(gives)]


def others_share(agreed: Agreed, side: int, costs: int) -> list[int]:
    """What each other side at the table wins where they share alike; raises Refused where that
    leaves a rest."""
    here = {agreed.side_of[agreed.seat_of[name]] for name in agreed.at_table} - {side}
    others = len(here)
    step = agreed.rules.game.step
    shares, rest = divmod(costs, others * step)
    if rest:
        message = say_n(
            costs,
            "{n} point cannot be shared by {others}",
            "{n} points cannot be shared by {others}",
            others=others,
        )
        even = (costs - rest, costs - rest + others * step)
        hint = say(
            "say {numbers}, or to whom they go: {option}",
            numbers=listing([number for number in even if number]),
            option=Joined(("--to", say("PLAYER")), " "),
        )
        raise refuse("penalty-share", message, "points", hint)
    return [shares * step if place in here else 0 for place in range(len(agreed.sides))]

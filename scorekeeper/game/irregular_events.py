"""Irregular events between deals: misdeals, penalties, another dealer, changed seats, an early
end."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from operator import add, sub
from typing import NoReturn

from scorekeeper.game.entry_checks import is_exact, well_formed_facts
from scorekeeper.game.entry_kinds import PLAYERS, players_of, with_name
from scorekeeper.game.schedule import (
    KnownSeats,
    State,
    Turn,
    deals_per_game,
    first_state,
    is_spent,
    left_of,
    moved_on,
    next_dealer,
    passed_on,
    seating_of,
    turn,
    with_blank_columns,
)
from scorekeeper.game.session_settings import (
    Agreed,
    Facts,
    Rota,
    comparison_form,
    complete_options,
    declares_every_contract,
    is_ranking,
    player_problems,
    ranked_by,
    renamed,
    with_column,
)
from scorekeeper.rules.rules_by_option import as_chosen
from scorekeeper.rules.ruleset import DEALER, OF_PLAYERS, Ruleset
from scorekeeper.text.message import CommandLine, JoinedWords, Words, listing, say, say_n
from scorekeeper.text.problems import Mend, Problem, Refused, did_you_mean, known_mends, refuse

# --- effects on the state ----------------------------------------------------------------------
# Each function returns the state after an event between deals, or raises Refused. `facts` are those
# of the event's entry (`entry_kinds.KINDS`).


UNDO = CommandLine("undo")


def misdealt(agreed: Agreed, state: State, facts: Facts) -> State:
    """Return the state after a misdeal, with the next dealer and the contract that stays.

    The same player deals again, unless the rules pass the deal on."""
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
    """Raise Refused if the rules do not keep a contract after a misdeal, or if the contract was
    not available."""
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


def with_other_dealer(agreed: Agreed, state: State, facts: Facts) -> State:
    """Return the state with another player as dealer of the next deal.

    Deals then continue from that player. With `returns`, the deal after the next goes back to
    its scheduled dealer."""
    refuse_over(state)
    due = state.dealer if state.due is None else state.due
    planned = state._replace(dealer=due, due=None, back=None)
    back = next_dealer(agreed, planned) if facts.get("then") == RETURNS else None
    dealer = _seat(agreed, facts["dealer"], agreed.at_table)
    return state._replace(dealer=dealer, due=due, back=back)


def with_partial_deal(agreed: Agreed, state: State, facts: Facts) -> State:
    """Return the state with facts of the next deal that were recorded before its result.

    Facts that a manual edit made invalid are left out."""
    said, _ = well_formed_facts(
        agreed.rules, {k: value for k, value in facts.items() if k != PLAYERS}
    )
    return state._replace(known=KnownSeats(players_of(facts), said))


STAYS, RETURNS = "stays", "returns"
SPENT = "turn-spent"  # problem code: with this dealer a declarer has no contract left


def with_penalty(agreed: Agreed, state: State, facts: Facts) -> State:
    """Return the state after a penalty, which changes totals and does not count as a deal."""
    if state.over and agreed.rules.match is not None:
        message = say("the match is over: no game is left that a penalty could count in")
        raise refuse("session-over", message, None, undo_of_end_fix(state))
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
    """Return the state of a session that the players end early. The ranking stays as it is."""
    refuse_over(state)
    if state.deal == 1:
        message = say("no deal has been recorded: there is nothing to finish")
        raise refuse("finish-empty", message)
    return state._replace(over=True, early=True)


def with_changed_option(agreed: Agreed, state: State, facts: Facts) -> tuple[Agreed, State]:
    """Return the settings with a changed option, and the state under them; the end of the game may
    move.

    The option for ranking can change even when the session is over. Raises Refused, also if
    more deals were played than the changed game has."""
    if is_ranking(agreed.rules, facts["option"]):
        return ranked_by(agreed, facts["value"]), state
    if state.early or (state.over and agreed.rules.match is not None):
        refuse_over(state)
    chosen = {facts["option"]: facts["value"]}
    options, problems = complete_options(agreed.rules, {**agreed.options, **chosen})
    if problems:
        raise Refused(problems)
    anew = agreed._replace(options=options)
    if agreed.rules.hangs_on_options:
        anew, state = _with_rules_anew(agreed, anew, state)
    return anew, state if agreed.rules.match else _ended(agreed, anew, state)


def _with_rules_anew(before: Agreed, now: Agreed, state: State) -> tuple[Agreed, State]:
    """Return the settings with the rules under the changed options, and the state.

    Before the first deal the totals move to the new starting score. Raises Refused if the
    starting score changes later, or if the best score changes after a deal or a penalty."""
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
    """Raise Refused because changed options would end the game without a last deal, on which its
    winner or bonus depends."""
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
    """Return the state of a game that no longer ends here: without a winner, and with the bonus
    subtracted."""
    if not state.ended:
        return state._replace(over=False)
    bonus = state.ended[-1].bonus or (0,) * len(state.totals)
    totals = tuple(map(sub, state.totals, bonus))
    return state._replace(over=False, totals=totals, ended=state.ended[:-1])


def _seat(agreed: Agreed, name: str, people: Sequence[str]) -> int:
    """Return the seat of a name in `people`. Raises Refused if the name is not in it."""
    if name in people:
        return agreed.seat_of[name]
    message = say(
        "`{player}` does not play here; {players} do", player=name, players=listing(people, "and")
    )
    raise refuse("player-unknown", message, "player")


def refuse_over(state: State) -> None:
    """Raise Refused if the session is over, because an entry needs a next deal."""
    if state.over:
        message = say("the session is over: nothing is left to play")
        raise refuse("session-over", message, None, undo_of_end_fix(state))


def undo_of_end_fix(state: State) -> Mend | None:
    """Return the fix that undoes an early end, or None if the players did not end the session
    early."""
    if not state.early:
        return None
    return say_n(
        state.undos,
        "`{command}` takes the end back",
        "`{command}`, {n} times, takes the end back, and what was recorded after it",
        command=UNDO,
    )


# --- the points of a penalty ---------------------------------------------------------------------


def penalty_shares(agreed: Agreed, side: int, costs: int, gives: Sequence[int]) -> list[int]:
    """Return each side's points for a penalty: `side` loses `costs`, each other side gains its
    number in `gives`.

    Signs are reversed where the lowest score wins."""
    sign = -1 if agreed.rules.game.lowest_wins else 1
    return [sign * (-costs if place == side else gain) for place, gain in enumerate(gives)]


def others_share(agreed: Agreed, side: int, costs: int) -> list[int]:
    """Return the equal share of a penalty for each other side at the table; 0 for the rest. Raises
    Refused if it cannot be divided evenly."""
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
            option=JoinedWords(("--to", say("PLAYER")), " "),
        )
        raise refuse("penalty-share", message, "points", hint)
    return [shares * step if place in here else 0 for place in range(len(agreed.sides))]


# --- changed seats -----------------------------------------------------------------------------
# A new player takes a seat, or two players swap seats. Each function returns the new settings and
# state, or raises Refused with every reason. `facts` are those of the entry (`entry_kinds.KINDS`).


OWN_SCORE = "--own-score"

# --- a player takes a seat ------------------------------------------------------------------------


def with_new_player(agreed: Agreed, state: State, facts: Facts) -> tuple[Agreed, State]:
    """Return the settings and the state after `player` takes the seat of `for`.

    The column continues under the new name, or with `own` the player gets a separate column.
    Raises Refused if either is not possible."""
    refuse_over(state)
    player, other, is_own = facts["player"], facts["for"], facts.get("own") is True
    newcomer = [*_newcomer_problems(agreed, state, player, other, is_own)]
    mend = CommandLine("seat", (player, "for", agreed.at_table[-1]))
    problems = [
        *_not_here(agreed, other, "for", None if newcomer else mend),
        *newcomer,
        *(_own_column_problems(agreed, player, other) if is_own else ()),
    ]
    if problems:
        raise Refused(problems)
    state = state._replace(known=_known_of(agreed, state.known, player, other))
    if is_own:
        return _with_own_column(agreed, state, player, other)
    return renamed(agreed, _with(agreed.players, player, other)), state


def _known_of(
    agreed: Agreed, known: KnownSeats | None, player: str, other: str
) -> KnownSeats | None:
    """Return the facts known of the next deal with `player` in place of `other`."""
    if known is None:
        return None
    named = {fact.id for fact in agreed.rules.facts.values() if fact.kind in OF_PLAYERS}
    facts = {
        name: with_name(value, other, player) if name in named else value
        for name, value in known.facts.items()
    }
    return KnownSeats(_with(known.players, player, other), facts)


def _with(names: tuple[str, ...], player: str, other: str) -> tuple[str, ...]:
    return tuple(player if name == other else name for name in names)


def _newcomer_problems(
    agreed: Agreed, state: State, player: str, other: str, is_own: bool
) -> Iterable[Problem]:
    """Yield the reasons why `player` cannot take the seat of `other`."""
    before = next(
        (name for name in agreed.gone if comparison_form(name) == comparison_form(player)), None
    )
    if before is not None and (before != player or not is_own):
        message = say("{player} has a column here already, and would have two", player=before)
        mend = CommandLine("seat", (before, "for", other, OWN_SCORE))
        yield Problem("player-twice", message, "player", (mend,))
        return
    sitting = _sitting(agreed, player)
    if sitting is not None:
        may_swap = _may_swap(agreed, state, sitting, other)
        mends = (CommandLine("seat", ("swap", sitting, other)),) if may_swap else ()
        yield Problem(
            "player-twice", say("{player} plays already", player=sitting), "player", mends
        )
        return
    # if `other` is not at the table, check the newcomer in the first seat
    here = agreed.at_table
    leaves = other if other in here else here[0]
    names = _with(here, player, leaves)
    yield from player_problems(agreed.rules, names, agreed.rota is not None, agreed.options)


def _sitting(agreed: Agreed, player: str) -> str | None:
    """Return the person at the table whose name looks like this one, or None."""
    return next(
        (name for name in agreed.at_table if comparison_form(name) == comparison_form(player)), None
    )


def _may_swap(agreed: Agreed, state: State, player: str, other: str) -> bool:
    """Return True if these two players could swap seats now."""
    try:
        with_swapped_seats(agreed, state, {"player": player, "other": other})
    except Refused:
        return False
    return True


def _own_column_problems(agreed: Agreed, player: str, other: str) -> Iterable[Problem]:
    """Yield the reasons why a new player cannot have a separate score in this session."""
    mends = () if _sitting(agreed, player) else (CommandLine("seat", (player, "for", other)),)
    if agreed.rules.teams:
        message = say("partners have one score together, so nobody can have one apart")
        yield Problem("seat-own-side", message, "own", mends)
    if agreed.rules.match is not None:
        message = say(
            "the finished games of a match rank those who play, and whoever comes later has no "
            "result of them"
        )
        yield Problem("seat-own-match", message, "own", mends)


def _with_own_column(agreed: Agreed, state: State, player: str, other: str) -> tuple[Agreed, State]:
    """Return the settings and the state with `player` in the seat of `other` and in a separate
    column.

    The player takes over the turn to deal and the remaining contracts. A returning player gets
    the earlier column back."""
    leaves = agreed.seat_of[other]
    rota = agreed.rota or Rota(
        around=tuple(range(len(agreed.players))), hands=len(agreed.players), rests=DEALER
    )
    if player not in agreed.seat_of:
        agreed = with_column(agreed, player)
        state = with_blank_columns(state, first_state(agreed))
    comes = agreed.seat_of[player]

    def at(person: int | None) -> int | None:
        return comes if person == leaves else person

    used = tuple(state.used[leaves] if n == comes else own for n, own in enumerate(state.used))
    dealer = comes if state.dealer == leaves else state.dealer
    moved = state._replace(
        dealer=dealer, due=at(state.due), back=at(state.back), used=used,
        follows=state.follows and state.follows.moved(at),
        declared=tuple((number, at(who), name) for number, who, name in state.declared),
    )  # fmt: skip
    around = tuple(comes if person == leaves else person for person in rota.around)
    return agreed._replace(rota=rota._replace(around=around)), moved


def _not_here(
    agreed: Agreed, name: str, fact: str, mend: CommandLine | None = None
) -> Iterable[Problem]:
    """Yield a problem if nobody of this name is at the table; its fix is a similar name, else
    `mend`."""
    here = agreed.at_table
    if name not in here:
        message = say(
            "`{player}` does not play here; {players} do", player=name, players=listing(here, "and")
        )
        mends = known_mends(did_you_mean(name, here) or mend)
        yield Problem("player-unknown", message, fact, mends)


# --- two players swap seats -----------------------------------------------------------------------


def with_swapped_seats(agreed: Agreed, state: State, facts: Facts) -> tuple[Agreed, State]:
    """Return the settings and the state after two players swapped seats. The turn to deal stays
    with the seat.

    Raises Refused in a game of partners, or if the remaining deals would be shared unequally."""
    refuse_over(state)
    player, other = facts["player"], facts["other"]
    problems = [*_not_here(agreed, player, "player"), *_not_here(agreed, other, "other")]
    if player == other:
        message = say("{player} cannot change places alone", player=player)
        problems = [*problems, Problem("seat-same", message, "other")]
    elif agreed.rules.teams and not problems:
        problems = [_keep_their_seats(agreed, player, other)]
    if problems:
        raise Refused(problems)
    anew = _changed(agreed, state, agreed.seat_of[player], agreed.seat_of[other])
    _refuse_unequal(agreed, state, *anew)
    return anew


def _keep_their_seats(agreed: Agreed, player: str, other: str) -> Problem:
    """Return the problem of two players who want to swap seats in a game of partners.

    Partners sit across from each other, and a swap of two partners would change the order of
    turns."""
    if agreed.side_of[agreed.seat_of[player]] == agreed.side_of[agreed.seat_of[other]]:
        message = say("partners keep their seats, and so their turns, for the whole session")
    else:
        message = say(
            "partners sit across from each other, and {player} and {other} are no partners",
            player=player,
            other=other,
        )
    return Problem("seat-partners", message, "player")


def _changed(agreed: Agreed, state: State, one: int, other: int) -> tuple[Agreed, State]:
    def at(person: int | None) -> int | None:
        return {one: other, other: one}.get(person, person) if person is not None else None

    people = range(len(agreed.players))
    rota = agreed.rota or Rota(around=tuple(people), hands=len(people), rests=DEALER)
    around = tuple({one: other, other: one}.get(person, person) for person in rota.around)
    dealer = {one: other, other: one}.get(state.dealer, state.dealer)
    moved = state._replace(
        dealer=dealer, due=at(state.due), back=at(state.back),
        follows=state.follows and state.follows.moved(at),
    )  # fmt: skip
    return agreed._replace(rota=rota._replace(around=around)), moved


def _refuse_unequal(agreed: Agreed, state: State, anew: Agreed, moved: State) -> None:
    """Raise Refused if, with the new seats, a player would deal, declare or sit out more often
    than another.

    Only games that share these roles equally are checked."""
    number = deals_per_game(agreed)
    rests = agreed.rota is not None and agreed.rota.has_resters
    if (
        number is None
        or not (rests or declares_every_contract(agreed.rules))
        or _moves(agreed.rules)
    ):
        return
    length = agreed.people * agreed.rules.deals.stint
    left = number - (state.deal - state.game_start)
    few = min(left, length + left % length)  # the deals after these are complete rounds
    if _shares(agreed, state, few) == _shares(anew, moved, few):
        return
    message = say(
        "in the middle of a round somebody would deal, declare or rest more often than the others"
    )
    raise refuse("seat-round", message, None, _after_round(state, length))


def _moves(rules: Ruleset) -> bool:
    """Return True if results of earlier deals decide who deals or declares."""
    return rules.following is not None and rules.following.moves


def _after_round(state: State, length: int) -> Words:
    rounds = (state.deal - state.game_start) // length + 1
    last = state.game_start + rounds * length - 1
    return say("change places when the round is over, after deal {number}", number=last)


def _shares(agreed: Agreed, state: State, left: int) -> Counter[tuple[str, int | str | None]]:
    """Return how often each person deals, declares and sits out in the next `left` deals."""
    return Counter(_parts(agreed, state, left))


def _parts(agreed: Agreed, state: State, left: int) -> Iterator[tuple[str, int | str | None]]:
    for _ in range(left):
        coming = turn(agreed, state)
        yield "dealer", coming.dealer
        yield "declarer", coming.declarer
        yield from (("rests", name) for name in seating_of(agreed, state).agreed.resting)
        state = passed_on(state, next_dealer(agreed, state))


# --- declarers without a contract --------------------------------------------------------------
# After a deal out of turn a declarer may have no contract left, if each may be declared only once.


FINISH = CommandLine("finish")


def first_spent(agreed: Agreed, state: State) -> Turn | None:
    """Return the first remaining deal of this game whose declarer will have no contract left, or
    None.

    Any contracts may be chosen until then: each deal uses up one contract of its declarer."""
    deals, last = agreed.rules.deals, deals_per_game(agreed)
    following = agreed.rules.following
    if following is not None and following.moves:
        return None  # results of earlier deals decide who deals and declares
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
    """Return the state after a deal with its first available contract."""
    used = (
        *state.used[:declarer],
        state.used[declarer] | {coming.contracts[0]},
        *state.used[declarer + 1 :],
    )
    return moved_on(state, next_dealer(agreed, state, coming), used, state.totals, state.carry)


def spent_problem(agreed: Agreed, state: State) -> Problem | None:
    """Return the problem that the next deal's declarer has no contract left, with the commands
    that help.

    None if a contract is left or the session is over."""
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
    """Return the players who could deal next so that the declarer has a contract left.

    Players come first with whom all later declarers have one too."""
    found = [*_others(agreed, state)]
    found.sort(key=lambda other: first_spent(agreed, other) is not None)
    return [agreed.players[other.dealer] for other in found]


def _others(agreed: Agreed, state: State) -> Iterator[State]:
    """Yield the state for each possible next dealer with whom the declarer has a contract left."""
    for name in agreed.at_table:
        other = state._replace(dealer=agreed.seat_of[name], back=None)
        if not is_spent(agreed.rules, turn(agreed, other)):
            yield other

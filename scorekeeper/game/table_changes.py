"""Who sits where, changed in mid-evening: somebody takes the seat of somebody who leaves, or two
change places. What follows from it for what is agreed and for the state, or a refusal with every
reason. The facts are those of the entry (`log.KINDS`)."""

from collections import Counter
from collections.abc import Iterable, Iterator

from scorekeeper.game.happenings import refuse_over
from scorekeeper.game.log import with_name
from scorekeeper.game.schedule import (
    Known,
    State,
    deals_per_game,
    first_state,
    next_dealer,
    passed_on,
    seating_of,
    turn,
    with_blank_columns,
)
from scorekeeper.game.seats import Rota, is_used_up
from scorekeeper.game.session import Agreed, Facts, as_seen, player_problems, renamed, with_column
from scorekeeper.rules.model import OF_PLAYERS, Ruleset
from scorekeeper.rules.model_resting import DEALER
from scorekeeper.text.message import CommandLine, Words, listing, say
from scorekeeper.text.problems import Problem, Refused, did_you_mean, known_mends, refuse

OWN_SCORE = "--own-score"

# --- somebody takes a seat ------------------------------------------------------------------------


def taken_over(agreed: Agreed, state: State, facts: Facts) -> tuple[Agreed, State]:
    """The table at which `player` sits in the seat of `for`, whose column goes on under the new
    name, and the same state; with `own` the newcomer has a column of their own, and the state has
    it too."""
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


def _known_of(agreed: Agreed, known: Known | None, player: str, other: str) -> Known | None:
    """Return what is known of the coming deal with `player` in the place of `other`."""
    if known is None:
        return None
    named = {fact.id for fact in agreed.rules.facts.values() if fact.kind in OF_PLAYERS}
    facts = {
        name: with_name(value, other, player) if name in named else value
        for name, value in known.facts.items()
    }
    return Known(_with(known.players, player, other), facts)


def _with(names: tuple[str, ...], player: str, other: str) -> tuple[str, ...]:
    return tuple(player if name == other else name for name in names)


def _newcomer_problems(
    agreed: Agreed, state: State, player: str, other: str, is_own: bool
) -> Iterable[Problem]:
    """Why somebody of this name cannot take the seat."""
    before = next((name for name in agreed.gone if as_seen(name) == as_seen(player)), None)
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
    # where nobody of that name leaves, the newcomer is looked at in the first seat
    here = agreed.at_table
    leaves = other if other in here else here[0]
    names = _with(here, player, leaves)
    yield from player_problems(agreed.rules, names, agreed.rota is not None, agreed.options)


def _sitting(agreed: Agreed, player: str) -> str | None:
    """Who sits at the table and is called like this."""
    return next((name for name in agreed.at_table if as_seen(name) == as_seen(player)), None)


def _may_swap(agreed: Agreed, state: State, player: str, other: str) -> bool:
    """Whether these two could change places now."""
    try:
        places_changed(agreed, state, {"player": player, "other": other})
    except Refused:
        return False
    return True


def _own_column_problems(agreed: Agreed, player: str, other: str) -> Iterable[Problem]:
    """Why nobody can have a column of their own here."""
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
    """The table and the state in which `player` has the seat of `other`, its turn to deal and the
    contracts that are left to it, with a column of their own; who had one here goes on with it."""
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
    """Somebody who does not sit here, with who is probably meant or else what may be typed."""
    here = agreed.at_table
    if name not in here:
        message = say(
            "`{player}` does not play here; {players} do", player=name, players=listing(here, "and")
        )
        mends = known_mends(did_you_mean(name, here) or mend)
        yield Problem("player-unknown", message, fact, mends)


# --- two change places ----------------------------------------------------------------------------


def places_changed(agreed: Agreed, state: State, facts: Facts) -> tuple[Agreed, State]:
    """The table at which two have changed places, and the state in which the deal stays at its
    place: whoever sits there now has it. Refused for partners, and where the deals that are left
    would no longer be shared as the rules have it."""
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
    """Return why two do not change places in a game of partners: no longer across from their
    partners, or, partners with each other, in another order of turns."""
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
    """Refuses places by which somebody would deal, declare or rest more often than the rules have
    it, in games that share these alike."""
    number = deals_per_game(agreed)
    rests = agreed.rota is not None and agreed.rota.has_resters
    if number is None or not (rests or is_used_up(agreed.rules)) or _moves(agreed.rules):
        return
    length = agreed.people * agreed.rules.deals.stint
    left = number - (state.deal - state.game_start)
    few = min(left, length + left % length)  # what comes behind them goes round whole
    if _shares(agreed, state, few) == _shares(anew, moved, few):
        return
    message = say(
        "in the middle of a round somebody would deal, declare or rest more often than the others"
    )
    raise refuse("seat-round", message, None, _after_round(state, length))


def _moves(rules: Ruleset) -> bool:
    """Whether nobody knows who deals or declares in the deals that are left."""
    return rules.following is not None and rules.following.moves


def _after_round(state: State, length: int) -> Words:
    rounds = (state.deal - state.game_start) // length + 1
    last = state.game_start + rounds * length - 1
    return say("change places when the round is over, after deal {number}", number=last)


def _shares(agreed: Agreed, state: State, left: int) -> Counter[tuple[str, int | str | None]]:
    """How often each person deals, declares and rests in so many deals."""
    return Counter(_parts(agreed, state, left))


def _parts(agreed: Agreed, state: State, left: int) -> Iterator[tuple[str, int | str | None]]:
    for _ in range(left):
        coming = turn(agreed, state)
        yield "dealer", coming.dealer
        yield "declarer", coming.declarer
        yield from (("rests", name) for name in seating_of(agreed, state).agreed.resting)
        state = passed_on(state, next_dealer(agreed, state))

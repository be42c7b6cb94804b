"""The outlook of a session: each side's possible results, and a proof that it can win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from scorekeeper.base.random_draws import RandomSource as Luck
from scorekeeper.game.deal_scoring import Scored, judged
from scorekeeper.game.schedule import State, turn
from scorekeeper.game.standing import Standing, after, final_totals, game_winners, winners
from scorekeeper.proof.coming_deals import (
    MOST_DEALS,
    ComingDeal,
    Course,
    Parts,
    best_of_deal,
    contract_sequences,
    depends_on_earlier,
    margins_of,
    points_by_contract,
    points_range,
    reason_unknown,
    settles_trump,
    sign_of,
    winning_run,
)
from scorekeeper.proof.deal_enumeration import facts_of, random_entry
from scorekeeper.proof.possible_results import MOST, DealResult, Points, Possible, Unknown
from scorekeeper.proof.situations import Situation
from scorekeeper.text.message import Words
from scorekeeper.text.problems import Refused

# --- prospects -----------------------------------------------------------------------------------


Steps = Sequence[Parts]


class Prospect(NamedTuple):
    """The prospect of one side: its best and worst final total, and whether it can win or share
    the win. `proof` has winning points for each remaining deal, `course` their contracts. None
    is unknown."""

    best: int | None
    worst: int | None
    can_win: bool | None
    proof: tuple[Points, ...] | None = None
    course: Course = ()


NOTHING_KNOWN = Prospect(best=None, worst=None, can_win=None)


class Outlook(NamedTuple):
    """The prospects of the sides in order, whether the winner is decided, and the number of
    remaining deals. `because` is the reason if nothing can be computed."""

    sides: tuple[Prospect, ...]
    decided: bool
    left: int | None
    because: Words | None = None


class Blockers(NamedTuple):
    """The rivals who together keep a side from winning. `ahead` is the smallest lead that a single
    rival keeps; None for several rivals."""

    rivals: tuple[int, ...]
    ahead: int | None


def outlook_of(standing: Standing, possible: Possible) -> Outlook:
    """Return the outlook of a session."""
    if standing.state.over:
        return _over(standing)
    because = reason_unknown(standing, possible)
    if because is None:
        try:
            return _outlook(standing, possible)
        except Unknown as reason:
            because = reason.why
    sides = (NOTHING_KNOWN,) * len(standing.agreed.sides)
    return Outlook(sides, decided=False, left=None, because=because)


def _over(standing: Standing) -> Outlook:
    totals = final_totals(standing)
    won = winners(standing)
    sides = tuple(
        Prospect(best=total, worst=total, can_win=side in won, proof=() if side in won else None)
        for side, total in enumerate(totals)
    )
    return Outlook(sides, decided=True, left=0)


def _outlook(standing: Standing, possible: Possible) -> Outlook:
    every = contract_sequences(standing, possible)
    steps = [[points_by_contract(standing, possible, step) for step in course] for course in every]
    sides = tuple(
        _chance(standing, possible, side, every, steps)
        for side in range(len(standing.agreed.sides))
    )
    decided = sum(bool(side.can_win) for side in sides) == 1
    return Outlook(sides, decided, left=len(every[0]))


def _chance(
    standing: Standing,
    possible: Possible,
    side: int,
    every: Sequence[Course],
    steps: Sequence[Steps],
) -> Prospect:
    total, sign = standing.state.totals[side], sign_of(standing)
    found = [
        total + sum(points_range(possible, step, side)[end] for step in course)
        for course in steps
        for end in (0, 1)
    ]
    best, worst = (max(found), min(found)) if sign > 0 else (min(found), max(found))
    place, run = _winning_course(standing, possible, side, steps)
    return Prospect(
        best=best,
        worst=worst,
        can_win=run is not None,
        proof=run,
        course=() if run is None else every[place],
    )


def _winning_course(
    standing: Standing,
    possible: Possible,
    side: int,
    steps: Sequence[Steps],
    rivals: tuple[int, ...] | None = None,
) -> tuple[int, tuple[Points, ...] | None]:
    """Return the index of the first sequence in which the side can tie or beat `rivals`, by
    default all, with the points of each deal; 0 and None if there is none."""
    sign = sign_of(standing)
    start = margins_of(standing.state.totals, side, sign, rivals)
    for place, course in enumerate(steps):
        run = winning_run(
            start, [best_of_deal(possible, step, side, sign, rivals) for step in course]
        )
        if run is not None:
            return place, tuple(run)
    return 0, None


# --- blockers ------------------------------------------------------------------------------------


def blockers_of(standing: Standing, side: int, possible: Possible) -> Blockers:
    """Return the smallest group of rivals that keeps a side from winning. Of several single
    rivals, the one with the greatest lead is returned."""
    rivals = [rival for rival in range(len(standing.agreed.sides)) if rival != side]
    steps = [
        [points_by_contract(standing, possible, step) for step in course]
        for course in contract_sequences(standing, possible)
    ]
    ahead = {rival: _lasting_lead(standing, possible, side, rival, steps) for rival in rivals}
    most = max(rivals, key=lambda rival: ahead[rival])
    if ahead[most] > 0:
        return Blockers((most,), ahead[most])
    groups = (group for size in range(2, len(rivals)) for group in combinations(rivals, size))
    together = next(
        (
            group
            for group in groups
            if _winning_course(standing, possible, side, steps, group)[1] is None
        ),
        tuple(rivals),
    )
    return Blockers(together, None)


def _lasting_lead(
    standing: Standing, possible: Possible, side: int, rival: int, steps: Sequence[Steps]
) -> int:
    """Return a rival's final lead if every deal goes best for the side; negative if it falls
    behind."""
    sign = sign_of(standing)
    now = sign * (standing.state.totals[rival] - standing.state.totals[side])
    best = [
        sum(best_of_deal(possible, step, side, sign, (rival,)).most[0] for step in course)
        for course in steps
    ]
    return now - max(best)


# --- wins in games that a score ends -------------------------------------------------------------
# A way to win a game without a fixed number of deals: a short sequence of deals after which a score
# ends the game and the side has won.
#
# Without a last deal there is no best or worst total, and no side is ever proved unable to win. If
# no way to win is found, nothing is known.


SEED, DRAWS = 1, 2_000  # a random sample if there are too many results
MOST_LOOKED = 3_000  # results searched; beyond them each deal is the best for the side


class WinningDeal(NamedTuple):
    """One deal of a winning sequence: the scheduled deal with its contract, the points, and the
    state after it."""

    step: ComingDeal
    points: Points
    state: State


def ends_by_score(standing: Standing, possible: Possible) -> bool:
    """Return True if a score ends the game, and only the totals carry over from deal to deal."""
    rules = standing.agreed.rules
    over = rules.game.over is not None and standing.agreed.rota is None and rules.settlement is None
    moves = rules.following is not None and rules.following.moves
    moves = moves or settles_trump(possible)
    over = over and not rules.game.names_winner and not moves
    return over and not standing.state.over and not depends_on_earlier(possible)


def ways_to_win(standing: Standing, possible: Possible) -> tuple[Prospect, ...]:
    """Return the prospect of each side, with a winning sequence if one is found."""
    return tuple(
        _ending_chance(standing, possible, side) for side in range(len(standing.agreed.sides))
    )


def winning_points(standing: Standing, possible: Possible, side: int) -> tuple[int, ...]:
    """Return the points that win the game for a side in the next deal, in increasing order."""
    deals = _deals(standing, possible, side, standing.state)
    won = {d.points[side] for d in deals if _is_won(standing, side, standing.state, d.state)}
    return tuple(sorted(won))


def _ending_chance(standing: Standing, possible: Possible, side: int) -> Prospect:
    run = _ending_run(standing, possible, side)
    if run is None:
        return NOTHING_KNOWN
    return NOTHING_KNOWN._replace(
        can_win=True, proof=tuple(d.points for d in run), course=tuple(d.step for d in run)
    )


def _ending_run(standing: Standing, possible: Possible, side: int) -> list[WinningDeal] | None:
    """Return deals to the end of the session with which the side wins; None if none are found."""
    run: list[WinningDeal] = []
    state = standing.state
    while not state.over:
        game = _quickest_win(standing, possible, side, state) or _win_by_best_deals(
            standing, possible, side, state
        )
        if game is None or len(run) + len(game) > MOST_DEALS:
            return None
        run += game
        state = game[-1].state
    return run if side in winners(standing._replace(state=state)) else None


def _quickest_win(
    standing: Standing, possible: Possible, side: int, state: State
) -> list[WinningDeal] | None:
    """Return the fewest deals with which the side wins the game; None if there are none, or after
    too long a search."""
    runs: list[list[WinningDeal]] = [[]]
    seen, looked = {state.totals}, 0
    while runs:
        longer = []
        for run in runs:
            now = run[-1].state if run else state
            looked += len(_results(standing, possible, now))
            if looked > MOST_LOOKED:
                return None
            for dealt in _deals(standing, possible, side, now):
                if _is_won(standing, side, state, dealt.state):
                    return [*run, dealt]
                if not _is_ended(state, dealt.state) and dealt.state.totals not in seen:
                    seen.add(dealt.state.totals)
                    longer.append([*run, dealt])
        runs = longer
    return None


def _win_by_best_deals(
    standing: Standing, possible: Possible, side: int, state: State
) -> list[WinningDeal] | None:
    """Return the side's best deals until the game is over; None if the side does not win with
    them."""
    run: list[WinningDeal] = []
    now = state
    while not _is_ended(state, now):
        dealt = next(iter(_deals(standing, possible, side, now)), None)
        if dealt is None or len(run) >= MOST_DEALS:
            return None
        run.append(dealt)
        now = dealt.state
    return run if _is_won(standing, side, state, now) else None


def _is_ended(before: State, now: State) -> bool:
    return now.over or now.game != before.game


def _is_won(standing: Standing, side: int, before: State, now: State) -> bool:
    """Return True if the game is over and the side won it."""
    if not _is_ended(before, now):
        return False
    if standing.agreed.rules.match is None:
        return side in game_winners(standing.agreed, now.totals)
    result: Sequence[int] = now.results[-1][2]
    return result[side] == max(result)


# --- results of the next deal --------------------------------------------------------------------


def _deals(
    standing: Standing, possible: Possible, side: int, state: State
) -> Iterator[WinningDeal]:
    """Yield the results of the next deal, the best for the side first."""
    found, sign = _results(standing, possible, state), sign_of(standing)
    margins = {points: margins_of(points, side, sign) for points in found}
    lead = {
        points: min(margins[points], default=0) for points in found
    }  # a side may have no rivals
    for points in sorted(found, key=lambda p: (lead[p], sum(margins[p]), p), reverse=True):
        yield _remembered_deal(standing, possible, state, *found[points])


def _results(
    standing: Standing, possible: Possible, state: State
) -> dict[Points, tuple[str | None, DealResult]]:
    """Return the possible points of the next deal, each with a contract and a result that gives
    them."""
    found: dict[Points, tuple[str | None, DealResult]] = {}
    for contract in turn(standing.agreed, state).contracts or (None,):
        for result in some_results(possible, Situation(standing.agreed, state, contract)):
            found.setdefault(result.points, (contract, result))
    return found


def _remembered_deal(
    standing: Standing, possible: Possible, state: State, contract: str | None, result: DealResult
) -> WinningDeal:
    """Return the deal with this result, and cache the result for the display of a winning
    sequence."""
    agreed, points = standing.agreed, result.points
    possible.found[possible.kind(Situation(agreed, state, contract)), None, points] = result
    entered = result.facts if contract is None else {**result.facts, "contract": contract}
    coming = turn(agreed, state, entered)
    totals = tuple(a + b for a, b in zip(state.totals, points, strict=True))
    scored = Scored(
        agreed=agreed,
        state=state,
        turn=coming,
        facts=entered,
        contract=contract,
        points=points,
        totals=totals,
    )
    try:
        then = after(agreed, state, scored)
    except Refused as refusal:
        raise Unknown(refusal.problems[0].message) from None
    return WinningDeal(ComingDeal(state, coming.declarer, (contract,), None), points, then)


def some_results(possible: Possible, situation: Situation) -> Sequence[DealResult]:
    """Return the results of a deal, one for each set of points. If there are more than MOST, a
    random sample of DRAWS is used."""
    key = (possible.kind(situation), "some")
    if key not in possible.kept:
        few = possible.result_count(situation) <= MOST
        every = possible.results(situation) if few else _random_results(possible, situation)
        possible.kept[key] = tuple({result.points: result for result in every}.values())
    return possible.kept[key]


def _random_results(possible: Possible, situation: Situation) -> Iterator[DealResult]:
    """Yield random legal results that need no confirmation, the same on every run."""
    luck = Luck(SEED)
    for _ in range(DRAWS):
        entered, luck = random_entry(situation, possible.order, luck)
        verdict = judged(situation.agreed, situation.state, entered)
        if verdict.scored is not None and not verdict.questions:
            facts = {name: value for name, value in entered.items() if name != "contract"}
            yield DealResult(verdict.scored.points, facts_of(situation, entered).roles, facts)

"""The remaining deals: their declarers, contracts and best results, and the winning sequences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from operator import ge
from typing import NamedTuple

from scorekeeper.game.schedule import State, deals_per_game, next_dealer, seating_of, turn
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import Standing, passed_over
from scorekeeper.proof.independent_scoring import extremes, independent_deal
from scorekeeper.proof.possible_results import Points, Possible, Unknown, points_of_all
from scorekeeper.proof.situations import situation_of
from scorekeeper.rules.fact_names import TRUMP
from scorekeeper.text.message import Words, say

# --- a winning sequence of deals -----------------------------------------------------------------
# The points of each remaining deal with which a side still ties or beats every rival, or None.
#
# A side's margins are its leads over each rival. Each deal adds to them. At the end no margin may
# be negative.


MOST_STEPS, MANY = 400_000, 100
Margins = tuple[int, ...]


class BestMargins(NamedTuple):
    """The best margins that a deal may add. Margins are left out if others equal or exceed them
    against every rival.

    `points` has points for each margin, `least` the minimum for each rival, `most` the maximum
    for each group of rivals."""

    margins: tuple[Margins, ...]
    points: Mapping[Margins, Points]
    least: Margins
    most: tuple[int, ...]


def margins_of(
    points: Points, side: int, sign: int, rivals: Sequence[int] | None = None
) -> Margins:
    """Return a side's lead over each of `rivals`, by default all other sides. `sign` is -1 if the
    lowest total wins."""
    own = points[side]
    if rivals is None:
        return tuple([sign * (own - number) for number in (*points[:side], *points[side + 1 :])])
    return tuple([sign * (own - points[rival]) for rival in rivals])


def best_of_points(
    every: Iterable[Points], side: int, sign: int, rivals: Sequence[int] | None = None
) -> BestMargins:
    """Return a side's best margins in a deal with these possible points."""
    found = {margins_of(points, side, sign, rivals): points for points in every}
    best = tuple(undominated(found))
    groups = groups_of(len(best[0]))
    most = tuple(max(sum([m[r] for r in group]) for m in best) for group in groups)
    return BestMargins(
        best, {m: found[m] for m in best}, tuple(map(min, zip(*best, strict=True))), most
    )


def groups_of(rivals: int) -> list[tuple[int, ...]]:
    """Return groups of rivals: every group of up to four rivals; of more rivals, each single one
    and all."""
    sizes = range(1, rivals + 1) if rivals <= 4 else (1, rivals)
    return [group for size in sizes for group in combinations(range(rivals), size)]


def undominated(every: Collection[Margins]) -> list[Margins]:
    """Return the margins, greatest first, leaving out any that another equals or exceeds against
    every rival. Among very many, some of these are returned, to save time."""
    if len(next(iter(every), ())) <= 2:
        return _staircase(every)
    kept: list[Margins] = []
    for margins in sorted(every, key=lambda m: (sum(m), m), reverse=True):
        if len(kept) > MANY or not any(all(map(ge, other, margins)) for other in kept):
            kept.append(margins)  # among very many, the comparison costs more than it saves
    return kept


def _staircase(every: Collection[Margins]) -> list[Margins]:
    """Return the undominated margins against one or two rivals, in one pass."""
    kept: list[Margins] = []
    for margins in sorted(every, reverse=True):
        if not kept or (margins and margins[-1] > kept[-1][-1]):
            kept.append(margins)
    return kept


def winning_run(start: Margins, fronts: Sequence[BestMargins]) -> list[Points] | None:
    """Return points for each deal, in order, so that no final margin is negative; None if
    impossible. Raises Unknown if too many sequences must be searched."""
    if not start:
        return [front.points[front.margins[0]] for front in fronts]
    order = sorted(range(len(fronts)), key=lambda place: len(fronts[place].margins))
    sorted_fronts = [fronts[place] for place in order]
    if _is_hopeless(start, sorted_fronts):
        return None
    steps = _greedy(start, sorted_fronts) or _searched(start, sorted_fronts)
    if steps is None:
        return None
    run = dict(zip(order, steps, strict=True))
    return [fronts[place].points[run[place]] for place in range(len(fronts))]


def _is_hopeless(start: Margins, fronts: Sequence[BestMargins]) -> bool:
    """Return True if a rival, or a group of rivals, stays ahead even if every deal goes best
    against them."""
    return any(
        sum(start[r] for r in group) + sum(front.most[place] for front in fronts) < 0
        for place, group in enumerate(groups_of(len(start)))
    )


def _greedy(start: Margins, fronts: Sequence[BestMargins]) -> list[Margins] | None:
    """Return for each deal the margins with the best lead over the strongest rival; None if the
    side does not win with them."""
    steps, now = [], start
    for front in fronts:
        _, _, step, now = max(
            (min(then := _plus(now, m)), sum(then), m, then) for m in front.margins
        )
        steps.append(step)
    return steps if min(now) >= 0 else None


def _plus(left: Margins, right: Margins) -> Margins:
    return tuple([a + b for a, b in zip(left, right, strict=True)])


def _searched(start: Margins, fronts: Sequence[BestMargins]) -> list[Margins] | None:
    """Return a winning sequence of margins, or None, by searching all reachable margins deal by
    deal. Margins that must end negative are dropped. Margins larger than any possible loss are
    reduced to it."""
    groups = groups_of(len(start))
    levels: list[dict[Margins, tuple[Margins, Margins]]] = []
    now, work = [start], 0
    for place, front in enumerate(fronts):
        rest = fronts[place + 1 :]
        enough = tuple(-sum(f.least[r] for f in rest) for r in range(len(start)))
        most = [sum(f.most[g] for f in rest) for g in range(len(groups))]
        work += len(now) * len(front.margins)
        if work > MOST_STEPS:
            raise Unknown(say("the deals to come can go in too many ways to try them all"))
        reached: dict[Margins, tuple[Margins, Margins]] = {}
        for before in now:
            for step in front.margins:
                then = tuple([min(a + b, c) for a, b, c in zip(before, step, enough, strict=True)])
                if then not in reached and all(
                    sum([then[r] for r in group]) + top >= 0
                    for group, top in zip(groups, most, strict=True)
                ):
                    reached[then] = (before, step)
        if not reached:
            return None
        levels.append(reached)
        now = undominated(reached)
    return _way_back(levels, now[0]) if levels else [] if min(start) >= 0 else None


def _way_back(
    levels: Sequence[Mapping[Margins, tuple[Margins, Margins]]], end: Margins
) -> list[Margins]:
    steps = []
    for level in reversed(levels):
        end, step = level[end]
        steps.append(step)
    return steps[::-1]


# --- the best results of one deal ----------------------------------------------------------------
# Cached for each kind of deal.


# the possible points of a deal, one set for each possible kind of deal
Parts = frozenset[frozenset[Points]]


def best_of_deal(
    possible: Possible, parts: Parts, side: int, sign: int, rivals: tuple[int, ...] | None = None
) -> BestMargins:
    """Return a side's best margins in a deal, against all rivals or against `rivals`."""
    key = (parts, side, rivals)
    if key not in possible.fronts:
        if len(parts) > 1:
            fronts = [
                best_of_deal(possible, frozenset([part]), side, sign, rivals) for part in parts
            ]
            every = [points for one in fronts for points in one.points.values()]
        else:
            every = [points for part in parts for points in part]
        possible.fronts[key] = best_of_points(every, side, sign, rivals)
    found: BestMargins = possible.fronts[key]
    return found


def points_range(possible: Possible, parts: Parts, side: int) -> tuple[int, int]:
    """Return the minimum and maximum points that a deal can give a side."""
    if (parts, side) not in possible.ends:
        if len(parts) > 1:
            each = [points_range(possible, frozenset([part]), side) for part in parts]
            possible.ends[parts, side] = (
                min(low for low, _ in each),
                max(high for _, high in each),
            )
        else:
            own = [points[side] for part in parts for points in part]
            possible.ends[parts, side] = (min(own), max(own))
    return possible.ends[parts, side]


# --- remaining deals -----------------------------------------------------------------------------
# The dealer, the declarer and the possible contracts of each.


MOST_COURSES, MOST_DEALS = 64, 200


class ComingDeal(NamedTuple):
    """A remaining deal: the state before it, its declarer if known, its possible contracts.
    `begins` is the seat that begins, if only the deal itself decides that."""

    state: State
    declarer: int | None
    contracts: tuple[str | None, ...]
    begins: int | None


Course = tuple[ComingDeal, ...]


def sign_of(standing: Standing) -> int:
    """Return 1 if the highest total wins, -1 if the lowest does."""
    return -1 if standing.agreed.rules.game.lowest_wins else 1


def reason_unknown(standing: Standing, possible: Possible) -> Words | None:
    """Return the reason why this game's outlook cannot be computed; None if it can."""
    rules, number = standing.agreed.rules, deals_per_game(standing.agreed)
    if standing.agreed.gone:
        return say("places go by the points of a deal played, and not all play as many deals")
    if depends_on_earlier(possible):
        return say("the points of a deal depend on what was scored before it")
    if rules.following is not None and rules.following.moves:
        return say("who deals, declares or leads next hangs on each deal")
    if settles_trump(possible):
        return say("which suit is trump next hangs on each deal")
    if rules.budgets:
        return say("how often a contract may be declared is bounded, and not looked ahead")
    if rules.game.names_winner:
        return say("the rules name who wins the game, whatever the totals are")
    if number is None or rules.game.over is not None:
        return say("no fixed number of deals: a score ends the game")
    if rules.game.bonus is not None:
        return say("a bonus is given when the game is over")
    if rules.settlement is not None:
        return say("the game is settled when it is over, and only what comes of that counts")
    if rules.match is not None:
        return say("the game is played again and again, and only its results count")
    left = number - (standing.state.deal - standing.state.game_start)
    score = None if rules.resting is None else rules.resting.score
    if standing.agreed.rota is not None and score is not None and score.constant is None:
        return say("what somebody scores who rests depends on the deal")
    if left > MOST_DEALS:
        return say(
            "{left} deals are still to come; at most {most} are looked ahead",
            left=left,
            most=MOST_DEALS,
        )
    return None


def depends_on_earlier(possible: Possible) -> bool:
    """Return True if a deal's points depend on earlier deals."""
    return bool(possible.reach.earlier or possible.rules.scoring.carry or "open" in possible.named)


def settles_trump(possible: Possible) -> bool:
    """Return True if a deal decides the next deal's trumps and trumps affect points."""
    following = possible.rules.following
    return following is not None and following.trump is not None and TRUMP in possible.named


def contract_sequences(
    standing: Standing, possible: Possible, first: str | None = None
) -> list[Course]:
    """Return every sequence of contracts that the schedule allows for the remaining deals. `first`
    is the next deal's contract, if fixed. Raises Unknown if there are more than MOST_COURSES."""
    found = (
        course
        for walk in _remaining_schedules(standing)
        for course in _courses(standing, possible, walk, first)
    )
    some = list(islice(found, MOST_COURSES + 1))
    if len(some) > MOST_COURSES:
        raise Unknown(say("the contracts to come may be picked in too many ways to try them all"))
    return some


def points_by_contract(standing: Standing, possible: Possible, step: ComingDeal) -> Parts:
    """Return the possible points of a remaining deal, by contract. If sides score independently,
    only the extremes are included, since no other points matter."""
    kinds = (
        frozenset(
            possible.kind(situation_of(standing.agreed, step.state, contract))
            for contract in step.contracts
        ),
        step.begins,
        seating_of(standing.agreed, step.state).people,
    )
    if kinds not in possible.points:
        parts = (_points(standing, possible, step, contract) for contract in step.contracts)
        possible.points[kinds] = frozenset(part for part in parts if part)
    if not possible.points[kinds]:
        raise Unknown(say("the facts of a deal to come are too many to try"))
    return possible.points[kinds]


def _points(
    standing: Standing, possible: Possible, step: ComingDeal, contract: str | None
) -> frozenset[Points]:
    situation = situation_of(standing.agreed, step.state, contract)
    deal = independent_deal(possible, situation)
    if deal is not None:
        found: Iterable[Points] = extremes(deal, sign_of(standing))
    else:
        found = (result.points for result in possible.results(situation, step.begins))
    seating, people = seating_of(standing.agreed, step.state), len(standing.agreed.sides)
    return frozenset(points_of_all(seating, points, people) for points in found)


# --- contracts by the schedule -------------------------------------------------------------------


def _remaining_schedules(standing: Standing) -> Iterator[Course]:
    """Yield the remaining deals of the schedule. If the deal itself decides which seat begins,
    they are yielded once for each seat."""
    agreed, state = standing.agreed, standing.state
    open_start = (
        bool(agreed.rules.deals.first) and state.deal == 1 and turn(agreed, state).declarer is None
    )
    for begins in range(len(agreed.players)) if open_start else (None,):
        yield tuple(_walk(agreed, state, begins))


def _walk(agreed: Agreed, state: State, begins: int | None) -> Iterator[ComingDeal]:
    left = (deals_per_game(agreed) or 0) - (state.deal - state.game_start)
    for place in range(left):
        coming, chosen = turn(agreed, state), begins if place == 0 else None
        coming = coming._replace(declarer=coming.declarer if chosen is None else chosen)
        yield ComingDeal(state, coming.declarer, coming.contracts or (None,), chosen)
        state = passed_over(agreed, state)._replace(
            dealer=next_dealer(agreed, state, coming), over=False
        )


def _courses(
    standing: Standing, possible: Possible, walk: Course, first: str | None
) -> Iterator[Course]:
    deals = standing.agreed.rules.deals
    if deals.picked and deals.once:
        yield from _picked_once(standing, possible, walk, first)
    elif first is None:
        yield walk
    else:
        yield (walk[0]._replace(contracts=(first,)), *walk[1:])


def _picked_once(
    standing: Standing, possible: Possible, walk: Course, first: str | None
) -> Iterator[Course]:
    """Yield sequences in which each declarer picks each contract once. The order of a declarer's
    contracts changes no total, so one order represents all."""
    places: dict[int, list[int]] = {}
    for place, step in enumerate(walk):
        if step.declarer is None:
            raise Unknown(
                say(
                    "who declares, and so which contracts are left to whom, is known deal by deal "
                    "only"
                )
            )
        places.setdefault(step.declarer, []).append(place)
    picks = [
        _picks(standing, possible, [walk[p] for p in own], first if own[0] == 0 else None)
        for own in places.values()
    ]
    for chosen in product(*picks):
        contract = {
            place: name
            for own, names in zip(places.values(), chosen, strict=True)
            for place, name in zip(own, names, strict=True)
        }
        yield tuple(step._replace(contracts=(contract[place],)) for place, step in enumerate(walk))


def _picks(
    standing: Standing, possible: Possible, own: Sequence[ComingDeal], first: str | None
) -> list[tuple[str, ...]]:
    """Return the sets of contracts that one declarer may pick for these deals. Of sets with the
    same results, only the first is returned."""
    agreed, declarer = standing.agreed, own[0].declarer or 0
    left = [name for name in agreed.rules.contracts if name not in standing.state.used[declarer]]
    if len(own) > len(left):
        raise Unknown(say("there are more deals to come than contracts left"))
    alike: dict[object, list[str]] = {}
    for name in left:
        kind, *others = {possible.kind(situation_of(agreed, step.state, name)) for step in own}
        if others:
            raise Unknown(say("what a contract brings depends on the deal in which it is picked"))
        if name != first:
            alike.setdefault(kind, []).append(name)
    picked = () if first is None else (first,)
    rest = islice(_choices([*alike.values()], len(own) - len(picked)), MOST_COURSES + 1)
    return [(*picked, *names) for names in rest]


def _choices(kinds: Sequence[Sequence[str]], number: int) -> Iterator[tuple[str, ...]]:
    """Yield every choice of `number` contracts from groups with the same results. The first
    contracts of a group are always chosen first."""
    if number > sum(map(len, kinds)):
        return
    if not kinds:
        yield ()
        return
    for some in range(min(number, len(kinds[0])), -1, -1):
        for rest in _choices(kinds[1:], number - some):
            yield (*kinds[0][:some], *rest)

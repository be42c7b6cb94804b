"""The deals to come: who deals and declares in each, and which contracts it may have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from scorekeeper.game.schedule import State, deals_per_game, next_dealer, seating_of, turn
from scorekeeper.game.session import Agreed
from scorekeeper.game.standing import Standing, passed_over
from scorekeeper.proof.everybody import points_of_all
from scorekeeper.proof.fronts import Parts
from scorekeeper.proof.independent import extremes, independent_deal
from scorekeeper.proof.possible import Points, Possible
from scorekeeper.proof.situations import situation_of
from scorekeeper.proof.unknown import Unknown
from scorekeeper.rules.said import TRUMP
from scorekeeper.text.message import Words, say

MOST_COURSES, MOST_DEALS = 64, 200


class Step(NamedTuple):
    """A deal to come: the state before it, its declarer where that is known, the contracts it may
    have, and the seat that begins where only the deal itself says so."""

    state: State
    declarer: int | None
    contracts: tuple[str | None, ...]
    begins: int | None


Course = tuple[Step, ...]


def sign_of(standing: Standing) -> int:
    """1 where the highest total wins, -1 where the lowest does."""
    return -1 if standing.agreed.rules.game.lowest_wins else 1


def unknown(standing: Standing, possible: Possible) -> Words | None:
    """Why the outlook cannot be worked out in this game; None where it can."""
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
    """Whether a deal's points depend on the deals before it."""
    return bool(possible.reach.earlier or possible.rules.scoring.carry or "open" in possible.named)


def settles_trump(possible: Possible) -> bool:
    """Whether a deal settles the trumps of the next, and points hang on these."""
    following = possible.rules.following
    return following is not None and following.trump is not None and TRUMP in possible.named


def courses(standing: Standing, possible: Possible, first: str | None = None) -> list[Course]:
    """Every sequence of contracts that the schedule leaves open for the deals to come; with
    `first`, those in which the coming deal has that contract. Raises Unknown where they are more
    than MOST_COURSES."""
    found = (
        course for walk in _walks(standing) for course in _courses(standing, possible, walk, first)
    )
    some = list(islice(found, MOST_COURSES + 1))
    if len(some) > MOST_COURSES:
        raise Unknown(say("the contracts to come may be picked in too many ways to try them all"))
    return some


def step_parts(standing: Standing, possible: Possible, step: Step) -> Parts:
    """For each contract of a deal to come, the points it may bring; of independent scoring only the
    extremes, which say as much."""
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
    standing: Standing, possible: Possible, step: Step, contract: str | None
) -> frozenset[Points]:
    situation = situation_of(standing.agreed, step.state, contract)
    deal = independent_deal(possible, situation)
    if deal is not None:
        found: Iterable[Points] = extremes(deal, sign_of(standing))
    else:
        found = (result.points for result in possible.results(situation, step.begins))
    seating, people = seating_of(standing.agreed, step.state), len(standing.agreed.sides)
    return frozenset(points_of_all(seating, points, people) for points in found)


# --- the schedule --------------------------------------------------------------------------------


def _walks(standing: Standing) -> Iterator[Course]:
    """The deals left by the schedule, once for each seat that may begin where only the deal says
    it."""
    agreed, state = standing.agreed, standing.state
    open_start = (
        bool(agreed.rules.deals.first) and state.deal == 1 and turn(agreed, state).declarer is None
    )
    for begins in range(len(agreed.players)) if open_start else (None,):
        yield tuple(_walk(agreed, state, begins))


def _walk(agreed: Agreed, state: State, begins: int | None) -> Iterator[Step]:
    left = (deals_per_game(agreed) or 0) - (state.deal - state.game_start)
    for place in range(left):
        coming, chosen = turn(agreed, state), begins if place == 0 else None
        coming = coming._replace(declarer=coming.declarer if chosen is None else chosen)
        yield Step(state, coming.declarer, coming.contracts or (None,), chosen)
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
    """A contract for each deal of a declarer, no two alike. In which order a declarer picks them
    changes no total, as all of a declarer's deals score alike: one order stands for every one."""
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
    standing: Standing, possible: Possible, own: Sequence[Step], first: str | None
) -> list[tuple[str, ...]]:
    """Which contracts one declarer may still pick for these deals; of those with the same results,
    the first only."""
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
    """Every choice of `number` contracts; of a group with the same results, always its first
    ones."""
    if number > sum(map(len, kinds)):
        return
    if not kinds:
        yield ()
        return
    for some in range(min(number, len(kinds[0])), -1, -1):
        for rest in _choices(kinds[1:], number - some):
            yield (*kinds[0][:some], *rest)

"""The deals to come: who deals and declares in each, and which contracts it may have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice, product
from typing import NamedTuple

from scorekeeper.outlook.possible import Points, Possible, Result, Unknown
from scorekeeper.proof.situations import Situation
from scorekeeper.schedule import State, deals_per_game, next_dealer, turn
from scorekeeper.session import Agreed
from scorekeeper.standing import Standing, passed_over

MOST_COURSES = 64


class Step(NamedTuple):
    """A deal to come: its state by the schedule, who declares where that is known, the contracts
    it may have, and the seat that begins where only the deal says so."""

    state: State
    declarer: int | None
    contracts: tuple[str | None, ...]
    begins: int | None


Course = tuple[Step, ...]


def unknown(standing: Standing, possible: Possible) -> str | None:
    """Why what can still be won cannot be worked out in this game, or None where it can."""
    rules = standing.agreed.rules
    if deals_per_game(standing.agreed) is None or rules.game.over is not None:
        return "no fixed number of deals: a score ends the game"
    if rules.match is not None:
        return "the game is played again and again, and only its results count"
    if possible.reach.earlier or rules.carry or "open" in possible.named:
        return "the points of a deal depend on what was scored before it"
    return None


def courses(standing: Standing, possible: Possible, first: str | None = None) -> list[Course]:
    """Every course that the schedule leaves open; with `first`, those in which the coming deal has
    that contract."""
    found = (course for walk in _walks(standing) for course in _courses(standing, possible, walk, first))
    some = list(islice(found, MOST_COURSES + 1))
    if len(some) > MOST_COURSES:
        raise Unknown("the contracts to come may be picked in too many ways to try them all")
    return some


def step_results(standing: Standing, possible: Possible, step: Step) -> Iterator[tuple[str | None, Result]]:
    """Every result of a deal to come, with its contract."""
    for contract in step.contracts:
        for result in possible.results(Situation(standing.agreed, step.state, contract), step.begins):
            yield contract, result


def step_points(standing: Standing, possible: Possible, step: Step) -> frozenset[Points]:
    """Every set of points that a deal to come may bring."""
    kinds = (
        frozenset(possible.kind(Situation(standing.agreed, step.state, contract)) for contract in step.contracts),
        step.begins,
    )
    if kinds not in possible.points:
        possible.points[kinds] = frozenset(result.points for _, result in step_results(standing, possible, step))
    if not possible.points[kinds]:
        raise Unknown("the facts of a deal to come are too many to try")
    return possible.points[kinds]


# --- the schedule -----------------------------------------------------------------------------------


def _walks(standing: Standing) -> Iterator[Course]:
    """The deals left by the schedule, once for each seat that may begin where only the deal says it."""
    agreed, state = standing.agreed, standing.state
    open_start = bool(agreed.rules.deals.first) and state.deal == 1 and turn(agreed, state).declarer is None
    for begins in range(len(agreed.players)) if open_start else (None,):
        yield tuple(_walk(agreed, state, begins))


def _walk(agreed: Agreed, state: State, begins: int | None) -> Iterator[Step]:
    left = (deals_per_game(agreed) or 0) - (state.deal - state.game_start)
    for place in range(left):
        coming, chosen = turn(agreed, state), begins if place == 0 else None
        coming = coming._replace(declarer=coming.declarer if chosen is None else chosen)
        yield Step(state, coming.declarer, coming.contracts or (None,), chosen)
        state = passed_over(agreed, state)._replace(dealer=next_dealer(agreed, state, coming), over=False)


def _courses(standing: Standing, possible: Possible, walk: Course, first: str | None) -> Iterator[Course]:
    deals = standing.agreed.rules.deals
    if deals.picked and deals.once:
        yield from _picked_once(standing, possible, walk, first)
    elif first is None:
        yield walk
    else:
        yield (walk[0]._replace(contracts=(first,)), *walk[1:])


def _picked_once(standing: Standing, possible: Possible, walk: Course, first: str | None) -> Iterator[Course]:
    """A contract for each deal of a declarer, no two alike. In which order a declarer picks them
    changes no total, as all of a declarer's deals score alike: one order stands for every one."""
    places: dict[int, list[int]] = {}
    for place, step in enumerate(walk):
        if step.declarer is None:
            raise Unknown("who declares, and so which contracts are left to whom, is known deal by deal only")
        places.setdefault(step.declarer, []).append(place)
    picks = [
        _picks(standing, possible, [walk[p] for p in own], first if own[0] == 0 else None) for own in places.values()
    ]
    for chosen in product(*picks):
        contract = {
            place: name
            for own, names in zip(places.values(), chosen, strict=True)
            for place, name in zip(own, names, strict=True)
        }
        yield tuple(step._replace(contracts=(contract[place],)) for place, step in enumerate(walk))


def _picks(standing: Standing, possible: Possible, own: Sequence[Step], first: str | None) -> list[tuple[str, ...]]:
    """What one declarer may still pick for these deals, what brings the same results once only."""
    agreed, declarer = standing.agreed, own[0].declarer or 0
    left = [name for name in agreed.rules.contracts if name not in standing.state.used[declarer]]
    if len(own) > len(left):
        raise Unknown("there are more deals to come than contracts left")
    for name in left:
        if len({possible.kind(Situation(agreed, step.state, name)) for step in own}) > 1:
            raise Unknown("what a contract brings depends on the deal in which it is picked")
    kinds: dict[tuple[str, ...], tuple[str, ...]] = {}
    for names in _orders(left, len(own), first):
        kinds.setdefault(tuple(repr(possible.kind(Situation(agreed, own[0].state, name))) for name in names), names)
    return list(kinds.values())


def _orders(left: Sequence[str], number: int, first: str | None) -> Iterable[tuple[str, ...]]:
    if first is None:
        return combinations(left, number)
    return ((first, *rest) for rest in combinations([name for name in left if name != first], number - 1))

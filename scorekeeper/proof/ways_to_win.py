"""The results that a side needs in the next deal, and a win, deal by deal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.schedule import Turn, seating_of, turn
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import Standing
from scorekeeper.proof.coming_deals import (
    BestMargins,
    ComingDeal,
    Course,
    best_of_deal,
    contract_sequences,
    margins_of,
    points_by_contract,
    sign_of,
    undominated,
    winning_run,
)
from scorekeeper.proof.independent_scoring import (
    IndependentDeal,
    Numbers,
    a_result,
    independent_deal,
    interdependent,
    result_against,
    rows_with_own,
    worst_of,
)
from scorekeeper.proof.possible_results import (
    MOST,
    DealResult,
    Points,
    Possible,
    Unknown,
    points_of_seats,
    result_of_all,
)
from scorekeeper.proof.situations import Situation, situation_of

# --- the number shown ----------------------------------------------------------------------------
# A “needs” sentence shows the number of the deal's only count, or else points.


def shown_number(agreed: Agreed, result: DealResult, side: int) -> tuple[str | None, int]:
    """Return the id of a result's only count and the side's number in it, with partners added up.
    If there is not exactly one count, return None and the side's points."""
    given = [name for name in agreed.rules.counts if name in result.facts]
    return (
        (given[0], _of_side(agreed, result, given[0], side))
        if len(given) == 1
        else (None, result.points[side])
    )


def _of_side(agreed: Agreed, result: DealResult, name: str, side: int) -> int:
    column: Sequence[int] = result.facts[name]
    return (
        sum(column[seat] for seat in agreed.sides[side])
        if agreed.rules.counts[name].by_player
        else column[side]
    )


# --- conditions on rivals ------------------------------------------------------------------------
# In the last deal: for each own count, the rivals' counts with which this side wins.


Bounds = tuple[int | None, int | None]


class NextResult(NamedTuple):
    """A result of the next deal, the side's margin over each rival after it, and whether the side
    can still win."""

    result: DealResult
    after: tuple[int, ...]
    wins: bool


class RivalCounts(NamedTuple):
    """A condition in the last deal: with a count in `own`, the side wins or shares the win if each
    rival's count is within bounds. If bounds do not decide it, `rivals` is None, and `ahead`
    has the points by which the side must outscore each rival."""

    own: tuple[int, ...]
    rivals: Mapping[int, Bounds] | None
    ahead: Mapping[int, int]


def rival_counts_of(
    standing: Standing, side: int, own: int, found: Sequence[NextResult]
) -> RivalCounts:
    """Return the condition on rivals' counts under which the side wins with the count `own`.
    `found` has every result with that count. One rival alone is named if that suffices."""
    agreed = standing.agreed
    rivals = [other for other in range(len(agreed.sides)) if other != side]
    for asked in (*([rival] for rival in rivals), rivals):
        bounds = {rival: _bound(agreed, rival, found) for rival in asked}
        if all(f.wins == _within(agreed, bounds, f.result) for f in found):
            return RivalCounts(
                (own,),
                {rival: bound for rival, bound in bounds.items() if bound != (None, None)},
                {},
            )
    return RivalCounts((own,), None, _ahead(standing, side, rivals, found))


def _bound(agreed: Agreed, rival: int, found: Sequence[NextResult]) -> Bounds:
    every = [(shown_number(agreed, f.result, rival)[1], f.wins) for f in found]
    winning = [own for own, wins in every if wins]
    least, most = min(winning), max(winning)
    return (
        least if least > min(own for own, _ in every) else None,
        most if most < max(own for own, _ in every) else None,
    )


def _within(agreed: Agreed, bounds: Mapping[int, Bounds], result: DealResult) -> bool:
    for rival, (least, most) in bounds.items():
        own = shown_number(agreed, result, rival)[1]
        if (least is not None and own < least) or (most is not None and own > most):
            return False
    return True


def _ahead(
    standing: Standing, side: int, rivals: Sequence[int], found: Sequence[NextResult]
) -> Mapping[int, int]:
    """Return the points by which a side must outscore each rival who may stay ahead."""
    totals, sign = standing.state.totals, sign_of(standing)
    behind = {rival: sign * (totals[rival] - totals[side]) for rival in rivals}
    return {
        rival: behind[rival]
        for place, rival in enumerate(rivals)
        if any(f.after[place] < 0 for f in found)
    }


# --- needs of a side -----------------------------------------------------------------------------


class Need(NamedTuple):
    """The numbers that a side needs in the next deal in one contract and role: numbers of
    `shown_count`, or points if that is None.

    `possible` are all numbers, `enough` those that can still win. In the last deal `sure`
    always win, and `given` are conditions on rivals for the rest. `alone` is the fact that is
    the whole deal."""

    contract: str | None
    role: str | None
    shown_count: str | None
    alone: str | None
    possible: tuple[int, ...]
    enough: tuple[int, ...]
    sure: tuple[int, ...] = ()
    given: tuple[RivalCounts, ...] = ()


class NeedCase(NamedTuple):
    """The group of results that share a Need: the contract, the side's role, the shown count, and
    the fact that is the whole deal."""

    contract: str | None
    role: str | None
    shown_count: str | None
    alone: str | None


Tried = dict[NeedCase, dict[int, list[NextResult]]]


def needs_of(standing: Standing, side: int, possible: Possible) -> tuple[Need, ...]:
    """Return the side's needs in the next deal, by contract. Raises Unknown if they cannot be
    computed."""
    coming, last = standing.next_turn, False
    groups: Tried = {}
    for contract in (coming.contracts or (None,)) if coming else ():
        for course in contract_sequences(standing, possible, contract):
            last = len(course) == 1
            for group, own, found in _tested_results(standing, possible, side, contract, course):
                groups.setdefault(group, {}).setdefault(own, []).append(found)
    return tuple(_need(standing, side, group, found, last) for group, found in groups.items())


def _need(
    standing: Standing,
    side: int,
    group: NeedCase,
    found: Mapping[int, list[NextResult]],
    last: bool,
) -> Need:
    counts = sorted(found)
    enough = [own for own in counts if any(f.wins for f in found[own])]
    need = Need(**group._asdict(), possible=tuple(counts), enough=tuple(enough))
    if not last:
        return need
    sure = [own for own in counts if all(f.wins for f in found[own])]
    given = [rival_counts_of(standing, side, own, found[own]) for own in enough if own not in sure]
    return need._replace(sure=tuple(sure), given=tuple(_joined(given)))


def _joined(given: Sequence[RivalCounts]) -> Iterator[RivalCounts]:
    """Yield the conditions, with consecutive own counts joined if their conditions are equal."""
    last: RivalCounts | None = None
    for one in given:
        if (
            last
            and last._replace(own=()) == one._replace(own=())
            and one.own[0] == last.own[-1] + 1
        ):
            last = last._replace(own=last.own + one.own)
            continue
        if last:
            yield last
        last = one
    if last:
        yield last


# --- results to test -----------------------------------------------------------------------------


def _tested_results(
    standing: Standing, possible: Possible, side: int, contract: str | None, course: Course
) -> Iterator[tuple[NeedCase, int, NextResult]]:
    """Yield results of the next deal, each with its group, its shown number, and whether the side
    can still win."""
    sign, now = sign_of(standing), margins_of(standing.state.totals, side, sign_of(standing))
    asked = [
        best_of_deal(possible, points_by_contract(standing, possible, step), side, sign)
        for step in course[1:]
    ]
    kept: dict[tuple[int, ...], bool] = {}
    groups: dict[tuple[NeedCase, int], list[tuple[DealResult, tuple[int, ...]]]] = {}
    for result in _results(standing, possible, side, contract, course):
        name, own = shown_number(standing.agreed, result, side)
        after = tuple(
            a + b for a, b in zip(now, margins_of(result.points, side, sign), strict=True)
        )
        group = NeedCase(contract, result.roles[side], name, _alone(possible, result))
        groups.setdefault((group, own), []).append((result, after))
    for (group, own), found in groups.items():
        if asked:
            best = any(
                _can(after, asked, kept) for after in undominated({after for _, after in found})
            )
            yield group, own, NextResult(*found[0], best)
        else:
            yield from (
                (group, own, NextResult(result, after, min(after, default=0) >= 0))
                for result, after in found
            )


def _alone(possible: Possible, result: DealResult) -> str | None:
    """Return the fact that is the whole deal, or None."""
    return next(
        (
            fact.id
            for fact in possible.rules.facts.values()
            if fact.alone and result.facts.get(fact.id)
        ),
        None,
    )


def _can(
    after: tuple[int, ...], fronts: Sequence[BestMargins], kept: dict[tuple[int, ...], bool]
) -> bool:
    if after not in kept:
        kept[after] = winning_run(after, fronts) is not None
    return kept[after]


def _results(
    standing: Standing, possible: Possible, side: int, contract: str | None, course: Course
) -> Iterable[DealResult]:
    """Return enough results of the next deal to test, with a number for every player. The side
    must play the deal."""
    seating, people = seating_of(standing.agreed, course[0].state), len(standing.agreed.sides)
    seat = side if seating.people is None else seating.people.index(side)
    found = _results_of_seats(standing, possible, seat, contract, course)
    return (result_of_all(seating, result, people) for result in found)


def _results_of_seats(
    standing: Standing, possible: Possible, seat: int, contract: str | None, course: Course
) -> Iterable[DealResult]:
    situation = situation_of(standing.agreed, course[0].state, contract)
    deal = independent_deal(possible, situation)
    if deal is not None:
        try:
            return list(
                _best_results(deal, seat, worst_of(deal, sign_of(standing)), len(course) == 1)
            )
        except Unknown:
            if possible.result_count(situation) > MOST:
                raise
    return possible.results(situation, course[0].begins)


# --- independent scoring -------------------------------------------------------------------------


def _by_shown_number(deal: IndependentDeal, side: int) -> Iterator[list[Numbers]]:
    """Yield a side's rows of counts, grouped by their shown number."""
    alike: dict[int, list[Numbers]] = {}
    for numbers, points in deal.points[side].items():
        alike.setdefault(numbers[0] if len(numbers) == 1 else points, []).append(numbers)
    yield from alike.values()


def _best_results(
    deal: IndependentDeal, side: int, worst: Sequence[int], last: bool
) -> Iterator[DealResult]:
    """Yield the side's best result for each own number; in the last deal also results for each
    number of each rival, with all other rivals at their worst."""
    for own in _by_shown_number(deal, side):
        if a_result(deal, rows_with_own(deal, side, own)) is not None:
            yield result_against(deal, side, own, worst)
            yield from _against_rivals(deal, side, own, worst) if last else ()


def _against_rivals(
    deal: IndependentDeal, side: int, own: list[Numbers], worst: Sequence[int]
) -> Iterator[DealResult]:
    anything = rows_with_own(deal, side, own)
    low = [
        own if other == side else deal.with_points(other, [worst[other]])
        for other in range(len(worst))
    ]
    for rival in (other for other in range(len(worst)) if other != side):
        for numbers in _by_shown_number(deal, rival):
            found = a_result(deal, [*low[:rival], numbers, *low[rival + 1 :]])
            if found is not None:
                yield found
            elif a_result(deal, [*anything[:rival], numbers, *anything[rival + 1 :]]):
                raise interdependent()


# --- proof deals ---------------------------------------------------------------------------------
# The deals of a proof, each with its declarer, contract and entry.


class OutlookDeal(NamedTuple):
    """A deal of a proof: its players' settings, its place in the schedule, the contract, the
    result, and the points of all people."""

    agreed: Agreed
    turn: Turn
    contract: str | None
    result: DealResult
    points: Points


def proof_deals(
    standing: Standing, possible: Possible, course: Course, proof: Sequence[Points]
) -> list[OutlookDeal]:
    """Return the deals of a proof, each with the first result that has its points."""
    return [
        _played(standing, possible, step, points)
        for step, points in zip(course, proof, strict=True)
    ]


def _played(
    standing: Standing, possible: Possible, step: ComingDeal, points: Points
) -> OutlookDeal:
    seating = seating_of(standing.agreed, step.state)
    wanted = points_of_seats(seating, points)
    found = (
        (contract, result)
        for contract in step.contracts
        for result in [
            _with_points(
                possible, situation_of(standing.agreed, step.state, contract), step, wanted
            )
        ]
        if result is not None
    )
    contract, result = next(found)
    entered = result.facts if contract is None else {**result.facts, "contract": contract}
    coming = turn(standing.agreed, step.state, entered)
    return OutlookDeal(
        seating.agreed,
        coming._replace(declarer=step.declarer if coming.declarer is None else coming.declarer),
        contract,
        result,
        points,
    )


def _with_points(
    possible: Possible, situation: Situation, step: ComingDeal, points: Points
) -> DealResult | None:
    key = (possible.kind(situation), step.begins, points)
    if key not in possible.found:
        deal = independent_deal(possible, situation)
        if deal is not None:
            numbers = [deal.with_points(side, [number]) for side, number in enumerate(points)]
            possible.found[key] = a_result(deal, numbers)
        else:
            every = possible.results(situation, step.begins)
            possible.found[key] = next(
                (result for result in every if result.points == points), None
            )
    return possible.found[key]

"""What a side needs of the coming deal: with which of its own counts it can still win."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.schedule import seating_of
from scorekeeper.game.standing import Standing
from scorekeeper.proof.coming_deals import Course, courses, sign_of, step_parts
from scorekeeper.proof.everybody import result_of_all
from scorekeeper.proof.fronts import front
from scorekeeper.proof.independent import (
    IndependentDeal,
    Numbers,
    a_result,
    against,
    independent_deal,
    interdependent,
    with_own,
    worst_of,
)
from scorekeeper.proof.possible import Possible, Result
from scorekeeper.proof.result_count import MOST
from scorekeeper.proof.rival_counts import Found, RivalCounts, rival_counts_of
from scorekeeper.proof.shown_number import shown_number
from scorekeeper.proof.situations import situation_of
from scorekeeper.proof.unknown import Unknown
from scorekeeper.proof.winning import Front, margins_of, undominated, winning_run


class Need(NamedTuple):
    """What a side needs of the coming deal in one contract and role. Numbers are of the count
    `shown_count`, points where that is None: `possible` are all that it can have, `enough` those
    with which it can still win; in the last deal `sure` win whatever the rivals have, and `given`
    are conditions on the rivals for the rest. `alone` is the fact that stands for a whole deal."""

    contract: str | None
    role: str | None
    shown_count: str | None
    alone: str | None
    possible: tuple[int, ...]
    enough: tuple[int, ...]
    sure: tuple[int, ...] = ()
    given: tuple[RivalCounts, ...] = ()


class Group(NamedTuple):
    """What is needed is said once for each of these: the contract, the side's role, the count that
    is shown, the fact that stands for a whole deal."""

    contract: str | None
    role: str | None
    shown_count: str | None
    alone: str | None


Tried = dict[Group, dict[int, list[Found]]]


def needs_of(standing: Standing, side: int, possible: Possible) -> tuple[Need, ...]:
    """What a side needs of the coming deal, contract by contract. Raises Unknown where it cannot be
    worked out."""
    coming, last = standing.next_turn, False
    groups: Tried = {}
    for contract in (coming.contracts or (None,)) if coming else ():
        for course in courses(standing, possible, contract):
            last = len(course) == 1
            for group, own, found in _tried(standing, possible, side, contract, course):
                groups.setdefault(group, {}).setdefault(own, []).append(found)
    return tuple(_need(standing, side, group, found, last) for group, found in groups.items())


def _need(
    standing: Standing, side: int, group: Group, found: Mapping[int, list[Found]], last: bool
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
    """Neighbouring numbers under the same condition as one."""
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


# --- every result, or those that say as much -----------------------------------------------------


def _tried(
    standing: Standing, possible: Possible, side: int, contract: str | None, course: Course
) -> Iterator[tuple[Group, int, Found]]:
    """Each result of the coming deal with its group and the number shown, and whether the side can
    still win after it."""
    sign, now = sign_of(standing), margins_of(standing.state.totals, side, sign_of(standing))
    asked = [
        front(possible, step_parts(standing, possible, step), side, sign) for step in course[1:]
    ]
    kept: dict[tuple[int, ...], bool] = {}
    groups: dict[tuple[Group, int], list[tuple[Result, tuple[int, ...]]]] = {}
    for result in _results(standing, possible, side, contract, course):
        name, own = shown_number(standing.agreed, result, side)
        after = tuple(
            a + b for a, b in zip(now, margins_of(result.points, side, sign), strict=True)
        )
        group = Group(contract, result.roles[side], name, _alone(possible, result))
        groups.setdefault((group, own), []).append((result, after))
    for (group, own), found in groups.items():
        if asked:
            best = any(
                _can(after, asked, kept) for after in undominated({after for _, after in found})
            )
            yield group, own, Found(*found[0], best)
        else:
            yield from (
                (group, own, Found(result, after, min(after, default=0) >= 0))
                for result, after in found
            )


def _alone(possible: Possible, result: Result) -> str | None:
    """The fact that stands for the whole deal, where one does."""
    return next(
        (
            fact.id
            for fact in possible.rules.facts.values()
            if fact.alone and result.facts.get(fact.id)
        ),
        None,
    )


def _can(
    after: tuple[int, ...], fronts: Sequence[Front], kept: dict[tuple[int, ...], bool]
) -> bool:
    if after not in kept:
        kept[after] = winning_run(after, fronts) is not None
    return kept[after]


def _results(
    standing: Standing, possible: Possible, side: int, contract: str | None, course: Course
) -> Iterable[Result]:
    """Results of the coming deal that say as much as all, each with a number for everybody; the
    side must play it."""
    seating, people = seating_of(standing.agreed, course[0].state), len(standing.agreed.sides)
    seat = side if seating.people is None else seating.people.index(side)
    found = _results_of_seats(standing, possible, seat, contract, course)
    return (result_of_all(seating, result, people) for result in found)


def _results_of_seats(
    standing: Standing, possible: Possible, seat: int, contract: str | None, course: Course
) -> Iterable[Result]:
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


# --- where everybody scores by their own numbers -------------------------------------------------


def _by_shown_number(deal: IndependentDeal, side: int) -> Iterator[list[Numbers]]:
    """A side's rows of counts, grouped by the number that is shown for them."""
    alike: dict[int, list[Numbers]] = {}
    for numbers, points in deal.points[side].items():
        alike.setdefault(numbers[0] if len(numbers) == 1 else points, []).append(numbers)
    yield from alike.values()


def _best_results(
    deal: IndependentDeal, side: int, worst: Sequence[int], last: bool
) -> Iterator[Result]:
    """For each number of its own the side's best result; in the last deal also one for each number
    of each rival, all other rivals at their worst."""
    for own in _by_shown_number(deal, side):
        if a_result(deal, with_own(deal, side, own)) is not None:
            yield against(deal, side, own, worst)
            yield from _against_rivals(deal, side, own, worst) if last else ()


def _against_rivals(
    deal: IndependentDeal, side: int, own: list[Numbers], worst: Sequence[int]
) -> Iterator[Result]:
    anything = with_own(deal, side, own)
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

"""What a side needs of the coming deal: with which of its own counts it can still win."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.outlook.course import Course, courses, step_points, step_results
from scorekeeper.outlook.outlook import sign_of
from scorekeeper.outlook.possible import Possible, Result
from scorekeeper.outlook.winning import Front, front_of, margins_of, undominated, winning_run
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.session import Agreed
from scorekeeper.standing import Standing

Bounds = tuple[int | None, int | None]


class Given(NamedTuple):
    """In the last deal: with `own`, the side wins or shares when each of these rivals has at least
    and at most so many; None where that does not say it all."""

    own: int
    rivals: Mapping[int, Bounds] | None


class Need(NamedTuple):
    """What is needed in one contract and role: the side's counts that there can be, those with which
    it can still win, and in the last deal those that win whatever the others have, and the rest."""

    contract: str | None
    role: str | None
    told_by: str | None
    possible: tuple[int, ...]
    enough: tuple[int, ...]
    sure: tuple[int, ...] = ()
    given: tuple[Given, ...] = ()


class Found(NamedTuple):
    """A result of the coming deal, and whether the side can still win after it."""

    result: Result
    wins: bool


Group = tuple[str | None, str | None, str | None]


def needs_of(standing: Standing, side: int) -> tuple[Need, ...]:
    """What a side needs of the coming deal, contract by contract. Raises Unknown where it cannot be told."""
    possible, coming = Possible(standing.agreed.rules), standing.next_turn
    groups: dict[Group, dict[int, list[Found]]] = {}
    last = False
    for contract in (coming.contracts or (None,)) if coming else ():
        for course in courses(standing, possible, contract):
            last = len(course) == 1
            for group, own, found in _tried(standing, possible, side, contract, course):
                groups.setdefault(group, {}).setdefault(own, []).append(found)
    return tuple(_need(standing.agreed, side, group, groups[group], last) for group in groups)


def own_count(agreed: Agreed, result: Result, side: int) -> tuple[str | None, int]:
    """The count that a result is told by, and how many the side has of it."""
    rules = agreed.rules
    name = next((c for c in sorted(rules.counts, key=lambda c: rules.counts[c].optional) if c in result.facts), None)
    return name, 0 if name is None else _of_side(agreed, rules, result, name, side)


def _of_side(agreed: Agreed, rules: Ruleset, result: Result, name: str, side: int) -> int:
    column: Sequence[int] = result.facts[name]
    return sum(column[seat] for seat in agreed.sides[side]) if rules.counts[name].by_player else column[side]


def _tried(
    standing: Standing, possible: Possible, side: int, contract: str | None, course: Course
) -> Iterator[tuple[Group, int, Found]]:
    """Every result of the coming deal, and whether the side can still win after it."""
    sign, now = sign_of(standing), margins_of(standing.state.totals, side, sign_of(standing))
    steps = [step_points(standing, possible, step) for step in course[1:]]
    fronts = {step: front_of(step, side, sign) for step in set(steps)}
    kept: dict[tuple[int, ...], bool] = {}
    every = [result for _, result in step_results(standing, possible, course[0]._replace(contracts=(contract,)))]
    asked = [fronts[step] for step in steps]
    groups: dict[tuple[Group, int], list[tuple[Result, tuple[int, ...]]]] = {}
    for result in every:
        name, own = own_count(standing.agreed, result, side)
        after = tuple(a + b for a, b in zip(now, margins_of(result.points, side, sign), strict=True))
        groups.setdefault(((contract, result.roles[side], name), own), []).append((result, after))
    for (group, own), found in groups.items():
        if asked:
            best = any(_can(after, asked, kept) for after in undominated({after for _, after in found}))
            yield group, own, Found(found[0][0], best)
        else:
            yield from ((group, own, Found(result, min(after, default=0) >= 0)) for result, after in found)


def _can(after: tuple[int, ...], fronts: Sequence[Front], kept: dict[tuple[int, ...], bool]) -> bool:
    if after not in kept:
        kept[after] = winning_run(after, fronts) is not None
    return kept[after]


# --- what it comes to ---------------------------------------------------------------------------------


def _need(agreed: Agreed, side: int, group: Group, found: Mapping[int, list[Found]], last: bool) -> Need:
    counts = sorted(found)
    enough = [own for own in counts if any(f.wins for f in found[own])]
    need = Need(*group, tuple(counts), tuple(enough))
    if not last:
        return need
    sure = [own for own in counts if all(f.wins for f in found[own])]
    given = [Given(own, _bounds(agreed, side, found[own])) for own in enough if own not in sure]
    return need._replace(sure=tuple(sure), given=tuple(given))


def _bounds(agreed: Agreed, side: int, found: Sequence[Found]) -> Mapping[int, Bounds] | None:
    """What the rivals may have; of one rival alone where that says it all."""
    rivals = [other for other in range(len(agreed.sides)) if other != side]
    for asked in (*([rival] for rival in rivals), rivals):
        bounds = {rival: _bound(agreed, rival, found) for rival in asked}
        if all(f.wins == _within(agreed, bounds, f.result) for f in found):
            return {rival: bound for rival, bound in bounds.items() if bound != (None, None)}
    return None


def _bound(agreed: Agreed, rival: int, found: Iterable[Found]) -> Bounds:
    every = [(own_count(agreed, f.result, rival)[1], f.wins) for f in found]
    winning = [own for own, wins in every if wins]
    least, most = min(winning), max(winning)
    return (
        least if least > min(own for own, _ in every) else None,
        most if most < max(own for own, _ in every) else None,
    )


def _within(agreed: Agreed, bounds: Mapping[int, Bounds], result: Result) -> bool:
    for rival, (least, most) in bounds.items():
        own = own_count(agreed, result, rival)[1]
        if (least is not None and own < least) or (most is not None and own > most):
            return False
    return True

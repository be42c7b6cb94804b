"""The slips that one side's numbers may hold, whatever stands in the columns beside them."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from scorekeeper.base.exact import is_number
from scorekeeper.game.facts import DealFacts, quotas
from scorekeeper.record.audited_deal import Kept, rescored
from scorekeeper.rules.formula import FormulaError
from scorekeeper.text.message import Words

SIGN, CARRY, QUOTA, NAMES, SUM = "sign", "carry", "quota", "names", "sum"
NOT_ADDED, ADDED_TWICE = "not-added", "added-twice"


class Change(NamedTuple):
    """What a slip made of the numbers of a side: whose else they were, what was written or used,
    what it should have been, the name of what was taken for something else."""

    side: int | None = None
    other: int | None = None
    written: int = 0
    right: int = 0
    word: Words = ""


class Way(NamedTuple):
    """One kind of slip: its name, the kind that a person calls it, how unlikely it is, how much
    less likely with every further side, and the changes that explain what is written for a side."""

    how: str
    kind: str
    weight: int
    more: int
    changes: Callable[[Kept, int], Iterable[Change]]


def _from_points(kept: Kept, side: int, wrong: int) -> bool:
    """Whether wrong points explain what is written: they were noted and added, noted only, or
    added only."""
    right, before = kept.scored.points[side], kept.before[side]
    ways = ((wrong, before + wrong), (right, before + wrong), (wrong, before + right))
    return wrong != right and any(kept.holds(side, points, total) for points, total in ways)


def _from_total(kept: Kept, side: int, wrong: int) -> bool:
    """Whether a wrong total explains what is written beside the right points."""
    return wrong != kept.expected(side) and kept.holds(side, kept.scored.points[side], wrong)


# --- signs and figures ---------------------------------------------------------------------------


def _sign(kept: Kept, side: int) -> Iterator[Change]:
    right = kept.scored.points[side]
    if _from_points(kept, side, -right):
        yield Change(side, None, -right, right)


def _sign_of_total(kept: Kept, side: int) -> Iterator[Change]:
    right = kept.expected(side)
    if _from_total(kept, side, -right):
        yield Change(side, None, -right, right)


def _figures(kept: Kept, side: int) -> Iterator[Change]:
    """Two figures next to each other changed places: 12 for 21."""
    pairs = (
        (kept.points[side], kept.scored.points[side]),
        (kept.totals[side], kept.expected(side)),
    )
    for written, right in pairs:
        if written is None or not is_turned(written, right):
            continue
        if (written == kept.points[side] and _from_points(kept, side, written)) or _from_total(
            kept, side, written
        ):
            yield Change(side, None, written, right)


def is_turned(written: int, right: int) -> bool:
    """Whether two numbers differ by two figures next to each other that changed places."""
    one, other = f"{written:+d}", f"{right:+d}"
    at = next(
        (place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0
    )
    return (
        0 < at < len(other) - 1 and one == other[:at] + other[at + 1] + other[at] + other[at + 2 :]
    )


def _ten(kept: Kept, side: int) -> Iterator[Change]:
    """A ten or a hundred that was carried wrongly."""
    right = kept.expected(side)
    for off in (-10, 10, -100, 100):
        if _from_total(kept, side, right + off):
            yield Change(side, None, off, right)


# --- what it was added to ------------------------------------------------------------------------


def _not_added(kept: Kept, side: int) -> Iterator[Change]:
    if _from_total(kept, side, kept.before[side]):
        yield Change(side, None, kept.before[side], kept.scored.points[side])


def _added_twice(kept: Kept, side: int) -> Iterator[Change]:
    points = kept.scored.points[side]
    if _from_total(kept, side, kept.before[side] + 2 * points):
        yield Change(side, None, kept.before[side], points)


def _to_another(kept: Kept, side: int) -> Iterator[Change]:
    for other, total in enumerate(kept.before):
        if other != side and _from_total(kept, side, total + kept.scored.points[side]):
            yield Change(side, other, total, kept.before[side])


def _to_earlier(kept: Kept, side: int) -> Iterator[Change]:
    if kept.earlier is not None and _from_total(
        kept, side, kept.earlier[side] + kept.scored.points[side]
    ):
        yield Change(side, None, kept.earlier[side], kept.before[side])


def _points_for_total(kept: Kept, side: int) -> Iterator[Change]:
    """The points of the deal stand where the total should."""
    points = kept.scored.points[side]
    if kept.before[side] and _from_total(kept, side, points):
        yield Change(side, None, points, kept.expected(side))


# --- quotas --------------------------------------------------------------------------------------


def _forgotten(kept: Kept, side: int) -> Iterator[Change]:
    """No quota at all: what was counted, or the formula as if the quota were nothing."""
    quota, seat = kept.scored.quotas, kept.seat(side)
    if quota is None or seat is None:
        return
    nothing = rescored(kept, quota=(0,) * len(quota))
    main = kept.scored.facts.get(kept.agreed.rules.main_count or "", ())
    counted = [main[seat]] if len(main) == len(quota) and is_number(main[seat]) else []
    for wrong in [*([nothing[side]] if nothing else []), *counted]:
        if _from_points(kept, side, wrong):
            yield Change(side, None, wrong, quota[seat])
            return


def _of_role(kept: Kept, side: int) -> Iterator[Change]:
    return _with_quotas(kept, side, set(kept.scored.quotas or ()))


def _of_contract(kept: Kept, side: int) -> Iterator[Change]:
    return _with_quotas(kept, side, set(all_quotas(kept)) - set(kept.scored.quotas or ()))


def _with_quotas(kept: Kept, side: int, others: Iterable[int]) -> Iterator[Change]:
    quota, seat = kept.scored.quotas, kept.seat(side)
    if quota is None or seat is None:
        return
    for wrong in sorted(others):
        points = rescored(kept, quota=(*quota[:seat], wrong, *quota[seat + 1 :]))
        if points is not None and wrong != quota[seat] and _from_points(kept, side, points[side]):
            yield Change(side, None, wrong, quota[seat])


def all_quotas(kept: Kept) -> Iterator[int]:
    """Every number that is a quota of some side in some contract of this deal."""
    played = kept.played
    for contract in kept.agreed.rules.contracts:
        entered = {**played.facts, "contract": contract}
        facts = DealFacts(played.agreed, played.state, played.turn, entered)
        try:
            yield from quotas(facts) or ()
        except (FormulaError, KeyError, TypeError):
            continue


WAYS = (
    Way("sign", SIGN, 1, 3, _sign),
    Way("not-added", NOT_ADDED, 2, 0, _not_added),
    Way("added-twice", ADDED_TWICE, 3, 0, _added_twice),
    Way("quota-of-role", QUOTA, 4, 2, _of_role),
    Way("quota-forgotten", QUOTA, 5, 0, _forgotten),
    Way("figures", CARRY, 5, 4, _figures),
    Way("ten", CARRY, 5, 4, _ten),
    Way("sign-of-total", SIGN, 6, 3, _sign_of_total),
    Way("points-for-total", CARRY, 4, 0, _points_for_total),
    Way("total-of-another", CARRY, 6, 2, _to_another),
    Way("total-before", CARRY, 6, 1, _to_earlier),
    Way("quota-of-contract", QUOTA, 7, 2, _of_contract),
)


def changes_together(kept: Kept, way: Way, sides: Iterable[int]) -> tuple[Change, ...] | None:
    """One kind of slip for all of these sides, or None where it does not explain each of them."""
    found = [next(iter(way.changes(kept, side)), None) for side in sides]
    return (
        tuple(change for change in found if change is not None)
        if None not in found and found
        else None
    )

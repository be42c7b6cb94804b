"""Deals of a paper sheet that cannot be scored: refused by the rules, or without anything but
numbers. They are checked for what they are, and the audit goes on from the totals on paper."""

from collections.abc import Iterable, Sequence

from scorekeeper.game.schedule import turn
from scorekeeper.game.session import Agreed
from scorekeeper.game.standing import passed_over
from scorekeeper.record.audit_values import TOTAL, Cell, Fault, Now, Step
from scorekeeper.record.deal_slips import Slip
from scorekeeper.record.paper import seat_problems
from scorekeeper.record.paper_rows import Line
from scorekeeper.record.side_slips import SIGN, SUM, Change


def rebased(agreed: Agreed, now: Now, line: Line) -> Now:
    """After a deal that cannot be scored everything goes on from what stands on paper."""
    noted = zip(line.totals, line.points, now.paper, strict=True)
    paper = tuple(
        total if total is not None else before + (points or 0) for total, points, before in noted
    )
    written = zip(line.totals, line.points, strict=True)
    blank = {side for side, numbers in enumerate(written) if numbers == (None, None)}
    said = {side for side, total in enumerate(line.totals) if total is not None}
    unknown = frozenset(blank | (now.unknown - said))
    return Now(passed_over(agreed, now.state)._replace(totals=paper), paper, now.paper, unknown)


def without_facts(agreed: Agreed, now: Now, line: Line) -> Step:
    """A deal of which only numbers are written: the totals must follow from the points, and the
    points add up to what the rules promise of every deal."""
    cells, slips = [*_not_following(now, line)], list[Slip]()
    if not cells:
        cells, slips = _unkept_promise(agreed, now, line)
    problems = tuple(seat_problems(agreed, turn(agreed, now.state), line))
    fault = Fault(
        number=now.state.deal,
        place=line.place,
        cells=tuple(cells),
        slips=tuple(slips),
        apart=False,
        problems=problems,
    )
    return Step(rebased(agreed, now, line), fault if cells or problems else None)


def _not_following(now: Now, line: Line) -> Iterable[Cell]:
    """The totals that are not the points added to what stood before."""
    for side, (points, total, before) in enumerate(
        zip(line.points, line.totals, now.paper, strict=True)
    ):
        if points is not None and total is not None and total != before + points:
            yield Cell(side, TOTAL, total, before + points)


def _unkept_promise(agreed: Agreed, now: Now, line: Line) -> tuple[list[Cell], list[Slip]]:
    """The sum of what the sides gained, where the rules promise another."""
    promise = agreed.rules.scoring.promise.constant if agreed.rules.scoring.promise else None
    noted = zip(line.points, line.totals, now.paper, strict=True)
    gained = [
        p if p is not None else t - before if t is not None else None for p, t, before in noted
    ]
    known = [number for number in gained if number is not None]
    if promise is None or len(known) < len(gained) or sum(known) == promise:
        return [], []
    return [Cell(None, SUM, sum(known), promise)], [*_turned_round(known, sum(known), promise)]


def _turned_round(gained: Sequence[int], found: int, promise: int) -> Iterable[Slip]:
    """The sides whose sign, turned round, makes the points add up."""
    for side, number in enumerate(gained):
        if number and found - 2 * number == promise:
            yield Slip(SIGN, "sign", 1, (Change(side, None, number, -number),))

"""The audit itself: the deals of a paper sheet one after another, each beside what the rules
make of it."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from scorekeeper.audit.audited_deal import Column, Kept
from scorekeeper.audit.deal_slips import Slip, slips_of
from scorekeeper.audit.paper import seat_problems
from scorekeeper.audit.side_slips import SIGN, SUM, Change
from scorekeeper.book.recording import judged_words
from scorekeeper.entry.paper_rows import Line
from scorekeeper.message import Words
from scorekeeper.problems import Problem, Refused
from scorekeeper.schedule import State, first_state, turn
from scorekeeper.scoring import Scored, judged
from scorekeeper.session import Agreed, Facts
from scorekeeper.standing import after, passed_over

MOST_EXPLAINED = 100
POINTS, TOTAL = "points", "total"


class Cell(NamedTuple):
    """One number of the paper that is not what it should be; `side` is None for the box of the
    sum."""

    side: int | None
    what: str
    written: int
    right: int


class Fault(NamedTuple):
    """A deal where the paper goes wrong anew: its number and row, the numbers, the slips that
    explain them (`apart`: each a part of it), and what the rules refuse of the entry itself."""

    number: int
    place: Words
    cells: tuple[Cell, ...] = ()
    slips: tuple[Slip, ...] = ()
    apart: bool = False
    problems: tuple[Problem, ...] = ()


class Audit(NamedTuple):
    """What came of it: how many deals, where the paper goes wrong, the deals in which it comes
    right again by itself, the last totals on paper and those of the rules (`sure` unless a deal
    could not be scored, after which the paper's own totals were taken)."""

    agreed: Agreed
    deals: int
    faults: tuple[Fault, ...]
    mended: tuple[int, ...]
    written: Column
    right: Column
    sure: bool

    @property
    def holds(self) -> bool:
        """Whether the paper is right from the first deal to the last."""
        return not self.faults

    @property
    def is_carried(self) -> bool:
        """Whether one slip, carried along, is all that is wrong with the last totals."""
        return (
            len(self.faults) == 1
            and not self.faults[0].problems
            and self.sure
            and self.written != self.right
        )


class _Now(NamedTuple):
    """Between two deals: the state under the rules, the totals on paper and those before them, and
    the sides of which a deal that was left blank does not say where they stand."""

    state: State
    paper: Column
    earlier: Column | None
    unknown: frozenset[int] = frozenset()


class _Step(NamedTuple):
    """What one deal comes to: where things stand after it, the last totals on both sides."""

    now: _Now
    fault: Fault | None = None
    is_mended: bool = False
    right: Column | None = None
    written: Column | None = None


def audited(
    agreed: Agreed,
    lines: Sequence[Line],
    known: Sequence[Facts] = (),
    tick: Callable[[int], None] = lambda number: None,
) -> Audit:
    """Goes through the deals of the paper. `known` are the deals of a session, for a paper that has
    running totals only; `tick` hears of each deal."""
    state = first_state(agreed)
    now = _Now(state, state.totals, None)
    faults, mended, sure = list[Fault](), list[int](), True
    right = written = state.totals
    for place, line in enumerate(lines):
        explains = len(faults) < MOST_EXPLAINED
        step = _step(agreed, now, line, known[place] if place < len(known) else None, explains)
        now, right, written = step.now, step.right or step.now.paper, step.written or step.now.paper
        sure = sure and step.right is not None
        faults += [step.fault] if step.fault else []
        mended += [place + 1] if step.is_mended else []
        tick(1)
        if now.state.over and step.right is None:
            break
    return Audit(
        agreed=agreed,
        deals=len(lines),
        faults=tuple(faults),
        mended=tuple(mended),
        written=written,
        right=right,
        sure=sure,
    )


def _step(agreed: Agreed, now: _Now, line: Line, known: Facts | None, explains: bool) -> _Step:
    state = now.state
    if not line.words and known is None and not state.over:
        return _without_facts(agreed, now, line)
    try:
        scored = _scored(agreed, state, line, known)
        coming = after(agreed, state, scored)
    except Refused as refusal:
        return _Step(
            _rebased(agreed, now, line), Fault(state.deal, line.place, problems=refusal.problems)
        )
    stood = _stood(now, line, scored.points)
    kept = Kept(
        agreed=agreed,
        state=state,
        scored=scored,
        before=stood,
        earlier=now.earlier,
        points=line.points,
        totals=line.totals,
    )
    fault, paper, fresh = (
        _fault(kept, line, explains),
        _paper_after(kept),
        coming.game != state.game,
    )
    left = (
        frozenset()
        if fresh
        else frozenset(side for side in now.unknown if line.totals[side] is None)
    )
    now = _Now(coming, coming.totals if fresh else paper, None if fresh else kept.before, left)
    mended = any(map(kept.is_mended, range(len(agreed.sides))))
    return _Step(
        now=now, fault=fault, is_mended=mended and fault is None, right=scored.totals, written=paper
    )


def _stood(now: _Now, line: Line, points: Column) -> Column:
    """The totals before a deal; where nothing says them, those from which its own totals follow."""
    noted = enumerate(zip(line.totals, points, now.paper, strict=True))
    return tuple(
        total - gained if side in now.unknown and total is not None else before
        for side, (total, gained, before) in noted
    )


def _fault(kept: Kept, line: Line, explains: bool) -> Fault | None:
    """What is wrong anew with a deal on paper, or None where it is well."""
    problems = tuple(seat_problems(kept.agreed, kept.scored.turn, line))
    sides = range(len(kept.agreed.sides))
    wrong = [side for side in sides if not (kept.is_right(side) or kept.is_mended(side))]
    cells = [cell for side in wrong for cell in _cells(kept, side)] or _sum_cells(kept, line)
    slips, apart = slips_of(kept, wrong) if wrong and explains else (_sum_slips(cells), False)
    if not cells and not problems:
        return None
    return Fault(
        number=kept.scored.turn.number,
        place=line.place,
        cells=tuple(cells),
        slips=tuple(slips),
        apart=apart,
        problems=problems,
    )


def _scored(agreed: Agreed, state: State, line: Line, known: Facts | None) -> Scored:
    if line.words or known is None:
        return judged_words(agreed, state, line.words)[0]
    verdict = judged(agreed, state, known)
    if verdict.scored is None:
        raise Refused(verdict.problems)
    return verdict.scored


def _paper_after(kept: Kept) -> Column:
    """The totals on paper after a deal; where none is written, what those before it come to."""
    noted = zip(kept.totals, kept.before, kept.points, kept.scored.points, strict=True)
    return tuple(
        total if total is not None else before + (points if points is not None else right)
        for total, before, points, right in noted
    )


# --- the numbers that are not what they should be ------------------------------------------------


def _cells(kept: Kept, side: int) -> Iterable[Cell]:
    points, total = kept.points[side], kept.totals[side]
    if points is not None and points != kept.scored.points[side]:
        yield Cell(side, POINTS, points, kept.scored.points[side])
    if total is not None and total != kept.expected(side):
        yield Cell(side, TOTAL, total, kept.expected(side))


def _sum_cells(kept: Kept, line: Line) -> list[Cell]:
    """The box of the sum, where every number beside it is well: it sums the points or the
    totals."""
    sums = (sum(kept.scored.points), sum(_paper_after(kept)), sum(kept.scored.totals))
    if line.sum is None or line.sum in sums:
        return []
    return [Cell(None, SUM, line.sum, sums[0])]


def _sum_slips(cells: Sequence[Cell]) -> list[Slip]:
    return [
        Slip(SUM, SUM, 0, (Change(None, None, cell.written, cell.right),))
        for cell in cells
        if cell.side is None
    ]


# --- deals that cannot be scored -----------------------------------------------------------------


def _rebased(agreed: Agreed, now: _Now, line: Line) -> _Now:
    """After a deal that cannot be scored everything goes on from what stands on paper."""
    noted = zip(line.totals, line.points, now.paper, strict=True)
    paper = tuple(
        total if total is not None else before + (points or 0) for total, points, before in noted
    )
    written = zip(line.totals, line.points, strict=True)
    blank = {side for side, numbers in enumerate(written) if numbers == (None, None)}
    said = {side for side, total in enumerate(line.totals) if total is not None}
    unknown = frozenset(blank | (now.unknown - said))
    return _Now(passed_over(agreed, now.state)._replace(totals=paper), paper, now.paper, unknown)


def _without_facts(agreed: Agreed, now: _Now, line: Line) -> _Step:
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
    return _Step(_rebased(agreed, now, line), fault if cells or problems else None)


def _not_following(now: _Now, line: Line) -> Iterable[Cell]:
    """The totals that are not the points added to what stood before."""
    for side, (points, total, before) in enumerate(
        zip(line.points, line.totals, now.paper, strict=True)
    ):
        if points is not None and total is not None and total != before + points:
            yield Cell(side, TOTAL, total, before + points)


def _unkept_promise(agreed: Agreed, now: _Now, line: Line) -> tuple[list[Cell], list[Slip]]:
    """The sum of what the sides gained, where the rules promise another."""
    promise = agreed.rules.promise.constant if agreed.rules.promise else None
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

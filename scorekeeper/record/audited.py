"""The audit itself: the deals of a paper sheet one after another, each beside what the rules
make of it."""

from collections.abc import Callable, Iterable, Sequence

from scorekeeper.game.judge import Scored
from scorekeeper.game.schedule import State, first_state
from scorekeeper.game.session import Agreed, Facts
from scorekeeper.game.splitting import split
from scorekeeper.game.standing import after, judged_for_all
from scorekeeper.record.audit_values import POINTS, TOTAL, Audit, Cell, Fault, Now, Step
from scorekeeper.record.audited_deal import Column, Kept
from scorekeeper.record.deal_slips import Slip, slips_of
from scorekeeper.record.disputed_facts import readings_of
from scorekeeper.record.events import OR
from scorekeeper.record.paper import seat_problems
from scorekeeper.record.paper_rows import Line
from scorekeeper.record.recording import judged_words
from scorekeeper.record.side_slips import SUM, Change
from scorekeeper.record.unscored import rebased, without_facts
from scorekeeper.text.problems import Refused

MOST_EXPLAINED = 100


def audited(
    agreed: Agreed,
    lines: Sequence[Line],
    known: Sequence[Facts] = (),
    tick: Callable[[int], None] = lambda number: None,
) -> Audit:
    """Goes through the deals of the paper. `known` are the deals of a session, for a paper that has
    running totals only; `tick` hears of each deal."""
    state = first_state(agreed)
    steps, explained = [Step(Now(state, state.totals, None), right=state.totals)], 0
    for place, line in enumerate(lines):
        facts = known[place] if place < len(known) else None
        step = _step(agreed, steps[-1].now, line, facts, explained < MOST_EXPLAINED)
        steps.append(step)
        explained += step.fault is not None
        tick(1)
        if step.now.state.over and step.right is None:
            break
    last = steps[-1]
    return Audit(
        agreed=agreed,
        deals=len(lines),
        faults=tuple(step.fault for step in steps if step.fault is not None),
        mended=tuple(number for number, step in enumerate(steps) if step.is_mended),
        written=last.written or last.now.paper,
        right=last.right or last.now.paper,
        sure=all(step.right is not None for step in steps),
    )


def _step(agreed: Agreed, now: Now, line: Line, known: Facts | None, explains: bool) -> Step:
    """What one deal comes to; its slips are looked for where `explains`."""
    if not line.words and known is None and not now.state.over:
        return without_facts(agreed, now, line)
    try:
        scored = _scored(agreed, now.state, line, known)
        coming = after(agreed, now.state, scored)
    except Refused as refusal:
        fault = Fault(now.state.deal, line.place, problems=refusal.problems)
        return Step(rebased(agreed, now, line), fault)
    kept = _kept(agreed, now, line, scored)
    found = _fault(kept, line, explains)
    mended = any(map(kept.is_mended, range(len(agreed.sides))))
    return Step(
        now=_coming(now, kept, line, coming),
        fault=found,
        is_mended=mended and found is None,
        right=scored.totals,
        written=_paper_after(kept),
    )


def _kept(agreed: Agreed, now: Now, line: Line, scored: Scored) -> Kept:
    """The deal as it was kept on paper."""
    return Kept(
        agreed=agreed,
        state=now.state,
        scored=scored,
        before=_stood(now, line, scored.points),
        earlier=now.earlier,
        points=line.points,
        totals=line.totals,
    )


def _coming(now: Now, kept: Kept, line: Line, coming: State) -> Now:
    """Where things stand after a deal that was scored: in a new game from the totals that it begins
    with, else from those on paper."""
    if coming.game != now.state.game:
        return Now(coming, coming.totals, None)
    unknown = frozenset(side for side in now.unknown if line.totals[side] is None)
    return Now(coming, _paper_after(kept), kept.before, unknown)


def _stood(now: Now, line: Line, points: Column) -> Column:
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
    if line.others:
        return _split(agreed, state, line)
    if line.words or known is None:
        return judged_words(agreed, state, line.words)[0]
    verdict = judged_for_all(agreed, state, known)
    if verdict.scored is None:
        raise Refused(verdict.problems)
    return verdict.scored


def _split(agreed: Agreed, state: State, line: Line) -> Scored:
    """A deal that counts as the mean of the readings that its row says."""
    words = [*line.words, *(word for other in line.others for word in (OR, *other))]
    readings = readings_of(agreed, state, words).facts
    verdicts = [judged_for_all(agreed, state, facts) for facts in readings]
    return split([verdict.scored for verdict in verdicts if verdict.scored])


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

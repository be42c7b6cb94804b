"""An audit of a paper score sheet: each deal beside the rules' result, and the mistakes that
explain it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from scorekeeper.base.exact_numbers import is_number
from scorekeeper.game.agreement import Agreed, Facts
from scorekeeper.game.deal_facts import DealFacts, columns_of, per_side, point_formulas, quotas
from scorekeeper.game.deal_results import of_seats, split
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.log import FINISH, NOTE
from scorekeeper.game.schedule import State, Turn, first_state, turn
from scorekeeper.game.standing import Standing, after, judged_for_all, passed_over, standing
from scorekeeper.record.book import Book
from scorekeeper.record.deal_acts import judged_words
from scorekeeper.record.disputed_facts import readings_of
from scorekeeper.record.happening_acts import OR
from scorekeeper.record.paper_rows import Numbers, PaperRow, seat_problems
from scorekeeper.rules.formula import FormulaError
from scorekeeper.rules.model import Count, OutcomeRow
from scorekeeper.text.message import CommandLine, Words, listing, say_n
from scorekeeper.text.problems import Problem, Refused, see

# --- One deal of a paper sheet beside the same deal under the rules ----------------------------


Column = tuple[int, ...]


class PaperDeal(NamedTuple):
    """A deal as it was kept on paper: the state under the rules before it, how it scores, the
    totals that stood on paper before it and before those, and what was then written. Columns have a
    number for everybody, those who rest included."""

    agreed: Agreed
    state: State
    scored: Scored
    before: Column
    earlier: Column | None
    points: Numbers
    totals: Numbers

    @property
    def played(self) -> Scored:
        """The deal as those see it who played it."""
        return of_seats(self.scored)

    @property
    def people(self) -> Sequence[int]:
        """The sides that played, in the order of their seats."""
        people = self.scored.seating.people if self.scored.seating else None
        return range(len(self.agreed.sides)) if people is None else people

    def seat(self, side: int) -> int | None:
        """The place of a side in what is of those who played; None where it rested."""
        return self.people.index(side) if side in self.people else None

    def of_all(self, points: Column) -> Column:
        """Points of those who played as a column of all; those who rest have theirs."""
        seating = self.scored.seating
        return points if seating is None else seating.of_people(points, self.scored.points)

    def expected(self, side: int) -> int:
        """The total of a side as it goes on from what stood on paper."""
        return self.before[side] + self.scored.points[side]

    def holds(self, side: int, points: int, total: int) -> bool:
        """Whether these numbers of a side are what is written, as far as it is."""
        return self.points[side] in (None, points) and self.totals[side] in (None, total)

    def is_right(self, side: int) -> bool:
        """Whether a side's numbers follow from the deal and from what stood on paper before it."""
        return self.holds(side, self.scored.points[side], self.expected(side))

    def is_mended(self, side: int) -> bool:
        """Whether a side's total, which was wrong before, is that of the rules again."""
        is_so = self.totals[side] == self.scored.totals[side] != self.expected(side)
        return is_so and self.points[side] in (None, self.scored.points[side])


def rescored(
    kept: PaperDeal,
    entered: Mapping[str, Any] | None = None,
    turn: Turn | None = None,
    quota: Column | None = None,
    outcome: OutcomeRow | None = None,
) -> Column | None:
    """The points of a deal as they would be with something of it different, or None where the rules
    have no answer to that."""
    scored = kept.played
    facts = DealFacts(scored.agreed, scored.state, turn or scored.turn, entered or scored.facts)
    formulas = point_formulas(facts, outcome or scored.outcome)
    try:
        columns = columns_of(facts, quotas(facts) if quota is None else quota)
        return kept.of_all(per_side(formulas, facts, columns))
    except (FormulaError, KeyError, TypeError, IndexError):
        return None


# --- side slips --------------------------------------------------------------------------------
# The slips that one side's numbers may hold, whatever stands in the columns beside them.


SIGN, CARRY, QUOTA, NAMES, SUM = "sign", "carry", "quota", "names", "sum"
NOT_ADDED, ADDED_TWICE = "not-added", "added-twice"


class SlipEffect(NamedTuple):
    """What a slip made of the numbers of a side: whose else they were, what was written or used,
    what it should have been, the name of what was taken for something else."""

    side: int | None = None
    other: int | None = None
    written: int = 0
    right: int = 0
    word: Words = ""


class SlipKind(NamedTuple):
    """One kind of slip: its name, the kind that a person calls it, how unlikely it is, how much
    less likely with every further side, and the changes that explain what is written for a side."""

    how: str
    kind: str
    weight: int
    more: int
    changes: Callable[[PaperDeal, int], Iterable[SlipEffect]]


def _from_points(kept: PaperDeal, side: int, wrong: int) -> bool:
    """Whether wrong points explain what is written: they were noted and added, noted only, or
    added only."""
    right, before = kept.scored.points[side], kept.before[side]
    ways = ((wrong, before + wrong), (right, before + wrong), (wrong, before + right))
    return wrong != right and any(kept.holds(side, points, total) for points, total in ways)


def _from_total(kept: PaperDeal, side: int, wrong: int) -> bool:
    """Whether a wrong total explains what is written beside the right points."""
    return wrong != kept.expected(side) and kept.holds(side, kept.scored.points[side], wrong)


# --- signs and figures ---------------------------------------------------------------------------


def _sign(kept: PaperDeal, side: int) -> Iterator[SlipEffect]:
    right = kept.scored.points[side]
    if _from_points(kept, side, -right):
        yield SlipEffect(side, None, -right, right)


def _sign_of_total(kept: PaperDeal, side: int) -> Iterator[SlipEffect]:
    right = kept.expected(side)
    if _from_total(kept, side, -right):
        yield SlipEffect(side, None, -right, right)


def _figures(kept: PaperDeal, side: int) -> Iterator[SlipEffect]:
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
            yield SlipEffect(side, None, written, right)


def is_turned(written: int, right: int) -> bool:
    """Whether two numbers differ by two figures next to each other that changed places."""
    one, other = f"{written:+d}", f"{right:+d}"
    at = next(
        (place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0
    )
    return (
        0 < at < len(other) - 1 and one == other[:at] + other[at + 1] + other[at] + other[at + 2 :]
    )


def _ten(kept: PaperDeal, side: int) -> Iterator[SlipEffect]:
    """A ten or a hundred that was carried wrongly."""
    right = kept.expected(side)
    for off in (-10, 10, -100, 100):
        if _from_total(kept, side, right + off):
            yield SlipEffect(side, None, off, right)


# --- what it was added to ------------------------------------------------------------------------


def _not_added(kept: PaperDeal, side: int) -> Iterator[SlipEffect]:
    if _from_total(kept, side, kept.before[side]):
        yield SlipEffect(side, None, kept.before[side], kept.scored.points[side])


def _added_twice(kept: PaperDeal, side: int) -> Iterator[SlipEffect]:
    points = kept.scored.points[side]
    if _from_total(kept, side, kept.before[side] + 2 * points):
        yield SlipEffect(side, None, kept.before[side], points)


def _to_another(kept: PaperDeal, side: int) -> Iterator[SlipEffect]:
    for other, total in enumerate(kept.before):
        if other != side and _from_total(kept, side, total + kept.scored.points[side]):
            yield SlipEffect(side, other, total, kept.before[side])


def _to_earlier(kept: PaperDeal, side: int) -> Iterator[SlipEffect]:
    if kept.earlier is not None and _from_total(
        kept, side, kept.earlier[side] + kept.scored.points[side]
    ):
        yield SlipEffect(side, None, kept.earlier[side], kept.before[side])


def _points_for_total(kept: PaperDeal, side: int) -> Iterator[SlipEffect]:
    """The points of the deal stand where the total should."""
    points = kept.scored.points[side]
    if kept.before[side] and _from_total(kept, side, points):
        yield SlipEffect(side, None, points, kept.expected(side))


# --- quotas --------------------------------------------------------------------------------------


def _forgotten(kept: PaperDeal, side: int) -> Iterator[SlipEffect]:
    """No quota at all: what was counted, or the formula as if the quota were nothing."""
    quota, seat = kept.scored.quotas, kept.seat(side)
    if quota is None or seat is None:
        return
    nothing = rescored(kept, quota=(0,) * len(quota))
    main = kept.scored.facts.get(kept.agreed.rules.main_count or "", ())
    counted = [main[seat]] if len(main) == len(quota) and is_number(main[seat]) else []
    for wrong in [*([nothing[side]] if nothing else []), *counted]:
        if _from_points(kept, side, wrong):
            yield SlipEffect(side, None, wrong, quota[seat])
            return


def _of_role(kept: PaperDeal, side: int) -> Iterator[SlipEffect]:
    return _with_quotas(kept, side, set(kept.scored.quotas or ()))


def _of_contract(kept: PaperDeal, side: int) -> Iterator[SlipEffect]:
    return _with_quotas(kept, side, set(all_quotas(kept)) - set(kept.scored.quotas or ()))


def _with_quotas(kept: PaperDeal, side: int, others: Iterable[int]) -> Iterator[SlipEffect]:
    quota, seat = kept.scored.quotas, kept.seat(side)
    if quota is None or seat is None:
        return
    for wrong in sorted(others):
        points = rescored(kept, quota=(*quota[:seat], wrong, *quota[seat + 1 :]))
        if points is not None and wrong != quota[seat] and _from_points(kept, side, points[side]):
            yield SlipEffect(side, None, wrong, quota[seat])


def all_quotas(kept: PaperDeal) -> Iterator[int]:
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
    SlipKind("sign", SIGN, 1, 3, _sign),
    SlipKind("not-added", NOT_ADDED, 2, 0, _not_added),
    SlipKind("added-twice", ADDED_TWICE, 3, 0, _added_twice),
    SlipKind("quota-of-role", QUOTA, 4, 2, _of_role),
    SlipKind("quota-forgotten", QUOTA, 5, 0, _forgotten),
    SlipKind("figures", CARRY, 5, 4, _figures),
    SlipKind("ten", CARRY, 5, 4, _ten),
    SlipKind("sign-of-total", SIGN, 6, 3, _sign_of_total),
    SlipKind("points-for-total", CARRY, 4, 0, _points_for_total),
    SlipKind("total-of-another", CARRY, 6, 2, _to_another),
    SlipKind("total-before", CARRY, 6, 1, _to_earlier),
    SlipKind("quota-of-contract", QUOTA, 7, 2, _of_contract),
)


def changes_together(
    kept: PaperDeal, way: SlipKind, sides: Iterable[int]
) -> tuple[SlipEffect, ...] | None:
    """One kind of slip for all of these sides, or None where it does not explain each of them."""
    found = [next(iter(way.changes(kept, side)), None) for side in sides]
    return (
        tuple(change for change in found if change is not None)
        if None not in found and found
        else None
    )


# --- deal slips --------------------------------------------------------------------------------
# The slips that explain a deal on paper: each is tried, and stands only if it gives every number
# that is written for that deal.


class SlipExplanation(NamedTuple):
    """One explanation: the kind of slip, how it came about, the changes it made. `weight` is least
    where it is likeliest."""

    kind: str
    how: str
    weight: int
    changes: tuple[SlipEffect, ...]


def slips_of(kept: PaperDeal, sides: Sequence[int]) -> tuple[list[SlipExplanation], bool]:
    """The single slips that explain what is written for these sides, likeliest first; where none
    explains all of them, and True, those that explain each by itself."""
    found = sorted([*_every_side(kept, sides), *_whole(kept)], key=lambda slip: slip.weight)
    if found or len(sides) < 2:
        return found, False
    alone = [
        min(_every_side(kept, [side]), key=lambda slip: slip.weight, default=None) for side in sides
    ]
    return (
        ([slip for slip in alone if slip is not None], True) if None not in alone else ([], False)
    )


def _every_side(kept: PaperDeal, sides: Sequence[int]) -> Iterator[SlipExplanation]:
    for way in WAYS:
        changes = changes_together(kept, way, sides)
        if changes is not None:
            yield SlipExplanation(
                way.kind, way.how, way.weight + way.more * (len(sides) - 1), changes
            )


def _whole(kept: PaperDeal) -> Iterator[SlipExplanation]:
    """The slips that move the numbers of several sides at once; each told once of its kind."""
    told = set[tuple[str, Column]]()
    for weight, kind, how, points, change in _other_points(kept):
        if points is not None and (kind, points) not in told and _explains(kept, points):
            told.add((kind, points))
            yield SlipExplanation(kind, how, weight, (change,))
    expected = [*map(kept.expected, range(len(kept.before)))]
    for one, other in combinations(range(len(expected)), 2):
        if _holds(kept, kept.scored.points, _swapped(expected, one, other)):
            yield SlipExplanation(NAMES, "totals-swapped", 3, (SlipEffect(one, other),))


def _explains(kept: PaperDeal, points: Column) -> bool:
    """Whether wrong points give all that is written: noted and added, only added, or only noted."""
    right = kept.scored.points
    added = tuple(before + number for before, number in zip(kept.before, points, strict=True))
    expected = tuple(map(kept.expected, range(len(points))))
    ways = ((points, added), (right, added), (points, expected))
    return points != right and any(_holds(kept, *way) for way in ways)


def _holds(kept: PaperDeal, points: Column, totals: Column) -> bool:
    return all(kept.holds(side, points[side], totals[side]) for side in range(len(points)))


def _swapped(column: Sequence[int], one: int, other: int) -> Column:
    turned = list(column)
    turned[one], turned[other] = column[other], column[one]
    return tuple(turned)


Other = tuple[int, str, str, Column | None, SlipEffect]


def _other_points(kept: PaperDeal) -> Iterable[Other]:
    """The points as they would be with names, roles, the contract or the settlement mistaken."""
    yield from _names_mistaken(kept)
    yield from _declarers(kept)
    yield from _contracts(kept)
    yield from _outcomes(kept)


def _names_mistaken(kept: PaperDeal) -> Iterator[Other]:
    points = kept.scored.points
    for one, other in combinations(range(len(points)), 2):
        yield 2, NAMES, "points-swapped", _swapped(points, one, other), SlipEffect(one, other)
    for name, count in kept.agreed.rules.counts.items():
        column = kept.scored.facts.get(name) or ()
        for one, other in combinations(range(len(column)), 2):
            swapped = rescored(kept, {**kept.scored.facts, name: _swapped(column, one, other)})
            sides = [_side(kept, count, place) for place in (one, other)]
            yield (
                3,
                NAMES,
                "counts-swapped",
                swapped,
                SlipEffect(sides[0], sides[1], word=count.name),
            )
    if len(points) > 2:
        for step in (1, len(points) - 1):
            yield 6, NAMES, "column-off", points[step:] + points[:step], SlipEffect()


def _side(kept: PaperDeal, count: Count, place: int) -> int:
    """Whose side a place in the column of a count is of."""
    side = kept.played.agreed.side_of[place] if count.by_player else place
    return kept.people[side]


def _declarers(kept: PaperDeal) -> Iterator[Other]:
    """Somebody else taken for the one who declared, with all that follows from it."""
    turn, players = kept.played.turn, kept.played.agreed.players
    start, _, fact = (kept.agreed.rules.deals.declarer or "").partition(" ")
    if turn.declarer is None:
        return
    for step in range(1, len(players)):
        other = (turn.declarer + step) % len(players)
        word = players[other]
        moved = turn._replace(dealer=(turn.dealer + step) % len(players), declarer=other)
        named = {fact: word} if start == "fact" else {}
        points = rescored(kept, {**kept.scored.facts, **named}, moved)
        yield 3, NAMES, "declarer", points, SlipEffect(word=word)


def _contracts(kept: PaperDeal) -> Iterator[Other]:
    for name, contract in kept.agreed.rules.contracts.items():
        if name != kept.scored.contract and kept.scored.outcome is None:
            points = rescored(kept, {**kept.scored.facts, "contract": name})
            yield 4, QUOTA, "contract", points, SlipEffect(word=contract.name)


def _outcomes(kept: PaperDeal) -> Iterator[Other]:
    for outcome in kept.agreed.rules.scoring.outcomes:
        if kept.scored.outcome is not None and outcome != kept.scored.outcome:
            yield (
                4,
                QUOTA,
                "outcome",
                rescored(kept, outcome=outcome),
                SlipEffect(word=outcome.name),
            )


# --- audit values ------------------------------------------------------------------------------
# What an audit of a paper sheet finds, as frozen values, and where it stands between two deals.


POINTS, TOTAL = "points", "total"


class WrongCell(NamedTuple):
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
    cells: tuple[WrongCell, ...] = ()
    slips: tuple[SlipExplanation, ...] = ()
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


class AuditState(NamedTuple):
    """Between two deals: the state under the rules, the totals on paper and those before them, and
    the sides of which a deal that was left blank does not say where they stand."""

    state: State
    paper: Column
    earlier: Column | None
    unknown: frozenset[int] = frozenset()


class AuditedTotals(NamedTuple):
    """What one deal comes to: where things stand after it, the last totals on both sides."""

    now: AuditState
    fault: Fault | None = None
    is_mended: bool = False
    right: Column | None = None
    written: Column | None = None


# --- unscored ----------------------------------------------------------------------------------
# Deals of a paper sheet that cannot be scored: refused by the rules, or without anything but
# numbers. They are checked for what they are, and the audit goes on from the totals on paper.


def rebased(agreed: Agreed, now: AuditState, line: PaperRow) -> AuditState:
    """After a deal that cannot be scored everything goes on from what stands on paper."""
    noted = zip(line.totals, line.points, now.paper, strict=True)
    paper = tuple(
        total if total is not None else before + (points or 0) for total, points, before in noted
    )
    written = zip(line.totals, line.points, strict=True)
    blank = {side for side, numbers in enumerate(written) if numbers == (None, None)}
    said = {side for side, total in enumerate(line.totals) if total is not None}
    unknown = frozenset(blank | (now.unknown - said))
    return AuditState(
        passed_over(agreed, now.state)._replace(totals=paper), paper, now.paper, unknown
    )


def without_facts(agreed: Agreed, now: AuditState, line: PaperRow) -> AuditedTotals:
    """A deal of which only numbers are written: the totals must follow from the points, and the
    points add up to what the rules promise of every deal."""
    cells, slips = [*_not_following(now, line)], list[SlipExplanation]()
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
    return AuditedTotals(rebased(agreed, now, line), fault if cells or problems else None)


def _not_following(now: AuditState, line: PaperRow) -> Iterable[WrongCell]:
    """The totals that are not the points added to what stood before."""
    for side, (points, total, before) in enumerate(
        zip(line.points, line.totals, now.paper, strict=True)
    ):
        if points is not None and total is not None and total != before + points:
            yield WrongCell(side, TOTAL, total, before + points)


def _unkept_promise(
    agreed: Agreed, now: AuditState, line: PaperRow
) -> tuple[list[WrongCell], list[SlipExplanation]]:
    """The sum of what the sides gained, where the rules promise another."""
    promise = agreed.rules.scoring.promise.constant if agreed.rules.scoring.promise else None
    noted = zip(line.points, line.totals, now.paper, strict=True)
    gained = [
        p if p is not None else t - before if t is not None else None for p, t, before in noted
    ]
    known = [number for number in gained if number is not None]
    if promise is None or len(known) < len(gained) or sum(known) == promise:
        return [], []
    return [WrongCell(None, SUM, sum(known), promise)], [*_turned_round(known, sum(known), promise)]


def _turned_round(gained: Sequence[int], found: int, promise: int) -> Iterable[SlipExplanation]:
    """The sides whose sign, turned round, makes the points add up."""
    for side, number in enumerate(gained):
        if number and found - 2 * number == promise:
            yield SlipExplanation(SIGN, "sign", 1, (SlipEffect(side, None, number, -number),))


# --- audited -----------------------------------------------------------------------------------
# The audit itself: the deals of a paper sheet one after another, each beside what the rules make
# of it.


MOST_EXPLAINED = 100


def audited(
    agreed: Agreed,
    lines: Sequence[PaperRow],
    known: Sequence[Facts] = (),
    tick: Callable[[int], None] = lambda number: None,
) -> Audit:
    """Goes through the deals of the paper. `known` are the deals of a session, for a paper that has
    running totals only; `tick` hears of each deal."""
    state = first_state(agreed)
    steps, explained = [AuditedTotals(AuditState(state, state.totals, None), right=state.totals)], 0
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


def _step(
    agreed: Agreed, now: AuditState, line: PaperRow, known: Facts | None, explains: bool
) -> AuditedTotals:
    """What one deal comes to; its slips are looked for where `explains`."""
    if not line.words and known is None and not now.state.over:
        return without_facts(agreed, now, line)
    try:
        scored = _scored(agreed, now.state, line, known)
        coming = after(agreed, now.state, scored)
    except Refused as refusal:
        fault = Fault(now.state.deal, line.place, problems=refusal.problems)
        return AuditedTotals(rebased(agreed, now, line), fault)
    kept = _kept(agreed, now, line, scored)
    found = _fault(kept, line, explains)
    mended = any(map(kept.is_mended, range(len(agreed.sides))))
    return AuditedTotals(
        now=_coming(now, kept, line, coming),
        fault=found,
        is_mended=mended and found is None,
        right=scored.totals,
        written=_paper_after(kept),
    )


def _kept(agreed: Agreed, now: AuditState, line: PaperRow, scored: Scored) -> PaperDeal:
    """The deal as it was kept on paper."""
    return PaperDeal(
        agreed=agreed,
        state=now.state,
        scored=scored,
        before=_stood(now, line, scored.points),
        earlier=now.earlier,
        points=line.points,
        totals=line.totals,
    )


def _coming(now: AuditState, kept: PaperDeal, line: PaperRow, coming: State) -> AuditState:
    """Where things stand after a deal that was scored: in a new game from the totals that it begins
    with, else from those on paper."""
    if coming.game != now.state.game:
        return AuditState(coming, coming.totals, None)
    unknown = frozenset(side for side in now.unknown if line.totals[side] is None)
    return AuditState(coming, _paper_after(kept), kept.before, unknown)


def _stood(now: AuditState, line: PaperRow, points: Column) -> Column:
    """The totals before a deal; where nothing says them, those from which its own totals follow."""
    noted = enumerate(zip(line.totals, points, now.paper, strict=True))
    return tuple(
        total - gained if side in now.unknown and total is not None else before
        for side, (total, gained, before) in noted
    )


def _fault(kept: PaperDeal, line: PaperRow, explains: bool) -> Fault | None:
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


def _scored(agreed: Agreed, state: State, line: PaperRow, known: Facts | None) -> Scored:
    if line.others:
        return _split(agreed, state, line)
    if line.words or known is None:
        return judged_words(agreed, state, line.words)[0]
    verdict = judged_for_all(agreed, state, known)
    if verdict.scored is None:
        raise Refused(verdict.problems)
    return verdict.scored


def _split(agreed: Agreed, state: State, line: PaperRow) -> Scored:
    """A deal that counts as the mean of the readings that its row says."""
    words = [*line.words, *(word for other in line.others for word in (OR, *other))]
    readings = readings_of(agreed, state, words).facts
    verdicts = [judged_for_all(agreed, state, facts) for facts in readings]
    return split([verdict.scored for verdict in verdicts if verdict.scored])


def _paper_after(kept: PaperDeal) -> Column:
    """The totals on paper after a deal; where none is written, what those before it come to."""
    noted = zip(kept.totals, kept.before, kept.points, kept.scored.points, strict=True)
    return tuple(
        total if total is not None else before + (points if points is not None else right)
        for total, before, points, right in noted
    )


# --- the numbers that are not what they should be ------------------------------------------------


def _cells(kept: PaperDeal, side: int) -> Iterable[WrongCell]:
    points, total = kept.points[side], kept.totals[side]
    if points is not None and points != kept.scored.points[side]:
        yield WrongCell(side, POINTS, points, kept.scored.points[side])
    if total is not None and total != kept.expected(side):
        yield WrongCell(side, TOTAL, total, kept.expected(side))


def _sum_cells(kept: PaperDeal, line: PaperRow) -> list[WrongCell]:
    """The box of the sum, where every number beside it is well: it sums the points or the
    totals."""
    sums = (sum(kept.scored.points), sum(_paper_after(kept)), sum(kept.scored.totals))
    if line.sum is None or line.sum in sums:
        return []
    return [WrongCell(None, SUM, line.sum, sums[0])]


def _sum_slips(cells: Sequence[WrongCell]) -> list[SlipExplanation]:
    return [
        SlipExplanation(SUM, SUM, 0, (SlipEffect(None, None, cell.written, cell.right),))
        for cell in cells
        if cell.side is None
    ]


# --- What happened between the deals of a session, of which a sheet says nothing ---------------


def untold_by_sheet(book: Book) -> list[Problem]:
    """Why the sheet of a session cannot be audited: a penalty, a choice, a turn or a seat that
    changed between its deals counts in them, and no row of a sheet says it."""
    happened = [event for event in book.standing.events if event.what not in (NOTE, FINISH)]
    if not happened or _are_alike(book.standing, _of_deals_alone(book)):
        return []
    numbers = dict.fromkeys(str(event.number) for event in happened)
    message = say_n(
        len(numbers),
        "what happened before deal {numbers} stands in no row of a deal, so that this sheet "
        "cannot be audited",
        "what happened before deals {numbers} stands in no row of a deal, so that this sheet "
        "cannot be audited",
        numbers=listing(numbers, "and"),
    )
    return [Problem("audit-events", message, None, (see(CommandLine("log")),))]


def _of_deals_alone(book: Book) -> Standing:
    """The deals of a session as the table is now, without what happened between them."""
    between = {event.what for event in book.standing.events}
    return standing(book.agreed, [one for one in book.folded.course if one.what not in between])


def _are_alike(now: Standing, other: Standing) -> bool:
    """Whether the same people sat, dealt, declared and scored in each deal."""
    tables = {table.players for table in (*now.tables, now.agreed)}
    both = [[(deal.turn, deal.points, deal.totals) for deal in one.deals] for one in (now, other)]
    return len(tables) == 1 and both[0] == both[1]

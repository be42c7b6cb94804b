"""An audit of a paper score sheet: each deal compared with the rules' result, and the slips that
explain differences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from scorekeeper.base.exact_numbers import is_number
from scorekeeper.game.deal_facts import DealFacts, columns_of, per_side, point_formulas, quotas
from scorekeeper.game.deal_results import deal_of_seats, mean_of_versions
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.log import FINISH, NOTE, OR
from scorekeeper.game.schedule import State, Turn, first_state, turn
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.game.standing import Standing, after, judged_for_all, passed_over, standing
from scorekeeper.record.deal_changes import judged_words
from scorekeeper.record.disputed_facts import readings_of
from scorekeeper.record.open_session import Book
from scorekeeper.record.paper_rows import Numbers, PaperRow, seat_problems
from scorekeeper.rules.formula import FormulaError
from scorekeeper.rules.ruleset import Count, OutcomeRow
from scorekeeper.text.message import CommandLine, Words, listing, say_n
from scorekeeper.text.problems import Problem, Refused, see

# --- a deal on paper and under the rules ---------------------------------------------------------


Column = tuple[int, ...]


class PaperDeal(NamedTuple):
    """A deal on paper: the `state` before it and its result (`scored`) under the rules, the totals
    on paper `before` it and one deal `earlier`, and the `points` and `totals` written for it.
    Columns include sides that sit out."""

    agreed: Agreed
    state: State
    scored: Scored
    before: Column
    earlier: Column | None
    points: Numbers
    totals: Numbers

    @property
    def played(self) -> Scored:
        """Return the scored deal without the players who sat out."""
        return deal_of_seats(self.scored)

    @property
    def people(self) -> Sequence[int]:
        """Return the sides that played, in seat order."""
        people = self.scored.seating.people if self.scored.seating else None
        return range(len(self.agreed.sides)) if people is None else people

    def seat(self, side: int) -> int | None:
        """Return the index of a side among those that played, or None if it sat out."""
        return self.people.index(side) if side in self.people else None

    def of_all(self, points: Column) -> Column:
        """Return a column for all sides from the points of those that played. The others keep
        their points by the rules."""
        seating = self.scored.seating
        return points if seating is None else seating.of_people(points, self.scored.points)

    def expected(self, side: int) -> int:
        """Return a side's former total on paper plus the right points of the deal."""
        return self.before[side] + self.scored.points[side]

    def holds(self, side: int, points: int, total: int) -> bool:
        """Return True if a side's written points and total equal these numbers, as far as they are
        written."""
        return self.points[side] in (None, points) and self.totals[side] in (None, total)

    def is_right(self, side: int) -> bool:
        """Return True if the numbers written for a side follow from the deal and its former total
        on paper."""
        return self.holds(side, self.scored.points[side], self.expected(side))

    def is_mended(self, side: int) -> bool:
        """Return True if a side's total was wrong before this deal and is right again after it."""
        is_so = self.totals[side] == self.scored.totals[side] != self.expected(side)
        return is_so and self.points[side] in (None, self.scored.points[side])


def rescored(
    kept: PaperDeal,
    entered: Mapping[str, Any] | None = None,
    turn: Turn | None = None,
    quota: Column | None = None,
    outcome: OutcomeRow | None = None,
) -> Column | None:
    """Return a deal's points with some of its values replaced by these, or None if the rules
    cannot score them."""
    scored = kept.played
    facts = DealFacts(scored.agreed, scored.state, turn or scored.turn, entered or scored.facts)
    formulas = point_formulas(facts, outcome or scored.outcome)
    try:
        columns = columns_of(facts, quotas(facts) if quota is None else quota)
        return kept.of_all(per_side(formulas, facts, columns))
    except (FormulaError, KeyError, TypeError, IndexError):
        return None


# --- slips of one side ---------------------------------------------------------------------------
# The slips that one side's numbers may contain, independently of the other columns.


SIGN, CARRY, QUOTA, NAMES, SUM = "sign", "carry", "quota", "names", "sum"
NOT_ADDED, ADDED_TWICE = "not-added", "added-twice"


class SlipEffect(NamedTuple):
    """The effect of a slip on one side: the side, the side with which it was confused (None if
    none), the number written or used, the right number, and the name of the count, contract or
    outcome that was mistaken."""

    side: int | None = None
    other: int | None = None
    written: int = 0
    right: int = 0
    word: Words = ""


class SlipKind(NamedTuple):
    """A kind of slip: its id, the kind under which it is reported, its `weight` (higher is less
    likely), `more` weight for each further side, and a function that yields the slips that
    explain a side's written numbers."""

    how: str
    kind: str
    weight: int
    more: int
    changes: Callable[[PaperDeal, int], Iterable[SlipEffect]]


def _from_points(kept: PaperDeal, side: int, wrong: int) -> bool:
    """Return True if these wrong points explain the written numbers: they were both noted and
    added, only noted, or only added."""
    right, before = kept.scored.points[side], kept.before[side]
    ways = ((wrong, before + wrong), (right, before + wrong), (wrong, before + right))
    return wrong != right and any(kept.holds(side, points, total) for points, total in ways)


def _from_total(kept: PaperDeal, side: int, wrong: int) -> bool:
    """Return True if this wrong total, next to the right points, explains the written numbers."""
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
    """Yield the slips in which two adjacent digits are swapped: 12 for 21."""
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
    """Return True if two numbers differ only by two adjacent digits that are swapped."""
    one, other = f"{written:+d}", f"{right:+d}"
    at = next(
        (place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0
    )
    return (
        0 < at < len(other) - 1 and one == other[:at] + other[at + 1] + other[at] + other[at + 2 :]
    )


def _ten(kept: PaperDeal, side: int) -> Iterator[SlipEffect]:
    """Yield the slips in which a ten or a hundred was carried wrongly."""
    right = kept.expected(side)
    for off in (-10, 10, -100, 100):
        if _from_total(kept, side, right + off):
            yield SlipEffect(side, None, off, right)


# --- totals --------------------------------------------------------------------------------------


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
    """Yield the slip in which the points of the deal were written as the total."""
    points = kept.scored.points[side]
    if kept.before[side] and _from_total(kept, side, points):
        yield SlipEffect(side, None, points, kept.expected(side))


# --- quotas --------------------------------------------------------------------------------------


def _forgotten(kept: PaperDeal, side: int) -> Iterator[SlipEffect]:
    """Yield the slip in which the quota was forgotten: the points are those for a quota of 0, or
    simply the counted number."""
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
    """Yield every quota that a side has in any contract of this deal."""
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
    """Return the effects of one kind of slip on all of these sides, or None if it does not explain
    every side."""
    found = [next(iter(way.changes(kept, side)), None) for side in sides]
    return (
        tuple(change for change in found if change is not None)
        if None not in found and found
        else None
    )


# --- slips of a whole deal -----------------------------------------------------------------------
# The slips that explain a deal on paper. Each is tried, and counts only if it gives every number
# written for that deal.


class SlipExplanation(NamedTuple):
    """An explanation of wrong numbers: the kind of slip, how it happened, and its effects. The
    lower the `weight`, the likelier."""

    kind: str
    how: str
    weight: int
    changes: tuple[SlipEffect, ...]


def slips_of(kept: PaperDeal, sides: Sequence[int]) -> tuple[list[SlipExplanation], bool]:
    """Return the slips that explain the numbers written for all these sides, likeliest first, and
    False. If no single slip does, return the likeliest slip for each side, and True."""
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
    """Yield the slips that affect several sides at once. Slips of one kind with equal points are
    yielded once."""
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
    """Return True if these wrong points explain the numbers written for all sides: they were both
    noted and added, only added, or only noted."""
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
    """Yield the points that result if names, roles, contract or outcome are mistaken."""
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
    """Return the side to which an index of a count's column belongs."""
    side = kept.played.agreed.side_of[place] if count.by_player else place
    return kept.people[side]


def _declarers(kept: PaperDeal) -> Iterator[Other]:
    """Yield the points that result if another player had declared."""
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
# The result of an audit of a paper sheet, and its state between two deals, as frozen values.


POINTS, TOTAL = "points", "total"


class WrongCell(NamedTuple):
    """A wrong number on paper. `side` is None for the cell of the sum."""

    side: int | None
    what: str
    written: int
    right: int


class Fault(NamedTuple):
    """A deal on paper with a new error: its number and row, the wrong cells, the slips that
    explain them (with `apart`, each explains one side only), and the problems of the entered
    facts."""

    number: int
    place: Words
    cells: tuple[WrongCell, ...] = ()
    slips: tuple[SlipExplanation, ...] = ()
    apart: bool = False
    problems: tuple[Problem, ...] = ()


class Audit(NamedTuple):
    """The result of an audit: the number of deals, the faults on paper, the numbers of deals after
    which paper is right again by itself, and the last totals on paper and by the rules. `sure`
    is False if a deal could not be scored; totals on paper are used from there on."""

    agreed: Agreed
    deals: int
    faults: tuple[Fault, ...]
    mended: tuple[int, ...]
    written: Column
    right: Column
    sure: bool

    @property
    def holds(self) -> bool:
        """Return True if every deal on paper is right."""
        return not self.faults

    @property
    def is_carried(self) -> bool:
        """Return True if one slip, carried from deal to deal, is the only cause of the wrong last
        totals."""
        return (
            len(self.faults) == 1
            and not self.faults[0].problems
            and self.sure
            and self.written != self.right
        )


class AuditState(NamedTuple):
    """The state of an audit between two deals: the state under the rules, the totals on paper,
    those one deal before, and the sides with an unknown total because of blank cells."""

    state: State
    paper: Column
    earlier: Column | None
    unknown: frozenset[int] = frozenset()


class AuditedTotals(NamedTuple):
    """The result of auditing one deal: the state after it, its fault if any, and the last totals
    by the rules and on paper."""

    now: AuditState
    fault: Fault | None = None
    is_mended: bool = False
    right: Column | None = None
    written: Column | None = None


# --- deals that cannot be scored -----------------------------------------------------------------
# Deals of a paper sheet that cannot be scored: the rules refuse them, or they have only numbers.
# These numbers are checked, and the audit continues from the totals on paper.


def rebased(agreed: Agreed, now: AuditState, line: PaperRow) -> AuditState:
    """Return the state after a deal that cannot be scored. It continues from the totals on
    paper."""
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
    """Return the result of auditing a deal without facts. Its totals must follow from its points,
    and the points must have the promised sum for every deal."""
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
    """Yield the totals that differ from the former total plus the points."""
    for side, (points, total, before) in enumerate(
        zip(line.points, line.totals, now.paper, strict=True)
    ):
        if points is not None and total is not None and total != before + points:
            yield WrongCell(side, TOTAL, total, before + points)


def _unkept_promise(
    agreed: Agreed, now: AuditState, line: PaperRow
) -> tuple[list[WrongCell], list[SlipExplanation]]:
    """Return the wrong cells and slips of a deal whose points do not have the promised sum."""
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
    """Yield the slips in which a side's points have the wrong sign, so that the other sign gives
    the promised sum."""
    for side, number in enumerate(gained):
        if number and found - 2 * number == promise:
            yield SlipExplanation(SIGN, "sign", 1, (SlipEffect(side, None, number, -number),))


# --- audit ---------------------------------------------------------------------------------------
# The audit itself: the deals of a paper sheet one after another, each compared with the rules'
# result.


MOST_EXPLAINED = 100


def audited(
    agreed: Agreed,
    lines: Sequence[PaperRow],
    known: Sequence[Facts] = (),
    tick: Callable[[int], None] = lambda number: None,
) -> Audit:
    """Return the audit of the deals on paper. `known` are the facts of a session's deals, for
    paper with running totals only. `tick` is called with 1 after each deal."""
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
    """Return the result of auditing one deal. Its slips are searched only if `explains` is True."""
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
    """Return the deal with its numbers on paper."""
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
    """Return the state after a scored deal. A new game starts from its first totals under the
    rules, any other deal from the totals on paper."""
    if coming.game != now.state.game:
        return AuditState(coming, coming.totals, None)
    unknown = frozenset(side for side in now.unknown if line.totals[side] is None)
    return AuditState(coming, _paper_after(kept), kept.before, unknown)


def _stood(now: AuditState, line: PaperRow, points: Column) -> Column:
    """Return the totals before a deal. An unknown total is computed back from the total written
    for the deal."""
    noted = enumerate(zip(line.totals, points, now.paper, strict=True))
    return tuple(
        total - gained if side in now.unknown and total is not None else before
        for side, (total, gained, before) in noted
    )


def _fault(kept: PaperDeal, line: PaperRow, explains: bool) -> Fault | None:
    """Return the fault that first appears in this deal on paper, or None if there is none."""
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
    """Return the mean of the versions of a deal that its row gives."""
    words = [*line.words, *(word for other in line.others for word in (OR, *other))]
    readings = readings_of(agreed, state, words).facts
    verdicts = [judged_for_all(agreed, state, facts) for facts in readings]
    return mean_of_versions([verdict.scored for verdict in verdicts if verdict.scored])


def _paper_after(kept: PaperDeal) -> Column:
    """Return the totals on paper after a deal. A blank total is computed from the former one."""
    noted = zip(kept.totals, kept.before, kept.points, kept.scored.points, strict=True)
    return tuple(
        total if total is not None else before + (points if points is not None else right)
        for total, before, points, right in noted
    )


# --- wrong cells ---------------------------------------------------------------------------------


def _cells(kept: PaperDeal, side: int) -> Iterable[WrongCell]:
    points, total = kept.points[side], kept.totals[side]
    if points is not None and points != kept.scored.points[side]:
        yield WrongCell(side, POINTS, points, kept.scored.points[side])
    if total is not None and total != kept.expected(side):
        yield WrongCell(side, TOTAL, total, kept.expected(side))


def _sum_cells(kept: PaperDeal, line: PaperRow) -> list[WrongCell]:
    """Return the cell of the sum if it is wrong, else an empty list. The sum may be that of the
    points or of the totals."""
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


# --- events that no sheet shows ------------------------------------------------------------------


def untold_by_sheet(book: Book) -> list[Problem]:
    """Return the problem that a session's own sheet cannot be audited, or an empty list. Penalties
    and changes of options, dealers and seats affect the score, but no row of a sheet shows
    them."""
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
    """Return the standing of a session's deals at the present table, without the events between
    them."""
    between = {event.what for event in book.standing.events}
    return standing(book.agreed, [one for one in book.folded.course if one.what not in between])


def _are_alike(now: Standing, other: Standing) -> bool:
    """Return True if the players never change and every deal has the same dealer, declarer, points
    and totals in both."""
    tables = {table.players for table in (*now.tables, now.agreed)}
    both = [[(deal.turn, deal.points, deal.totals) for deal in one.deals] for one in (now, other)]
    return len(tables) == 1 and both[0] == both[1]

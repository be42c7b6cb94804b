"""The lines of the sheet as on paper: deals, what a game starts from, results, totals."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.disputes import Span, span_of
from scorekeeper.report.deal_row import DealRow
from scorekeeper.report.sheet import Sheet
from scorekeeper.text.language import tr


class Line(NamedTuple):
    """A line of the sheet: a deal, or a label with one number a side; `begins` says that deals
    follow which begin with those numbers, `totals` are those after numbers that are points. While
    a count is disputed `others` are the numbers in every other way in which that may be
    settled."""

    deal: DealRow | None
    label: str = ""
    numbers: Mapping[str, int] = {}
    begins: bool = False
    others: Sequence[Mapping[str, int]] = ()
    totals: Mapping[str, int] = {}

    @property
    def in_every_way(self) -> Sequence[Mapping[str, int]]:
        """The numbers in each way in which disputed counts may be settled."""
        return (self.numbers, *self.others)

    def span(self, side: str) -> int | Span:
        """A side's number, a range while a count is disputed."""
        if not self.others:
            return self.numbers[side]
        return span_of(numbers[side] for numbers in self.in_every_way)


def lines_of(sheet: Sheet) -> Iterable[Line | None]:
    """Every deal, the coming one too where something is known of it, and the penalties between
    them; above a game what it starts from, where that is
    not nothing; under a finished game its result, at the end the totals; None is a line
    across."""
    results = {game.last: game.result for game in sheet.match.games} if sheet.match else {}
    last, game = None, 0
    for deal in sheet.deals:
        started = _before(sheet, deal)
        if (deal.number == 1 or game not in (0, deal.game)) and any(started.values()):
            yield Line(None, tr("start"), started, begins=True)
        game, last = deal.game, deal.number
        yield from _penalties(sheet, last)
        yield Line(deal)
        yield from _bonus(sheet, last)
        if last in results:
            yield None
            yield Line(None, tr("game {number}", number=deal.game), results[last])
            yield None
    yield from _penalties(sheet, len(sheet.deals) + 1)
    if sheet.coming:
        yield Line(sheet.coming)
    if last not in results:
        yield None
        others = sheet.disputed.totals[1:] if sheet.disputed else ()
        yield Line(None, _so_far(sheet), sheet.totals, others=others)
    if sheet.settled:
        others = sheet.disputed.final[1:] if sheet.disputed else ()
        # Translators: before what each side has once the ledgers of a game are settled
        yield Line(None, tr("settled"), sheet.settled, others=others)
    if sheet.match and results:
        others = sheet.disputed.final[1:] if sheet.disputed else ()
        yield Line(None, tr("match"), sheet.match.totals, others=others)


def _before(sheet: Sheet, deal: DealRow) -> Mapping[str, int]:
    """What each side had before a deal, without the penalties right before it."""
    taken = [one.points for one in sheet.penalties if one.deal == deal.number]
    return {
        side: total - deal.points[side] - sum(points[side] for points in taken)
        for side, total in deal.totals.items()
    }


def _penalties(sheet: Sheet, deal: int) -> Iterable[Line]:
    """What each side lost or got by penalties before a deal."""
    for one in sheet.penalties:
        if one.deal == deal:
            # Translators: a row of the score sheet, for points taken by a penalty
            yield Line(None, tr("penalty"), one.points, totals=one.totals)


def _bonus(sheet: Sheet, deal: int) -> Iterable[Line | None]:
    """What each side got because a game was over with this deal."""
    for one in sheet.bonuses:
        if one.deal == deal:
            yield None
            yield Line(None, one.name, one.points, others=one.others)


def _so_far(sheet: Sheet) -> str:
    """The label of the totals: of all deals, or of the unfinished game of a match."""
    if sheet.is_match_ranked and sheet.deals:
        return tr("game {number} so far", number=sheet.deals[-1].game)
    return tr("total")

"""The score sheet laid out as on paper: lines, the grid of contracts, the points row."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.base.exact_numbers import signed
from scorekeeper.game.open_deals import Span, span_of
from scorekeeper.report.columns import points_word
from scorekeeper.report.deal_row import DealRow
from scorekeeper.report.shared_labels import either_word, score
from scorekeeper.report.sheet import Sheet
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.terminal_text import cut
from scorekeeper.text.translation import tr

# --- sheet lines -------------------------------------------------------------------------------
# The lines of the sheet as on paper: deals, start scores, results, totals.


class SheetLine(NamedTuple):
    """A line of the sheet: a deal, or a label with a number for each side. `begins` is True for
    start scores. If the numbers are points, `totals` include them. In a dispute, `others` has
    the numbers for every other way to settle it."""

    deal: DealRow | None
    label: str = ""
    numbers: Mapping[str, int] = {}
    begins: bool = False
    others: Sequence[Mapping[str, int]] = ()
    totals: Mapping[str, int] = {}

    @property
    def in_every_way(self) -> Sequence[Mapping[str, int]]:
        """Return the numbers for each way to settle the disputes."""
        return (self.numbers, *self.others)

    def span(self, side: str) -> int | Span:
        """Return a side's number, a range while a count is disputed."""
        if not self.others:
            return self.numbers[side]
        return span_of(numbers[side] for numbers in self.in_every_way)


def lines_of(sheet: Sheet) -> Iterable[SheetLine | None]:
    """Yield the lines of the sheet: nonzero start scores, deals, penalties, bonuses, game results,
    a partial entry, and totals. None means a rule across the table."""
    results = {game.last: game.result for game in sheet.match.games} if sheet.match else {}
    last, game = None, 0
    for deal in sheet.deals:
        started = _before(sheet, deal)
        if (deal.number == 1 or game not in (0, deal.game)) and any(started.values()):
            yield SheetLine(None, tr("start"), started, begins=True)
        game, last = deal.game, deal.number
        yield from _penalties(sheet, last)
        yield SheetLine(deal)
        yield from _bonus(sheet, last)
        if last in results:
            yield None
            yield SheetLine(None, tr("game {number}", number=deal.game), results[last])
            yield None
    yield from _penalties(sheet, len(sheet.deals) + 1)
    if sheet.coming:
        yield SheetLine(sheet.coming)
    if last not in results:
        yield None
        others = sheet.disputed.totals[1:] if sheet.disputed else ()
        yield SheetLine(None, _so_far(sheet), sheet.totals, others=others)
    if sheet.settled:
        others = sheet.disputed.final[1:] if sheet.disputed else ()
        # Translators: before what each side has once the ledgers of a game are settled
        yield SheetLine(None, tr("settled"), sheet.settled, others=others)
    if sheet.match and results:
        others = sheet.disputed.final[1:] if sheet.disputed else ()
        yield SheetLine(None, tr("match"), sheet.match.totals, others=others)


def _before(sheet: Sheet, deal: DealRow) -> Mapping[str, int]:
    """Return each side's total before a deal and before the penalties that precede it."""
    taken = [one.points for one in sheet.penalties if one.deal == deal.number]
    return {
        side: total - deal.points[side] - sum(points[side] for points in taken)
        for side, total in deal.totals.items()
    }


def _penalties(sheet: Sheet, deal: int) -> Iterable[SheetLine]:
    """Yield a line for each penalty before a deal."""
    for one in sheet.penalties:
        if one.deal == deal:
            # Translators: a row of the score sheet, for points taken by a penalty
            yield SheetLine(None, tr("penalty"), one.points, totals=one.totals)


def _bonus(sheet: Sheet, deal: int) -> Iterable[SheetLine | None]:
    """Yield None and the bonus line for a game that ended with this deal."""
    for one in sheet.bonuses:
        if one.deal == deal:
            yield None
            yield SheetLine(None, one.name, one.points, others=one.others)


def _so_far(sheet: Sheet) -> str:
    """Return the label of the totals: of all deals, or of the unfinished game of a match."""
    if sheet.is_match_ranked and sheet.deals:
        return tr("game {number} so far", number=sheet.deals[-1].game)
    return tr("total")


# --- grid --------------------------------------------------------------------------------------
# The grid of contracts that are picked once each: a row for each player, a column for each
# contract, and the score.


PLAYED, OPEN, CLOSED = "X", "·", "–"


class GridRow(NamedTuple):
    """A row of the grid: a player, a mark for each contract, and the score of the player or of the
    player's side."""

    player: str
    marks: list[str]
    total: str


def grid_rows(sheet: Sheet, rules: Ruleset) -> list[GridRow]:
    """Return the grid of contracts of the current game; empty for rules without one."""
    if not (rules.deals.picked and rules.deals.once):
        return []
    deals, totals = sheet.deals, [score(sheet.total(side), rules) for side in sheet.sides]
    played = {(deal.holder, deal.contract) for deal in deals if deal.game == deals[-1].game}
    return [
        GridRow(
            player,
            [_mark(sheet, player, contract, played) for contract in rules.contracts],
            totals[seat % len(totals)],  # partners sit across
        )
        for seat, player in enumerate(sheet.players)
    ]


def _mark(
    sheet: Sheet, player: str, contract: str, played: Collection[tuple[str | None, str | None]]
) -> str:
    if (player, contract) in played:
        return PLAYED
    return CLOSED if contract in sheet.closed.get(player, ()) else OPEN


# --- points row --------------------------------------------------------------------------------
# The points row: a row for each side, a column for each deal, and the total at its end. Only
# games with a fixed number of deals and no choice of contracts have it.


MOST_DEALS, WIDEST_NAME, WIDEST_BONUS, TO_COME = 30, 20, 5, "·"


class Strip(NamedTuple):
    """The points row: deal numbers, each side's points a deal (`·` for remaining deals), and
    totals. A bonus follows the deals."""

    numbers: list[str]
    points: Mapping[str, list[str]]
    totals: Mapping[str, str]


def strip_of(sheet: Sheet, rules: Ruleset) -> Strip | None:
    """Return the points row; None for a game that has none on paper."""
    deals, coming = sheet.deals, sheet.next
    number = coming.of if coming else len(deals)
    if (
        rules.contracts
        or sheet.match
        or rules.deals.number is None
        or not number
        or number > MOST_DEALS
    ):
        return None
    points = {
        side: [points_word(deal, side) for deal in deals] + [TO_COME] * (number - len(deals))
        for side in sheet.sides
    }
    numbers = [str(deal) for deal in range(1, number + 1)]
    for bonus in sheet.bonuses:
        numbers.append(cut(bonus.name, WIDEST_BONUS))
        for side in sheet.sides:
            each = (signed(way[side]) for way in (bonus.points, *bonus.others))
            points[side].append(either_word(each))
    totals = {side: score(sheet.total(side), rules) for side in sheet.sides}
    return Strip(numbers, points, totals)

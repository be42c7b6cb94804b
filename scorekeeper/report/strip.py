"""The row of points: a row a side, a column a deal, the total at its end, as on the paper of games
that have a fixed number of deals and nothing to choose before them."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.base.exact import signed
from scorekeeper.report.columns import points_word
from scorekeeper.report.phrases import either_word, score
from scorekeeper.report.sheet import Sheet
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import tr
from scorekeeper.text.width import cut, safe, width_of

MOST_DEALS, WIDEST_NAME, WIDEST_BONUS, OPEN = 30, 20, 5, "·"


class Strip(NamedTuple):
    """The numbers of the deals, what each side made in each (`·` in those to come), the totals;
    behind the deals, where the end of the game brought one, the bonus."""

    numbers: list[str]
    points: Mapping[str, list[str]]
    totals: Mapping[str, str]


def strip_of(sheet: Sheet, rules: Ruleset) -> Strip | None:
    """The row of points; None for a game whose paper has none."""
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
        side: [points_word(deal, side) for deal in deals] + [OPEN] * (number - len(deals))
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


def strip_parts(strip: Strip, width: int) -> list[list[list[str]]]:
    """The row of points as tables, heads first, in as few of even length as the width allows;
    the totals stand at the end of the last."""
    number, totals = len(strip.numbers), [tr("total"), *strip.totals.values()]
    wide = max(
        map(len, (cell for cells in (strip.numbers, *strip.points.values()) for cell in cells))
    )
    end = max(map(width_of, totals)) + 2
    names = max(
        3,
        min(max(map(width_of, map(safe, strip.points))), WIDEST_NAME, width - end - 3 * (wide + 1)),
    )
    parts = -(-number // max(1, (width - names - end) // (wide + 1)))
    length = -(-number // parts)
    return [_part(strip, start, start + length, names) for start in range(0, number, length)]


def _part(strip: Strip, start: int, end: int, names: int) -> list[list[str]]:
    is_last = end >= len(strip.numbers)
    heads = ["", *strip.numbers[start:end], *([f" {tr('total')}"] if is_last else [])]
    rows = [
        [cut(side, names), *points[start:end], *([f" {strip.totals[side]}"] if is_last else [])]
        for side, points in strip.points.items()
    ]
    return [heads, *rows]

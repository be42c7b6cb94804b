"""The columns of the sheet as on paper, as cells of text: a cell a line, however wide."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.base.exact import signed
from scorekeeper.game.disputes import Span
from scorekeeper.report.columns import (
    MAIN_COUNT,
    SETTLED,
    TEXT,
    Column,
    count_key,
    counter_key,
    points_word,
)
from scorekeeper.report.counters import counters_shown
from scorekeeper.report.deal_row import DealRow
from scorekeeper.report.phrases import either_word, score, short_outcomes
from scorekeeper.report.sheet import Sheet
from scorekeeper.report.sheet_lines import Line
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.said import TRUMP

LEAST_WORD, LEAST_AT_ALL, WHOLE = 13, 3, 99


class Cells(NamedTuple):
    """A column of text: its cells, a cell a line, and how narrow it may become; where names stand
    in it that depends on how much they are shortened."""

    head: str
    cells: Sequence[str]
    right: bool = False
    least: int = WHOLE
    named: bool = False


class Style(NamedTuple):
    """How closely a sheet is written: the gap between columns, the arrow between points and
    total, whether outcomes lose the words they share."""

    gap: int
    arrow: str
    short: bool


def base_cells(sheet: Sheet, rules: Ruleset, lines: Sequence[Line], style: Style) -> list[Cells]:
    """What stands on every page before the sides: number, dealer, declarer, what was bid, the
    contract or the outcome, in whose column the labels stand too."""
    first, *others, settled = (column for column in _of_text(sheet) if column.rank <= SETTLED)
    short = short_outcomes(rules) if style.short else {}
    words = [line.label or short.get(word, word) for line, word in _beside(settled, lines)]
    return [
        _numbered(first, sheet, lines),
        *(_cells(column, lines) for column in others),
        Cells(settled.head, words, least=LEAST_WORD),
    ]


def side_cells(
    sheet: Sheet, rules: Ruleset, lines: Sequence[Line], style: Style, sides: Iterable[str]
) -> list[Cells]:
    """A column a side, and behind them what has a value in rows of totals: the promised sum."""
    return [
        *(_side(side, lines, rules, style.arrow) for side in sides),
        *(_cells(column, lines)._replace(right=True) for column in _of_text(sheet) if column.below),
    ]


def main_count(sheet: Sheet, lines: Sequence[Line]) -> list[Cells]:
    """What is counted in a deal first of all."""
    return [
        _cells(column, lines)
        for column in _of_text(sheet)
        if column.rank == MAIN_COUNT and column.is_used(sheet.rows)
    ]


def extra_cells(sheet: Sheet, lines: Sequence[Line]) -> Iterable[Cells]:
    """What a wider sheet shows as well, the most wanted first."""
    for column in _of_text(sheet):
        is_extra = column.rank > SETTLED and not column.below
        if is_extra and (column.person or column.is_used(sheet.rows)):
            yield _cells(column, lines)


def entered_heads(sheet: Sheet, rules: Ruleset) -> list[str]:
    """The heads of whatever was counted or said of these deals, people apart, and of the counters
    that are shown."""
    entered = {TRUMP, *rules.facts, *map(count_key, rules.counts)}
    entered |= {counter_key(rules, name) for name in counters_shown(rules)}
    shown = (column for column in _of_text(sheet) if column.key in entered and not column.person)
    return [column.head for column in shown if column.is_used(sheet.rows)]


def _of_text(sheet: Sheet) -> list[Column]:
    """The columns of this rendering, the most wanted first."""
    shown = [column for column in sheet.columns if TEXT not in column.left_out]
    return sorted(shown, key=lambda column: column.rank)


def _beside(column: Column, lines: Sequence[Line]) -> Iterable[tuple[Line, str]]:
    """Each line with what the column says of it."""
    return ((line, column.word(line.deal) if line.deal else "") for line in lines)


def _numbered(column: Column, sheet: Sheet, lines: Sequence[Line]) -> Cells:
    """The numbers of the deals, each with room for a mark where one has it."""
    blank = " " if any(deal.mark for deal in sheet.rows) else ""
    cells = [
        f"{w}{line.deal.mark or blank}" if line.deal else "" for line, w in _beside(column, lines)
    ]
    return Cells(f"{column.head}{blank}", cells, right=True)


def _cells(column: Column, lines: Sequence[Line]) -> Cells:
    if column.person:
        cells = [word or "-" if line.deal else "" for line, word in _beside(column, lines)]
        return Cells(column.head, cells, least=LEAST_AT_ALL, named=True)
    if column.names:
        return Cells(column.head, _in_a_row([line.deal for line in lines], column))
    if column.below:
        below = column.below
        said = [
            w if line.deal else either_word(below(n.values()) for n in line.in_every_way)
            for line, w in _beside(column, lines)
        ]
        return Cells(column.head, said)
    return Cells(column.head, [word for _, word in _beside(column, lines)])


def _in_a_row(deals: Iterable[DealRow | None], column: Column) -> list[str]:
    """A number for each name, in one column, each under the other."""
    rows = [column.words(deal) if deal else [] for deal in deals]
    wide = max((len(word) for words in rows for word in words), default=1)
    return [" ".join(f"{word:>{wide}}" for word in words) for words in rows]


def _points_of(line: Line, side: str) -> str:
    """What a side got in a line: of a deal, or of what has totals of its own."""
    if line.deal:
        return points_word(line.deal, side)
    return signed(line.numbers[side]) if line.totals else ""


def _total_word(line: Line, side: str, rules: Ruleset) -> str:
    """Return the total of a side after a line; nothing before a deal has its result."""
    is_open = line.deal is not None and line.deal.is_coming
    return "" if is_open else score(_total_of(line, side), rules)


def _total_of(line: Line, side: str) -> int | Span:
    """What a side has after a line, or the number of its label."""
    if line.deal:
        return line.deal.total(side)
    return line.totals[side] if line.totals else line.span(side)


def _side(side: str, lines: Sequence[Line], rules: Ruleset, arrow: str) -> Cells:
    """Points and running total, each figure under the other."""
    points = [_points_of(line, side) for line in lines]
    totals = [_total_word(line, side, rules) for line in lines]
    wide, wider = max(map(len, points)), max(map(len, totals))
    cells = [
        f"{p:>{wide}}{arrow}{t:>{wider}}" if p else t for p, t in zip(points, totals, strict=True)
    ]
    return Cells(side, cells, right=True, least=max(map(len, cells)), named=True)

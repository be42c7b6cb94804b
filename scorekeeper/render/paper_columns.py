"""The columns of a score sheet as on paper, fitted to a width."""

from collections.abc import Collection, Iterable, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from scorekeeper.base.exact_numbers import signed
from scorekeeper.game.open_deals import Span
from scorekeeper.report.columns import (
    MAIN_COUNT,
    SETTLED,
    TEXT,
    SheetColumn,
    count_key,
    counter_key,
    points_word,
)
from scorekeeper.report.deal_row import DealRow
from scorekeeper.report.shared_labels import (
    counters_shown,
    either_word,
    no_room_line,
    score,
    short_outcomes,
)
from scorekeeper.report.sheet import Sheet
from scorekeeper.report.sheet_layouts import SheetLine, lines_of
from scorekeeper.rules.entry_names import TRUMP
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.terminal_text import cut, width_of

# --- paper cells -------------------------------------------------------------------------------
# The columns of the sheet as on paper, as cells of text of any width, one a line.


LEAST_WORD, LEAST_AT_ALL, WHOLE = 13, 3, 99


class Cells(NamedTuple):
    """A column of text: its header, its cells, one a line, and its minimum width. In a column of
    names (`named`) the minimum depends on how far names are shortened."""

    head: str
    cells: Sequence[str]
    right: bool = False
    least: int = WHOLE
    named: bool = False


class Style(NamedTuple):
    """The density of a sheet: the gap between columns, the arrow between points and total, and
    whether outcomes lose the words that they share."""

    gap: int
    arrow: str
    short: bool


def base_cells(
    sheet: Sheet, rules: Ruleset, lines: Sequence[SheetLine], style: Style
) -> list[Cells]:
    """Return the columns that every page has before the sides: number, dealer, declarer, bid, and
    contract or outcome. The last of these also has the labels of lines that are no deals."""
    first, *others, settled = (column for column in _of_text(sheet) if column.rank <= SETTLED)
    short = short_outcomes(rules) if style.short else {}
    words = [line.label or short.get(word, word) for line, word in _beside(settled, lines)]
    return [
        _numbered(first, sheet, lines),
        *(_cells(column, lines) for column in others),
        Cells(settled.head, words, least=LEAST_WORD),
    ]


def side_cells(
    sheet: Sheet, rules: Ruleset, lines: Sequence[SheetLine], style: Style, sides: Iterable[str]
) -> list[Cells]:
    """Return a column for each side, then the columns that have a value in rows of totals: the
    promised sum."""
    return [
        *(_side(side, lines, rules, style.arrow) for side in sides),
        *(_cells(column, lines)._replace(right=True) for column in _of_text(sheet) if column.below),
    ]


def main_count(sheet: Sheet, lines: Sequence[SheetLine]) -> list[Cells]:
    """Return the columns of the main count of a deal."""
    return [
        _cells(column, lines)
        for column in _of_text(sheet)
        if column.rank == MAIN_COUNT and column.is_used(sheet.rows)
    ]


def extra_cells(sheet: Sheet, lines: Sequence[SheetLine]) -> Iterable[Cells]:
    """Yield the extra columns of a wider sheet, the most wanted first."""
    for column in _of_text(sheet):
        is_extra = column.rank > SETTLED and not column.below
        if is_extra and (column.person or column.is_used(sheet.rows)):
            yield _cells(column, lines)


def entered_heads(sheet: Sheet, rules: Ruleset) -> list[str]:
    """Return the headers of all counts and facts that these deals have, except players, and of the
    shown counters."""
    entered = {TRUMP, *rules.facts, *map(count_key, rules.counts)}
    entered |= {counter_key(rules, name) for name in counters_shown(rules)}
    shown = (column for column in _of_text(sheet) if column.key in entered and not column.person)
    return [column.head for column in shown if column.is_used(sheet.rows)]


def _of_text(sheet: Sheet) -> list[SheetColumn]:
    """Return the columns of the text rendering, the most wanted first."""
    shown = [column for column in sheet.columns if TEXT not in column.left_out]
    return sorted(shown, key=lambda column: column.rank)


def _beside(column: SheetColumn, lines: Sequence[SheetLine]) -> Iterable[tuple[SheetLine, str]]:
    """Return each line with the column's text for it."""
    return ((line, column.word(line.deal) if line.deal else "") for line in lines)


def _numbered(column: SheetColumn, sheet: Sheet, lines: Sequence[SheetLine]) -> Cells:
    """Return the column of the deals' numbers, with room for a mark if any deal has one."""
    blank = " " if any(deal.mark for deal in sheet.rows) else ""
    cells = [
        f"{w}{line.deal.mark or blank}" if line.deal else "" for line, w in _beside(column, lines)
    ]
    return Cells(f"{column.head}{blank}", cells, right=True)


def _cells(column: SheetColumn, lines: Sequence[SheetLine]) -> Cells:
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


def _in_a_row(deals: Iterable[DealRow | None], column: SheetColumn) -> list[str]:
    """Return the numbers of all names in one cell for each deal, aligned one below the other."""
    rows = [column.words(deal) if deal else [] for deal in deals]
    wide = max((len(word) for words in rows for word in words), default=1)
    return [" ".join(f"{word:>{wide}}" for word in words) for words in rows]


def _points_of(line: SheetLine, side: str) -> str:
    """Return a side's points in a line, for a deal or for a line with totals of its own; else
    ""."""
    if line.deal:
        return points_word(line.deal, side)
    return signed(line.numbers[side]) if line.totals else ""


def _total_word(line: SheetLine, side: str, rules: Ruleset) -> str:
    """Return a side's total after a line as text, or "" before the deal has its result."""
    is_open = line.deal is not None and line.deal.is_coming
    return "" if is_open else score(_total_of(line, side), rules)


def _total_of(line: SheetLine, side: str) -> int | Span:
    """Return a side's total after a line, or the line's own number."""
    if line.deal:
        return line.deal.total(side)
    return line.totals[side] if line.totals else line.span(side)


def _side(side: str, lines: Sequence[SheetLine], rules: Ruleset, arrow: str) -> Cells:
    """Return the column of a side: points and running total, digits aligned."""
    points = [_points_of(line, side) for line in lines]
    totals = [_total_word(line, side, rules) for line in lines]
    wide, wider = max(map(len, points)), max(map(len, totals))
    cells = [
        f"{p:>{wide}}{arrow}{t:>{wider}}" if p else t for p, t in zip(points, totals, strict=True)
    ]
    return Cells(side, cells, right=True, least=max(map(len, cells)), named=True)


# --- paper columns -----------------------------------------------------------------------------
# The sheet as on paper, fitted to a width: the columns, and their widths.


# The widths to which names are cut: comfortable, eight letters and an ellipsis, and the last
# resort.
EASY_NAME, SHORT_NAME, LEAST_NAME = 13, 9, 5
SHORT_HEAD = 6

STYLES = (Style(2, " → ", False), Style(2, " → ", True), Style(2, "→", True), Style(1, "→", True))


class Attempt(NamedTuple):
    """A way to make a sheet fit: the width to which names are cut and that of a header above short
    names (None for no cut), the styles to try, and whether the main count must be included."""

    name: int | None
    head: int
    styles: Sequence[Style]
    counted: bool


ATTEMPTS = (
    Attempt(None, WHOLE, STYLES[:2], True),
    Attempt(EASY_NAME, WHOLE, STYLES[:2], True),
    Attempt(None, WHOLE, STYLES, True),
    Attempt(SHORT_NAME, WHOLE, STYLES, True),
    Attempt(SHORT_NAME, SHORT_HEAD, STYLES[-1:], True),
    Attempt(None, WHOLE, STYLES, False),
    Attempt(SHORT_NAME, SHORT_HEAD, STYLES[-1:], False),
    Attempt(LEAST_NAME, LEAST_NAME, STYLES[-1:], False),
)


class FittedSheet(NamedTuple):
    """A sheet that fits: the gap, the headers, the rows (None is a line across), the alignments,
    the row and column of each `strong` cell, which are the leaders' totals, and the headers of
    entered columns that had no room."""

    gap: int
    heads: list[str]
    rows: list[list[str] | None]
    align: list[str]
    strong: list[tuple[int, int]]
    left_out: tuple[str, ...] = ()


def left_out_line(pages: Iterable[FittedSheet]) -> str:
    """Return the line on entered columns that none of these pages shows; "" if all are shown."""
    pages = [*pages]
    shown = {head for page in pages for head in page.heads}
    return no_room_line(head for page in pages for head in page.left_out if head not in shown)


def pages(sheet: Sheet, rules: Ruleset, width: int) -> list[FittedSheet]:
    """Return the deals of the sheet in the widest style that fits, with extra columns in the
    remaining room. If the sides do not all fit side by side, half of them follow below."""
    return _pages(_Drawn(sheet, rules), width, range(len(sheet.sides)))


class _Drawn:
    """The possible columns of a sheet's pages. Each is drawn and measured once for all layouts that
    are tried."""

    def __init__(self, sheet: Sheet, rules: Ruleset) -> None:
        self.sheet, self.rules = sheet, rules
        self.lines = list(lines_of(sheet))
        self.told = [line for line in self.lines if line is not None]
        self.before = cache(lambda style: base_cells(sheet, rules, self.told, style))
        self._measured: dict[int, tuple[Cells, int]] = {}
        self._of_sides = cache(
            lambda style: side_cells(sheet, rules, self.told, style, sheet.sides)
        )

    @cached_property
    def counted(self) -> list[Cells]:
        """Return the columns of the main count of a deal."""
        return main_count(self.sheet, self.told)

    @cached_property
    def more(self) -> list[Cells]:
        """Return the extra columns of a wider sheet, the most wanted first."""
        return [*extra_cells(self.sheet, self.told)]

    @cached_property
    def entered(self) -> list[str]:
        """Return the headers of everything entered in these deals."""
        return entered_heads(self.sheet, self.rules)

    def width(self, column: Cells) -> int:
        """Return the width of a column: that of its widest cell, the header included."""
        if id(column) not in self._measured:  # which keeps the column, and so nobody has its id
            wide = max(map(width_of, [column.head, *column.cells]))
            self._measured[id(column)] = column, wide
        return self._measured[id(column)][1]

    def sides(self, style: Style, sides: Sequence[int]) -> list[Cells]:
        """Return a column for each of these sides, by index, and the columns after the sides."""
        every = self._of_sides(style)
        return [*(every[place] for place in sides), *every[len(self.sheet.sides) :]]


def _pages(drawn: _Drawn, width: int, sides: Sequence[int]) -> list[FittedSheet]:
    for attempt in ATTEMPTS:
        for style in attempt.styles:
            page = _tried(drawn, width, sides, attempt, style)
            if page is not None:
                return [page._replace(left_out=_left_out(drawn, page.heads))]
    if len(sides) > 1:
        half = (len(sides) + 1) // 2
        return [*_pages(drawn, width, sides[:half]), *_pages(drawn, width, sides[half:])]
    page = _narrowest(drawn, width, sides)
    return [page._replace(left_out=_left_out(drawn, page.heads))]


def _left_out(drawn: _Drawn, heads: Sequence[str]) -> tuple[str, ...]:
    """Return the headers of entered columns that are not on a page."""
    return tuple(head for head in drawn.entered if head not in heads)


def _tried(
    drawn: _Drawn, width: int, sides: Sequence[int], attempt: Attempt, style: Style
) -> FittedSheet | None:
    """Return the sheet laid out by this attempt and style, with extra columns if there is room;
    None if it is wider than `width`."""
    before, counted = drawn.before(style), drawn.counted if attempt.counted else []
    columns = [*before, *counted, *drawn.sides(style, sides)]
    widths = _widths(drawn, columns, width, style.gap, attempt.name, attempt.head)
    if _taken(widths, style.gap) > width:
        return None
    found = _with_more(drawn, columns, widths, width, style.gap, len(before))
    return _cut_page(drawn.lines, *found, style.gap, drawn.sheet.leaders)


def _narrowest(drawn: _Drawn, width: int, sides: Sequence[int]) -> FittedSheet:
    """Return the sheet of one side if nothing else fits: every column cut to its minimum."""
    style = STYLES[-1]
    narrow = [*drawn.before(style), *drawn.sides(style, sides)]
    columns = [column._replace(least=min(column.least, LEAST_AT_ALL)) for column in narrow]
    widths = _widths(drawn, columns, width, 1, LEAST_AT_ALL, LEAST_AT_ALL)
    return _cut_page(drawn.lines, columns, widths, 1, drawn.sheet.leaders)


# --- fitting -------------------------------------------------------------------------------------


def _widths(
    drawn: _Drawn, columns: Sequence[Cells], width: int, gap: int, name: int | None, head: int
) -> list[int]:
    """Return the width of each column. If names may be shortened to `name` columns, the widest
    column that can still shrink does so, step by step, until the page fits. Other text is cut only
    when names are as short as possible."""
    widths = [drawn.width(column) for column in columns]
    if name is None:
        return widths
    words = LEAST_AT_ALL if name <= LEAST_NAME else WHOLE
    least = [
        max(column.least, _least_name(column, name, head) if column.named else words)
        for column in columns
    ]
    while _taken(widths, gap) > width:
        spare = [now - enough for now, enough in zip(widths, least, strict=True)]
        if max(spare) <= 0:
            break
        widths[spare.index(max(spare))] -= 1
    return widths


def _least_name(column: Cells, name: int, head: int) -> int:
    """Return the minimum width of a column with names: for a side's column, whose header is the
    name, that of the shortened name; else that of the shortened names and header."""
    if column.right:
        return name
    return max(min(width_of(column.head), head), min(name, max(map(width_of, column.cells))))


def _taken(widths: Sequence[int], gap: int) -> int:
    return sum(widths) + gap * (len(widths) - 1)


def _with_more(
    drawn: _Drawn, columns: list[Cells], widths: list[int], width: int, gap: int, place: int
) -> tuple[list[Cells], list[int]]:
    """Return the columns and their widths with extra columns inserted at this index, as long as
    they fit."""
    for column in drawn.more:
        if (
            column.head not in [known.head for known in columns]
            and _taken([*widths, drawn.width(column)], gap) <= width
        ):
            columns.insert(place, column)
            widths.insert(place, drawn.width(column))
            place += 1
    return columns, widths


def _cut_page(
    lines: Sequence[SheetLine | None],
    columns: Sequence[Cells],
    widths: Sequence[int],
    gap: int,
    leaders: Collection[str],
) -> FittedSheet:
    rows = [
        [cut(cell, wide) for cell, wide in zip(row, widths, strict=True)]
        for row in zip(*(c.cells for c in columns), strict=True)
    ]
    told = iter(rows)
    totals = [
        number
        for number, line in enumerate(lines)
        if line and not (line.deal or line.begins or line.totals)
    ]
    ahead = [place for place, c in enumerate(columns) if c.right and c.named and c.head in leaders]
    return FittedSheet(
        gap,
        [cut(column.head, wide) for column, wide in zip(columns, widths, strict=True)],
        [None if line is None else next(told) for line in lines],
        ["right" if c.right else "left" for c in columns],
        [(number, place) for number in totals for place in ahead],
    )

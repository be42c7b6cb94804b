"""The layout of tables within a width: which columns are shown, how far names are cut, and where a
table is divided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

from scorekeeper.report.document import (
    Cell,
    Column,
    Joined,
    Kind,
    Output,
    Row,
    RowKind,
    Table,
    Wide,
    without_hidden,
)
from scorekeeper.text.message_text import text_of
from scorekeeper.text.terminal_text import clusters, cut, safe, width_of

# The widths of cut names: comfortable, short (eight letters and an ellipsis) and the last resort;
# and the least width of any column.
EASY_NAME, SHORT_NAME, LEAST_NAME, LEAST = 13, 9, 5, 3
SHORT_HEAD, WHOLE = 6, 10_000


@dataclass(frozen=True, slots=True)
class Grid:
    """A fitted table of texts: the gap between columns, heads, rows (None is a rule across),
    alignment by column, the (row, column) of strong cells, and the keys of the shown columns."""

    gap: int
    heads: list[str]
    rows: list[list[str] | None]
    align: list[str]
    strong: frozenset[tuple[int, int]]
    keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Style:
    """The density of a table: whether cells use their short texts, whether merged cells use the
    tight separator, and the maximum gap between columns."""

    is_short: bool
    is_tight: bool
    gap: int


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A way to fit a table: the least width of cut names, the least width of cut heads above short
    cells, the styles to try, and the highest rank of required columns."""

    name: int
    head: int
    styles: Sequence[_Style]
    rank: int


ROOMY = (_Style(False, False, 2), _Style(True, False, 2))
STYLES = (*ROOMY, _Style(True, True, 2), _Style(True, True, 1))
ATTEMPTS = (
    _Attempt(WHOLE, WHOLE, ROOMY, 1),
    _Attempt(EASY_NAME, WHOLE, ROOMY, 1),
    _Attempt(WHOLE, WHOLE, STYLES, 1),
    _Attempt(SHORT_NAME, WHOLE, STYLES, 1),
    _Attempt(SHORT_NAME, SHORT_HEAD, STYLES[-1:], 1),
    _Attempt(WHOLE, WHOLE, STYLES, 0),
    _Attempt(SHORT_NAME, SHORT_HEAD, STYLES[-1:], 0),
    _Attempt(LEAST_NAME, LEAST_NAME, STYLES[-1:], 0),
)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A text column: the table columns that it shows, its head and cells, the indexes of strong
    cells, its full width, and its widest cell's width."""

    of: tuple[Column, ...]
    head: str
    cells: tuple[str, ...]
    strong: frozenset[int]
    width: int
    widest: int
    is_named: bool  # the head is the name of a side

    @property
    def column(self) -> Column:
        """Return the first table column shown, which sets rank, kind and alignment."""
        return self.of[0]

    @property
    def is_right(self) -> bool:
        return self.column.kind is Kind.NUMBER


def grids(table: Table, width: int) -> list[Grid]:
    """Return the table as grids of at most `width` characters, several if it must be divided. Each
    part repeats the columns that name the rows. Empty if the rows must be written as lines."""
    table = without_hidden(table, Output.TEXT)
    drawn = cache(lambda style: _columns(table, style))
    parts = sum(1 for column in drawn(STYLES[0]) if column.column.is_part)
    for number in range(1, max(1, parts) + 1):
        found = [
            _fitted(table, _part_of(drawn, part, is_last=part.stop == parts), width)
            for part in _equal_parts(parts, number)
        ]
        if None not in found:
            return [grid for grid in found if grid is not None]
    if table.wide is Wide.LINES:
        return []
    return [
        _narrowest(table, _part_of(drawn, part, is_last=part.stop == parts), width)
        for part in _equal_parts(parts, max(1, parts))
    ]


def hidden_columns(table: Table, shown: Iterable[Grid]) -> list[Column]:
    """Return the text columns missing from all grids, except `is_aside` columns. Columns of rank 1
    come first."""
    keys = {key for grid in shown for key in grid.keys}
    gone = (one for one in table.columns if one.key not in keys and not one.is_aside)
    shown_else = (one for one in gone if Output.TEXT in one.outputs)
    return sorted(shown_else, key=lambda column: column.rank != 1)


def widest_grid(table: Table, output: Output) -> Grid:
    """Return the table at full width, with all columns of the output."""
    table = without_hidden(table, output)
    style = _Style(is_short=False, is_tight=False, gap=table.gap)
    columns = _columns(table, style)
    return _grid(table, columns, [column.width for column in columns], style.gap)


def text_cells(cells: Iterable[Cell]) -> Iterator[str]:
    """Yield the texts of cells as on a page, small texts included."""
    return (text_of(cell.text) + text_of(cell.small) for cell in cells)


def parts_within(table: Table, chars: int) -> list[Table]:
    """Return a page's table in parts, as few and about equal, each aimed at `chars` characters.
    Every part repeats the columns that name the rows. A table that fits is one part."""
    table = without_hidden(table, Output.HTML)
    places = [place for place, column in enumerate(table.columns) if column.is_part]
    groups = [
        [*some] for _, some in groupby(places, lambda at: text_of(table.columns[at].group) or at)
    ]
    grid = widest_grid(table, Output.HTML)
    taken = sum(max(map(width_of, column)) + 2 for column in _texts(grid))
    number = min(-(-taken // chars), len(groups)) or 1
    if number == 1:
        return [table]
    return [
        _columns_of(
            table,
            {at for group in groups[part.start : part.stop] for at in group},
            part.stop == len(groups),
        )
        for part in _equal_parts(len(groups), number)
    ]


def _texts(grid: Grid) -> Iterable[tuple[str, ...]]:
    return zip(grid.heads, *filter(None, grid.rows), strict=True)


def _columns_of(table: Table, part: Collection[int], is_last: bool) -> Table:
    """Return the table with only the divisible columns at the indexes in `part`."""
    shown = [
        place
        for place, column in enumerate(table.columns)
        if place in part or not (column.is_part or (column.is_last and not is_last))
    ]
    rows = (
        replace(row, cells=tuple(row.cells[at] for at in shown if row.cells)) for row in table.rows
    )
    return replace(table, columns=tuple(table.columns[at] for at in shown), rows=tuple(rows))


# --- columns as text -----------------------------------------------------------------------------


def _columns(table: Table, style: _Style) -> list[_Drawn]:
    """Return the table's columns as text; merged columns become one, at the position of
    the first."""
    rows = [row for row in table.rows if row.kind is not RowKind.ACROSS]
    found = dict[int | Joined, list[int]]()
    for place, column in enumerate(table.columns):
        found.setdefault(column.merged or place, []).append(place)
    return [
        _merged(
            [table.columns[at] for at in places],
            of,
            [[row.cells[at] for at in places] for row in rows],
            style,
        )
        if isinstance(of, Joined)
        else _drawn(table.columns[of], rows, of, style)
        for of, places in found.items()
    ]


def _drawn(column: Column, rows: Sequence[Row], at: int, style: _Style) -> _Drawn:
    cells = [Cell(row.label) if column.is_label and row.label else row.cells[at] for row in rows]
    texts = tuple(_text(cell, style) for cell in cells)
    return _measured((column,), text_of(column.head), texts, _strong(cells), is_named=False)


def _text(cell: Cell, style: _Style) -> str:
    return text_of(cell.text if cell.short is None or not style.is_short else cell.short)


def _strong(cells: Iterable[Cell]) -> frozenset[int]:
    return frozenset(number for number, cell in enumerate(cells) if cell.is_strong)


def _merged(
    columns: Sequence[Column], merged: Joined, rows: Sequence[Sequence[Cell]], style: _Style
) -> _Drawn:
    """Return several columns as one, with aligned cells. If the separator is a space, all cells
    are equally wide. Leading empty cells have no separator."""
    joint = merged.tight if style.is_tight else merged.joint
    texts = [[safe(_text(cell, style)) for cell in row] for row in rows]
    wide = [max(map(width_of, column), default=0) for column in zip(*texts, strict=True)]
    wide = [max(wide)] * len(wide) if merged.joint == " " and wide else wide
    cells = []
    for row in texts:
        padded = [
            " " * (room - width_of(cell)) + cell for cell, room in zip(row, wide, strict=True)
        ]
        first = next((at for at, cell in enumerate(row) if cell), len(row))
        cells.append(joint.join(padded[first:]).rstrip())
    strong = frozenset[int]().union(*map(_strong, zip(*rows, strict=True)))
    return _measured(tuple(columns), text_of(merged.head), tuple(cells), strong, merged.has_name)


def _measured(
    of: tuple[Column, ...],
    head: str,
    cells: tuple[str, ...],
    strong: frozenset[int],
    is_named: bool,
) -> _Drawn:
    head = safe(head)
    cells = tuple(map(safe, cells))
    widest = max(map(width_of, cells), default=0)
    return _Drawn(of, head, cells, strong, max(widest, width_of(head)), widest, is_named)


# --- attempts ------------------------------------------------------------------------------------


_Choice = Callable[[_Style], list[_Drawn]]


def _equal_parts(columns: int, number: int) -> Iterator[range]:
    """Yield `number` ranges that divide the columns about equally; one empty range without
    columns."""
    each = -(-columns // number) or 1
    yield from (range(at, min(at + each, columns)) for at in range(0, max(columns, 1), each))


def _part_of(drawn: _Choice, part: range, is_last: bool) -> _Choice:
    """Return a function from a style to the text columns of one part of the table."""

    def chosen(style: _Style) -> list[_Drawn]:
        found, at = list[_Drawn](), 0
        for one in drawn(style):
            if one.column.is_part:
                found += [one] if at in part else []
                at += 1
            elif is_last or not one.column.is_last:
                found.append(one)
        return found

    return chosen


def _fitted(table: Table, drawn: _Choice, width: int) -> Grid | None:
    """Return a grid from the first attempt that fits, with further columns if there is room; None
    if no attempt fits."""
    tries = [(attempt, style) for attempt in ATTEMPTS for style in attempt.styles]
    if table.is_short_last:
        tries = [*((attempt, ROOMY[0]) for attempt in ATTEMPTS), *tries]
    for attempt, style in tries:
        gap, every = min(style.gap, table.gap), drawn(style)
        columns = [one for one in every if one.column.rank <= attempt.rank]
        widths = _widths(columns, width, gap, attempt)
        if _taken(widths, gap) > width:
            continue
        columns, widths = _with_more(every, columns, widths, width, gap)
        if gap == 1 or not table.is_dense or len(columns) == len(every):
            return _grid(table, columns, widths, gap)
    return None


def _narrowest(table: Table, drawn: _Choice, width: int) -> Grid:
    """Return a grid of the rank 0 columns, cut as far as necessary, numbers last."""
    columns = [one for one in drawn(STYLES[-1]) if not one.column.rank]
    widths = [one.width for one in columns]
    least = [one.widest if one.is_right else LEAST for one in columns]
    for enough in (least, [LEAST] * len(columns)):
        spare = [now - most for now, most in zip(widths, enough, strict=True)]
        while _taken(widths, 1) > width and max(spare) > 0:
            at = max(range(len(widths)), key=lambda at: (spare[at] > 0, widths[at]))
            widths[at], spare[at] = widths[at] - 1, spare[at] - 1
    return _grid(table, columns, widths, 1)


def _widths(columns: Sequence[_Drawn], width: int, gap: int, attempt: _Attempt) -> list[int]:
    """Return the column widths after shrinking. Repeatedly, the column with most to spare loses a
    character, until all fit or none can shrink."""
    widths = [one.width for one in columns]
    if attempt.name == WHOLE:
        return widths
    least = [_least(one, attempt) for one in columns]
    while _taken(widths, gap) > width:
        spare = [now - enough for now, enough in zip(widths, least, strict=True)]
        if max(spare) <= 0:
            break
        widths[spare.index(max(spare))] -= 1
    return widths


def _least(one: _Drawn, attempt: _Attempt) -> int:
    """Return the least width of a column in an attempt. Names and texts with `least` may be cut; a
    head may be cut above marks or names."""
    head = width_of(one.head)
    if one.is_named:
        return max(one.widest, min(head, attempt.name))
    if one.column.kind is Kind.MARK:
        return max(one.widest, min(head, attempt.head))
    if one.column.kind is Kind.NAME:
        return max(min(head, attempt.head), min(attempt.name, one.widest))
    return min(one.width, one.column.least) if one.column.least else one.width


def _taken(widths: Sequence[int], gap: int) -> int:
    return sum(widths) + gap * (len(widths) - 1)


def _with_more(
    every: Sequence[_Drawn], columns: list[_Drawn], widths: list[int], width: int, gap: int
) -> tuple[list[_Drawn], list[int]]:
    """Return the columns with those of higher rank added while there is room, in table order, and
    their widths."""
    wide = {id(one): room for one, room in zip(columns, widths, strict=True)}
    more = (one for one in every if id(one) not in wide)
    for one in sorted(more, key=lambda one: one.column.rank):
        if _taken([*wide.values(), one.width], gap) <= width:
            wide[id(one)] = one.width
    shown = [one for one in every if id(one) in wide]
    return shown, [wide[id(one)] for one in shown]


def _grid(table: Table, columns: Sequence[_Drawn], widths: Sequence[int], gap: int) -> Grid:
    cells = [_cut(one, room) for one, room in zip(columns, widths, strict=True)]
    told = iter(zip(*cells, strict=True))
    rows = [None if row.kind is RowKind.ACROSS else [*next(told)] for row in table.rows]
    places = [number for number, row in enumerate(rows) if row is not None]
    return Grid(
        gap,
        [cut(one.head, room) for one, room in zip(columns, widths, strict=True)],
        rows,
        [one.column.kind.align for one in columns],
        frozenset((places[row], at) for at, one in enumerate(columns) for row in one.strong),
        frozenset(column.key for one in columns for column in one.of),
    )


def _cut(one: _Drawn, room: int) -> list[str]:
    if one.is_right:
        return [cut(cell, room) for cell in one.cells]
    return cut_apart(one.cells, room)


# --- words cut but still distinct ----------------------------------------------------------------


def cut_apart(words: Sequence[str], room: int) -> list[str]:
    """Return the words, each cut to the room. Words that would become equal keep their ends
    too."""
    if all(width_of(word) <= room for word in words):
        return [*words]
    short = {word: cut(word, room) for word in words}
    taken = Counter(short.values())
    short = {
        word: both_ends(word, room) if taken[said] > 1 else said for word, said in short.items()
    }
    return [short[word] for word in words]


def both_ends(word: str, room: int) -> str:
    """Return the beginning and the end of a word, with an ellipsis between."""
    letters, end, used = clusters(safe(word)), "", 0
    while letters and used < room // 2:
        end = letters.pop() + end
        used = width_of(end)
    return cut("".join(letters), room - used) + end

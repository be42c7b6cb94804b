"""Tables for a terminal, fitted to its width."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from scorekeeper.render.linear_text import plain_sheet
from scorekeeper.render.paper_columns import FittedSheet, left_out_line, pages
from scorekeeper.render.text_writer import text_table
from scorekeeper.report.shared_labels import carried_lines, contract_word, counter_word
from scorekeeper.report.sheet import Sheet
from scorekeeper.report.sheet_layouts import GridRow, grid_rows, strip_of, strip_parts
from scorekeeper.report.sheet_text import heading, notes
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.terminal_text import (
    NO_INK,
    Ink,
    all_wrapped,
    clusters,
    cut,
    safe,
    width_of,
    wrapped,
)
from scorekeeper.text.translation import tr

# --- text --------------------------------------------------------------------------------------
# Text for a terminal: tables with columns aligned in any script, and the score sheet.


Rows = Sequence[Sequence[str] | None]
# The minimum widths of a name and of a contract, below which the grid is split into parts.
GRID_NAME, GRID_WORD = 9, 4


def sheet_text(
    sheet: Sheet, rules: Ruleset, width: int = 80, plain: bool = False, ink: Ink = NO_INK
) -> str:
    """Return the score sheet as on paper, no wider than `width`. `plain` gives `label: value` lines
    for a screen reader instead."""
    if plain:
        return plain_sheet(sheet, rules)
    title = wrapped(" · ".join(filter(None, heading(sheet, rules))), width, "  ")
    parts = ["\n".join(map(ink.bold, title))]
    if grid := grid_rows(sheet, rules):
        parts.append(_grid_text(grid, rules, width, sheet.leaders, ink))
    elif strip := strip_of(sheet, rules):
        parts += _strip_texts(strip_parts(strip, width), sheet, ink)
    below = notes(sheet, rules, width)
    if sheet.rows:
        found = pages(sheet, rules, width)
        parts += [
            text_table(page.heads, page.rows, page.align, page.gap, ink, page.strong)
            for page in found
        ]
        below = [*all_wrapped(_no_room(found, sheet, rules), width), *below]
    return "\n\n".join([*parts, "\n".join(below)] if below else parts)


def _no_room(found: Iterable[FittedSheet], sheet: Sheet, rules: Ruleset) -> Iterable[str]:
    """Return lines on entered columns that have no room, and on the values of counters that have
    none."""
    found = [*found]
    heads = {head for page in found for head in page.left_out}
    carried = {
        name: by_side
        for name, by_side in sheet.counters.items()
        if counter_word(rules, name) in heads
    }
    return [*filter(None, [left_out_line(found)]), *carried_lines(rules, carried)]


def _strip_texts(parts: Sequence[Sequence[Sequence[str]]], sheet: Sheet, ink: Ink) -> Iterable[str]:
    """Yield the parts of the points row. The leaders' names are bold, and in the last part their
    totals too."""
    ahead = [place for place, side in enumerate(sheet.sides) if side in sheet.leaders]
    for part in parts:
        heads, *rows = part
        ends = (0, len(heads) - 1) if part is parts[-1] else (0,)
        align = ["left", *["right"] * (len(heads) - 1)]
        strong = [(place, column) for place in ahead for column in ends]
        yield text_table(heads, rows, align, 1, ink, strong)


def _grid_text(
    grid: Sequence[GridRow], rules: Ruleset, width: int, leaders: Collection[str], ink: Ink
) -> str:
    """Return the grid of contracts, with an X where one has been played, and the score. If names
    and contracts would become too short, the contracts are split into parts of equal length, each
    after the names, with the score in the last."""
    contracts, last = len(rules.contracts), max(5, *(len(row.total) for row in grid))
    least = max(GRID_NAME, width - last - 2 - (GRID_WORD + 2) * contracts)
    names = min(max(width_of(safe(row.player)) for row in grid), 20, least)
    space = width - names - last - 2
    number = -(-contracts // max(1, min(contracts, space // (GRID_WORD + 2))))
    each = -(-contracts // number)
    heads = [
        cut(contract_word(rules, contract), max(3, space // each - 2))
        for contract in rules.contracts
    ]
    parts = [range(start, min(start + each, contracts)) for start in range(0, contracts, each)]
    return "\n\n".join(_grid_part(grid, heads, part, names, leaders, ink) for part in parts)


def _grid_part(
    grid: Sequence[GridRow],
    heads: Sequence[str],
    part: range,
    names: int,
    leaders: Collection[str],
    ink: Ink,
) -> str:
    """Return the columns of these contracts after the names, with the score in the last part. The
    leaders' names and scores are bold."""
    ends = part.stop == len(heads)
    shown = ["", *heads[part.start : part.stop], *([tr("total")] if ends else [])]
    rows = [
        [cut(row.player, names), *row.marks[part.start : part.stop], *([row.total] if ends else [])]
        for row in grid
    ]
    align = ["left", *["center"] * len(part), *(["right"] if ends else [])]
    strong = [
        (place, column)
        for place, row in enumerate(grid)
        if row.player in leaders
        for column in (0, *([len(part) + 1] if ends else []))
    ]
    return text_table(shown, rows, align, ink=ink, strong=strong)


# --- fitting -----------------------------------------------------------------------------------
# Tables fitted to a width: words are cut so that all stay different, columns continue in a table
# below.


KEYS = 2  # the columns that begin every part of a table


def cut_apart(words: Iterable[str], room: int) -> dict[str, str]:
    """Return each word cut to the room. Words that would become equal keep their ends too, or are
    not cut if that does not distinguish them."""
    told = {word: cut(word, room) for word in words}
    for shorter in (lambda word: _both_ends(word, room), safe):
        told = {
            word: shorter(word) if _is_shared(told, word) else said for word, said in told.items()
        }
    return told


def _is_shared(told: dict[str, str], word: str) -> bool:
    return any(said == told[word] for other, said in told.items() if other != word)


def _both_ends(word: str, room: int) -> str:
    """Return the beginning and the end of a word, with an ellipsis between."""
    letters, end, used = clusters(safe(word)), "", 0
    while letters and used < room // 2:
        end = letters.pop() + end
        used = width_of(end)
    return cut("".join(letters), room - used) + end


def is_within(
    heads: Sequence[str], rows: Sequence[Sequence[str]], width: int, gap: int = 1
) -> bool:
    """Return True if a table of these columns is no wider than the width."""
    widths = [max(map(width_of, column)) for column in zip(heads, *rows, strict=True)]
    return sum(widths) + gap * (len(widths) - 1) <= width


def tables_within(
    heads: Sequence[str], rows: Sequence[Sequence[str]], parts: Iterable[Sequence[int]], width: int
) -> str:
    """Return the table; if it is too wide, return its parts, each after the first columns."""
    if is_within(heads, rows, width):
        return _table(heads, rows, width)
    tables = []
    for columns in _broken(heads, rows, parts, width):
        shown = (*range(KEYS), *columns)
        tables.append(_table(_of(heads, shown), [_of(row, shown) for row in rows], width))
    return "\n\n".join(tables)


def _broken(
    heads: Sequence[str], rows: Sequence[Sequence[str]], parts: Iterable[Sequence[int]], width: int
) -> Iterable[list[int]]:
    """Yield the columns of each table: a part, or as much of it as fits. The rest of a part comes
    before the next."""
    columns: list[int] = []
    for part in parts:
        is_broken = False
        for column in part:
            shown = (*range(KEYS), *columns, column)
            if columns and not is_within(
                _of(heads, shown), [_of(row, shown) for row in rows], width
            ):
                yield columns
                columns, is_broken = [], True
            columns.append(column)
        if columns and not is_broken:
            yield columns
            columns = []
    if columns:
        yield columns


def _of(row: Sequence[str], places: Iterable[int]) -> list[str]:
    return [row[place] for place in places]


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> str:
    align = ["right", *["left"] * (len(heads) - 1)]
    return text_table(heads, rows, align, 2 if is_within(heads, rows, width, 2) else 1)

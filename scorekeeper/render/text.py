"""Text for a terminal: tables whose columns line up in any script, and the score sheet."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.language import tr
from scorekeeper.render.paper_columns import pages
from scorekeeper.render.plain import plain_sheet
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.sheet.grid import Row, grid_rows
from scorekeeper.sheet.sheet import Sheet
from scorekeeper.sheet.sheet_words import heading, notes
from scorekeeper.sheet.strip import strip_of, strip_parts
from scorekeeper.words.phrases import contract_word
from scorekeeper.words.width import cut, safe, width_of, wrapped

Rows = Sequence[Sequence[str] | None]
# What the grid keeps of a name, and of a contract, before it is set in parts.
GRID_NAME, GRID_WORD = 9, 4


def text_table(headers: Sequence[str], rows: Rows, align: Sequence[str], gap: int = 2) -> str:
    """A table with one line under its headers, columns aligned `left`, `right` or `center`; a
    row that is None is a line across."""
    told = [None if row is None else [safe(cell) for cell in row] for row in (headers, None, *rows)]
    widths = [max(map(width_of, column)) for column in zip(*filter(None, told), strict=True)]
    across = (" " * gap).join("─" * width for width in widths)
    return "\n".join(across if row is None else _row(row, widths, align, gap) for row in told)


def _row(cells: Sequence[str], widths: Sequence[int], align: Sequence[str], gap: int) -> str:
    """A row, each cell in its place, by how wide its letters are on a screen."""
    placed = []
    for cell, width, side in zip(cells, widths, align, strict=True):
        room = width - width_of(cell)
        before = {"left": 0, "center": room // 2, "right": room}[side]
        placed.append(" " * before + cell + " " * (room - before))
    return (" " * gap).join(placed).rstrip()


def sheet_text(sheet: Sheet, rules: Ruleset, width: int = 80, plain: bool = False) -> str:
    """The score sheet as on paper, no wider than `width`. `plain` gives `label: value` lines for a
    screen reader instead."""
    if plain:
        return plain_sheet(sheet, rules)
    parts = ["\n".join(wrapped(" · ".join(filter(None, heading(sheet, rules))), width, "  "))]
    if grid := grid_rows(sheet, rules):
        parts.append(_grid_text(grid, rules, width))
    elif strip := strip_of(sheet, rules):
        parts += [
            text_table(heads, rows, ["left", *["right"] * (len(heads) - 1)], 1)
            for heads, *rows in strip_parts(strip, width)
        ]
    if sheet.deals:
        parts += [
            text_table(page.heads, page.rows, page.align, page.gap)
            for page in pages(sheet, rules, width)
        ]
    below = notes(sheet, rules, width)
    return "\n\n".join([*parts, "\n".join(below)] if below else parts)


def _grid_text(grid: Sequence[Row], rules: Ruleset, width: int) -> str:
    """The grid of contracts, an X where one has been played, and beside it the score. Where too
    little would be left of names and contracts, the contracts stand in parts of even length below
    each other, each part behind the names, the score in the last."""
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
    return "\n\n".join(_grid_part(grid, heads, part, names) for part in parts)


def _grid_part(grid: Sequence[Row], heads: Sequence[str], part: range, names: int) -> str:
    """The columns of these contracts behind the names; with the last of all, the score."""
    ends = part.stop == len(heads)
    shown = ["", *heads[part.start : part.stop], *([tr("total")] if ends else [])]
    rows = [
        [cut(row.player, names), *row.marks[part.start : part.stop], *([row.total] if ends else [])]
        for row in grid
    ]
    return text_table(shown, rows, ["left", *["center"] * len(part), *(["right"] if ends else [])])

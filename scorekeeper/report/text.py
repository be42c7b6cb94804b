"""Text for a terminal: tables whose columns line up in any script, and the score sheet."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from scorekeeper.language import tr
from scorekeeper.report.card import next_text
from scorekeeper.report.paper import pages
from scorekeeper.report.plain import plain_sheet
from scorekeeper.report.strip import strip_of, strip_parts
from scorekeeper.report.width import cut, safe, width_of, wrapped
from scorekeeper.report.words import contract_word, heading, notes, score
from scorekeeper.ruleset.model import Ruleset

__all__ = ["next_text", "sheet_text", "text_table"]

Rows = Sequence[Sequence[str] | None]


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


def sheet_text(
    sheet: Mapping[str, Any], rules: Ruleset, width: int = 80, plain: bool = False, amended: Collection[int] = ()
) -> str:
    """The score sheet as on paper, no wider than `width`; `amended` are the numbers of deals that
    were corrected. `plain` gives `label: value` lines for a screen reader instead."""
    if plain:
        return plain_sheet(sheet, rules, amended)
    parts = ["\n".join(wrapped(" · ".join(filter(None, heading(sheet, rules))), width, "  "))]
    if rules.deals.picked and rules.deals.once:
        parts.append(grid_text(sheet, rules, width))
    elif strip := strip_of(sheet, rules):
        parts += [
            text_table(heads, rows, ["left", *["right"] * (len(heads) - 1)], 1)
            for heads, *rows in strip_parts(strip, width)
        ]
    if sheet["deals"]:
        parts += [
            text_table(page.heads, page.rows, page.align, page.gap) for page in pages(sheet, rules, width, amended)
        ]
    below = notes(sheet, rules, width, amended)
    return "\n\n".join([*parts, "\n".join(below)] if below else parts)


def grid_text(sheet: Mapping[str, Any], rules: Ruleset, width: int = 80) -> str:
    """The grid of contracts that are picked each once: a row a player, a column a contract, an
    X where it has been played, and beside it the score."""
    used = {
        (deal["declarer"], deal["contract"]) for deal in sheet["deals"] if deal["game"] == sheet["deals"][-1]["game"]
    }
    totals = {
        name: score(total, rules)
        for side, total in sheet["totals"].items()
        for name in sheet["players"]
        if name in _members(sheet, side)
    }
    columns, last = len(rules.contracts), max(5, *map(len, totals.values()))
    names = min(max(map(width_of, map(safe, sheet["players"]))), 20, width - last - 2 - 5 * columns)
    room = max(3, (width - names - last - 2) // columns - 2)
    heads = ["", *(cut(contract_word(rules, contract), room) for contract in rules.contracts), tr("total")]
    rows = [
        [cut(name, names), *("X" if (name, contract) in used else "·" for contract in rules.contracts), totals[name]]
        for name in sheet["players"]
    ]
    return text_table(heads, rows, ["left", *["center"] * columns, "right"])


def _members(sheet: Mapping[str, Any], side: str) -> list[str]:
    """The players of a side: itself, or partners, who sit across."""
    if len(sheet["sides"]) == len(sheet["players"]):
        return [side]
    place, sides = sheet["sides"].index(side), len(sheet["sides"])
    return [name for seat, name in enumerate(sheet["players"]) if seat % sides == place]

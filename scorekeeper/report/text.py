"""Text for a terminal: tables whose columns line up in any script, and the score sheet."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from scorekeeper.report.card import next_text
from scorekeeper.report.paper import pages
from scorekeeper.report.plain import plain_sheet
from scorekeeper.report.width import cluster_width, clusters, cut, safe, width_of
from scorekeeper.report.words import contract_word, heading, notes, score
from scorekeeper.ruleset.model import Ruleset

__all__ = ["next_text", "sheet_text", "text_table"]

Rows = Sequence[Sequence[str] | None]
# Private-use characters stand in for what tabulate would measure wrongly; `safe` lets none of a
# text's own through, so they cannot be mistaken.
FIRST_STAND_IN, SECOND_COLUMN = 0xF0001, "\U000f0000"


def text_table(headers: Sequence[str], rows: Rows, align: Sequence[str], gap: int = 2) -> str:
    """A table with one line under its headers, columns aligned `left`, `right` or `center`; a
    row that is None is a line across."""
    from tabulate import DataRow, TableFormat, tabulate

    stand_ins: dict[str, str] = {}
    told = [[safe(cell) for cell in row] for row in (headers, *rows) if row is not None]
    shown = [["".join(_stood_in(cluster, stand_ins) for cluster in clusters(cell)) for cell in row] for row in told]
    plain = TableFormat(None, None, None, None, None, DataRow("", " " * gap, ""), 0, None)
    text = tabulate(shown, tablefmt=plain, colalign=align, disable_numparse=True)
    back = {stand_in: cluster for cluster, stand_in in stand_ins.items()}
    lines = iter(["".join(back.get(c, c) for c in line if c != SECOND_COLUMN).rstrip() for line in text.split("\n")])
    across = (" " * gap).join("─" * max(map(width_of, column)) for column in zip(*told, strict=True))
    return "\n".join(across if row is None else next(lines) for row in (headers, None, *rows))


def _stood_in(cluster: str, stand_ins: dict[str, str]) -> str:
    """As many stand-ins as the cluster has columns."""
    wide = cluster_width(cluster)
    if not wide:
        return ""
    return stand_ins.setdefault(cluster, chr(FIRST_STAND_IN + len(stand_ins))) + SECOND_COLUMN * (wide - 1)


def sheet_text(
    sheet: Mapping[str, Any], rules: Ruleset, width: int = 80, plain: bool = False, amended: Collection[int] = ()
) -> str:
    """The score sheet as on paper, no wider than `width`; `amended` are the numbers of deals that
    were corrected. `plain` gives `label: value` lines for a screen reader instead."""
    if plain:
        return plain_sheet(sheet, rules, amended)
    parts = [cut(" · ".join(filter(None, heading(sheet, rules))), width)]
    if rules.deals.picked and rules.deals.once:
        parts.append(grid_text(sheet, rules, width))
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
    heads = ["", *(cut(contract_word(rules, contract), room) for contract in rules.contracts), "total"]
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

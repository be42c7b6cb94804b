"""The sheet and the summary as Markdown. Names come from people: what would be markup is escaped."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.language import tr
from scorekeeper.report.chart import chart_lines
from scorekeeper.report.finale import (
    extreme_lines,
    lead_lines,
    ranking_lines,
    recap_lines,
    result_cell,
    results_of,
    settled_parts,
)
from scorekeeper.report.grid import grid_rows
from scorekeeper.report.paper import pages
from scorekeeper.report.strip import strip_of, strip_parts
from scorekeeper.report.width import safe
from scorekeeper.report.words import contract_word, heading, notes
from scorekeeper.ruleset.model import Ruleset

Value = Mapping[str, Any]
Row = Sequence[str]
_MARKUP = re.compile(r"[\\`*_\[\]|~#]")
ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
WIDE = 10_000  # columns: a page of Markdown is as wide as it needs to be
CHART_WIDTH = 80


def sheet_markdown(sheet: Value, rules: Ruleset, amended: Collection[int], said: Iterable[str] = ()) -> str:
    """The sheet as a Markdown page: heading, grid, table of deals, what is to be noted; `said` is what
    the table agreed."""
    name, game, deals = heading(sheet, rules)
    return "\n\n".join([f"# {escaped(name)}", f"{escaped(game)}, {deals}", *_sheet_parts(sheet, rules, amended, said)])


def _sheet_parts(sheet: Value, rules: Ruleset, amended: Collection[int], said: Iterable[str]) -> Iterable[str]:
    if grid := grid_rows(sheet, rules):
        heads = ["", *(contract_word(rules, contract) for contract in rules.contracts), tr("total")]
        rows = [[row.player, *row.marks, row.total] for row in grid]
        yield markdown_table(heads, rows, ["left", *["center"] * len(rules.contracts), "right"])
    elif strip := strip_of(sheet, rules):
        for heads, *rows in strip_parts(strip, WIDE):
            yield markdown_table(heads, rows, ["left", *["right"] * (len(heads) - 1)])
    for page in pages(sheet, rules, WIDE, amended) if sheet["deals"] else ():
        yield markdown_table(page.heads, filter(None, page.rows), page.align)
    if below := [*notes(sheet, rules, WIDE, amended), *said]:
        yield _list(below)


def summary_markdown(
    summary: Value,
    rules: Ruleset,
    amended: Collection[int] = (),
    stake: str | None = None,
    currency: str = "",
    said: Iterable[str] = (),
) -> str:
    """The end-of-session page in Markdown."""
    sheet = summary["sheet"]
    name, game, deals = heading(sheet, rules)
    parts = [f"# {escaped(name)}", f"{escaped(game)}, {deals}", _list(ranking_lines(summary, rules))]
    if summary["recap"]:
        parts += [f"## {tr('Recap')}", _list(recap_lines(summary))]
    parts += [f"## {tr('Sheet')}", *_sheet_parts(sheet, rules, amended, said)]
    for title, found in results_of(summary, rules):
        if found:
            parts += [f"## {title.capitalize()}", _results(found, summary["sides"])]
    for title, lines in _turning_parts(summary):
        parts += [f"## {title}", _list(lines)] if lines else []
    if chart := chart_lines(sheet, rules.game.start, CHART_WIDTH):
        parts += [f"## {tr('Running totals')}", _drawn(chart)]
    for title, lines in settled_parts(summary, rules, stake, currency):
        parts += [f"## {title}", _list(lines)]
    if summary.get("fingerprint"):
        parts.append(tr("fingerprint {code}", code=summary["fingerprint"]))
    return "\n\n".join(parts)


def _results(found: Mapping[str, Any], sides: Sequence[str]) -> str:
    rows = [[kind, *(result_cell(by_side.get(side)) for side in sides)] for kind, by_side in found.items()]
    return markdown_table(["", *sides], rows, ["left", *["right"] * len(sides)])


def _turning_parts(summary: Value) -> Iterable[tuple[str, list[str]]]:
    yield tr("Best and worst deal"), extreme_lines(summary)
    yield tr("Lead changes"), lead_lines(summary)


def _drawn(lines: Iterable[str]) -> str:
    """Lines that keep their columns: set in by four, so that no name among them can end the block."""
    return "\n".join(f"    {line}".rstrip() for line in lines)


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {escaped(line)}" for line in lines)


def markdown_table(heads: Row, rows: Iterable[Row], align: Sequence[str]) -> str:
    """A pipe table whose columns are aligned `left`, `right` or `center`."""
    from tabulate import tabulate  # three quarters of the yardstick, and only ever needed here

    shown, *body = [[escaped(cell) for cell in row] for row in (heads, *rows)]
    return str(tabulate(body, shown, tablefmt="pipe", colalign=align, disable_numparse=True))


def escaped(text: str) -> str:
    """The text as Markdown shows it, every mark standing for itself."""
    plain = "".join(ENTITIES.get(character, character) for character in safe(text))
    return _MARKUP.sub(lambda match: f"\\{match[0]}", plain)

"""The sheet and the summary as CSV. Names come from people: a cell that a spreadsheet would take
for a formula is made text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.entry.cells import guarded
from scorekeeper.entry.headers import SPLIT
from scorekeeper.render.finale import results_of
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.sheet.columns import CSV, Column, count_key, counter_key
from scorekeeper.sheet.deal_row import DealRow
from scorekeeper.sheet.sheet import Sheet
from scorekeeper.sheet.summary import Place, Result, Summary, place_value
from scorekeeper.words.phrases import RESTS
from scorekeeper.words.width import safe


def sheet_csv(sheet: Sheet) -> str:
    """A row a deal: its schedule, what was entered, then each count, the points and the totals, a
    column a side; `import` reads it back. While a count is disputed, and where one was split, a
    note stands at the end of the row of the deal."""
    return csv_text(sheet_rows(sheet))


def sheet_rows(sheet: Sheet) -> list[list[object]]:
    """The cells of that, the heads first."""
    columns = [column for column in sheet.columns if CSV not in column.left_out]
    heads = [
        f"{column.key} {name}" if name else column.key
        for column in columns
        for name in column.names or ("",)
    ]
    if not any(deal.readings or deal.split for deal in sheet.deals):
        return [list(heads), *(_deal_row(deal, columns) for deal in sheet.deals)]
    return [[*heads, "note"], *([*_deal_row(deal, columns), _note(deal)] for deal in sheet.deals)]


def _note(deal: DealRow) -> str:
    """Behind a disputed deal, whose row is its first reading, what the others say, and so behind
    one that was split; `import` leaves it out."""
    first, *others = deal.readings or deal.split or (deal,)
    said = [" ".join(_different(first, other)) for other in others]
    what = SPLIT if deal.split else "disputed"
    return " ".join([what, *(f"or {words}" for words in said)]) if said else ""


def _different(first: DealRow, other: DealRow) -> Iterable[str]:
    """The facts of another reading that are not those of the first, as they are typed."""
    one, two = (
        {"contract": row.contract, "trump": row.trump, **row.facts, **_lists(row)}
        for row in (first, other)
    )
    return (f"{name}={_entered(two.get(name))}" for name in two if two[name] != one.get(name))


def _lists(row: DealRow) -> dict[str, list[int]]:
    """The numbers of each count, of those who played."""
    return {
        name: [number for number in numbers.values() if number is not None]
        for name, numbers in row.counts.items()
    }


def csv_heads(whose: Mapping[str, Sequence[str]], sides: Sequence[str]) -> list[str]:
    """The heads of what has a column for each: counts, points, totals."""
    named = [(count_key(count), names) for count, names in whose.items()]
    return [
        f"{what} {who}"
        for what, names in [*named, ("points", sides), ("total", sides)]
        for who in names
    ]


def _deal_row(deal: DealRow, columns: Iterable[Column]) -> list[object]:
    return [_cell(column, deal, name) for column in columns for name in column.names or ("",)]


def _cell(column: Column, deal: DealRow, name: str) -> object:
    """What stands in a row; a dash where somebody rested."""
    value = column.value(deal, name)
    is_rest = value is None and name in deal.absent and column.is_used([deal])
    return RESTS if is_rest else _entered(value)


def _entered(value: object) -> object:
    """A value as it is typed."""
    if value is True:
        return "yes"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else value


def summary_csv(summary: Summary, rules: Ruleset) -> str:
    """A row a side: its place and total, then points and deals by contract, role or outcome."""
    kinds = [
        (kind, sides) for _, found in results_of(summary, rules) for kind, sides in found.items()
    ]
    by_deals, carried = bool(summary.sheet.left), summary.sheet.carried
    head = [
        "place",
        "side",
        "total",
        *(("deals", "average") if by_deals else ()),
        *(counter_key(rules, name) for name in carried),
        *(f"{what} {kind}" for kind, _ in kinds for what in ("deals", "points")),
    ]
    rows = [
        [
            *(row.place, side, row.total),
            *(_by_deals(row) if by_deals else ()),
            *(by_side[side] for by_side in carried.values()),
            *_results(kinds, side),
        ]
        for row in summary.ranking
        for side in row.sides
    ]
    return csv_text([head, *rows])


def _by_deals(row: Place) -> Iterable[object]:
    """What ranks where not all have played as many deals."""
    return place_value(row)["deals"], place_value(row)["average"]


def _results(kinds: Iterable[tuple[str, Mapping[str, Result]]], side: str) -> list[int | None]:
    """The deals and the points of a side, by kind of deal; None where it had no such deal."""
    return [number for _, sides in kinds for number in sides.get(side, (None, None))]


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows of cells as CSV, without its last end of line."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        [[csv_cell(cell) for cell in row] for row in rows]
    )
    return text.getvalue().rstrip("\n")


def csv_cell(value: object) -> str:
    """A cell that stays what it says: not a formula, whatever it begins with."""
    return safe(guarded("" if value is None else str(value)))

"""The sheet and the summary as CSV. Names come from people: a cell that a spreadsheet would take
for a formula is made text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.entry.cells import guarded
from scorekeeper.render.finale import results_of
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.words.width import safe

Value = Mapping[str, Any]
Row = Sequence[str]


def sheet_csv(sheet: Value, rules: Ruleset) -> str:
    """A row a deal: its schedule, what was entered, then each count, the points and the totals, a
    column a side; `import` reads it back."""
    facts, counts = [fact for fact in rules.facts if fact != "trump"], list(rules.counts)
    whose = [
        sheet["players"] if rules.counts[count].by_player else sheet["sides"] for count in counts
    ]
    head = ["number", "game", "dealer", "declarer", "contract", "trump", *facts]
    head += csv_heads(dict(zip(counts, whose, strict=True)), sheet["sides"])
    return csv_text(
        [
            head,
            *(
                _deal_row(deal, facts, dict(zip(counts, whose, strict=True)))
                for deal in sheet["deals"]
            ),
        ]
    )


def csv_heads(whose: Mapping[str, Sequence[str]], sides: Sequence[str]) -> list[str]:
    """The heads of what has a column for each: counts, points, totals. A count that is called like
    the score keeps a name of its own."""
    named = [
        (f"counted {count}" if count in ("points", "total") else count, names)
        for count, names in whose.items()
    ]
    return [
        f"{what} {who}"
        for what, names in [*named, ("points", sides), ("total", sides)]
        for who in names
    ]


def _deal_row(deal: Value, facts: Sequence[str], whose: Mapping[str, Sequence[str]]) -> list[Any]:
    seats = [deal[key] for key in ("number", "game", "dealer", "declarer", "contract", "trump")]
    entered = [_entered(deal["facts"].get(fact)) for fact in facts]
    numbers = [
        deal["counts"].get(count, {}).get(who) for count, names in whose.items() for who in names
    ]
    return [*seats, *entered, *numbers, *deal["points"].values(), *deal["totals"].values()]


def _entered(value: Any) -> Any:
    """A fact as it is typed."""
    if value is True:
        return "yes"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else value


def summary_csv(summary: Value, rules: Ruleset) -> str:
    """A row a side: its place and total, then points and deals by contract, role or outcome."""
    kinds = [
        (kind, sides) for _, found in results_of(summary, rules) for kind, sides in found.items()
    ]
    head = [
        "place",
        "side",
        "total",
        *(f"{what} {kind}" for kind, _ in kinds for what in ("deals", "points")),
    ]
    rows = [
        [row["place"], side, row["total"], *_results(kinds, side)]
        for row in summary["ranking"]
        for side in row["sides"]
    ]
    return csv_text([head, *rows])


def _results(kinds: Iterable[tuple[str, Mapping[str, Any]]], side: str) -> list[Any]:
    return [sides.get(side, {}).get(what) for _, sides in kinds for what in ("deals", "points")]


def csv_text(rows: Iterable[Sequence[Any]]) -> str:
    """Rows of cells as CSV, without its last end of line."""
    import csv
    import io

    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        [[csv_cell(cell) for cell in row] for row in rows]
    )
    return text.getvalue().rstrip("\n")


def csv_cell(value: Any) -> str:
    """A cell that stays what it says: not a formula, whatever it begins with."""
    return safe(guarded("" if value is None else str(value)))

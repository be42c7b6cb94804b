"""The sheet and the summary as CSV and as Markdown.

Names come from people: in CSV a cell that a spreadsheet would take for a formula is made text,
in Markdown what would be markup is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.language import tr
from scorekeeper.report.columns import lines_of
from scorekeeper.report.finale import ranking_lines, recap_lines, result_cell, results_of, settled_parts
from scorekeeper.report.width import safe
from scorekeeper.report.words import contract_word, heading, notes, score, settled_head, signed
from scorekeeper.ruleset.model import Ruleset

Value = Mapping[str, Any]
Row = Sequence[str]
_NUMBER = re.compile(r"[+-]?[0-9]+")
_FORMULA = tuple("=+-@\t\r＝＋－＠")
# Half the world's spreadsheets part cells by semicolons, and would find a cell within a cell.
_AFTER_SEMICOLON = re.compile(r'(;[\s"]*)(?=[=+\-@＝＋－＠])')
_MARKUP = re.compile(r"[\\`*_\[\]|~#]")
ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


# --- CSV -----------------------------------------------------------------------------------------------


def sheet_csv(sheet: Value, rules: Ruleset) -> str:
    """A row a deal: its schedule, what was entered, then each count, the points and the totals, a
    column a side; `import` reads it back."""
    facts, counts = [fact for fact in rules.facts if fact != "trump"], list(rules.counts)
    whose = [sheet["players"] if rules.counts[count].by_player else sheet["sides"] for count in counts]
    head = ["number", "game", "dealer", "declarer", "contract", "trump", *facts]
    head += csv_heads(dict(zip(counts, whose, strict=True)), sheet["sides"])
    return csv_text([head, *(_deal_row(deal, facts, dict(zip(counts, whose, strict=True))) for deal in sheet["deals"])])


def csv_heads(whose: Mapping[str, Sequence[str]], sides: Sequence[str]) -> list[str]:
    """The heads of what has a column for each: counts, points, totals. A count that is called like
    the score keeps a name of its own."""
    named = [(f"counted {count}" if count in ("points", "total") else count, names) for count, names in whose.items()]
    return [f"{what} {who}" for what, names in [*named, ("points", sides), ("total", sides)] for who in names]


def _deal_row(deal: Value, facts: Sequence[str], whose: Mapping[str, Sequence[str]]) -> list[Any]:
    seats = [deal[key] for key in ("number", "game", "dealer", "declarer", "contract", "trump")]
    entered = [_entered(deal["facts"].get(fact)) for fact in facts]
    numbers = [deal["counts"].get(count, {}).get(who) for count, names in whose.items() for who in names]
    return [*seats, *entered, *numbers, *deal["points"].values(), *deal["totals"].values()]


def _entered(value: Any) -> Any:
    """A fact as it is typed."""
    if value is True:
        return "yes"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else value


def summary_csv(summary: Value, rules: Ruleset) -> str:
    """A row a side: its place and total, then points and deals by contract, role or outcome."""
    kinds = [(kind, sides) for _, found in results_of(summary, rules) for kind, sides in found.items()]
    head = ["place", "side", "total", *(f"{what} {kind}" for kind, _ in kinds for what in ("deals", "points"))]
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
    csv.writer(text, lineterminator="\n").writerows([[csv_cell(cell) for cell in row] for row in rows])
    return text.getvalue().rstrip("\n")


def csv_cell(value: Any) -> str:
    """A cell that stays what it says: not a formula, whatever it begins with."""
    text = "" if value is None else str(value)
    guarded = f"'{text}" if text.startswith(_FORMULA) and not _NUMBER.fullmatch(text) else text
    return safe(_AFTER_SEMICOLON.sub(r"\1'", guarded))


# --- Markdown ------------------------------------------------------------------------------------------


def sheet_markdown(sheet: Value, rules: Ruleset, amended: Collection[int]) -> str:
    """The sheet as a Markdown page: heading, table of deals, what is to be noted."""
    name, game, deals = heading(sheet, rules)
    return "\n\n".join([f"# {escaped(name)}", f"{escaped(game)}, {deals}", *_sheet_parts(sheet, rules, amended)])


def _sheet_parts(sheet: Value, rules: Ruleset, amended: Collection[int]) -> Iterable[str]:
    sums = ["Σ"] if rules.promise is not None else []
    sides = sheet["sides"]
    rows = []
    for line in lines_of(sheet):
        if line is None:
            continue
        numbers = line.deal["points"] if line.deal else line.numbers
        sides_cells = [_both(line.deal, side, rules) if line.deal else score(numbers[side], rules) for side in sides]
        rows.append(
            [
                *_deal_cells(line.deal, line.label, rules, amended),
                *sides_cells,
                *(signed(sum(numbers.values())) for _ in sums),
            ]
        )
    yield markdown_table(["#", tr("dealer"), tr("declarer"), settled_head(rules), *sides, *sums], rows, 4)
    below = notes(sheet, rules, 10_000, amended)
    if below:
        yield "\n".join(f"- {escaped(line)}" for line in below)


def _deal_cells(deal: Value | None, label: str, rules: Ruleset, amended: Collection[int]) -> list[str]:
    if deal is None:
        return ["", "", "", label]
    mark = "*" if deal["number"] in amended else ""
    return [
        f"{deal['number']}{mark}",
        deal["dealer"],
        deal["declarer"] or "-",
        contract_word(rules, deal["contract"]) or deal["outcome"] or "",
    ]


def _both(deal: Value, side: str, rules: Ruleset) -> str:
    return f"{signed(deal['points'][side])} → {score(deal['totals'][side], rules)}"


def summary_markdown(
    summary: Value, rules: Ruleset, amended: Collection[int] = (), stake: str | None = None, currency: str = ""
) -> str:
    """The end-of-session page in Markdown."""
    sheet = summary["sheet"]
    name, game, deals = heading(sheet, rules)
    parts = [
        f"# {escaped(name)}",
        f"{escaped(game)}, {deals}",
        _list(ranking_lines(summary, rules)),
    ]
    if summary["recap"]:
        parts += [f"## {tr('Recap')}", _list(recap_lines(summary))]
    parts += [f"## {tr('Sheet')}", *_sheet_parts(sheet, rules, amended)]
    for title, found in results_of(summary, rules):
        if found:
            rows = [
                [kind, *(result_cell(sides.get(side)) for side in summary["sides"])] for kind, sides in found.items()
            ]
            parts += [f"## {title.capitalize()}", markdown_table(["", *summary["sides"]], rows, 1)]
    for title, lines in settled_parts(summary, rules, stake, currency):
        parts += [f"## {title}", _list(lines)]
    return "\n\n".join(parts)


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {escaped(line)}" for line in lines)


def markdown_table(heads: Row, rows: Iterable[Row], left: int) -> str:
    """A pipe table whose first `left` columns are aligned left, the others right."""
    from tabulate import tabulate  # three quarters of the yardstick, and only ever needed here

    shown, *body = [[escaped(cell) for cell in row] for row in (heads, *rows)]
    align = ["left"] * left + ["right"] * (len(heads) - left)
    return str(tabulate(body, shown, tablefmt="pipe", colalign=align, disable_numparse=True))


def escaped(text: str) -> str:
    """The text as Markdown shows it, every mark standing for itself."""
    plain = "".join(ENTITIES.get(character, character) for character in safe(text))
    return _MARKUP.sub(lambda match: f"\\{match[0]}", plain)

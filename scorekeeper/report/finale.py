"""The end-of-session page as text: places, sheet, how each side did, chart, who pays whom."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from scorekeeper.report.chart import chart_lines
from scorekeeper.report.plain import linear
from scorekeeper.report.settlement import Payment, settlement, settlement_lines
from scorekeeper.report.text import sheet_text, text_table
from scorekeeper.report.width import cut, padded, safe, width_of, wrapped
from scorekeeper.report.words import contract_word, score, short_outcomes, signed
from scorekeeper.ruleset.model import Ruleset

Summary = Mapping[str, Any]
LEAST_WORD = 8


def summary_text(
    summary: Summary,
    sheet: Mapping[str, Any],
    rules: Ruleset,
    width: int = 80,
    plain: bool = False,
    amended: Collection[int] = (),
    stake: str | None = None,
) -> str:
    """The whole page, at most `width` columns wide; `plain` is linear, for a screen reader."""
    if plain:
        told = linear(_plain_pairs(summary, rules, stake))
        return "\n\n".join([told, sheet_text(sheet, rules, width, True, amended)])
    parts = [
        "\n".join(ranking_lines(summary, rules, width)),
        sheet_text(sheet, rules, width, False, amended),
    ]
    parts += [
        results_table(title, found, summary, rules, width) for title, found in results_of(summary, rules) if found
    ]
    parts += ["\n".join(_wrapped(lines, width)) for lines in (_extreme_lines(summary), _lead_lines(summary)) if lines]
    parts += ["\n".join(lines) for lines in [chart_lines(sheet, rules.game.start, width)] if lines]
    if stake is not None:
        parts.append("\n".join(_wrapped(settlement_lines(payments_of(summary, rules, stake)), width)))
    if summary.get("fingerprint"):
        parts.append(f"fingerprint {summary['fingerprint']}")
    return "\n\n".join(parts)


def payments_of(summary: Summary, rules: Ruleset, stake: str) -> tuple[Payment, ...]:
    """Who pays whom at this stake a point; in a match it is the match that is settled."""
    match = summary["sheet"]["match"]
    return settlement(summary["totals"], stake, rules.game.lowest_wins and not (match and match["games"]))


def _wrapped(lines: Iterable[str], width: int) -> list[str]:
    return [part for line in lines for part in wrapped(line, width, "  ")]


def ranking_lines(summary: Summary, rules: Ruleset, width: int = 200) -> list[str]:
    """`1= Ann, Bo  +4`: a place a line, shared by those who are level."""
    rows = [
        (
            f"{row['place']}{'=' if len(row['sides']) > 1 else ' '}",
            safe(", ".join(row["sides"])),
            score(row["total"], rules),
        )
        for row in summary["ranking"]
    ]
    totals = max(len(total) for _, _, total in rows)
    names = min(max(width_of(who) for _, who, _ in rows), max(1, width - totals - 5))
    return [f"{place} {padded(who, names)}  {total:>{totals}}" for place, who, total in rows]


def results_of(summary: Summary, rules: Ruleset) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """How each side did: by contract or by outcome, and by role."""
    yield "by contract", {contract_word(rules, contract): sides for contract, sides in summary["by_contract"].items()}
    yield "by role", summary["by_role"]
    yield "by outcome", summary["by_outcome"]


def results_table(title: str, found: Mapping[str, Any], summary: Summary, rules: Ruleset, width: int) -> str:
    """A row a kind of deal, a column a side: points, in how many deals, points a deal; where that
    is too wide the averages go first, then the words that most kinds begin with."""
    kinds = [safe(kind) for kind in found]
    short = [short_outcomes(rules).get(kind, kind) for kind in kinds]
    for averages in (True, False):
        cells = _result_cells(found, summary, averages)
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        room = width - sum(widths) - 2 * len(widths)
        if room >= max(map(width_of, short)):
            break
    if max(map(width_of, kinds)) > room:
        kinds = short
    first = min(max(map(width_of, [title, *kinds])), max(LEAST_WORD, room))
    wider = max(0, room - first) // len(widths)
    heads = [cut(title, first), *(cut(side, wide + wider) for side, wide in zip(summary["sides"], widths, strict=True))]
    rows = [[cut(kind, first), *row] for kind, row in zip(kinds, cells, strict=True)]
    return text_table(heads, rows, ["left", *["right"] * len(widths)])


def _result_cells(found: Mapping[str, Any], summary: Summary, averages: bool) -> list[list[str]]:
    return [[result_cell(sides.get(side), averages) for side in summary["sides"]] for sides in found.values()]


def result_cell(result: Mapping[str, Any] | None, averages: bool = True) -> str:
    """`+5 in 3, +1.7`; the average only where it says more."""
    if result is None:
        return "-"
    told = averages and result["deals"] > 1 and result["points"]
    average = f", {result['average']:+.1f}".replace("-", "−") if told else ""
    return f"{signed(result['points'])} in {result['deals']}{average}"


def _extreme_lines(summary: Summary) -> list[str]:
    return [f"{side}: {_extreme_words(found)}" for side, found in summary["best_and_worst"].items() if _differ(found)]


def _differ(found: Mapping[str, Any]) -> bool:
    """Whether there is a best deal and a worst that is another."""
    return bool(found["best"] != found["worst"])


def _extreme_words(found: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name} deal {found[name]['deal']} ({signed(found[name]['points'])})" for name in ("best", "worst")
    )


def _lead_lines(summary: Summary) -> list[str]:
    changes = summary["lead_changes"]
    if not summary["sheet"]["deals"]:
        return []
    if not changes:
        return ["the lead never changed"]
    said = ", ".join(f"deal {change['deal']} {change['from']} to {change['to']}" for change in changes)
    return [f"the lead changed {_times(len(changes))}: {said}"]


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _plain_pairs(summary: Summary, rules: Ruleset, stake: str | None) -> Iterable[tuple[str, str]]:
    for row in summary["ranking"]:
        shared = ", shared" if len(row["sides"]) > 1 else ""
        yield f"place {row['place']}{shared}", f"{', '.join(row['sides'])}, {score(row['total'], rules)}"
    for _, found in results_of(summary, rules):
        for kind, sides in found.items():
            for side, result in sides.items():
                yield f"{kind}, {side}", result_cell(result)
    for side, extremes in summary["best_and_worst"].items():
        if _differ(extremes):
            yield side, _extreme_words(extremes)
    for line in _lead_lines(summary):
        yield "lead", line
    for line in settlement_lines(payments_of(summary, rules, stake)) if stake is not None else ():
        yield "payment", line
    if summary.get("fingerprint"):
        yield "fingerprint", summary["fingerprint"]

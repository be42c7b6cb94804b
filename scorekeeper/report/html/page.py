"""The sheet and the summary as pages that are printed and kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.report.finale import payments_of, result_cell, results_of
from scorekeeper.report.html.chart import chart
from scorekeeper.report.html.deals import sheet_section
from scorekeeper.report.html.element import (
    NOTHING,
    Html,
    cell,
    element,
    head,
    joined,
    lines_list,
    name,
    page,
    row,
    section,
    table,
    text,
    told,
)
from scorekeeper.report.html.style import STYLE
from scorekeeper.report.settlement import settlement_lines
from scorekeeper.report.words import failing, heading, score, signed, winners_line
from scorekeeper.ruleset.model import Ruleset

Value = Mapping[str, Any]
Rows = Sequence[Value]


def sheet_page(
    sheet: Value, rules: Ruleset, amended: Collection[int] = (), corrections: Rows = (), fingerprint: str = ""
) -> str:
    """The sheet by itself, with what was corrected."""
    parts = [
        _top(sheet, rules),
        sheet_section(sheet, rules, amended),
        _noted(sheet),
        _corrected(corrections, sheet["players"]),
    ]
    return page(sheet["session"], STYLE, *parts, _foot(sheet, rules, fingerprint))


def summary_page(
    summary: Value,
    rules: Ruleset,
    amended: Collection[int] = (),
    corrections: Rows = (),
    fingerprint: str = "",
    stake: str | None = None,
) -> str:
    """The evening's page: places, sheet, chart, how each side did, corrections, the rules."""
    sheet = summary["sheet"]
    parts = [
        _top(sheet, rules),
        _places(summary, rules),
        sheet_section(sheet, rules, amended),
        _noted(sheet),
        section("Running totals", chart(sheet, rules)),
        *_results(summary, rules),
        _beside(_extremes(summary), _leads(summary)),
        _payments(summary, rules, stake),
        _corrected(corrections, sheet["players"]),
        _foot(sheet, rules, fingerprint),
    ]
    return page(sheet["session"], STYLE, *parts)


def _top(sheet: Value, rules: Ruleset) -> Html:
    """The session's name, its game, how far it came, who won."""
    session, game, deals = heading(sheet, rules)
    won = winners_line(sheet, rules)
    said = joined([text(f"{game} · {deals} · "), joined(map(name, sheet["players"]), ", ")])
    result = element("p", told(won, sheet["sides"]), class_="won") if won else NOTHING
    return element("header", element("h1", name(session)), element("p", said), result)


def _places(summary: Value, rules: Ruleset) -> Html:
    rows = [
        row(
            cell(text(f"{place['place']}{'=' if len(place['sides']) > 1 else ''}"), "n"),
            cell(joined(map(name, place["sides"]), ", ")),
            cell(text(score(place["total"], rules)), "n total"),
        )
        for place in summary["ranking"]
    ]
    heads = row(head(text("place"), "n"), head(text("")), head(text("total"), "n"))
    return section("Ranking", table([heads], rows, class_="narrow"))


def _noted(sheet: Value) -> Html:
    """Odd deals, and checks that fail; nothing where all is well."""
    odd = [f"deal {deal['number']}: {flag}" for deal in sheet["deals"] for flag in deal["flags"]]
    return lines_list(told(line, sheet["players"]) for line in [*odd, *failing(sheet["checks"])])


def _results(summary: Value, rules: Ruleset) -> Iterable[Html]:
    for title, found in results_of(summary, rules):
        heads = row(head(text(title.removeprefix("by "))), *(head(name(side), "n") for side in summary["sides"]))
        rows = [
            row(
                head(text(kind), scope="row"),
                *(cell(text(result_cell(sides.get(side))), "n") for side in summary["sides"]),
            )
            for kind, sides in found.items()
        ]
        if rows:
            yield section(f"{title.capitalize()}: points, in how many deals, points a deal", table([heads], rows))


def _beside(*parts: Html) -> Html:
    told = [part for part in parts if part]
    return element("div", *told, class_="columns") if told else NOTHING


def _extremes(summary: Value) -> Html:
    """Each side's best and worst deal."""
    rows = [
        row(head(name(side), scope="row"), _deal_cell(found["best"]), _deal_cell(found["worst"]))
        for side, found in summary["best_and_worst"].items()
        if found["best"] and found["worst"]
    ]
    heads = row(head(NOTHING), head(text("best")), head(text("worst")))
    return section("Best and worst deal", table([heads], rows)) if rows else NOTHING


def _deal_cell(found: Value) -> Html:
    return cell(text(f"deal {found['deal']} ({signed(found['points'])})"))


def _leads(summary: Value) -> Html:
    if not summary["sheet"]["deals"]:
        return NOTHING
    changes = [
        joined([text(f"deal {change['deal']}: "), name(change["from"]), text(" → "), name(change["to"])])
        for change in summary["lead_changes"]
    ]
    return section("Lead changes", lines_list(changes) or element("p", text("the lead never changed")))


def _payments(summary: Value, rules: Ruleset, stake: str | None) -> Html:
    if stake is None:
        return NOTHING
    lines = settlement_lines(payments_of(summary, rules, stake))
    return section("Who pays whom", lines_list(told(line, summary["sides"]) for line in lines))


def _corrected(corrections: Rows, players: Sequence[str]) -> Html:
    """What was corrected, taken back and restored: when, what, why."""
    lines = [f"{entry['at'].replace('T', ' ')[:16]}  {entry['say']}{_why(entry)}" for entry in corrections]
    return section("Corrections (a corrected deal bears a *)", lines_list(told(line, players) for line in lines))


def _why(entry: Value) -> str:
    return f"  ({entry['why']})" if entry["why"] else ""


def _foot(sheet: Value, rules: Ruleset, fingerprint: str) -> Html:
    """The rules by name, with source and caution, and what this page is known by."""
    caution = rules.caution.shown()
    source = f" ({rules.id}). Source: {'; '.join(rules.sources)}" if rules.sources else f" ({rules.id})"
    parts = [
        element("p", element("b", text(rules.name.shown())), text(source)),
        element("p", element("b", text("Caution: ")), text(caution), class_="caution") if caution else NOTHING,
    ]
    if fingerprint:
        command = f"scorekeeper check --fingerprint {fingerprint}"
        said = element("span", text(fingerprint), class_="fingerprint")
        parts.append(
            element(
                "p", text("Fingerprint of this session: "), said, text(". To verify: "), element("code", text(command))
            )
        )
    return element("footer", *parts)

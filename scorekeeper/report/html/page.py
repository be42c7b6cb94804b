"""The sheet and the summary as pages that are printed and kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.language import marked, tr
from scorekeeper.problems import as_typed, parted
from scorekeeper.report.finale import recap_lines, result_cell, results_of, settled_parts
from scorekeeper.report.html.chart import chart
from scorekeeper.report.html.deals import sheet_section
from scorekeeper.report.html.element import (
    NOTHING,
    Html,
    cell,
    element,
    filled,
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
from scorekeeper.report.html.strip import strip_section
from scorekeeper.report.html.style import STYLE
from scorekeeper.report.log import log_line
from scorekeeper.report.words import failing, heading, last_line, odd_deals, score, signed, winners_line
from scorekeeper.ruleset.model import Ruleset

Value = Mapping[str, Any]
Rows = Sequence[Value]
# How each side did: the head of the column of kinds, and of the section.
KINDS = (
    (marked("contract"), marked("By contract: points, in how many deals, points a deal")),
    (marked("role"), marked("By role: points, in how many deals, points a deal")),
    (marked("outcome"), marked("By outcome: points, in how many deals, points a deal")),
)


def sheet_page(
    sheet: Value,
    rules: Ruleset,
    amended: Collection[int],
    corrections: Rows = (),
    fingerprint: str = "",
    said: Sequence[str] = (),
) -> str:
    """The sheet by itself, with what was corrected."""
    parts = [
        _top(sheet, rules),
        strip_section(sheet, rules),
        sheet_section(sheet, rules, amended),
        _noted(sheet),
        _corrected(corrections, sheet["players"]),
    ]
    return page(sheet["session"], STYLE, *parts, _foot(rules, sheet["session"], fingerprint, said))


def summary_page(
    summary: Value,
    rules: Ruleset,
    amended: Collection[int] = (),
    corrections: Rows = (),
    fingerprint: str = "",
    stake: str | None = None,
    currency: str = "",
    said: Sequence[str] = (),
) -> str:
    """The evening's page: places, sheet, chart, how each side did, corrections, the rules."""
    sheet = summary["sheet"]
    parts = [
        _top(sheet, rules),
        _beside(_places(summary, rules), _recap(summary), class_="columns told"),
        strip_section(sheet, rules),
        sheet_section(sheet, rules, amended),
        _noted(sheet),
        section(tr("Running totals"), chart(sheet, rules)),
        *_results(summary, rules),
        _beside(_extremes(summary), _leads(summary)),
        _beside(*_payments(summary, rules, stake, currency)),
        _corrected(corrections, sheet["players"]),
        _foot(rules, sheet["session"], fingerprint, said),
    ]
    return page(sheet["session"], STYLE, *parts)


def _top(sheet: Value, rules: Ruleset) -> Html:
    """The session's name, its game, how far it came, who won."""
    session, game, deals = heading(sheet, rules)
    won = winners_line(sheet, rules)
    said = joined([text(f"{game} · {deals} · "), joined(map(name, sheet["players"]), ", ")])
    result = element("p", told(won, sheet["sides"]), class_="won") if won else NOTHING
    last = last_line(sheet, rules)
    result = joined([result, element("p", told(last, sheet["sides"]))]) if last else result
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
    heads = row(head(text(tr("place")), "n"), head(NOTHING), head(text(tr("total")), "n"))
    return section(tr("Ranking"), table([heads], rows, class_="narrow"))


def _recap(summary: Value) -> Html:
    """What happened, in a few sentences."""
    lines = [told(_kept_together(line), summary["sides"]) for line in recap_lines(summary)]
    return section(tr("Recap"), lines_list(lines))


def _kept_together(line: str) -> str:
    """The sentence with no line ending between its last word and the first number of its deals."""
    said, bracket, deals = line.rpartition("(")
    return said + bracket + deals.replace(" ", "\u00a0", 1)


def _noted(sheet: Value) -> Html:
    """Odd deals, and checks that fail; nothing where all is well."""
    lines = [*odd_deals(sheet), *failing(sheet["checks"])]
    return lines_list(told(line, sheet["players"]) for line in lines)


def _results(summary: Value, rules: Ruleset) -> Iterable[Html]:
    for (kinds, title), (_, found) in zip(KINDS, results_of(summary, rules), strict=True):
        heads = row(head(text(tr(kinds))), *(head(name(side), "n") for side in summary["sides"]))
        rows = [
            row(
                head(text(kind), scope="row"),
                *(cell(text(result_cell(sides.get(side))), "n") for side in summary["sides"]),
            )
            for kind, sides in found.items()
        ]
        if rows:
            yield section(tr(title), table([heads], rows))


def _beside(*parts: Html, class_: str = "columns") -> Html:
    told = [part for part in parts if part]
    return element("div", *told, class_=class_) if told else NOTHING


def _extremes(summary: Value) -> Html:
    """Each side's best and worst deal."""
    rows = [
        row(head(name(side), scope="row"), _deal_cell(found["best"]), _deal_cell(found["worst"]))
        for side, found in summary["best_and_worst"].items()
        if found["best"] and found["worst"]
    ]
    heads = row(head(NOTHING), head(text(tr("best"))), head(text(tr("worst"))))
    return section(tr("Best and worst deal"), table([heads], rows)) if rows else NOTHING


def _deal_cell(found: Value) -> Html:
    return cell(text(tr("deal {number} ({points})", number=found["deal"], points=signed(found["points"]))))


def _leads(summary: Value) -> Html:
    if not summary["sheet"]["deals"]:
        return NOTHING
    changes = [
        filled(
            tr("deal {number}: {one} → {other}"),
            number=text(change["deal"]),
            one=name(change["from"]),
            other=name(change["to"]),
        )
        for change in summary["lead_changes"]
    ]
    return section(tr("Lead changes"), lines_list(changes) or element("p", text(tr("the lead never changed"))))


def _payments(summary: Value, rules: Ruleset, stake: str | None, currency: str) -> Iterable[Html]:
    """The payments, and the accounts behind them."""
    for title, lines in settled_parts(summary, rules, stake, currency):
        yield section(title, lines_list(told(line, summary["sides"]) for line in lines))


def _corrected(corrections: Rows, players: Sequence[str]) -> Html:
    """What was corrected, taken back and restored: when, what, why."""
    lines = lines_list(told(log_line(row), players) for row in corrections)
    return section(tr("Corrections (a corrected deal bears a *)"), lines)


def _foot(rules: Ruleset, session: str, fingerprint: str, said: Sequence[str]) -> Html:
    """The rules by name, with source and caution, the options of this table, and what this page is known by."""
    caution, sources = rules.caution.shown(), parted(rules.sources)
    source = f". {tr('Source: {sources}', sources=sources)}" if sources else ""
    parts = [
        element("p", element("b", text(rules.name.shown())), text(f" ({rules.id}){source}")),
        element("p", element("b", text(tr("Caution: "))), text(caution), class_="caution") if caution else NOTHING,
        *(element("p", text(line)) for line in said),
        _verified_by(session, fingerprint) if fingerprint else NOTHING,
    ]
    return element("footer", *parts)


def _verified_by(session: str, fingerprint: str) -> Html:
    """The fingerprint, and the command that tells whether it is still the session's."""
    said = element("span", text(fingerprint), class_="fingerprint")
    command = element("code", text(f"scorekeeper check --session {as_typed(session)} --fingerprint {fingerprint}"))
    sentence = tr("Fingerprint of this session: {fingerprint}. To verify: {command}")
    return element("p", filled(sentence, fingerprint=said, command=command))

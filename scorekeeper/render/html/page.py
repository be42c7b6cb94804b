"""The sheet and the summary as pages that are printed and kept."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.render.html.element import (
    NOTHING,
    Html,
    element,
    filled,
    joined,
    lines_list,
    name,
    page,
    section,
    text,
    told,
)
from scorekeeper.render.html.sheet_tables import sheet_section
from scorekeeper.render.html.strip_table import strip_section
from scorekeeper.render.html.style import STYLE
from scorekeeper.render.html.summary_parts import (
    beside,
    extremes_section,
    leads_section,
    payments_sections,
    places_section,
    recap_section,
    results_sections,
)
from scorekeeper.render.html.svg_chart import charts
from scorekeeper.render.log_text import log_line
from scorekeeper.report.log_row import LogRow
from scorekeeper.report.sheet import Sheet
from scorekeeper.report.sheet_words import (
    by_deals_line,
    failing,
    happened,
    heading,
    last_line,
    odd_deals,
    title_words,
    winners_line,
)
from scorekeeper.report.summary import Summary
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.held import NOT_KNOWN, Held
from scorekeeper.text.language import tr
from scorekeeper.text.problems import as_typed
from scorekeeper.text.speech import parted


def sheet_page(
    sheet: Sheet,
    rules: Ruleset,
    corrections: Sequence[LogRow] = (),
    fingerprint: str = "",
    said: Sequence[str] = (),
    held: Held = NOT_KNOWN,
) -> str:
    """The sheet by itself, with what was corrected; `held` says when and where."""
    parts = sheet_parts(sheet, rules, corrections, fingerprint, said, held)
    return page(title_words(sheet, rules, held.when), STYLE, *parts)


def sheet_parts(
    sheet: Sheet,
    rules: Ruleset,
    corrections: Sequence[LogRow] = (),
    fingerprint: str = "",
    said: Sequence[str] = (),
    held: Held = NOT_KNOWN,
) -> list[Html]:
    """What stands on the page of a sheet."""
    return [
        _top(sheet, rules, held),
        strip_section(sheet, rules),
        sheet_section(sheet, rules, _noted(sheet, rules)),
        _corrected(corrections, sheet.players),
        _foot(rules, sheet.session, fingerprint, said),
    ]


def summary_page(
    summary: Summary,
    rules: Ruleset,
    corrections: Sequence[LogRow] = (),
    fingerprint: str = "",
    stake: str | None = None,
    currency: str = "",
    said: Sequence[str] = (),
    held: Held = NOT_KNOWN,
) -> str:
    """The page of a session: places, sheet, chart, how each side did, corrections, the rules."""
    parts = summary_parts(summary, rules, corrections, fingerprint, stake, currency, said, held)
    return page(title_words(summary.sheet, rules, held.when), STYLE, *parts)


def summary_parts(
    summary: Summary,
    rules: Ruleset,
    corrections: Sequence[LogRow] = (),
    fingerprint: str = "",
    stake: str | None = None,
    currency: str = "",
    said: Sequence[str] = (),
    held: Held = NOT_KNOWN,
) -> list[Html]:
    """What stands on that page."""
    sheet = summary.sheet
    return [
        _top(sheet, rules, held),
        beside(places_section(summary, rules), recap_section(summary), class_="columns told"),
        strip_section(sheet, rules),
        sheet_section(sheet, rules, _noted(sheet, rules)),
        section(tr("Running totals"), charts(sheet, rules)),
        *results_sections(summary, rules),
        _in_one_piece(
            beside(extremes_section(summary, rules), leads_section(summary)),
            beside(*payments_sections(summary, rules, stake, currency)),
            _corrected(corrections, sheet.players),
            _foot(rules, sheet.session, fingerprint, said),
        ),
    ]


def _in_one_piece(*parts: Html) -> Html:
    """The end of a page, so that no last sheet of paper bears a line or two."""
    return element("div", *(Html(f"\n{part}") for part in parts if part), class_="tail")


def _top(sheet: Sheet, rules: Ruleset, held: Held) -> Html:
    """The game, the people and the day; where it was, how far it came and what it is kept under;
    who won."""
    session, game, deals = heading(sheet, rules)
    people = joined((name(sheet.called(player)) for player in sheet.players), ", ")
    below = element("small", joined([people, *([text(held.when)] if held.when else [])], " · "))
    place = [name(held.place)] if held.place else []
    said = joined([*place, text(deals), name(session)], " · ")
    won = winners_line(sheet, rules)
    result = element("p", told(won, sheet.sides), class_="won") if won else NOTHING
    last = last_line(sheet, rules)
    result = joined([result, element("p", told(last, sheet.sides))]) if last else result
    title = element("h1", joined([text(game), below], " "))
    return element("header", title, element("p", said), result)


def _noted(sheet: Sheet, rules: Ruleset) -> Html:
    """What happened between the deals, odd deals, checks that fail; nothing where all is well."""
    lines = [*happened(sheet), *sheet.counted, *odd_deals(sheet), *failing(sheet.checks, rules)]
    lines += filter(None, [by_deals_line(sheet, rules)])
    return lines_list(told(line, sheet.players) for line in lines)


def _corrected(corrections: Sequence[LogRow], players: Sequence[str]) -> Html:
    """What was corrected, taken back and restored: when, what, why."""
    lines = lines_list(told(log_line(row), players) for row in corrections)
    return section(tr("Corrections (a corrected deal bears a *)"), lines)


def _foot(rules: Ruleset, session: str, fingerprint: str, said: Sequence[str]) -> Html:
    """The rules by name, with source and caution, the options of this table, and what this page
    is known by."""
    caution, sources = rules.about.caution.shown(), parted(rules.about.sources)
    source = f". {tr('Source: {sources}', sources=sources)}" if sources else ""
    parts = [
        element("p", element("b", text(rules.name.shown())), text(f" ({rules.id}){source}")),
        element("p", element("b", text(tr("Caution: "))), text(caution), class_="caution")
        if caution
        else NOTHING,
        *(element("p", text(line)) for line in said),
        _verified_by(session, fingerprint) if fingerprint else NOTHING,
    ]
    return element("footer", *parts)


def _verified_by(session: str, fingerprint: str) -> Html:
    """The fingerprint, and the command that tells whether it is still the session's."""
    said = element("span", text(fingerprint), class_="fingerprint")
    command = element(
        "code", text(f"scorekeeper check --session {as_typed(session)} --fingerprint {fingerprint}")
    )
    sentence = tr("Fingerprint of this session: {fingerprint}. To verify: {command}")
    return element("p", filled(sentence, fingerprint=said, command=command))

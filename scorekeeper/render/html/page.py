"""Score sheets and summaries as HTML pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.render.html.element import (
    NOTHING,
    Html,
    HtmlCell,
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
from scorekeeper.render.html.sheet_tables import sheet_section, strip_section, word_class
from scorekeeper.render.html.style import STYLE
from scorekeeper.render.session_lists import log_line
from scorekeeper.render.svg_chart import charts
from scorekeeper.report.log_report import LogRow
from scorekeeper.report.shared_labels import carried_lines, few_are_good, made, who_word
from scorekeeper.report.sheet import Sheet
from scorekeeper.report.sheet_text import (
    by_deals_line,
    failing,
    first_readings,
    happened,
    heading,
    last_line,
    odd_deals,
    penalties_apart,
    title_words,
    winners_line,
)
from scorekeeper.report.summary import Extreme, LeadChange, Summary
from scorekeeper.report.summary_document import (
    kept_together,
    recap_lines,
    result_cell,
    result_words,
    results_of,
    settled_parts,
)
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.local_formats import NOT_KNOWN, DateAndPlace
from scorekeeper.text.message_text import parted
from scorekeeper.text.problems import as_typed
from scorekeeper.text.translation import marked, tr

# --- summary parts -----------------------------------------------------------------------------
# The parts of the summary page that are not on the sheet: the winners, the results, and the
# payments.


# The tables of results: the header of the column of kinds, and the title of the section.
KINDS = (
    (marked("contract"), marked("By contract")),
    (marked("role"), marked("By role")),
    (marked("outcome"), marked("By outcome")),
)


def places_section(summary: Summary, rules: Ruleset) -> Html:
    """Return the ranking; tied sides share a place."""
    sheet = summary.sheet
    rows = [
        row(
            cell(text(f"{place.shown}{'=' if place.is_shared else ''}"), "n"),
            cell(joined((name(sheet.called(side)) for side in place.sides), ", ")),
            cell(text(result_words(place, rules)), "n total"),
        )
        for place in summary.ranking
    ]
    heads = row(
        head(text(tr("place")), "n"), head(text(who_word(rules))), head(text(tr("total")), "n")
    )
    ranking = table(_winning(summary, rules), [heads], rows, class_="narrow")
    carried = carried_lines(rules, summary.sheet.counters)
    stand = lines_list(told(line, summary.sheet.sides) for line in carried)
    return section(tr("Ranking"), ranking, stand)


def _winning(summary: Summary, rules: Ruleset) -> str:
    """Return the note on the totals that win."""
    if summary.sheet.ranks_by_deals:
        return tr("ranked by points per deal")
    if summary.sheet.is_match_ranked:
        return tr("points of the match: the most win")
    fewest = rules.game.lowest_wins and not summary.sheet.settled
    return tr("the fewest points win") if fewest else tr("the most points win")


def recap_section(summary: Summary) -> Html:
    """Return the recap: the session in a few sentences."""
    names = (*summary.names, *summary.sheet.labels.values())
    lines = [told(kept_together(line), names) for line in recap_lines(summary)]
    return section(tr("Recap"), lines_list(lines))


def results_sections(summary: Summary, rules: Ruleset) -> Iterable[Html]:
    """Return the tables of results by kind of deal, next to each other for two sides."""
    if len(summary.names) > 2:
        return _results_tables(summary, rules, None)
    return [beside(*_results_tables(summary, rules, "many"))]


def _results_tables(summary: Summary, rules: Ruleset, look: str | None) -> Iterable[Html]:
    for (kinds, title), (_, found) in zip(KINDS, results_of(summary, rules), strict=True):
        heads = row(head(text(tr(kinds))), *(head(name(side), "n") for side in summary.names))
        rows = [
            row(
                head(text(kind), word_class(kind), scope="row"),
                *(cell(text(result_cell(sides.get(side), rules)), "n") for side in summary.names),
            )
            for kind, sides in found.items()
        ]
        if rows:
            caption = tr("points, in how many deals, points a deal")
            apart = [*first_readings(summary.sheet), *penalties_apart(summary.sheet)]
            more = [few_are_good(rules), *apart]
            caption = parted(filter(None, [caption, *more]))
            yield section(tr(title), table(caption, [heads], rows, class_=look))


def beside(*parts: Html, class_: str = "columns") -> Html:
    """Return the parts in columns next to each other, without empty ones."""
    told = [part for part in parts if part]
    return element("div", *told, class_=class_) if told else NOTHING


def extremes_section(summary: Summary, rules: Ruleset) -> Html:
    """Return each side's best and worst deal."""
    rows = [
        row(
            head(name(side), scope="row"),
            _deal_cell(found.best, rules),
            _deal_cell(found.worst, rules),
        )
        for side, found in summary.extremes.items()
        if found.best and found.worst
    ]
    heads = [who_word(rules), tr("best deal"), tr("worst deal")]
    found = table(tr("what a deal brought"), [row(*(head(text(word)) for word in heads))], rows)
    return section(tr("Best and worst deal"), found) if rows else NOTHING


def _deal_cell(found: Extreme, rules: Ruleset) -> HtmlCell:
    points = made(found.points, rules)
    return cell(text(tr("deal {number} ({points})", number=found.deal, points=points)))


def leads_section(summary: Summary) -> Html:
    """Return the list of lead changes and their deals."""
    if not summary.sheet.deals or len(summary.sheet.sides) == 1:
        return NOTHING
    changes = [
        filled(
            _change_sentence(change),
            number=text(change.deal),
            one=name(change.before),
            other=name(change.after),
        )
        for change in summary.lead_changes
    ]
    return section(
        tr("Lead changes"), lines_list(changes) or element("p", text(tr("the lead never changed")))
    )


def _change_sentence(change: LeadChange) -> str:
    if change.is_penalty:
        return tr("penalty after deal {number}: {one} → {other}")
    return tr("deal {number}: {one} → {other}")


def payments_sections(
    summary: Summary, rules: Ruleset, stake: str | None, currency: str
) -> Iterable[Html]:
    """Yield the payments, and the accounts from which they follow."""
    for title, lines in settled_parts(summary, rules, stake, currency):
        yield section(title, lines_list(told(line, summary.sheet.sides) for line in lines))


# --- the sheet and the summary as pages to print and save --------------------------------------


def sheet_page(
    sheet: Sheet,
    rules: Ruleset,
    corrections: Sequence[LogRow] = (),
    fingerprint: str = "",
    said: Sequence[str] = (),
    held: DateAndPlace = NOT_KNOWN,
) -> str:
    """Return the HTML page of a sheet with its corrections. `said` are lines on the players'
    settings; `held` has the date and the place."""
    parts = sheet_parts(sheet, rules, corrections, fingerprint, said, held)
    return page(title_words(sheet, rules, held.when), STYLE, *parts)


def sheet_parts(
    sheet: Sheet,
    rules: Ruleset,
    corrections: Sequence[LogRow] = (),
    fingerprint: str = "",
    said: Sequence[str] = (),
    held: DateAndPlace = NOT_KNOWN,
) -> list[Html]:
    """Return the parts of a sheet's HTML page."""
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
    held: DateAndPlace = NOT_KNOWN,
) -> str:
    """Return the HTML page of a session: places, sheet, chart, results by kind of deal,
    corrections, rules."""
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
    held: DateAndPlace = NOT_KNOWN,
) -> list[Html]:
    """Return the parts of a summary's HTML page."""
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
    """Return the parts as one block, so that the last sheet of paper has more than a line
    or two."""
    return element("div", *(Html(f"\n{part}") for part in parts if part), class_="tail")


def _top(sheet: Sheet, rules: Ruleset, held: DateAndPlace) -> Html:
    """Return the page header: game, players and day; place, progress and session name; winners."""
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
    """Return notes on irregular events, counting players, warnings and failed checks; empty
    without any."""
    lines = [*happened(sheet), *sheet.counted, *odd_deals(sheet), *failing(sheet.checks, rules)]
    lines += filter(None, [by_deals_line(sheet, rules)])
    return lines_list(told(line, sheet.players) for line in lines)


def _corrected(corrections: Sequence[LogRow], players: Sequence[str]) -> Html:
    """Return the list of corrections, undos and redos, with time and reason."""
    lines = lines_list(told(log_line(row), players) for row in corrections)
    return section(tr("Corrections (a corrected deal bears a *)"), lines)


def _foot(rules: Ruleset, session: str, fingerprint: str, said: Sequence[str]) -> Html:
    """Return the page footer: rules with source and caution, the players' options, and any
    fingerprint."""
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
    """Return the fingerprint, and the command that checks it against the session."""
    said = element("span", text(fingerprint), class_="fingerprint")
    command = element(
        "code", text(f"scorekeeper check --session {as_typed(session)} --fingerprint {fingerprint}")
    )
    sentence = tr("Fingerprint of this session: {fingerprint}. To verify: {command}")
    return element("p", filled(sentence, fingerprint=said, command=command))

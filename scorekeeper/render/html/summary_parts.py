"""The parts of the evening's page that are not on the sheet: who won, how, and who pays whom."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.render.finale import (
    kept_together,
    recap_lines,
    result_cell,
    result_words,
    results_of,
)
from scorekeeper.render.html.element import (
    NOTHING,
    Html,
    cell,
    element,
    filled,
    head,
    joined,
    lines_list,
    name,
    row,
    section,
    table,
    text,
    told,
)
from scorekeeper.render.html.paper_table import Cell
from scorekeeper.render.html.sheet_tables import word_class
from scorekeeper.render.settled import settled_parts
from scorekeeper.report.counters import carried_lines
from scorekeeper.report.phrases import few_are_good, made, who_word
from scorekeeper.report.sheet_words import first_readings, penalties_apart
from scorekeeper.report.summary import Extreme, LeadChange, Summary
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import marked, tr
from scorekeeper.text.speech import parted

# How each side did: the head of the column of kinds, and of the section.
KINDS = (
    (marked("contract"), marked("By contract")),
    (marked("role"), marked("By role")),
    (marked("outcome"), marked("By outcome")),
)


def places_section(summary: Summary, rules: Ruleset) -> Html:
    """The ranking: sides that are level share a place."""
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
    """Which totals of the ranking are best."""
    if summary.sheet.ranks_by_deals:
        return tr("ranked by points per deal")
    if summary.sheet.is_match_ranked:
        return tr("points of the match: the most win")
    fewest = rules.game.lowest_wins and not summary.sheet.settled
    return tr("the fewest points win") if fewest else tr("the most points win")


def recap_section(summary: Summary) -> Html:
    """What happened, in a few sentences."""
    names = (*summary.names, *summary.sheet.labels.values())
    lines = [told(kept_together(line), names) for line in recap_lines(summary)]
    return section(tr("Recap"), lines_list(lines))


def results_sections(summary: Summary, rules: Ruleset) -> Iterable[Html]:
    """How each side did, a table a kind; those of two sides leave room for another beside them."""
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
    """The parts in columns beside each other; those with nothing in them are left out."""
    told = [part for part in parts if part]
    return element("div", *told, class_=class_) if told else NOTHING


def extremes_section(summary: Summary, rules: Ruleset) -> Html:
    """Each side's best and worst deal."""
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


def _deal_cell(found: Extreme, rules: Ruleset) -> Cell:
    points = made(found.points, rules)
    return cell(text(tr("deal {number} ({points})", number=found.deal, points=points)))


def leads_section(summary: Summary) -> Html:
    """After which deals another side was in front."""
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
    """The payments, and the accounts behind them."""
    for title, lines in settled_parts(summary, rules, stake, currency):
        yield section(title, lines_list(told(line, summary.sheet.sides) for line in lines))

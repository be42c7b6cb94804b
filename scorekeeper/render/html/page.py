"""The sheet and the summary as pages that are printed and kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.language import marked, tr
from scorekeeper.problems import as_typed, parted
from scorekeeper.render.finale import recap_lines, result_cell, results_of
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
    page,
    row,
    section,
    table,
    text,
    told,
)
from scorekeeper.render.html.sheet_tables import sheet_section, word_class
from scorekeeper.render.html.strip_table import strip_section
from scorekeeper.render.html.style import STYLE
from scorekeeper.render.html.svg_chart import chart
from scorekeeper.render.log import log_line
from scorekeeper.render.settled import settled_parts
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.sheet.log_row import LogRow
from scorekeeper.sheet.sheet import Sheet
from scorekeeper.sheet.sheet_words import (
    failing,
    heading,
    last_line,
    odd_deals,
    title_words,
    winners_line,
)
from scorekeeper.sheet.summary import Extreme, Summary
from scorekeeper.words.held import NOT_KNOWN, Held
from scorekeeper.words.phrases import few_are_good, made, score, who_word

# How each side did: the head of the column of kinds, and of the section.
KINDS = (
    (marked("contract"), marked("By contract")),
    (marked("role"), marked("By role")),
    (marked("outcome"), marked("By outcome")),
)


def sheet_page(
    sheet: Sheet,
    rules: Ruleset,
    corrections: Sequence[LogRow] = (),
    fingerprint: str = "",
    said: Sequence[str] = (),
    held: Held = NOT_KNOWN,
) -> str:
    """The sheet by itself, with what was corrected; `held` says when and where."""
    parts = [
        _top(sheet, rules, held),
        strip_section(sheet, rules),
        sheet_section(sheet, rules),
        _noted(sheet, rules),
        _corrected(corrections, sheet.players),
    ]
    title = title_words(sheet, rules, held.when)
    return page(title, STYLE, *parts, _foot(rules, sheet.session, fingerprint, said))


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
    """The evening's page: places, sheet, chart, how each side did, corrections, the rules."""
    sheet = summary.sheet
    parts = [
        _top(sheet, rules, held),
        _beside(_places(summary, rules), _recap(summary), class_="columns told"),
        strip_section(sheet, rules),
        sheet_section(sheet, rules),
        _noted(sheet, rules),
        section(tr("Running totals"), chart(sheet, rules)),
    ]
    end = [
        *_results(summary, rules),
        _beside(_extremes(summary, rules), _leads(summary)),
        _beside(*_payments(summary, rules, stake, currency)),
        _corrected(corrections, sheet.players),
        _foot(rules, sheet.session, fingerprint, said),
    ]
    # In one piece, so that no last sheet of paper bears a line or two.
    tail = element("div", *(Html(f"\n{part}") for part in end if part), class_="tail")
    return page(title_words(sheet, rules, held.when), STYLE, *parts, tail)


def _top(sheet: Sheet, rules: Ruleset, held: Held) -> Html:
    """The game, the people and the day; where it was, how far it came and what it is kept under;
    who won."""
    session, game, deals = heading(sheet, rules)
    people = joined(map(name, sheet.players), ", ")
    below = element("small", joined([people, *([text(held.when)] if held.when else [])], " · "))
    place = [name(held.place)] if held.place else []
    said = joined([*place, text(deals), name(session)], " · ")
    won = winners_line(sheet, rules)
    result = element("p", told(won, sheet.sides), class_="won") if won else NOTHING
    last = last_line(sheet, rules)
    result = joined([result, element("p", told(last, sheet.sides))]) if last else result
    title = element("h1", joined([text(game), below], " "))
    return element("header", title, element("p", said), result)


def _places(summary: Summary, rules: Ruleset) -> Html:
    rows = [
        row(
            cell(text(f"{place.place}{'=' if len(place.sides) > 1 else ''}"), "n"),
            cell(joined(map(name, place.sides), ", ")),
            cell(text(score(place.total, rules)), "n total"),
        )
        for place in summary.ranking
    ]
    heads = row(
        head(text(tr("place")), "n"), head(text(who_word(rules))), head(text(tr("total")), "n")
    )
    return section(tr("Ranking"), table(_winning(summary, rules), [heads], rows, class_="narrow"))


def _winning(summary: Summary, rules: Ruleset) -> str:
    """Which totals of the ranking are best."""
    if summary.sheet.is_match_ranked:
        return tr("points of the match: the most win")
    return tr("the fewest points win") if rules.game.lowest_wins else tr("the most points win")


def _recap(summary: Summary) -> Html:
    """What happened, in a few sentences."""
    lines = [told(_kept_together(line), summary.sheet.sides) for line in recap_lines(summary)]
    return section(tr("Recap"), lines_list(lines))


def _kept_together(line: str) -> str:
    """The sentence with no line ending between its last word and the first number of its deals."""
    said, bracket, deals = line.rpartition("(")
    return said + bracket + deals.replace(" ", "\u00a0", 1)


def _noted(sheet: Sheet, rules: Ruleset) -> Html:
    """Odd deals, and checks that fail; nothing where all is well."""
    lines = [*odd_deals(sheet), *failing(sheet.checks, rules)]
    return lines_list(told(line, sheet.players) for line in lines)


def _results(summary: Summary, rules: Ruleset) -> Iterable[Html]:
    """How each side did, a table a kind; those of two sides leave room for another beside them."""
    if len(summary.sheet.sides) > 2:
        return _results_tables(summary, rules, None)
    return [_beside(*_results_tables(summary, rules, "many"))]


def _results_tables(summary: Summary, rules: Ruleset, look: str | None) -> Iterable[Html]:
    for (kinds, title), (_, found) in zip(KINDS, results_of(summary, rules), strict=True):
        heads = row(head(text(tr(kinds))), *(head(name(side), "n") for side in summary.sheet.sides))
        rows = [
            row(
                head(text(kind), word_class(kind), scope="row"),
                *(
                    cell(text(result_cell(sides.get(side), rules)), "n")
                    for side in summary.sheet.sides
                ),
            )
            for kind, sides in found.items()
        ]
        if rows:
            caption = tr("points, in how many deals, points a deal")
            caption = parted(filter(None, [caption, few_are_good(rules)]))
            yield section(tr(title), table(caption, [heads], rows, class_=look))


def _beside(*parts: Html, class_: str = "columns") -> Html:
    told = [part for part in parts if part]
    return element("div", *told, class_=class_) if told else NOTHING


def _extremes(summary: Summary, rules: Ruleset) -> Html:
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


def _deal_cell(found: Extreme, rules: Ruleset) -> Html:
    points = made(found.points, rules)
    return cell(text(tr("deal {number} ({points})", number=found.deal, points=points)))


def _leads(summary: Summary) -> Html:
    if not summary.sheet.deals:
        return NOTHING
    changes = [
        filled(
            tr("deal {number}: {one} → {other}"),
            number=text(change.deal),
            one=name(change.before),
            other=name(change.after),
        )
        for change in summary.lead_changes
    ]
    return section(
        tr("Lead changes"), lines_list(changes) or element("p", text(tr("the lead never changed")))
    )


def _payments(summary: Summary, rules: Ruleset, stake: str | None, currency: str) -> Iterable[Html]:
    """The payments, and the accounts behind them."""
    for title, lines in settled_parts(summary, rules, stake, currency):
        yield section(title, lines_list(told(line, summary.sheet.sides) for line in lines))


def _corrected(corrections: Sequence[LogRow], players: Sequence[str]) -> Html:
    """What was corrected, taken back and restored: when, what, why."""
    lines = lines_list(told(log_line(row), players) for row in corrections)
    return section(tr("Corrections (a corrected deal bears a *)"), lines)


def _foot(rules: Ruleset, session: str, fingerprint: str, said: Sequence[str]) -> Html:
    """The rules by name, with source and caution, the options of this table, and what this page
    is known by."""
    caution, sources = rules.caution.shown(), parted(rules.sources)
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

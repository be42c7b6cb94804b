"""The empty sheet as an HTML page to fill in by pen."""

from __future__ import annotations

from scorekeeper.render.html.element import (
    NOTHING,
    Html,
    HtmlRow,
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
)
from scorekeeper.render.html.sheet_tables import apart, side_heads, sum_class
from scorekeeper.render.html.style import STYLE
from scorekeeper.report.blank import (
    BlankCount,
    BlankSheet,
    LabelRow,
    Line,
    chosen_words,
    header_line,
    own_facts,
    rounds_of_blank,
    scheduled,
)
from scorekeeper.report.shared_labels import RESTS, SUM, part_heads, score
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message_text import labelled, parted
from scorekeeper.text.translation import tr


def blank_page(blank: BlankSheet, rules: Ruleset) -> str:
    """Return the HTML page: names and date, quotas, a row for each deal with a Σ box, and how to
    type it in."""
    top = element(
        "header",
        element("h1", text(blank.name)),
        element("p", text(tr("Date {date}   Where {place}", date="_" * 14, place="_" * 28))),
        *(element("p", text(line)) for line in blank.said),
    )
    said = [
        joined([element("b", text(word)), text(labelled("", quotas))])
        for word, quotas in blank.quotas.items()
        if quotas
    ]
    parts = [
        top,
        _names(blank, rules),
        section(tr("Quotas"), lines_list(said)),
        section(tr("Deals"), _deals(blank, rules), class_="deals"),
        _foot(blank),
    ]
    return page(blank.name, STYLE, *parts)


def _names(blank: BlankSheet, rules: Ruleset) -> Html:
    """Return the table of players with room for names. If contracts are picked once, each player
    has a box for each contract, and room for the running score."""
    picked = blank.grid
    if blank.named and not picked:
        return NOTHING
    if not picked:
        players = row(*(head(text(player), "room") for player in blank.players))
        return section(tr("Players, clockwise"), table(tr("names"), [players], [], class_="blank"))
    contracts = [head(text(word), "c") for word in picked]
    heads = row(head(text(tr("player"))), *contracts, head(text(tr("total")), "score"))
    look = None if blank.named else "room"
    boxes = [*(cell(NOTHING) for _ in picked), cell(NOTHING, "score")]
    rows = [row(head(name(player), look, scope="row"), *boxes) for player in blank.players]
    caption = tr("names, and the contracts that each has played")
    return section(tr("Players, clockwise"), table(caption, [heads], rows, class_="blank"))


def _deals(blank: BlankSheet, rules: Ruleset) -> Html:
    """Return the table of deals: two header rows, a row for a start score above zero, and a row
    for each deal."""
    before, parts = _before(blank, rules), _parts(blank)
    above = [
        *apart(cell(NOTHING), len(before)),
        *(head(name(side), "first c", len(parts)) for side in blank.sides),
    ]
    below = [head(text(word)) for word in before] + side_heads(parts) * len(blank.sides)
    if blank.sums:
        above, below = [*above, head(NOTHING)], [*below, head(text(SUM), "first n")]
    rounds = [
        [_line_row(line, rules, len(before), len(parts), blank) for line in lines]
        for lines in rounds_of_blank(blank)
    ]
    caption = tr("a row for each deal, to be filled in")
    return table(caption, [row(*above), row(*below)], *rounds, class_="blank")


def _before(blank: BlankSheet, rules: Ruleset) -> list[str]:
    """Return the headers before the sides: the deal, its facts, and counts of single players in a
    game of partners."""
    facts = own_facts(blank, rules).values()
    common = [count for count in blank.counts.values() if _is_common(count, blank)]
    counts = [f"{count.word} {who}" for count in common for who in count.of]
    return ["#", part_heads(rules)[0], *chosen_words(rules).values(), *facts, *counts]


def _parts(blank: BlankSheet) -> list[str]:
    """Return the headers of one side: its counts, points and total, and its counters."""
    counts = [count.word for count in blank.counts.values() if not _is_common(count, blank)]
    return [*counts, "±", tr("total"), *blank.counters.values()]


def _is_common(count: BlankCount, blank: BlankSheet) -> bool:
    """Return True if partners play and the count has a number for each player."""
    return len(blank.sides) != len(blank.players) and count.of == blank.players


def _line_row(line: Line, rules: Ruleset, before: int, parts: int, blank: BlankSheet) -> HtmlRow:
    """Return a row with its known values, and the start score in the cell of each side's total."""
    chosen = chosen_words(rules)
    if isinstance(line, LabelRow):
        number, names, begun = "", [line.label, *("" for _ in chosen)], line.start
    else:
        number, names, begun = str(line.deal or ""), scheduled(line, chosen), None
    cells = [cell(text(number), "n"), *(cell(name(word)) for word in names)]
    cells += [cell(NOTHING) for _ in range(before - len(cells))]
    start = NOTHING if begun is None else text(score(begun, rules))
    total = parts - 1 - len(blank.counters)
    boxes = [
        cell(start if place == total else NOTHING, "n" if place else "first n")
        for place in range(parts)
    ]
    dashes = [cell(text(RESTS), "n" if place else "first n") for place in range(parts)]
    resting = () if isinstance(line, LabelRow) else line.resting
    sides = [box for side in blank.sides for box in (dashes if side in resting else boxes)]
    sums = [cell(NOTHING, "first")] if blank.sums else []
    look = sum_class(begun is not None) if isinstance(line, LabelRow) else None
    return row(*cells, *sides, *sums, class_=look)


def _foot(blank: BlankSheet) -> Html:
    """Return the footer: the sum of each count, the source, and the header line of the CSV."""
    totals = [
        tr("{count}: {total} in all", count=count.word, total=count.total)
        for count in blank.counts.values()
        if count.total is not None
    ]
    sums = [tr("Σ: what the sides score in a deal, added up")] if blank.sums else []
    parts = [element("p", text(" · ".join([*totals, *sums])))] if totals or sums else []
    if blank.sources:
        parts.append(element("p", text(tr("Source: {sources}", sources=parted(blank.sources)))))
    header, command = (
        element("code", text(header_line(blank))),
        element("code", text(f"scorekeeper import {tr('FILE.csv')}")),
    )
    typed = tr("To type it in, begin a CSV file with {header}, a line a deal, and: {command}")
    return element("footer", *parts, element("p", filled(typed, header=header, command=command)))

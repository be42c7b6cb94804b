"""The end-of-session page as text: places, sheet, how each side did, chart, who pays whom. The
other renderings of that page take their lines from here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.render.plain import linear
from scorekeeper.render.settled import settled_lines
from scorekeeper.render.text import sheet_text, text_table
from scorekeeper.render.text_chart import chart_lines
from scorekeeper.report.counters import carried_lines
from scorekeeper.report.phrases import (
    as_judged,
    contract_word,
    few_are_good,
    in_deals_words,
    made,
    outcomes_are_named,
    role_word,
    score,
    short_outcomes,
)
from scorekeeper.report.sheet_words import first_readings, open_label, penalties_apart, title_words
from scorekeeper.report.summary import Extremes, LeadChange, Place, Result, Results, Summary
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.held import NOT_KNOWN, Held
from scorekeeper.text.ink import NO_INK, Ink
from scorekeeper.text.language import tr, trc, trn
from scorekeeper.text.money import signed_decimal
from scorekeeper.text.speech import labelled
from scorekeeper.text.width import all_wrapped, cut, padded, safe, width_of, wrapped

LEAST_WORD = 8


def summary_text(
    summary: Summary,
    rules: Ruleset,
    width: int = 80,
    plain: bool = False,
    stake: str | None = None,
    currency: str = "",
    held: Held = NOT_KNOWN,
    ink: Ink = NO_INK,
) -> str:
    """The whole page, at most `width` columns wide; `plain` is linear, for a screen reader.
    `held` says when and where."""
    sheet = summary.sheet
    if plain:
        told = linear([*_occasion(held), *_plain_pairs(summary, rules, stake, currency)])
        return "\n\n".join([told, sheet_text(sheet, rules, width, True)])
    title = " · ".join(filter(None, [title_words(sheet, rules, held.when), held.place]))
    parts = [
        "\n".join(map(ink.bold, wrapped(title, width, "  "))),
        "\n".join(ranking_lines(summary, rules, width, ink)),
        _paragraph(carried_lines(rules, sheet.counters), width),
        _paragraph(recap_lines(summary), width),
        sheet_text(sheet, rules, width, ink=ink),
        *_how_each_did(summary, rules, width, ink),
        "\n".join(chart_lines(sheet, rules, width)),
        *(_paragraph(lines, width) for lines in settled_lines(summary, rules, stake, currency)),
        tr("fingerprint {code}", code=summary.fingerprint) if summary.fingerprint else "",
    ]
    return "\n\n".join(filter(None, parts))


def _paragraph(lines: Iterable[str], width: int) -> str:
    return "\n".join(all_wrapped(lines, width))


def _how_each_did(summary: Summary, rules: Ruleset, width: int, ink: Ink) -> Iterable[str]:
    """Which points of a deal are good, where fewer are; how each side did by kind of deal; its best
    and worst deal; and the changes of the lead."""
    if summary.sheet.deals:
        yield "\n".join(wrapped(few_are_good(rules), width, "  "))
    yield _paragraph([*first_readings(summary.sheet), *penalties_apart(summary.sheet)], width)
    for title, found in results_of(summary, rules):
        if found:
            yield results_table(title, found, summary, rules, width, ink)
    yield _paragraph(extreme_lines(summary, rules), width)
    yield _paragraph(lead_lines(summary), width)


def _occasion(held: Held) -> Iterable[tuple[str, str]]:
    """The day and the place, as far as they are known."""
    if held.when:
        yield trc("when an evening was", "date"), held.when
    if held.place:
        yield trc("where an evening was", "place"), held.place


def recap_lines(summary: Summary) -> list[str]:
    """The sentences of the recap."""
    return [sentence.text for sentence in summary.recap]


def kept_together(line: str) -> str:
    """A sentence of the recap in which no line ends between the last word and the first number of
    its deals."""
    said, bracket, deals = line.rpartition("(")
    return said + bracket + deals.replace(" ", "\u00a0", 1)


def ranking_lines(
    summary: Summary, rules: Ruleset, width: int = 200, ink: Ink = NO_INK
) -> list[str]:
    """`1= Ann, Bo  +4`: a place a line, shared by those who are level; the first in bold."""
    rows = [
        (
            f"{row.shown}{'=' if row.is_shared else ' '}",
            safe(", ".join(map(summary.sheet.called, row.sides))),
            result_words(row, rules),
        )
        for row in summary.ranking
    ]
    totals = max(len(total) for _, _, total in rows)
    places = max(len(place) for place, _, _ in rows)
    names = min(max(width_of(who) for _, who, _ in rows), max(1, width - totals - places - 3))
    lines = [
        f"{place:<{places}} {padded(who, names)}  {total:>{totals}}" for place, who, total in rows
    ]
    return [ink.bold(lines[0]), *lines[1:]] if summary.sheet.leaders else lines


def result_words(row: Place, rules: Ruleset) -> str:
    """What a place has: the total, and where they rank the deals and the points of one."""
    if row.deals is None:
        return score(row.shown_total, rules)
    return in_deals_words(row.shown_total, row.deals, row.average, rules, row.average_range)


def results_of(summary: Summary, rules: Ruleset) -> Iterable[tuple[str, Results]]:
    """How each side did: by contract or by outcome, and by role."""
    by_contract, by_role = summary.by_contract, summary.by_role
    yield (
        tr("by contract"),
        {contract_word(rules, contract): sides for contract, sides in by_contract.items()},
    )
    yield tr("by role"), {role_word(rules, role): sides for role, sides in by_role.items()}
    yield tr("by outcome"), summary.by_outcome if outcomes_are_named(rules) else {}


def results_table(
    title: str, found: Results, summary: Summary, rules: Ruleset, width: int, ink: Ink = NO_INK
) -> str:
    """A row a kind of deal, a column a side: points, in how many deals, points a deal; where that
    is too wide the averages go first, then the words that most kinds begin with, and then half of
    the sides follow below. Who played none of these deals has no column."""
    played = {side for results in found.values() for side in results}
    sides = [name for name in summary.names if name in played]
    return _results_of_sides(title, found, sides, rules, width, ink)


def _results_of_sides(
    title: str, found: Results, sides: Sequence[str], rules: Ruleset, width: int, ink: Ink
) -> str:
    """The table of these sides, or of each half of them where all have no room."""
    kinds = [safe(kind) for kind in found]
    short = [short_outcomes(rules).get(kind, kind) for kind in kinds]
    for averages in (True, False):
        cells = _result_cells(found, sides, rules, averages)
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        room = width - sum(widths) - 2 * len(widths)
        if room >= max(map(width_of, short)):
            break
    if max(map(width_of, kinds)) > room:
        kinds = short
    first = min(max(map(width_of, [title, *kinds])), max(LEAST_WORD, room))
    if first > room and len(sides) > 1:
        half = (len(sides) + 1) // 2
        return "\n\n".join(
            _results_of_sides(title, found, part, rules, width, ink)
            for part in (sides[:half], sides[half:])
        )
    wider = max(0, room - first) // len(widths)
    heads = [
        cut(title, first),
        *(cut(side, wide + wider) for side, wide in zip(sides, widths, strict=True)),
    ]
    rows = [[cut(kind, first), *row] for kind, row in zip(kinds, cells, strict=True)]
    return text_table(heads, rows, ["left", *["right"] * len(widths)], ink=ink)


def _result_cells(
    found: Results, sides: Sequence[str], rules: Ruleset, averages: bool
) -> list[list[str]]:
    return [
        [result_cell(results.get(side), rules, averages) for side in sides]
        for results in found.values()
    ]


def result_cell(result: Result | None, rules: Ruleset, averages: bool = True) -> str:
    """`+5 in 3, +1.7`; the average only where it says more."""
    if result is None:
        return "-"
    told = averages and result.deals > 1 and result.points
    average = signed_decimal(result.points / result.deals, 1) if told else ""
    average = as_judged(average, rules.game.lowest_wins)
    # Translators: points made in a number of deals, "+5 in 3"; the average of a deal may follow
    points = tr("{points} in {deals}", points=made(result.points, rules), deals=result.deals)
    return f"{points}, {average}" if average else points


def extreme_lines(summary: Summary, rules: Ruleset) -> list[str]:
    """Each side's best and worst deal, where those differ."""
    return [
        labelled(side, words)
        for side, found in summary.extremes.items()
        if (words := _extreme_words(found, rules))
    ]


def _extreme_words(found: Extremes, rules: Ruleset) -> str:
    """A side's best and worst deal; nothing where they are one."""
    best, worst = found
    if best is None or worst is None or best == worst:
        return ""
    return tr(
        "best deal {best} ({most}), worst deal {worst} ({least})",
        best=best.deal,
        most=made(best.points, rules),
        worst=worst.deal,
        least=made(worst.points, rules),
    )


def lead_lines(summary: Summary) -> list[str]:
    """How often the lead changed, and after which deals."""
    changes = summary.lead_changes
    if not summary.sheet.deals or len(summary.sheet.sides) == 1:
        return []
    if not changes:
        return [tr("the lead never changed")]
    said = ", ".join(_change_words(change) for change in changes)
    if len(changes) == 2:
        return [tr("the lead changed twice: {changes}", changes=said)]
    times = len(changes)
    return [
        trn(
            times,
            "the lead changed once: {changes}",
            "the lead changed {n} times: {changes}",
            changes=said,
        )
    ]


def _change_words(change: LeadChange) -> str:
    """After which deal the lead passed from whom to whom."""
    if change.is_penalty:
        # Translators: a penalty after this deal made the lead pass from one side to another
        return tr(
            "penalty after deal {number} {one} to {other}",
            number=change.deal, one=change.before, other=change.after,
        )  # fmt: skip
    # Translators: after this deal the lead passed from one side to another
    return tr(
        "deal {number} {one} to {other}", number=change.deal, one=change.before, other=change.after
    )


def _place_words(row: Place) -> str:
    if row.is_shared:
        return tr("place {place}, shared", place=row.shown)
    return tr("place {place}", place=row.shown)


def _plain_before_tables(summary: Summary, rules: Ruleset) -> Iterable[tuple[str, str]]:
    """Which points are good, and that of a disputed deal but one reading counts."""
    if summary.sheet.deals and (judged := few_are_good(rules)):
        yield tr("points"), judged
    for words in first_readings(summary.sheet):
        yield open_label(summary.sheet), words
    for words in penalties_apart(summary.sheet):
        yield tr("penalty"), words


def _plain_pairs(
    summary: Summary, rules: Ruleset, stake: str | None, currency: str
) -> Iterable[tuple[str, str]]:
    for row in summary.ranking:
        who = ", ".join(map(summary.sheet.called, row.sides))
        yield _place_words(row), f"{who}, {result_words(row, rules)}"
    for words in recap_lines(summary):
        yield tr("recap"), words
    yield from _plain_before_tables(summary, rules)
    for _, found in results_of(summary, rules):
        for kind, sides in found.items():
            for side, result in sides.items():
                yield f"{kind}, {side}", result_cell(result, rules)
    for side, extremes in summary.extremes.items():
        if words := _extreme_words(extremes, rules):
            yield side, words
    for line in lead_lines(summary):
        yield tr("lead"), line
    labels = (tr("payment"), tr("account"))
    for label, lines in zip(labels, settled_lines(summary, rules, stake, currency), strict=False):
        for line in lines:
            yield label, line
    if summary.fingerprint:
        yield tr("fingerprint"), summary.fingerprint

"""The summary of a session as text, with the payments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.render.text_chart import chart_lines
from scorekeeper.render.text_writer import document_text, linear, text_table
from scorekeeper.report.shared_labels import (
    as_judged,
    carried_lines,
    contract_word,
    few_are_good,
    in_deals_words,
    made,
    outcomes_are_named,
    role_word,
    score,
    short_outcomes,
)
from scorekeeper.report.sheet_document import sheet_document
from scorekeeper.report.sheet_text import first_readings, open_label, penalties_apart, title_words
from scorekeeper.report.summary import (
    ContractResult,
    Extremes,
    LeadChange,
    PairAccount,
    Payment,
    RankingPlace,
    Results,
    Summary,
    pair_accounts,
    pair_lines,
    settlement,
    settlement_lines,
)
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.local_formats import NOT_KNOWN, DateAndPlace, signed_decimal
from scorekeeper.text.message_text import labelled
from scorekeeper.text.terminal_text import (
    NO_INK,
    Ink,
    all_wrapped,
    cut,
    padded,
    safe,
    width_of,
    wrapped,
)
from scorekeeper.text.translation import tr, trc, trn

# --- payments at the end of a session, and their accounts --------------------------------------


def payments_of(summary: Summary, rules: Ruleset, stake: str) -> tuple[Payment, ...]:
    """Return the payments between players at this stake a point. In a match the match points are
    settled. Empty while a count is disputed."""
    if summary.sheet.disputed:
        return ()
    totals, lowest_wins = summary.sheet.final_totals, _lowest_wins(summary, rules)
    return settlement(totals, stake, lowest_wins, _is_settled(summary, rules))


def pairs_of(summary: Summary, rules: Ruleset, stake: str) -> tuple[PairAccount, ...]:
    """Return every pair's account behind the payments; empty if counts are disputed or the rules
    have settled the pairs."""
    if summary.sheet.disputed or _is_settled(summary, rules):
        return ()
    return pair_accounts(summary.sheet.final_totals, stake, _lowest_wins(summary, rules))


def _is_settled(summary: Summary, rules: Ruleset) -> bool:
    """Return True if the totals are exactly the settlements between pairs."""
    is_of_pairs = rules.settlement is not None and rules.settlement.is_of_pairs
    return is_of_pairs and bool(summary.sheet.settled)


def _lowest_wins(summary: Summary, rules: Ruleset) -> bool:
    return rules.game.lowest_wins and not summary.sheet.most_wins


def settled_of(summary: Summary, rules: Ruleset, stake: str, currency: str) -> dict[str, object]:
    """Return the payments and the accounts behind them as plain data for JSON."""
    told: dict[str, object] = {
        "payments": [payment._asdict() for payment in payments_of(summary, rules, stake)],
        "pairs": [pair._asdict() for pair in pairs_of(summary, rules, stake)],
    }
    return {**told, "currency": currency} if currency else told


def settled_lines(
    summary: Summary, rules: Ruleset, stake: str | None, currency: str
) -> list[list[str]]:
    """Return the lines of the payments, then those of the accounts; empty without a stake."""
    if stake is None:
        return []
    if summary.sheet.disputed and summary.sheet.disputed.waits:
        return [[tr("nobody pays until every deal is whole")]]
    if summary.sheet.disputed:
        return [[tr("nobody pays until the disputed count is settled")]]
    paid, pairs = payments_of(summary, rules, stake), pairs_of(summary, rules, stake)
    return [
        [*settlement_lines(paid, currency), *_of_all_deals(summary)],
        pair_lines(pairs, currency),
    ]


def _of_all_deals(summary: Summary) -> list[str]:
    """Return the note that payments use totals although averages rank the sides; empty
    otherwise."""
    is_by_deals = summary.sheet.ranks_by_deals
    return [tr("settled by the totals, however many deals each played")] if is_by_deals else []


def settled_parts(
    summary: Summary, rules: Ruleset, stake: str | None, currency: str
) -> Iterable[tuple[str, list[str]]]:
    """Return the payments and the accounts, each with its heading; empty without a stake."""
    titles = (tr("Who pays whom"), tr("Every pair's account"))
    return zip(titles, settled_lines(summary, rules, stake, currency), strict=False)


# --- finale ------------------------------------------------------------------------------------
# The end-of-session page as text: places, sheet, results, chart, payments. The other renderings of
# that page take their lines from here.


LEAST_WORD = 8


def summary_text(
    summary: Summary,
    rules: Ruleset,
    width: int = 80,
    plain: bool = False,
    stake: str | None = None,
    currency: str = "",
    held: DateAndPlace = NOT_KNOWN,
    ink: Ink = NO_INK,
) -> str:
    """Return the whole summary, at most `width` columns wide. `plain` gives lines for a screen
    reader; `held` has the date and the place."""
    sheet = summary.sheet
    if plain:
        told = linear([*_occasion(held), *_plain_pairs(summary, rules, stake, currency)])
        return "\n\n".join([told, document_text(sheet_document(sheet, rules), width, True)])
    title = " · ".join(filter(None, [title_words(sheet, rules, held.when), held.place]))
    parts = [
        "\n".join(map(ink.bold, wrapped(title, width, "  "))),
        "\n".join(ranking_lines(summary, rules, width, ink)),
        _paragraph(carried_lines(rules, sheet.counters), width),
        _paragraph(recap_lines(summary), width),
        document_text(sheet_document(sheet, rules), width, ink=ink),
        *_how_each_did(summary, rules, width, ink),
        "\n".join(chart_lines(sheet, rules, width)),
        *(_paragraph(lines, width) for lines in settled_lines(summary, rules, stake, currency)),
        tr("fingerprint {code}", code=summary.fingerprint) if summary.fingerprint else "",
    ]
    return "\n\n".join(filter(None, parts))


def _paragraph(lines: Iterable[str], width: int) -> str:
    return "\n".join(all_wrapped(lines, width))


def _how_each_did(summary: Summary, rules: Ruleset, width: int, ink: Ink) -> Iterable[str]:
    """Yield paragraphs on the results: a note if fewer points are better, each side's results by
    kind of deal, its best and worst deal, and the changes of the lead."""
    if summary.sheet.deals:
        yield "\n".join(wrapped(few_are_good(rules), width, "  "))
    yield _paragraph([*first_readings(summary.sheet), *penalties_apart(summary.sheet)], width)
    for title, found in results_of(summary, rules):
        if found:
            yield results_table(title, found, summary, rules, width, ink)
    yield _paragraph(extreme_lines(summary, rules), width)
    yield _paragraph(lead_lines(summary), width)


def _occasion(held: DateAndPlace) -> Iterable[tuple[str, str]]:
    """Yield the day and the place, if they are known."""
    if held.when:
        yield trc("when an evening was", "date"), held.when
    if held.place:
        yield trc("where an evening was", "place"), held.place


def recap_lines(summary: Summary) -> list[str]:
    """Return the sentences of the recap."""
    return [sentence.text for sentence in summary.recap]


def kept_together(line: str) -> str:
    """Return a sentence of the recap with a no-break space before the first number of its deals."""
    said, bracket, deals = line.rpartition("(")
    return said + bracket + deals.replace(" ", "\u00a0", 1)


def ranking_lines(
    summary: Summary, rules: Ruleset, width: int = 200, ink: Ink = NO_INK
) -> list[str]:
    """Return a line for each place, `1= Ann, Bo +4`, shared by tied sides; the first is bold."""
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


def result_words(row: RankingPlace, rules: Ruleset) -> str:
    """Return the result of a place as text: the total, and the deals and the average where these
    rank."""
    if row.deals is None:
        return score(row.shown_total, rules)
    return in_deals_words(row.shown_total, row.deals, row.average, rules, row.average_range)


def results_of(summary: Summary, rules: Ruleset) -> Iterable[tuple[str, Results]]:
    """Yield titled results of the sides: by contract, by role and by outcome."""
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
    """Return a table with a row for each kind of deal and a column for each side: points, deals,
    points a deal. If it is too wide, the averages are dropped first, then the words that most kinds
    begin with; then half of the sides follow below. A side that played none of these deals has no
    column."""
    played = {side for results in found.values() for side in results}
    sides = [name for name in summary.names if name in played]
    return _results_of_sides(title, found, sides, rules, width, ink)


def _results_of_sides(
    title: str, found: Results, sides: Sequence[str], rules: Ruleset, width: int, ink: Ink
) -> str:
    """Return the table of these sides, or of each half of them if they do not all fit."""
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


def result_cell(result: ContractResult | None, rules: Ruleset, averages: bool = True) -> str:
    """Return a result as text, `+5 in 3, +1.7`, with the average only if it adds information."""
    if result is None:
        return "-"
    told = averages and result.deals > 1 and result.points
    average = signed_decimal(result.points / result.deals, 1) if told else ""
    average = as_judged(average, rules.game.lowest_wins)
    # Translators: points made in a number of deals, "+5 in 3"; the average of a deal may follow
    points = tr("{points} in {deals}", points=made(result.points, rules), deals=result.deals)
    return f"{points}, {average}" if average else points


def extreme_lines(summary: Summary, rules: Ruleset) -> list[str]:
    """Return each side's best and worst deal, if they differ."""
    return [
        labelled(side, words)
        for side, found in summary.extremes.items()
        if (words := _extreme_words(found, rules))
    ]


def _extreme_words(found: Extremes, rules: Ruleset) -> str:
    """Return a side's best and worst deal as text, or "" if they are equal."""
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
    """Return lines on how often the lead changed, and after which deals."""
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
    """Return a change of the lead as text: the deal, who led before, and who leads after."""
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


def _place_words(row: RankingPlace) -> str:
    if row.is_shared:
        return tr("place {place}, shared", place=row.shown)
    return tr("place {place}", place=row.shown)


def _plain_before_tables(summary: Summary, rules: Ruleset) -> Iterable[tuple[str, str]]:
    """Yield labelled notes: which points are better, that only one version of a disputed deal
    counts, and the penalties."""
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

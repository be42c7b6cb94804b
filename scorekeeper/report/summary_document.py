"""The summary of a session as a document: places, recap, sheet, results, running totals and
payments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from scorekeeper.report.document import (
    EVERY_OUTPUT,
    PAGES,
    SCREENS,
    SEEN,
    Cell,
    ChartLine,
    Column,
    Document,
    Emphasis,
    Items,
    Joined,
    Kind,
    LineChart,
    Output,
    Pair,
    Pairs,
    Paragraph,
    Row,
    Section,
    Table,
)
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
    who_word,
)
from scorekeeper.report.sheet import CurvePoint, Sheet
from scorekeeper.report.sheet_document import sheet_blocks, sheet_document
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
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.local_formats import NOT_KNOWN, DateAndPlace, signed_decimal
from scorekeeper.text.message import Name
from scorekeeper.text.message_text import labelled
from scorekeeper.text.terminal_text import safe, width_of
from scorekeeper.text.translation import tr, trc, trn

LEAST_WORD = 8  # columns to which the head of the kinds of deals may be cut
PENALTY = "!"  # below the totals after a penalty, where a deal has its number

# --- the document --------------------------------------------------------------------------------


def summary_document(
    summary: Summary,
    rules: Ruleset,
    stake: str | None = None,
    currency: str = "",
    said: Iterable[str] = (),
    held: DateAndPlace = NOT_KNOWN,
) -> Document:
    """Return the summary of a session. `said` are lines on the players' settings for pages; `held`
    has the date and the place. A screen reader reads the sheet last."""
    sheet = summary.sheet
    alone = sheet_document(sheet, rules, said, held)
    on_screen, on_page = sheet_blocks(sheet, rules, said)
    assert isinstance(on_page, Section)
    title = Paragraph(alone.title, Emphasis.TITLE)
    code = summary.fingerprint
    blocks = (
        *_stand(summary, rules),
        Section("", (title,), frozenset((Output.TEXT,))),
        on_screen,
        replace(on_page, title=tr("Sheet")),
        *_how_each_did(summary, rules),
        Section(tr("Running totals"), (running_totals(sheet, rules),), SEEN, titled=PAGES),
        *_settled_sections(summary, rules, stake, currency),
        Section("", (Paragraph(code and tr("fingerprint {code}", code=code)),), SEEN),
        _read((Pair(tr("fingerprint"), code),) if code else ()),
        _read((Pair("", ""), *alone.first)),
    )
    named = [title_words(sheet, rules, held.when), held.place]
    first = (*_occasion(held), *_read_ranking(summary, rules))
    return replace(alone, title=" · ".join(filter(None, named)), blocks=blocks, first=first)


def _read(pairs: Iterable[Pair]) -> Section:
    """Return a section for a screen reader alone."""
    return Section("", (Pairs(tuple(pairs)),), frozenset((Output.PLAIN,)))


def _noted(label: str, lines: Iterable[str], outputs: frozenset[Output] = EVERY_OUTPUT) -> Section:
    """Return a section of paragraphs; a screen reader reads the label first."""
    return Section("", tuple(map(Paragraph, lines)), outputs, label)


def _listed(title: str, lines: Iterable[str], label: str = "") -> Section:
    """Return a section with a list: below the title on pages, with the label on each line for a
    screen reader."""
    return Section(title, (Items(tuple(lines)),), label=label, titled=PAGES)


def _stand(summary: Summary, rules: Ruleset) -> Iterator[Section]:
    """Yield the ranking with the counters, and the recap."""
    carried = Items(tuple(carried_lines(rules, summary.sheet.counters)))
    yield Section("", (ranking_table(summary, rules),), SEEN)
    yield Section("", (carried,), SEEN)
    yield _listed(tr("Recap"), recap_lines(summary), tr("recap"))


def _how_each_did(summary: Summary, rules: Ruleset) -> Iterator[Section]:
    """Yield the sections on results: notes on the scoring and on omitted points, results by kind
    of deal, best and worst deals, and lead changes."""
    sheet = summary.sheet
    judged = list(filter(None, [few_are_good(rules) if sheet.deals else ""]))
    yield _noted(tr("points"), judged, SCREENS)
    yield _noted(open_label(sheet), first_readings(sheet))
    yield _noted(tr("penalty"), penalties_apart(sheet))
    for title, found in results_of(summary, rules):
        if found:
            table = results_table(title, found, summary, rules)
            yield Section(
                title.capitalize(), (_noted("", judged, PAGES), table), SEEN, titled=PAGES
            )
            yield _read(
                Pair(f"{kind}, {side}", result_cell(result, rules))
                for kind, sides in found.items()
                for side, result in sides.items()
            )
    yield _listed(tr("Best and worst deal"), extreme_lines(summary, rules))
    yield _listed(tr("Lead changes"), lead_lines(summary), tr("lead"))


def _occasion(held: DateAndPlace) -> Iterator[Pair]:
    """Yield the day and the place, if they are known."""
    if held.when:
        yield Pair(trc("when an evening was", "date"), held.when)
    if held.place:
        yield Pair(trc("where an evening was", "place"), held.place)


# --- ranking and recap ---------------------------------------------------------------------------


def ranking_table(summary: Summary, rules: Ruleset) -> Table:
    """Return the ranking table; tied sides share a place. The first place is strong if any side
    leads. A screen shows no heads."""
    columns = (
        Column("place", tr("place")),
        Column("who", who_word(rules), Kind.NAME),
        Column("total", tr("total"), Kind.NUMBER),
    )
    rows = []
    for number, row in enumerate(summary.ranking):
        place = f"{row.shown}{'=' if row.is_shared else ''}"
        is_first = bool(summary.sheet.leaders) and not number
        shown = (place, _sides_of(summary, row), result_words(row, rules))
        rows.append(Row(tuple(Cell(text, is_strong=is_first) for text in shown)))
    return Table(columns, tuple(rows), headed=PAGES)


def _sides_of(summary: Summary, row: RankingPlace) -> str:
    return ", ".join(map(summary.sheet.called, row.sides))


def _read_ranking(summary: Summary, rules: Ruleset) -> Iterator[Pair]:
    """Yield a line for each place for a screen reader."""
    for row in summary.ranking:
        yield Pair(_place_words(row), f"{_sides_of(summary, row)}, {result_words(row, rules)}")


def _place_words(row: RankingPlace) -> str:
    if row.is_shared:
        return tr("place {place}, shared", place=row.shown)
    return tr("place {place}", place=row.shown)


def result_words(row: RankingPlace, rules: Ruleset) -> str:
    """Return the result of a place as text: the total, with deals and average if averages rank."""
    if row.deals is None:
        return score(row.shown_total, rules)
    return in_deals_words(row.shown_total, row.deals, row.average, rules, row.average_range)


def recap_lines(summary: Summary) -> list[str]:
    """Return the sentences of the recap."""
    return [sentence.text for sentence in summary.recap]


def kept_together(line: str) -> str:
    """Return a recap sentence with a no-break space in its list of deals, before the first
    number."""
    said, bracket, deals = line.rpartition("(")
    return said + bracket + deals.replace(" ", "\u00a0", 1)


# --- results -------------------------------------------------------------------------------------


def results_of(summary: Summary, rules: Ruleset) -> Iterable[tuple[str, Results]]:
    """Yield titled results of the sides: by contract, by role and by outcome."""
    by_contract, by_role = summary.by_contract, summary.by_role
    yield (
        tr("by contract"),
        {contract_word(rules, contract): sides for contract, sides in by_contract.items()},
    )
    yield tr("by role"), {role_word(rules, role): sides for role, sides in by_role.items()}
    yield tr("by outcome"), summary.by_outcome if outcomes_are_named(rules) else {}


def results_table(title: str, found: Results, summary: Summary, rules: Ruleset) -> Table:
    """Return a table of kinds of deal by side: points, deals, and points a deal. A narrow screen
    omits averages and shortens outcomes; any screen omits sides without such deals."""
    played, short = {side for sides in found.values() for side in sides}, short_outcomes(rules)
    words = max(width_of(safe(short.get(kind, kind))) for kind in found)
    columns = [
        Column("kind", title, least=max(LEAST_WORD, words), outputs=SCREENS),
        Column("kind of page", outputs=PAGES),
    ]
    for side in summary.names:
        outputs = EVERY_OUTPUT if side in played else PAGES
        joined = Joined(Name(side), has_name=True)
        columns.append(
            Column(side, Name(side), Kind.NUMBER, is_part=True, merged=joined, outputs=outputs)
        )
    rows = (
        Row((
            Cell(kind, short.get(kind, kind)),
            Cell(kind),
            *(_result(sides.get(side), rules) for side in summary.names),
        ))
        for kind, sides in found.items()
    )  # fmt: skip
    return Table(tuple(columns), tuple(rows), is_short_last=True)


def _result(result: ContractResult | None, rules: Ruleset) -> Cell:
    return Cell(result_cell(result, rules), result_cell(result, rules, averages=False))


def result_cell(result: ContractResult | None, rules: Ruleset, averages: bool = True) -> str:
    """Return a result as text, `+5 in 3, +1.7`, without an average of one deal or of 0 points."""
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
    """Return lines on the number of lead changes and their deals."""
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
    """Return a lead change as text: the deal, the former and the new leader."""
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


# --- running totals ------------------------------------------------------------------------------


def running_totals(sheet: Sheet, rules: Ruleset) -> LineChart:
    """Return the chart of the sides' totals, with the legend in the order of the ranking."""
    start, place = rules.game.start, {side: at for at, side in enumerate(sheet.sides)}
    return LineChart(
        tuple(
            ChartLine(
                ended(sheet, rules, side, sheet.called(side)),
                (start, *(point.totals[side] for point in sheet.curve)),
            )
            for side in sheet.sides
        ),
        ("", *map(point_label, sheet.curve)),
        rules.game.step,
        tuple(place[side] for sides in sheet.ranking for side in sides),
        is_lower_better=rules.game.lowest_wins,
        notes=tuple(penalty_note(sheet)),
    )


def point_label(point: CurvePoint) -> str:
    """Return the label below a point of the curve: the number of its deal, or the sign of a
    penalty."""
    return PENALTY if point.is_penalty else str(point.deal)


def penalty_note(sheet: Sheet) -> list[str]:
    """Return the meaning of the penalty sign, if the curve has one."""
    # Translators: what the sign below a chart means
    has_penalty = any(point.is_penalty for point in sheet.curve)
    return [tr("{mark} penalty", mark=PENALTY)] if has_penalty else []


def ended(sheet: Sheet, rules: Ruleset, side: str, words: str) -> str:
    """Return a side's label in a chart, with its match points once a game of a match is over."""
    if not sheet.match or not sheet.is_match_ranked:
        return words
    # Translators: a side or its score in one game, then its points in the match of several games
    return tr("{words}, match {total}", words=words, total=score(sheet.match.totals[side], rules))


# --- payments at the end of a session, and their accounts --------------------------------------


def payments_of(summary: Summary, rules: Ruleset, stake: str) -> tuple[Payment, ...]:
    """Return the payments at this stake a point, by match points in a match; empty during a
    dispute."""
    if summary.sheet.disputed:
        return ()
    totals, lowest_wins = summary.sheet.final_totals, _lowest_wins(summary, rules)
    return settlement(totals, stake, lowest_wins, _is_settled(summary, rules))


def pairs_of(summary: Summary, rules: Ruleset, stake: str) -> tuple[PairAccount, ...]:
    """Return the account of every pair; empty during a dispute, or if the rules settle pairs
    themselves."""
    if summary.sheet.disputed or _is_settled(summary, rules):
        return ()
    return pair_accounts(summary.sheet.final_totals, stake, _lowest_wins(summary, rules))


def _is_settled(summary: Summary, rules: Ruleset) -> bool:
    """Return True if the totals are the balances of pairs, as the rules settle ledgers by pairs."""
    is_of_pairs = rules.settlement is not None and rules.settlement.is_of_pairs
    return is_of_pairs and bool(summary.sheet.settled)


def _lowest_wins(summary: Summary, rules: Ruleset) -> bool:
    return rules.game.lowest_wins and not summary.sheet.most_wins


def settled_of(summary: Summary, rules: Ruleset, stake: str, currency: str) -> dict[str, object]:
    """Return the payments and accounts for JSON."""
    told: dict[str, object] = {
        "payments": [payment._asdict() for payment in payments_of(summary, rules, stake)],
        "pairs": [pair._asdict() for pair in pairs_of(summary, rules, stake)],
    }
    return {**told, "currency": currency} if currency else told


def settled_parts(
    summary: Summary, rules: Ruleset, stake: str | None, currency: str
) -> list[tuple[str, list[str]]]:
    """Return the payments and the accounts, each with its heading; empty without a stake."""
    if stake is None:
        return []
    title, disputed = tr("Who pays whom"), summary.sheet.disputed
    if disputed and disputed.waits:
        return [(title, [tr("nobody pays until every deal is whole")])]
    if disputed:
        return [(title, [tr("nobody pays until the disputed count is settled")])]
    paid, pairs = payments_of(summary, rules, stake), pairs_of(summary, rules, stake)
    return [
        (title, [*settlement_lines(paid, currency), *_of_all_deals(summary)]),
        (tr("Every pair's account"), pair_lines(pairs, currency)),
    ]


def _of_all_deals(summary: Summary) -> list[str]:
    """Return the note that totals decide the payments although averages rank the sides; else
    nothing."""
    is_by_deals = summary.sheet.ranks_by_deals
    return [tr("settled by the totals, however many deals each played")] if is_by_deals else []


def _settled_sections(
    summary: Summary, rules: Ruleset, stake: str | None, currency: str
) -> Iterator[Section]:
    labels = (tr("payment"), tr("account"))
    parts = settled_parts(summary, rules, stake, currency)
    for label, (title, lines) in zip(labels, parts, strict=False):
        yield _listed(title, lines, label)

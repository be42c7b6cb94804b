"""The score sheet for a screen reader: a text after its label for each value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorekeeper.base.exact_numbers import signed
from scorekeeper.report.columns import PLAIN, SheetColumn
from scorekeeper.report.deal_row import DealRow
from scorekeeper.report.document import Pair
from scorekeeper.report.shared_labels import counter_said, counter_word, early_words, score
from scorekeeper.report.sheet import RulePromise, Sheet
from scorekeeper.report.sheet_text import (
    by_deals_line,
    check_word,
    disputes,
    happened_when,
    heading,
    last_line,
    open_label,
    winners_line,
)
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.translation import tr

_Labelled = Iterator[tuple[str, str]]


def sheet_pairs(sheet: Sheet, rules: Ruleset, hidden: int = 0) -> Iterator[Pair]:
    """Yield the whole sheet, from top to bottom. Its first `hidden` deals are omitted, but totals
    include them."""
    return (Pair(label, text) for label, text in _sheet_pairs(sheet, rules, hidden))


def _sheet_pairs(sheet: Sheet, rules: Ruleset, hidden: int) -> _Labelled:
    yield from zip((tr("session"), tr("game")), heading(sheet, rules), strict=False)
    yield tr("deals"), _deals_words(sheet)
    yield tr("players"), ", ".join(map(sheet.called, sheet.players))
    results = {game.last: game.result for game in sheet.match.games} if sheet.match else {}
    for deal in sheet.deals[hidden:]:
        yield "", ""
        yield from _penalty_pairs(sheet, deal.number)
        yield from _deal_pairs(deal, sheet)
        for one in sheet.bonuses:
            if one.deal == deal.number:
                yield one.name, ", ".join(f"{who} {signed(n)}" for who, n in one.points.items())
        for side, result in results.get(deal.number, {}).items():
            label = tr("game {number} result, {side}", number=deal.game, side=side)
            yield label, score(result, rules)
    yield "", ""
    yield from _penalty_pairs(sheet, len(sheet.deals) + 1)
    if sheet.coming:
        yield from _deal_pairs(sheet.coming, sheet)
        yield "", ""
    yield from _ends(sheet, rules)


def _penalty_pairs(sheet: Sheet, deal: int) -> _Labelled:
    """Yield a labelled line for each penalty before a deal."""
    for one in sheet.penalties:
        if one.deal == deal:
            moved = (f"{who} {signed(n)}" for who, n in one.points.items() if n)
            yield tr("penalty"), ", ".join(moved)


def _deals_words(sheet: Sheet) -> str:
    """Return the deals played, with the number planned or that the session is finished, to follow
    a label."""
    played, coming = len(sheet.deals), sheet.next
    if sheet.early:
        return tr("finished {after}", after=early_words(sheet.early))
    if sheet.finished:
        # Translators: a number of deals, behind "deals:"
        return tr("{number}, finished", number=played)
    if coming and coming.of and not sheet.match:
        return tr("{number} of {total}", number=played, total=coming.of)
    return str(played)


def _deal_pairs(deal: DealRow, sheet: Sheet) -> _Labelled:
    """Yield the labelled lines of a deal: its players, its facts, and each side's result."""
    yield (tr("deal"), _number_words(deal))
    columns = [column for column in sheet.columns if PLAIN not in column.left_out]
    for column in columns:
        if (
            column.names != sheet.sides
            and column.is_used([deal])
            and not _is_declarer(column, deal)
        ):
            yield column.head, _word(column, deal)
    for side in sheet.sides:
        said = ", ".join(_of_side(deal, side, columns))
        if said or not deal.is_coming:
            yield deal.player(side), said
    for flag in deal.flags:
        yield tr("note"), flag


def _number_words(deal: DealRow) -> str:
    """Return a deal's number, with a note if it is the next deal, incomplete, disputed, split or
    corrected."""
    if deal.is_coming:
        return tr("{number}, known before the result", number=deal.number)
    if deal.waits:
        return tr("{number}, waits", number=deal.number)
    if deal.readings:
        return tr("{number}, disputed", number=deal.number)
    if deal.split:
        return tr("{number}, split", number=deal.number)
    return tr("{number}, corrected", number=deal.number) if deal.amended else str(deal.number)


def _is_declarer(column: SheetColumn, deal: DealRow) -> bool:
    """Return True if a fact's value is the declarer, named in an earlier line."""
    return column.key in deal.facts and deal.facts[column.key] == deal.declarer


def _word(column: SheetColumn, deal: DealRow) -> str:
    """Return the column's value for the deal, or each name followed by its value."""
    if not column.names:
        return column.word(deal)
    return ", ".join(f"{name} {column.word(deal, name)}" for name in column.names)


def _of_side(deal: DealRow, side: str, columns: Iterable[SheetColumn]) -> Iterable[str]:
    """Yield a side's counts, quota, points and total as text, without the partners' names."""
    for column in columns:
        if side in column.names and (word := column.word(deal, side)):
            yield column.aloud(word) if column.aloud else f"{column.head} {word}"


def _check_words(check: RulePromise) -> str:
    """Return the result of a check, to follow the check's label."""
    if check.holds:
        return tr("holds, {found}", found=check.detail)
    return tr("FAILS, {found}", found=check.detail)


def _ends(sheet: Sheet, rules: Ruleset) -> _Labelled:
    yield from _stand(sheet, rules)
    for check in sheet.checks:
        yield tr("check {name}", name=check_word(check.name, rules)), _check_words(check)
    for line in disputes(sheet):
        yield open_label(sheet), line
    for one in sheet.happened:
        yield happened_when(sheet, one), one.say
    for line in sheet.counted:
        # Translators: a label before who counted which deal
        yield tr("counted"), line
    if compared := by_deals_line(sheet, rules):
        yield tr("places"), compared
    if won := winners_line(sheet, rules):
        yield tr("result"), won
    if last := last_line(sheet, rules):
        yield tr("last"), last


def _stand(sheet: Sheet, rules: Ruleset) -> _Labelled:
    """Yield labelled totals, counters, settled ledgers and match points of each side."""
    for side in sheet.sides:
        yield tr("total, {side}", side=side), score(sheet.total(side), rules)
    for name, by_side in sheet.counters.items():
        for side, number in by_side.items():
            yield f"{counter_word(rules, name)}, {side}", counter_said(number)
    for side, total in sheet.settled.items():
        yield tr("settled, {side}", side=side), score(total, rules)
    if sheet.match:
        for side, total in sheet.match.totals.items():
            yield tr("match, {side}", side=side), score(total, rules)

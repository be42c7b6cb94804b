"""What a share card says: who won, or how it stands, in a few large words; the places; what is not
settled yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.render.text_chart import penalty_note
from scorekeeper.report.phrases import a_deal_words, few_are_good, score, total_and_average
from scorekeeper.report.sheet import Sheet
from scorekeeper.report.summary import Place, Summary
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import tr, trc, trn
from scorekeeper.text.speech import listed

MOST_ROWS = 6  # of the places; where there are more sides the last row counts those left out


class Headline(NamedTuple):
    """The words of a card that are read first: what is said of whom, and what those have."""

    said: str
    who: str
    total: str = ""


class Row(NamedTuple):
    """A side among the places, and how it is called there."""

    place: str
    side: str
    total: str
    called: str


def headline(sheet: Sheet, rules: Ruleset) -> Headline:
    """Who won; while it is not over, who leads."""
    if not sheet.deals:
        return Headline("", tr("No deals yet"))
    if not sheet.finished:
        return _so_far(sheet, rules)
    if sheet.disputed and sheet.disputed.may_win != sheet.winners:
        # Translators: above the names of those who may be the winners
        return Headline(tr("Who may have won"), listed(sheet.disputed.may_win, "or"))
    won = sheet.winners
    total = _total_of(sheet, rules, won)
    if len(won) > 1:
        # Translators: above the names of those who won together
        return Headline(tr("Shared win"), listed(won, "and"), total)
    # Translators: above the name of who won, or of partners who did
    return Headline(tr("Winners") if rules.teams else tr("Winner"), won[0], total)


def _so_far(sheet: Sheet, rules: Ruleset) -> Headline:
    """Who leads; one who plays alone leads nobody."""
    if len(sheet.sides) == 1:
        return Headline("", sheet.sides[0], _total_of(sheet, rules, sheet.sides))
    leaders = sheet.leaders
    if leaders:
        # Translators: above the name of who leads
        return Headline(tr("In the lead"), listed(leaders, "and"), _total_of(sheet, rules, leaders))
    # Translators: in the place of who leads
    return Headline("", tr("Still open") if sheet.disputed else tr("All level"))


def _total_of(sheet: Sheet, rules: Ruleset, sides: Sequence[str]) -> str:
    """What these have, nothing where that is not the same: the total that ranks them, and what that
    is a deal where not all played as many; of those level by that alone only this."""
    said = {_total_said(sheet, rules, side) for side in sides}
    if len(said) > 1 and sheet.ranks_by_deals:
        said = {a_deal_words(sheet.average(s), rules, sheet.average_range(s)) for s in sides}
    return said.pop() if len(said) == 1 else ""


def _total_said(sheet: Sheet, rules: Ruleset, side: str) -> str:
    total = sheet.final_total(side)
    if not sheet.left:
        return score(total, rules)
    return total_and_average(total, sheet.average(side), rules, sheet.average_range(side))


def remarks(sheet: Sheet) -> list[str]:
    """That the evening is not over, was ended early, or is not settled."""
    return [*_end_remarks(sheet), *_open_remarks(sheet)]


def _end_remarks(sheet: Sheet) -> Iterable[str]:
    if sheet.deals and not sheet.finished:
        yield tr("not over")
    if sheet.early:
        # Translators: said of an evening that the players ended before its last deal
        yield tr("ended early")


def _open_remarks(sheet: Sheet) -> Iterable[str]:
    if sheet.disputed and sheet.disputed.deals:
        yield trc("said of an evening", "disputed")
    if sheet.disputed and sheet.disputed.waits:
        # Translators: said of an evening with a deal of which something is said later
        yield tr("a deal waits")


def notes(sheet: Sheet, rules: Ruleset) -> Iterable[str]:
    """What is to be known of the curve: which points are good, where it shows others than the
    places go by, the sign of a penalty, and that it shows one way only of what is open."""
    if few := few_are_good(rules):
        yield few
    yield from penalty_note(sheet)
    if sheet.ranks_by_deals:
        yield tr("the places go by points per deal, the curve by totals")
    if sheet.is_match_ranked:
        yield tr("the places go by the match, the curve by each game")
    if sheet.disputed and sheet.disputed.waits:
        yield tr("the curve shows one way the deal that waits may come out")
    elif sheet.disputed:
        yield tr("the curve shows the first reading of what is disputed")


def rows_of(summary: Summary, rules: Ruleset) -> tuple[list[Row], str]:
    """A row a side in the order of the places, as many as there is room for, and how many are left
    out."""
    rows = [
        Row(
            f"{row.shown}{'=' if row.is_shared else ''}",
            side,
            _total_words(row, rules),
            summary.sheet.called(side),
        )
        for row in summary.ranking
        for side in row.sides
    ]
    if len(rows) <= MOST_ROWS:
        return rows, ""
    left = len(rows) - MOST_ROWS + 1
    return rows[: MOST_ROWS - 1], trn(left, "and {n} more", "and {n} more")


def _total_words(row: Place, rules: Ruleset) -> str:
    if row.deals is None:
        return score(row.shown_total, rules)
    return total_and_average(row.shown_total, row.average, rules, row.average_range)

"""The text around a score sheet: titles, failed checks, winners."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.base.exact_numbers import signed
from scorekeeper.game.log import FINISH
from scorekeeper.report.deal_row import COMING
from scorekeeper.report.shared_labels import (
    a_deal_words,
    early_words,
    in_deals_words,
    noted,
    score,
    total_and_average,
    with_early,
)
from scorekeeper.report.sheet import Happening, RulePromise, Sheet
from scorekeeper.rules.fact_names import key_said
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message_text import labelled, listed, parted, text_of
from scorekeeper.text.translation import tr, trn


def title_words(sheet: Sheet, rules: Ruleset, when: str) -> str:
    """Return the title of a saved page: the game, the players, the day."""
    return " · ".join(
        filter(None, [rules.name.shown(), ", ".join(map(sheet.called, sheet.players)), when])
    )


def heading(sheet: Sheet, rules: Ruleset) -> list[str]:
    """Return the session's name, its game and its progress."""
    return [sheet.session, rules.name.shown(), _deals_played(sheet)]


def _deals_played(sheet: Sheet) -> str:
    played, coming = len(sheet.deals), sheet.next
    if sheet.early:
        return tr("finished {after}", after=early_words(sheet.early))
    if sheet.finished:
        return trn(played, "{n} deal, finished", "{n} deals, finished")
    if coming and coming.of and not sheet.match:
        return tr("{played} of {number} deals", played=played, number=coming.of)
    return trn(played, "{n} deal", "{n} deals")


def winners_line(sheet: Sheet, rules: Ruleset) -> str | None:
    """Return the sentence on the winners, or None while the session is not over."""
    line = _winners_words(sheet, rules)
    return line and with_early(line, sheet.early)


def _winners_words(sheet: Sheet, rules: Ruleset) -> str | None:
    won = sheet.winners
    if not sheet.finished:
        return None
    if sheet.disputed and sheet.disputed.waits:
        return tr("{winners} won: a deal still waits", winners=listed(sheet.disputed.may_win, "or"))
    if sheet.disputed and sheet.disputed.may_win != won:
        return tr(
            "{winners} won: a count is still disputed", winners=listed(sheet.disputed.may_win)
        )
    if not won:
        return None
    total = _won_with(sheet, rules, won)
    if not total:
        return tr("{winners} shared the win", winners=listed(won, "and"))
    if len(won) > 1:
        return tr("{winners} shared the win with {total}", winners=listed(won, "and"), total=total)
    if rules.teams:
        return tr("{winners} won with {total}", winners=won[0], total=total)
    return tr("{winner} won with {total}", winner=won[0], total=total)


def _won_with(sheet: Sheet, rules: Ruleset, won: Sequence[str]) -> str:
    """Return the winners' total, with the average a deal after a player left; only the average for
    winners tied by average, "" for winners named by the rules."""
    totals, average = sheet.final_totals, sheet.average(won[0]) if sheet.left else None
    if len({totals[side] for side in won}) > 1:
        return a_deal_words(average, rules) if sheet.ranks_by_deals else ""
    if not sheet.left:
        return score(sheet.final_total(won[0]), rules)
    return total_and_average(totals[won[0]], average, rules)


def by_deals_line(sheet: Sheet, rules: Ruleset) -> str | None:
    """Return the line on players whose score nobody continued, and on the ranking by averages or
    totals; None if nobody left."""
    if not sheet.left:
        return None
    each = parted(f"{side} {_both_numbers(sheet, rules, side)}" for side in _ranked(sheet))
    left = listed(sheet.left, "and")
    if sheet.ranks_by_deals:
        return tr("{players} left; ranked by points per deal: {each}", players=left, each=each)
    return tr("{players} left; ranked by totals: {each}", players=left, each=each)


def _ranked(sheet: Sheet) -> Iterable[str]:
    return (side for place in sheet.ranking for side in place)


def _both_numbers(sheet: Sheet, rules: Ruleset, side: str) -> str:
    """Return a side's total, deals and average as text."""
    average, range_ = sheet.average(side), sheet.average_range(side)
    return in_deals_words(sheet.total(side), sheet.played[side], average, rules, range_)


def last_line(sheet: Sheet, rules: Ruleset) -> str | None:
    """Return the rules' sentence on the last side; None without one, before the end or during a
    dispute."""
    if not sheet.finished or sheet.disputed or not rules.game.last.by_language:
        return None
    if sheet.left:
        return rules.game.last.shown().replace("{players}", listed(sheet.ranking[-1], "and"))
    totals = sheet.final_totals
    lowest = rules.game.lowest_wins and not sheet.settled
    worst = max(totals.values()) if lowest else min(totals.values())
    last = [side for side, total in totals.items() if total == worst]
    return rules.game.last.shown().replace("{players}", listed(last, "and"))


def check_word(name: str, rules: Ruleset) -> str:
    """Return the label of a check of the sheet: on the sum of the points or of a count."""
    count = name.removesuffix("-total")
    if count in rules.counts:
        # Translators: a check, that the numbers of a count add up to what they must
        return tr("{count}-total", count=text_of(key_said(rules, count)))
    return tr("zero-sum") if name == "zero-sum" else tr("sum")


def failing(checks: Iterable[RulePromise], rules: Ruleset) -> list[str]:
    """Return a line for every failed check."""
    return [
        tr("CHECK FAILS: {check}: {found}", check=check_word(check.name, rules), found=check.detail)
        for check in checks
        if not check.holds
    ]


def odd_deals(sheet: Sheet) -> list[str]:
    """Return a line for every warning about a deal."""
    return [noted(deal.number, flag) for deal in sheet.deals for flag in deal.flags]


def happened(sheet: Sheet) -> list[str]:
    """Return a line for every irregular event between the deals."""
    return [
        one.say if one.what == FINISH else labelled(happened_when(sheet, one), one.say)
        for one in sheet.happened
    ]


def happened_when(sheet: Sheet, one: Happening) -> str:
    """Return the time of an irregular event: before its next deal, or after the last deal."""
    if sheet.finished and one.deal > len(sheet.deals):
        return tr("after deal {number}", number=len(sheet.deals))
    return tr("before deal {number}", number=one.deal)


def disputes(sheet: Sheet) -> list[str]:
    """Return a line with the fix for every disputed or incomplete deal."""
    return [*sheet.disputed.lines] if sheet.disputed else []


def open_label(sheet: Sheet) -> str:
    """Return the label for lines on disputed or incomplete deals in plain output."""
    return tr("open") if sheet.disputed and sheet.disputed.waits else tr("disputed")


def first_readings(sheet: Sheet) -> list[str]:
    """Return the note that tables use the first versions of disputed deals; empty without
    disputes."""
    if sheet.disputed is None:
        return []
    if sheet.disputed.waits:
        return [tr("until every deal is whole, the tables below count but one way it may come out")]
    return [tr("until it is settled, the tables below count the first reading of a disputed deal")]


def penalties_apart(sheet: Sheet) -> list[str]:
    """Return the note that totals, but not tables of deals' points, include the penalties, with
    each side's penalties; empty without any."""
    sums = {side: sum(one.points[side] for one in sheet.penalties) for side in sheet.sides}
    moved = [f"{side} {signed(points)}" for side, points in sums.items() if points]
    if not moved:
        return []
    return [
        tr(
            "the totals have penalties, the tables below have not: {points}",
            points=", ".join(moved),
        )
    ]


def notes(sheet: Sheet, rules: Ruleset) -> list[str]:
    """Return the lines under a sheet: meanings of marks, disputes, irregular events, counting
    players, warnings, failed checks, and winners."""
    marks = {deal.mark for deal in sheet.rows}
    lines = [tr("… known before the result")] if COMING in marks else []
    lines += [tr("* corrected afterwards")] if "*" in marks else []
    lines += [tr("~ the mean of the readings of a disputed count")] if "~" in marks else []
    lines += [tr("? {words}", words=line) for line in disputes(sheet)]
    lines += [*happened(sheet), *sheet.counted, *odd_deals(sheet), *failing(sheet.checks, rules)]
    said = (by_deals_line(sheet, rules), winners_line(sheet, rules), last_line(sheet, rules))
    return [*lines, *filter(None, said)]

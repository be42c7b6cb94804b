"""Who pays whom at the end of a session, and the accounts behind it."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.report.settlement import (
    Pair,
    Payment,
    pair_accounts,
    pair_lines,
    settlement,
    settlement_lines,
)
from scorekeeper.report.summary import Summary
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import tr


def payments_of(summary: Summary, rules: Ruleset, stake: str) -> tuple[Payment, ...]:
    """Who pays whom at this stake a point; in a match it is the match that is settled. Nobody
    while a count is disputed."""
    if summary.sheet.disputed:
        return ()
    totals, lowest_wins = summary.sheet.final_totals, _lowest_wins(summary, rules)
    return settlement(totals, stake, lowest_wins, _is_settled(summary, rules))


def pairs_of(summary: Summary, rules: Ruleset, stake: str) -> tuple[Pair, ...]:
    """Every pair's account behind the payments; none where the rules have settled those."""
    if summary.sheet.disputed or _is_settled(summary, rules):
        return ()
    return pair_accounts(summary.sheet.final_totals, stake, _lowest_wins(summary, rules))


def _is_settled(summary: Summary, rules: Ruleset) -> bool:
    """Whether each has what every pair has settled, and nothing else."""
    is_of_pairs = rules.settlement is not None and rules.settlement.is_of_pairs
    return is_of_pairs and bool(summary.sheet.settled)


def _lowest_wins(summary: Summary, rules: Ruleset) -> bool:
    return rules.game.lowest_wins and not summary.sheet.most_wins


def settled_of(summary: Summary, rules: Ruleset, stake: str, currency: str) -> dict[str, object]:
    """The payments and the accounts behind them, as a program reads them."""
    told: dict[str, object] = {
        "payments": [payment._asdict() for payment in payments_of(summary, rules, stake)],
        "pairs": [pair._asdict() for pair in pairs_of(summary, rules, stake)],
    }
    return {**told, "currency": currency} if currency else told


def settled_lines(
    summary: Summary, rules: Ruleset, stake: str | None, currency: str
) -> list[list[str]]:
    """The payments, then the accounts behind them; nothing without a stake."""
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
    """That totals are settled also where places go by the points of a deal played."""
    is_by_deals = summary.sheet.ranks_by_deals
    return [tr("settled by the totals, however many deals each played")] if is_by_deals else []


def settled_parts(
    summary: Summary, rules: Ruleset, stake: str | None, currency: str
) -> Iterable[tuple[str, list[str]]]:
    """The payments and the accounts, each under its heading; nothing without a stake."""
    titles = (tr("Who pays whom"), tr("Every pair's account"))
    return zip(titles, settled_lines(summary, rules, stake, currency), strict=False)

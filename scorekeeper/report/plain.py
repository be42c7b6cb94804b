"""The sheet for a screen reader: one `label: value` a line, in the order it is said."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from scorekeeper.report.width import safe
from scorekeeper.report.words import (
    contract_word,
    count_word,
    fact_word,
    heading,
    score,
    signed,
    value_word,
    winners_line,
)
from scorekeeper.ruleset.model import Ruleset

Pairs = Iterable[tuple[str, str]]


def linear(pairs: Pairs) -> str:
    """The pairs as `label: value` lines; a pair without a label is an empty line."""
    return "\n".join(safe(f"{label}: {value}") if label else "" for label, value in pairs)


def plain_sheet(sheet: Mapping[str, Any], rules: Ruleset, amended: Collection[int] = ()) -> str:
    """The whole sheet, read from top to bottom."""
    return linear(_sheet_pairs(sheet, rules, amended))


def _sheet_pairs(sheet: Mapping[str, Any], rules: Ruleset, amended: Collection[int]) -> Pairs:
    yield from zip(("session", "game", "deals"), heading(sheet, rules), strict=True)
    yield "players", ", ".join(sheet["players"])
    results = {game["deals"][1]: game["result"] for game in (sheet["match"] or {"games": []})["games"]}
    for deal in sheet["deals"]:
        yield "", ""
        yield from deal_pairs(deal, rules, deal["number"] in amended)
        for side, result in results.get(deal["number"], {}).items():
            yield f"game {deal['game']} result, {side}", score(result, rules)
    yield "", ""
    yield from _ends(sheet, rules)


def deal_pairs(deal: Mapping[str, Any], rules: Ruleset, amended: bool = False) -> Pairs:
    """One deal: who, what, and what each side made of it."""
    yield "deal", f"{deal['number']}, corrected" if amended else str(deal["number"])
    for who in ("dealer", "declarer", "leader"):
        if deal[who]:
            yield who, deal[who]
    if deal["contract"]:
        yield "contract", contract_word(rules, deal["contract"])
    if deal["trump"]:
        yield "trump", deal["trump"]
    for fact, value in deal["facts"].items():
        if value != deal["declarer"]:
            yield fact_word(rules, fact), value_word(value)
    if deal["outcome"]:
        yield "outcome", deal["outcome"]
    for count, numbers in deal["counts"].items():
        if numbers.keys() != deal["points"].keys():
            yield count_word(rules, count), ", ".join(f"{who} {number}" for who, number in numbers.items())
    for side in deal["points"]:
        yield side, _made(side, deal, rules)
    for flag in deal["flags"]:
        yield "note", flag


def _made(side: str, deal: Mapping[str, Any], rules: Ruleset) -> str:
    words = [
        f"{count_word(rules, count)} {numbers[side]}" for count, numbers in deal["counts"].items() if side in numbers
    ]
    words += [f"quota {deal['quotas'][side]}"] if deal["quotas"] else []
    return ", ".join([*words, f"scores {signed(deal['points'][side])}", f"total {score(deal['totals'][side], rules)}"])


def _ends(sheet: Mapping[str, Any], rules: Ruleset) -> Pairs:
    for side, total in sheet["totals"].items():
        yield f"total, {side}", score(total, rules)
    if sheet["match"]:
        for side, total in sheet["match"]["totals"].items():
            yield f"match, {side}", score(total, rules)
    for check in sheet["checks"]:
        yield f"check {check['name']}", f"{'holds' if check['holds'] else 'FAILS'}, {check['detail']}"
    if won := winners_line(sheet, rules):
        yield "result", won

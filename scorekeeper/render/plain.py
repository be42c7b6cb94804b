"""The sheet for a screen reader: one `label: value` a line, in the order it is said."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from scorekeeper.language import marked, tr
from scorekeeper.problems import labelled
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.words.phrases import (
    check_word,
    contract_word,
    count_word,
    fact_word,
    heading,
    last_line,
    score,
    signed,
    trump_word,
    value_word,
    winners_line,
)
from scorekeeper.words.width import safe

Pairs = Iterable[tuple[str, str]]
PEOPLE = {"dealer": marked("dealer"), "declarer": marked("declarer"), "leader": marked("leader")}


def linear(pairs: Pairs) -> str:
    """The pairs as `label: value` lines; a pair without a label is an empty line."""
    return "\n".join(safe(labelled(label, value)) if label else "" for label, value in pairs)


def plain_sheet(
    sheet: Mapping[str, Any], rules: Ruleset, amended: Collection[int] = (), hidden: int = 0
) -> str:
    """The whole sheet, read from top to bottom; its first `hidden` deals count and are not read."""
    return linear(_sheet_pairs(sheet, rules, amended, hidden))


def _sheet_pairs(
    sheet: Mapping[str, Any], rules: Ruleset, amended: Collection[int], hidden: int
) -> Pairs:
    yield from zip((tr("session"), tr("game")), heading(sheet, rules), strict=False)
    yield tr("deals"), _deals_words(sheet)
    yield tr("players"), ", ".join(sheet["players"])
    results = {
        game["deals"][1]: game["result"] for game in (sheet["match"] or {"games": []})["games"]
    }
    for deal in sheet["deals"][hidden:]:
        yield "", ""
        yield from deal_pairs(deal, rules, deal["number"] in amended)
        for side, result in results.get(deal["number"], {}).items():
            yield (
                tr("game {number} result, {side}", number=deal["game"], side=side),
                score(result, rules),
            )
    yield "", ""
    yield from _ends(sheet, rules)


def _deals_words(sheet: Mapping[str, Any]) -> str:
    """How far the session has come, behind the word that says of what."""
    played, coming = len(sheet["deals"]), sheet["next"]
    if sheet["finished"]:
        # Translators: a number of deals, behind "deals:"
        return tr("{number}, finished", number=played)
    if coming and coming["of"] and not sheet["match"]:
        return tr("{number} of {total}", number=played, total=coming["of"])
    return str(played)


def deal_pairs(deal: Mapping[str, Any], rules: Ruleset, is_amended: bool) -> Pairs:
    """One deal: who, what, and what each side made of it."""
    yield (
        tr("deal"),
        tr("{number}, corrected", number=deal["number"]) if is_amended else str(deal["number"]),
    )
    for who, label in PEOPLE.items():
        if deal[who]:
            yield tr(label), deal[who]
    if deal["contract"]:
        yield tr("contract"), contract_word(rules, deal["contract"])
    if deal["trump"]:
        yield tr("trump"), trump_word(rules, deal["trump"])
    for fact, value in deal["facts"].items():
        if value != deal["declarer"]:
            yield fact_word(rules, fact), value_word(rules, fact, value)
    if deal["outcome"]:
        yield tr("outcome"), deal["outcome"]
    for count, numbers in deal["counts"].items():
        if numbers.keys() != deal["points"].keys():
            yield (
                count_word(rules, count),
                ", ".join(f"{who} {number}" for who, number in numbers.items()),
            )
    for side in deal["points"]:
        yield side, _made(side, deal, rules)
    for flag in deal["flags"]:
        yield tr("note"), flag


def _made(side: str, deal: Mapping[str, Any], rules: Ruleset) -> str:
    words = [
        f"{count_word(rules, count)} {numbers[side]}"
        for count, numbers in deal["counts"].items()
        if side in numbers
    ]
    words += [tr("quota {quota}", quota=deal["quotas"][side])] if deal["quotas"] else []
    # Translators: said of a side, whose name stands before it
    scored = tr("scores {points}", points=signed(deal["points"][side]))
    return ", ".join(
        [*words, scored, tr("total {total}", total=score(deal["totals"][side], rules))]
    )


def _check_words(check: Mapping[str, Any]) -> str:
    """What came of a check, which is named before it."""
    if check["holds"]:
        return tr("holds, {found}", found=check["detail"])
    return tr("FAILS, {found}", found=check["detail"])


def _ends(sheet: Mapping[str, Any], rules: Ruleset) -> Pairs:
    for side, total in sheet["totals"].items():
        yield tr("total, {side}", side=side), score(total, rules)
    if sheet["match"]:
        for side, total in sheet["match"]["totals"].items():
            yield tr("match, {side}", side=side), score(total, rules)
    for check in sheet["checks"]:
        yield tr("check {name}", name=check_word(check["name"], rules)), _check_words(check)
    if won := winners_line(sheet, rules):
        yield tr("result"), won
    if last := last_line(sheet, rules):
        yield tr("last"), last

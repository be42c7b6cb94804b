"""The dealer's card: all that the table must know of the coming deal, legible across it.

This is printed after every deal, so it lines up its few columns by hand and loads nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.report.width import cut, padded, safe, width_of, wrapped
from scorekeeper.report.words import contract_word, count_word, fact_word
from scorekeeper.ruleset.model import Ruleset

LABEL, NAME = 10, 12
LEFT_OPEN = "(the deal decides)"


def next_text(coming: Mapping[str, Any] | None, rules: Ruleset, width: int = 60, plain: bool = False) -> str:
    """Who deals, declares and leads, what is left with every quota, what is needed."""
    if coming is None:
        return "The session is over."
    if plain:
        return "\n".join(safe(f"{label}: {value}") for label, value in _plain_lines(coming, rules))
    lines = [cut(_number(coming, rules), width)]
    lines += [cut(f"  {label:<{LABEL}}{value}", width) for label, value in _people(coming, rules)]
    lines += _contract_lines(coming, rules, width)
    return "\n".join(lines + wrapped(f"  {'needed':<{LABEL}}{_needed(coming, rules)}", width, " " * (LABEL + 2)))


def _number(coming: Mapping[str, Any], rules: Ruleset) -> str:
    words = [f"Deal {coming['deal']}" + (f" of {coming['of']}" if coming["of"] and not rules.match else "")]
    if rules.match is not None:
        words.append(f"game {coming['game']}")
    return " · ".join([*words, f"round {coming['round']}"])


def _people(coming: Mapping[str, Any], rules: Ruleset) -> Iterable[tuple[str, str]]:
    """Who does what; the rules leave some of it to the deal."""
    yield "deals", coming["dealer"]
    if rules.deals.declarer is not None:
        yield "declares", coming["declarer"] or LEFT_OPEN
    if rules.deals.leader is not None:
        yield "leads", coming["leader"] or LEFT_OPEN


def _contract_lines(coming: Mapping[str, Any], rules: Ruleset, width: int) -> Iterable[str]:
    """The contracts that are open, a line each, with each side's quota in a column."""
    contracts, quotas = coming["contracts"], coming["quotas"]
    if not contracts:
        return
    sides = list(dict.fromkeys(side for numbers in quotas.values() for side in numbers))
    words = [contract_word(rules, name) for name in contracts]
    room = max(3, (width - LABEL - 14 - 2 * len(sides)) // max(1, len(sides)))
    heads = [cut(side, min(room, NAME)) for side in sides]
    wide = min(
        max(width_of(safe(word)) for word in words), width - LABEL - 2 - sum(2 + width_of(head) for head in heads)
    )
    title = "choice of" if len(contracts) > 1 else "contract"
    if sides:
        yield f"  {'quotas':<{LABEL}}" + " " * wide + "".join(f"  {head}" for head in heads)
    for number, (name, word) in enumerate(zip(contracts, words, strict=True)):
        cells = [
            f"  {padded(str(quotas[name].get(side, '')), width_of(head), right=True)}"
            for side, head in zip(sides, heads, strict=True)
        ]
        yield f"  {'' if number else title:<{LABEL}}" + padded(word, wide) + "".join(cells)


def _needed(coming: Mapping[str, Any], rules: Ruleset) -> str:
    return ", ".join(_need_word(rules, need) for need in coming["needs"])


def _need_word(rules: Ruleset, need: str) -> str:
    if need == "contract":
        return need
    return count_word(rules, need) if need in rules.counts else fact_word(rules, need)


def _plain_lines(coming: Mapping[str, Any], rules: Ruleset) -> Iterable[tuple[str, str]]:
    yield "next", _number(coming, rules)
    yield from _people(coming, rules)
    for name in coming["contracts"]:
        quotas = ", ".join(f"{side} {quota}" for side, quota in coming["quotas"][name].items())
        word = contract_word(rules, name)
        yield "choice" if len(coming["contracts"]) > 1 else "contract", f"{word}, quotas {quotas}" if quotas else word
    yield "needed", _needed(coming, rules)

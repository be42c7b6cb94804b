"""The kinds of what is entered of a deal and of what a table settles before it begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scorekeeper.rules.kind import (
    A_CARD,
    A_PLAYER,
    ANYTHING,
    ENDLESS,
    NUMBER,
    RANK,
    SAID,
    SUIT,
    TEST,
    WORD,
    Kind,
    absent,
    list_of,
    number,
    stepped,
    word_of,
)
from scorekeeper.rules.model import PAIRS, PLAYERS, WORDS, Fact, Option, Ruleset


def fact_kind(rules: Ruleset, fact: Fact) -> Kind:
    """The kind of what is entered; it may be none unless every deal needs it."""
    kind = FACT_KINDS[fact.kind](rules, fact)
    is_needed = not (fact.optional or fact.later or fact.when or fact.default)
    is_alone = any(other.alone for other in rules.facts.values())
    return kind if is_needed and not is_alone and fact.kind != "flag" else absent(kind)


def _number_fact(rules: Ruleset, fact: Fact) -> Kind:
    least = -ENDLESS if fact.least is None else fact.least
    most = ENDLESS if fact.most is None else fact.most
    kind = stepped(least, most, (Kind(NUMBER, least, most, fact.step if fact.least else 1),))
    return kind._replace(words=tuple(fact.values))


FACT_KINDS: Mapping[str, Callable[[Ruleset, Fact], Kind]] = {
    "player": lambda rules, fact: A_PLAYER,
    PLAYERS: lambda rules, fact: list_of(A_PLAYER),
    "number": _number_fact,
    "word": lambda rules, fact: word_of(WORD, tuple(fact.values)),
    "rank": lambda rules, fact: word_of(RANK, rules.pack.ranks),
    "suit": lambda rules, fact: word_of(SUIT, tuple(rules.pack.suits)),
    "card": lambda rules, fact: A_CARD,
    "cards": lambda rules, fact: list_of(A_CARD),
    "flag": lambda rules, fact: SAID,
    WORDS: lambda rules, fact: list_of(word_of(WORD, tuple(fact.values))),
    PAIRS: lambda rules, fact: list_of(list_of(number(0, fact.most or 1))),
    "auction": lambda rules, fact: list_of(ANYTHING),
}


def option_kind(option: Option) -> Kind:
    """The kind of an option."""
    if option.kind == "flag":
        return TEST
    if option.kind == "word":
        return word_of(WORD, option.values)
    default = option.default if isinstance(option.default, int) else 0
    most = ENDLESS if option.most is None else max(option.most, default)
    return number(min(option.least or 0, default), most)

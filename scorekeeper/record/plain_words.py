"""Words as people write them on paper, made those that are read: `Anna: 6`, `Anna=6`, `A6 B6`,
`Anna 6 and Björn 5`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scorekeeper.game.session import Agreed
from scorekeeper.record.names import facts_named, sides_named
from scorekeeper.record.numbers import is_numbers
from scorekeeper.record.unread import names_option
from scorekeeper.record.values import typed_number
from scorekeeper.text.locales import LOCALES

STOPS = ",:;"  # that only part one word from the next
DIGITS = "0123456789"


def plain(agreed: Agreed, word: str) -> str:
    """`Anna:` and `Anna,` without what only parts a word from the next, and `Anna=6` as `Anna:6`;
    numbers keep their comma, of which the last may leave one to be worked out."""
    key, equals, text = word.partition("=")
    if equals:
        known = facts_named(agreed.rules, key) or names_option(agreed.rules, key)
        return word if known else _with_colon(agreed, key, text.rstrip(STOPS)) or word
    return word if is_numbers(word) else word.rstrip(STOPS) or word


def _with_colon(agreed: Agreed, key: str, text: str) -> str:
    """The number of somebody who plays as it is read, `Anna:8`; empty where it is none."""
    is_one = len(sides_named(agreed, key)) == 1
    is_number = agreed.rules.counts and typed_number(text) is not None
    return f"{key}:{text}" if is_one and is_number else ""


def plainer(agreed: Agreed, words: Sequence[str], unread: Collection[str]) -> list[str]:
    """The words, those that could not be read taken for a name with its number, `A6`, or for an
    "and" between them."""
    read = (_with_its_number(agreed, word) if word in unread else word for word in words)
    return [word for word in read if not (word in unread and _is_and(word))]


def _with_its_number(agreed: Agreed, word: str) -> str:
    """`A6` as `A:6`, be the name that of several; any other word as it stands."""
    name = word.rstrip(DIGITS)
    is_one = name != word and sides_named(agreed, name)
    return f"{name}:{word[len(name) :]}" if is_one else word


def _is_and(word: str) -> bool:
    return any(word.casefold() in locale.words.get("and", ()) for locale in LOCALES.values())

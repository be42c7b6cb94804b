"""A fact's value as it is said."""

from __future__ import annotations

from typing import Any

from scorekeeper.cards import suit_word
from scorekeeper.language import tr
from scorekeeper.ruleset.model import Ruleset


def value_word(rules: Ruleset, fact: str, value: Any) -> str:
    """A fact's value as it is said: a suit, or a word that the rules have words for, in the language spoken."""
    if value is True:
        return tr("yes")
    if isinstance(value, (list, tuple)):
        return " ".join([value_word(rules, fact, one) for one in value])
    known, word = rules.facts.get(fact), str(value)
    if known is not None and known.kind == "suit":
        return suit_word(rules.pack, word)
    return known.values[word].shown() if known is not None and word in known.values else word


def trump_word(rules: Ruleset, trump: str | None) -> str:
    """The trump suit as it is said; nothing where there is none."""
    return suit_word(rules.pack, trump) if trump else ""

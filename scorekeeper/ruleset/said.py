"""How what was entered is said in the language spoken: one place for every page and every refusal."""

from __future__ import annotations

from typing import Any

from scorekeeper.cards import code_shown, rank_shown, suit_word
from scorekeeper.language import tr
from scorekeeper.ruleset.model import Ruleset


def value_said(rules: Ruleset, fact: str, value: Any) -> str:
    """A fact's value: a card, a rank, a suit or a word that the rules have words for in the language
    spoken, several one after another; anything else as it stands."""
    if value is True:
        return tr("yes")
    if isinstance(value, (list, tuple)):
        return " ".join([value_said(rules, fact, one) for one in value])
    known, word = rules.facts.get(fact), str(value)
    kind = known.kind if known is not None else ""
    if kind in ("card", "cards"):
        return code_shown(rules.pack, word)
    if kind == "rank":
        return rank_shown(rules.pack, word)
    if kind == "suit":
        return suit_word(rules.pack, word)
    return known.values[word].shown() if known is not None and word in known.values else word

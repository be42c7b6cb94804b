"""What the options that a table chose say in the rules: whether a condition on them holds, and the
words for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.game.session import Agreed
from scorekeeper.rules.formula import Formula, FormulaError, value_of
from scorekeeper.rules.model import Option
from scorekeeper.text.language import Phrase
from scorekeeper.text.message import RulesSentence, Words, say


def holds_for(when: Formula, known: Mapping[str, Any]) -> bool:
    """Whether a condition holds by what is known; what it names and nobody knows is none."""
    try:
        return bool(value_of(when, {**dict.fromkeys(when.names), **known}))
    except FormulaError:
        return False


def with_choices(agreed: Agreed, words: Phrase) -> RulesSentence:
    """Words with what the table chose put in for the name of each option, `{option}`."""
    chosen = {
        name: _choice(option, agreed.options.get(name, option.default))
        for name, option in agreed.rules.options.items()
    }
    return RulesSentence(words, tuple(chosen.items()))


def _choice(option: Option, value: Any) -> Words:
    """What was chosen, in the rules' own words for it where they have any."""
    key = option.key_of(value)
    if key in option.says:
        return option.says[key]
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return key

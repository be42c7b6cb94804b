"""Seats, roles and what a role scores, as they are said."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scorekeeper.formula import Formula
from scorekeeper.language import marked, tr
from scorekeeper.report.words import count_word
from scorekeeper.ruleset.model import EVERY_SIDE, Ruleset

# The roles that any game may have; for one that a game made up for itself its ruleset has the words.
GENERAL = (marked("dealer"), marked("declarer"), marked("others"))
SEATS = {
    "dealer": marked("the dealer"),
    "dealer's left": marked("the player at the dealer's left"),
    "dealer's right": marked("the player at the dealer's right"),
    "declarer": marked("the declarer"),
}


def somebody(rules: Ruleset, who: str) -> str:
    """A seat as it is said."""
    if who in SEATS:
        return tr(SEATS[who])
    fact = rules.facts[who.removeprefix("fact ")]
    # Translators: the player whom the entry names, as in "the bidder".
    return tr("the {player}", player=fact.name.shown())


def role_word(rules: Ruleset, role: str) -> str:
    """The role as it is said: in the rules' own words, else in everybody's."""
    if role in rules.role_words:
        return rules.role_words[role].shown()
    return tr(role) if role in GENERAL else role


def by_role(rules: Ruleset, formulas: Mapping[str, Formula]) -> str:
    """`declarer 8, others 4`, or the one formula that every side has."""
    return ", ".join(
        spoken(rules, formula) if role == EVERY_SIDE else f"{role_word(rules, role)} {spoken(rules, formula)}"
        for role, formula in formulas.items()
    )


def spoken(rules: Ruleset, formula: Formula) -> str:
    """A formula as it is read aloud, where it is one of the usual two."""
    over, under = re.fullmatch(r"(\w+) - quota", formula.text), re.fullmatch(r"quota - (\w+)", formula.text)
    if over:
        return tr(
            "one for each of the {count} above the quota, minus one for each below", count=count_word(rules, over[1])
        )
    if under:
        return tr(
            "one for each of the {count} below the quota, minus one for each above", count=count_word(rules, under[1])
        )
    return formula.text

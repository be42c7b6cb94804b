"""Seats, roles and what a role scores, as they are said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from scorekeeper.formula import Formula, FormulaError, number_of
from scorekeeper.language import marked, tr
from scorekeeper.named import NamedTuple
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


class AgainstQuota(NamedTuple):
    """A count that scores by how far it is from the quota; `at_most` says that less of it is better."""

    counted: str
    at_most: bool


def against_quota(formula: Formula) -> AgainstQuota | None:
    """The count that a formula holds against the quota; None where points come about in another way."""
    text = formula.text.strip()
    if above := re.fullmatch(r"(\w+) - quota", text):
        return AgainstQuota(above[1], at_most=False)
    if below := re.fullmatch(r"quota - (\w+)", text):
        return AgainstQuota(below[1], at_most=True)
    return None


def settled(formula: Formula, known: Mapping[str, Any]) -> Formula:
    """The number that a formula comes to, where it asks for nothing but what is known; else the formula."""
    try:
        return formula._replace(text=str(number_of(formula, known)))
    except FormulaError:
        return formula


def spoken(rules: Ruleset, formula: Formula) -> str:
    """A formula as it is read aloud, where it is one of the usual two."""
    held = against_quota(formula)
    if held is None:
        return formula.text
    word = count_word(rules, held.counted)
    if held.at_most:
        return tr("one for each of the {count} below the quota, minus one for each above", count=word)
    return tr("one for each of the {count} above the quota, minus one for each below", count=word)

"""Seats, and the quotas and points of roles, in words."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scorekeeper.base.exact_numbers import is_whole
from scorekeeper.report.shared_labels import count_word, role_word
from scorekeeper.rules.formula import Formula, FormulaError, number_of
from scorekeeper.rules.rule_text import amount, score, tree_of
from scorekeeper.rules.ruleset import EVERY_SIDE, Ruleset
from scorekeeper.rules.word_declarations import said_seat
from scorekeeper.text.message_text import labelled, parted, text_of
from scorekeeper.text.translation import Phrase, marked, tr

SEATS = {
    "dealer": marked("the dealer"),
    "dealer's left": marked("the player at the dealer's left"),
    "dealer's right": marked("the player at the dealer's right"),
    "declarer": marked("the declarer"),
}
# The same in a game without cards, in which nobody deals.
SEATS_WITHOUT_CARDS = {
    "dealer": marked("whoever begins"),
    "dealer's left": marked("the player at the left of whoever begins"),
    "dealer's right": marked("the player at the right of whoever begins"),
    "declarer": marked("whoever chooses"),
}


def somebody(rules: Ruleset, who: str) -> str:
    """Return the text for a player given by seat, such as the dealer, or by a fact of the entry."""
    who = said_seat(who, rules.deals.to_the_right) or who
    if who in SEATS:
        return tr(SEATS[who] if rules.has_cards else SEATS_WITHOUT_CARDS[who])
    return player_of_fact(rules, who.removeprefix("fact "))


def player_of_fact(rules: Ruleset, name: str) -> str:
    """Return the text for the player whom a fact of the entry names, in the rules' words if they
    have any."""
    fact = rules.facts[name]
    # Translators: the player whom the entry names, as in "the bidder".
    return fact.who.shown() or tr("the {player}", player=fact.name.shown())


def who_is_who(rules: Ruleset) -> list[str]:
    """Return a line for each role of a deal: its label and its aim. Empty if all players have the
    same."""
    every = {role: [*_role_words(rules, role, who)] for role, who in rules.roles.items()}
    return [labelled(role_word(rules, role), parted(said)) for role, said in every.items() if said]


def _role_words(rules: Ruleset, role: str, who: str) -> Iterator[str]:
    if who == "declarer" and rules.deals.declarer:
        who = rules.deals.declarer
    if who == "others":
        yield from [tr("everybody else")] if role in rules.about.role_words else []
    elif who != role:
        player = somebody(rules, who)
        yield tr("the side of {player}", player=player) if rules.teams else player
    aim = rules.about.aims.get(role)
    if aim is not None and aim.by_language:
        yield aim.shown()


def by_players(said: Mapping[int, str]) -> str:
    """Return texts by number of players as one text, `with 3 players 12, with 4 players 9`; equal
    texts appear once."""
    if len({*said.values()}) == 1:
        return next(iter(said.values()))
    each = (
        tr("for one player {quotas}", quotas=one)
        if players == 1
        else tr("with {players} players {quotas}", players=players, quotas=one)
        for players, one in said.items()
    )
    return ", ".join(each)


def by_role(rules: Ruleset, formulas: Mapping[str, Formula]) -> str:
    """Return amounts by role, `declarer 8, others 4`, or the amount that all sides have."""
    amounts = {role: text_of(amount(rules, formula)) for role, formula in formulas.items()}
    return _each(amounts, rules)


def scored(rules: Ruleset, formulas: Mapping[str, Formula], scoring: Phrase) -> str:
    """Return the points by role as text: the rules' words, or `declarer +3, others −1`."""
    own = scoring.shown()
    return own or _each(
        {role: _points(rules, formula) for role, formula in formulas.items()}, rules
    )


def _each(said: Mapping[str, str], rules: Ruleset) -> str:
    return ", ".join(
        words if role == EVERY_SIDE else f"{role_word(rules, role)} {words}"
        for role, words in said.items()
    )


class AgainstQuota(NamedTuple):
    """A count that scores by its difference from the quota. `at_most` is True if a smaller count is
    better."""

    counted: str
    at_most: bool


def against_quota(formula: Formula) -> AgainstQuota | None:
    """Return the count that a formula compares with the quota; None for any other formula."""
    match tree_of(formula):
        case ast.BinOp(ast.Name(counted), ast.Sub(), ast.Name("quota")):
            return AgainstQuota(counted, at_most=False)
        case ast.BinOp(ast.Name("quota"), ast.Sub(), ast.Name(counted)):
            return AgainstQuota(counted, at_most=True)
    return None


def settled(formula: Formula, known: Mapping[str, object]) -> Formula:
    """Return the formula as a constant if the known values determine it, else unchanged."""
    try:
        number = number_of(formula, known)
    except FormulaError:
        return formula
    text = f"{number.numerator} / {number.denominator}" if not is_whole(number) else str(number)
    return Formula(text, formula.names, formula.tree, number)


def _points(rules: Ruleset, formula: Formula) -> str:
    """Return points as text. Points by the difference from a quota have a special sentence."""
    held = against_quota(formula)
    if held is None:
        return text_of(score(rules, formula))
    count = rules.counts.get(held.counted)
    one = count.one.shown() if count else ""
    if one and held.at_most:
        return tr("+1 for each {thing} below the quota, −1 for each {thing} above", thing=one)
    if one:
        return tr("+1 for each {thing} above the quota, −1 for each {thing} below", thing=one)
    word = count_word(rules, held.counted)
    if held.at_most:
        return tr(
            "one for each of the {count} below the quota, minus one for each above", count=word
        )
    return tr("one for each of the {count} above the quota, minus one for each below", count=word)

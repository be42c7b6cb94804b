"""What follows from a deal for the next, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from scorekeeper.report.game.worth import with_source
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.formula_names import term
from scorekeeper.rules.formulas import amount, condition
from scorekeeper.rules.model import ME, Following, Ruleset
from scorekeeper.text.language import marked, tr
from scorekeeper.text.speech import text_of

# Translators: {test} is a test in words, of one player after another
FIRST = {
    "dealer": marked(
        "the next deal is dealt by the first, from whose turn it is to the left, for whom this "
        "holds: {test}"
    ),
    "declarer": marked(
        "the next deal is declared by the first, from the dealer's left on, for whom this holds: "
        "{test}"
    ),
    "leader": marked(
        "to the next deal leads the first, from the dealer's left on, for whom this holds: {test}"
    ),
}
# The same where everything goes to the right.
FIRST_TO_THE_RIGHT = {
    "dealer": marked(
        "the next deal is dealt by the first, from whose turn it is to the right, for whom this "
        "holds: {test}"
    ),
    "declarer": marked(
        "the next deal is declared by the first, from the dealer's right on, for whom this holds: "
        "{test}"
    ),
    "leader": marked(
        "to the next deal leads the first, from the dealer's right on, for whom this holds: {test}"
    ),
}

# The same without cards, where whoever would deal begins and whoever would declare chooses.
FIRST_WITHOUT_CARDS = {
    "dealer": marked(
        "next begins the first, from whose turn it is to the left, for whom this holds: {test}"
    ),
    "declarer": marked(
        "next chooses the first, from the left of whoever begins, for whom this holds: {test}"
    ),
}
FIRST_TO_THE_RIGHT_WITHOUT_CARDS = {
    "dealer": marked(
        "next begins the first, from whose turn it is to the right, for whom this holds: {test}"
    ),
    "declarer": marked(
        "next chooses the first, from the right of whoever begins, for whom this holds: {test}"
    ),
}
# A name in a sentence of the rules, for which its value stands when it is said.
NAMED = re.compile(r"\{([^\W\d][\w.]*)\}")


def following_lines(rules: Ruleset) -> list[str]:
    """Who deals, declares and leads because of the deal before, its trump suit, and what is said
    then."""
    following = rules.following
    if following is None:
        return []
    *lines, last = _lines(rules, following)
    return [*lines, with_source(last, following.source)]


def _lines(rules: Ruleset, following: Following) -> Iterator[str]:
    if following.stays is not None:
        again = (
            marked("the same player deals again when {test}")
            if rules.has_cards
            else marked("the same player begins again when {test}")
        )
        yield tr(again, test=_said(rules, following.stays))
    for word, sentence in _first(rules).items():
        test = getattr(following, word)
        if test is not None:
            yield tr(sentence, test=_said(rules, test))
    if following.trump is not None:
        suit = text_of(amount(rules, following.trump))
        yield tr("the trump suit of the next deal, where it is open: {suit}", suit=suit)
    for row in following.says:
        words = tr(
            "of everybody for whom this holds after a deal: {test}, it is said: {text}",
            test=_said(rules, row.when), text=_unsaid(rules, row.text.shown()),
        )  # fmt: skip
        yield with_source(words, row.source)


def _first(rules: Ruleset) -> Mapping[str, str]:
    """How it is said who deals, declares and leads."""
    if rules.has_cards:
        return FIRST_TO_THE_RIGHT if rules.deals.to_the_right else FIRST
    return FIRST_TO_THE_RIGHT_WITHOUT_CARDS if rules.deals.to_the_right else FIRST_WITHOUT_CARDS


def _unsaid(rules: Ruleset, text: str) -> str:
    """A sentence of which nobody knows yet of whom it is said, nor what is put in."""
    return NAMED.sub(
        lambda name: tr("PLAYER") if name[1] == ME else f"({text_of(term(rules, name[1]))})", text
    )


def _said(rules: Ruleset, test: Formula) -> str:
    return text_of(condition(rules, test))

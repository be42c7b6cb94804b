"""What follows from a deal for the next, in words."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.formula import Formula
from scorekeeper.language import marked, tr
from scorekeeper.ruleset.model import Following, Ruleset
from scorekeeper.speech import text_of
from scorekeeper.spoken.formulas import amount, condition
from scorekeeper.words.worth import with_source

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
        yield tr("the same player deals again when {test}", test=_said(rules, following.stays))
    first = FIRST_TO_THE_RIGHT if rules.deals.to_the_right else FIRST
    for word, sentence in first.items():
        test = getattr(following, word)
        if test is not None:
            yield tr(sentence, test=_said(rules, test))
    if following.trump is not None:
        suit = text_of(amount(rules, following.trump))
        yield tr("the trump suit of the next deal, where it is open: {suit}", suit=suit)
    for row in following.says:
        words = tr(
            "of everybody for whom this holds after a deal: {test}, it is said: {text}",
            test=_said(rules, row.when), text=row.text.shown(),
        )  # fmt: skip
        yield with_source(words, row.source)


def _said(rules: Ruleset, test: Formula) -> str:
    return text_of(condition(rules, test))

"""How the calling goes before play, as the rule sheet tells it."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.report.game.roles import somebody
from scorekeeper.report.game.worth import with_source
from scorekeeper.report.phrases import fact_word
from scorekeeper.rules.model import Auction, Ruleset
from scorekeeper.text.language import tr
from scorekeeper.text.speech import listed

FIRST = "dealer's left"  # who calls first, as seats are played


def calling_lines(rules: Ruleset) -> list[str]:
    """The calls there are, in their order, and who holds the contract; nothing where nobody
    calls."""
    auction = rules.auction
    if auction is None:
        return []
    lines = [*(_over_a_card(rules, auction) if auction.take else _of_numbers(rules, auction))]
    return [*lines[:-1], with_source(lines[-1], auction.source)]


def _over_a_card(rules: Ruleset, auction: Auction) -> Iterator[str]:
    card, take = fact_word(rules, auction.turned), auction.take.shown() if auction.take else ""
    passing = auction.passing.shown()
    first = somebody(rules, FIRST)
    yield tr(
        "first round: from {first} on, each says “{take}” and takes the {card} into the hand, "
        "which makes its suit trumps, or says “{passing}”; who takes it ends the calling",
        first=first, take=take, card=card, passing=passing,
    )  # fmt: skip
    yield tr(
        "second round, when all have passed: in the same order each names another suit as trumps "
        "and takes the {card} "
        "all the same, or says “{passing}”; who names one ends the calling",
        card=card, passing=passing,
    )  # fmt: skip


def _of_numbers(rules: Ruleset, auction: Auction) -> Iterator[str]:
    yield tr(
        "from {first} on each calls once: a bid, or “{passing}”",
        first=somebody(rules, FIRST), passing=auction.passing.shown(),
    )  # fmt: skip
    yield tr(
        "the first bid is at least {least}, each one after it at least {step} more than the last; "
        "bids go by steps of "
        "{step}, the highest is {most}",
        least=auction.least, step=auction.step, most=auction.most,
    )  # fmt: skip
    if auction.above:
        words = listed((_call(rules, word) for word in auction.above), "and")
        yield tr("above every number stand {words}, in this order", words=words)
    yield tr("the highest bid holds")


def _call(rules: Ruleset, word: str) -> str:
    """A call as it is said: in the words of the fact that an auction's bid is."""
    for fact in rules.facts.values():
        if word in fact.values:
            return fact.values[word].shown()
    return word

"""Cards that a law of play holds back or asks for: suits that may not be led yet, cards that must
be thrown, cards that must beat the trick."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from scorekeeper.referee.trick import winner
from scorekeeper.referee.trick_rules import TrickRules
from scorekeeper.rules.cards import Card
from scorekeeper.text.message import Words, listing, say

# The cards that are left, and why; None where all are.
Bound = tuple[tuple[Card, ...], Words] | None


def to_lead(rules: TrickRules, hand: Sequence[Card], broken: AbstractSet[str]) -> Bound:
    """A suit that is closed may not be led before a card of it was played to an earlier trick,
    unless the hand has nothing else; `broken` are the suits of which one was."""
    closed = rules.closed - broken
    open_cards = tuple([card for card in hand if closed.isdisjoint(card.suits)])
    if not closed or len(open_cards) == len(hand):
        return None
    suits = listing((rules.words[suit] for suit in sorted(closed)), "and")
    if not open_cards:
        return tuple(hand), say("nothing but {suits} in the hand: any card may be led", suits=suits)
    return open_cards, say(
        "{suits} may not be led before one was played to an earlier trick", suits=suits
    )


def to_throw(rules: TrickRules, hand: Sequence[Card]) -> Bound:
    """Who cannot follow must throw one of the cards that are named, if the hand has one."""
    thrown = tuple([card for card in hand if card.code in rules.thrown])
    if not thrown:
        return None
    return thrown, say(
        "who cannot follow must throw one of these, if the hand has one: {cards}",
        cards=rules.thrown_said,
    )


def to_beat(rules: TrickRules, cards: Sequence[Card], trick: Sequence[Card]) -> Bound:
    """Of the cards that may be played those that would win the trick so far must be, where the law
    asks for it and there are some."""
    if rules.laws["head"] != "always":
        return None
    higher = tuple([card for card in cards if winner(rules, (*trick, card)) == len(trick)])
    return (higher, say("who can beat the trick must")) if higher else None

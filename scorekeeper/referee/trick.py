"""Who won a trick, and why."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.referee.trick_rules import TRUMPS, TrickRules, is_trump
from scorekeeper.rules.cards import Card, Pack, suit_led, words_of_card
from scorekeeper.text.language import marked
from scorekeeper.text.message import Words, in_turn, say

# By the law on ties: why the card wins among equals, and the law itself.
AMONG_EQUALS = {
    "first played": marked("{card} is the highest card, first played among equals"),
    "last played": marked("{card} is the highest card, last played among equals"),
}
HIGHEST_WINS = {
    "first played": marked("the highest card wins, whatever its suit; of equals the first played"),
    "last played": marked("the highest card wins, whatever its suit; of equals the last played"),
}


def winner(rules: TrickRules, trick: Sequence[Card]) -> int:
    """The place, from 0, of the card that wins: the highest trump, else the highest card of the
    suit led; or simply the highest card, where any suit may win. Equals: the law on ties. A card
    without a suit is never of the suit led; where no card has one, the first wins."""
    height, suits = rules.height, rules.suits
    led, any_suit, last_wins = (
        suit_led(trick),
        rules.laws["wins"] == "any suit",
        rules.laws["ties"] == "last played",
    )
    best = 0 if any_suit else next((n for n, card in enumerate(trick) if card.suits), 0)
    top = height[trick[best].code]
    for place in range(best + 1, len(trick)):
        code = trick[place].code
        high = height[code]
        if (high > top or (last_wins and high == top)) and (
            high > TRUMPS or any_suit or led in suits[code]
        ):
            best, top = place, high
    return best


def reason(rules: TrickRules, pack: Pack, trick: Sequence[Card]) -> Words:
    """Why the winning card wins, in words."""
    card = trick[winner(rules, trick)]
    shown = words_of_card(pack, card)
    level = [other for other in trick if rules.height[other.code] == rules.height[card.code]]
    if rules.laws["wins"] == "any suit":
        if len(level) > 1:
            return say(AMONG_EQUALS[rules.laws["ties"]], card=shown)
        return say("{card} is the highest card", card=shown)
    trumps = [other for other in trick if is_trump(rules, other)]
    if trumps:
        return (
            say("{card} is the highest trump", card=shown)
            if trumps[1:]
            else say("{card} is the only trump", card=shown)
        )
    return _of_suit_led(rules, shown, trick)


def _of_suit_led(rules: TrickRules, shown: Words, trick: Sequence[Card]) -> Words:
    """Why the card wins where no trump does."""
    led = suit_led(trick)
    if led is None:
        return say("no card has a suit: {card} was played first", card=shown)
    of_suit = [other for other in trick if led in other.suits]
    if len(of_suit) == 1:
        why = say("only {card} is of the suit led, {suit}", card=shown, suit=rules.words[led])
    else:
        why = say(
            "{card} is the highest card of the suit led, {suit}", card=shown, suit=rules.words[led]
        )
    if len(of_suit) == len(trick):
        return why
    none = say("there are no trumps") if rules.trump is None else say("no trump was played")
    return in_turn(why, none)


def winning_law(rules: TrickRules) -> Words:
    """The law by which tricks are won, in words."""
    if rules.laws["wins"] == "any suit":
        return say(HIGHEST_WINS[rules.laws["ties"]])
    if rules.trump:
        return say("the highest trump wins, else the highest card of the suit led")
    return say("the highest card of the suit led wins")

"""Who won a trick, and why."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cards import Card, Pack, printed
from scorekeeper.referee.way import TRUMPS, Way, is_trump


def winner(way: Way, trick: Sequence[Card]) -> int:
    """The place, from 0, of the card that wins: the highest trump, else the highest card of the
    suit led; or simply the highest card, where any suit may win. Equals: the law on ties."""
    height, suits = way.height, way.suits
    first = trick[0]
    led, any_suit, last_wins = first.suits[0], way.laws["wins"] == "any suit", way.laws["ties"] == "last played"
    best, top = 0, height[first.code]
    for place in range(1, len(trick)):
        code = trick[place].code
        high = height[code]
        if (high > top or (last_wins and high == top)) and (high > TRUMPS or any_suit or led in suits[code]):
            best, top = place, high
    return best


def reason(way: Way, pack: Pack, trick: Sequence[Card]) -> str:
    """Why the winning card wins, in words."""
    card = trick[winner(way, trick)]
    shown, led = printed(pack, card), trick[0].suits[0]
    level = [other for other in trick if way.height[other.code] == way.height[card.code]]
    if way.laws["wins"] == "any suit":
        return f"{shown} is the highest card" + (f", {way.laws['ties']} among equals" if len(level) > 1 else "")
    trumps = [other for other in trick if is_trump(way, other)]
    if trumps:
        return f"{shown} is the {'highest' if len(trumps) > 1 else 'only'} trump"
    of_suit = [other for other in trick if led in other.suits]
    none = "there are no trumps" if way.trump is None else "no trump was played"
    only = f"only {shown} is of the suit led" if len(of_suit) == 1 else f"{shown} is the highest card of the suit led"
    return f"{only}, {led}; {none}" if len(of_suit) < len(trick) else f"{only}, {led}"


def winning_law(way: Way) -> str:
    """The law by which tricks are won, in words."""
    if way.laws["wins"] == "any suit":
        return f"the highest card wins, whatever its suit; of equals the {way.laws['ties']}"
    return (
        "the highest trump wins, else the highest card of the suit led"
        if way.trump
        else "the highest card of the suit led wins"
    )

"""What the rules say of misdeals, penalties and disputed counts, in words."""

from __future__ import annotations

from scorekeeper.rules.model import Misdeal, Penalty
from scorekeeper.rules.model_events import DOWN, UP
from scorekeeper.text.message import Words, altogether, say, say_n


def misdeal_words(misdeal: Misdeal, to_the_right: bool = False) -> Words:
    """Who deals after a misdeal, and whether the contract stays."""
    if misdeal.passes and to_the_right:
        return (
            say("the deal passes to the right, and the contract that was named is kept")
            if misdeal.holds
            else say("the deal passes to the right")
        )
    if misdeal.passes and misdeal.holds:
        return say("the deal passes to the left, and the contract that was named is kept")
    if misdeal.passes:
        return say("the deal passes to the left")
    if misdeal.holds:
        return say("the same dealer deals again, and the contract that was named is kept")
    return say("the same dealer deals again")


def penalty_words(penalty: Penalty) -> Words:
    """What a fault costs and what it gives."""
    costs = say_n(penalty.costs, "{n} point against who made it", "{n} points against who made it")
    gives = say_n(
        penalty.gives, "{n} point for each of the others", "{n} points for each of the others"
    )
    if penalty.costs and penalty.gives:
        return altogether((costs, gives))
    return costs if penalty.costs else gives


def split_words(rounded: str) -> Words:
    """What each side scores in a disputed deal that is split."""
    if rounded == DOWN:
        return say("where a disputed count is split each side scores the mean, rounded down")
    if rounded == UP:
        return say("where a disputed count is split each side scores the mean, rounded up")
    return say(
        "a disputed count may be split where the mean of what each side scores is a whole number"
    )

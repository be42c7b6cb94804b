"""A command that lacks its words, as it could be typed at this very table."""

from __future__ import annotations

from scorekeeper.entry.written import quoted
from scorekeeper.message import Joined, Message, Words, say
from scorekeeper.ruleset.model import Option
from scorekeeper.ruleset.said import choice_typed, option_typed
from scorekeeper.session import Agreed
from scorekeeper.table.state import Table


def example_of(table: Table, name: str) -> Message | None:
    """`for example: penalty Anna 10`; None for a command of which none is needed, or where the
    game leaves nothing to choose."""
    players = table.agreed.players
    if name == "agree":
        return _example(name, _choice(table.book.agreed))
    if name == "penalty":
        return _example(name, Joined((quoted(players[0]), "10"), " "))
    coming = table.book.standing.next_turn
    if name == "turn" and coming:
        dealer = table.book.agreed.players[coming.dealer]
        return _example(name, quoted(next(who for who in players if who != dealer)))
    return _example(name, quoted(players[0])) if name == "by" else None


def _example(name: str, words: Words | None) -> Message | None:
    if words is None:
        return None
    return say("for example: {command}", command=Joined((name, words), " "))


def _choice(agreed: Agreed) -> Words | None:
    """A choice of this game that is another one than was made."""
    for option in agreed.rules.options.values():
        for value in _values(option):
            if value != agreed.options[option.id]:
                key = option_typed(agreed.rules, option.id)
                return Joined((key, choice_typed(option, value)), "=")
    return None


def _values(option: Option) -> tuple[bool | int | str, ...]:
    """Values that may be chosen; of a number the least and the most."""
    if option.kind == "flag":
        return (True, False)
    bounds = tuple(bound for bound in (option.least, option.most) if bound is not None)
    return option.values or bounds

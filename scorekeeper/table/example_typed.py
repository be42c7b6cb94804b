"""A command that lacks its words, as it could be typed at this very table."""

from __future__ import annotations

from scorekeeper.record.written import quoted
from scorekeeper.table.state import Table
from scorekeeper.text.message import Joined, Message, Words, say


def example_of(table: Table, name: str) -> Message | None:
    """`for example: penalty Anna 10`; None for a command of which none is needed, or where the
    game leaves nothing to choose."""
    players = table.agreed.players
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

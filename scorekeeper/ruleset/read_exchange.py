"""Reads the exchange of cards before play: who takes how many of the talon, and what is given
away."""

from __future__ import annotations

from scorekeeper.message import listing, say
from scorekeeper.problems import did_you_mean
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.ruleset.play import ACROSS, EXCHANGE, PARTNER, TRUMPS, Exchange
from scorekeeper.ruleset.read_words import read_fields
from scorekeeper.ruleset.table import Table


def read_exchange(top: Table) -> tuple[Exchange, ...]:
    """`[[exchange]]`: its steps in their order."""
    return tuple(_step(row) for row in top.rows("exchange"))


def _step(row: Table) -> Exchange:
    step = read_fields(row, EXCHANGE)
    if not step.takes and not step.gives:
        row.fault("", say("a step of the exchange must say what it `takes` or `gives`"))
    row.done()
    return step


def note_exchange(top: Table, rules: Ruleset) -> None:
    """What the exchange names must be there: cards of the pack, a partner only where there are
    some."""
    known = [TRUMPS, *rules.pack.ranks, *rules.pack.cards]
    for place, step in enumerate(rules.exchange):
        for word in step.may_not_give:
            if word not in known:
                message = say("`{word}` is no rank and no card of this pack", word=word)
                hint = did_you_mean(word, known) or say(
                    "say {words}", words=listing((TRUMPS, *rules.pack.ranks))
                )
                top.fault(f"exchange[{place}].may_not_give", message, hint)
        across = PARTNER in step.who or step.to == ACROSS
        if across and any(number % 2 for number in rules.players):
            message = say("nobody sits across where the players are an odd number")
            top.fault(f"exchange[{place}]", message)

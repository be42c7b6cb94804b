"""Reads the exchange of cards before play: who takes how many of the talon, and what is given
away."""

from __future__ import annotations

from scorekeeper.language import tr
from scorekeeper.problems import did_you_mean, listed
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.ruleset.play import TRUMPS, Exchange
from scorekeeper.ruleset.table import Table

PARTNER, EVERYBODY = "dealer's partner", "everybody"
WHO = ("dealer", "dealer's left", "dealer's right", PARTNER, "declarer", EVERYBODY)
DISCARD, EACH_OTHER, ACROSS = "discard", "each other", "across"
TO = (DISCARD, "left", "right", ACROSS, EACH_OTHER)


def read_exchange(top: Table) -> tuple[Exchange, ...]:
    """`[[exchange]]`: its steps in their order."""
    return tuple(_step(row) for row in top.rows("exchange"))


def _step(row: Table) -> Exchange:
    step = Exchange(
        who=_who(row),
        takes=row.whole("takes", 0, least=0),
        gives=row.whole("gives", 0, least=0),
        to=row.choice("to", TO, DISCARD),
        gives_first=row.choice("first", ("take", "give"), "take") == "give",
        optional=row.flag("optional"),
        may_not_give=tuple(row.text("may_not_give").split()),
        when=row.formula("when"),
        source=row.source(),
    )
    if not step.takes and not step.gives:
        row.fault("", tr("a step of the exchange must say what it `takes` or `gives`"))
    row.done()
    return step


def _who(row: Table) -> str:
    who = row.text("who", required=True)
    if who and who not in WHO and not who.startswith("fact "):
        hint = tr('say {words} or "fact NAME"', words=listed(WHO))
        row.fault("who", tr("`{word}` is not somebody", word=who), hint)
    return who


def note_exchange(top: Table, rules: Ruleset) -> None:
    """What the exchange names must be there: cards of the pack, a partner only where there are
    some."""
    known = [TRUMPS, *rules.pack.ranks, *rules.pack.cards]
    for place, step in enumerate(rules.exchange):
        for word in step.may_not_give:
            if word not in known:
                message = tr("`{word}` is no rank and no card of this pack", word=word)
                hint = did_you_mean(word, known) or tr(
                    "say {words}", words=listed((TRUMPS, *rules.pack.ranks))
                )
                top.fault(f"exchange[{place}].may_not_give", message, hint)
        across = PARTNER in step.who or step.to == ACROSS
        if across and any(number % 2 for number in rules.players):
            message = tr("nobody sits across where the players are an odd number")
            top.fault(f"exchange[{place}]", message)

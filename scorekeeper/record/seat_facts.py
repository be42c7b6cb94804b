"""What the entry by which somebody takes a seat says of the deals that are recorded since."""

from scorekeeper.game.log import KNOWN, PENALTY, Folded, is_named
from scorekeeper.game.session import Agreed, Facts
from scorekeeper.rules.model import OF_PLAYERS


def seat_facts(table: Agreed, folded: Folded, number: int, said: Facts) -> Facts:
    """The facts of the entry by which somebody takes a seat before deal `number`, of which `said`
    has who sits down for whom, and whether with a column of their own; `table` is what was agreed
    until then. Where deals are recorded since, with what of these and of their penalties moves."""
    facts = {name: said[name] for name in ("player", "for", "own") if name in said}
    facts.update(_named(table, folded, number, facts))
    if facts.get("own") is True:
        facts.update(_columns(table, folded, number, facts))
    return facts


def _named(table: Agreed, folded: Folded, number: int, facts: Facts) -> Facts:
    """The facts of recorded deals from `number` on in which the one who left is named, and whoever
    took the seat is meant; nothing where no deal has been recorded since."""
    deals = folded.deals[number - 1 :]
    people = [fact.id for fact in table.rules.facts.values() if fact.kind in OF_PLAYERS]
    since = [entry for entry in folded.course if entry.what == KNOWN and entry.number > number]
    entries, left = (*deals, *since), facts["for"]
    named = [n for n in people if any(is_named(one.facts.get(n), left) for one in entries)]
    return {"named": named} if deals else {}


def _columns(table: Agreed, folded: Folded, number: int, facts: Facts) -> Facts:
    """Where the points of the penalties since stand and where they go, and whether a column is
    begun between them; nothing where there was no penalty."""
    player, other = facts["player"], facts["for"]
    since = (entry for entry in folded.course if entry.number > number)
    if other not in table.seat_of or not any(entry.what == PENALTY for entry in since):
        return {}
    own = table.seat_of.get(player, len(table.players))
    begins = {"begins": True} if player not in table.seat_of else {}
    return {"columns": [table.seat_of[other], own], **begins}

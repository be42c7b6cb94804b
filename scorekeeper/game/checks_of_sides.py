"""Checks that are asked of each side, of each player or of every two: whom their trouble is of."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from scorekeeper.game.facts import DealFacts, PlayerFacts
from scorekeeper.game.filled import is_trouble
from scorekeeper.game.own_names import Asked
from scorekeeper.game.pairs import CROSS
from scorekeeper.rules.formula import Names
from scorekeeper.rules.model import LEFT, ME, OTHER, Check, Ruleset


class Seen(NamedTuple):
    """Whom a check is asked of, the facts of the deal as they have them, and which names of these
    are their own."""

    who: str
    facts: Names
    names: Container[str]


def in_trouble(check: Check, deal: DealFacts) -> list[Seen]:
    """Return whom the trouble of a check is of."""
    return [one for one in everybody(check.of, deal) if is_trouble(check.when, deal, one.facts)]


def own_names(rules: Ruleset, of: str) -> list[str]:
    """What a check knows of each one whom it is asked of, beside what it knows of the deal."""
    if of == "deal":
        return []
    scoring = rules.scoring
    columns = [*rules.counts, *scoring.side, *scoring.each, *scoring.carry, *rules.pair_names]
    quota = ["quota"] if any(one.quota for one in rules.contracts.values()) else []
    own = [ME, "role", "total", *quota, *columns]
    of_other = [OTHER, *(f"{OTHER}.{name}" for name in own)] if of == "pair" else []
    return [*own, *(f"{LEFT}.{name}" for name in own[2:]), *of_other]


def everybody(of: str, deal: DealFacts) -> Iterator[Seen]:
    """Everybody whom a check is asked of."""
    agreed, own = deal.agreed, frozenset(own_names(deal.agreed.rules, of))
    if of == "player":
        columns = Asked(deal.player_column)
        for place, name in enumerate(agreed.players):
            yield Seen(name, PlayerFacts(deal, columns, place), own)
        return
    columns, names = Asked(deal.side_column), agreed.side_names
    if of == "side":
        for place, name in enumerate(names):
            yield Seen(name, deal.of_side(columns, place), own)
        return
    for (me, other), facts in deal.of_pairs(columns).items():
        yield Seen(f"{names[me]}{CROSS}{names[other]}", facts, own)
